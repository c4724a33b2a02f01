"""PettingZoo's own checks of our environments."""

from __future__ import annotations

import warnings

import pytest

import kibitz

pytest.importorskip("pettingzoo")
pytest.importorskip("numpy")

SPECS = ["tictactoe", "connect4", "ewn:size=3,stones=2", "nim", "kalah:pits=3,seeds=3", "pig:target=10"]


@pytest.mark.parametrize("spec", SPECS)
def test_it_passes_the_api_test(spec: str) -> None:
    from pettingzoo.test import api_test

    from kibitz.adapters.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on the shapes of arrays that it expects of pictures
        api_test(env(spec), num_cycles=60)


def test_the_same_seed_gives_the_same_game() -> None:
    from pettingzoo.test import seed_test

    from kibitz.adapters.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env("ewn:size=3,stones=2"), num_cycles=30)


def test_rewards_are_what_the_game_says() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    made.reset(seed=1)
    for text in ("1", "4", "2", "5", "3"):
        number = made.game.encoding.actions.number(made.position, made.position.move(text))
        made.step(number)
    assert made.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(made.terminations.values())


def test_rewards_come_only_at_the_end() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    for _ in range(2):  # a second game begins like the first
        made.reset(seed=1)
        for text in ("1", "4", "2", "5"):
            assert made.rewards == {"player_0": 0.0, "player_1": 0.0}
            _, reward, ended, cut, _ = made.last()
            assert (reward, ended, cut) == (0.0, False, False)
            made.step(made.game.encoding.actions.number(made.position, made.position.move(text)))
        made.step(made.game.encoding.actions.number(made.position, made.position.move("3")))
        assert [made.last()[1], made.last()[2]] == [
            {"player_0": 1.0, "player_1": -1.0}[made.agent_selection],
            True,
        ]


def test_an_illegal_move_loses() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    made.reset()
    made.step(4)
    made.step(4)
    assert made.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_without_the_package_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.adapters.optional_packages import need

    with pytest.raises(kibitz.BadOption, match=r"pip install '\.\[pettingzoo\]'"):
        need("no_such_module", "pettingzoo", "pettingzoo")


def test_illegal_moves_are_distinguished_from_losses() -> None:
    from kibitz.adapters.pettingzoo import env

    for wrong in (9, None):
        made = env("tictactoe")
        made.reset(seed=1)
        made.step(wrong)
        assert made.rewards == {"player_0": -1.0, "player_1": 1.0}
        assert made.infos == {"player_0": {"illegal": True}, "player_1": {}}
        assert made.terminations == {"player_0": True, "player_1": True}
        assert made.truncations == {"player_0": False, "player_1": False}
        assert str(made.position) == ".../.../..."


def test_at_the_end_each_agent_is_notified_and_leaves() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    made.reset(seed=1)
    for number in (0, 3, 1, 4, 2):
        made.step(number)
    data = {}
    while made.agents:
        agent = made.agent_selection
        _, data[agent], ended, _, _ = made.last()
        assert ended
        made.step(None)
    assert data == {"player_0": 1.0, "player_1": -1.0}
    made.reset()
    assert made.agents == made.possible_agents == ["player_0", "player_1"]
    assert made._cumulative_rewards == {"player_0": 0.0, "player_1": 0.0}


def test_only_the_side_to_move_sees_legal_actions() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    made.reset(seed=1)
    made.step(4)
    assert made.agent_selection == "player_1"
    assert made.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert made.observe("player_0")["action_mask"].tolist() == [0] * 9
    seen = [made.observe(agent)["observation"] for agent in made.agents]
    assert (seen[0] == seen[1]).all()
    for agent in made.agents:
        assert made.action_space(agent).n == 9
        assert made.observation_space(agent).contains(made.observe(agent))


def test_extra_turns_ask_again() -> None:
    """In kalah the last seed in one's own store gives another move: with three seeds in each of three pits,
    from the first one.
    """
    from kibitz.adapters.pettingzoo import env

    made = env(kibitz.load("kalah:pits=3,seeds=3"))
    made.reset(seed=1)
    made.step(0)
    assert made.agent_selection == "player_0"
    made.step(1)
    assert made.agent_selection == "player_1"


def test_dice_fall_as_the_seed_says_and_else_on_from_before() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("ewn")

    def begun(seed: int | None) -> str:
        made.reset(seed=seed)
        return str(made.position)

    assert begun(3) == begun(3) != begun(4)
    # The stones' order and the first roll are drawn: more ways than could come twice in a few games.
    assert len({begun(None) for _ in range(10)}) == 10
    assert {begun(seed)[-1] for seed in range(60)} == {*"123456"}


def test_it_is_drawn_where_that_is_asked_for() -> None:
    from kibitz.adapters.pettingzoo import env

    made, silent = env("tictactoe", "ansi"), env("tictactoe")
    made.reset()
    silent.reset()
    assert made.render() == made.position.draw()
    assert silent.render() is None
    assert made.metadata["render_modes"] == ["ansi"]
    assert made.metadata["is_parallelizable"] is False
