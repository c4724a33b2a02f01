"""Saving a game to disk while it is played."""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import write_atomically
from kibitz.files.ownership import Claim, InUse, TakenOver
from kibitz.records.foreign_formats import format_foreign, is_foreign
from kibitz.records.record import is_python_game_spec
from kibitz.records.record_store import Store
from kibitz.session.session import Session
from kibitz.terminal.console_io import Console

#: The name of this program in a claim to a saved game.
PROGRAM = "kibitz play"


class Autosave:
    """Saves a game after every change. A write error is reported once and does not stop the game.

    Only this program may write the saved game. If another one takes it over, this one continues
    with a copy.
    """

    def __init__(self, store: Store, name: str, console: Console, claim: Claim | None = None) -> None:
        """`claim` is the lock of a resumed game; a new game is claimed when it is first saved."""
        self._store = store
        self.name = name
        self._console = console
        self._claim = claim
        self._error = ""
        self._own_files: set[Path] = set()

    def save(self, session: Session) -> bool:
        """Save now; return whether that worked."""
        try:
            try:
                self._save(session)
            except (TakenOver, InUse) as error:
                self._continue_with_copy(session, error)
        except BadFile as error:
            if str(error) != self._error:
                self._error = str(error)
                self._console.print(f"This game is not being saved: {error}.")
            return False
        return True

    def _save(self, session: Session) -> None:
        if self._claim is None:
            self._claim = self._store.claim(self.name, PROGRAM)
            self.warn_if_unlocked()
        self._store.save(self.name, session.record(), self._claim)

    def _continue_with_copy(self, session: Session, error: BadFile) -> None:
        before = self.name
        self.close()
        self.name = self._store.fresh_name(session.game, datetime.now())
        self._save(session)
        self._console.print(
            f"This game is no longer yours: {error}. {before} is left to the other program; "
            f"your game is now saved as {self.name}."
        )

    def warn_if_unlocked(self) -> None:
        """Warn if the file system has no locks."""
        if self._claim is not None and not self._claim.is_safe:
            self._console.print(
                f"The file system of {self._store.folder} does not support locks, so another program could "
                "write to this game as well. Keep it open in one place only."
            )

    def close(self) -> None:
        """Release the claim to the saved game."""
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def save_copy(self, session: Session, file: str) -> Path:
        """Save a copy; the extension of another program gets that program's format."""
        record = session.record()
        text = format_foreign(session.position, file) if is_foreign(file) else str(record)
        return self._write(file, text)

    def save_screen(self, session: Session, file: str) -> Path:
        """Write the board as it is on the screen to a file."""
        picture = session.game.view.draw(session.position, last=session.last, unicode=self._console.unicode)
        return self._write(file, f"{picture}\n")

    def allow_overwrite(self, path: Path) -> None:
        """Allow the file that the game was read from to be overwritten."""
        self._own_files.add(path.resolve())

    def _write(self, file: str, text: str) -> Path:
        """Write a file, but refuse to overwrite one that this game did not write."""
        path = Path(file)
        try:
            path = path.expanduser()
            taken = path.is_file() and path.resolve() not in self._own_files
        except (OSError, ValueError, RuntimeError) as error:
            raise BadFile(f"can't write {file[:80]!r}: {error}") from None
        if taken:
            raise BadFile(f"{path} exists already; choose another name")
        write_atomically(path, text)
        self._own_files.add(path.resolve())
        return path

    def resume_command(self, session: Session) -> str:
        """Return the command that resumes the game."""
        own = f"{shlex.quote(session.game.spec)} " if is_python_game_spec(session.game.spec) else ""
        return f"kibitz play {own}--resume {self.name}"
