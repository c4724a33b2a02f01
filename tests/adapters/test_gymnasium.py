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


def test_what_is_wrong_is_said() -> None:
    from kibitz.adapters.gymnasium import Against

    with pytest.raises(kibitz.BadOption, match="either"):
        Against("tictactoe", "random", side="third")
    with pytest.raises(kibitz.BadOption, match="can't play"):
        Against("ewn", "rules")
