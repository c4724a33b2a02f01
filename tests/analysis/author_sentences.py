"""The reasons that the authors of the example games give, checked on their positions as texts."""

from __future__ import annotations

import ast
import re

from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.games.position import Position


def check(position: Position, move: Move, reason: Reason) -> None:
    """Check an author's reason; the title names the game."""
    checks = {
        "othello": othello,
        "kalah": kalah,
        "pig": pig,
        "race": race,
        "breakthrough": breakthrough,
        "dots_and_boxes": dots_and_boxes,
        "nine_mens_morris": nine_mens_morris,
    }
    checks[position.game.name.lower()](position, move, reason.text)


def state(position: Position) -> tuple:  # type: ignore[type-arg]
    """What a position's text says."""
    return tuple(ast.literal_eval(str(position)))


def othello(position: Position, move: Move, text: str) -> None:
    size = round(len(state(position)[0]) ** 0.5)
    corners = {f"{c}{r}" for c in "abcdefgh"[: size : size - 1] for r in (1, size)}
    if found := re.fullmatch(r"takes the corner (\w\d), which can't be turned over again", text):
        assert found[1] == str(move)
        assert found[1] in corners
        return
    found = re.fullmatch(r"lets (\S+) take the corner (\w\d)", text)
    assert found is not None
    assert found[2] in corners
    after = position.play(move)
    assert found[1] == position.game.side_name(after.turn)
    assert found[2] in map(str, after.moves)


def kalah(position: Position, move: Move, text: str) -> None:
    board, side = state(position)
    after = state(position.play(move))[0]
    pits = len(board) // 2 - 1
    store = pits if side == "first" else 2 * pits + 1
    won = after[store] - board[store]
    found = re.fullmatch(r"(?:wins (\d+) seeds by a capture|puts (\d+) seeds? into the store)", text)
    assert found is not None
    assert won == int(found[1] or found[2])
    # Sown by hand: without a capture the store gets only the seeds sown into it.
    skipped, at = (2 * pits + 1 if side == "first" else pits), store - pits + int(str(move)) - 1
    seeds, sown = board[at], 0
    while seeds:
        at = (at + 1) % len(board)
        if at != skipped:
            seeds, sown = seeds - 1, sown + (at == store)
    assert (won > sown) == bool(found[1])


def pig(position: Position, move: Move, text: str) -> None:
    first, second, turn, side, _ = state(position)
    if found := re.fullmatch(r"keeps (\d+) points?, which makes (\d+)", text):
        assert (str(move), int(found[1])) == ("hold", turn)
        after = state(position.play(move))
        assert int(found[2]) == after[0 if side == "first" else 1]
        return
    assert str(move) == "roll"
    ends = state(position.play(move).play("d1"))
    assert ends[:2] == (first, second)
    assert ends[3] != side
    if found := re.fullmatch(r"risks (\d+) points?: a 1 loses them", text):
        assert int(found[1]) == turn > 0
    else:
        assert text == "begins a turn, which a 1 ends"
        assert turn == 0


def race(position: Position, move: Move, text: str) -> None:
    first, second, side, die = state(position)
    mine, other = (first, second) if side == "first" else (second, first)
    goal = int(position.game.values["goal"])
    if text == "sends the other back to 0":
        assert str(move) == "go"
        assert mine + die == other
    else:
        found = re.fullmatch(r"(goes to|stays at) (\d+) of (\d+)", text)
        assert found is not None
        assert int(found[3]) == goal
        assert int(found[2]) == (mine + die if found[1] == "goes to" else mine)
        assert (str(move) == "go") == (found[1] == "goes to")


def _stones(position: Position) -> dict[str, int]:
    """The owners of the pieces by the names of their cells, as the board on the page shows them."""
    look = position.game.view.board(position)
    assert look is not None
    stones = {}
    for piece in look.pieces:
        if piece.shape != "dot":
            name = f"{'abcdefgh'[piece.cell % look.width]}{look.height - piece.cell // look.width}"
            stones[name] = int(piece.side or 0)
    return stones


def _beside(cell: str, up: int) -> set[str]:
    return {f"{chr(ord(cell[0]) + side)}{int(cell[1]) + up}" for side in (-1, 1)}


def breakthrough(position: Position, move: Move, text: str) -> None:
    me, to = int(position.turn), str(move).partition("-")[2]
    up = -1 if me else 1
    before, after = _stones(position), _stones(position.play(move))
    enemies = {cell for cell in _beside(to, up) if after.get(cell) == 1 - me}
    guards = {cell for cell in _beside(to, -up) if after.get(cell) == me}
    if found := re.fullmatch(r"attacks (.*), but stands where (\S+) can take it(.*)", text):
        assert set(found[1].split(" and ")) == enemies != set()
        assert found[2] == position.game.side_name(position.turn.opponent)
        assert found[3] == (", and be taken in turn" if guards else " for nothing")
        return
    assert to not in before
    if found := re.fullmatch(r"protects (.*)", text):
        assert set(found[1].split(" and ")) == {c for c in _beside(to, up) if after.get(c) == me} != set()
        return
    found = re.fullmatch(r"brings the man to (\d) steps? from the far row", text)
    assert found is not None
    height = int(position.game.values["height"])
    assert int(found[1]) == (int(to[1]) - 1 if me else height - int(to[1]))


def dots_and_boxes(position: Position, move: Move, text: str) -> None:
    wide, high = (int(position.game.values[name]) for name in ("width", "height"))

    def sides(of: Position) -> list[int]:
        """How many sides each box has: those of the lines that can't be drawn any more."""
        free = {str(each) for each in of.moves} if not of.is_over else set()
        letters = "abcdefghijk"

        def drawn(x: int, y: int) -> bool:
            return f"{letters[x]}{2 * high + 1 - y}" not in free

        return [
            drawn(x, y - 1) + drawn(x, y + 1) + drawn(x - 1, y) + drawn(x + 1, y)
            for y in range(1, 2 * high, 2)
            for x in range(1, 2 * wide, 2)
        ]

    after = position.play(move)
    was, now = sides(position), sides(after)
    closed = sum(a < 4 == b for a, b in zip(was, now, strict=True))
    given = sum(a < 3 == b for a, b in zip(was, now, strict=True))
    if found := re.fullmatch(r"closes (a|\d) box(?:es)?", text):
        assert closed == (1 if found[1] == "a" else int(found[1]))
    elif found := re.fullmatch(r"puts the third line to (a|\d) box(?:es)?", text):
        assert given == (1 if found[1] == "a" else int(found[1]))
    else:
        found = re.fullmatch(r"gives no box away and leaves (no|\d+) lines? that gives? none away", text)
        assert found is not None
        assert closed == given == 0
        safe = 0
        for each in after.moves:
            later = sides(after.play(each))
            safe += all(b < 3 or a == b for a, b in zip(now, later, strict=True))
        assert safe == (0 if found[1] == "no" else int(found[1]))


def nine_mens_morris(position: Position, move: Move, text: str) -> None:
    rows = [
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
        "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1",
    ]  # fmt: skip
    me, to = int(position.turn), str(move).rpartition("-")[2].removeprefix("x")
    before, after = _stones(position), _stones(position.play(move))
    mine = [row.split() for row in rows if to in row.split()]

    def owners(row: list[str], stones: dict[str, int]) -> list[int | None]:
        return [stones.get(point) for point in row if point != to]

    them = position.game.side_name(position.turn.opponent)
    if text == "closes a mill":
        assert any(owners(row, after) == [me, me] for row in mine)
    elif found := re.fullmatch(r"stands in a row with two men of (\S+)", text):
        assert found[1] == them
        assert any(owners(row, before) == [1 - me, 1 - me] for row in mine)
    elif found := re.fullmatch(r"makes two in a row that lacks? (.*)", text):
        lacking = [
            next(point for point in row if point not in after)
            for row in mine
            if sorted(owners(row, after), key=str) == sorted([me, None], key=str)
        ]
        assert sorted(found[1].split(" and ")) == sorted(lacking)
    elif text == "opens a mill, which can be closed again":
        source = str(move).partition("-")[0]
        assert any(all(before.get(p) == me for p in row.split()) for row in rows if source in row.split())
    elif found := re.fullmatch(r"breaks up two men in a row that lacks (\S+)", text):
        assert any(
            found[1] in row and sorted(owners(row, before), key=str) == sorted([1 - me, None], key=str)
            for row in mine
        )
    elif found := re.fullmatch(r"leaves (\S+) (\d) men on the board", text):
        assert found[1] == them
        assert int(found[2]) == sum(owner == 1 - me for owner in after.values())
    else:
        found = re.fullmatch(r"leaves the man (no|\d) free points? to go to from (\S+)", text)
        assert found is not None
        assert found[2] == to
        near = {
            row[at + step] for row in mine for at in [row.index(to)] for step in (-1, 1) if 0 <= at + step < 3
        }
        assert sum(point not in after for point in near) == (0 if found[1] == "no" else int(found[1]))
