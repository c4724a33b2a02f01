"""The move log: after any kill, every written move is read, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.records.move_log import Line, LiveFile, brought_up_to_date, live_files, live_lines, read_lines
from kibitz.records.record import Record
from kibitz.records.record_store import Store

GAME = kibitz.load("connect4")


def record_of(texts: str) -> Record:
    position, moves = GAME.start(), []
    for text in texts:
        moves.append(position.move(text))
        position = position.play(moves[-1])
    return Record(GAME, tuple(moves), outcome=position.outcome)


@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 5)), max_size=30),
    st.integers(0, 30),
)
def test_a_record_of_any_age_is_brought_up_to_the_present(deeds: list[tuple[bool, int]], age: int) -> None:
    """Moves and moves taken back, with the record written at some time in between."""
    made, lines, kept = "", [], ""
    for number, (back, column) in enumerate(deeds):
        if number == age:
            kept = made
        if back and made:
            made = made[:-1]
            lines.append(Line.whole("x", str(record_of(made))))
        elif made.count(str(column)) < 6:
            lines.append(Line("x", len(made), str(column)))
            made += str(column)
        try:
            record_of(made)
        except Exception:  # the game is over
            made = made[:-1]
            lines.pop()
    now = brought_up_to_date(record_of(kept), lines)
    assert now is not None
    assert "".join(map(str, now.moves)) == made
    assert now.outcome == record_of(made).outcome


def test_a_game_that_has_no_file_yet(tmp_path: Path) -> None:
    assert brought_up_to_date(None, [Line("x", 0, "4")]) is None
    whole = Line.whole("x", str(record_of("44")))
    assert brought_up_to_date(None, [whole]) == record_of("44")
    assert brought_up_to_date(None, [whole, Line("x", 2, "3")]) == record_of("443")
    assert brought_up_to_date(None, [whole, Line("x", 3, "3")]) == record_of("44")
    out = LiveFile(tmp_path)
    out.add(whole)
    assert out.rotate() == live_files(tmp_path)
    Store(tmp_path).fold()
    assert Store(tmp_path).load("x") == record_of("44")
    assert not live_files(tmp_path)


@given(st.binary(max_size=40), st.integers(0, 400), st.integers(0, 7))
def test_a_damaged_line_and_what_follows_is_not_believed(junk: bytes, at: int, bit: int) -> None:
    lines = [Line("x", ply, "4") for ply in range(6)]
    text = "".join(line.text() for line in lines).encode()
    damaged = bytearray(text)
    damaged[at % len(text)] ^= 1 << bit
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.live"
        path.write_bytes(bytes(damaged) + junk)
        found = list(read_lines(path))
    assert found == lines[: len(found)]
    assert len(found) <= at % len(text) // len(lines[0].text())


def test_a_killed_writers_log_is_read_and_folded(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("game", record_of("44"))
    code = (
        "import sys, os, signal; from pathlib import Path\n"
        "from kibitz.records.move_log import Line, LiveFile\n"
        "out = LiveFile(Path(sys.argv[1]))\n"
        "for ply, move in enumerate('35', 2): out.add(Line('game', ply, move, '9.0 8.0'))\n"
        "os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, 'SIGKILL') else signal.SIGTERM)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)])
    assert "".join(map(str, store.load("game").moves)) == "4435"
    assert store.load("game").tags["Clock"] == "9.0 8.0"
    assert [len(row.record.moves) for row in store.saved() if row.record] == [4]
    # One that lives keeps its lines.
    alive = LiveFile(tmp_path)
    alive.add(Line("game", 4, "1"))
    store.fold()
    assert len(live_files(tmp_path)) == 1
    assert "4435" in "".join(str(store.path("game").read_text()).split("1. ")[1].split()).replace("2.", "")
    assert "".join(map(str, store.load("game").moves)) == "44351"
    # A file that was finished with may go once the games are saved.
    done = alive.rotate()
    assert live_lines(tmp_path)["game"][-1].move == "1"
    store.save("game", store.load("game"))
    done[0].unlink()
    assert len(store.load("game").moves) == 5
