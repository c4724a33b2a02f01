"""Stopped searches, and threads."""

import threading

import pytest

import kibitz
from kibitz import _core
from tests.search.artificial import Graph
from tests.search.settings import MINIMAX, ORDER, Setting, agree, random_positions

LARGE = "mnk:width=12,height=12,length=5"
STRONG = _core.Switches(table_bytes=1 << 22, killers=True, history=True, aspiration=True)


def test_a_node_limit_is_kept_and_the_last_finished_depth_is_the_answer() -> None:
    game = kibitz.load("mnk:width=6,height=6,length=4")
    state = game.start().state
    report = game.rules.search(
        state, "negascout", 50, _core.Control(nodes=20_000), deepen=True, switches=STRONG
    )
    assert report.stopped
    assert report.nodes <= 20_001
    assert report.depth == report.depths[-1].depth >= 1
    same_depth = game.rules.search(state, "alphabeta", report.depth, _core.Control())
    assert agree(report.value, same_depth.value)


@pytest.mark.parametrize("threads", [2, 3])
def test_a_node_limit_counts_all_threads(threads: int) -> None:
    game = kibitz.load("mnk:width=6,height=6,length=4")
    switches = _core.Switches(table_bytes=1 << 22, threads=threads)
    report = game.rules.search(
        game.start().state, "negascout", 50, _core.Control(nodes=30_000), deepen=True, switches=switches
    )
    assert report.stopped
    assert report.nodes <= 30_000 + threads


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        LARGE,
        "mnk:width=19,height=19,length=5",
        "connect4",
        "connect:width=10,height=12",
        "numerical",
    ],
)
def test_a_stop_is_heeded_within_a_bounded_number_of_nodes(spec: str) -> None:
    """The clock says little on a busy machine; the steps between two looks at it do not change."""
    game = kibitz.load(spec)
    assert stopped_at_once(game.rules, game.start().state) <= 1024


def test_a_stop_is_heeded_with_dice_and_in_python() -> None:
    game = kibitz.load("ewn:size=8,stones=9,faces=20")
    for position in random_positions(game, 3, seed=1):
        # A shallow search counts up to 27 positions and as many after each of them at once.
        assert stopped_at_once(game.rules, position.state) <= 1024 + 27 * 28
    for chance in (False, True):
        rules = Graph(1, chance=chance, size=200).rules()
        assert stopped_at_once(rules, rules.start()) <= 1


@pytest.mark.parametrize("spec", ["tictactoe", LARGE, "connect4", "numerical", "ewn"])
def test_a_stop_ends_all_threads(spec: str) -> None:
    game = kibitz.load(spec)
    position = random_positions(game, 1, seed=1)[0]
    # How far the other threads get before the first one looks is theirs to say.
    stopped_at_once(game.rules, position.state, threads=2)


def stopped_at_once(rules: _core.Rules, state: _core.State, threads: int = 1) -> int:
    """The nodes of a search that was stopped before it began."""
    control = _core.Control()
    control.stop()
    switches = _core.Switches(
        table_bytes=1 << 22, killers=True, history=True, aspiration=True, star=2, threads=threads
    )
    report = rules.search(state, "negascout", 50, control, deepen=True, switches=switches)
    assert report.stopped or report.value.exact
    return report.nodes


def test_the_smallest_limit_still_gives_a_legal_move() -> None:
    position = kibitz.load(LARGE).start()
    choice = kibitz.player("negascout").choose(position, kibitz.Limit(nodes=1))
    assert choice.move in position.moves
    assert (choice.depth, choice.value) == (0, None)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_stopped_from_another_thread(threads: int) -> None:
    game = kibitz.load(LARGE)
    control = _core.Control()
    switches = _core.Switches(table_bytes=1 << 22, threads=threads)
    timer = threading.Timer(0.05, control.stop)
    timer.start()
    report = game.rules.search(game.start().state, "negascout", 50, control, deepen=True, switches=switches)
    timer.join()
    assert report.stopped


def test_a_time_limit_ends_a_search() -> None:
    position = kibitz.load(LARGE).start()
    # All depths would take for ever. On a busy machine not even the first may fit into the time.
    choice = kibitz.player("negascout").choose(position, kibitz.Limit(seconds=0.05))
    assert choice.move in position.moves


def test_python_games_heed_limits_and_threads() -> None:
    rules = Graph(1, chance=True, size=200).rules()
    switches = _core.Switches(table_bytes=1 << 12, threads=4)
    report = rules.search(
        rules.start(), "negascout", 99, _core.Control(nodes=500), deepen=True, switches=switches
    )
    assert report.nodes <= 501


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    "table",
    [
        {"table_bytes": 1 << 12},
        {"table_bytes": 1 << 22},
        {"table_bytes": 1 << 12, "double_hashing": True},
    ],
    ids=["small table", "growing table", "small table by double hashing"],
)
@pytest.mark.parametrize(
    ("spec", "depth", "stars"),
    [
        ("mnk:width=5,height=4,length=4", 5, (1,)),
        ("connect:width=6,height=5,length=4", 6, (1,)),
        ("ewn:size=4,stones=3,faces=3", 5, (0, 1, 2)),
    ],
)
def test_threads_find_the_same_values(
    spec: str, depth: int, stars: tuple[int, ...], table: dict[str, int | bool], threads: int
) -> None:
    game = kibitz.load(spec)
    for position in random_positions(game, 8, seed=8):
        wanted = MINIMAX.search(game.rules, position.state, depth).value
        for star in stars:
            switches = {**ORDER, **table, "threads": threads, "aspiration": True, "star": star}
            found = Setting("negascout", True, switches).search(game.rules, position.state, depth)
            assert agree(found.value, wanted)


def test_counts_per_depth_grow() -> None:
    choice = kibitz.player("negascout:depth=6").choose(kibitz.load("mnk:width=5,height=5,length=4").start())
    assert [each.depth for each in choice.iterations] == [1, 2, 3, 4, 5, 6]
    for before, after in zip(choice.iterations, choice.iterations[1:], strict=False):
        assert before.nodes < after.nodes
        assert before.cutoffs <= after.cutoffs
        assert before.table_hits <= after.table_hits
        assert before.researches <= after.researches
    assert choice.iterations[-1].cutoffs > 0
    assert choice.iterations[-1].table_hits > 0


def test_deepening_begins_and_goes_on_as_asked() -> None:
    position = kibitz.load("mnk:width=5,height=5,length=4").start()
    for depth, depths in ((7, [3, 5, 7]), (6, [4, 6]), (3, [3]), (2, [2])):
        choice = kibitz.player("negascout:first=3,step=2").choose(position, kibitz.Limit(depth=depth))
        assert [each.depth for each in choice.iterations] == depths


@pytest.mark.parametrize("chance", [False, True])
def test_positions_that_share_a_key_never_lead_to_an_illegal_move(chance: bool) -> None:
    for seed in range(30):
        graph = Graph(seed, chance=chance, colliding=3)
        rules = graph.rules()
        setting = Setting("negascout", True, {**ORDER, "table_bytes": 1 << 12, "star": 2})
        best = setting.search(rules, rules.start(), 6).moves[0]
        node = graph.start_node()
        for move in best.line:
            assert move < node.count
            node = node.child(move)


def test_wrong_requests_are_refused() -> None:
    game = kibitz.load("tictactoe")
    state = game.start().state
    for algorithm, depth in (("guess", 3), ("alphabeta", 0)):
        with pytest.raises(ValueError):
            game.rules.search(state, algorithm, depth, _core.Control())
    with pytest.raises(ValueError, match="deepen"):
        game.rules.search(state, "alphabeta", 1, _core.Control(), switches=_core.Switches(first=0))
    with pytest.raises(ValueError, match="table"):
        game.rules.search(state, "alphabeta", 1, _core.Control(), switches=_core.Switches(table_bytes=10))
