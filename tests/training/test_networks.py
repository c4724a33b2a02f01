"""Networks: inference in the core, files, and searches that use them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from kibitz import _core
from kibitz.base.random import Random
from kibitz.files.network_file import read_network, write_network
from kibitz.players.evaluation import evaluation_named
from kibitz.players.network import made, network_of
from kibitz.players.registry import make_player, resources
from kibitz.players.spec import PlayerSpec, Resource
from tests.search.settings import random_positions
from tests.training.networks import drawn, drawn_file, plainly

np = pytest.importorskip("numpy")


@pytest.mark.parametrize(("spec", "blocks"), [("tictactoe", 0), ("connect4", 2), ("ewn", 1), ("nim", 1)])
def test_the_core_says_what_plain_arithmetic_says(spec: str, blocks: int) -> None:
    game = kibitz.load(spec)
    data = drawn(game, 3, hidden=12, blocks=blocks)
    network = made(data)
    positions = random_positions(game, 4, seed=1, plies=6)
    both = network.evaluate(game.encoding.encode(positions).ravel().tolist())
    for position, (value, moves) in zip(positions, both, strict=True):
        wanted_value, wanted_moves = plainly(data, game.encoding.encode([position]).ravel().tolist())
        assert value == pytest.approx(wanted_value, abs=1e-5)
        assert moves == pytest.approx(wanted_moves, abs=1e-4)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "ewn", "nim", "kalah:pits=2,seeds=2"])
@pytest.mark.parametrize("gumbel", [0, 4])
def test_searches_by_a_network_play_and_can_be_repeated(tmp_path: Path, spec: str, gumbel: int) -> None:
    game = kibitz.load(spec)
    path = drawn_file(tmp_path, game)
    position = random_positions(game, 1, seed=2, plies=2)[0]

    def choose() -> kibitz.Choice:
        return make_player(f"mcts:net={path},playouts=40,gumbel={gumbel}").choose(position, rng=Random(5))

    one, other = choose(), choose()
    assert one.move in position.moves
    assert (one.move, one.value, one.line) == (other.move, other.value, other.line)


def test_proofs_of_a_network_search_are_true(tmp_path: Path) -> None:
    game = kibitz.load("tictactoe")
    table = kibitz.solve(game)
    player = make_player(f"mcts:net={drawn_file(tmp_path, game)},playouts=3000")
    proven = 0
    for position in random_positions(game, 30, seed=4):
        value = player.choose(position).value
        assert value is not None
        if value.exact:
            proven += 1
            assert value.result == table.value(position).result
    assert proven > 10


@pytest.mark.parametrize("gumbel", [0, 3])
def test_a_win_is_taken_whatever_the_network_thinks(tmp_path: Path, gumbel: int) -> None:
    game = kibitz.load("tictactoe")
    position = game.position("xx./oo./...")
    for seed in range(5):
        path = drawn_file(tmp_path, game, seed, hidden=8, blocks=0)
        choice = make_player(f"mcts:net={path},playouts=16,gumbel={gumbel}").choose(position)
        assert position.play(choice.move).is_over


def test_a_network_is_an_evaluation_too(tmp_path: Path) -> None:
    game = kibitz.load("connect4")
    path = drawn_file(tmp_path, game)
    choice = make_player(f"negascout:depth=2,eval=net:{path}").choose(game.start())
    assert choice.move in game.start().moves
    # The same by hand: the move after whose best reply the network says most.
    data = read_network(path)

    def seen(position: kibitz.Position) -> float:
        value = plainly(data, game.encoding.encode([position]).ravel().tolist())[0]
        return value if position.mover is kibitz.Side.FIRST else -value

    start = game.start()
    best = max(min(seen(start.play(a).play(b)) for b in start.play(a).moves) for a in start.moves)
    assert choice.value is not None
    assert isinstance(choice.value, kibitz.Estimate)
    assert choice.value.score == pytest.approx(100 * best, abs=0.01)


@pytest.mark.parametrize(
    ("spec", "sure"),
    [("tictactoe", 100.0), ("ewn:size=3,stones=2,setup=12", 1.0), ("othello:size=4", 16.0), ("nim", 100.0)],
)
def test_a_sure_win_is_worth_what_the_game_counts_in(tmp_path: Path, spec: str, sure: float) -> None:
    """Points of the game, 1 where dice decide, else a hundred; always as the first player sees it."""
    game = kibitz.load(spec)
    path = drawn_file(tmp_path, game)
    data, judge = read_network(path), evaluation_named(f" net:{path} ")
    movers = set()
    positions = random_positions(game, 6, seed=2, plies=4)
    for position in [*positions, *(each.play(each.moves[0]) for each in positions)]:
        value = plainly(data, game.encoding.encode([position]).ravel().tolist())[0]
        seen = value if position.mover is kibitz.Side.FIRST else -value
        assert judge(position) == pytest.approx(sure * seen, abs=1e-3 * sure)
        movers.add(position.mover)
    assert movers == {kibitz.Side.FIRST, kibitz.Side.SECOND}


def test_a_file_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    game = kibitz.load("tictactoe")
    path = drawn_file(tmp_path, game)
    one = network_of(path, game)
    assert network_of(path, game) is one
    write_network(path, drawn(game, 2, hidden=20))
    assert network_of(path, game) is not one
    path.unlink()
    with pytest.raises(kibitz.BadFile, match=path.name):
        network_of(path, game)
    with pytest.raises(kibitz.BadFile, match=path.name):
        evaluation_named(f"net:{path}")  # before the first evaluation


def test_files_are_checked(tmp_path: Path) -> None:
    game = kibitz.load("tictactoe")
    path = drawn_file(tmp_path, game)
    data = read_network(path)
    assert data.provenance == {"by": "lot"}
    whole = path.read_bytes()
    for spoilt in (
        whole[:-1],
        whole[:40],
        b"",
        b"hello",
        whole[:-1] + b"x",
        whole.replace(b"hidden", b"hiddem"),
    ):
        path.write_bytes(spoilt)
        with pytest.raises(kibitz.BadFile):
            make_player(f"mcts:net={path},playouts=2").choose(game.start())
    with pytest.raises(kibitz.BadFile):
        make_player(f"mcts:net={tmp_path / 'none.net'}").choose(game.start())


def test_networks_of_other_games_and_shapes_are_refused(tmp_path: Path) -> None:
    game = kibitz.load("tictactoe")
    path = drawn_file(tmp_path, game)
    with pytest.raises(kibitz.WrongGame, match="another game"):
        make_player(f"mcts:net={path}").choose(kibitz.load("connect4").start())
    data = read_network(path)
    forged = type(data)(data.rules, (3, 4, 4), data.actions, data.hidden, data.blocks, data.numbers)
    write_network(path, forged)
    with pytest.raises(kibitz.BadFile, match="weights"):
        make_player(f"mcts:net={path}").choose(game.start())
    with pytest.raises(kibitz.BadOption, match="give it one"):
        make_player("mcts:gumbel=4")


def test_pages_and_records_open_no_files(tmp_path: Path) -> None:
    for spec in ("mcts:net=x.net", "negascout:eval=net:x.net"):
        assert resources(PlayerSpec.read(spec)) == (Resource("file", "x.net"),)
    assert resources(PlayerSpec.read("mcts")) == ()


def test_a_network_that_can_not_be_used_is_said_before_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "odd.net").write_bytes(b"odd")
    other = drawn_file(tmp_path, kibitz.load("connect4"))
    for path in (tmp_path / "odd.net", tmp_path / "none.net", other):
        with pytest.raises(kibitz.KibitzError, match=path.name):
            kibitz.match(f"mcts:net={path}", "random", game="tictactoe", games=2)


def test_a_network_of_another_shape_than_the_game_is_refused(tmp_path: Path) -> None:
    """As many inputs, but other planes; or as many rules, but other moves."""
    game = kibitz.load("connect4")
    sound = drawn(game, 1)
    count, height, width = game.encoding.shape
    path = tmp_path / "other.net"
    write_network(path, replace(sound, planes=(count, width, height)))
    with pytest.raises(kibitz.BadFile, match=r"takes planes of \(3, 7, 6\) and numbers 7 moves; connect4"):
        network_of(path, game)
    more = drawn(game, 1, actions=8)
    write_network(path, more)
    with pytest.raises(kibitz.BadFile, match="numbers 8 moves"):
        network_of(path, game)


@pytest.mark.parametrize("how", ["playouts=20", "playouts=20,gumbel=7", "playouts=20,threads=2"])
def test_numbers_that_grow_beyond_all_bounds_are_said(tmp_path: Path, how: str) -> None:
    """Each is a number; what comes out of the layers is none, and was taken for an evaluation."""
    game = kibitz.load("connect4")
    path = tmp_path / "large.net"
    write_network(path, drawn(game, 1, blocks=3, size=1e30))
    with pytest.raises(kibitz.BadFile, match="a network is damaged: its parameters are so large"):
        make_player(f'mcts:net="{path}",{how}').choose(game.start())
    with pytest.raises(kibitz.BadFile, match="its parameters are so large"):
        make_player(f'negascout:depth=1,eval="net:{path}"').choose(game.start())


def test_an_encoder_that_leaves_moves_out_is_refused() -> None:
    game = kibitz.load("nim")
    data, state = drawn(game, 1), game.start().state
    engine = _core.make_mcts_engine(game.rules, 1 << 18)
    for actions in ([], [0], [0] * 1000):
        with pytest.raises(ValueError, match="another number of moves"):
            engine.search(
                state,
                _core.MctsRequest(playouts=8),
                _core.Control(),
                None,
                None,
                made(data),
                lambda state, actions=actions: ([0.0] * data.inputs, actions),
            )


@pytest.mark.parametrize("numbers", [b"", b"\0", bytes(7), bytes(4)])
def test_the_core_wants_whole_numbers_and_all_of_them(numbers: bytes) -> None:
    with pytest.raises(ValueError, match=r"(a network of this shape has|are not whole floats)"):
        _core.Network(1, 1, 0, 1, numbers)
