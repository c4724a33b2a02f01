"""Pipes to an engine: lines in and out, floods, last words, and termination on every path."""

from __future__ import annotations

import os
import shlex
import signal
import time
from collections.abc import Iterator

import pytest

from kibitz.engines import process
from kibitz.engines.process import EngineFailed, EngineProcess

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are small scripts of the shell")


@pytest.fixture(autouse=True)
def _the_machine_may_be_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a program is waited for as long as it takes."""
    monkeypatch.setattr(process, "_DEATH_SECONDS", 60)


def soon() -> float:
    """A moment that no test reaches unless something is wrong."""
    return time.monotonic() + 60


def shell(script: str, **more: bool) -> EngineProcess:
    return EngineProcess(shlex.join(["sh", "-c", script]), **more)


def test_a_program_is_asked_and_answers_in_lines() -> None:
    engine = shell('while read -r line; do echo " got $line "; done; echo -n last')
    engine.send("one")
    assert engine.line(soon(), "answer") == "got one"
    engine.send("two é")
    assert engine.line(soon(), "answer") == "got two é"
    engine._process.stdin.close()  # type: ignore[union-attr]
    # What comes before the end of the output is a line too.
    assert engine.line(soon(), "answer").endswith("last")
    with pytest.raises(EngineFailed, match=r"died with exit code 0$"):
        engine.line(soon(), "answer")
    engine.close()


def test_unrequested_answers_are_dropped() -> None:
    engine = shell("echo early; read -r line; echo late; read -r line")
    assert engine._answers._thread.is_alive()
    while engine._answers._lines.empty():
        time.sleep(0.001)
    engine.send("go")
    assert engine.line(soon(), "answer") == "late"
    engine.close()


def test_silent_engines_fail() -> None:
    engine = shell("read -r line; sleep 3600")
    with pytest.raises(EngineFailed, match="gave no bestmove in time"):
        engine.line(time.monotonic(), "bestmove")
    engine.close()
    assert engine._process.poll() == -signal.SIGKILL  # it was not waited for


@pytest.mark.parametrize(
    ("script", "how"),
    [
        ("exit 3", "^died with exit code 3$"),
        ("echo 'no\tbook' >&2; exit 1", "^died with exit code 1, saying 'no book'$"),
        ("echo first >&2; echo last >&2; echo >&2; exit 0", "^died with exit code 0, saying 'last'$"),
        ("kill -TERM $$", "^was killed by SIGTERM$"),
        ("kill -KILL $$", "^was killed by SIGKILL$"),
    ],
)
def test_how_a_program_ended_and_its_last_words(script: str, how: str) -> None:
    engine = shell(script)
    with pytest.raises(EngineFailed, match=how):
        engine.line(soon(), "bestmove")
    with pytest.raises(EngineFailed, match=how):
        engine.send("hello")
    engine.close("quit")


def test_a_program_that_closes_its_output_but_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_DEATH_SECONDS", 0.01)
    engine = shell("exec >&-; sleep 60")
    with pytest.raises(EngineFailed, match=r"^closed its output$"):
        engine.line(soon(), "bestmove")
    engine.close()


def test_some_programs_answer_on_the_other_stream() -> None:
    engine = shell("echo chatter; echo answer >&2; exit 2", answers_on_stderr=True)
    assert engine.line(soon(), "bestmove") == "answer"
    with pytest.raises(EngineFailed, match="died with exit code 2, saying 'chatter'"):
        engine.line(soon(), "bestmove")
    engine.close()


def test_an_engine_receives_quit_and_may_end_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_QUIT_SECONDS", 30)
    engine = shell('read -r line; [ "$line" = quit ] && exit 7; exit 8')
    engine.close("quit")
    assert engine._process.returncode == 7
    # Without a goodbye it is ended at once.
    rude = shell("sleep 60")
    assert rude.pid == rude._process.pid
    rude.close()
    assert rude._process.returncode == -9


def test_the_words_of_a_command() -> None:
    for command, message in {
        "": "there is no command",
        "'open": "is not a command",
        "/no/such": "can't start '/no/such': No such file or directory",
        "a\0b": "can't start .*: embedded null byte",
    }.items():
        with pytest.raises(EngineFailed, match=message):
            EngineProcess(command)


def test_waiting_until_a_program_waits() -> None:
    if not os.path.isdir("/proc/self"):
        pytest.skip("nobody tells what processes do here")
    engine = EngineProcess("cat")
    engine.wait_until_idle(soon())
    assert process._state_of(engine.pid) == "S"
    engine.close()
    assert process._state_of(engine.pid) is None
    engine.wait_until_idle(soon())  # there is nothing to wait for any more


@pytest.mark.parametrize(("script", "state"), [("read -r line", None), ("exit 0", "Z")])
def test_dead_or_unseen_owners_are_not_waited_for(
    script: str, state: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def state_of(pid: int) -> str | None:
        assert not looked
        looked.append(pid)
        return state

    engine = shell(script)
    if state is not None:
        engine._process.wait(60)
    monkeypatch.setattr(process, "_state_of", state_of)
    engine.wait_until_idle(soon())
    assert looked == [engine.pid]
    engine.close()


def test_a_busy_program_is_waited_for_until_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [*"RSSRSSS", "stop"]
    looked: list[str] = []

    def state_of(pid: int) -> str:
        looked.append(states.pop(0))
        return looked[-1]

    engine = EngineProcess("cat")
    monkeypatch.setattr(process, "_IDLE_SECONDS", 0)
    monkeypatch.setattr(process, "_state_of", state_of)
    engine.wait_until_idle(soon())
    assert "".join(looked) == "RSSRSSS"  # three times in a row
    engine.wait_until_idle(time.monotonic())
    assert states == ["stop"]
    engine.close()


@pytest.fixture
def pipe() -> Iterator[tuple[process._Reader, int]]:
    """A reader that takes ten bytes between two questions, and the other end of its pipe."""
    out, into = os.pipe()
    reader = process._Reader(os.fdopen(out, "rb"), 10)
    yield reader, into
    os.close(into)
    reader.close()


def test_lines_are_put_together_from_what_comes(pipe: tuple[process._Reader, int]) -> None:
    reader, into = pipe
    for piece in (b"a", b"b\nc", b"\xff\n\n"):
        os.write(into, piece)
    assert [reader.next(soon()) for _ in range(3)] == ["ab", "c\ufffd", ""]


def test_a_bound_is_for_what_comes_between_two_questions(pipe: tuple[process._Reader, int]) -> None:
    reader, into = pipe
    for _ in range(3):
        os.write(into, b"123456789\n")  # as much as is allowed
        assert reader.next(soon()) == "123456789"
        reader.drain()
    os.write(into, b"1234567890\n")
    for _ in range(2):  # and that stays so
        with pytest.raises(OverflowError):
            reader.next(soon())
    reader.drain()
    with pytest.raises(OverflowError):
        reader.next(soon())


def test_a_reader_ends_though_the_other_end_stays_open(pipe: tuple[process._Reader, int]) -> None:
    reader, _ = pipe
    assert reader._thread.is_alive()
    reader.close()
    assert not reader._thread.is_alive()
    assert reader._pipe.closed


def test_only_the_last_words_are_kept() -> None:
    out, into = os.pipe()
    reader = process._Reader(os.fdopen(out, "rb"), None)
    assert reader.last_line() == ""
    os.write(into, b"first line\n" + b"x" * 500 + b"\nlast\x07line  \n\n")
    os.close(into)
    reader.join()
    assert reader.last_line() == "last line"
    assert len(reader._rest) == 400
    reader.close()
