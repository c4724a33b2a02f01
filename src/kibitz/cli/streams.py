"""The three standard streams, made fit for use whatever the program was started with.

A stream may be closed, full, or unable to hold what we write. Reading from
nothing is the end of the input; writing nowhere is an error that is said; and
what can't be said on stderr is dropped, so that no work ends for a message.
"""

from __future__ import annotations

import io
import os
import sys


def mend_streams() -> None:
    """Make the three streams usable."""
    # A file that we open must never get the number of a stream that was closed: what is printed
    # would be written into it. A number that was free is the next to be given.
    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)
    if sys.__stdin__ is None:  # Python has none of those that were closed
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)))
    if sys.__stdout__ is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)))
    encoding = getattr(sys.stderr, "encoding", "utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_Deaf(2, "w", closefd=False)), encoding, "backslashreplace", line_buffering=True
    )
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def close_stdout() -> str | None:
    """Write what is left to be written; why it can't be, in words, if it can't."""
    try:
        sys.stdout.flush()
    except OSError as error:
        drop_stdout()
        return None if isinstance(error, BrokenPipeError) else unwritable(error)
    return None


def drop_stdout() -> None:
    """Let the rest go nowhere: Python would complain when it flushes again as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def unwritable(error: OSError) -> str:
    """What to say of an error of the system that nobody else has put into words."""
    if error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return f"can't write the output: {error.strerror or error}"


class _Deaf(io.FileIO):
    """Takes everything; what can't be written is dropped."""

    def write(self, data: object) -> int:
        """Write, or don't."""
        try:
            return super().write(data) or len(data)  # type: ignore[arg-type]
        except OSError:
            return len(data)  # type: ignore[arg-type]
