"""Truth sets: files, sampling, answers and scores."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.errors import BadFile, BadOption
from kibitz.cli.main import main
from kibitz.truth.answers import Answer, Respondent, read_answers, stated_chance
from kibitz.truth.catalogue import SEED, SETS, SetSpec, truth_set
from kibitz.truth.question import Question
from kibitz.truth.run import score_file, score_player
from kibitz.truth.sampling import check_set, draw_set
from kibitz.truth.scoring import mean, overall, score_set, share
from kibitz.truth.truth_set import parse_truth_set, read_truth_set

TICTACTOE = kibitz.load("tictactoe")


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["truth", *arguments])
    return result.exit_code, result.output + (str(result.exception) if result.exception else "")


def question(**values: str) -> Question:
    """One with made-up moves."""
    return Question(
        "x/1", TICTACTOE, "", {move: kibitz.Value.parse(text) for move, text in values.items()}, 1
    )


def test_there_are_enough_sets_of_enough_games() -> None:
    sets = [truth_set(name) for name in SETS]
    assert len({each.game.rules_id for each in sets}) >= 15
    assert all(len(each) >= 170 for each in sets)
    assert sum(each.game.score_range is not None for each in sets) >= 1
    assert sum(each.game.has_chance and each.game.rules.family == "own" for each in sets) >= 2
    assert any(each.game.repetition is not None and each.game.rules.in_python for each in sets)
    assert len({each.id for truth in sets for each in truth}) == sum(map(len, sets))
    assert all(not each.is_trivial for truth in sets for each in truth)
    page = (Path(__file__).parents[2] / "docs" / "truth.md").read_text(encoding="utf-8")
    assert f"There are {len(sets)} frozen sets with {sum(map(len, sets)):,} positions" in page


@pytest.mark.parametrize("name", ["tictactoe", "numerical", "nim", "morris", "race", "ewn-3-stones"])
def test_a_frozen_set_is_what_its_seed_gives(name: str) -> None:
    assert draw_set(name, SETS[name], SEED).to_bytes() == truth_set(name).to_bytes()


def test_other_seeds_give_other_sets() -> None:
    spec = SetSpec("tictactoe", count=20)
    one, same, other = (draw_set("some", spec, seed) for seed in (1, 1, 2))
    assert one.to_bytes() == same.to_bytes() != other.to_bytes()
    assert check_set(one) == sum(len(each.values) for each in one)


def test_loss_and_blunders() -> None:
    asked = question(a="Win(3)", b="Win(5)", c="Draw(2)", d="Loss(4)")
    assert [asked.loss(move) for move in "abcd"] == [0, 0, 0.5, 1]
    assert [asked.is_blunder(move) for move in "abcd"] == [False, False, True, True]
    assert asked.best_moves == ("a", "b")
    assert asked.worst_move == "d"
    dice = question(a="Expect(0.6)", b="Expect(0.55)", c="Expect(0.4)")
    assert [round(dice.loss(move), 6) for move in "abc"] == [0, 0.05, 0.2]
    assert [dice.is_blunder(move) for move in "abc"] == [False, False, True]


def test_points_are_shares_of_their_range() -> None:
    game = kibitz.load("othello:size=4")
    asked = Question(
        "x/1", game, "", {"a": kibitz.Points(8), "b": kibitz.Points(4), "c": kibitz.Points(-8)}, 1
    )
    assert [asked.loss(move) for move in "abc"] == [0, 4 / 32, 16 / 32]
    assert [asked.is_blunder(move) for move in "abc"] == [False, False, True]


def test_a_share_has_wilsons_interval() -> None:
    """As published for 81 of 263: 0.2553 to 0.3662 (Newcombe 1998)."""
    found = share(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    assert share(0, 10).low == 0
    assert share(10, 10).high == 1


def test_a_mean_has_a_normal_interval() -> None:
    found = mean([0.0, 0.0, 1.0, 1.0])
    assert found.value == 0.5
    assert found.high - 0.5 == pytest.approx(1.959964 * math.sqrt(1 / 3 / 4))


def test_scores_of_known_answers() -> None:
    truth = truth_set("tictactoe")
    perfect = {each.id: Answer(each.id, each.best_moves[0], each.chance) for each in truth}
    best = score_set("tictactoe", truth.questions, perfect)
    assert (best.best.value, best.loss.value, best.blunders.value, best.unanswered) == (1, 0, 0, 0)
    assert best.calibration is not None
    assert best.calibration.squared_error.value == best.calibration.bin_error == 0
    nothing = score_set("tictactoe", truth.questions, {})
    assert (nothing.best.value, nothing.unanswered) == (0, len(truth))
    assert nothing.calibration is None
    both = overall([best, nothing])
    assert both.best.value == 0.5
    assert both.questions == 2 * len(truth)
    half = {each.id: Answer(each.id, each.best_moves[0], 0.5) for each in truth}
    calibration = score_set("tictactoe", truth.questions, half).calibration
    assert calibration is not None
    decided = sum(each.chance != 0.5 for each in truth) / len(truth)
    assert calibration.squared_error.value == pytest.approx(decided / 4)


def test_stated_chances() -> None:
    assert stated_chance(TICTACTOE, kibitz.Win(3)) == 1
    assert stated_chance(TICTACTOE, kibitz.Draw()) == 0.5
    assert stated_chance(TICTACTOE, kibitz.Expect(0.3, exact=False)) == 0.3
    assert stated_chance(TICTACTOE, None) is None


def test_a_perfect_player_is_perfect_and_workers_change_nothing() -> None:
    names = ["tictactoe", "nim", "morris", "kalah", "race", "ewn-3x3"]
    assert score_player(Respondent("table"), names, workers=1).overall.best.value == 1
    one, two = (
        score_player(Respondent("random", seed=5), names[:2], workers=count).to_json() for count in (1, 2)
    )
    assert one == two


def test_sets_that_a_player_cannot_play_are_left_out() -> None:
    result = score_player(Respondent("lines"), ["tictactoe", "race"], workers=1)
    assert [each.name for each in result.sets] == ["tictactoe"]
    assert "race" in result.left_out
    with pytest.raises(BadOption, match="can't play"):
        score_player(Respondent("lines"), ["race"])


def test_an_engine_is_scored(tmp_path: Path) -> None:
    truth = draw_set("few", SetSpec("tictactoe", count=8), 3)
    file = tmp_path / "few.jsonl"
    truth.write(file)
    spec = f'engine:cmd="{sys.executable} -m kibitz engine tictactoe --player negascout"'
    result = score_player(Respondent(spec, kibitz.Limit(depth=9)), [str(file)], workers=1)
    assert result.overall.unanswered == 0
    assert result.overall.best.value == 1
    with pytest.raises(kibitz.KibitzError, match="nowhere"):
        score_player(Respondent("engine:cmd=nowhere"), [str(file)], workers=1)


def test_files_of_answers(tmp_path: Path) -> None:
    truth = truth_set("connect-4x4x3")
    first, second, third, fourth = truth.questions[:4]
    file = tmp_path / "answers.jsonl"
    rows = [
        {"id": first.id, "move": f" {first.best_moves[0]} ", "chance": first.chance},
        {"id": second.id, "move": "not a move"},
        {"id": third.id, "move": None},
        {"id": "another/001", "move": "1"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)) + "\n\n")
    questions = {each.id: each for each in truth}
    assert read_answers(file, questions) == [
        Answer(first.id, first.best_moves[0], first.chance),
        Answer(second.id, None),
        Answer(third.id, None),
    ]
    result = score_file(file)
    assert [each.name for each in result.sets] == ["connect-4x4x3"]
    assert result.overall.unanswered == len(truth) - 1
    assert fourth.id not in file.read_text()


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "line 1"),
        ("[]", "an answer looks like"),
        ('{"move": "1"}', "an answer looks like"),
        ('{"id": "nim/001", "move": "1-1", "chance": 2}', "from 0 to 1"),
        ('{"id": "nim/001", "move": "1-1", "chance": "high"}', "from 0 to 1"),
        ('{"id": "nim/001"}\n{"id": "nim/001"}', "again"),
        ("[" * 9000, "not an answer"),
    ],
)
def test_lines_that_are_no_answers(line: str, wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(line)
    with pytest.raises(BadFile, match=wrong):
        score_file(file, ["nim"])


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    content = truth_set("nim").to_bytes()
    assert parse_truth_set(content, "it").to_bytes() == content
    packed = gzip.compress(content)
    assert parse_truth_set(packed, "it").to_bytes() == content
    for damaged in (
        content[:-2],
        content.replace(b"Win(3)", b"Win(5)", 1),
        packed[: len(packed) // 2],
        b"{}",
        b"",
        b"\x1f\x8b",
        content.replace(b'"version":1', b'"version":2', 1),
        content.replace(b'"game":"nim:piles=5"', b'"game":"nim"', 1),
        content.replace(b'"game":"nim:piles=5"', b'"game":"evil.py"', 1),
        content.replace(b'"game":"nim:piles=5"', b'"game":7', 1),
    ):
        with pytest.raises(BadFile, match="it can't be used"):
            parse_truth_set(damaged, "it")
    with pytest.raises(BadFile, match="can't be read"):
        read_truth_set(tmp_path / "missing.jsonl")


def forged(content: bytes, *changes: tuple[str, str]) -> bytes:
    """A set with some texts replaced, and the checksum that fits."""
    head, _, body = content.partition(b"\n")
    for old, new in changes:
        assert old.encode() in body + head
        body = body.replace(old.encode(), new.encode(), 1)
        head = head.replace(old.encode(), new.encode(), 1)
    facts = {name: fact for name, fact in json.loads(head).items() if name != "sha256"}
    line = json.dumps(facts, separators=(",", ":")) + "\n"
    facts["sha256"] = hashlib.sha256(line.encode() + body).hexdigest()
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n" + body


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ([('"Win(5)":["4-1"', '"Win(5)":["9-9"')], "of the legal moves"),
        ([('"Win(5)"', '"Estimate(5)"')], "must be exact"),
        ([('"position":"(0, ', '"position":"(0, 0, 0, 0, ')], "is not a question"),
        ([('"precision":0.0', '"precision":NaN')], "precision must be from 0 to 1"),
        ([('"precision":0.0', '"precision":-1')], "precision must be from 0 to 1"),
        ([("nim/002", "nim/001")], "the same id"),
        ([("nim/002", "x" * 300)], "an id has at most 200 characters"),
        ([('"seed":2026', '"seed":1e400')], "can't be used"),
    ],
)
def test_forged_files_are_refused(changes: list[tuple[str, str]], wrong: str) -> None:
    content = truth_set("nim").to_bytes()
    assert parse_truth_set(forged(content), "it").to_bytes() == content
    with pytest.raises(BadFile, match=wrong) as refusal:
        parse_truth_set(forged(content, *changes), "it")
    assert len(str(refusal.value)) < 1000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe.jsonl")
    with pytest.raises(BadFile, match="not a regular file"):
        read_truth_set(pipe)
    with pytest.raises(BadFile, match="not a regular file"):
        read_answers(pipe, {})


def test_the_page_says_how_many_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "truth.md").read_text(encoding="utf-8")
    assert f"{len(SETS)} frozen sets with {sum(len(truth_set(name)) for name in SETS):,} positions" in page


def test_games_without_known_values_are_refused() -> None:
    with pytest.raises(BadOption, match="exact values are not known"):
        draw_set("large", SetSpec("mnk:width=9,height=9,length=5", count=3), 1)
    with pytest.raises(BadOption, match="no endgame tables"):
        draw_set("few", SetSpec("tictactoe", pieces=3), 1)
    with pytest.raises(BadOption, match="the choice of a move matters"):
        draw_set("none", SetSpec("mnk:width=1,height=2,length=2", count=3), 1)


def test_the_command(tmp_path: Path) -> None:
    code, out = run()
    assert code == 0
    assert all(name in out for name in SETS)
    fresh, asked = tmp_path / "fresh.jsonl", tmp_path / "questions.jsonl"
    assert run("draw", "tictactoe:misere=yes", "--count", "12", "--seed", "4", "-o", str(fresh))[0] == 0
    assert run("check", "--set", str(fresh))[0] == 0
    assert run("questions", "--set", str(fresh), "-o", str(asked))[0] == 0
    lines = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 12
    assert not any("value" in key for line in lines for key in line)
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        "".join(json.dumps({"id": line["id"], "move": line["moves"][0]}) + "\n" for line in lines)
    )
    code, out = run("score", "--answers", str(answers), "--set", str(fresh), "--json")
    assert code == 0
    assert json.loads(out)["all"]["questions"] == 12
    code, out = run("score", "random", "--set", str(fresh), "--workers", "1")
    assert code == 0
    assert "best by level" in out
    assert run("score")[0] == 2
    assert run("score", "random", "--set", "nowhere")[0] != 0
    assert "ends in .jsonl" in run("draw", "nim", "-o", str(tmp_path / "x.txt"))[1].replace(
        "must end", "ends"
    )
