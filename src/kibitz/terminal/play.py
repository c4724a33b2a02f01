"""A game from start to end: set it up or resume it, play it, and save it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from kibitz.base.errors import BadFile, ChangedRecord
from kibitz.files.ownership import Claim, InUse, Unwritable
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import formats_for, game_for_format
from kibitz.records.foreign_formats import is_foreign, read_foreign
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from kibitz.records.record_tags import recorded_game, recorded_seed
from kibitz.records.summary import GameSummary
from kibitz.session.seats import Seats
from kibitz.session.session import Session
from kibitz.terminal import prompts
from kibitz.terminal.autosave import PROGRAM, Autosave
from kibitz.terminal.console_io import Console, EndOfInput
from kibitz.terminal.game_loop import GameLoop
from kibitz.terminal.game_setup import (
    IN_USE,
    GameSetup,
    choose_game,
    choose_players,
    new_session,
    resumed_seats,
)
from kibitz.terminal.renderer import Renderer
from kibitz.terminal.saved_text import describe_saved, format_players, format_state
from kibitz.terminal.signals import Terminated, ignore_signals, termination_raises

#: Number of possible seeds, short enough to type.
_SEEDS = 10**9
Begun = tuple[Session, Autosave, Seats]

_WATCH, _COPY, _TAKE_OVER = IN_USE
_NOT_STARTED = "No game was started."


def play(
    setup: GameSetup,
    console: Console,
    renderer: Renderer,
    store: Store,
    *,
    resume: str | None = None,
    delay: float = 0,
    human_pace: bool = False,
    values: bool = False,
    teach: bool = False,
) -> int:
    """Play a game and return the exit code. `resume` names a saved game, "" the latest one."""
    setup.check()
    with termination_raises():
        try:
            first = _is_first(setup, store)
            begun = _begin(setup, console, store, resume)
            if begun is None:
                return 0
            session, autosave, seats = begun
            if first(session.game):
                renderer.welcome(session.game)
        except EndOfInput:
            console.print("The input ended, so no game was started.")
            return 0
        except prompts.Quit:
            console.print(_NOT_STARTED)
            return 0
        except KeyboardInterrupt:
            console.print(f"\n{_NOT_STARTED}")
            return 130
        except Terminated as stop:
            return 128 + stop.number

        def restart(position: Position | None) -> tuple[Session, Autosave]:
            new_setup = setup if position is None else replace(setup, position=str(position))
            return _new_game(new_setup, session.game, seats, console, store, secrets.randbelow(_SEEDS))

        loop = GameLoop(
            console,
            renderer,
            session,
            autosave,
            restart,
            delay=delay,
            human_pace=human_pace,
            values=values,
            teach=teach,
        )
        try:
            loop.run()
            code = 0
        except EndOfInput:
            code = 0
        except KeyboardInterrupt:
            code = 130
        except Terminated as stop:
            code = 128 + stop.number
        with ignore_signals():
            _leave(loop, console)
            loop.autosave.close()
        return code


def _begin(setup: GameSetup, console: Console, store: Store, resume: str | None) -> Begun | None:
    """Start or resume the game; return None if it was only shown."""
    if resume is None and setup.ask:
        resume = _offered(setup, console, store)
    if resume is not None and _is_damaged(resume, console):
        setup = setup if setup.game else replace(setup, game=game_for_format(Path(resume).suffix))
        resume = None
    if resume is not None:
        return _resumed(setup, console, store, resume)
    game, seats = choose_players(setup, choose_game(setup, console), console)
    return (*_new_game(setup, game, seats, console, store, setup.seed), seats)


def _is_first(setup: GameSetup, store: Store) -> Callable[[Game], bool]:
    """Return a function that returns whether a game has no saved games yet."""
    return lambda game: setup.ask and not store.has_game_of(game)


def _offered(setup: GameSetup, console: Console, store: Store) -> str | None:
    """Ask whether to resume a game; return its name, or None for a new game."""
    if setup.position is not None:
        return None
    latest = None
    try:
        if not setup.names_players:
            latest = store.latest_unfinished(None if setup.game is None else setup.load_game(setup.game))
    except ChangedRecord as error:
        console.print(f"{error}. To resume it anyway: --resume --accept-changed")
    if latest and latest.record:
        described = describe_saved(GameSummary.of(latest.record), latest.changed)
        if prompts.ask_yes(console, f"Resume your last game ({described})?", True):
            return latest.name
    named = None if setup.game is None else setup.game.partition(":")[0].strip().lower()
    for kind in formats_for(named):
        file = kind.usual_name
        if not Path(file).exists() or (named is not None and _is_damaged(file, console)):
            continue
        if prompts.ask_yes(console, f"Resume the game in {file}?", True):
            return file
    return None


def _is_damaged(name: str, console: Console) -> bool:
    """Return whether a file of another program can't be resumed, after a message; then a new game starts."""
    path = Path(name)
    if not is_foreign(path) or not path.is_file():
        return False
    try:
        read_foreign(path)
    except BadFile as error:
        why = f"{path} is empty" if not path.stat().st_size else str(error)
        console.print_wrapped(
            f"Can't resume the game: {why}. The file is left unchanged, and a new game begins."
        )
        return True
    return False


def _new_game(
    setup: GameSetup, game: Game, seats: Seats, console: Console, store: Store, seed: int
) -> tuple[Session, Autosave]:
    now = datetime.now()
    autosave = Autosave(store, store.fresh_name(game, now), console)
    session = new_session(setup, game, seats, seed, f"{now:%Y.%m.%d}")
    session.on_change = autosave.save
    return session, autosave


def _resumed(setup: GameSetup, console: Console, store: Store, resume: str) -> Begun | None:
    named_game = None if setup.game is None else setup.load_game(setup.game)
    if not resume:
        latest = store.latest_unfinished(named_game, accept_changed=setup.accept_changed)
        if latest is None:
            which = f" of {named_game.spec}" if named_game else ""
            raise BadFile(f"there is no unfinished game{which} in {store.folder}")
        resume = latest.name
    path = store.find(resume)
    if is_foreign(path):
        record = read_foreign(path)
        if named_game is not None and named_game.rules.family != record.game.rules.family:
            raise BadFile(f"{path} is a game of {record.game.spec}, not of {named_game.spec}")
        game, seats = choose_players(setup, recorded_game(record, setup.options), console, begun=True)
        return (*_resume_session(setup, console, store, record, game, seats, path, None), seats)
    # A file outside the store is left unchanged; the game continues under a new name.
    is_saved = path.resolve() == store.path(path.stem).resolve()
    claim = None
    if is_saved:
        what, claim = _claim(setup, console, store, path.stem)
        if what == _WATCH:
            _watch(store.load(path.stem, named_game, accept_changed=setup.accept_changed), console)
            return None
    with contextlib.ExitStack() as on_failure:
        if claim is not None:
            on_failure.callback(claim.release)
        record = store.load(str(path), named_game, accept_changed=setup.accept_changed)
        game = recorded_game(record, setup.options)
        seats = resumed_seats(setup, record, game, console)
        begun = _resume_session(setup, console, store, record, game, seats, path, claim)
        on_failure.pop_all()
    return (*begun, seats)


def _resume_session(
    setup: GameSetup,
    console: Console,
    store: Store,
    record: Record,
    game: Game,
    seats: Seats,
    path: Path,
    claim: Claim | None,
) -> tuple[Session, Autosave]:
    name = path.stem if claim is not None else store.fresh_name(game, datetime.now())
    autosave = Autosave(store, name, console, claim)
    autosave.warn_if_unlocked()
    autosave.allow_overwrite(path)
    seed = recorded_seed(record, setup.seed)
    session = Session.resumed(record, game, *seats, seed=seed, limit=setup.limit, on_change=autosave.save)
    return session, autosave


def _claim(setup: GameSetup, console: Console, store: Store, name: str) -> tuple[str, Claim | None]:
    """Claim a saved game; return what to do if it is in use, and the claim if it is resumed."""
    try:
        return "", store.claim(name, PROGRAM)
    except InUse as error:
        action = setup.in_use
        if action is None and not setup.ask:
            raise InUse(f"{error}; use --in-use watch, copy or take-over", error.holder) from None
        if action is None:
            console.print_wrapped(f"{error}.")
            action = prompts.ask_in_use(console)
        return action, store.claim(name, PROGRAM, take_over=True) if action == _TAKE_OVER else None
    except Unwritable as error:
        console.print(f"This game is not being saved: {error}.")
        return _COPY, None


def _watch(record: Record, console: Console) -> None:
    """Show the current state of a saved game."""
    position = record.positions()[-1]
    console.print(f"\n{record.game.view.draw(position, unicode=console.unicode, paint=console.paint)}\n")
    moves = record.positions()[0].write_line(record.moves)
    summary = GameSummary.of(record)
    description = f"{summary.title}, {format_players(summary)}, {format_state(summary)}"
    console.print_wrapped(f"{description[:1].upper()}{description[1:]}{f': {moves}' if moves else ''}.")


def _leave(loop: GameLoop, console: Console) -> None:
    """Save and print how to resume; ignore a terminal that is gone."""
    with contextlib.suppress(OSError, ValueError):
        session = loop.session
        if session.is_over:
            return
        if not session.moves:
            console.print("\nNo move was made, so nothing was saved.")
        elif loop.autosave.save(session):
            console.print()
            console.print_command("Game saved. Resume it with:", loop.autosave.resume_command(session))
