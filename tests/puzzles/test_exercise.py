"""Attempts at puzzles: hidden answers, wins played out, and recorded results."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

import kibitz
from kibitz import Draw, Expect, Loss, Value, Win
from kibitz.analysis.explanation import Explanation
from kibitz.base.move import Line
from kibitz.base.random import Random
from kibitz.base.reason import Reason
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.exercise import Exercise, Result
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.puzzle import Puzzle, Task
from kibitz.puzzles.repetition import Recall

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


def test_the_answer_is_not_reported_before_it_is_found() -> None:
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


def test_hints_about_rolls_say_how_many_are_right() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    start = game.start()
    rolls = tuple(map(str, start.moves))
    puzzle = Puzzle(game.spec, str(start), Task.BEST_ROLL, rolls[:1], rolls[:1], "Expect(0.5)", 3)
    assert Exercise(puzzle).hint() == "One roll is right."
    assert Exercise(replace(puzzle, answers=rolls)).hint() == f"{len(rolls)} rolls are right."


@pytest.mark.parametrize(
    ("text", "answers", "hint"),
    [
        ("x.x/o../.o.", ("2",), "One move is right. It ends the game."),
        # x wins at 3 and at 7.
        ("xx./xo./.oo", ("3", "7"), "2 moves are right. It ends the game."),
        ("x../.oo/..x", ("4",), "One move is right. See what the opponent threatens."),
    ],
)
def test_hints_about_moves_name_one_thing_to_look_for(text: str, answers: tuple[str, ...], hint: str) -> None:
    puzzle = Puzzle("tictactoe", text, Task.BETTER, answers, answers[:1], "Win(1)", 1)
    assert Exercise(puzzle).hint().startswith(hint)
    assert Exercise(puzzle).hint().count(".") <= 2


def test_the_question_counts_down() -> None:
    board = kibitz.load("connect4")
    # Three in a row with both ends free, but o to move wins nothing: x wins in three plies.
    start = board.start().play("3", "3", "4", "4")
    puzzle = puzzle_at(start)
    assert puzzle is not None
    assert (puzzle.task, puzzle.plies) == (Task.WIN_IN, 3)
    exercise = Exercise(puzzle)
    assert "wins in 2 moves" in exercise.question
    said = exercise.answer(puzzle.answers[0])
    assert said.result is Result.GOES_ON
    assert said.reply is not None
    assert [str(move) for move in exercise.played] == [puzzle.answers[0], str(said.reply)]
    assert str(exercise.position) == str(start.play(puzzle.answers[0], said.reply))
    assert exercise.question == "Go on: win in one more move."
    longer = Exercise(replace(puzzle, plies=7))
    longer.played = exercise.played
    assert longer.question == "Go on: win in 3 more moves."


def test_the_solution_is_shown_after_solving_or_giving_up() -> None:
    puzzle = found_at("x.x/oo./...")
    shown = Exercise(puzzle)
    assert not shown.is_over
    shown.show()
    assert shown.is_over
    data = shown.to_json()
    assert (data["shown"], data["solved"], data["wrong"]) == (True, False, 0)
    assert (data["answers"], data["solution"]) == (["2"], "2")
    with pytest.raises(kibitz.GameOver):
        shown.answer("2")
    solved = Exercise(puzzle)
    solved.answer("9")
    solved.answer("2")
    data = solved.to_json()
    assert (data["shown"], data["solved"], data["wrong"]) == (False, True, 1)
    assert data["mover"] == str(kibitz.Side.FIRST)


def test_a_solution_is_played_to_its_end() -> None:
    puzzle = replace(found_at("x.x/oo./..."), position=".../.../...", line=tuple("12453"))
    assert Exercise(puzzle).solution() == "1 2 4 5 3 ..."


@pytest.mark.parametrize(("wrong", "recall"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_three_wrong_answers_count_as_shown(wrong: int, recall: int) -> None:
    exercise = Exercise(found_at("x.x/oo./..."))
    for text in "6789"[:wrong]:
        assert exercise.answer(text).result is Result.WRONG
    assert exercise.wrong == wrong
    assert exercise.recall == recall


def explained(position: kibitz.Position, text: str, value: Value, *named: str) -> Explanation:
    move = position.move(text)
    reason = Reason("kind", "does something", tuple(position.move(each) for each in named))
    return Explanation(position, move, value, Line([move]), (reason,), False)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Draw(3), "only draws"),
        (Loss(2), "loses in 2"),
        (Win(5), "wins in 5"),
        (Expect(0.25), "leaves a chance of 25.0% to win"),
    ],
)
def test_reasons_that_name_an_answer_are_replaced_by_what_the_move_is_worth(
    monkeypatch: pytest.MonkeyPatch, value: Value, words: str
) -> None:
    exercise = Exercise(found_at("x.x/oo./..."))
    for named, said in (("2", words), ("7", "does something")):
        monkeypatch.setattr(
            "kibitz.puzzles.exercise.explain_in",
            lambda found, move, named=named: explained(exercise.position, str(move), value, named),
        )
        why = exercise.answer("9").why
        assert why is not None
        assert [reason.text for reason in why.reasons] == [said]
