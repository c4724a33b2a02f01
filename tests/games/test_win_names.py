"""Names of the lines that winning moves complete."""

from __future__ import annotations

import itertools
import random
import re

import kibitz


def wins_of(spec: str, games: int) -> list[tuple[kibitz.Position, kibitz.Move, str]]:
    rng, game, found = random.Random(3), kibitz.load(spec), []
    for _ in range(games):
        position = game.start(rng)
        while not position.is_over:
            for move in position.moves:
                outcome = position.play(move).outcome
                if outcome is not None and outcome.winner is position.turn:
                    found.append((position, move, game.teacher.name_win(position, move)))
            position = position.play(rng.choice(position.moves))
    assert found
    return found


def test_lines_of_marks() -> None:
    for spec in ("tictactoe", "mnk:width=4,height=5,length=3,numbering=rows"):
        game = kibitz.load(spec)
        width = int(game.values["width"])
        for position, move, name in wins_of(spec, 60):
            cells = str(position.play(move)).replace("/", "")
            for kind, places in re.findall(r"(row|column|diagonal) ([\d-]+)", name):
                line = [int(place) - 1 for place in places.split("-")]
                assert len(line) == 3
                assert move.parts[0] in line
                assert {cells[cell] for cell in line} == {"xo"[position.turn]}
                steps = {b - a for a, b in itertools.pairwise(line)}
                assert steps <= {"row": {1}, "column": {width}, "diagonal": {width - 1, width + 1}}[kind]


def test_long_lines_are_named_by_their_ends() -> None:
    game = kibitz.load("mnk:width=9,height=9,length=5")
    position = game.start().play("a1 a9 b2 b9 c3 c9 d4 d9")
    assert game.teacher.name_win(position, position.move("e5")) == "diagonal e5-a1"


def test_two_lines_at_once_are_both_named() -> None:
    game = kibitz.load("tictactoe")
    position = game.position(".xx/xoo/xoo")
    assert game.teacher.name_win(position, position.move("1")) == "row 1-2-3 and column 1-4-7"
    pairs = kibitz.load("mnk:width=5,height=5,length=2").start().play("b4 e5 d4 e3 b2 e1")
    name = pairs.game.teacher.name_win(pairs, pairs.move("c3"))
    assert len(re.findall(r"diagonal \w+-\w+", name)) == 2  # of three: more would say no more


def test_a_stone_that_completes_nothing_is_not_named() -> None:
    game = kibitz.load("tictactoe")
    assert game.teacher.name_win(game.start(), game.start().move("1")) == ""


def test_no_line_wins_where_lines_lose() -> None:
    game = kibitz.load("tictactoe:misere=yes")
    assert game.teacher.name_win(game.start(), game.start().move("1")) == ""


def test_ways_to_win_with_dice() -> None:
    for position, move, name in wins_of("ewn:size=4,stones=3", 20):
        left = sum(cell == "br"[position.turn] for cell in str(position.play(move)).split()[0])
        assert name == ("the corner" if str(move)[-2:] in ("a4", "d1") else "the last stone")
        assert name == "the corner" or left == 0


def test_discs_in_a_line() -> None:
    for position, move, name in wins_of("connect:width=5,height=5,length=3", 40):
        assert re.fullmatch(
            r"3 (in a row|in a column|on a diagonal)( and (in a column|on a diagonal))*", name
        )
        rows = [list(row) for row in str(position.play(move)).split("/")]
        column = move.parts[0]
        row = next(r for r in range(5) if rows[r][column] != ".")
        who = "xo"[position.turn]
        upright = [rows[r][column] for r in range(row, min(row + 3, 5))]
        assert ("in a column" in name) == (upright == [who] * 3)
        flat = "".join(rows[row])
        assert ("in a row" in name) == any(
            who * 3 in flat[i : i + 3] and i <= column < i + 3 for i in range(3)
        )
