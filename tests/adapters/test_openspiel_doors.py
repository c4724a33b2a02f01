"""OpenSpiel's own checks of our games, and its games in ours."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.players.registry import make_player
from kibitz.words.random import Random, pick

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("numpy")


@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect4", "ewn:size=3,stones=2", "nim", "kalah:pits=3,seeds=3"]
)
def test_openspiel_simulates_our_games(spec: str) -> None:
    from kibitz.adapters.openspiel import to_openspiel

    game = to_openspiel(spec)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", ["tictactoe", "ewn:size=3,stones=2", "kalah:pits=3,seeds=3"])
def test_games_and_states_travel(spec: str) -> None:
    """Written here, read here and in a process that never heard of the game: the same game goes on."""
    from kibitz.adapters.openspiel import to_openspiel

    game, rng = to_openspiel(spec), Random(4)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            written = pyspiel.serialize_game_and_state(game, state)
            others = [
                pyspiel.deserialize_game_and_state(written)[1],
                game.deserialize_state(state.serialize()),
                pickle.loads(pickle.dumps(state)),
                copy.deepcopy(state),
                state.clone(),
            ]
            for other in others:
                assert str(other) == str(state)
                assert other.history() == state.history()
                assert other.legal_actions() == state.legal_actions()
            state.apply_action(pick(rng, state.legal_actions()))
    state = game.new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[-1])
    told = [str(game), str(state), state.history(), state.legal_actions()]
    reading = (
        "import pickle, sys; game, state = pickle.load(sys.stdin.buffer); "
        "print([str(game), str(state), state.history(), state.legal_actions()])"
    )
    read = subprocess.run(
        [sys.executable, "-c", reading], input=pickle.dumps((game, state)), capture_output=True, check=True
    )
    assert read.stdout.decode().strip() == str(told)


def test_files_of_the_same_name_are_two_games(tmp_path: Path) -> None:
    from kibitz.adapters.openspiel import to_openspiel

    nim = (Path(kibitz.__file__).parent / "examples" / "nim.py").read_text(encoding="utf-8")
    made = []
    for folder in ("one", "other"):
        path = tmp_path / folder / "mynim.py"
        path.parent.mkdir()
        path.write_text(nim, encoding="utf-8")
        made.append(to_openspiel(str(path)))
    assert str(made[0]) != str(made[1])
    assert str(to_openspiel(str(tmp_path / "one" / "mynim.py"))) == str(made[0])


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
