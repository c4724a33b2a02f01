"""Every search, with every switch, finds minimax's value."""

import pytest

import kibitz
from kibitz import _core
from kibitz.games.core_bridge import value_from_core
from tests.search.artificial import Graph
from tests.search.settings import MINIMAX, ORDER, Setting, agree, all_settings, random_positions

BOARDS = [
    ("tictactoe", 200, 4),
    ("mnk:width=4,height=3,length=3", 150, 4),
    ("mnk:width=4,height=4,length=4,misere=yes", 60, 3),
    ("mnk:width=5,height=4,length=4", 40, 4),
    ("mnk:width=5,height=3,length=3,misere=yes", 40, 4),
    ("mnk:width=7,height=5,length=5", 10, 3),
    ("mnk:width=8,height=8,length=6", 4, 2),
    ("mnk:width=9,height=8,length=5", 4, 2),
    ("mnk:width=13,height=11,length=4", 1, 2),
    ("mnk:width=19,height=19,length=6", 1, 1),
    # Lines of one and two cells, lines in one direction only, and none at all.
    ("mnk:width=3,height=3,length=1", 2, 2),
    ("mnk:width=4,height=3,length=2", 20, 3),
    ("mnk:width=1,height=8,length=3", 20, 4),
    ("mnk:width=3,height=3,length=5", 20, 4),
    ("connect4", 40, 4),
    ("connect:width=5,height=4,length=3", 150, 4),
    ("connect:width=10,height=12,length=4", 15, 3),
    ("connect:width=17,height=16,length=5", 2, 2),
    ("numerical", 12, 2),
    ("numerical:first_odd=no,target=12", 12, 2),
    ("ewn", 40, 2),
    ("ewn:size=3,stones=3", 100, 3),
    ("ewn:size=4,stones=3,faces=4", 40, 3),
    ("ewn:size=8,stones=9,faces=20", 2, 2),
]


@pytest.mark.parametrize(("spec", "count", "depth"), BOARDS, ids=[board[0] for board in BOARDS])
def test_every_search_agrees_with_minimax_on_boards(spec: str, count: int, depth: int) -> None:
    game = kibitz.load(spec)
    settings = all_settings(stars=(0, 1, 2) if game.has_chance else (1,))
    for place, position in enumerate(random_positions(game, count, seed=4)):
        wanted = MINIMAX.search(game.rules, position.state, depth).value
        for setting in settings:
            report = setting.search(game.rules, position.state, depth, seed=place)
            # Deepening ends early where deeper can't change the answer.
            assert report.depth == depth or report.value.exact
            assert agree(report.value, wanted), f"{setting} at {position}"


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "mnk:width=4,height=3,length=3",
        "connect:width=4,height=3,length=3",
        "connect:width=3,height=4,length=3",
        "numerical",
        "ewn:size=3,stones=2,faces=2",
        "ewn:size=3,stones=3,faces=3",
    ],
)
def test_values_at_full_depth_are_the_solvers(spec: str) -> None:
    game = kibitz.load(spec)
    table = kibitz.solve(game)
    strong = Setting("negascout", True, {**ORDER, "table_bytes": 1 << 20, "aspiration": True, "star": 2})
    plies = 12 if game.has_chance else 10
    positions = [p for p in random_positions(game, 200, seed=3, plies=plies) if len(p.moves) < 16][:60]
    assert len(positions) > 20
    for position in positions:
        found = value_from_core(strong.search(game.rules, position.state, 99).value)
        wanted = table.value(position)
        assert found.exact
        if game.has_chance:
            assert isinstance(found, kibitz.Expect)
            assert isinstance(wanted, kibitz.Expect)
            # Tables keep chances to less precision than searches.
            assert found.chance == pytest.approx(wanted.chance, abs=1e-6)
        else:
            assert found.result == wanted.result
            # How many plies a draw lasts is not asked of a search.
            assert found.result == 0 or found == wanted


@pytest.mark.parametrize("seed", range(40))
def test_every_search_agrees_with_minimax_where_positions_repeat_at_other_depths(seed: int) -> None:
    rules = Graph(seed, chance=False).rules()
    for depth in (1, 2, 3, 5):
        wanted = MINIMAX.search(rules, rules.start(), depth).value
        for setting in all_settings():
            report = setting.search(rules, rules.start(), depth)
            assert agree(report.value, wanted), f"{setting} at depth {depth}"


@pytest.mark.parametrize(
    ("spec", "kind", "plies"),
    [
        ("tictactoe", "draw", None),
        ("mnk:width=4,height=3,length=3", "win", None),
        ("mnk:width=4,height=4,length=3", "win", 5),
        ("mnk:width=4,height=4,length=4", "draw", None),
    ],
)
def test_whole_games_have_their_published_values(spec: str, kind: str, plies: int | None) -> None:
    game = kibitz.load(spec)
    strong = Setting("negascout", True, {"table_bytes": 1 << 24, "killers": True, "history": True})
    report = strong.search(game.rules, game.start().state, 99)
    assert (report.value.kind, report.value.exact, report.stopped) == (kind, True, False)
    if plies is not None:
        assert report.value.number == plies


def test_every_move_is_valued_as_minimax_values_what_comes_after() -> None:
    game = kibitz.load("mnk:width=4,height=4,length=3")
    for position in random_positions(game, 25, seed=9):
        wanted = {
            move: MINIMAX.search(game.rules, after, 2).value
            for move in game.rules.moves(position.state)
            if game.rules.result(after := game.rules.play(position.state, move)) == 0
        }
        for setting in all_settings()[::3]:
            found = setting.search(game.rules, position.state, 3, every_move=True).moves
            assert len(found) == len(position.moves)
            for each in found:
                if each.move not in wanted:  # it ends the game
                    assert (each.value.kind, each.value.number) in (("win", 1), ("draw", -1))
                else:
                    opposite = -value_from_core(wanted[each.move])
                    assert value_from_core(each.value) in (opposite, opposite.before(), kibitz.Draw())


@pytest.mark.parametrize(
    ("spec", "depth"),
    [
        ("tictactoe", 6),
        ("mnk:width=4,height=4,length=3,misere=yes", 3),
        ("mnk:width=6,height=5,length=4", 3),
        ("mnk:width=9,height=9,length=5", 2),
        ("mnk:width=14,height=12,length=6", 2),
    ],
)
@pytest.mark.parametrize("fail_hard", [False, True])
def test_seeing_the_last_moves_does_what_making_them_does(spec: str, depth: int, fail_hard: bool) -> None:
    """A tree to look at has every move made in it, the search itself sees what the last ones lead to."""
    game = kibitz.load(spec)
    switches = _core.Switches(fail_hard=fail_hard)
    for position in random_positions(game, 12, seed=6, plies=20):
        tree = game.rules.search_tree(
            position.state, "alphabeta", depth, _core.Control(), 0, False, switches, most_nodes=10**7
        )
        found = game.rules.search(position.state, "alphabeta", depth, _core.Control(), switches=switches)
        assert found.nodes == len(tree) - 1  # the root is no node of a search
        assert found.counts.cutoffs == sum(node.skipped > 0 for node in tree[1:])
        assert agree(found.value, tree[0].value)


def threatened_positions(game: kibitz.Game, count: int) -> list[kibitz.Position]:
    """Positions where one side could win at once if it were its turn, ours or theirs."""

    def wins_at_once(position: kibitz.Position, side: kibitz.Side) -> bool:
        return any(
            (after := position.play(move)).is_over and after.outcome.winner is side for move in position.moves
        )

    found = []
    for position in random_positions(game, 40 * count, seed=12, plies=18):
        after = [position.play(move) for move in position.moves]
        if wins_at_once(position, position.turn) or any(
            not each.is_over and wins_at_once(each, each.turn) for each in after
        ):
            found.append(position)
    return found[:count]


@pytest.mark.parametrize(
    "spec",
    ["mnk:width=5,height=4,length=4", "mnk:width=4,height=4,length=3", "mnk:width=6,height=4,length=4"],
)
def test_forced_moves_lose_nothing(spec: str) -> None:
    game = kibitz.load(spec)
    positions = threatened_positions(game, 25)
    assert len(positions) > 10
    settings = [
        Setting(algorithm, deepen, {**order, "table_bytes": table}, forced=True)
        for algorithm in ("alphabeta", "negascout")
        for deepen in (False, True)
        for order in ({}, ORDER)
        for table in (0, 1 << 16)
    ]
    for position in positions:
        for depth in (1, 2, 3, 4):
            wanted = MINIMAX.search(game.rules, position.state, depth).value
            for setting in settings:
                report = setting.search(game.rules, position.state, depth)
                assert agree(report.value, wanted), f"{setting} at {position}, depth {depth}"
                assert report.value.exact or not wanted.exact, f"{setting} at {position}, depth {depth}"


def test_lines_are_legal_and_lead_to_their_value() -> None:
    game = kibitz.load("mnk:width=4,height=4,length=4")
    for position in random_positions(game, 60, seed=2):
        for setting in all_settings()[::7]:
            report = setting.search(game.rules, position.state, 4)
            if report.depth < 4:
                continue
            state, line = position.state, report.moves[0].line
            assert line
            for move in line:
                assert game.rules.is_legal(state, move)
                state = game.rules.play(state, move)
            if report.value.kind == "estimate" and len(line) == 4:
                sign = 1 if position.turn is kibitz.Side.FIRST else -1
                assert sign * game.rules.evaluate(state) == report.value.number
