"""Gymnasium's own checks of our environments."""

from __future__ import annotations

import warnings

import pytest

import kibitz

pytest.importorskip("gymnasium")
pytest.importorskip("numpy")


@pytest.mark.parametrize(
    ("spec", "opponent"),
    [
        ("tictactoe", "random"),
        ("connect4", "negascout:depth=2"),
        ("ewn:size=3,stones=2", "lines"),
        ("nim", "mcts"),
    ],
)
def test_it_passes_the_checker(spec: str, opponent: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from kibitz.adapters.gymnasium import Against

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice on spaces, on how environments are registered
        check_env(Against(spec, opponent), skip_render_check=True)


def test_games_are_played_to_their_end() -> None:
    from kibitz.adapters.gymnasium import Against

    env = Against("tictactoe", "negascout", side="second")
    for seed in range(5):
        seen, info = env.reset(seed=seed)
        assert info["side"] == "second"
        over = False
        while not over:
            number = int(seen["action_mask"].argmax())
            seen, won, over, _, info = env.step(number)
        assert won in (-1.0, 0.0)  # nobody beats it


def test_mistakes_are_reported() -> None:
    from kibitz.adapters.gymnasium import Against

    with pytest.raises(kibitz.BadOption, match="either"):
        Against("tictactoe", "random", side="third")
    with pytest.raises(kibitz.BadOption, match="can't play"):
        Against("ewn", "rules")


def test_a_side_is_taken_or_drawn_by_lot() -> None:
    from kibitz.adapters.gymnasium import Against

    for side, sides in (("first", {"first"}), ("second", {"second"}), ("either", {"first", "second"})):
        env = Against("tictactoe", side=side)
        assert {env.reset(seed=seed)[1]["side"] for seed in range(30)} == sides
    assert {Against("tictactoe").reset(seed=seed)[1]["side"] for seed in range(30)} == {"first", "second"}


def test_the_opponent_begins_where_it_is_its_turn() -> None:
    from kibitz.adapters.gymnasium import Against

    second = Against("tictactoe", "negascout", side="second")
    seen, info = second.reset(seed=1)
    assert info["position"].count("x") == 1
    assert seen["action_mask"].sum() == 8
    seen, info = Against("tictactoe", side="first").reset(seed=1)
    assert info["position"] == ".../.../..."
    assert seen["action_mask"].tolist() == [1] * 9
    assert second.action_space.n == 9


def test_the_seed_decides_the_game_and_each_another_one() -> None:
    from kibitz.adapters.gymnasium import Against

    env = Against("gomoku", side="second")
    begun = [env.reset(seed=seed)[1]["position"] for seed in range(200)]
    assert [env.reset(seed=seed)[1]["position"] for seed in range(20)] == begun[:20]
    # 200 of 225 cells drawn at random with repetitions: 133 different ones are to be expected.
    assert len(set(begun)) > 100
    env.reset(seed=1)
    assert len({env.reset()[1]["position"] for _ in range(10)}) > 5


def test_a_won_game_is_rewarded_once_and_stays_over() -> None:
    from kibitz.adapters.gymnasium import Against

    class First(kibitz.Player):
        """Takes the first move there is."""

        name, summary = "first", "the first move of the list"

        def think(self, position: kibitz.Position, limit: object, rng: object) -> kibitz.Move:
            return position.moves[0]

    env = Against("tictactoe", First({}, {}), side="first")
    env.reset(seed=1)
    # x takes 7, 8 and 9; o answers with 1 and 2.
    for action, won, over in ((6, 0.0, False), (7, 0.0, False), (8, 1.0, True)):
        seen, reward, ended, cut, info = env.step(action)
        assert (reward, ended, cut, "illegal" in info) == (won, over, False, False)
    assert not info.pop("action_mask").any()
    assert info == {"position": "oo./.../xxx", "side": "first"}
    seen, reward, ended, cut, again = env.step(3)
    assert not again.pop("action_mask").any()
    assert (reward, ended, cut, again) == (0.0, True, False, info)
    assert seen["action_mask"].sum() == 0


def test_a_move_that_is_not_allowed_loses_and_changes_nothing() -> None:
    from kibitz.adapters.gymnasium import Against

    env = Against("tictactoe", side="second")
    _, before = env.reset(seed=1)
    taken = before["position"].replace("/", "").index("x")
    _, reward, ended, cut, info = env.step(taken)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert (info.pop("action_mask") == before.pop("action_mask")).all()
    assert info == {**before, "illegal": True}


def test_it_is_drawn_where_that_is_asked_for() -> None:
    from kibitz.adapters.gymnasium import Against

    env, silent = Against("tictactoe", render_mode="ansi"), Against("tictactoe")
    env.reset(seed=1)
    silent.reset(seed=1)
    assert env.render() == env.position.draw()
    assert silent.render() is None
    assert Against.metadata["render_modes"] == ["ansi"]


def test_the_opponent_is_let_go_and_keeps_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.adapters.gymnasium import Against

    opponent = kibitz.player("negascout")
    limits, closed = [], []
    choose = type(opponent).choose

    def noting(self, position, limit=None, rng=None):  # type: ignore[no-untyped-def]
        limits.append(limit)
        return choose(self, position, limit, rng)

    monkeypatch.setattr(type(opponent), "choose", noting)
    monkeypatch.setattr(type(opponent), "close", lambda self: closed.append(self))
    env = Against(kibitz.load("connect4"), opponent, side="second", limit=kibitz.Limit(depth=2))
    env.reset(seed=1)
    env.close()
    assert limits == [kibitz.Limit(depth=2)]
    assert closed == [opponent]


def test_the_mask_is_in_the_info_too() -> None:
    from kibitz.adapters.gymnasium import Against

    env = Against("connect4", "random", side="first")
    seen, info = env.reset(seed=3)
    over = False
    while not over:
        assert (info["action_mask"] == seen["action_mask"]).all()
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert info["action_mask"].sum() == len(env.position.moves)
        seen, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert not info["action_mask"].any()


@pytest.mark.parametrize("spec", ["tictactoe", "ewn:size=3,stones=2", "nim"])
def test_many_games_at_once_are_stepped_as_gymnasium_wants_it(spec: str) -> None:
    import gymnasium
    import numpy as np

    envs = gymnasium.make_vec("kibitz.adapters.gymnasium:kibitz/SelfPlay-v0", num_envs=5, game=spec)
    seen, infos = envs.reset(seed=3)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(40):
        assert envs.observation_space.contains(seen)
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in seen["action_mask"]]
        movers = infos["turn"]
        seen, rewards, terminated, truncated, infos = envs.step(np.array(actions))
        assert not truncated.any()
        batch = envs.unwrapped.batch
        for at in np.flatnonzero(terminated):
            assert rewards[at] == batch.rewards[at, movers[at]]
            last = infos["final_obs"][at]
            assert infos["_final_obs"][at]
            assert envs.single_observation_space.contains(last)
            assert (last["observation"] == batch.last_observations[at]).all()
            ended += 1
        assert (rewards[~terminated] == 0).all()
    assert ended > 5
    again, _ = envs.reset(seed=3)
    first, _ = envs.reset(seed=3)
    assert all((again[name] == first[name]).all() for name in first)


def test_an_illegal_move_loses_one_of_many_games() -> None:
    import numpy as np

    from kibitz.adapters.gymnasium import SelfPlay

    envs = SelfPlay("tictactoe", 3)
    envs.reset(seed=1)
    envs.step(np.array([4, 4, 4]))
    seen, rewards, terminated, _, infos = envs.step(np.array([4, 0, 99]))
    assert rewards.tolist() == [-1, 0, -1]
    assert terminated.tolist() == [True, False, True]
    assert infos["illegal"].tolist() == [True, False, True]
    assert seen["action_mask"].sum(axis=1).tolist() == [9, 7, 9]
    with pytest.raises(kibitz.BadOption, match="3 numbers"):
        envs.step(np.array([1]))


def test_observations_may_be_views() -> None:
    import numpy as np

    from kibitz.adapters.gymnasium import SelfPlay

    envs = SelfPlay("tictactoe", 2, copy=False)
    seen, _ = envs.reset(seed=1)
    envs.step(np.array([0, 1]))
    assert seen["action_mask"].sum() == 16
