"""Common to all environments: dice that roll by themselves, and rewards by the rules."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import Position, Side
from kibitz.adapters.environment import observation_space, observed
from kibitz.base.random import Random, pick
from kibitz.games.stepping import reward, roll


def ends(spec: str, games: int) -> list[Position]:
    found, rng = [], Random(5)
    for _ in range(games):
        position = kibitz.load(spec).start()
        while not position.is_over:
            position = position.play(pick(rng, position.moves))
        found.append(position)
    return found


@pytest.mark.parametrize("spec", ["ewn:size=3,stones=2", "pig:target=10", "race:goal=5"])
def test_after_a_roll_a_player_decides_or_the_game_is_over(spec: str) -> None:
    rng = Random(2)
    for _ in range(20):
        position = kibitz.load(spec).start()
        while not position.is_over:
            rolled = roll(position, rng)
            assert rolled.is_over or rolled.turn is not Side.CHANCE
            if position.turn is not Side.CHANCE:
                assert rolled is position
            if rolled.is_over:
                break
            position = rolled.play(pick(rng, rolled.moves))
        else:
            assert roll(position, rng) is position


def test_dice_fall_by_chance() -> None:
    start = kibitz.load("ewn").start()
    assert start.turn is Side.CHANCE
    assert {str(roll(start, Random(seed))) for seed in range(60)} == {
        str(start.play(move)) for move in start.moves
    }


def test_a_win_is_worth_one_and_a_loss_as_much_less() -> None:
    game = kibitz.load("tictactoe")
    won, lost = game.position("xxx/oo./..."), game.position("xx./ooo/x..")
    drawn = game.position("xox/xox/oxo")
    assert [reward(won, side) for side in (Side.FIRST, Side.SECOND)] == [1.0, -1.0]
    assert [reward(lost, side) for side in (Side.FIRST, Side.SECOND)] == [-1.0, 1.0]
    assert [reward(drawn, side) for side in (Side.FIRST, Side.SECOND)] == [0.0, 0.0]
    assert reward(game.start(), Side.FIRST) == reward(game.start(), Side.SECOND) == 0.0


@pytest.mark.parametrize(("spec", "most"), [("kalah:pits=2,seeds=2", 8), ("othello:size=4", 16)])
def test_points_are_a_share_of_the_most_that_can_be_won(spec: str, most: int) -> None:
    """All seeds, or a stone on each cell."""
    shares = set()
    for end in ends(spec, 12):
        assert end.outcome is not None
        for side in (Side.FIRST, Side.SECOND):
            points = end.outcome.points_for(side)
            assert points is not None
            assert reward(end, side) == pytest.approx(points / most)
            shares.add(reward(end, side))
    assert len(shares) > 2
    assert reward(kibitz.load(spec).start(), Side.FIRST) == 0.0


class Circle(kibitz.PythonGame):
    """Both may wait for ever; going ends it with a point for the first player."""

    score_range = (-4, 4)

    def start(self) -> str:
        return "first"

    def turn(self, state: str) -> str:
        return "first" if state == "end" else state

    def moves(self, state: str) -> list[str]:
        return ["wait", "go"]

    def play(self, state: str, move: str) -> str:
        return "end" if move == "go" else {"first": "second", "second": "first"}[state]

    def outcome(self, state: str) -> int | None:
        return 1 if state == "end" else None


def test_a_game_of_points_that_ends_by_repetition_is_a_draw() -> None:
    position = kibitz.load(Circle).start()
    assert reward(position.play("go"), Side.FIRST) == 0.25
    assert reward(position.play("go"), Side.SECOND) == -0.25
    while not position.is_over:
        position = position.play("wait")
    assert [reward(position, side) for side in (Side.FIRST, Side.SECOND)] == [0.0, 0.0]


@pytest.mark.parametrize("spec", ["tictactoe", "ewn:size=3,stones=2", "kalah:pits=3,seeds=3"])
def test_observations_and_masks_agree_with_the_rules(spec: str) -> None:
    np = pytest.importorskip("numpy")
    spaces = pytest.importorskip("gymnasium").spaces
    game = kibitz.load(spec)
    space = observation_space(game, spaces)
    assert space["observation"].shape == game.encoding.shape
    assert space["action_mask"].shape == (len(game.encoding.actions),)
    assert (space["action_mask"].low == 0).all()
    assert (space["action_mask"].high == 1).all()
    assert not space["observation"].is_bounded()
    assert np.isneginf(space["observation"].low).all()
    position = roll(game.start(), Random(1))
    seen = observed(game, position)
    assert space.contains(seen)
    allowed = [at for at in range(len(game.encoding.actions)) if seen["action_mask"][at]]
    assert sorted(game.encoding.actions.number(position, move) for move in position.moves) == allowed
