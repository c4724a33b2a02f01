"""Long-term ownership of files: one process writes a file until it ends or another takes over.

A claim is a hidden file beside the claimed one that names its holder. It is valid
as long as the process lives: every process keeps one liveness file locked in each
folder in which it has claims. Claims are made, taken over and checked under a lock,
and the holder checks its claim under that lock at every write, so that it never
writes after another has taken over.
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
from kibitz.base.json_input import parse_json
from kibitz.files.locks import NO_LOCKS, exclusive_lock, is_same_file, open_lock_file, try_lock
from kibitz.files.write_errors import why_unwritable

_ALIVE = ".alive"
#: The largest claim file, in bytes.
_LONGEST = 10_000
#: Attempts to lock a liveness file before its process counts as alive, and seconds in between.
_TRIES, _BETWEEN = 3, 0.003


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a claim."""

    program: str
    pid: int
    host: str
    since: str
    #: Unique to each claim.
    token: str
    #: The name of the process's liveness file.
    alive: str

    def __str__(self) -> str:
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        return f"{self.program}{where} (process {self.pid}, since {self.since})"

    def to_text(self) -> str:
        """Return the content of the claim file."""
        return json.dumps(asdict(self))

    @staticmethod
    def read(data: bytes) -> Holder | None:
        """Parse a claim file; None if it is not one."""
        try:
            fields = parse_json(data)
            texts = {name: str(fields[name])[:200] for name in ("program", "host", "since", "token", "alive")}
            return Holder(pid=int(fields["pid"]), **texts)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return None


class InUse(BadFile):
    """The file is claimed by another process."""

    def __init__(self, message: str, holder: Holder) -> None:
        super().__init__(message)
        self.holder = holder


class Unwritable(BadFile):
    """The claim file can't be written."""


class TakenOver(BadFile):
    """Another process has taken over the claim."""


class Claim:
    """The exclusive right of this process to write a file."""

    def __init__(self, path: Path, holder: Holder, *, is_safe: bool = True) -> None:
        """`path` is the claimed file; `is_safe` is False where the file system has no locks."""
        self.path = path
        self.holder = holder
        self.is_safe = is_safe
        self._lock = claim_file(path)
        self._text = holder.to_text().encode()

    @property
    def token(self) -> str:
        """The identity of this claim."""
        return self.holder.token

    def to_json(self) -> dict[str, Any]:
        """Return the claim as plain values, for a child process that writes the same file."""
        return {"path": str(self.path), "holder": asdict(self.holder), "is_safe": self.is_safe}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Claim:
        """Read what `to_json` wrote."""
        return Claim(Path(data["path"]), Holder(**data["holder"]), is_safe=data["is_safe"])

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep others from taking over during the block; TakenOver if one already has."""
        if not self.is_safe:
            yield
            return
        with _locked(self._lock) as handle:
            found = os.read(handle, _LONGEST)
            if found != self._text:
                if not found:  # removed, so another may have had it meanwhile
                    self._lock.unlink(missing_ok=True)
                other = Holder.read(found)
                raise TakenOver(f"{other} has taken it over" if other else "it was open elsewhere")
            yield

    def release(self) -> None:
        """Give up the claim."""
        if not self.is_safe:
            return
        with contextlib.suppress(BadFile, OSError), self.held():
            self._lock.unlink(missing_ok=True)
        _liveness.leave(self._lock.parent, self.holder.alive)


def claim(path: Path, program: str, *, take_over: bool = False, name: str = "") -> Claim:
    """Claim a file for this process; InUse if it is claimed already, also by this process.

    `name` stands for the file in messages.
    """
    lock, folder = claim_file(path), path.parent
    alive = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        alive = _liveness.enter(folder)
        holder = Holder(
            program,
            os.getpid(),
            socket.gethostname(),
            f"{datetime.now():%Y-%m-%d %H:%M}",
            secrets.token_hex(4),
            alive,
        )
        with _locked(lock) as handle:
            other = Holder.read(os.read(handle, _LONGEST))
            if other is not None and not take_over and is_alive(folder, other):
                raise InUse(f"{name or path.stem} is open in {other}", other)
            text = holder.to_text().encode()
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, text)  # half of it, or with the end of another's, is nobody's
            os.ftruncate(handle, len(text))
    except BaseException as error:
        if alive:
            _liveness.leave(folder, alive)
        if isinstance(error, OSError):
            if error.errno in NO_LOCKS:
                return Claim(
                    path, Holder(program, os.getpid(), "", "", secrets.token_hex(4), ""), is_safe=False
                )
            raise Unwritable(why_unwritable(lock, error)) from None
        raise
    return Claim(path, holder)


def claim_file(path: Path) -> Path:
    """Return the path of the claim file."""
    return path.with_name(f".{path.name}.lock")


def holder_of(path: Path) -> Holder | None:
    """Return the live holder of the claim to a file, if any."""
    try:
        holder = Holder.read(claim_file(path).read_bytes()[:_LONGEST])
    except OSError:
        return None
    return holder if holder is not None and is_alive(path.parent, holder) else None


def is_alive(folder: Path, holder: Holder) -> bool:
    """Whether the holder of a claim in a folder is alive; the liveness file of a dead one is removed."""
    if not holder.alive.endswith(_ALIVE) or Path(holder.alive).name != holder.alive:
        return False
    return not _remove_if_dead(folder / holder.alive)


def remove_stale_claims(folder: Path) -> None:
    """Remove claims and liveness files of dead processes in a folder."""
    for alive in folder.glob(f".*{_ALIVE}"):
        _remove_if_dead(alive)
    for lock in folder.glob(".*.lock"):
        with contextlib.suppress(BadFile, OSError), _locked(lock, timeout=0) as handle:
            holder = Holder.read(os.read(handle, _LONGEST))
            if holder is None or not is_alive(folder, holder):
                lock.unlink(missing_ok=True)


def _remove_if_dead(alive: Path) -> bool:
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
            time.sleep(_BETWEEN)  # another process may be testing the same lock
        finally:
            os.close(handle)
    with contextlib.suppress(OSError):
        alive.unlink(missing_ok=True)  # Windows can't remove an open file
    return True


@contextlib.contextmanager
def _locked(lock: Path, timeout: float = 10.0) -> Iterator[int]:
    try:
        with exclusive_lock(lock, timeout) as handle:
            yield handle
    except BlockingIOError:
        raise BadFile(f"{lock} is locked by another program; try again") from None


class _LivenessFiles:
    """The liveness files of this process, one for each folder in which it has claims."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: By folder: the name of the file, its open handle, and its number of claims.
        self._files: dict[Path, tuple[str, int, int]] = {}
        atexit.register(self._end)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def enter(self, folder: Path) -> str:
        """Count one more claim in a folder, and return the name of the liveness file."""
        folder = folder.resolve()
        with self._lock:
            name, handle, count = self._files.get(folder) or (*self._made(folder), 0)
            self._files[folder] = name, handle, count + 1
            return name

    def leave(self, folder: Path, alive: str) -> None:
        """Count one claim less, and remove the liveness file with the last."""
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
                if is_same_file(handle, folder / name):
                    return name, handle
            except BlockingIOError:
                pass  # another process removed it as dead before it was locked
            except BaseException:
                _close(folder / name, handle)
                raise
            os.close(handle)

    def _end(self) -> None:
        for folder, (name, handle, _) in self._files.items():
            _close(folder / name, handle)
        self._files.clear()

    def _forget(self) -> None:
        """Close the handles in a forked child: a claim ends with the process that made it."""
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


_liveness = _LivenessFiles()
