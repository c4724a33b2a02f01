"""Sets of puzzles mined from games of the computer, and those that come with the games."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.errors import BadFile, BadOption
from kibitz.base.random import Random
from kibitz.cli.main import main
from kibitz.puzzles.exercise import Exercise, Result
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.mining import measured, mine_puzzles, unique_win
from kibitz.puzzles.puzzle import GRADES, Puzzle, Task
from kibitz.puzzles.puzzle_set import puzzle_set
from tests.puzzles.solver import move_wins_within

SHIPPED = ("chess", "gomoku")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_set_has_puzzles_of_many_grades_and_lengths(name: str) -> None:
    puzzles = puzzle_set(kibitz.load(name))
    assert len(puzzles) >= 40
    assert (
        len({puzzle.id for puzzle in puzzles}) == len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    )
    assert {1, 3, 4, 5} <= {puzzle.grade for puzzle in puzzles} <= set(GRADES)
    assert {puzzle.plies for puzzle in puzzles} >= {1, 3, 5}
    assert all(puzzle.themes and puzzle.unique and puzzle.task is Task.WIN_IN for puzzle in puzzles)
    assert all(puzzle.solved is not None and 0 <= puzzle.solved <= 1 for puzzle in puzzles)


def test_short_wins_of_gomoku_are_the_shortest_and_the_only_ones() -> None:
    puzzles = [puzzle for puzzle in puzzle_set(kibitz.load("gomoku")) if puzzle.plies == 3]
    for puzzle in puzzles[::25]:
        position = puzzle.start()
        assert not any(move_wins_within(position, move, 1) for move in position.moves)
        assert [str(m) for m in position.moves if move_wins_within(position, m, 3)] == [puzzle.line[0]]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_solution_is_legal_and_wins(name: str) -> None:
    for puzzle in puzzle_set(kibitz.load(name)):
        position = puzzle.start()
        solver = position.turn
        for text in puzzle.line:
            assert not position.is_over
            position = position.play(text)
        assert position.outcome is not None
        assert position.outcome.winner is solver


def test_a_mined_puzzle_is_solved_move_by_move() -> None:
    puzzle = next(puzzle for puzzle in puzzle_set(kibitz.load("chess")) if puzzle.plies == 5)
    exercise = Exercise(puzzle)
    wrong = next(str(move) for move in exercise.position.moves if str(move) != puzzle.line[0])
    assert exercise.answer(wrong).result is Result.WRONG
    for number in (0, 2):
        found = exercise.answer(puzzle.line[number])
        assert (found.result, str(found.reply)) == (Result.GOES_ON, puzzle.line[number + 1])
        assert [str(move) for move in exercise.right()] == [puzzle.line[number + 2]]
    assert exercise.answer(puzzle.line[4]).result is Result.SOLVED
    assert exercise.to_json()["themes"] == list(puzzle.themes)


def test_the_set_comes_before_new_puzzles_and_by_grade() -> None:
    game = kibitz.load("chess")
    known = {puzzle.id for puzzle in puzzle_set(game)}
    made = list(make_puzzles(game, 5, Random(1), grades=(1,)))
    assert {puzzle.id for puzzle in made} <= known
    assert {puzzle.grade for puzzle in made} == {1}
    again = make_puzzles(game, 5, Random(1), grades=(1,), known=lambda puzzle: puzzle == made[0])
    assert made[0].id not in {puzzle.id for puzzle in again}


def test_mining_is_repeatable_and_takes_one_puzzle_of_a_game() -> None:
    game = kibitz.load("mnk:width=7,height=7,length=4")
    first = list(mine_puzzles(game, 4, Random(3)))
    assert first == list(mine_puzzles(game, 4, Random(3)))
    assert len(first) == 4
    assert all(puzzle.unique for puzzle in first)


def test_a_win_with_two_answers_is_none() -> None:
    game = kibitz.load("tictactoe")
    assert unique_win(game.start().play("1", "4", "2", "5"), 2) is not None  # 3 wins at once
    open_corners = game.start().play("1", "6", "7", "8")  # 4 and others
    found = unique_win(open_corners, 1)
    assert found is not None
    assert [str(move) for move in found] == ["4"]
    two = game.start().play("1", "6", "9", "8", "7", "2")
    assert unique_win(two, 1) is None  # both 4 and 5 win


def test_dice_have_no_forced_wins_to_mine() -> None:
    with pytest.raises(BadOption, match="without dice"):
        list(mine_puzzles(kibitz.load("ewn"), 1, Random(1)))


def test_easy_puzzles_are_solved_by_more_levels() -> None:
    puzzles = puzzle_set(kibitz.load("chess"))
    easy = next(puzzle for puzzle in puzzles if puzzle.plies == 1)
    hard = next(puzzle for puzzle in reversed(puzzles) if puzzle.grade == 5)
    found = [measured(replace(each, grade=1, solved=None), Random(2)).solved for each in (easy, hard)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0] > 0.6 > 0.4 > found[1]


def test_the_command_writes_a_set(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    run = CliRunner().invoke(
        main, ["puzzles", "mnk:width=7,height=7,length=4", "--count", "2", "--seed", "1", "--mine", str(path)]
    )
    assert run.exit_code == 0, run.output
    assert len([Puzzle.from_json(each) for each in json.loads(path.read_text())]) == 2
    words = ["puzzles", "mnk:width=7,height=7,length=4", "--count", "1", "--seed", "2", "--mine", str(path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert len(json.loads(path.read_text())) == 3
    run = CliRunner().invoke(main, ["puzzles", "--mine", str(path)])
    assert run.exit_code == 2
    assert "--mine takes GAME, --count and --seed" in run.output


def test_a_unique_line_must_lead_to_the_end() -> None:
    data = puzzle_set(kibitz.load("chess"))[-1].to_json()
    with pytest.raises(BadFile, match="does not lead to the end"):
        Puzzle.from_json({**data, "line": data["line"][:-1]})
