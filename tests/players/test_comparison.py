"""Comparisons of searches, against the searches themselves; charts against their axes."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Limit, Side
from kibitz.base.random import Random
from kibitz.players import evaluation
from kibitz.players.comparison import Measured, after_rolls, compare, sample_positions
from kibitz.players.comparison_chart import chart
from kibitz.players.mcts import MctsPlayer
from kibitz.players.search_player import Searcher

GAME = kibitz.load("tictactoe")
SVG = "{http://www.w3.org/2000/svg}"
LONG = 1e9


def test_counts_are_the_sums_over_all_positions() -> None:
    positions = sample_positions(GAME, 4, 1)
    player = kibitz.player("alphabeta:tt=1M,deepen=yes,aspiration=yes")
    assert isinstance(player, Searcher)
    rows = list(compare(positions, [player], [3, 4], LONG))
    assert [(row.player, row.depth) for row in rows] == [(player.spec, 3), (player.spec, 4)]
    for row in rows:
        counts = [
            player.run(position, player.plan_to(GAME, row.depth), Limit(), Random(0)).counts
            for position in positions
        ]
        assert row.nodes == sum(each.nodes for each in counts) > 0
        assert row.cutoffs == sum(each.cutoffs for each in counts) > 0
        assert row.table_hits == sum(each.table_hits for each in counts) > 0
        assert row.researches == sum(each.researches for each in counts)
        assert 0 < row.seconds < 60
        assert row.judges == ""


def test_researches_are_counted() -> None:
    positions = sample_positions(kibitz.load("connect4"), 3, 1)
    (row,) = compare(positions, [kibitz.player("negascout")], [5], LONG)
    assert row.researches > 0


def test_sampling_players_play_ten_times_as_many_playouts_a_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    real = MctsPlayer.ask

    def noted(self: MctsPlayer, position: kibitz.Position, limit: Limit, rng: Random) -> Any:
        asked.append((limit.nodes, rng.random()))
        return real(self, position, limit, rng)

    monkeypatch.setattr(MctsPlayer, "ask", noted)
    received: list[str] = []
    player = kibitz.player("mcts:reuse=yes,solve=no")
    positions = [GAME.start(), GAME.start()]
    rows = list(compare(positions, [player], [1, 2, 3], LONG, received.append))
    same = Random(0).random()
    assert asked == [(10**depth, same) for depth in (1, 1, 2, 2, 3, 3)]
    assert [row.depth for row in rows] == [1, 2, 3]
    assert [row.judges for row in rows] == ["playouts"] * 3
    assert (rows[0].cutoffs, rows[0].table_hits, rows[0].researches) == (0, 0, 0)
    # The same position twice costs twice as much: nothing is left of the tree before.
    (once,) = compare(positions[:1], [player], [2], LONG)
    assert rows[1].nodes == 2 * once.nodes
    assert len(received) == 1
    assert received[0].startswith(f"{player.spec} samples: ")


def test_slow_searches_stop_deepening_and_say_so() -> None:
    received: list[str] = []
    begun: list[str] = []
    players = [kibitz.player("minimax"), kibitz.player("mcts")]
    rows = list(compare([GAME.start()], players, [2, 3], 1e-9, received.append, begun.append))
    assert rows == []
    late = [text for text in received if "more than" in text]
    assert len(late) == 2
    assert all("1e-09 s for depth 2" in text for text in late)
    assert begun == ["minimax to depth 2", "mcts to depth 2"]
    wide = kibitz.load("mnk:width=12,height=12,length=5").start()
    received.clear()
    assert list(compare([wide], [kibitz.player("minimax")], [9], 0.01, received.append)) == []
    assert list(compare([wide], [kibitz.player("mcts")], [9], 0.01, received.append)) == []
    assert len([text for text in received if "more than" in text]) == 2


def test_players_may_search_elsewhere() -> None:
    positions = sample_positions(GAME, 2, 1)
    players = [kibitz.player("minimax"), kibitz.player("alphabeta")]
    here = list(compare(positions, players, [1, 2], LONG))
    with ThreadPoolExecutor(1) as executor:
        there = list(compare(positions, players, [1, 2], LONG, executor=executor))
        received: list[str] = []
        assert list(compare(positions, players, [3], 1e-9, received.append, executor=executor)) == []
    for one, other in zip(here, there, strict=True):
        assert (one.player, one.depth, one.nodes) == (other.player, other.depth, other.nodes)
    assert [text.split()[0] for text in received] == ["minimax", "alphabeta"]


def test_incomparable_players_are_refused_before_any_search(
    monkeypatch: pytest.MonkeyPatch, long_game_file: Path
) -> None:
    def refused(spec: str, position: kibitz.Position = GAME.start()) -> str:  # noqa: B008
        with pytest.raises(kibitz.BadOption) as error:
            list(
                compare(
                    [GAME.start(), position], [kibitz.player("minimax"), kibitz.player(spec)], [1, 2], LONG
                )
            )
        return str(error.value)

    monkeypatch.setattr(Searcher, "run", None)
    monkeypatch.setattr(MctsPlayer, "ask", None)
    assert "playouts of its own" in refused("mcts:playouts=7")
    assert "does not search" in refused("random")
    assert "depth of its own" in refused("negascout:depth=2")
    own = kibitz.load(f"{long_game_file}:length=9").start()
    assert "RAVE" in refused("mcts:rave=100", own)
    with pytest.raises(kibitz.GameOver, match="over in xxx/oo"):
        list(compare([GAME.start(), GAME.position("xxx/oo./...")], [kibitz.player("minimax")], [1], LONG))


@pytest.mark.parametrize(
    ("spec", "players", "told"),
    [
        ("tictactoe", ("minimax", "alphabeta"), []),
        ("tictactoe", ("mcts", "mcts:solve=no"), ["mcts and mcts:solve=no sample:"]),
        ("ewn", ("negascout", "minimax"), ["negascout evaluates by eval=learned:"]),
        (
            "ewn",
            ("negascout", "negascout:star=1", "minimax"),
            ["negascout and negascout:star=1 evaluate by eval=learned:"],
        ),
        ("ewn", ("negascout", "negascout:star=1"), []),  # other evaluations, but equal ones
        (
            "chess",
            ("alphabeta", "alphabeta:endgames=no"),
            ["alphabeta:endgames=no evaluates by endgames=no:"],
        ),
        (
            "tictactoe",
            ("alphabeta", "alphabeta:eval=plainly_nothing"),
            ["alphabeta:eval=plainly_nothing evaluates by eval=plainly_nothing:"],
        ),
    ],
)
def test_differing_evaluations_are_named(
    monkeypatch: pytest.MonkeyPatch, spec: str, players: tuple[str, ...], told: list[str]
) -> None:
    monkeypatch.setattr(evaluation, "_registered", {})

    def plainly_nothing(position: kibitz.Position) -> float:
        return 0.0

    kibitz.register_evaluation(plainly_nothing)
    said: list[str] = []
    position = after_rolls(kibitz.load(spec).start(), Random(1))
    list(compare([position], [kibitz.player(each) for each in players], [1], LONG, said.append))
    assert [text.split(":")[0].split(" by ")[0] for text in said] == [
        text.split(":")[0].split(" by ")[0] for text in told
    ]
    assert all(text.startswith(start.removesuffix(":")) for text, start in zip(said, told, strict=True))
    assert all("need not agree" in text for text in said)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "ewn"])
def test_sampled_positions_are_early_different_and_to_be_decided(spec: str) -> None:
    game = kibitz.load(spec)
    found = sample_positions(game, 30, 5)
    assert found == sample_positions(game, 30, 5) != sample_positions(game, 30, 6)
    assert len(found) == len(set(found)) == 30
    assert all(not each.is_over and each.turn is not Side.CHANCE for each in found)
    assert sample_positions(game, 1, 5) == found[:1]
    if spec == "tictactoe":
        assert found[0] == game.start()
        stones = {9 - len(each.moves) for each in found[1:]}
        assert stones == set(range(1, 8)) | (stones & {8})


def test_a_game_of_few_positions_has_no_more_of_them(long_game_file: Path) -> None:
    tiny = kibitz.load(f"{long_game_file}:length=3").start()
    # From 0 one comes to 1 and 2, by either side; what comes after that has ended.
    all_of_them = {tiny, tiny.play("1"), tiny.play("2"), tiny.play("1", "1")}
    found = sample_positions(tiny.game, 9, 1)
    assert len(found) == 4
    assert set(found) == all_of_them


def test_dice_are_rolled_until_a_player_decides() -> None:
    start = kibitz.load("ewn").start()
    rolled = after_rolls(start, Random(1))
    assert rolled.turn is Side.FIRST
    assert rolled in [start.play(roll) for roll in start.moves]
    assert after_rolls(rolled, Random(1)) is rolled
    over = GAME.position("xxx/oo./...")
    assert after_rolls(over, Random(1)) is over


# The chart.

ROWS = [
    Measured("minimax", 2, 100, 0, 0, 0, 0.01),
    Measured("minimax", 3, 1000, 0, 0, 0, 0.1),
    Measured("minimax", 6, 1_000_000, 0, 0, 0, 10.0),
    Measured("a<b", 2, 50, 0, 0, 0, 0.005),
    Measured("a<b", 3, 200, 0, 0, 0, 0.0),
]
Spot = tuple[float, float]


def drawn(rows: list[Measured]) -> ElementTree.Element:
    return ElementTree.fromstring(chart(rows, "A & B"))


def texts(picture: ElementTree.Element) -> list[tuple[str, Spot, str]]:
    """The texts outside of lines, with their places and anchors: start, middle or end."""
    return [
        (
            text.text or "",
            (float(text.get("x", 0)), float(text.get("y", 0))),
            text.get("text-anchor", "start"),
        )
        for text in picture.findall(f"{SVG}text")
    ]


def lines(picture: ElementTree.Element) -> list[list[Spot]]:
    found = []
    for line in picture.iter(f"{SVG}polyline"):
        pairs = [pair.split(",") for pair in line.get("points", "").split()]
        found.append([(float(x), float(y)) for x, y in pairs])
    return found


def number(label: str) -> float | None:
    """A label of a power of ten as a number."""
    head, _, unit = label.replace(",", "").partition(" ")
    try:
        return float(head) * {"": 1, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}[unit]
    except (KeyError, ValueError):
        return None


def axes(picture: ElementTree.Element, panel: int) -> tuple[dict[float, float], dict[int, float]]:
    """The places of the powers of ten and of the depths in the left panel or the right."""
    width = float(picture.get("width", 0)) / 2
    here = [each for each in texts(picture) if panel * width <= each[1][0] < (panel + 1) * width]
    powers = {
        value: y for text, (_, y), where in here if where == "end" and (value := number(text)) is not None
    }
    depths = {int(text): x for text, (x, _), where in here if where == "middle" and text.isdigit()}
    return powers, depths


@pytest.mark.parametrize("panel", [0, 1])
def test_points_are_read_off_the_axes(panel: int) -> None:
    picture = drawn(ROWS)
    powers, depths = axes(picture, panel)
    assert sorted(depths) == [2, 3, 6]
    assert depths[3] - depths[2] == pytest.approx((depths[6] - depths[2]) / 4, abs=0.2)
    logs = sorted((math.log10(power), y) for power, y in powers.items())
    step = (logs[-1][1] - logs[0][1]) / (logs[-1][0] - logs[0][0])
    assert step < -20  # more is higher, and the labels have room
    assert all(y == pytest.approx(logs[0][1] + step * (log - logs[0][0]), abs=0.2) for log, y in logs)
    assert [log for log, _ in logs] == [float(each) for each in range(int(logs[0][0]), int(logs[-1][0]) + 1)]
    # The scale fills its panel, which is as high as the other.
    other = axes(picture, 1 - panel)[0]
    assert (min(powers.values()), max(powers.values())) == (min(other.values()), max(other.values()))
    courses = lines(picture)[2 * panel : 2 * panel + 2]
    for course, player in zip(courses, ("minimax", "a<b"), strict=True):
        rows = [row for row in ROWS if row.player == player]
        assert [x for x, _ in course] == pytest.approx([depths[row.depth] for row in rows], abs=0.2)
        values = [max(row.nodes if panel == 0 else 1000 * row.seconds, 1e-3) for row in rows]
        for (_, y), value in zip(course, values, strict=True):
            # Labels stand a bit below their line.
            assert y + 4 == pytest.approx(logs[0][1] + step * (math.log10(value) - logs[0][0]), abs=0.3)


def test_marks_stand_on_their_points_and_lines_are_named_below() -> None:
    picture = drawn(ROWS)
    width, height = (float(picture.get(name, 0)) for name in ("width", "height"))
    assert picture.get("viewBox") == f"0 0 {width:g} {height:g}"
    groups = list(picture.iter(f"{SVG}g"))
    assert len(groups) == 6  # two panels and the legend, for each of two players
    for group, course in zip(groups, lines(picture), strict=True):
        marks = [(float(mark.get("x", 0)), float(mark.get("y", 0)) - 4) for mark in group.iter(f"{SVG}text")]
        assert marks == [pytest.approx(spot, abs=0.2) for spot in course]
    by_player = [groups[at::2] for at in (0, 1)]
    looks = [
        {
            (group.get("fill"), group[0].get("stroke"), group[0].get("stroke-dasharray"), group[1].text)
            for group in some
        }
        for some in by_player
    ]
    assert [len(look) for look in looks] == [1, 1]
    assert all(len({look[at] for some in looks for look in some}) == 2 for at in (0, 1, 2, 3))
    names = {text: spot for text, spot, _ in texts(picture)}
    for name, legend in zip(("minimax", "a<b"), lines(picture)[4:], strict=True):
        assert legend[0][1] == legend[1][1]
        assert legend[0][0] < legend[1][0] < names[name][0]
        assert names[name][1] == pytest.approx(legend[0][1] + 5)
    assert names["A & B"] == (width / 2, 20)


@pytest.mark.parametrize("players", [1, 4, 9])
def test_everything_lies_inside_and_apart(players: int) -> None:
    rows = [Measured(f"p{at}", depth, 10**at, 0, 0, 0, 1.0) for at in range(players) for depth in (1, 2)]
    picture = drawn(rows)
    width, height = (float(picture.get(name, 0)) for name in ("width", "height"))
    ground = picture.find(f"{SVG}rect")
    assert ground is not None
    assert (float(ground.get("width", 0)), float(ground.get("height", 0))) == (width, height)
    spots = [spot for course in lines(picture) for spot in course] + [spot for _, spot, _ in texts(picture)]
    assert all(5 < x < width - 5 and 12 < y < height - 3 for x, y in spots)
    # Lines and axes of the left panel end before the right one begins, and all above the legend.
    courses = lines(picture)
    left, right, legend = courses[:players], courses[players : 2 * players], courses[2 * players :]
    assert (
        max(x for course in left for x, _ in course)
        < width / 2
        < min(x for course in right for x, _ in course)
    )
    grid = [
        [float(line.get(name, 0)) for name in ("x1", "y1", "x2", "y2")] for line in picture.iter(f"{SVG}line")
    ]
    lowest = max(y for _, y, *_ in grid)
    depth_labels = [y for text, (_, y), where in texts(picture) if where == "middle" and text.isdigit()]
    assert lowest < min(depth_labels)
    units = {text: spot for text, spot, _ in texts(picture)}
    assert max(depth_labels) < units["depth"][1] < legend[0][0][1]
    assert {"nodes", "milliseconds"} <= units.keys()
    assert 20 < units["nodes"][1] < min(y for _, y, *_ in grid)
    assert units["nodes"][0] < width / 2 < units["milliseconds"][0]
    heights = [course[0][1] for course in legend]
    assert all(below - above == pytest.approx(22) for above, below in pairwise(heights))
    for x1, y1, x2, y2 in grid:
        assert y1 == y2
        assert (x1 < x2 < width / 2) or (width / 2 < x1 < x2 < width)


def test_a_single_depth_stands_in_the_middle() -> None:
    picture = drawn([Measured("one", 4, 10, 0, 0, 0, 0.01)])
    grid = [[float(line.get(name, 0)) for name in ("x1", "x2")] for line in picture.iter(f"{SVG}line")]
    ((spot,), *_) = lines(picture)
    assert spot[0] == pytest.approx(sum(grid[0]) / 2, abs=0.1)
    powers, _ = axes(picture, 0)
    assert sorted(powers) == [10, 100]  # even one value has an axis


def test_powers_of_ten_are_written_as_people_do() -> None:
    rows = [Measured("x", depth, 10 ** (depth - 1), 0, 0, 0, 10.0 ** (depth - 7)) for depth in range(1, 18)]
    picture = drawn(rows)
    width = float(picture.get("width", 0)) / 2
    assert sorted(axes(picture, 0)[0]) == [10.0**power for power in range(17)]
    labels = [text for text, (x, _), where in texts(picture) if where == "end" and x < width]
    for head in ("1", "10", "100"):
        assert all(f"{head}{unit}" in labels for unit in ("", ",000", " M", " G", " T"))
    assert {"1 P", "10 P", "depth"} <= set(labels)
    small = [text for text, (x, _), where in texts(picture) if where == "end" and x > width]
    assert small[1:4] == ["0.001", "0.01", "0.1"]
