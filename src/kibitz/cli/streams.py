"""Robust standard streams.

A stream may be closed, full, or unable to encode what we write. A closed stdin
reads as empty; a stdout that can't be written is reported as an error; and
what can't be written to stderr is dropped, so that no message aborts any work.
"""

from __future__ import annotations

import io
import os
import sys


def repair_streams() -> None:
    """Make stdin, stdout and stderr usable, whatever the program was started with."""
    # A file that we open must never get the descriptor of a closed stream, or output would be
    # written into it. The system assigns the lowest free descriptor.
    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)
    if sys.__stdin__ is None:  # Python sets closed streams to None
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)))
    if sys.__stdout__ is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)))
    encoding = getattr(sys.stderr, "encoding", "utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_LossyOutput(2, "w", closefd=False)),
        encoding,
        "backslashreplace",
        line_buffering=True,
    )
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def close_stdout() -> str | None:
    """Flush stdout; return an error message if that fails."""
    try:
        sys.stdout.flush()
    except OSError as error:
        drop_stdout()
        return None if isinstance(error, BrokenPipeError) else describe_os_error(error)
    return None


def drop_stdout() -> None:
    """Redirect stdout to the null device: Python flushes it again at exit and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def describe_os_error(error: OSError) -> str:
    """Return a message for an OSError that nothing else has handled."""
    if error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return f"can't write the output: {error.strerror or error}"


class _LossyOutput(io.FileIO):
    """A file that drops what it can't write."""

    def write(self, data: object) -> int:
        """Write the data or drop it."""
        try:
            return super().write(data) or len(data)  # type: ignore[arg-type]
        except OSError:
            return len(data)  # type: ignore[arg-type]
