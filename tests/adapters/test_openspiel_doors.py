"""OpenSpiel's own checks of our games, and its games in ours."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.base.random import Random, pick
from kibitz.players.registry import make_player

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
    """Serialized here, read here and in a process that has not loaded the game: the same game continues."""
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
    received = [str(game), str(state), state.history(), state.legal_actions()]
    reading = (
        "import pickle, sys; game, state = pickle.load(sys.stdin.buffer); "
        "print([str(game), str(state), state.history(), state.legal_actions()])"
    )
    read = subprocess.run(
        [sys.executable, "-c", reading], input=pickle.dumps((game, state)), capture_output=True, check=True
    )
    assert read.stdout.decode().strip() == str(received)


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
    from kibitz.games.python_game.check import check_game

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


def test_the_openspiel_game_type() -> None:
    from kibitz.adapters.openspiel import to_openspiel

    kinds = pyspiel.GameType
    for spec, name, title, chance, outcomes in (
        ("connect4", "kibitz_connect4", "Connect Four", kinds.ChanceMode.DETERMINISTIC, 0),
        (
            "ewn:size=4,stones=3",
            "kibitz_ewn_size_4_stones_3",
            "EinStein",
            kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            3,  # a die has as many faces as there are stones
        ),
    ):
        game = to_openspiel(spec)
        kind = game.get_type()
        assert kind.short_name == name
        assert title in kind.long_name
        assert kind.chance_mode == chance
        assert game.max_chance_outcomes() == outcomes
        assert kind.dynamics == kinds.Dynamics.SEQUENTIAL
        assert kind.information == kinds.Information.PERFECT_INFORMATION
        assert kind.utility == kinds.Utility.ZERO_SUM
        assert kind.reward_model == kinds.RewardModel.TERMINAL
        assert (kind.min_num_players, kind.max_num_players, game.num_players()) == (2, 2, 2)
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
        assert kind.provides_observation_string
        assert kind.provides_observation_tensor
        assert not kind.provides_information_state_string
        assert not kind.provides_information_state_tensor
        assert game.num_distinct_actions() == len(kibitz.load(spec).encoding.actions)
        # No game of Connect Four has more than 42 moves, and EinStein's are far shorter than this.
        assert game.max_game_length() == 2_000


def test_a_state_is_the_position_behind_it() -> None:
    from kibitz.adapters.openspiel import to_openspiel

    state = to_openspiel("tictactoe").new_initial_state()
    for action, text in ((0, "1"), (3, "4"), (1, "2"), (4, "5")):
        assert not state.is_terminal()
        assert state.returns() == [0, 0]
        assert state.action_to_string(state.current_player(), action) == text
        state.apply_action(action)
    assert state.legal_actions() == [2, 5, 6, 7, 8]
    assert state.current_player() == 0
    assert str(state) == "xx./oo./..."
    state.apply_action(5)
    assert state.current_player() == 1
    state.apply_action(6)
    state.apply_action(2)
    assert str(state) == "xxx/oox/o.."
    assert state.is_terminal()
    assert state.returns() == [1, -1]
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_chance_has_its_outcomes_and_they_are_played_by_number() -> None:
    from kibitz.adapters.openspiel import to_openspiel

    game = kibitz.load("ewn:size=3,stones=3,faces=6")
    state = to_openspiel("ewn:size=3,stones=3,faces=6").new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert [action for action, _ in outcomes] == [*range(len(game.start().moves))]
    assert [chance for _, chance in outcomes] == [chance for _, chance in game.start().chances]
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    for action, move in enumerate(game.start().moves):
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, action) == str(move)
        assert str(state.child(action)) == str(game.start().play(move))
        assert state.child(action).current_player() == 0


def test_points_are_shares_of_the_most() -> None:
    from kibitz.adapters.openspiel import to_openspiel
    from kibitz.games.stepping import reward

    rng = Random(6)
    state = to_openspiel("kalah:pits=2,seeds=2").new_initial_state()
    while not state.is_terminal():
        state.apply_action(pick(rng, state.legal_actions()))
    assert state.returns() == [reward(state.position, side) for side in list(kibitz.Side)[:2]]
    assert sum(state.returns()) == 0


def test_openspiel_observations_are_the_position() -> None:
    from kibitz.adapters.openspiel import to_openspiel

    own = kibitz.load("tictactoe")
    game = to_openspiel("tictactoe")
    state = game.new_initial_state()
    state.apply_action(4)
    observer = game.make_py_observer()
    for player in (0, 1):
        observer.set_from(state, player)
        assert (observer.dict["planes"] == own.encoding.encode([own.start().play("5")])[0]).all()
        assert observer.tensor.shape == (27,)
        assert (observer.tensor == observer.dict["planes"].ravel()).all()
        assert observer.string_from(state, player) == ".../.x./..."


def test_files_of_the_same_name_are_numbered(tmp_path: Path) -> None:
    from kibitz.adapters.openspiel import to_openspiel

    nim = (Path(kibitz.__file__).parent / "examples" / "nim.py").read_text(encoding="utf-8")
    names = []
    for folder in ("one", "two", "three"):
        path = tmp_path / folder / "numbered.py"
        path.parent.mkdir()
        path.write_text(nim, encoding="utf-8")
        names.append(to_openspiel(kibitz.load(str(path))).get_type().short_name)
    assert names == ["kibitz_numbered_py", "kibitz_numbered_py_2", "kibitz_numbered_py_3"]


@pytest.mark.parametrize(
    "name",
    [
        "pig(players=3)",  # too many players
        "goofspiel",  # at the same time
        "phantom_ttt",  # hidden
    ],
)
def test_a_game_that_fails_a_single_condition_is_refused(name: str) -> None:
    from kibitz.adapters.openspiel import from_openspiel

    with pytest.raises(kibitz.KibitzError, match="is not supported"):
        from_openspiel(name)


def test_a_game_in_which_both_may_win_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.adapters import openspiel

    kinds = pyspiel.GameType

    class Friendly:
        """All that is asked of a game before its utility is."""

        dynamics, information = kinds.Dynamics.SEQUENTIAL, kinds.Information.PERFECT_INFORMATION
        utility, chance_mode = kinds.Utility.GENERAL_SUM, kinds.ChanceMode.DETERMINISTIC

        def num_players(self) -> int:
            return 2

        def get_type(self) -> Friendly:
            return self

        def max_utility(self) -> float:
            return 1.0

    monkeypatch.setattr(openspiel.pyspiel, "load_game", lambda name: Friendly())
    with pytest.raises(kibitz.KibitzError, match="is not supported"):
        openspiel.from_openspiel("friendly")


def test_its_points_are_ours() -> None:
    """Two boxes side by side: closing one gives a point and another move, with one point less for each of
    the other's.
    """
    from kibitz.adapters.openspiel import from_openspiel

    game = from_openspiel("dots_and_boxes(num_rows=2,num_cols=1,utility_margin=true)")
    assert game.score_range == (-2, 2)
    rng, seen = Random(2), set()
    for _ in range(20):
        position, theirs = (
            game.start(),
            pyspiel.load_game(
                "dots_and_boxes(num_rows=2,num_cols=1,utility_margin=true)"
            ).new_initial_state(),
        )
        while not position.is_over:
            assert position.turn == theirs.current_player()
            assert len(position.moves) == len(theirs.legal_actions())
            place = int(rng.random() * len(position.moves))
            theirs.apply_action(theirs.legal_actions()[place])
            position = position.play(position.moves[place])
        assert theirs.is_terminal()
        assert position.outcome is not None
        assert position.outcome.points_for(kibitz.Side.FIRST) == theirs.returns()[0]
        seen.add(theirs.returns()[0])
    assert {-2.0, 2.0} <= seen


def test_its_wins_are_ours_and_at_an_end_the_other_would_be_next() -> None:
    from kibitz.adapters.openspiel import OpenSpielGame, from_openspiel

    class TicTacToe(OpenSpielGame):
        openspiel = "tic_tac_toe"

    game = TicTacToe()
    assert game.score_range is None
    assert game.chances is None
    assert game.actions() == [*range(9)]
    first, second, drawn = (0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5), (0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert [game.outcome(state) for state in (first, second, drawn)] == ["first", "second", "draw"]
    assert [game.turn(state) for state in (first, second, drawn)] == ["second", "first", "second"]
    assert (game.outcome(()), game.turn(()), game.turn((4,))) == (None, "first", "second")
    assert game.moves(first[:4]) == [2, 5, 6, 7, 8]
    assert game.format_move_in((), 4) == "x(1_1)"
    assert game.draw((4,)).split() == ["...", ".x.", "..."]
    assert game.start() == ()
    named = from_openspiel("breakthrough(rows=4,columns=3)")
    assert named.start().moves
    assert "breakthrough_rows_4_columns_3" in named.spec


def test_its_dice_are_ours() -> None:
    from kibitz.adapters.openspiel import OpenSpielGame

    class Pig(OpenSpielGame):
        openspiel = "pig(winscore=8)"

    game = Pig()
    (rolling,) = [move for move in game.moves(()) if game.turn(game.play((), move)) == "chance"]
    state = game.play((), rolling)
    assert sorted(game.chances(state).values()) == pytest.approx([1 / 6] * 6)
    assert game.score_range is None


def test_forgotten_entries_are_rebuilt(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.adapters.openspiel import OpenSpielGame

    class Small(OpenSpielGame):
        openspiel = "tic_tac_toe"
        _CACHE_SIZE = 3

    class Large(OpenSpielGame):
        openspiel = "tic_tac_toe"

    small, large = Small(), Large()
    for state in ((), (4,), (4, 0), (4, 0, 1), (4, 0, 1, 7), (2,), (4, 0, 1, 7, 2), ()):
        assert small.draw(state) == large.draw(state)
        assert len(small._states) <= 3
    assert len(large._states) == 7


def test_a_game_of_the_wrong_name_is_named() -> None:
    from kibitz.adapters.openspiel import from_openspiel

    with pytest.raises(kibitz.KibitzError, match="OpenSpiel has no game 'no_such_game'"):
        from_openspiel("no_such_game")
