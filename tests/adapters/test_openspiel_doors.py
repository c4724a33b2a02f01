"""OpenSpiel's own checks of our games, and its games in ours."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.players.registry import make_player
from kibitz.words.random import Random

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("numpy")


@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect4", "ewn:size=3,stones=2", "nim", "kalah:pits=3,seeds=3"]
)
def test_openspiel_simulates_our_games(spec: str) -> None:
    from kibitz.adapters.openspiel import to_openspiel

    game = to_openspiel(spec)
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


def test_openspiels_algorithms_play_our_games() -> None:
    from open_spiel.python.algorithms import minimax

    from kibitz.adapters.openspiel import to_openspiel

    value, _ = minimax.alpha_beta_search(to_openspiel("tictactoe"))
    assert value == 0.0
    # Its own tic-tac-toe and ours are the same game: as many playouts end in the same way.
    assert (
        to_openspiel("tictactoe").num_distinct_actions()
        == pyspiel.load_game("tic_tac_toe").num_distinct_actions()
    )


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=4,columns=3)", "pig(winscore=8)", "nim"])
def test_its_games_pass_our_check(name: str) -> None:
    from kibitz.adapters.openspiel import from_openspiel
    from kibitz.games.check import check_game

    assert check_game(from_openspiel(name), games=3, seed=1).problems == []


def test_its_tic_tac_toe_has_our_values() -> None:
    """Two sets of rules, one solver: positions reached by the same moves are worth the same."""
    from kibitz.adapters.openspiel import from_openspiel

    theirs, ours = from_openspiel("tic_tac_toe"), kibitz.load("tictactoe")
    rng = Random(3)
    table = kibitz.solve(ours)
    for _ in range(12):
        a, b = theirs.start(), ours.start()
        for _ in range(5):
            if b.is_over:
                break
            place = int(rng.random() * len(b.moves))
            b, a = b.play(b.moves[place]), a.play(a.moves[place])
        assert a.is_over == b.is_over
        if b.is_over:
            continue
        choice = make_player("negascout:depth=9").choose(a)
        assert choice.value is not None
        assert choice.value.result == table.value(b).result


def test_games_that_are_none_for_us_are_refused() -> None:
    from kibitz.adapters.openspiel import from_openspiel

    for name in ("kuhn_poker", "no_such_game"):
        with pytest.raises(kibitz.KibitzError):
            from_openspiel(name)
