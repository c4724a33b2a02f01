"""Resistance of a lost side, with given values of replies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kibitz
from kibitz import Draw, Loss, Value, Win
from kibitz.analysis.report import MoveAnalysis
from kibitz.base.move import Line, Move
from kibitz.game_review import resistance as module
from kibitz.game_review.decision import Decision, Label
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.resistance import Resistance, resistance
from kibitz.game_review.review import review
from kibitz.games.position import Position

START = kibitz.load("tictactoe").start()


def decided(position: Position, best: Value, move: Move) -> Decision:
    """A decision for a move of a position that is worth so much."""
    played = MoveAnalysis(move, best, Line([move]))
    return Decision(0, position.turn, position, played, played, Label.BEST, 0.0, 0.0)


def known(
    monkeypatch: pytest.MonkeyPatch, replies: Callable[[Position], list[Value] | None]
) -> list[Position]:
    """Let sources know the first replies to be worth this; the positions that they are asked about."""
    asked: list[Position] = []

    def exact_values(position: Position) -> dict[Move, Value] | None:
        asked.append(position)
        values = replies(position)
        return None if values is None else dict(zip(position.moves, values, strict=False))

    monkeypatch.setattr(module, "exact_values", exact_values)
    return asked


def test_hardness_is_the_share_of_replies_that_win_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    hardest = str(START.play("5"))

    def replies(position: Position) -> list[Value]:
        return (
            [Win(1), Draw(), Loss(2), Draw()]
            if str(position) == hardest
            else [Win(1), Win(3), Draw(), Win(5)]
        )

    known(monkeypatch, replies)
    found = resistance(decided(START, Loss(6), START.move("1")), slipped=True)
    assert found is not None
    assert (found.replies, found.winning, found.hardness, found.hardest) == (4, 3, 0.25, 0.75)
    assert (found.is_trap, found.slipped) == (False, True)
    assert found.harder == (START.move("5"), 4, 1)
    trap = resistance(decided(START, Loss(6), START.move("5")), slipped=False)
    assert trap is not None
    assert (trap.winning, trap.hardness, trap.hardest, trap.is_trap) == (1, 0.75, 0.75, True)


@pytest.mark.parametrize("best", [Win(3), Draw(), kibitz.Estimate(-5), kibitz.Expect(0.1)])
def test_resistance_needs_a_proven_loss(monkeypatch: pytest.MonkeyPatch, best: Value) -> None:
    asked = known(monkeypatch, lambda position: [Win(1)])
    assert resistance(decided(START, best, START.move("1")), slipped=False) is None
    assert asked == []


def test_where_the_replies_are_not_known_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch, lambda position: None)
    assert resistance(decided(START, Loss(6), START.move("1")), slipped=False) is None
    known(monkeypatch, lambda position: [])
    assert resistance(decided(START, Loss(6), START.move("1")), slipped=False) is None
    # A move that ends the game has no replies, and after a move dice come before them.
    asked = known(monkeypatch, lambda position: [Win(1)])
    ending = kibitz.load("tictactoe").position("xx./oo./...")
    assert resistance(decided(ending, Loss(1), ending.move("3")), slipped=False) is None
    dice = kibitz.load("ewn")
    rolled = dice.start().play(dice.start().moves[0])
    assert resistance(decided(rolled, Loss(1), rolled.moves[0]), slipped=False) is None
    assert asked == []


@pytest.mark.parametrize(("width", "looked"), [(10, 100), (11, 1)])
def test_of_more_than_a_hundred_moves_only_the_one_that_was_made_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, width: int, looked: int
) -> None:
    start = kibitz.load(f"mnk:width={width},height=10,length=5").start()
    assert len(start.moves) == 10 * width
    asked = known(monkeypatch, lambda position: [Win(1), Draw()])
    found = resistance(decided(start, Loss(6), start.moves[0]), slipped=False)
    assert found is not None
    assert (found.hardness, found.hardest) == (0.5, 0.5)
    assert len(asked) == looked


def test_a_trap_leaves_one_of_several() -> None:
    lost = decided(START, Loss(4), START.move("1"))
    traps = {
        (replies, winning): Resistance(lost, replies, winning, 0.0, 0.0, False).is_trap
        for replies, winning in ((1, 1), (2, 1), (5, 1), (5, 2), (5, 0))
    }
    assert traps == {(1, 1): False, (2, 1): True, (5, 1): True, (5, 2): False, (5, 0): False}


def test_machines_read_what_the_documentation_says_of_a_game() -> None:
    """The game of docs/review.md: of the five replies to 9 two won, and x let it slip."""
    text = '[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 8 4 5. 6 1/2-1/2\n'
    data = review_to_json(review(kibitz.Record.parse(text)))
    (resisted,) = data["resisted"]
    assert [resisted[key] for key in ("ply", "side", "replies", "winning", "slipped", "trap")] == [
        3,
        "second",
        5,
        2,
        True,
        False,
    ]
    assert resisted["hardness"] == pytest.approx(3 / 5)
    assert resisted["hardest"] >= resisted["hardness"]
    one, other = data["first"], data["second"]
    assert [one[key] for key in ("found", "critical", "only_found", "only_moves")] == [1, 2, 1, 1]
    assert (one["won"], one["let_go"], other["lost"], other["slipped"]) == (2, 1, 1, 1)
    assert data["decisions"][4]["why"] is not None
    assert data["decisions"][0]["why"] is None
