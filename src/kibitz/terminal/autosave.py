"""Keeping the game on disk while it is played."""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import write_atomically
from kibitz.files.ownership import Claim, InUse, TakenOver
from kibitz.records.foreign_formats import format_foreign, is_foreign
from kibitz.records.record import is_own_game
from kibitz.records.record_store import Store
from kibitz.session.session import Session
from kibitz.terminal.console_io import Talk

#: Who a claim says that writes a game.
PROGRAM = "kibitz play"


class Keeper:
    """Saves a game after every change. A disk that refuses is reported once and does not stop the game.

    The game is this program's alone. If somebody takes it over, a copy is gone on with.
    """

    def __init__(self, store: Store, name: str, talk: Talk, claim: Claim | None = None) -> None:
        """`claim` is what the game was opened with; a new one is claimed when it is saved first."""
        self._store = store
        self.name = name
        self._talk = talk
        self._claim = claim
        self._trouble = ""
        self._ours: set[Path] = set()

    def keep(self, session: Session) -> bool:
        """Save now; whether the game is safe."""
        try:
            try:
                self._save(session)
            except (TakenOver, InUse) as error:
                self._go_on_with_a_copy(session, error)
        except BadFile as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._talk.say(f"This game is not being saved: {error}.")
            return False
        return True

    def _save(self, session: Session) -> None:
        if self._claim is None:
            self._claim = self._store.claim(self.name, PROGRAM)
            self.say_if_unsafe()
        self._store.save(self.name, session.record(), self._claim)

    def _go_on_with_a_copy(self, session: Session, error: BadFile) -> None:
        before = self.name
        self.close()
        self.name = self._store.fresh_name(session.game, datetime.now())
        self._save(session)
        self._talk.say(
            f"This game is no longer yours: {error}. {before} is left as it is there; "
            f"what you play is saved as a copy, {self.name}."
        )

    def say_if_unsafe(self) -> None:
        """Say so where nothing keeps others from writing the same game."""
        if self._claim is not None and not self._claim.is_safe:
            self._talk.say(
                f"The file system of {self._store.folder} has no locks, so nothing keeps "
                "another program from playing this game too. Play it in one place only."
            )

    def close(self) -> None:
        """Let others have the game."""
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def export(self, session: Session, file: str) -> Path:
        """Save a copy in a file that a person names; one named like another program's gets that format."""
        record = session.record()
        text = format_foreign(session.position, file) if is_foreign(file) else str(record)
        return self._write(file, text)

    def dump(self, session: Session, file: str) -> Path:
        """Write the board as it is on the screen to a file that a person names."""
        picture = session.game.view.draw(session.position, last=session.last, unicode=self._talk.unicode)
        return self._write(file, f"{picture}\n")

    def may_replace(self, path: Path) -> None:
        """A file that the game came from may be written again when a person says so."""
        self._ours.add(path.resolve())

    def _write(self, file: str, text: str) -> Path:
        """Write a file; other people's files are left alone."""
        path = Path(file)
        try:
            path = path.expanduser()
            taken = path.is_file() and path.resolve() not in self._ours
        except (OSError, ValueError, RuntimeError) as error:
            raise BadFile(f"can't write {file[:80]!r}: {error}") from None
        if taken:
            raise BadFile(f"{path} exists already; choose another name")
        write_atomically(path, text)
        self._ours.add(path.resolve())
        return path

    def how_to_resume(self, session: Session) -> str:
        """What to type to go on with the game."""
        own = f"{shlex.quote(session.game.spec)} " if is_own_game(session.game.spec) else ""
        return f"kibitz play {own}--resume {self.name}"
