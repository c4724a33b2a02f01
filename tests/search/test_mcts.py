"""Monte Carlo tree search: its proofs hold, and its choices improve with playouts."""

from __future__ import annotations

import contextlib
import math
import threading
from pathlib import Path

import pytest

import kibitz
from kibitz import _core
from kibitz.base.random import Random
from kibitz.games.core_bridge import value_from_core
from kibitz.players.comparison import after_rolls
from kibitz.players.registry import make_player
from tests.search.artificial import Graph, expectiminimax
from tests.search.settings import random_positions

pytestmark = pytest.mark.core

EXAMPLES = Path(kibitz.__file__).parent / "examples"
MEMORY = 64 << 20


def sampled(rules: _core.Rules, state: _core.State, **asked: object) -> _core.MctsReport:
    request = _core.MctsRequest(**{"playouts": 200_000, **asked})  # type: ignore[arg-type]
    return _core.make_mcts_engine(rules, MEMORY).search(state, request, _core.Control())


def agrees(found: kibitz.Value, wanted: kibitz.Value) -> bool:
    """Whether two exact values say the same; sampling proves who wins, not how soon."""
    if isinstance(wanted, kibitz.Expect):
        return isinstance(found, kibitz.Expect) and math.isclose(found.chance, wanted.chance, abs_tol=1e-6)
    if isinstance(wanted, kibitz.Points):
        return isinstance(found, kibitz.Points) and math.isclose(found.points, wanted.points, abs_tol=1e-4)
    return found.result == wanted.result


class Steps(kibitz.PythonGame):
    """Take one step, or toss a coin for two or none and go on; five steps end it."""

    score_range = (-6, 6)

    def start(self):
        return (0, 0, "first", False)

    def turn(self, state):
        return "chance" if state[3] else state[2]

    def roller(self, state):
        return state[2]

    def moves(self, state):
        return ["step", "toss"]

    def chances(self, state):
        return {2: 0.25, 0: 0.75}

    def play(self, state, move):
        gone, side = list(state[:2]), state[2]
        if move == "toss":
            return (*gone, side, True)
        gone[side == "second"] += 1 if move == "step" else move
        # Whoever got two steps moves again.
        other = side if move == 2 else "second" if side == "first" else "first"
        gone[side == "second"] += 1 if move == 0 else 0
        return (*gone, other, False)

    def outcome(self, state):
        return state[0] - state[1] if max(state[:2]) >= 5 else None


# Endings, so that the end of a proof is near: with lines, dice, points, second turns, passes and loops.
@pytest.mark.parametrize(
    ("spec", "plies", "least"),
    [
        ("tictactoe", 9, 40),
        ("tictactoe:misere=yes", 9, 40),
        ("mnk:width=4,height=3,length=3", 10, 20),
        ("connect:width=4,height=4,length=3", 14, 20),
        ("numerical", 9, 12),
        ("ewn:size=3,stones=2,faces=2", 9, 12),
        ("ewn:size=3,stones=3,faces=3", 12, 8),
        ("nim", 8, 8),
        ("chomp", 9, 8),
        ("kalah:pits=2,seeds=2", 9, 8),
        ("dots_and_boxes:width=2,height=1", 6, 8),
        ("steps", 6, 8),
    ],
)
def test_proofs_agree_with_the_table(spec: str, plies: int, least: int) -> None:
    game = kibitz.load(Steps if spec == "steps" else spec)
    table = kibitz.solve(game)
    playouts = 4_000 if game.rules.in_python else 100_000
    proven = 0
    for place, position in enumerate(random_positions(game, 60, seed=5, plies=plies)):
        for asked in (
            {},
            {"enumerate": True, "rave": 0.0 if game.rules.in_python else 50.0, "fpu_reduction": 0.1},
        ):
            report = sampled(game.rules, position.state, playouts=playouts, seed=place, **asked)
            for each in report.moves:
                value = value_from_core(each.value)
                if value.exact:
                    after = position.play(game.codec.moves(position, [each.move])[0])
                    wanted = table.value(after)
                    wanted = wanted if after.mover is position.mover else -wanted
                    assert agrees(value, wanted), f"{position} {each.line}"
            if report.value.exact:
                proven += 1
                assert agrees(value_from_core(report.value), table.value(position)), str(position)
        if proven >= 2 * least:
            return
    pytest.fail(f"only {proven} positions were proven")


def test_loops_are_proven_as_the_table_counts_them() -> None:
    game = kibitz.load("morris")
    table = kibitz.solve(game)
    proven = 0
    for place, position in enumerate(random_positions(game, 12, seed=2, plies=9)):
        report = sampled(game.rules, position.state, playouts=1_500, seed=place)
        value = value_from_core(report.value)
        if value.exact:
            proven += 1
            assert value.result == table.value(position).result, str(position)
    assert proven > 2


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("enumerated", [False, True])
def test_artificial_trees_are_proven_right(chance: bool, enumerated: bool) -> None:
    """Sides that move twice, uneven chances, estimates that lie: proofs don't care."""
    proven = 0
    for seed in range(25):
        graph = Graph(seed, chance=chance, size=16, width=3)
        start = graph.start_node()
        if start.turn == 2 or start.result:
            continue
        rules = graph.rules()
        report = sampled(rules, rules.start(), playouts=3_000, seed=seed, enumerate=enumerated)
        truth = expectiminimax(start, 99)
        seen = truth if start.mover == 0 else -truth
        value = value_from_core(report.value)
        if not value.exact:
            continue
        proven += 1
        found = 2 * value.chance - 1 if isinstance(value, kibitz.Expect) else float(value.result or 0)
        assert found == pytest.approx(seen, abs=1e-6), f"graph {seed}"
    assert proven > 12


def test_means_tend_to_the_truth_without_proofs() -> None:
    """The plain algorithm, which proves nothing, finds expected outcomes by sampling alone."""
    for seed in range(6):
        graph = Graph(seed, chance=True, size=12, width=3)
        start = graph.start_node()
        if start.turn == 2 or start.result:
            continue
        rules = graph.rules()
        report = sampled(rules, rules.start(), playouts=20_000, seed=seed, solve=False)
        truth = expectiminimax(start, 99)
        seen = truth if start.mover == 0 else -truth
        assert 2 * report.value.number - 1 == pytest.approx(seen, abs=0.08), f"graph {seed}"


def optimal_share(spec: str, playouts: int, positions: list[kibitz.Position], **options: str) -> float:
    """How often a player chooses a move that is as good as any."""
    text = "".join(f",{name}={value}" for name, value in options.items())
    player = make_player(f"mcts:playouts={playouts}{text}")
    table = kibitz.solve(kibitz.load(spec))
    right = 0
    for place, position in enumerate(positions):
        move = player.choose(position, rng=Random(place)).move
        after = position.play(move)
        value = table.value(after)
        value = value if after.mover is position.mover else -value
        best = table.value(position)
        right += value.result == best.result
    return right / len(positions)


def test_more_playouts_choose_better_moves() -> None:
    positions = [p for p in random_positions(kibitz.load("tictactoe"), 150, seed=9) if len(p.moves) > 1]
    few = optimal_share("tictactoe", 2, positions)
    some = optimal_share("tictactoe", 50, positions)
    many = optimal_share("tictactoe", 5_000, positions)
    assert few < some <= many
    assert many >= 0.99


def test_endings_with_dice_lose_next_to_no_chances() -> None:
    game = kibitz.load("ewn:size=4,stones=3,faces=3")
    table = kibitz.solve(game)
    player = make_player("mcts:playouts=5000")
    lost = []
    for place, position in enumerate(random_positions(game, 40, seed=6, plies=12)):
        values = {}
        for move in position.moves:
            after = position.play(move)
            value = table.value(after)
            assert isinstance(value, kibitz.Expect)
            values[move] = value.chance if after.mover is position.mover else 1 - value.chance
        chosen = player.choose(position, rng=Random(place)).move
        lost.append(max(values.values()) - values[chosen])
    assert sum(lost) / len(lost) < 0.005


def test_the_same_seed_gives_the_same_tree() -> None:
    game = kibitz.load("connect4")
    state = game.start().state

    def look(seed: int) -> list[tuple[int, float]]:
        return [(m.move, m.visits) for m in sampled(game.rules, state, playouts=3_000, seed=seed).moves]

    assert look(1) == look(1)
    assert look(1) != look(2)


# From one move to more than sixty-four, so that networks evaluate four at a time.
@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect4", "numerical", "ewn", "mnk:width=9,height=9,length=5"]
)
@pytest.mark.parametrize("solve", [False, True])
def test_the_quick_choice_is_the_careful_one(spec: str, solve: bool) -> None:
    """Without options a playout finds its way by short sums, four at a time; with one by plain sums."""
    game = kibitz.load(spec)
    position = after_rolls(game.start(), Random(1))
    quick, careful = (
        sampled(game.rules, position.state, playouts=400, seed=5, solve=solve, bias=bias)
        for bias in (0, 1e-30)
    )
    assert quick.nodes == careful.nodes
    assert [(m.move, m.visits) for m in quick.moves] == [(m.move, m.visits) for m in careful.moves]


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_make_all_playouts_and_sound_proofs(threads: int) -> None:
    game = kibitz.load("connect4")
    report = sampled(game.rules, game.start().state, playouts=20_000, threads=threads)
    assert report.playouts == 20_000
    assert sum(each.visits for each in report.moves) == pytest.approx(20_000, abs=threads)
    small = kibitz.load("mnk:width=4,height=3,length=3")
    table = kibitz.solve(small)
    for position in random_positions(small, 10, seed=3):
        found = sampled(small.rules, position.state, playouts=100_000, threads=threads)
        if found.value.exact:
            assert value_from_core(found.value).result == table.value(position).result


def test_the_tree_keeps_to_its_memory() -> None:
    game = kibitz.load("connect4")
    engine = _core.make_mcts_engine(game.rules, 1 << 20)
    report = engine.search(game.start().state, _core.MctsRequest(playouts=100_000), _core.Control())
    assert report.full
    assert report.nodes <= (1 << 20) // 80
    assert report.playouts == 100_000


def test_a_tree_is_gone_on_with() -> None:
    game = kibitz.load("connect4")
    engine = _core.make_mcts_engine(game.rules, MEMORY)
    position = game.start()
    first = engine.search(position.state, _core.MctsRequest(playouts=20_000, seed=1), _core.Control())
    line = game.codec.line(position, first.moves[0].line)
    after = position.play(line[0]).play(line[1])
    going = engine.search(after.state, _core.MctsRequest(playouts=100, reuse=True), _core.Control())
    assert 0 < going.reused < first.nodes
    assert sum(each.visits for each in going.moves) > 1_000
    # The moves and values are those of a tree built there.
    assert {each.move for each in going.moves} == set(game.rules.moves(after.state))
    fresh = sampled(game.rules, after.state, playouts=20_000, seed=4)
    assert going.moves[0].value.number == pytest.approx(fresh.moves[0].value.number, abs=0.1)
    anew = engine.search(after.state, _core.MctsRequest(playouts=100), _core.Control())
    assert anew.reused == 0


def test_a_tree_that_was_kept_is_still_one() -> None:
    """After going on often, parents still have the visits of their children."""
    game = kibitz.load("ewn:size=4,stones=3")
    engine = _core.make_mcts_engine(game.rules, MEMORY)
    rng = Random(3)
    position = game.start()
    for _ in range(12):
        position = after_rolls(position, rng)
        if position.is_over:
            break
        request = _core.MctsRequest(playouts=3_000, reuse=True)
        report = engine.search(position.state, request, _core.Control())
        nodes = engine.tree(3, 100_000)
        below: dict[int, int] = {}
        for node in nodes:
            below[node.parent] = below.get(node.parent, 0) + node.visits
        for place, node in enumerate(nodes):
            if node.expanded and place in below:
                assert below[place] <= node.visits
            assert node.lower <= node.mean + 1e-9
            assert node.mean <= node.upper + 1e-9
        position = position.play(game.codec.line(position, report.moves[0].line[:1])[0])


def test_it_stops_when_asked(tmp_path: Path) -> None:
    game = kibitz.load("mnk:width=19,height=19,length=5")
    engine = _core.make_mcts_engine(game.rules, MEMORY)
    for by in ("random", "rules", "lines", "none"):
        control = _core.Control()
        threading.Timer(0.05, control.stop).start()
        # Without a number of playouts it would go on for ever.
        report = engine.search(game.start().state, _core.MctsRequest(playout_policy=by), control)
        assert report.stopped
        assert report.moves


def test_every_way_to_play_out_works_with_and_without_dice() -> None:
    for spec in ("connect4", "ewn", "mnk:width=9,height=9,length=5", "connect:width=17,height=16", "chess"):
        game = kibitz.load(spec)
        rng = Random(1)
        position = after_rolls(game.start(), rng)
        for by in ("random", "rules", "lines", "none"):
            report = sampled(game.rules, position.state, playouts=200, playout_policy=by, max_plies=60)
            assert report.playouts == 200
            assert {each.move for each in report.moves} == set(game.rules.moves(position.state))


def test_one_move_wins_and_is_found() -> None:
    position = kibitz.load("tictactoe").position("xx./oo./...")
    for by in ("random", "rules", "lines", "none"):
        choice = make_player(f"mcts:playouts=50,by={by}").choose(position)
        assert choice.value == kibitz.Win()
        assert position.play(choice.move).is_over


def test_it_wins_what_it_has_proven_without_dawdling() -> None:
    """Where several moves win, it takes one that is proven to by a short way, and so comes to an end."""
    game = kibitz.load("chess")
    position = game.position("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    player = make_player("mcts:playouts=4000")
    for _ in range(12):
        if position.is_over:
            break
        position = position.play(player.choose(position).move)
    assert position.is_over
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_playouts_on_a_large_board_are_any_of_its_moves() -> None:
    # Four cells are left, in three words of the set of cells: one wins for each side, two for nobody.
    game = kibitz.load("mnk:width=12,height=12,length=7")
    rng = Random(5)
    left = {6, 63, 64, 138}
    fixed = dict.fromkeys(range(6), "x") | {7: "o"} | dict.fromkeys(range(132, 138), "o") | {139: "x"}
    while True:
        rest = [cell for cell in range(144) if cell not in left and cell not in fixed]
        stones = ["x", "o"] * (len(rest) // 2)
        order = sorted(rest, key=lambda _: rng.random())
        cells = fixed | dict(zip(order, stones, strict=True)) | dict.fromkeys(left, ".")
        rows = ["".join(cells[12 * row + column] for column in range(12)) for row in range(12)]
        with contextlib.suppress(kibitz.KibitzError):
            position = game.position("/".join(rows))
            if not position.is_over:
                break

    def at_random(here: kibitz.Position) -> float:
        if here.is_over:
            winner = here.outcome.winner
            return 0.0 if winner is None else 1.0 if winner is kibitz.Side.FIRST else -1.0
        return sum(map(at_random, map(here.play, here.moves))) / len(here.moves)

    engine = _core.make_mcts_engine(game.rules, 1 << 20)
    total, seeds = 0.0, 1500
    for seed in range(seeds):
        engine.clear()
        request = _core.MctsRequest(playouts=1, seed=seed, solve=False)
        report = engine.search(position.state, request, _core.Control())
        total += sum(each.mean for each in report.moves if each.visits)
    assert at_random(position) != 0
    assert total / seeds == pytest.approx(at_random(position), abs=4 / seeds**0.5)
