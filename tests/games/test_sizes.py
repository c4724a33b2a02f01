"""Games with options: messages and examples fit the size of the board."""

from __future__ import annotations

import re

import pytest

import kibitz
from kibitz.base.errors import BadOption
from kibitz.games.registry import entry


def made(spec: str, **options: object) -> kibitz.Game:
    """A game that nobody has met before; `kibitz.load` may give one that was made earlier."""
    return entry(spec).make(options)


def example(game: kibitz.Game) -> kibitz.Position:
    """The position that messages show."""
    found = re.fullmatch(r"one looks like (\S+(?: [rb])?)(?: with .*)?", game.notation.position_help)
    assert found, game.notation.position_help
    return game.position(found[1])


@pytest.mark.parametrize(
    ("name", "options", "values"),
    [
        ("tictactoe", {}, {"width": 3, "height": 3, "length": 3, "misere": False, "numbering": "rows"}),
        ("gomoku", {}, {"width": 15, "height": 15, "length": 5, "misere": False, "numbering": "letters"}),
        ("mnk", {}, {"width": 3, "height": 3, "length": 3, "misere": False, "numbering": "letters"}),
        (
            "connect4",
            {},
            {"width": 7, "height": 6, "length": 4, "mark1": "x", "mark2": "o", "columns_from": 1},
        ),
        (
            "connect",
            {},
            {"width": 10, "height": 12, "length": 4, "mark1": "x", "mark2": "*", "columns_from": 1},
        ),
        ("numerical", {}, {"size": 3, "target": 15, "first_odd": True, "numbering": "rows"}),
        ("numerical", {"size": 4}, {"size": 4, "target": 34, "first_odd": True, "numbering": "rows"}),
        ("numerical", {"target": 20}, {"size": 3, "target": 20, "first_odd": True, "numbering": "rows"}),
        ("ewn", {"stones": 4}, {"size": 5, "stones": 4, "faces": 4, "setup": "random", "begins": "red"}),
        ("ewn", {"faces": 9}, {"size": 5, "stones": 6, "faces": 9, "setup": "random", "begins": "red"}),
    ],
)
def test_defaults_are_those_of_the_docs(
    name: str, options: dict[str, object], values: dict[str, object]
) -> None:
    assert dict(made(name, **options).values) == values


@pytest.mark.parametrize(
    ("name", "bounds"),
    [
        ("mnk", {"width": (1, 19), "height": (1, 19), "length": (1, 19)}),
        ("connect", {"width": (1, 32), "height": (1, 32), "length": (1, 32)}),
        ("numerical", {"size": (3, 4), "target": (0, 58)}),
        ("ewn", {"size": (3, 8), "stones": (1, 9), "faces": (0, 20)}),
    ],
)
def test_numbers_from_and_to(name: str, bounds: dict[str, tuple[int, int]]) -> None:
    known = {option.name: (option.low, option.high) for option in entry(name).options()}
    assert {option: known[option] for option in bounds} == bounds


@pytest.mark.parametrize(("size", "lowest", "greatest"), [(3, 6, 24), (4, 10, 58)])
def test_a_target_is_a_sum_of_different_numbers(size: int, lowest: int, greatest: int) -> None:
    """From 1+2+3 to 7+8+9, and from 1+2+3+4 to 13+14+15+16."""
    for target in (lowest, greatest):
        assert made("numerical", size=size, target=target).values["target"] == target
    for target in {lowest - 1, min(greatest + 1, 58)} - {greatest}:
        with pytest.raises(
            BadOption, match=rf"{lowest} to {greatest} on a {size}×{size} board, not {target}"
        ):
            made("numerical", size=size, target=target)


@pytest.mark.parametrize(("size", "most"), [(3, 3), (4, 6), (5, 9), (8, 9)])
def test_as_many_stones_as_the_corner_has_space_for(size: int, most: int) -> None:
    game = made("ewn", size=size, stones=most)
    assert (game.values["stones"], game.values["faces"]) == (most, most)
    assert len(re.findall(r"[rb]\d", str(game.start()))) == 2 * most
    if most < 9:
        with pytest.raises(BadOption, match=f"stones must be 1 to {most} on a board of size {size}"):
            made("ewn", size=size, stones=most + 1)


@pytest.mark.parametrize(
    ("size", "example_of_move", "example_of_position"),
    [(3, "5=9", "1.2/.../..."), (4, "9=16", "1,.,.,16/.,.,.,./.,.,.,./.,.,.,.")],
)
def test_examples_of_numerical_fit_its_board(
    size: int, example_of_move: str, example_of_position: str
) -> None:
    game = made("numerical", size=size)
    assert game.notation.move_help.endswith(f"such as {example_of_move}")
    assert str(example(game)) == example_of_position
    assert made("numerical", size=size, first_odd=False).side_names == ("even", "odd")
    assert game.side_names == ("odd", "even")


@pytest.mark.parametrize(
    ("width", "height", "shown"),
    [(3, 3, ".../.../..."), (5, 5, "/".join(["....."] * 5)), (13, 2, "..."), (2, 13, "..."), (2, 1, "..")],
)
def test_examples_of_mnk_fit_its_board(width: int, height: int, shown: str) -> None:
    game = made("mnk", width=width, height=height)
    assert game.notation.position_help.startswith(f"one looks like {shown} with x, o")
    assert game.notation.move_help.endswith(f"from a1 to {chr(ord('a') + width - 1)}{height}")
    counted = made("mnk", width=width, height=height, numbering="rows")
    assert counted.notation.move_help.endswith(f"from 1 to {width * height}")


@pytest.mark.parametrize(
    ("width", "height", "shown"),
    [
        (1, 1, "x"),
        (4, 3, "..../..../..x."),
        (7, 6, "......./......./......./......./......./...x..."),
        (9, 1, "....x...."),
        (5, 8, "...../...../...../...../...../...../...../..x.."),
        (6, 7, "....../....../....../....../....../....../...x.."),  # 48 characters
        (10, 12, ".../.....x...."),
        (32, 32, ".../................"),
    ],
)
def test_examples_of_connect_fit_its_board(width: int, height: int, shown: str) -> None:
    game = made("connect", width=width, height=height)
    assert game.notation.position_help.startswith(f"one looks like {shown} with x for the first player")
    if not shown.startswith(".../"):  # else only a part of it is shown
        assert example(game) == game.start().play(str(width // 2 + 1))
    assert f"from 1 to {width}" in game.notation.move_help
    assert ("blank between" in game.notation.move_help) == (width > 9)
    assert game.notation.position_help.endswith("such as 1 2" if width > 9 else "such as 12")


def test_columns_are_written_together_up_to_nine() -> None:
    nine, ten = made("connect", width=9, height=4), made("connect", width=10, height=4)
    assert nine.start().play("1299") == nine.start().play("1", "2", "9", "9")
    assert ten.start().play("1 2 9 10") == ten.start().play("1", "2", "9", "10")
    with pytest.raises(kibitz.BadNotation):
        ten.start().play("12")


@pytest.mark.parametrize("mark", [".", ",", "[", "]"])
def test_marks_that_mean_something_else(mark: str) -> None:
    for marks in ({"mark1": mark}, {"mark2": mark}):
        with pytest.raises(BadOption, match="a mark can't be") as refused:
            made("connect", **marks)
        assert repr(mark) in str(refused.value)


@pytest.mark.parametrize("mark", ["#", "5", "/", "|", "A", "-"])
def test_marks_never_change_what_a_text_means(mark: str) -> None:
    """A mark is read as its player's only where it means nothing else: not a number, a row's end, a blank."""
    game = made("connect", width=5, height=2, length=3, mark2=mark)
    assert game.side_names == ("x", mark)
    assert str(game.position("5/xo3")) == "...../xo..."
    assert str(game.position("-----|xo---")) == "...../xo..."
    if mark in "#A":
        assert str(game.position(f"...../x{mark.lower()}...")) == "...../xo..."
        assert str(game.position(f"...../x{mark.upper()}...")) == "...../xo..."


def test_books_and_solvers_are_for_boards_that_fit_a_machine_word() -> None:
    """Width × (height + 1) is at most 64, and a line has at least two stones."""
    for fits, shape in {
        True: [(7, 6, 4), (8, 7, 4), (32, 1, 4), (1, 32, 3), (4, 15, 2)],
        False: [(8, 8, 4), (13, 4, 4), (4, 16, 4), (7, 6, 1), (10, 12, 4)],
    }.items():
        for width, height, length in shape:
            game = made("connect", width=width, height=height, length=length)
            assert (game.book is not None) == fits
            assert bool(game.exact) == fits


def test_proofs_take_only_options_that_speed_search_up() -> None:
    """docs/search.md: `forced` is on in the strongest search, `images` where only who wins is asked."""
    forced, images = made("mnk").search.options
    assert (forced.option.name, forced.option.default, forced.at_best) == ("forced", False, True)
    assert (images.option.name, images.option.default, images.to_prove) == ("images", False, True)
    assert (forced.only_speed, images.only_speed) == (False, True)
    threat = made("ewn").search.options[1].option
    assert (threat.name, threat.default, threat.high) == ("threat", 25, 1000)


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (15, 15)])
def test_places_are_counted_from_the_middle_of_the_board(width: int, height: int) -> None:
    game = made("mnk", width=width, height=height)
    places = {game.view.offset(move) for move in game.start().moves}
    assert len(places) == width * height
    corner = ((height - 1) / 2, (width - 1) / 2)
    assert game.view.offset(game.start().move("a1")) == (corner[0], -corner[1])
    assert game.view.offset(game.start().move(f"a{height}")) == (-corner[0], -corner[1])
    down, right = (sum(each) for each in zip(*(place for place in places if place), strict=True))
    assert (down, right) == (0, 0)
