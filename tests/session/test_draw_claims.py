"""Draw claims, and games that end by repetition."""

import pytest

import kibitz
from kibitz.base.ending import Termination
from kibitz.base.random import Random
from kibitz.players.player import Choice, Player
from kibitz.session.live_game import LiveGame


class Corridor(kibitz.PythonGame):
    """A king walks to and fro between two rooms; nobody ever wins."""

    repetition = kibitz.Repetition(claim=2, draw=4)

    def start(self):
        return 0

    def moves(self, state):
        return ["walk"]

    def play(self, state, move):
        return 1 - state

    def outcome(self, state):
        return None


def test_a_draw_is_claimed_where_a_position_came_back() -> None:
    session = kibitz.Session(kibitz.load(Corridor))
    with pytest.raises(kibitz.IllegalMove, match="no draw to claim"):
        session.claim_draw()
    session.play("walk")
    session.play("walk")
    assert session.claim == "this position has occurred 2 times"
    session.claim_draw()
    assert session.is_over
    assert session.outcome == kibitz.Outcome(None)
    assert session.ending.termination is Termination.CALLED_OFF
    again = kibitz.Record.parse(str(session.record()), session.game)
    assert again.outcome == kibitz.Outcome(None)


def test_the_fourth_time_ends_the_game() -> None:
    session = kibitz.Session(kibitz.load(Corridor))
    for _ in range(6):
        session.play("walk")
    assert session.is_over
    assert session.position.times == 4
    with pytest.raises(kibitz.GameOver):
        session.play("walk")


@pytest.mark.parametrize(
    ("rule", "winner"),
    [
        (kibitz.Repetition(draw=2), None),
        # The second player's move brings the start back, and that loses.
        (kibitz.Repetition(loss=2), kibitz.Side.FIRST),
        # No move that brings it back is allowed, so the second player can't move.
        (kibitz.Repetition(forbidden=True), kibitz.Side.FIRST),
    ],
)
def test_repetitions_and_their_claims(rule: kibitz.Repetition, winner: kibitz.Side | None) -> None:
    cls = type("Ruled", (Corridor,), {"repetition": rule})
    game = kibitz.load(cls)
    position = game.start().play("walk")
    if not rule.forbidden:
        position = position.play("walk")
    assert position.is_over
    assert position.moves == ()
    assert position.outcome == kibitz.Outcome(winner)
    # A search that looks so far sees it.
    found = kibitz.player("alphabeta:depth=4,tt=1M").choose(game.start()).value
    assert found.result == (0 if winner is None else 1)


def test_two_computers_in_a_looping_game_come_to_an_end() -> None:
    result = kibitz.match("random", "minimax:depth=1", game="morris:diagonals=no", games=2, seed=3, workers=1)
    assert len(result.results) == 2


class Thinks(Player):
    """Takes the first move, and thinks always the same of it."""

    name = "thinks"
    summary = "for tests"

    def __init__(self, value: kibitz.Value | None) -> None:
        super().__init__({}, {})
        self._value = value

    def think(self, position: kibitz.Position, limit: kibitz.Limit, rng: Random) -> Choice:
        return Choice(position.moves[0], self._value)


@pytest.mark.parametrize(
    ("value", "claims"),
    [
        (kibitz.Estimate(-1), True),
        (kibitz.Estimate(0), True),
        (kibitz.Estimate(0.5), False),
        (kibitz.Draw(), True),
        (kibitz.Loss(3), True),
        (kibitz.Win(3), False),
        (None, False),
    ],
)
@pytest.mark.parametrize("side", [kibitz.Side.FIRST, kibitz.Side.SECOND])
def test_a_computer_claims_where_it_stands_no_better(
    value: kibitz.Value | None, claims: bool, side: kibitz.Side
) -> None:
    confident, other = Thinks(kibitz.Win(9)), Thinks(value)
    players = (other, confident) if side is kibitz.Side.FIRST else (confident, other)
    live = LiveGame(kibitz.load(Corridor), *players)
    moves = [str(event.move) for event in live.play_out()]
    assert live.outcome == kibitz.Outcome(None)
    assert live.ending is not None
    # The start comes back after two moves, and for the fourth time after six, which ends the game.
    assert len(moves) == (2 if claims else 6)
    assert live.ending.termination is (Termination.CALLED_OFF if claims else Termination.RULES)
    assert live.ending.detail == ("claimed, as this position has occurred 2 times" if claims else "")


def test_a_persons_draw_is_not_claimed_automatically() -> None:
    session = kibitz.Session(kibitz.load(Corridor), second=Thinks(kibitz.Win(9)))
    for _ in range(3):
        assert session.claim is None or session.position.times > 1
        session.play("walk")
        assert session.claim is None  # it is not the person's turn
        if not session.is_over:
            session.step()
    assert session.ending is not None
    assert session.ending.termination is Termination.RULES
    assert session.claim is None
