"""Playing from start to end: settle what is played, play it, and leave nothing unsaved."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from kibitz.base.errors import BadFile, ChangedRecord
from kibitz.files.ownership import Claim, InUse, Unwritable
from kibitz.games.game import Game
from kibitz.games.registry import formats_for
from kibitz.records.foreign_formats import is_foreign, read_foreign
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from kibitz.session.record_tags import recorded_game, recorded_seed
from kibitz.session.seats import Seats
from kibitz.session.session import Session
from kibitz.terminal import prompts
from kibitz.terminal.autosave import PROGRAM, Keeper
from kibitz.terminal.console_io import EndOfInput, Talk
from kibitz.terminal.game_loop import Loop
from kibitz.terminal.game_setup import IN_USE, Wishes, new_session, resumed_seats, settle, settle_game
from kibitz.terminal.renderer import Face
from kibitz.terminal.saved_text import described, players_of, state_of
from kibitz.terminal.signals import Stop, endings_raise, undisturbed

#: Seeds are kept short enough to be typed.
_SEEDS = 10**9
Begun = tuple[Session, Keeper, Seats]

#: What may be done with a game that is open elsewhere.
_WATCH, _COPY, _TAKE_OVER = IN_USE
_NOT_STARTED = "No game was started."


def play(
    wishes: Wishes,
    talk: Talk,
    face: Face,
    store: Store,
    *,
    resume: str | None = None,
    delay: float = 0,
    values: bool = False,
    teach: bool = False,
) -> int:
    """Play a game; the program's exit code. `resume` names a saved game, "" the last one."""
    wishes.check()
    with endings_raise():
        try:
            first = _is_first(wishes, store)
            begun = _begin(wishes, talk, store, resume)
            if begun is None:
                return 0
            session, keeper, seats = begun
            if first(session.game):
                face.welcome(session.game)
        except EndOfInput:
            talk.say("There was nothing more to read, so no game was started.")
            return 0
        except prompts.Quit:
            talk.say(_NOT_STARTED)
            return 0
        except KeyboardInterrupt:
            talk.say(f"\n{_NOT_STARTED}")
            return 130
        except Stop as stop:
            return 128 + stop.number

        def restart() -> tuple[Session, Keeper]:
            return _fresh(wishes, session.game, seats, talk, store, secrets.randbelow(_SEEDS))

        loop = Loop(talk, face, session, keeper, restart, delay=delay, values=values, teach=teach)
        try:
            loop.run()
            code = 0
        except EndOfInput:
            code = 0
        except KeyboardInterrupt:
            code = 130
        except Stop as stop:
            code = 128 + stop.number
        with undisturbed():
            _leave(loop, talk)
            loop.keeper.close()
        return code


def _begin(wishes: Wishes, talk: Talk, store: Store, resume: str | None) -> Begun | None:
    """The game; None if it was only looked at."""
    if resume is None and wishes.ask:
        resume = _offered(wishes, talk, store)
    if resume is not None:
        return _resumed(wishes, talk, store, resume)
    game, seats = settle(wishes, settle_game(wishes, talk), talk)
    return (*_fresh(wishes, game, seats, talk, store, wishes.seed), seats)


def _is_first(wishes: Wishes, store: Store) -> Callable[[Game], bool]:
    """Tells whether a game was never played before, by what is saved now."""
    names = {path.stem for _, path in store.newest()} if wishes.ask else set()
    return lambda game: (
        wishes.ask and not any(name.startswith(f"{store.short_name(game)}-") for name in names)
    )


def _offered(wishes: Wishes, talk: Talk, store: Store) -> str | None:
    """The game that a person goes on with when asked; None for a new one."""
    if wishes.position is not None or wishes.names_players:
        return None
    latest = None
    try:
        latest = store.latest_unfinished(None if wishes.game is None else wishes.load_game(wishes.game))
    except ChangedRecord as error:
        talk.say(f"{error}. To go on with it all the same: --resume --accept-changed")
    if latest and prompts.ask_yes(talk, f"Go on with your last game ({described(latest)})?", True):
        return latest.name
    named = None if wishes.game is None else wishes.game.partition(":")[0].strip().lower()
    for kind in formats_for(named):
        file = kind.usual_name
        if not Path(file).exists() or not prompts.ask_yes(talk, f"Go on with the game in {file}?", True):
            continue
        try:
            read_foreign(Path(file))
        except BadFile as error:
            talk.say(f"There is nothing to go on with. {error}. The file is left as it is.")
            continue
        return file
    return None


def _fresh(
    wishes: Wishes, game: Game, seats: Seats, talk: Talk, store: Store, seed: int
) -> tuple[Session, Keeper]:
    now = datetime.now()
    keeper = Keeper(store, store.fresh_name(game, now), talk)
    session = new_session(wishes, game, seats, seed, f"{now:%Y.%m.%d}")
    session.on_change = keeper.keep
    return session, keeper


def _resumed(wishes: Wishes, talk: Talk, store: Store, resume: str) -> Begun | None:
    asked = None if wishes.game is None else wishes.load_game(wishes.game)
    if not resume:
        latest = store.latest_unfinished(asked, accept_changed=wishes.accept_changed)
        if latest is None:
            which = f" of {asked.spec}" if asked else ""
            raise BadFile(f"there is no unfinished game{which} in {store.folder}")
        resume = latest.name
    path = store.find(resume)
    if is_foreign(path):
        record = read_foreign(path)
        if asked is not None and asked.family != record.game.family:
            raise BadFile(f"{path} is a game of {record.game.spec}, not of {asked.spec}")
        game, seats = settle(wishes, recorded_game(record, wishes.options), talk, begun=True)
        return (*_gone_on_with(wishes, talk, store, record, game, seats, path, None), seats)
    # A file from elsewhere is left as it is; the game goes on under a name of its own.
    ours = path.resolve() == store.path(path.stem).resolve()
    claim = None
    if ours:
        what, claim = _claimed(wishes, talk, store, path.stem)
        if what == _WATCH:
            _watch(store.load(path.stem, asked, accept_changed=wishes.accept_changed), talk)
            return None
    with contextlib.ExitStack() as unless_begun:
        if claim is not None:
            unless_begun.callback(claim.release)
        record = store.load(str(path), asked, accept_changed=wishes.accept_changed)
        game = recorded_game(record, wishes.options)
        seats = resumed_seats(wishes, record, game, talk)
        begun = _gone_on_with(wishes, talk, store, record, game, seats, path, claim)
        unless_begun.pop_all()
    return (*begun, seats)


def _gone_on_with(
    wishes: Wishes,
    talk: Talk,
    store: Store,
    record: Record,
    game: Game,
    seats: Seats,
    path: Path,
    claim: Claim | None,
) -> tuple[Session, Keeper]:
    name = path.stem if claim is not None else store.fresh_name(game, datetime.now())
    keeper = Keeper(store, name, talk, claim)
    keeper.say_if_unsafe()
    keeper.may_replace(path)
    seed = recorded_seed(record, wishes.seed)
    session = Session.resumed(record, game, *seats, seed=seed, limit=wishes.limit, on_change=keeper.keep)
    return session, keeper


def _claimed(wishes: Wishes, talk: Talk, store: Store, name: str) -> tuple[str, Claim | None]:
    """What to do with a saved game, and the claim to it if it is gone on with."""
    try:
        return "", store.claim(name, PROGRAM)
    except InUse as error:
        what = wishes.in_use
        if what is None and not wishes.ask:
            raise InUse(f"{error}; --in-use watch, copy or take-over says what to do", error.holder) from None
        if what is None:
            talk.tell(f"{error}.")
            what = prompts.ask_in_use(talk)
        return what, store.claim(name, PROGRAM, take_over=True) if what == _TAKE_OVER else None
    except Unwritable as error:
        talk.say(f"This game is not being saved: {error}.")
        return _COPY, None


def _watch(record: Record, talk: Talk) -> None:
    """Show a game as it stands."""
    position = record.positions()[-1]
    talk.say(f"\n{record.game.view.draw(position, unicode=talk.unicode, paint=talk.paint)}\n")
    moves = record.positions()[0].write_line(record.moves)
    said = f"{record.game.title}, {players_of(record)}, {state_of(record)}"
    talk.tell(f"{said[:1].upper()}{said[1:]}{f': {moves}' if moves else ''}.")


def _leave(loop: Loop, talk: Talk) -> None:
    """Save, and say how to come back; a terminal that is gone hears nothing."""
    with contextlib.suppress(OSError, ValueError):
        session = loop.session
        if session.is_over:
            return
        if not session.moves:
            talk.say("\nNo move was made, so there is nothing to save.")
        elif loop.keeper.keep(session):
            talk.say()
            talk.tell_command("The game is saved. Resume it with:", loop.keeper.how_to_resume(session))
