"""Solving a puzzle: the answer stays hidden, wins are played out, and how it went is noted."""

from __future__ import annotations

import json
import re

import pytest

import kibitz
from kibitz.training.exercise import Exercise, Result
from kibitz.training.finding import puzzle_at
from kibitz.training.making import make_puzzles
from kibitz.training.puzzle import Puzzle, Task
from kibitz.training.schedule import Recall
from kibitz.words.random import Random

GAME = kibitz.load("tictactoe")


def found_at(text: str) -> Puzzle:
    puzzle = puzzle_at(GAME.position(text))
    assert puzzle is not None
    return puzzle


def test_a_win_is_played_out_to_its_end() -> None:
    for puzzle in make_puzzles(kibitz.load("mnk:width=4,height=3,length=3"), 12, Random(1)):
        exercise = Exercise(puzzle)
        answers = 0
        while not exercise.is_over:
            answers += 1
            said = exercise.answer(str(exercise.right()[0]))
            assert said.result is not Result.WRONG
            assert (said.reply is None) == (said.result is Result.SOLVED)
        assert exercise.recall is Recall.AT_ONCE
        if puzzle.task is Task.WIN_IN:
            assert answers == ((puzzle.plies or 0) + 1) // 2
            assert exercise.position.outcome is not None
            assert exercise.position.outcome.winner is exercise.solver
        else:
            assert answers == 1


def test_wins_that_only_a_search_sees_are_played_out_too() -> None:
    for puzzle in make_puzzles(kibitz.load("mnk:width=6,height=6,length=4"), 3, Random(3)):
        exercise = Exercise(puzzle)
        while not exercise.is_over:
            assert exercise.answer(str(exercise.right()[-1])).result is not Result.WRONG
        assert exercise.position.outcome is not None
        assert exercise.position.outcome.winner is exercise.solver


def test_a_wrong_answer_gets_a_reason_that_does_not_give_the_right_one_away() -> None:
    game = kibitz.load("tictactoe")
    tried = 0
    for puzzle in make_puzzles(game, 15, Random(4)):
        exercise = Exercise(puzzle)
        right = [str(move) for move in exercise.right()]
        for move in exercise.position.moves:
            if str(move) in right:
                continue
            said = exercise.answer(str(move))
            assert said.result is Result.WRONG
            assert said.why is not None
            tried += 1
            assert said.why.move == move
            for reason in said.why.reasons:
                # What the opponent may do there is no help; that it is the best move is.
                cells = set(re.findall(r"\d", re.sub(r"in \d+|\d+ (later|of|others)", "", reason.text)))
                assert not cells & set(right), reason.text
    assert tried > 20


def test_how_well_it_went() -> None:
    puzzle = found_at("x.x/oo./...")
    once = Exercise(puzzle)
    assert once.question == "x to move wins in one move. How?"
    assert once.answer("2").result is Result.SOLVED
    assert once.recall is Recall.AT_ONCE
    with pytest.raises(kibitz.GameOver):
        once.answer("2")
    late = Exercise(puzzle)
    assert late.answer("9").result is Result.WRONG
    assert late.answer("2").result is Result.SOLVED
    assert late.recall is Recall.LATE
    shown = Exercise(puzzle)
    said = shown.show()
    assert said is not None
    assert str(said.move) == "2"
    assert shown.recall is Recall.SHOWN
    guessed = Exercise(puzzle)
    for text in ("6", "7", "8"):
        guessed.answer(text)
    guessed.answer("2")
    assert guessed.solved
    assert guessed.recall is Recall.SHOWN
    with pytest.raises(kibitz.IllegalMove):
        Exercise(puzzle).answer("1")


def test_the_answer_is_not_told_before_it_is_found() -> None:
    exercise = Exercise(found_at("x.x/oo./..."))
    before = json.dumps(exercise.to_json())
    assert "answers" not in before
    assert "solution" not in before
    assert exercise.hint() == "One move is right. It ends the game."
    exercise.answer("2")
    assert exercise.to_json()["answers"] == ["2"]
    assert exercise.to_json()["solution"] == "2"


def test_rolls() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    kibitz.solve(game)
    puzzle = next(iter(make_puzzles(game, 1, Random(1), tasks=(Task.BEST_ROLL,))))
    exercise = Exercise(puzzle)
    assert "about to roll" in exercise.question
    wrong = next(str(move) for move in exercise.position.moves if str(move) not in puzzle.answers)
    assert exercise.answer(wrong).why is None
    assert exercise.answer(puzzle.answers[0]).result is Result.SOLVED
    assert Exercise(puzzle).show() is None
