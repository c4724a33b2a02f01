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
        number = made.game.actions.number(made.position, made.position.move(text))
        made.step(number)
    assert made.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(made.terminations.values())


def test_nobody_is_rewarded_before_the_end() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    for _ in range(2):  # a second game begins like the first
        made.reset(seed=1)
        for text in ("1", "4", "2", "5"):
            assert made.rewards == {"player_0": 0.0, "player_1": 0.0}
            _, reward, ended, cut, _ = made.last()
            assert (reward, ended, cut) == (0.0, False, False)
            made.step(made.game.actions.number(made.position, made.position.move(text)))
        made.step(made.game.actions.number(made.position, made.position.move("3")))
        assert [made.last()[1], made.last()[2]] == [
            {"player_0": 1.0, "player_1": -1.0}[made.agent_selection],
            True,
        ]


def test_what_is_not_allowed_loses() -> None:
    from kibitz.adapters.pettingzoo import env

    made = env("tictactoe")
    made.reset()
    made.step(4)
    made.step(4)
    assert made.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_without_the_package_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.adapters.needs import need

    with pytest.raises(kibitz.BadOption, match=r"pip install 'kibitz\[pettingzoo\]'"):
        need("no_such_module", "pettingzoo", "pettingzoo")
