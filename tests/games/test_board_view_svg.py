"""Board views as SVG: pieces centred in their cells, labels beside, notes below."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

from kibitz.base.move import Move
from kibitz.games.board_view import GROUNDS, SHAPES, BoardView, Gesture, Piece
from kibitz.games.board_view_svg import board_svg
from kibitz.games.piece_figures import FIGURES, FIGURINES, PALETTE
from kibitz.games.svg import INK, LAST

FIRST, SECOND = PALETTE["red"], PALETTE["blue"]
SVG = "{http://www.w3.org/2000/svg}"
CELL = 48.0


@dataclass(frozen=True)
class Part:
    """A shape of a picture and the room that it takes, in cells."""

    tag: str
    left: float
    top: float
    right: float
    bottom: float
    colours: frozenset[str]
    text: str = ""
    size: float = 0.0

    @property
    def middle(self) -> tuple[float, float]:
        return round((self.left + self.right) / 2, 3), round((self.top + self.bottom) / 2, 3)


def part_of(element: ElementTree.Element) -> Part:
    tag = element.tag.removeprefix(SVG)
    at = {
        name: float(value) / CELL
        for name, value in element.attrib.items()
        if name in ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "font-size")
    }
    half = float(element.get("stroke-width", 0)) / CELL / 2
    colours = frozenset(
        colour for name in ("fill", "stroke") if (colour := element.get(name)) and colour != "none"
    )
    if tag == "rect":
        box = (at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"])
    elif tag == "circle":
        radius = at["r"] + half
        box = (at["cx"] - radius, at["cy"] - radius, at["cx"] + radius, at["cy"] + radius)
    elif tag == "path":
        box = _box_of(element, half)
    elif tag == "line":
        xs, ys = sorted((at["x1"], at["x2"])), sorted((at["y1"], at["y2"]))
        box = (xs[0] - half, ys[0] - half, xs[1] + half, ys[1] + half)
    else:
        assert tag == "text"
        text = element.text or ""
        # A letter is about six tenths as wide as it is high.
        wide, high = 0.6 * at["font-size"] * len(text) / 2, at["font-size"] / 2
        box = (at["x"] - wide, at["y"] - high, at["x"] + wide, at["y"] + high)
        return Part(tag, *box, colours, text, at["font-size"])
    return Part(tag, *box, colours)


def _box_of(element: ElementTree.Element, half: float) -> tuple[float, float, float, float]:
    """The room of an outline: the points that it leads to, and circles whose halves are arcs."""
    found = re.fullmatch(r"translate\((.*)\) scale\((.*)\)", element.attrib["transform"])
    assert found is not None
    moved, scaled = found.groups()
    scale = float(scaled)
    (dx, dy), points = map(float, moved.split()), [(0.0, 0.0)][:0]
    x = y = 0.0
    for letter, rest in re.findall(r"([MLHVCAZ])([^MLHVCAZ]*)", element.attrib["d"]):
        numbers = [float(number) for number in re.findall(r"-?[0-9.]+", rest)]
        size = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 1}[letter]
        assert len(numbers) % size == 0
        for start in range(0, len(numbers), size):
            given = numbers[start : start + size]
            before = x, y
            x = given[0] if letter == "H" else x if letter == "V" else given[-2]
            y = y if letter == "H" else given[-1]
            points += [(x, y), *zip(given[::2], given[1::2], strict=True)] if letter == "C" else [(x, y)]
            if letter == "A" and abs(abs(x - before[0]) - 2 * given[0]) < 0.01:
                middle = (x + before[0]) / 2
                points += [(middle, y - given[1]), (middle, y + given[1])]
    xs, ys = zip(*points, strict=True)
    half = half * CELL * scale
    return tuple(  # type: ignore[return-value]
        (origin + scale * end + sign * half) / CELL
        for end, origin, sign in ((min(xs), dx, -1), (min(ys), dy, -1), (max(xs), dx, 1), (max(ys), dy, 1))
    )


def drawn(look: BoardView) -> list[Part]:
    """The parts of a picture."""
    root = ElementTree.fromstring(board_svg(look, "a title"))
    assert root.findtext(f"{SVG}title") == "a title"
    return [part_of(element) for element in root if element.tag != f"{SVG}title"]


def size_of(look: BoardView) -> tuple[float, float]:
    root = ElementTree.fromstring(board_svg(look, ""))
    return float(root.attrib["width"]) / CELL, float(root.attrib["height"]) / CELL


def board(width: int, height: int, *pieces: Piece, **more: object) -> BoardView:
    names = tuple(str(cell) for cell in range(width * height))
    return BoardView(width, height, names, pieces, **{"ground": "plain", **more})  # type: ignore[arg-type]


def added(look: BoardView, bare: BoardView) -> list[Part]:
    """What is in one picture and not in the other."""
    return [part for part in drawn(look) if part not in drawn(bare)]


#: Shapes that meet what lies on the next cell, and so are not in the middle of theirs.
HALVES = ("top", "bottom", "left", "right")


@pytest.mark.parametrize("shape", [*SHAPES, "unheard of"])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("cell", [0, 4, 11])
def test_a_piece_lies_in_its_cell(shape: str, side: int, cell: int) -> None:
    text = "" if shape in ("cross", "ring", "dot", "across", "down", *HALVES) else "7"
    parts = added(board(4, 3, Piece(cell, side, shape, text)), board(4, 3))
    column, row = cell % 4, cell // 4
    assert parts
    # Lines and dominoes of one cell meet those of the next; their ends are round.
    edge = 0.1 if shape in ("across", "down", "box", *HALVES) else 1e-6
    for part in parts:
        assert part.left >= column - edge
        assert part.right <= column + 1 + edge
        assert part.top >= row - edge
        assert part.bottom <= row + 1 + edge
    if shape not in (*FIGURINES, *HALVES, "crown"):
        assert {part.middle for part in parts} == {(column + 0.5, row + 0.5)}
    assert max(part.right - part.left for part in parts) > 0.1
    mine, other = (FIRST, SECOND) if side == 0 else (SECOND, FIRST)
    colours = {colour for part in parts for colour in part.colours}
    assert not colours & {other.body, other.rim, other.line}
    assert colours & {mine.body, mine.line} or shape == "dot"
    written = [part for part in parts if part.tag == "text"]
    assert [part.text for part in written] == ([text] if text and shape not in FIGURINES else [])
    assert all(0.25 < part.size < 0.75 for part in written)


@pytest.mark.parametrize("shape", FIGURES)
@pytest.mark.parametrize("colour", PALETTE)
def test_a_figure_is_drawn_in_the_colour_of_its_side(shape: str, colour: str) -> None:
    look = board(3, 3, Piece(5, 0, shape), colours=(colour, "red"))
    paths = list(ElementTree.fromstring(board_svg(look, "")).iter(f"{SVG}path"))
    assert [path.attrib["d"] for path in paths] == [outline for _, outline in FIGURES[shape]]
    for path, (role, _) in zip(paths, FIGURES[shape], strict=True):
        assert path.attrib["transform"] == f"translate({2.5 * CELL:g} {1.5 * CELL:g}) scale({CELL / 100:g})"
        fill, stroke, own = path.attrib["fill"], path.attrib["stroke"], PALETTE[colour]
        assert (fill, stroke) == {
            "body": (own.body, own.rim),
            "mark": ("none", own.mark),
            "spot": (own.mark, "none"),
            "groove": ("none", own.rim),
            "line": ("none", own.line),
            "ink": (INK, "none"),
        }[role]


def test_white_is_light_and_black_is_dark() -> None:
    def lightness(colour: str) -> float:
        return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) / 765

    assert lightness(PALETTE["white"].body) > 0.9
    assert lightness(PALETTE["black"].body) < 0.25
    for colours in PALETTE.values():
        assert abs(lightness(colours.body) - lightness(colours.mark)) > 0.3


def test_shapes_differ_by_more_than_their_colour() -> None:
    # For those who don't see colours, the second player's discs have a ring more.
    count = {side: len(added(board(2, 2, Piece(3, side, "disc")), board(2, 2))) for side in (0, 1)}
    assert count[1] == count[0] + 1


def test_lines_lie_across_and_down() -> None:
    (across,) = added(board(2, 2, Piece(0, 0, "across")), board(2, 2))
    (down,) = added(board(2, 2, Piece(0, 0, "down")), board(2, 2))
    assert across.right - across.left == pytest.approx(down.bottom - down.top)
    assert 1 <= across.right - across.left < 1.2
    assert 0.05 < across.bottom - across.top < 0.3
    assert 0.05 < down.right - down.left < 0.3


def test_halves_of_a_domino_meet() -> None:
    for one, other, step in (("top", "bottom", 3), ("left", "right", 1)):
        parts = added(board(3, 3, Piece(0, 0, one), Piece(step, 0, other)), board(3, 3))
        first, second = (part for part in parts if FIRST.body in part.colours)
        near = (first.bottom, second.top) if step == 3 else (first.right, second.left)
        assert near == pytest.approx((1, 1), abs=0.03)


@pytest.mark.parametrize("shape", ["stone", "square"])
def test_a_piece_that_may_move_has_an_edge(shape: str) -> None:
    """Only those from which a gesture begins, not those that it takes."""
    pieces = (Piece(0, 0, shape, "1"), Piece(3, 0, shape, "2"))
    goes = (Gesture(Move("a", 0), to=3, source=0), Gesture(Move("pass", 1), to=None))
    parts = drawn(board(2, 2, *pieces, gestures=goes))
    edges = [part for part in parts if part.tag != "text" and part.colours == {INK}]
    assert [part.middle for part in edges] == [(0.5, 0.5)]
    (inside,) = [
        part for part in parts if part.colours == {FIRST.body, FIRST.rim} and part.middle == (0.5, 0.5)
    ]
    (edge,) = edges
    assert 0 <= edge.left < inside.left
    assert inside.right < edge.right <= 1
    assert parts.index(edge) < parts.index(inside)


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_cells_of_the_last_move_are_marked(ground: str) -> None:
    marks = added(board(3, 2, ground=ground, last=(1, 5)), board(3, 2, ground=ground))
    assert [part.middle for part in marks] == [(1.5, 0.5), (2.5, 1.5)]
    for part in marks:
        if ground == "points":
            # On the stone, so that the lines can be seen.
            assert part.right - part.left < 0.4
        elif ground == "rack":
            # Around the hole, and so that the rack can still be seen.
            assert part.tag == "circle"
            assert 0.8 < part.right - part.left < 1
        else:
            assert part.tag == "rect"
            assert (part.right - part.left, part.bottom - part.top) == (1, 1)
            assert part.colours == {LAST}


@pytest.mark.parametrize(
    ("ground", "columns", "rows"),
    [
        ("grid", {0, 1, 2, 3}, {0, 1, 2}),
        ("felt", {0, 1, 2, 3}, {0, 1, 2}),
        ("open", {1, 2}, {1}),
        ("plain", (), ()),
    ],
)
def test_lines_part_the_cells(ground: str, columns: set[int], rows: set[int]) -> None:
    lines = [part for part in drawn(board(3, 2, ground=ground)) if part.tag == "line"]
    upright = {part.middle for part in lines if part.bottom - part.top >= 2}
    level = {part.middle for part in lines if part.right - part.left >= 3}
    assert upright == {(column, 1) for column in columns}
    assert level == {(1.5, row) for row in rows}
    assert len(lines) == len(columns) + len(rows)


def test_a_rack_and_a_chessboard_fill_their_area() -> None:
    rack = drawn(board(3, 2, ground="rack"))
    assert [(part.tag, part.left, part.top, part.right, part.bottom) for part in rack[:2]] == [
        ("rect", 0, 0, 3, 2)
    ] * 2
    holes = [part for part in rack if part.tag == "circle"]
    assert [part.middle for part in holes] == [(x + 0.5, y + 0.5) for y in range(2) for x in range(3)]
    assert all(0.6 < part.right - part.left < 1 for part in holes)
    squares = [part for part in drawn(board(3, 2, ground="checks")) if part.right - part.left == 1]
    assert [(part.left, part.top) for part in squares] == [(x, y) for y in range(2) for x in range(3)]
    assert all(part.bottom - part.top == 1 for part in squares)
    colours = [part.colours for part in squares]
    assert colours == [colours[0], colours[1], colours[0], colours[1], colours[0], colours[1]]
    assert colours[0] != colours[1]


def test_a_line_that_decided_goes_from_middle_to_middle() -> None:
    (line,) = added(board(3, 3, lines=((2, 4, 6),)), board(3, 3))
    assert line.middle == (1.5, 1.5)
    root = ElementTree.fromstring(board_svg(board(3, 3, lines=((1, 4, 7), (5, 4))), ""))
    ends = [
        tuple(float(part.attrib[name]) / CELL for name in ("x1", "y1", "x2", "y2"))
        for part in root.iter(f"{SVG}line")
    ]
    assert ends == [(1.5, 0.5, 1.5, 2.5), (2.5, 1.5, 1.5, 1.5)]
    assert 0.04 < line.right - line.left - 2 < 0.3


def test_labels_stand_beside_their_rows_and_below_their_columns() -> None:
    plain = board(3, 2)
    labelled = board(3, 2, rows=("2", "1"), columns=("a", "b", "c"))
    width, height = size_of(labelled)
    margin = width - 3
    assert 0.3 < margin < 0.7
    assert height - 2 == pytest.approx(margin, abs=0.02)
    texts = {part.text: part for part in drawn(labelled) if part.tag == "text"}
    assert texts["2"].middle[1] == 0.5
    assert texts["1"].middle[1] == 1.5
    for place, letter in enumerate("abc"):
        assert texts[letter].middle[0] == pytest.approx(margin + place + 0.5, abs=0.02)
        assert texts[letter].top >= 2
        assert texts[letter].bottom <= height
    for number in "12":
        assert texts[number].left >= 0
        assert texts[number].right <= margin
    assert all(0.15 < part.size < margin for part in texts.values())
    # The board itself moves aside.
    assert not [part for part in drawn(plain) if part.tag == "text"]
    (stone,) = [
        part for part in drawn(board(3, 2, Piece(0, 0, "stone"), rows=("2", "1"))) if part.tag == "path"
    ]
    assert stone.middle == pytest.approx((margin + 0.5, 0.5), abs=0.02)
    assert size_of(plain) == (3, 2)
    assert size_of(board(3, 2, rows=("2", "1")))[1] == 2
    assert size_of(board(3, 2, columns=("a", "b", "c")))[0] == 3


def test_empty_cells_bear_their_names_where_that_is_asked() -> None:
    look = board(3, 2, Piece(1, 0, "cross"), labelled=True)
    texts = [part for part in drawn(look) if part.tag == "text"]
    assert [(part.text, *part.middle) for part in texts] == [
        (str(cell), cell % 3 + 0.5, cell // 3 + 0.5) for cell in (0, 2, 3, 4, 5)
    ]
    assert all(0.1 < part.size < 0.5 for part in texts)


def test_notes_stand_below_the_board_in_the_colour_of_their_side() -> None:
    notes = (("first", 0), ("second", 1), ("nobody", None))
    look = board(4, 1, notes=notes, rows=("1",), columns=tuple("abcd"))
    width, height = size_of(look)
    _, above = size_of(board(4, 1, rows=("1",), columns=tuple("abcd")))
    found = [part for part in drawn(look) if part.text in {text for text, _ in notes}]
    assert [part.text for part in found] == ["first", "second", "nobody"]
    assert [part.colours for part in found] == [{FIRST.line}, {SECOND.line}, {INK}]
    assert len({part.size for part in found}) == 1
    bottom = above
    for part in found:
        assert part.top >= bottom - 0.02
        assert part.middle[0] == pytest.approx(width / 2, abs=0.02)
        bottom = part.bottom
    assert bottom <= height
    assert height - above < 0.5 * len(notes)


@pytest.mark.parametrize("width", [1, 2, 8])
@pytest.mark.parametrize("rows", [(), ("1",)])
def test_a_long_note_is_as_large_as_fits(width: int, rows: tuple[str, ...]) -> None:
    room = size_of(board(width, 1, rows=rows))[0]
    (note,) = [
        part for part in drawn(board(width, 1, notes=(("x" * 60, None),), rows=rows)) if len(part.text) > 9
    ]
    assert note.left >= -0.02
    assert note.right <= room + 0.02
    assert note.right - note.left > 0.9 * room
    (short,) = [part for part in drawn(board(width, 1, notes=(("", None),))) if part.tag == "text"]
    assert 0.2 < short.size < 0.4


def test_the_ground_lies_below_everything() -> None:
    look = board(2, 3, rows=("3", "2", "1"), columns=("a", "b"), notes=(("a note", None),))
    width, height = size_of(look)
    ground = drawn(look)[0]
    assert ground.tag == "rect"
    assert (ground.left, ground.top) == (0, 0)
    assert (ground.right, ground.bottom) == pytest.approx((width, height), abs=0.02)


def test_stones_lie_where_lines_cross_and_links_lead_from_cell_to_cell() -> None:
    look = board(9, 9, ground="points", links=((0, 10),))
    lines = [part for part in drawn(look) if part.tag == "line"]
    assert {part.middle[0] for part in lines if part.bottom - part.top > 7} == {x + 0.5 for x in range(9)}
    assert {part.middle[1] for part in lines if part.right - part.left > 7} == {y + 0.5 for y in range(9)}
    assert [part.middle for part in lines[18:]] == [(1.0, 1.0)]
    stars = [part.middle for part in drawn(look) if part.tag == "circle"]
    assert sorted(stars) == [(x + 0.5, y + 0.5) for x in (2, 4, 6) for y in (2, 4, 6)]


def test_a_die_shows_its_face_below_the_board() -> None:
    for face in range(1, 7):
        dots = [part for part in drawn(board(3, 3, die=face, faces=6)) if part.tag == "circle"]
        assert len(dots) == face
        assert all(part.top > 3 for part in dots)
    assert [part.text for part in drawn(board(3, 3, die=17, faces=20)) if part.tag == "text"] == ["17"]
    assert drawn(board(3, 3, die=0, faces=6)) == drawn(board(3, 3))
