"""Batches of games against single positions with the same moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kibitz
from kibitz.games.batch import Batch, NativeBatch, PositionBatch
from kibitz.games.encoding import NativeEncoding
from kibitz.games.position import Position
from kibitz.games.stepping import reward

np = pytest.importorskip("numpy")

GAMES = [
    *(name for name in kibitz.game_names()),
    "ewn:size=3,stones=3,setup=random",
    "mnk:width=4,height=3,length=3",
    "chess960:arrangement=100",
    "nim:piles=4",
    "kalah:pits=3,seeds=2",
    "morris",
    "pig:target=10",
    "race:goal=5",
    "othello:size=4",
]


def settled(position: Position) -> Iterator[Position]:
    """Every position that chance may lead to before somebody decides."""
    if position.is_over or position.turn is not kibitz.Side.CHANCE:
        yield position
        return
    for roll in position.moves:
        yield from settled(position.play(roll))


def check_row(batch: Batch, at: int, position: Position) -> None:
    encoding = batch.game.encoding
    assert batch.position(at) == position
    assert batch.position(at).times == position.times
    assert (batch.observations[at] == encoding.encode([position])[0]).all()
    assert (batch.masks[at] == encoding.actions.masks([position])[0]).all()
    assert batch.turns[at] == position.turn


@pytest.mark.parametrize("spec", GAMES)
def test_each_game_goes_on_as_a_single_one_with_the_same_moves(spec: str) -> None:
    game = kibitz.load(spec)
    size, most = 3, 40
    batch = game.batch(size, seed=7, most_plies=most)
    assert isinstance(batch, NativeBatch if isinstance(game.encoding, NativeEncoding) else PositionBatch)
    mine = [batch.position(at) for at in range(size)]
    ended = 0
    for _ in range(60):
        for at in range(size):
            check_row(batch, at, mine[at])
        numbers = batch.sample()
        plies = batch.plies.copy()
        batch.step(numbers)
        for at in range(size):
            after = mine[at].play(game.encoding.actions.move(mine[at], int(numbers[at])))
            may_follow = list(settled(after))
            if batch.terminated[at] or batch.truncated[at]:
                assert batch.truncated[at] == (plies[at] + 1 == most and not batch.terminated[at])
                fitting = [each for each in may_follow if each.is_over == batch.terminated[at]]
                last = batch.last_observations[at]
                fitting = [each for each in fitting if (game.encoding.encode([each])[0] == last).all()]
                assert list(batch.rewards[at]) in [
                    [np.float32(reward(each, side)) for side in (kibitz.Side.FIRST, kibitz.Side.SECOND)]
                    for each in fitting
                ]
                assert batch.plies[at] == 0
                mine[at] = batch.position(at)
                assert not mine[at].past or game.has_chance
                ended += 1
            else:
                assert batch.rewards[at].tolist() == [0, 0]
                assert batch.plies[at] == plies[at] + 1
                (mine[at],) = {each for each in may_follow if each == batch.position(at)}
    assert ended > 0


@pytest.mark.parametrize("spec", ["tictactoe", "ewn", "pig:target=10"])
def test_the_seed_decides_and_nothing_else(spec: str) -> None:
    game = kibitz.load(spec)

    def played(size: int, seed: int) -> list[str]:
        batch = game.batch(size, seed)
        for _ in range(25):
            batch.step(batch.sample())
        return [str(batch.position(at)) for at in range(size)]

    assert played(6, 3) == played(6, 3)
    assert played(6, 3) != played(6, 4)
    assert played(6, 3)[:2] == played(2, 3)  # how many others there are does not matter
    batch = game.batch(6, 5)
    batch.step(batch.sample())
    batch.reset(3)
    for _ in range(25):
        batch.step(batch.sample())
    assert [str(batch.position(at)) for at in range(6)] == played(6, 3)


def test_chance_falls_as_likely_as_the_rules_say() -> None:
    batch = kibitz.load("ewn").batch(6_000, seed=1)
    rolls = [str(batch.position(at)).split()[-1] for at in range(6_000)]
    counts = [rolls.count(each) for each in set(rolls)]
    assert len(counts) == 6
    assert all(850 < count < 1_150 for count in counts)  # five standard deviations


def test_the_core_and_positions_in_python_step_alike() -> None:
    game = kibitz.load("connect4")
    native = game.batch(5, seed=1)
    plain = PositionBatch(game, 5, 1, [game.start()], 0)
    for _ in range(80):
        for name in ("observations", "masks", "turns", "plies", "rewards", "terminated", "last_observations"):
            assert (getattr(native, name) == getattr(plain, name)).all(), name
        numbers = native.sample()
        native.step(numbers)
        plain.step(numbers)


def test_positions_that_come_back_end_games() -> None:
    game = kibitz.load("chess")
    batch = game.batch(1)
    position = game.start()
    for text in 10 * ["b1c3", "g8f6", "c3b1", "f6g8"]:  # knights go out and home again
        move = position.move(text)
        number = game.encoding.actions.number(position, move)
        batch.step([number])
        position = position.play(move)
        assert bool(batch.terminated[0]) == position.is_over
        if position.is_over:
            assert game.rules.result(position.state) == 0  # repetition ended it
            assert batch.rewards.tolist() == [[0, 0]]
            return
        check_row(batch, 0, position)
    pytest.fail("no game ended by repetition")


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    for spec in ("tictactoe", "nim"):
        batch = kibitz.load(spec).batch(3)
        batch.step(batch.sample())
        taken = int((~batch.masks[1]).argmax())
        before = batch.observations.copy()
        numbers = batch.sample()
        for wrong in (taken, -1, 10_000):
            numbers[1] = wrong
            with pytest.raises(kibitz.IllegalMove, match=f"action {wrong} is not legal in game 1"):
                batch.step(numbers)
        assert (batch.observations == before).all()
        assert batch.plies.tolist() == [1, 1, 1]


def test_what_callers_write_into_the_arrays_changes_no_rules() -> None:
    """Masks are often narrowed in place; a step still plays legal actions only, in all games or in none."""
    batch = kibitz.load("tictactoe").batch(3, most_plies=5)
    batch.step([4, 4, 4])
    batch.masks[:] = True
    batch.plies[:] = 2**31 - 1
    with pytest.raises(kibitz.IllegalMove, match="action 4 is not legal in game 2"):
        batch.step([0, 1, 4])
    assert [str(batch.position(at)) for at in range(3)] == [".../.x./..."] * 3
    batch.masks[:] = False
    batch.step([0, 1, 2])
    assert batch.plies.tolist() == [2, 2, 2]
    assert not batch.truncated.any()
    assert [str(batch.position(at)) for at in range(3)] == ["o../.x./...", ".o./.x./...", "..o/.x./..."]


def test_some_games_begin_again() -> None:
    for spec in ("tictactoe", "nim"):
        batch = kibitz.load(spec).batch(3)
        batch.step(batch.sample())
        batch.reset_games([True, False, True])
        assert batch.plies.tolist() == [0, 1, 0]
        assert batch.turns.tolist() == [0, 1, 0]


def test_games_begin_at_the_given_position() -> None:
    game = kibitz.load("tictactoe")
    starts = [game.start().play("5"), game.start().play("1")]
    batch = game.batch(50, seed=1, starts=starts)
    assert {str(batch.position(at)) for at in range(50)} == set(map(str, starts))


def test_mistakes_are_reported() -> None:
    game = kibitz.load("tictactoe")
    for size in (0, -1, True, 2**40):
        with pytest.raises(kibitz.BadOption):
            game.batch(size)
    with pytest.raises(kibitz.BadOption, match="seed"):
        game.batch(1, -1)
    with pytest.raises(kibitz.BadOption, match="most_plies"):
        game.batch(1, most_plies=0)
    with pytest.raises(kibitz.BadOption, match="position to begin"):
        game.batch(1, starts=[])
    over = game.start().play("1", "4", "2", "5", "3")
    with pytest.raises(kibitz.BadOption, match="is over"):
        game.batch(1, starts=[over])
    with pytest.raises(kibitz.WrongGame):
        game.batch(1, starts=[kibitz.load("connect4").start()])
    batch = game.batch(2)
    for actions in ([0], [0.5, 1.0], [[0], [1]], ["a", "b"], None):
        with pytest.raises(kibitz.BadOption, match="2 numbers"):
            batch.step(actions)  # type: ignore[arg-type]
    with pytest.raises(kibitz.BadOption, match="2 entries"):
        batch.reset_games([1, 0])
    for index in (2, -1):
        with pytest.raises(kibitz.BadOption, match="no game"):
            batch.position(index)
