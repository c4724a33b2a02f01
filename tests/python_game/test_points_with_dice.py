"""Points decided by dice: an average is never reported as a win, a draw, a loss or a probability.

What is said is held against a recursion of our own over fractions.
"""

from __future__ import annotations

import json
import re
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz import Points
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.cli.main import main
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.review import Review, review
from kibitz.game_review.text_report import review_text
from kibitz.puzzles.blunder_check import objection
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.exercise import Exercise
from kibitz.puzzles.generator import make_puzzles
from kibitz.records.record import Record
from kibitz.session.session import Session
from kibitz.solving.backup import derived_value
from kibitz.terminal.text_renderer import TextRenderer

pytestmark = pytest.mark.core

FILE = Path(__file__).with_name("stakes.py")
STATIC = Path(kibitz.__file__).parent / "web" / "static"
#: What only a certain result, or a chance, may be called.
FALSE = re.compile(r"\bwins?\b|\bwon\b|\blos(es|s|t|ing)\b|\bdraw|%|\bchance|[-+]0(\.0+)? point|symmetry")


def average(pays: int, turns: int, lead: int, made: int, stake: int) -> Fraction:
    """The first player's points with best play; nothing of Kibitz has a part in it."""

    @cache
    def value(lead: int, made: int, stake: int) -> Fraction:
        if made == turns:
            return Fraction(lead)
        sign = -1 if made % 2 else 1
        if not stake:
            return (min if made % 2 else max)(value(lead, made, 1), value(lead, made, 2))
        paying = pays if stake == 2 else 3
        up, down = value(lead + sign * stake, made + 1, 0), value(lead - sign * stake, made + 1, 0)
        return (paying * up + (6 - paying) * down) / 6

    return value(lead, made, stake)


def truth(position: kibitz.Position) -> Fraction:
    """The average as the mover sees it."""
    values = position.game.values
    found = average(int(values["pays"]), int(values["turns"]), *position.python_state)
    return found if position.mover is Side.FIRST else -found


def load(pays: int = 3, turns: int = 4) -> kibitz.Game:
    return kibitz.load(str(FILE), pays=pays, turns=turns)


def positions(game: kibitz.Game) -> list[kibitz.Position]:
    found, left = {game.start()}, [game.start()]
    while left:
        here = left.pop()
        for child in map(here.play, here.moves):
            if child not in found:
                found.add(child)
                left.append(child)
    return [each for each in found if not each.is_over]


def number(text: str) -> float:
    """The points that a text names."""
    if "even" in text:
        return 0.0
    found = re.search(r"([-+]?[0-9.]+) points?", text)
    assert found, text
    return float(found[1])


@pytest.mark.parametrize("tables", [True, False])
@pytest.mark.parametrize("pays", [0, 2, 3, 4, 6])
def test_values_are_averages_and_said_so(pays: int, tables: bool) -> None:
    for position in positions(load(pays)):
        found = kibitz.analyse(position, tables=tables)
        wanted = truth(position)
        assert isinstance(found.value, Points)
        assert found.value.points == pytest.approx(float(wanted), abs=1e-6)
        assert found.value.result is None
        words = position.game.scale.format_value(found.value)
        assert not FALSE.search(words), words
        assert words == "even on average" or words.endswith(" on average")
        assert number(words) == pytest.approx(float(wanted), abs=0.0051)
        assert (words == "even on average") == (wanted == 0)
        value = found.to_json()["value"]
        assert value["average"] is True
        assert "chance" not in value
        assert "result" not in value
        for each in (*found.moves, *found.rolls):
            assert each.value.result is None
            assert not FALSE.search(position.game.scale.format_value(each.value))


@pytest.mark.parametrize("pays", [0, 2, 3, 4, 6])
def test_explanations_name_averages(pays: int) -> None:
    for position in positions(load(pays)):
        if position.turn is Side.CHANCE:
            continue
        for move in position.moves:
            said = kibitz.explain(position, move)
            own = [
                reason.text
                for reason in said.reasons
                if "on average" in reason.text or "the average" in reason.text
            ]
            (text,) = own
            assert not FALSE.search(text), text
            after = {str(each): truth(position.play(each)) for each in position.moves}
            received = [
                0.0 if "even" in text else float(each) for each in re.findall(r"([-+]?[0-9.]+) point", text)
            ]
            mine, other = after.pop(str(move)), *after.values()
            assert said.best == (mine >= other)
            if mine == other:
                assert "as every other move" in text
                assert (received or [0.0]) == pytest.approx([float(mine)], abs=0.0051)
            else:
                assert received == pytest.approx([float(mine), float(other)], abs=0.0051)


def test_zero_stays_zero_when_rounded() -> None:
    for rest in (-4e-15, 4e-15, -0.0, 1e-12):
        assert Points(rest, average=True).words() == "even on average"
        assert str(Points(rest, average=True)) == "Points(0)"
        assert Points(rest, exact=False, average=True).words() == "about even on average"
    assert Points(-0.003, average=True).words() == "-0.003 points on average"
    assert Points(0).words() == "draws"
    assert Points(-1).result == -1
    assert Points(-1, average=True).result is None
    assert (-Points(2, average=True)).average
    assert Points(2, average=True) == Points(2)


def test_one_ply_of_looking_ahead_finds_the_average() -> None:
    for position in positions(load(4)):
        found = derived_value(position, lambda after: kibitz.analyse(after).value)
        assert isinstance(found, Points)
        assert found.average
        assert found.points == pytest.approx(float(truth(position)), abs=1e-6)


def reviewed(pays: int, line: str) -> Review:
    game = load(pays)
    position, moves = game.start(), []
    for text in line.split():
        moves.append(position.move(text))
        position = position.play(moves[-1])
    return review(Record(game, tuple(moves), game.start(), position.outcome))


@pytest.mark.parametrize("pays", [2, 3, 4])
def test_a_review_speaks_of_averages(pays: int) -> None:
    found = reviewed(pays, "low d1 high d5 low d6 low d2")
    text = "\n".join(review_text(found, 100))
    # The heading names the result, and the graph's ends are results that may come.
    body = "\n".join(line for line in text.splitlines()[2:] if not line.endswith(" player wins"))
    body = re.sub(r"accuracy\s+\d+%", "", body)
    assert not FALSE.search(body), FALSE.search(body)
    shown = review_to_json(found)["said"]
    said = json.dumps([shown["rows"], shown["phases"], shown["lessons"]])
    assert not FALSE.search(said), FALSE.search(said)
    for summary in found.summaries:
        assert (summary.won, summary.lost) == (0, 0)
    # What each decision gave away, and what the dice gave, in points.
    for decision in found.decisions:
        expected_scores = [truth(decision.position.play(move)) for move in decision.position.moves]
        flip = [
            w if decision.position.play(m).mover is decision.side else -w
            for w, m in zip(expected_scores, decision.position.moves, strict=True)
        ]
        mine = flip[decision.position.moves.index(decision.played.move)]
        assert decision.cost is not None
        assert 16 * decision.cost == pytest.approx(float(max(flip) - mine), abs=1e-6)
    place = found.record.positions()
    for roll, (_, values, verdict) in zip(
        found.rolls, [r for r in shown["rows"] if "rolls" in r[0]], strict=True
    ):
        before, after = place[roll.ply], place[roll.ply + 1]
        sign = 1 if roll.side is Side.FIRST else -1
        end = (
            Fraction(after.python_state[0])
            if after.is_over
            else truth(after) * (1 if after.mover is Side.FIRST else -1)
        )
        assert number(values) == pytest.approx(float(sign * end), abs=0.0051)
        assert number(verdict) == pytest.approx(float(sign * end - truth(before)), abs=0.0051)


class RecordingConsole:
    """Keeps the lines that were printed."""

    unicode, plain, width, animated, has_editor = False, True, 100, False, False

    def __init__(self) -> None:
        self.lines: list[str] = []

    def print_wrapped(self, text: str = "") -> None:
        self.lines.append(text)

    def print_item(self, head: str, text: str) -> None:
        self.lines.append(f"{head} {text}")

    print = print_wrapped

    def paint(self, text: str, *rest: object) -> str:
        return text


@pytest.mark.parametrize("pays", [3, 4])
def test_the_terminal_speaks_of_averages(pays: int) -> None:
    session = Session(load(pays))
    console = RecordingConsole()
    renderer = TextRenderer(console)  # type: ignore[arg-type]
    renderer.hint(session, session.hint())
    renderer.why(session, session.why("low"))
    renderer.values(session, session.analysis())
    renderer.value(session, session.analysis())
    said = "\n".join(console.lines)
    assert "average" in said
    assert not FALSE.search(said), FALSE.search(said)


def test_teaching_and_puzzles_find_nothing_false() -> None:
    """A clear mistake is reported in points; no puzzle asks who wins."""
    game = load(0, turns=1)
    said = objection(game.start(), game.start().move("high"))
    assert said is not None
    assert "points on average" in said.words
    assert not FALSE.search(said.words), said.words
    for position in positions(load(4)):
        puzzle = puzzle_at(position)
        assert puzzle is None or not FALSE.search(Exercise(puzzle).question)
    assert list(make_puzzles(load(3), 1, Random(1))) == []


def test_the_commands_speak_of_averages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    run = CliRunner()
    spec = f"{FILE}:pays=3"
    for arguments in (
        ["solve", spec],
        ["analyse", spec],
        ["analyse", spec, "low"],
        ["analyse", spec, "--search"],
    ):
        done = run.invoke(main, arguments)
        assert done.exit_code == 0, done.output
        said = re.sub(r"likely 16.7%", "", done.output.replace(str(tmp_path), ""))
        assert "even on average" in said
        assert not FALSE.search(said), FALSE.search(said)
    symmetric = run.invoke(main, ["solve", "tictactoe"])
    assert "765 positions up to symmetry" in symmetric.output


def test_tables_in_notebooks_do_too() -> None:
    assert "even on average" in kibitz.solve(load(3))._repr_html_()
    assert not FALSE.search(kibitz.analyse(load(3).start())._repr_html_().partition("<table>")[2])


SCRIPT = """
import { badge, valueWords } from "./values.js";
const told = JSON.parse(process.argv[2]);
console.log(JSON.stringify(told.map((value) => [badge(value).kind, badge(value).short, valueWords(value)])));
"""


def told_by_the_page(tmp_path: Path, values: list[dict[str, object]]) -> list[tuple[str, str, str]]:
    """The kind, the short text and the words that the page has for values."""
    for name in ("values.js", "texts.js", "en.js", "de.js"):
        (tmp_path / name).write_text((STATIC / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "told.js").write_text(SCRIPT)
    node = ["node", "told.js", json.dumps(values)]
    try:
        done = subprocess.run(node, cwd=tmp_path, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no node here")
    return [tuple(each) for each in json.loads(done.stdout)]


def test_the_page_speaks_of_averages(tmp_path: Path) -> None:
    values = [
        {"text": "", "words": "", "exact": exact, "points": points, "average": True}
        for exact in (True, False)
        for points in (0, 1.5, -0.25, -4e-15, 0.667)
    ]
    plain = [{"text": "", "words": "", "exact": True, "points": points} for points in (2, -3, 0)]
    found = told_by_the_page(tmp_path, [*values, *plain])
    for (kind, short, words), value in zip(found[: len(values)], values, strict=True):
        assert kind in ("chance", "guess")
        assert not FALSE.search(words), words
        assert "−0" not in short.replace("−0.", "")
        assert ("even" in words) == (abs(value["points"]) < 1e-9), words
        if value["points"] < -1e-9:
            assert "behind" in words
            assert "−" in short
    assert [words for _, _, words in found[len(values) :]] == [
        "ahead by 2 points",
        "behind by 3 points",
        "draws",
    ]


def test_the_page_rounds_nothing_to_certain(tmp_path: Path) -> None:
    """A chance that is not certain is not 0 % or 100 %; a win by a part of a point is not a draw."""
    chances = [0.0, 4e-5, 0.003, 0.5, 0.997, 0.99996, 1.0]
    exact = [{"text": "", "words": "", "exact": True, "chance": chance} for chance in chances]
    points = [
        {"text": "", "words": "", "exact": True, "points": number}
        for number in (0.5, -0.5, 0.3, -0.04, 0.001, 0)
    ]
    said = told_by_the_page(tmp_path, [*exact, *points])
    assert [short for _, short, _ in said[: len(chances)]] == [
        "0%",
        "<1%",
        "<1%",
        "50%",
        ">99%",
        ">99%",
        "100%",
    ]
    assert [words.split("%")[0].split()[-1] for _, _, words in said[: len(chances)]] == [
        *("0.0", "<0.1", "0.3", "50.0", "99.7", ">99.9", "100.0"),
    ]
    assert [kind for kind, _, _ in said[len(chances) :]] == ["win", "loss", "win", "loss", "win", "draw"]
    assert [short for _, short, _ in said[len(chances) :]] == ["+0.5", "−0.5", "+0.3", ">−0.1", "<+0.1", "0"]
    assert [words for _, _, words in said[len(chances) :]] == [
        *("ahead by 0.50 points", "behind by 0.50 points", "ahead by 0.30 points", "behind by 0.04 points"),
        *("ahead by <0.01 points", "draws"),
    ]


def test_values_are_not_rounded_to_certain_or_to_nothing() -> None:
    assert kibitz.Expect(0.99999).words() == ">99.9% to win"
    assert kibitz.Expect(1e-5).words() == "<0.1% to win"
    assert kibitz.Expect(1.0).words() == "100.0% to win"
    assert kibitz.Expect(1 - 1e-13).words() == "100.0% to win"  # a sum with rounding errors
    assert kibitz.Points(0.001).words() == "wins by 0.001 points"
    assert kibitz.Points(-0.5).words() == "loses by 0.50 points"
