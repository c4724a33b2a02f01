"""The journal of games: recovery after a kill, damage, and files of other programs."""

from __future__ import annotations

import json
import os
import random
import re
import zlib
from io import FileIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.arena import journal
from kibitz.arena.game_result import GameResult
from kibitz.arena.journal import open_journal
from kibitz.arena.schedule import Plan, named
from kibitz.arena.sprt import Sprt
from kibitz.arena.tournament import run_tournament
from kibitz.base.errors import BadFile
from kibitz.base.limit import Limit
from kibitz.base.time_control import TimeControl

PLAN = Plan("tictactoe", named(["random", "minimax:depth=1", "random"]), each=4, seed=3)


def read_journal(path: Path) -> tuple[Plan, dict[int, GameResult]]:
    with open_journal(path, None) as journal:
        return journal.plan, journal.results


def _games(results: dict[int, GameResult]) -> dict[int, tuple[object, ...]]:
    return {n: (r.ending, r.moves, r.start) for n, r in results.items()}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("journal") / "games.jsonl"
    run_tournament(PLAN, path, workers=1)
    return path.read_bytes()


def _signed(data: object) -> bytes:
    """A line as the journal writes it, made without its code."""
    text = json.dumps(data)[:-1].encode()
    return text + f', "crc32": "{zlib.crc32(text):08x}"}}\n'.encode()


def test_every_line_is_json_with_a_checksum(kept: bytes) -> None:
    lines = kept.splitlines(keepends=True)
    assert len(lines) == 1 + PLAN.games
    for line in lines:
        data = json.loads(line)
        del data["crc32"]
        assert _signed(data) == line


def test_work_resumes_after_a_kill(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(kept)
    whole = _games(read_journal(path)[1])
    lines = kept.splitlines(keepends=True)
    seventh = len(b"".join(lines[:7]))
    # Cut anywhere: after whole lines, in a line, in a checksum, in the plan, before the last newline.
    for cut in (0, 5, len(lines[0]), seventh, seventh + 20, seventh + len(lines[7]) - 5, len(kept) - 1):
        path.write_bytes(kept[:cut])
        before = kept[: kept[:cut].rfind(b"\n") + 1]
        again = run_tournament(PLAN, path, workers=1)
        assert path.read_bytes().startswith(before)
        assert path.read_bytes().count(b"\n") == len(lines)
        assert _games(dict(again.results)) == whole
        # What was repaired is read back: no half line stands in the middle.
        plan, results = read_journal(path)
        assert plan == PLAN
        assert _games(results) == whole


def test_half_a_line_is_cut_before_anything_is_added(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = kept.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:30])
    with open_journal(path, PLAN) as journal:
        assert sorted(journal.results) == [0, 1]
        assert path.read_bytes() == b"".join(lines[:3])
    # A line that is whole but for its newline is no half line.
    path.write_bytes(b"".join(lines[:4])[:-1])
    with open_journal(path, PLAN) as journal:
        assert sorted(journal.results) == [0, 1, 2]
    assert path.read_bytes() == b"".join(lines[:4])


def test_damage_is_said_and_never_believed(kept: bytes, tmp_path: Path) -> None:
    """Whatever happens to the file: no wrong result, and no game lost without a word but by a cut."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(kept)
    truth = _games(read_journal(path)[1])
    rng = random.Random(4)
    refused = read = 0
    said: set[str] = set()
    for _ in range(1500):
        damaged = _damaged(kept, rng)
        if damaged == kept:
            continue
        path.write_bytes(damaged)
        try:
            plan, results = read_journal(path)
        except BadFile as error:
            refused += 1
            said.add(re.sub(r"\d+", "N", str(error).replace(str(path), "FILE")))
            continue
        read += 1
        assert plan == PLAN
        found = _games(results)
        assert all(found[number] == truth[number] for number in found)
        # Then the file was only cut short, and every whole line that is left counts.
        *whole, rest = damaged.split(b"\n")
        assert kept.startswith(b"\n".join(whole))
        assert kept.split(b"\n")[len(whole)].startswith(rest)
        assert len(found) == len(set(filter(None, [*whole, rest])) & set(kept.split(b"\n")[1:]))
    assert refused > 900
    assert read > 100
    assert all(re.search("empty the line|in order, with|another file|is empty", text) for text in said)


def _damaged(text: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(text))
    kind = rng.randrange(8)
    if kind == 0:  # a bit
        return text[:at] + bytes([text[at] ^ 1 << rng.randrange(8)]) + text[at + 1 :]
    if kind == 1:  # a byte, often a digit where a digit stood
        return text[:at] + rng.choice([b"0", b"1", b"7", b"\n", b"\0", b'"', b"x"]) + text[at + 1 :]
    if kind == 2:  # a piece is missing
        return text[:at] + text[at + rng.randrange(1, 80) :]
    if kind == 3:  # a piece comes twice
        return text[:at] + text[max(0, at - rng.randrange(1, 80)) :]
    if kind == 4:  # zeros, as after a power cut
        size = rng.randrange(1, 600)
        return text[:at] + b"\0" * min(size, len(text) - at) + text[at + size :]
    if kind == 5:  # cut
        return text[:at]
    lines = text.splitlines(keepends=True)
    if kind == 6:  # a line goes
        del lines[rng.randrange(len(lines))]
    else:  # two change places
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def test_a_damaged_line_that_is_emptied_is_played_again(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = kept.splitlines(keepends=True)
    number = json.loads(lines[5])["result"]["number"]
    hurt = lines[5].replace(b'"number": %d' % number, b'"number": %d' % ((number + 1) % 10))
    path.write_bytes(b"".join([*lines[:5], hurt, *lines[6:]]))
    with pytest.raises(BadFile, match=r"line 6 is damaged.*empty the line"):
        run_tournament(PLAN, path, workers=1)
    path.write_bytes(b"".join([*lines[:5], b"\n", *lines[6:]]))
    again = run_tournament(PLAN, path, workers=1)
    path.write_bytes(kept)
    assert _games(dict(again.results)) == _games(read_journal(path)[1])


def test_no_line_is_missed_doubled_or_exchanged_without_a_word(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = kept.splitlines(keepends=True)
    for wrong, first in (
        ([*lines[:4], *lines[5:]], 5),
        ([*lines[:4], lines[3], *lines[4:]], 5),
        ([*lines[:4], lines[5], lines[4], *lines[6:]], 5),
    ):
        path.write_bytes(b"".join(wrong))
        with pytest.raises(BadFile, match=f"line {first}: this was written as line"):
            read_journal(path)
        assert path.read_bytes() == b"".join(wrong)


def test_a_game_is_there_once_and_is_one_of_these(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    third = json.loads(kept.splitlines()[3])["result"]
    last = {"line": PLAN.games + 2}
    for data in ({"result": third, **last}, {"result": {**third, "moves": ["5"]}, **last}):
        path.write_bytes(kept + _signed(data))
        with pytest.raises(BadFile, match="here twice; empty one"):
            read_journal(path)
    data = {"result": {**third, "number": PLAN.games}, **last}
    path.write_bytes(kept + _signed(data))
    with pytest.raises(BadFile, match=f"no game {PLAN.games + 1} in these {PLAN.games}"):
        read_journal(path)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(
    "text", [b"hello\n", b"hello", b"\0", b'{"result": 1}', b"# notes\nmore", b"{}\n{}\n"]
)
def test_other_peoples_files_are_left_alone(text: bytes, fresh: bool, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(BadFile, match="holds no games, or its first line is damaged"):
        run_tournament(PLAN, path, workers=1, fresh=fresh)
    assert path.read_bytes() == text


def test_other_versions_and_other_games_are_refused_with_what_to_do(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    before = (
        b'{"kibitz tournament": 1, "plan": {"game": "tictactoe", "pairs": 4}}\n{"result": {"number": 0}}\n'
    )
    other = Plan("tictactoe", named(["random", "random"]), each=2, seed=9)
    for text, message in (
        (before, "earlier version.*without checksums.*finish it with that version, or .* --fresh"),
        (
            _signed({"kibitz arena": 99, "plan": {}}),
            r"another version of Kibitz \(99\); resume it with that version",
        ),
        (_signed({"kibitz arena": 2, "plan": other.to_json()}), "holds other games"),
        (
            _signed({"kibitz arena": 2, "plan": {**PLAN.to_json(), "each": 3}}),
            "an even number of them, not 3",
        ),
    ):
        path.write_bytes(text)
        with pytest.raises(BadFile, match=message):
            run_tournament(PLAN, path)
        assert path.read_bytes() == text
    # Starting over forgets games, of whichever version.
    for text in (before, kept):
        path.write_bytes(text)
        with open_journal(path, PLAN, fresh=True) as journal:
            assert journal.results == {}
        assert path.read_bytes() == kept.splitlines(keepends=True)[0]
    with pytest.raises(BadFile, match="no file"):
        run_tournament(None, tmp_path / "absent")
    path.write_bytes(b"")
    with pytest.raises(BadFile, match="is empty"):
        run_tournament(None, path)


@pytest.mark.skipif(os.name != "posix", reason="files are locked on POSIX systems only")
def test_two_cannot_play_the_same_games_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with open_journal(path, PLAN), pytest.raises(BadFile, match="being played already"):
        run_tournament(PLAN, path)
    assert read_journal(path)[0] == PLAN


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
def test_a_full_disk_is_said_and_nothing_is_lost(kept: bytes, tmp_path: Path) -> None:
    import resource

    path = tmp_path / "games.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        with pytest.raises(BadFile, match=r"can't save the games in .*games.jsonl: File too large"):
            run_tournament(PLAN, path, workers=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    done = read_journal(path)[1]
    assert 0 < len(done) < PLAN.games
    again = run_tournament(PLAN, path, workers=1)
    assert {n: again.results[n] for n in done} == done
    assert len(read_journal(path)[1]) == PLAN.games


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a file without end")
def test_only_files_can_keep_games(tmp_path: Path) -> None:
    for path in (Path("/dev/zero"), tmp_path):
        with pytest.raises(BadFile, match="is not a regular file"):
            run_tournament(PLAN, path, workers=1)


def test_plans_survive_as_json() -> None:
    plan = Plan(
        "ewn",
        named(["random", "minimax"]),
        7,
        "match",
        5,
        (Limit(3), Limit(None, 5, 0.5)),
        TimeControl(5, 0.1),
        0.3,
        4,
        ("x",),
        2,
        Sprt(0, 5, 0.1, 0.2),
    )
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    assert len({plan.name, PLAN.name, Plan("tictactoe", PLAN.players, each=4, seed=4).name}) == 3


def test_a_match_goes_on_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    wishes = {"game": "tictactoe", "games": 12, "seed": 2, "limit": ["depth=1", "depth=2"], "workers": 1}
    whole = kibitz.match("alphabeta", "random", save=path, **wishes)  # type: ignore[arg-type]
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 13
    path.write_bytes(b"".join(lines[:5]))
    seen: list[int] = []
    again = kibitz.match(
        "alphabeta",
        "random",
        save=path,
        on_game=lambda match: seen.append(len(match.results)),
        **wishes,  # type: ignore[arg-type]
    )
    assert seen == list(range(4, 13))
    assert [(r.ending, r.moves) for r in again.results] == [(r.ending, r.moves) for r in whole.results]
    assert again.tally == whole.tally
    with pytest.raises(BadFile, match="holds other games"):
        kibitz.match("alphabeta", "random", save=path, **{**wishes, "seed": 3})  # type: ignore[arg-type]


def test_lines_are_forced_onto_the_disk_once_a_second_and_at_the_end(
    kept: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that stands still but for what the test says."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(kept)
    results = read_journal(path)[1]
    now, forced = [0.0], list[float]()
    monkeypatch.setattr(journal, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(os, "fsync", lambda handle: forced.append(now[0]))
    path.unlink()
    with open_journal(path, PLAN) as again:
        for number, when in enumerate((0.5, 1.0, 1.25, 2.0, 2.25, 2.5)):
            now[0] = when
            again.add(results[number])
            again.add(results[number])  # which is there already
        assert forced == [1.25, 2.5]
        now[0] = 2.75
    assert forced == [1.25, 2.5, 2.75]
    monkeypatch.undo()
    assert read_journal(path)[1] == {number: results[number] for number in range(6)}


def test_without_a_file_games_are_kept_in_memory(kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(kept)
    result = read_journal(path)[1][3]
    with open_journal(None, PLAN) as memory:
        memory.add(result)
        assert (memory.plan, memory.results) == (PLAN, {3: result})


def test_partial_writes_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(FileIO):
        def write(self, data: Any) -> int:
            return super().write(data[:7])

    monkeypatch.setattr(Path, "open", lambda path, mode, buffering: Slow(path, mode.replace("b", "")))
    path = tmp_path / "games.jsonl"
    plan = Plan("tictactoe", named(["random"] * 2), each=2)
    whole = run_tournament(plan, path, workers=1)
    monkeypatch.undo()
    assert read_journal(path) == (plan, whole.results)
