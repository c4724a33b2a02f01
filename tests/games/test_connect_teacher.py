"""Explanations in Connect games, each checked on an independent board by trying every disc."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import kibitz
from kibitz.analysis.explain import explain
from kibitz.base.move import Line
from kibitz.base.reason import Reason
from kibitz.games.connect.teacher import Kind, Rack
from kibitz.games.position import Position
from tests.games import line_sentences


class Board:
    """Columns of discs, counted from the bottom; knows nothing of the code that it checks."""

    def __init__(self, position: Position) -> None:
        rows = str(position).split("/")[::-1]
        self.height, self.width = len(rows), len(rows[0])
        self.length = int(position.game.values["length"])
        self.disc = {
            (c, r): rows[r][c] for r in range(self.height) for c in range(self.width) if rows[r][c] != "."
        }

    def wins(self, column: int, row: int, who: str) -> bool:
        """Whether a disc there is part of a line of its own."""
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                step = 1
                while self.disc.get((column + sign * step * right, row + sign * step * up)) == who:
                    count, step = count + 1, step + 1
            if count >= self.length:
                return True
        return False

    def landing(self, column: int) -> int:
        return next(row for row in range(self.height + 1) if (column, row) not in self.disc)

    def wins_now(self, who: str) -> bool:
        return any(
            self.landing(column) < self.height and self.wins(column, self.landing(column), who)
            for column in range(self.width)
        )


def can_win(position: Position) -> bool:
    outcomes = [position.play(move).outcome for move in position.moves]
    return any(outcome is not None and outcome.winner is position.turn for outcome in outcomes)


def who_plays_below(position: Position, column: int, row: int) -> str:
    """Who has to play below a cell if the other columns are filled first, one disc after the other."""
    board, who = Board(position), "xo"[position.turn]
    discs = sum(board.height - board.landing(each) for each in range(board.width) if each != column)
    for _ in range(discs + row - 1 - board.landing(column)):
        who = "xo".replace(who, "")
    return who


def follow_up(position: Position, seen: dict[str, int]) -> int:
    """The worst that comes of answering in the same column; the opponent is to move."""
    if str(position) in seen:
        return seen[str(position)]
    worst = 2
    for move in position.moves:
        after = position.play(move)
        if after.outcome is not None:
            worst = min(worst, 0 if after.outcome.winner is None else -1)
            continue
        wins_now = [
            each for each in after.moves if (end := after.play(each).outcome) and end.winner is not None
        ]
        if wins_now:
            worst = min(worst, 1)
            continue
        assert str(move) in after.moves, "the column is full"
        then = after.play(str(move))
        worst = min(worst, 0 if then.outcome is not None else follow_up(then, seen))
    seen[str(position)] = worst
    return worst


def check(position: Position, move: kibitz.Move, reason: Reason) -> None:
    if line_sentences.check(position, move, reason):
        return
    after = position.play(move)
    board, me = Board(after), "xo"[position.turn]
    sides = [position.game.side_name(side) for side in (position.turn, position.turn.opponent)]
    text = reason.text
    places = [
        (int(c) - 1, int(r) - 1, word)
        for c, r, word in re.findall(r"column (\d+), row (\d+) \((odd|even)\)", text)
    ]
    for _, row, word in places:
        assert word == ("even" if (row + 1) % 2 == 0 else "odd")
    match reason.kind:
        case Kind.HANGING:
            ((column, row, _),) = places
            assert board.wins(column, row, me)
            assert board.landing(column) < row  # nobody can play there yet
            assert not Board(position).wins(column, row, me)
            if "can no longer" in text:
                assert f"{sides[1]} can no longer play column {column + 1}" in text
                assert board.landing(column) == row - 1
                assert can_win(after.play(str(column + 1)))
            else:
                who = re.search(r"when the other columns are full, (\S+) has to play below it", text)
                assert who is not None
                assert sides.index(who[1]) == (0 if who_plays_below(after, column, row) == me else 1)
                assert ("come to nothing" in text) == (who[1] == sides[0])
        case Kind.GIVES_UP:
            ((column, row, _),) = places
            assert board.landing(column) == row
            assert board.wins(column, row, me)
            assert Board(position).wins(column, row, me)
        case Kind.ZUGZWANG:
            reached = position.play(*reason.moves)
            winner = "xo"[reached.turn.opponent]
            assert not reached.is_over
            # If it could pass, nothing would happen; but it can't.
            assert not Board(reached).wins_now(winner)
            found = re.search(
                r"full, (\S+) has to play (?:in )?column ([\d, or]+) and (\S+) wins on top", text
            )
            assert found is not None
            assert found[1] == position.game.side_name(reached.turn)
            assert found[3] == position.game.side_name(reached.turn.opponent)
            assert set(re.findall(r"\d+", found[2])) == {str(reply) for reply in reached.moves}
            for reply in reached.moves:
                end = reached.play(reply, str(reply)).outcome
                assert end is not None
                assert end.winner is reached.turn.opponent
        case Kind.FOLLOW_UP:
            assert sides[0] in text
            found_worst = follow_up(after, {})
            assert found_worst == 1 if "wins so" in text else found_worst >= 0
        case _:
            raise AssertionError(reason)


@pytest.mark.parametrize(
    ("spec", "count", "expected"),
    [
        ("connect:width=5,height=4,length=3", 40, {Kind.HANGING}),
        ("connect4", 60, {Kind.HANGING, Kind.ZUGZWANG, Kind.FOLLOW_UP, Kind.OPEN_LINES}),
    ],
)
def test_every_sentence_is_true(spec: str, count: int, expected: set[Kind]) -> None:
    rng, game, seen = random.Random(5), kibitz.load(spec), Counter[str]()
    while count:
        position = game.start()
        for _ in range(rng.randrange(4, 30)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if position.is_over:
            continue
        count -= 1
        for move in position.moves:
            for reason in explain(position, move).reasons:
                if isinstance(reason.kind, Kind):
                    check(position, move, reason)
                    seen[reason.kind] += 1
    assert expected <= set(seen)


def test_zugzwang_that_everyone_can_see() -> None:
    # Only column 1 is left; x wins on top of whatever o drops there.
    game = kibitz.load("connect:width=4,height=4,length=3,mark2=o")
    found = []
    rng = random.Random(1)
    for _ in range(300):
        position = game.start()
        while not position.is_over and len(position.moves) > 2:
            position = position.play(rng.choice(position.moves))
        if position.is_over:
            continue
        found += [r for r in explain(position).reasons if r.kind == Kind.ZUGZWANG]
    assert found


def hanging(position: Position, who: str) -> set[tuple[int, int]]:
    """Columns and rows, from 0, of the cells in the air on which a disc would win."""
    board = Board(position)
    return {
        (column, row)
        for column in range(board.width)
        for row in range(board.landing(column) + 1, board.height)
        if board.wins(column, row, who)
    }


@pytest.mark.parametrize("spec", ["connect:width=5,height=4,length=3", "connect4"])
def test_no_threat_is_left_unsaid(spec: str) -> None:
    rng, game, seen = random.Random(8), kibitz.load(spec), Counter[str]()
    for _ in range(6):
        position = game.start()
        while not position.is_over:
            me = "xo"[position.turn]
            for move in position.moves:
                after = position.play(move)
                if after.is_over:
                    continue
                found = game.teacher.effects(position, move)
                said = {reason.kind: reason.text for reason in found}
                threats = [reason.text for reason in found if reason.kind == Kind.HANGING]
                column, board = int(str(move)) - 1, Board(position)
                hung = {(c, r) for c, r in hanging(after, me) if not board.wins(c, r, me)}
                assert (Kind.HANGING in said) == bool(hung)
                places = [re.findall(r"column (\d+), row (\d+)", text)[0] for text in threats]
                assert {(int(c) - 1, int(r) - 1) for c, r in places} == hung
                poisoned = {str(c + 1) for c, r in hung if Board(after).landing(c) == r - 1}
                assert set(re.findall(r"no longer play column (\d+)", " ".join(threats))) == poisoned
                above = board.landing(column) + 1
                given_up = above < board.height and board.wins(column, above, me)
                assert (Kind.GIVES_UP in said) == (given_up and Board(after).wins(column, above, me))
                seen.update(said.keys())
            position = position.play(rng.choice(position.moves))
    assert {Kind.HANGING, Kind.GIVES_UP, Kind.STOPS_FORK, Kind.PREPARES_FORK} <= set(seen)


def said_by_hand(text: str, move: str) -> list[Reason]:
    position = kibitz.load("connect:width=5,height=4,length=3,mark2=o").position(text)
    chosen = position.move(move)
    reasons = position.game.teacher.effects(position, chosen)
    return [reason for reason in reasons if reason.kind in (Kind.HANGING, Kind.GIVES_UP)]


def test_two_discs_side_by_side_in_the_air_threaten_at_both_ends() -> None:
    said = said_by_hand("...../...../.x.../.oo.x", "3")
    assert [reason.text for reason in said] == [
        "makes a threat at column 4, row 2 (even), so yellow can no longer play column 4",
        "makes a threat at column 1, row 2 (even), so yellow can no longer play column 1",
    ]


def test_a_disc_below_the_own_threat_gives_it_up() -> None:
    said = said_by_hand("...../...../.xx.o/.oo.x", "1")
    (reason,) = said
    assert reason.kind == Kind.GIVES_UP
    assert "column 1, row 2 (even), as yellow can take that cell now" in reason.text
    assert [str(move) for move in reason.moves] == ["1"]
    assert said_by_hand("...../...../.xx.o/.oo.x", "5") == []  # the threats were there before


@pytest.mark.parametrize(("width", "height", "length"), [(5, 4, 3), (4, 5, 4), (3, 3, 2), (6, 3, 3)])
def test_threats_of_a_rack_are_the_cells_that_would_make_a_line(width: int, height: int, length: int) -> None:
    game, rng = kibitz.load(f"connect:width={width},height={height},length={length}"), random.Random(3)
    position = game.start()
    while not position.is_over:
        rows, board = str(position).split("/"), Board(position)
        cells = tuple(".xo".index(cell) for row in rows for cell in row)
        rack = Rack(cells, width, height, length, falls=True)
        free = [i for i, cell in enumerate(cells) if not cell]
        for owner in (1, 2):
            wins = {i for i in free if board.wins(i % width, height - 1 - i // width, "xo"[owner - 1])}
            assert rack.winning_cells(owner) == wins
        for i in range(width * height):
            column, row = i % width, height - 1 - i // width
            assert rack.is_playable(i) == (board.landing(column) == row)
            assert rack.column(i) == column + 1
            if board.landing(column) == row:
                assert rack.landing(column) == i
        position = position.play(rng.choice(position.moves))


def test_zugzwang_is_where_every_move_loses_and_passing_would_not() -> None:
    """Along lines played at random, with the first such position found by hand."""
    game, rng, seen = kibitz.load("connect:width=3,height=4,length=3"), random.Random(2), 0
    for _ in range(250):
        start = game.start()
        for _ in range(rng.randrange(3, 8)):
            if not start.is_over:
                start = start.play(rng.choice(start.moves))
        line, reached, expected = [], start, None
        while not reached.is_over:
            line.append(rng.choice(reached.moves))
            reached = reached.play(line[-1])
            if reached.is_over or expected:
                continue
            winner = "xo"[reached.turn.opponent]
            loser = "xo"[reached.turn]
            threatened = Board(reached).wins_now(winner) or Board(reached).wins_now(loser)
            if not threatened and all(
                not after.is_over and can_win(after) for after in map(reached.play, reached.moves)
            ):
                expected = tuple(line)
        if not line or start.play(line[0]).is_over:
            continue
        for value in (kibitz.Win(3), kibitz.Loss(4), kibitz.Draw(5)):
            found = [
                reason.moves
                for reason in game.teacher.reasons(start, line[0], Line(line), {line[0]: value})
                if reason.kind == Kind.ZUGZWANG
            ]
            assert found == ([expected] if expected and value.result else [])
        seen += expected is not None
    assert seen > 3
