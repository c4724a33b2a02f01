"""Ownership of files: one writer at a time, until its process ends or another takes over."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kibitz.base.errors import BadFile
from kibitz.files import locks, ownership
from kibitz.files.atomic_write import write_atomically
from kibitz.files.locks import exclusive_lock, update_lock
from kibitz.files.ownership import (
    Claim,
    InUse,
    TakenOver,
    claim,
    claim_file,
    holder_of,
    remove_stale_claims,
)

posix = pytest.mark.skipif(os.name != "posix", reason="signals and locks of POSIX")

HOLD = """
import sys
from pathlib import Path
from kibitz.files.ownership import claim
found = claim(Path(sys.argv[1]), "another program")
print("here", flush=True)
sys.stdin.read()
found.release()
"""


@contextlib.contextmanager
def _another(path: Path):  # type: ignore[no-untyped-def]
    """A process that has claimed a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_the_second_process_learns_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    with _another(path) as process:
        with pytest.raises(
            InUse, match=rf"game is open in another program \(process {process.pid}, "
        ) as said:
            claim(path, "this one")
        assert said.value.holder == holder_of(path)
        process.communicate("")  # it leaves
        assert holder_of(path) is None
        claim(path, "this one").release()
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_claim_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    with _another(path) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert holder_of(path) is None
        found = claim(path, "this one")
        with found.held():
            pass
        found.release()
    assert list(tmp_path.iterdir()) == []


def test_a_writer_taken_over_writes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    first = claim(path, "first")
    write_atomically(path, "1", commit_guard=first.held)
    second = claim(path, "second", take_over=True)
    with pytest.raises(TakenOver, match="second"):
        write_atomically(path, "by the first", commit_guard=first.held)
    assert path.read_text() == "1"
    write_atomically(path, "2", commit_guard=second.held)
    first.release()  # which is nobody's business any more
    write_atomically(path, "3", commit_guard=second.held)
    second.release()
    # Nor after the second has left: it may have written meanwhile.
    with pytest.raises(TakenOver, match="elsewhere"):
        write_atomically(path, "by the first", commit_guard=first.held)
    assert path.read_text() == "3"
    assert [one.name for one in tmp_path.iterdir()] == ["game.pgn"]


def test_takeover_waits_for_the_end_of_a_write(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    first, order = claim(path, "first"), list[str]()

    def take() -> None:
        claim(path, "second", take_over=True)
        order.append("taken")

    with first.held():
        taker = threading.Thread(target=take)
        taker.start()
        taker.join(0.2)
        order.append("written")
    taker.join()
    assert order == ["written", "taken"]


def test_parts_of_one_process_keep_each_other_out_too(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    found = claim(path, "first")
    with pytest.raises(InUse):
        claim(path, "second")
    # A child process inherits the claim and writes by it.
    with Claim.from_json(found.to_json()).held():
        pass
    other = claim(tmp_path / "other.pgn", "first")
    found.release()
    with other.held():
        pass
    other.release()


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"pid": "x"}', "9" * 5000, '{"alive": "../../x"}'])
def test_an_unreadable_claim_is_invalid(tmp_path: Path, text: str) -> None:
    claim_file(tmp_path / "game.pgn").write_text(text)
    assert holder_of(tmp_path / "game.pgn") is None
    claim(tmp_path / "game.pgn", "first").release()


@posix
def test_files_of_dead_processes_are_removed_and_others_kept(tmp_path: Path) -> None:
    mine = claim(tmp_path / "mine.pgn", "first")
    with _another(tmp_path / "theirs.pgn") as process:
        remove_stale_claims(tmp_path)
        assert holder_of(tmp_path / "theirs.pgn") is not None
        process.kill()
        process.wait()
        remove_stale_claims(tmp_path)
    with mine.held():
        assert len(list(tmp_path.iterdir())) == 2  # the claim, and that we live
    mine.release()


@posix
def test_a_child_does_not_keep_the_claims_of_its_parent(tmp_path: Path) -> None:
    """The parent is killed while a child of it goes on."""
    code = HOLD.replace("print(", "import os, time\nif not os.fork(): time.sleep(60); os._exit(0)\nprint(")
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "game.pgn")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert holder_of(tmp_path / "game.pgn") is None
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_without_locks_it_goes_on_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(handle: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(ownership, "try_lock", none)
    monkeypatch.setattr(locks, "try_lock", none)
    found = claim(tmp_path / "game.pgn", "first")
    assert not found.is_safe
    write_atomically(tmp_path / "game.pgn", "1", commit_guard=found.held)
    found.release()
    with update_lock(tmp_path / "deck.json"):
        pass


def test_a_lock_held_too_long_is_not_waited_for(tmp_path: Path) -> None:
    lock, deck = tmp_path / ".deck.json.lock", tmp_path / "deck.json"
    with exclusive_lock(lock), pytest.raises(BlockingIOError), exclusive_lock(lock, timeout=0.01):
        pass
    refused = pytest.raises(BadFile, match="being written by another program")
    with exclusive_lock(lock), refused, update_lock(deck, timeout=0.01):
        pass


def test_all_that_several_add_under_a_lock_is_there(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")

    def add() -> None:
        for _ in range(50):
            with update_lock(path):
                path.write_text(str(int(path.read_text()) + 1))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() == "200"
