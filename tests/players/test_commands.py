"""`kibitz players`, `kibitz compare` and `kibitz tree`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.dom import minidom

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.random import Random
from kibitz.cli.main import main
from kibitz.players.registry import OUTSIDE, PEOPLE, names
from kibitz.players.search_player import Searcher
from kibitz.players.search_tree import Visited, visited_tree


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def walk(node: Visited) -> list[Visited]:
    return [node, *(below for child in node.children for below in walk(child))]


def test_players_are_listed_with_options_and_what_they_play() -> None:
    listed = json.loads(run("players", "--json"))
    assert [each["name"] for each in listed] == [*names(), *PEOPLE, *OUTSIDE]
    assert all(each["summary"] and each["plays"] for each in listed)
    shown = run("players", "--game", "tictactoe")
    assert "default 16M" in shown
    assert "human: a person" in shown


def test_compare_shows_less_work_for_better_searches(tmp_path: Path) -> None:
    plot = tmp_path / "chart.svg"
    shown = run("compare", "tictactoe", "--depth", "3-5", "--json", "--plot", str(plot))
    rows = json.loads(shown)
    nodes = [row["nodes"] for row in rows if row["depth"] == 5]
    assert len(nodes) == 4
    assert nodes == sorted(nodes, reverse=True)
    minidom.parse(str(plot))


@pytest.mark.parametrize(
    ("game", "players", "differ"),
    [
        ("connect4", "minimax negascout", {}),
        ("ewn", "minimax alphabeta:star=2", {}),
        ("ewn", "minimax negascout", {"negascout": "eval=learned"}),
        ("ewn", "minimax negascout:eval=normal", {}),
        ("ewn", "minimax negascout mcts", {"negascout": "eval=learned", "mcts": "samples"}),
        ("mnk:width=4,height=4,length=4", "alphabeta negascout", {"negascout": "forced=yes"}),
        ("mnk:width=4,height=4,length=4", "alphabeta alphabeta:images=yes", {}),
    ],
)
def test_compare_says_whose_values_need_not_agree(game: str, players: str, differ: dict[str, str]) -> None:
    result = CliRunner().invoke(main, ("compare", game, "--players", players, "--depth", "1-2", "--json"))
    assert result.exit_code == 0, result.output
    data = {line.split()[0]: line for line in result.stderr.splitlines() if "need not agree" in line}
    assert data.keys() == differ.keys()
    assert all(why in data[player] for player, why in differ.items())
    # What was not said to differ agrees: every such player finds the same values.
    position = kibitz.load(game).start()
    while position.turn is kibitz.Side.CHANCE:
        position = position.play(position.moves[0])
    alike = [player for player in players.split() if player not in differ]
    values = {kibitz.player(player).choose(position, kibitz.Limit(depth=2)).value for player in alike}
    assert len(values) == 1


def test_a_chart_as_png_needs_a_package_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)  # as if it were not there
    with pytest.raises(kibitz.BadOption, match="cairosvg"):
        run("compare", "tictactoe", "--plot", str(tmp_path / "chart.png"))


def test_compare_leaves_out_what_takes_too_long() -> None:
    arguments = ("--players", "minimax alphabeta", "--depth", "1-9", "--patience", "0.05", "--json")
    rows = json.loads(run("compare", "mnk:width=9,height=9,length=5", *arguments))
    assert {row["player"] for row in rows} == {"minimax", "alphabeta"}
    assert max(row["depth"] for row in rows) < 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--depth", "x"), "a depth is a number"),
        (("--depth", "3-1"), "a depth is a number"),
        (("--players", "random"), "random does not search.* negascout and mcts do"),
        (("--players", "minimax,negascot"), "did you mean negascout"),
        (("--players", "negascout:depth=3"), "has a depth of its own"),
        (("--players", "lines"), "always looks 1 ahead"),
        (("--players", "negascout:depth=x"), "depth must be 0 to 999, not 'x'"),
        (("--players", "negascout:dpeth=3"), "did you mean depth"),
        (("--depth", "0"), "a depth is a number"),
        (("--depth", "7-1"), "a depth is a number"),
        (("--depth", "a-b"), "a depth is a number"),
        (("--plot", "chart.pdf"), "SVG or PNG"),
    ],
)
def test_compare_names_errors(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(kibitz.BadOption, match=message):
        run("compare", "tictactoe", *arguments)


def test_compare_refuses_before_any_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Searcher, "run", None)
    with pytest.raises(kibitz.BadFile, match="there is no folder"):
        run("compare", "tictactoe", "--plot", str(tmp_path / "none" / "chart.svg"))
    with pytest.raises(kibitz.GameOver, match="the game is over in xxx/oo"):
        run("compare", "tictactoe", "--position", "xxx/oo./...")
    for wrong in (("--positions", "0"), ("--patience", "0"), ("--patience", "-1"), ("--seed", "-1")):
        done = CliRunner().invoke(main, ("compare", "tictactoe", *wrong))
        assert (done.exit_code, "not in the range" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    "typed",
    [["minimax,alphabeta:tt=1M,killers=yes,negascout"], ["minimax alphabeta:tt=1M,killers=yes", "negascout"]],
)
def test_players_stand_with_commas_or_blanks_between_them(typed: list[str]) -> None:
    arguments = [word for each in typed for word in ("--players", each)]
    rows = json.loads(run("compare", "tictactoe", *arguments, "--depth", "2", "--json"))
    assert [row["player"] for row in rows] == ["minimax", "alphabeta:tt=1M,killers=yes", "negascout"]


def test_players_are_called_as_they_were_asked_for() -> None:
    shown = run("compare", "ewn", "--depth", "1")
    assert [f"star={star}," in shown for star in (0, 1, 2)] == [True] * 3


def test_dice_are_rolled_where_they_decide(tmp_path: Path) -> None:
    start = str(kibitz.load("ewn").start())
    assert json.loads(
        run("compare", "ewn", "--position", start, "--players", "minimax", "--depth", "1", "--json")
    )
    pages = [run("tree", "ewn", "--depth", "1", "--seed", seed) for seed in "01"]
    assert pages[0] == run("tree", "ewn", "--depth", "1")
    assert pages[0] != pages[1]


def test_a_tree_for_a_depth_of_its_own_is_refused(tmp_path: Path) -> None:
    with pytest.raises(kibitz.BadOption, match="has a depth of its own"):
        run("tree", "tictactoe", "--player", "negascout:depth=4")
    with pytest.raises(kibitz.BadOption, match="always looks 1 ahead"):
        run("tree", "tictactoe", "--player", "lines")
    with pytest.raises(kibitz.BadFile, match="there is no folder"):
        run("tree", "tictactoe", "--output", str(tmp_path / "none" / "tree.html"))


def test_the_tree_is_what_the_search_visited() -> None:
    position = kibitz.load("tictactoe").position("xo./.x./..o")
    for spec in ("minimax", "alphabeta", "negascout:deepen=no,aspiration=no,tt=0"):
        player = kibitz.player(spec)
        choice = player.choose(position, kibitz.Limit(depth=3), Random(0))  # as the tree is walked
        (root,) = visited_tree(position, player, 3, 10_000)
        assert root.value == choice.value
        # The search counts the nodes below the root.
        assert len(walk(root)) == (choice.nodes or 0) + 1
        for node in walk(root):
            if node.kind == "decision":
                moves = kibitz.load("tictactoe").position(node.position).moves
                assert len({child.move for child in node.children}) + node.skipped == len(moves)


@pytest.mark.parametrize("star", [0, 1, 2])
def test_a_tree_with_dice_shows_legal_moves_where_branches_are_searched_twice(star: int) -> None:
    game = kibitz.load("ewn:size=3,stones=3,faces=3,setup=123v123")
    position = game.start().play("2")
    player = kibitz.player(f"negascout:star={star},tt=0,deepen=no,aspiration=no")
    (root,) = visited_tree(position, player, 3, 50_000)
    for node in walk(root):
        here = game.position(node.position)
        for child in node.children:
            assert str(here.play(child.move)) == child.position
    assert {node.kind for node in walk(root)} >= {"decision", "chance", "horizon"}


def test_the_page_is_whole_and_bounded(tmp_path: Path) -> None:
    page = tmp_path / "tree.html"
    run("tree", "tictactoe", "--position", "xo./.x./..o", "--depth", "3", "-o", str(page))
    text = page.read_text(encoding="utf-8")
    assert "src=" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        minidom.parseString(drawing)
    with pytest.raises(kibitz.BadOption, match="more than 5000 nodes"):
        run("tree", "tictactoe", "--depth", "9", "--player", "minimax")
    with pytest.raises(kibitz.BadOption, match="does not search"):
        run("tree", "tictactoe", "--player", "random")
