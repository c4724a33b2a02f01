"""Chance nodes: Star0, Star1 and Star2 return the values of expectiminimax."""

import pytest

import kibitz
from tests.search.artificial import FIRST, Graph, Ladder, expectiminimax
from tests.search.settings import MINIMAX, Setting, all_settings, random_positions


@pytest.mark.parametrize("seed", range(60))
def test_every_search_finds_the_expected_value(seed: int) -> None:
    graph = Graph(seed, chance=True, size=24, width=3)
    rules = graph.rules()
    for depth in (1, 2, 4):
        start = graph.start_node()
        for_first = expectiminimax(start, depth)
        wanted = (1 + (for_first if start.mover == FIRST else -for_first)) / 2
        assert MINIMAX.search(rules, rules.start(), depth).value.number == pytest.approx(wanted, abs=1e-12)
        for setting in all_settings(stars=(0, 1, 2)):
            found = setting.search(rules, rules.start(), depth).value
            assert found.kind == "expect"
            assert abs(found.number - wanted) < 1e-9, f"{setting} at depth {depth}"


def test_values_stay_right_when_probabilities_are_tiny_or_nothing() -> None:
    graph = Graph(3, chance=True, size=24, width=3)
    for number in range(60):
        node = graph.numbered(number)
        if node.count == 3:
            node.probabilities = [0.0, 1e-7, 1 - 1e-7]
    rules = graph.rules()
    start = graph.start_node()
    for depth in (2, 4):
        for_first = expectiminimax(start, depth)
        wanted = (1 + (for_first if start.mover == FIRST else -for_first)) / 2
        for setting in all_settings(stars=(1, 2)):
            assert abs(setting.search(rules, rules.start(), depth).value.number - wanted) < 1e-9


@pytest.mark.parametrize(
    "spec",
    ["ewn", "ewn:size=3,stones=3", "ewn:size=4,stones=5", "ewn:faces=4", "ewn:size=8,stones=9,faces=20"],
)
@pytest.mark.parametrize(
    "judged", [{}, {"eval": 1, "threat": 150}, {"eval": 0, "threat": 0}, {"eval": 2}, {"eval": 3}]
)
def test_looking_ahead_sees_what_moves_would_show(spec: str, judged: dict[str, int]) -> None:
    """Below its last two rolls Star1 asks the game, which makes no move; Star0 makes every one."""
    game = kibitz.load(spec)
    if judged.get("eval", 0) > 1 and spec != "ewn":
        pytest.skip("only the original game is judged so")
    looking = Setting("alphabeta", switches={"star": 1})
    for position in random_positions(game, 80, seed=12, plies=50):
        for depth in (2, 3):
            wanted = MINIMAX.search(game.rules, position.state, depth, game_options=judged)
            found = looking.search(game.rules, position.state, depth, game_options=judged)
            assert found.value.number == pytest.approx(wanted.value.number, abs=1e-12), position
            assert found.value.exact >= wanted.value.exact, position
            if found.value.exact:  # so it is the same however far one looks
                deeper = MINIMAX.search(game.rules, position.state, depth + 1, game_options=judged)
                assert found.value.number == pytest.approx(deeper.value.number, abs=1e-12), position


@pytest.mark.parametrize("spec", ["ewn", "ewn:size=4,stones=5,faces=8", "ewn:size=6,stones=7,faces=5"])
def test_a_search_with_caches_and_pruning_is_right(spec: str) -> None:
    """Deeper searches call shallow ones with sufficient bounds, and on repeated positions."""
    game = kibitz.load(spec)
    switches = {"star": 2, "table_bytes": 1 << 16, "killers": True, "history": True}
    for position in random_positions(game, 12, seed=5, plies=60):
        wanted = MINIMAX.search(game.rules, position.state, 4)
        for setting in (
            Setting("alphabeta", switches={"star": 1}),
            Setting("alphabeta", deepen=True, switches=switches),
            Setting("negascout", deepen=True, switches=switches),
        ):
            found = setting.search(game.rules, position.state, 4)
            assert found.value.number == pytest.approx(wanted.value.number, abs=1e-9), position
            assert found.nodes <= wanted.nodes


def test_stars_save_work_in_the_order_of_theory() -> None:
    work = {"minimax": 0, 0: 0, 1: 0, 2: 0}
    for seed in range(4):
        rules = Ladder(seed).rules()
        wanted = MINIMAX.search(rules, rules.start(), 3)
        work["minimax"] += wanted.nodes
        for star in (0, 1, 2):
            report = Setting("alphabeta", switches={"star": star}).search(rules, rules.start(), 3)
            assert report.value.number == pytest.approx(wanted.value.number, abs=1e-9)
            work[star] += report.nodes
    assert work["minimax"] >= work[0] > work[1] > work[2], work
