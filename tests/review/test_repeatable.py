"""Reviews and explanations are the same on every machine, under any load and after any history."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.review import repeat

import kibitz
from kibitz import Limit
from kibitz.analysis import evaluate_position as judging
from kibitz.analysis.explain import explain_in
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.review import review
from kibitz.game_review.text_report import batch_text, review_text
from kibitz.records.record import Record


def _run(tmp_path: Path, spec: str, plies: int, order: str, speed: float, seed: str) -> str:
    received = [sys.executable, str(Path(repeat.__file__)), spec, str(plies), order, str(speed)]
    cache = tmp_path / "cache"  # the same tables for all
    env = {**os.environ, "PYTHONHASHSEED": seed, "KIBITZ_CACHE": str(cache)}
    return subprocess.run(received, env=env, check=True, capture_output=True, text=True, timeout=600).stdout


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("tictactoe", 5),
        ("chess", 3),
        ("connect:width=12,height=10", 4),
        ("ewn", 4),
        ("gomoku", 4),
        ("kalah", 10),
        ("dots_and_boxes", 12),
        pytest.param("chess", 30, marks=pytest.mark.slow),
        pytest.param("connect:width=12,height=10", 20, marks=pytest.mark.slow),
        pytest.param("ewn", 16, marks=pytest.mark.slow),
        pytest.param("gomoku", 16, marks=pytest.mark.slow),
    ],
)
def test_two_runs_say_the_same_to_the_byte(tmp_path: Path, spec: str, plies: int) -> None:
    """A machine on which each second that may be spent passes five times as fast, and other hashes."""
    one = _run(tmp_path, spec, plies, "forward", 1, "1")
    other = _run(tmp_path, spec, plies, "backward", 5, "2")
    assert json.loads(one)["review"]["stopped"] is None
    assert json.loads(one) == json.loads(other)
    assert one == other


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine so slow that no search comes to the positions that it may visit."""
    monkeypatch.setattr(judging, "_memory", {})
    for name in ("_FOR_SOURCES", "_FOR_SEARCH", "_FOR_SEARCH_IN_PYTHON"):
        usual = getattr(judging, name)
        monkeypatch.setattr(judging, name, Limit(nodes=10**12, seconds=0.02))
        assert usual.nodes is not None


def _moves(game: kibitz.Game, text: str) -> tuple[kibitz.Move, ...]:
    position, moves = game.start(), []
    for part in text.split():
        moves.append(position.move(part))
        position = position.play(moves[-1])
    return tuple(moves)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("spec", "moves"), [("chess", "e4 e5 Nf3"), ("gomoku", "h8 h9 g8"), ("kalah", "1 2")]
)
def test_that_time_ended_it_is_said(spec: str, moves: str) -> None:
    game = kibitz.load(spec)
    record = Record(game, _moves(game, moves))
    found = review(record)
    assert found.stopped is not None
    many, seconds = found.stopped
    assert 0 < many <= len(record.moves) + 1
    assert seconds == pytest.approx(0.02)
    data = review_to_json(found)
    assert data["stopped"] == {"positions": many, "seconds": seconds}
    assert "shallower than usual" in data["said"]["stopped"]
    assert "shallower than usual" in " ".join(" ".join(review_text(found, 200)).split())
    assert "stopped" in "\n".join(batch_text([found], 200))
    values = kibitz.analyse(record.positions()[0])
    assert values.to_json()["source"]["stopped"] == seconds
    assert "shallower than usual" in values.source.words()
    hint = explain_in(values)
    assert "shallower than usual" in str(hint)
    assert hint.to_json()["stopped"] == seconds


@pytest.mark.usefixtures("hurried")
def test_where_the_dice_roll_it_is_said_too() -> None:
    found = kibitz.analyse(kibitz.load("ewn").start())
    assert found.source.stopped == pytest.approx(0.02)


@pytest.mark.usefixtures("hurried")
def test_an_explicit_limit_is_not_noted() -> None:
    """Who asks for a tenth of a second knows that it is one."""
    found = kibitz.analyse(kibitz.load("chess").start(), Limit(seconds=0.02))
    assert found.source.stopped is None
    assert "stopped" not in found.source.words()


def test_a_solver_that_ran_out_of_time_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search that stands in for it came to its end, the answer still is not the usual one."""
    position = kibitz.load("connect:width=8,height=7").start()
    monkeypatch.setattr(judging, "_memory", {})
    monkeypatch.setattr(judging, "_FOR_SOURCES", Limit(nodes=10**12, seconds=0.02))
    monkeypatch.setattr(judging, "_FOR_SEARCH", Limit(nodes=500))
    assert kibitz.analyse(position).source.stopped is not None
    monkeypatch.setattr(judging, "_memory", {})
    monkeypatch.setattr(judging, "_FOR_SOURCES", Limit(nodes=100))
    assert kibitz.analyse(position).source.stopped is None


def test_the_history_of_a_position_is_part_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same men after another way here: what may come back, and what counts for fifty moves, differ."""
    monkeypatch.setattr(judging, "_memory", {})
    monkeypatch.setattr(judging, "_FOR_SEARCH", Limit(nodes=2_000))
    game = kibitz.load("chess")
    texts = [f"8/8/8/4k3/8/8/4P3/4K3 w - - {plies} 60" for plies in (0, 90)]
    been = game.start().play("Nf3", "Nf6", "Ng1", "Ng8")
    for one, other in (map(game.position, texts), (been.without_history(), been)):
        assert one == other
        assert judging.evaluate_position(one).position is one
        assert judging.evaluate_position(other).position is other


def test_a_search_to_the_end_is_not_an_exact_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier questions must not change which values count as known."""
    monkeypatch.setattr(judging, "_memory", {})
    mate = kibitz.load("chess").position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    before = judging.exact_values(mate)
    judging.evaluate_position(mate)
    assert judging.exact_values(mate) == before
