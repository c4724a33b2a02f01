"""Playing from start to end: settle what is played, play it, and leave nothing unsaved."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from kibitz.games.game import Game
from kibitz.games.registry import formats_for
from kibitz.records.files import read_record
from kibitz.records.other_programs import is_foreign, read_foreign
from kibitz.records.store import Store
from kibitz.session.recorded import recorded_game, recorded_seed
from kibitz.session.seats import Seats
from kibitz.session.session import Session
from kibitz.terminal import questions
from kibitz.terminal.face import Face
from kibitz.terminal.keeper import Keeper
from kibitz.terminal.loop import Loop
from kibitz.terminal.saved_text import described
from kibitz.terminal.signals import Stop, endings_raise, undisturbed
from kibitz.terminal.talk import EndOfInput, Talk
from kibitz.terminal.wishes import Wishes, new_session, resumed_seats, settle, settle_game
from kibitz.words.errors import BadFile, ChangedRecord

#: Seeds are kept short enough to be typed.
_SEEDS = 10**9
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
            session, keeper, seats = _begin(wishes, talk, store, resume)
            if first(session.game):
                face.welcome(session.game)
        except EndOfInput:
            talk.say("There was nothing more to read, so no game was started.")
            return 0
        except questions.Quit:
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
        return code


def _begin(wishes: Wishes, talk: Talk, store: Store, resume: str | None) -> tuple[Session, Keeper, Seats]:
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
    if latest and questions.ask_yes(talk, f"Go on with your last game ({described(latest)})?", True):
        return latest.name
    named = None if wishes.game is None else wishes.game.partition(":")[0].strip().lower()
    for kind in formats_for(named):
        file = kind.usual_name
        if not Path(file).exists() or not questions.ask_yes(talk, f"Go on with the game in {file}?", True):
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


def _resumed(wishes: Wishes, talk: Talk, store: Store, resume: str) -> tuple[Session, Keeper, Seats]:
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
    else:
        record = read_record(path, asked, accept_changed=wishes.accept_changed)
        game = recorded_game(record, wishes.options)
        seats = resumed_seats(wishes, record, game, talk)
    seed = recorded_seed(record, wishes.seed)
    # A file from elsewhere is left as it is; the game goes on under a name of its own.
    ours = path.resolve() == store.path(path.stem).resolve()
    keeper = Keeper(store, path.stem if ours else store.fresh_name(game, datetime.now()), talk)
    keeper.may_replace(path)
    session = Session.resumed(record, game, *seats, seed=seed, limit=wishes.limit, on_change=keeper.keep)
    return session, keeper, seats


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
