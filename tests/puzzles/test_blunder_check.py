"""Blunder checks stop clear mistakes only, and give a reason without the answer."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Loss, Value, Win
from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.base.move import Line
from kibitz.base.reason import Reason
from kibitz.game_review.decision import Decision, Label
from kibitz.puzzles.blunder_check import Objection, objection
from tests.puzzles.solver import worth


def loses_much_time(best: tuple[int, int], mine: tuple[int, int]) -> bool:
    """Whether a move wins much later or loses much sooner than another, as docs/review.md says."""
    (result, plies), (_, own) = best, mine
    if result == 1:
        return own > plies and (plies == 1 or (plies <= 3 and own - plies >= 6))
    return result == -1 and own < plies and (own <= 2 or (plies - own >= 6 and 2 * own < plies))


def test_moves_that_change_the_result_or_speed_up_the_loss_are_stopped() -> None:
    rng = random.Random(2)
    for spec in ("tictactoe", "connect:width=4,height=4,length=3"):
        game = kibitz.load(spec)
        stopped = 0
        for _ in range(6):
            position = game.start()
            while not position.is_over:
                results = {move: worth(position, move) for move in position.moves}
                best = max(results.values(), key=lambda value: (value[0], -value[0] * value[1]))
                for move in position.moves:
                    said = objection(position, move)
                    worse = results[move][0] < best[0]
                    assert (said is not None) == (worse or loses_much_time(best, results[move]))
                    stopped += said is not None
                position = position.play(rng.choice(position.moves))
        assert stopped > 20


def test_words() -> None:
    position = kibitz.load("tictactoe").position("x.x/oo./...")
    said = objection(position, position.move("9"))
    assert said is not None
    assert said.words == "9 is a blunder: it lets o win at once with 6 (row 4-5-6)."
    assert said.refutation == "9 6"
    assert said.better == "2: it wins at once."
    assert said.to_json()["cost"] == 1
    assert objection(position, position.move("2")) is None


def test_a_reason_is_given_even_if_every_one_would_reveal_the_better_move() -> None:
    position = kibitz.load("tictactoe").position(".../.xo/...")
    found = objection(position, position.move("4"))
    assert found is not None
    # By hand: x only draws, and a corner wins, as o has to answer in the opposite one.
    assert found.words == "4 is a missed win: it draws in 7, while another move wins in 5."


def test_with_dice() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    kibitz.solve(game)
    rng, stopped, passed = random.Random(1), 0, 0
    for _ in range(20):
        position = game.start(rng)
        while not position.is_over:
            if position.turn != 2 and len(position.moves) > 1:
                found = {m.move: m.value.chance for m in kibitz.analyse(position).moves}  # type: ignore[attr-defined]
                for move, chance in found.items():
                    said = objection(position, move)
                    assert (said is not None) == (max(found.values()) - chance > 0.05)
                    stopped, passed = stopped + (said is not None), passed + (said is None)
            position = position.play(rng.choice(position.moves))
    assert stopped > 0
    assert passed > 0


def test_guesses_are_not_held_against_anybody() -> None:
    position = kibitz.load("mnk:width=9,height=9,length=5").start()
    assert objection(position, position.move("a1")) is None


def objected(best: Value, mine: Value, *named: str) -> Objection:
    """An objection to 2 in an empty board where 1 is right, with a reason that names these moves."""
    start = kibitz.load("tictactoe").start()
    right, wrong = start.moves[:2]
    reasons = (
        Reason("kind", "does this", tuple(start.move(text) for text in named), against=True),
        Reason("other", "that", against=True),
    )
    why = Explanation(start, wrong, mine, Line([wrong]), reasons[: 2 if named else 0], False)
    return Objection(
        Decision(
            0,
            start.turn,
            start,
            MoveAnalysis(wrong, mine, Line([wrong])),
            MoveAnalysis(right, best, Line([right])),
            Label.MISTAKE,
            0.1,
            0.2,
            why=why,
        )
    )


def test_reasons_are_reported_unless_they_name_the_better_move() -> None:
    assert objected(Expect(0.5), Expect(0.4), "3").words == "2 is a mistake: it does this. It that."
    assert objected(Expect(0.5), Expect(0.4), "1").words == "2 is a mistake: it that."
    assert objected(Win(3), Draw(4)).words == "2 is a mistake: it draws in 4, while another move wins in 3."
    chances = objected(Expect(0.5), Expect(0.4)).words
    assert chances.index(Expect(0.4).words()) < chances.index(Expect(0.5).words())
    assert "with another move" in chances


def test_the_answer_that_punishes_a_mistake_is_looked_at() -> None:
    position = kibitz.load("tictactoe").position("x.x/oo./...")
    said = objection(position, position.move("9"))
    assert said is not None
    assert said.decision.reply is not None
    assert str(said.decision.reply.move) == "6"
    # A move that ends the game has no answer: in a misère game who completes a line loses.
    misere = kibitz.load("tictactoe:misere=yes").position("xx./oo./...")
    lost = objection(misere, misere.move("3"))
    assert lost is not None
    assert lost.decision.reply is None
    assert lost.to_json()["move"] == "3"


@pytest.mark.parametrize(
    ("values", "stopped"),
    [
        ((Win(5), Estimate(-3)), True),
        ((Estimate(9), Loss(2)), True),
        ((Estimate(9), Estimate(-3)), True),
        ((Estimate(0.9), Estimate(0.3)), False),
    ],
)
def test_a_guess_stops_only_what_gives_much_away(
    monkeypatch: pytest.MonkeyPatch, values: tuple[Value, Value], stopped: bool
) -> None:
    start = kibitz.load("chess").start()
    moves = tuple(
        MoveAnalysis(move, value, Line([move])) for move, value in zip(start.moves, values, strict=False)
    )

    def evaluate_position(position: kibitz.Position) -> Analysis:
        return Analysis(position, values[0], Origin("search", 1, 1, 0.0), moves if position == start else ())

    monkeypatch.setattr("kibitz.puzzles.blunder_check.evaluate_position", evaluate_position)
    assert (objection(start, moves[1].move) is not None) == stopped


def test_a_block_in_one_is_asked_for_where_everything_loses() -> None:
    position = kibitz.load("connect4").position("......./...o.../...o.../..oo.../..xx.../x.oxx..")
    assert kibitz.analyse(position).value.result == -1
    said = objection(position, position.move("2"))
    assert said is not None
    assert said.words.endswith("it lets yellow win at once.")
    assert objection(position, kibitz.explain(position).move) is None
