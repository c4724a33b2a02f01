"""Who writes a file over a longer time: one process, until it ends or another takes over.

A claim lies beside what is claimed, in a hidden file that says who has it. It
holds as long as its process: every process keeps one file of its own locked in
a folder that it has claims in. Claims are made, taken over and checked under a
lock of their own, and whoever has one checks it under that lock at every write,
so that nobody writes after it was taken over.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile
from kibitz.files.locks import NO_LOCKS, bears_its_name, one_at_a_time, open_lock_file, try_lock
from kibitz.files.write_errors import why_unwritable

_ALIVE = ".alive"
#: No claim is longer.
_LONGEST = 10_000
#: How often a locked file is looked at before its process is taken to live, and seconds in between.
_TRIES, _BETWEEN = 3, 0.003


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a claim."""

    program: str
    pid: int
    host: str
    since: str
    #: Differs for every claim that is ever made.
    token: str
    #: The name of the file that its process keeps locked.
    alive: str

    def __str__(self) -> str:
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        return f"{self.program}{where} (process {self.pid}, since {self.since})"

    def to_text(self) -> str:
        """As it lies in the file."""
        return json.dumps(asdict(self))

    @staticmethod
    def read(data: bytes) -> Holder | None:
        """Who wrote it; None if that can't be told."""
        try:
            told = json.loads(data)
            texts = {name: str(told[name])[:200] for name in ("program", "host", "since", "token", "alive")}
            return Holder(pid=int(told["pid"]), **texts)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return None


class InUse(BadFile):
    """Somebody else has it."""

    def __init__(self, message: str, holder: Holder) -> None:
        super().__init__(message)
        self.holder = holder


class Unwritable(BadFile):
    """A claim can't be written, so nothing beside it can be either."""


class TakenOver(BadFile):
    """Somebody else has it now."""


class Claim:
    """That this process alone writes a file."""

    def __init__(self, path: Path, holder: Holder, *, is_safe: bool = True) -> None:
        """`path` is what is claimed; without locks nothing keeps others from writing, so it is not safe."""
        self.path = path
        self.holder = holder
        self.is_safe = is_safe
        self._lock = claim_file(path)
        self._text = holder.to_text().encode()

    @property
    def token(self) -> str:
        """What tells this claim from all others."""
        return self.holder.token

    def to_json(self) -> dict[str, Any]:
        """As plain values, for a process of ours that writes the same file."""
        return {"path": str(self.path), "holder": asdict(self.holder), "is_safe": self.is_safe}

    @staticmethod
    def from_json(told: dict[str, Any]) -> Claim:
        """Read what `to_json` wrote."""
        return Claim(Path(told["path"]), Holder(**told["holder"]), is_safe=told["is_safe"])

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """While the block lasts nobody takes it over; TakenOver if somebody did."""
        if not self.is_safe:
            yield
            return
        with _one_at_a_time(self._lock) as handle:
            found = os.read(handle, _LONGEST)
            if found != self._text:
                if not found:  # removed, so another may have had it meanwhile
                    self._lock.unlink(missing_ok=True)
                other = Holder.read(found)
                raise TakenOver(f"{other} has taken it over" if other else "it was open elsewhere meanwhile")
            yield

    def release(self) -> None:
        """Let others have it."""
        if not self.is_safe:
            return
        with contextlib.suppress(BadFile, OSError), self.held():
            self._lock.unlink(missing_ok=True)
        _LIVING.leave(self._lock.parent, self.holder.alive)


def claim(path: Path, program: str, *, take_over: bool = False, name: str = "") -> Claim:
    """Claim a file for this process; InUse says who has it, if another or another part of this one does.

    `name` is what people call it.
    """
    lock, folder = claim_file(path), path.parent
    alive = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        alive = _LIVING.enter(folder)
        holder = Holder(
            program,
            os.getpid(),
            socket.gethostname(),
            f"{datetime.now():%Y-%m-%d %H:%M}",
            secrets.token_hex(4),
            alive,
        )
        with _one_at_a_time(lock) as handle:
            other = Holder.read(os.read(handle, _LONGEST))
            if other is not None and not take_over and is_living(folder, other):
                raise InUse(f"{name or path.stem} is open in {other}", other)
            text = holder.to_text().encode()
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, text)  # half of it, or with the end of another's, is nobody's
            os.ftruncate(handle, len(text))
    except BaseException as error:
        if alive:
            _LIVING.leave(folder, alive)
        if isinstance(error, OSError):
            if error.errno in NO_LOCKS:
                return Claim(
                    path, Holder(program, os.getpid(), "", "", secrets.token_hex(4), ""), is_safe=False
                )
            raise Unwritable(why_unwritable(lock, error)) from None
        raise
    return Claim(path, holder)


def claim_file(path: Path) -> Path:
    """Where the claim to a file lies."""
    return path.with_name(f".{path.name}.lock")


def holder_of(path: Path) -> Holder | None:
    """The living process that has claimed a file."""
    try:
        holder = Holder.read(claim_file(path).read_bytes()[:_LONGEST])
    except OSError:
        return None
    return holder if holder is not None and is_living(path.parent, holder) else None


def is_living(folder: Path, holder: Holder) -> bool:
    """Whether a process that made a claim in a folder lives; the file of a dead one is removed."""
    if not holder.alive.endswith(_ALIVE) or Path(holder.alive).name != holder.alive:
        return False
    return not _removed_as_dead(folder / holder.alive)


def remove_claims_of_the_dead(folder: Path) -> None:
    """Remove what killed processes left of claims in a folder."""
    for alive in folder.glob(f".*{_ALIVE}"):
        _removed_as_dead(alive)
    for lock in folder.glob(".*.lock"):
        with contextlib.suppress(BadFile, OSError), _one_at_a_time(lock, patience=0) as handle:
            holder = Holder.read(os.read(handle, _LONGEST))
            if holder is None or not is_living(folder, holder):
                lock.unlink(missing_ok=True)


def _removed_as_dead(alive: Path) -> bool:
    for rest in reversed(range(_TRIES)):
        try:
            handle = open_lock_file(alive, create=False)
        except OSError:
            return True
        try:
            try_lock(handle)
            if os.name == "posix":
                alive.unlink(missing_ok=True)
            break
        except OSError:
            if not rest:
                return False
            time.sleep(_BETWEEN)  # it may only be somebody else who looks
        finally:
            os.close(handle)
    with contextlib.suppress(OSError):
        alive.unlink(missing_ok=True)  # Windows removes no open file
    return True


@contextlib.contextmanager
def _one_at_a_time(lock: Path, patience: float = 10.0) -> Iterator[int]:
    try:
        with one_at_a_time(lock, patience) as handle:
            yield handle
    except BlockingIOError:
        raise BadFile(f"{lock} is locked by another program, which does not end; try again") from None


class _Living:
    """The files that this process keeps locked, one for each folder in which it has claims."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: By folder: the name of the file, its open handle, and how many claims rest on it.
        self._files: dict[Path, tuple[str, int, int]] = {}
        atexit.register(self._end)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def enter(self, folder: Path) -> str:
        """One claim more; the name of the file."""
        folder = folder.resolve()
        with self._lock:
            name, handle, count = self._files.get(folder) or (*self._made(folder), 0)
            self._files[folder] = name, handle, count + 1
            return name

    def leave(self, folder: Path, alive: str) -> None:
        """One claim less."""
        folder = folder.resolve()
        with self._lock:
            name, handle, count = self._files.get(folder, ("", -1, 0))
            if name != alive:
                return
            if count > 1:
                self._files[folder] = name, handle, count - 1
                return
            del self._files[folder]
            _close(folder / name, handle)

    @staticmethod
    def _made(folder: Path) -> tuple[str, int]:
        while True:
            name = f".{os.getpid()}-{secrets.token_hex(4)}{_ALIVE}"
            handle = open_lock_file(folder / name)
            try:
                try_lock(handle)
                if bears_its_name(handle, folder / name):
                    return name, handle
            except BlockingIOError:
                pass  # somebody took it for that of a dead process, before it was locked
            except BaseException:
                _close(folder / name, handle)
                raise
            os.close(handle)

    def _end(self) -> None:
        for folder, (name, handle, _) in self._files.items():
            _close(folder / name, handle)
        self._files.clear()

    def _forget(self) -> None:
        """In a child: a claim ends with the process that made it, not with its children."""
        self._lock = threading.Lock()
        for _, handle, _ in self._files.values():
            with contextlib.suppress(OSError):
                os.close(handle)
        self._files.clear()


def _close(path: Path, handle: int) -> None:
    if os.name == "posix":
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        os.close(handle)
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


_LIVING = _Living()
