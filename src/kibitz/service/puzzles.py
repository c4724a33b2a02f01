"""Puzzles on the page: those of the deck, which belongs to whoever sits at this machine."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.random import Random, pick
from kibitz.games.game import Game
from kibitz.games.registry import names
from kibitz.puzzles.deck import Deck
from kibitz.puzzles.exercise import Exercise
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.mistakes import puzzles_from_store
from kibitz.puzzles.opening_explorer import Played, collect, explore
from kibitz.puzzles.puzzle import Puzzle, puzzle_spec
from kibitz.records.record_store import Store
from kibitz.service.errors import BadRequest, Forbidden, NotFound
from kibitz.service.fields import Fields
from kibitz.service.persistence import Persistence
from kibitz.service.position_view import view_json
from kibitz.service.positions import Desk, Where
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools

Json = dict[str, Any]
#: Seconds after which a puzzle need not be as hard as wanted, and how many are looked at for one that is.
_PATIENCE, _TRIES = 2.0, 50
#: Puzzles that are to wait in the deck: the one before somebody, and the next.
_AHEAD = 2
#: Hears how far something is; it may raise to end it.
Heard = Callable[[int, int], object]


class PuzzleDeck:
    """Gives puzzles and takes note of how they went. All of it takes time, so it is asked in threads.

    The deck is read from disk each time, as the terminal trains with the same one.
    """

    def __init__(self, desk: Desk, store: Store, path: Path | None = None) -> None:
        self._desk = desk
        self._store = store
        self._path = path
        self._lock = threading.Lock()
        #: What was played in the saved games of one kind, and when the last of them changed.
        self._played: dict[str, tuple[float, Played]] = {}

    @contextlib.contextmanager
    def _deck(self) -> Iterator[Deck]:
        """The deck as it is on disk; saved if the block ends well."""
        with self._lock:
            deck = Deck(self._path)
            yield deck
            deck.save()

    def progress(self) -> Json:
        """How it went so far, and what waits."""
        deck, now = Deck(self._path), datetime.now(UTC)
        return {
            "days": [list(row) for row in deck.progress(now)],
            "tries": len(deck.tries),
            "at_once": sum(each.at_once for each in deck.tries),
            "due": len(deck.due(now)),
            "mistakes": sum(1 for puzzle in deck.waiting(now) if puzzle.played),
            "puzzles": len(deck.puzzles),
        }

    def search_mistakes(self, heard: Heard) -> Json:
        """Look for mistakes in the games that were saved since; how it stands then."""
        known = Deck(self._path).searched
        for name, found in puzzles_from_store(self._store, known.__contains__, heard):
            with self._deck() as deck:
                deck.add(found)
                deck.searched.add(name)
        return self.progress()

    def next_puzzle(self, rules: str, mistakes: bool, skipped: list[str]) -> Exercise:
        """What to try now: what is due, then what is new; made up where there is nothing."""
        spec = puzzle_spec(self._our_game(rules)) if rules else None
        found = self._waiting(spec, mistakes, skipped)
        if found is None and mistakes:
            raise NotFound("there is no mistake of yours to try again; play a game, and come back")
        return Exercise(found or self._made(spec))

    def _waiting(self, spec: str | None, mistakes: bool, skipped: list[str]) -> Puzzle | None:
        waiting = Deck(self._path).waiting(datetime.now(UTC), spec)
        wanted = (puzzle for puzzle in waiting if puzzle.played or not mistakes)
        return next((puzzle for puzzle in wanted if puzzle.id not in skipped), None)

    def _made(self, spec: str | None) -> Puzzle:
        deck = Deck(self._path)
        rng = Random(secrets.randbelow(10**9))
        game = self._our_game(spec or pick(rng, names()))
        wanted, spare = deck.fitting_grade(spec), None
        until = time.monotonic() + _PATIENCE
        # One that fits, or after a while the one that fits best so far.
        for puzzle in make_puzzles(game, _TRIES, rng, known=lambda one: one.id in deck.puzzles):
            if spare is None or abs(puzzle.grade - wanted) < abs(spare.grade - wanted):
                spare = puzzle
            if spare.grade == wanted or time.monotonic() > until:
                break
        if spare is None:
            raise NotFound(f"no puzzle of {game.title} could be made; choose another game")
        return spare

    def make_ahead(self, rules: str) -> None:
        """Have a puzzle in the deck that is given next, if none waits there: to make one takes seconds."""
        spec = puzzle_spec(self._our_game(rules)) if rules else None
        deck, now = Deck(self._path), datetime.now(UTC)
        if len(deck.waiting(now, spec)) < _AHEAD:
            made = self._made(spec)
            with self._deck() as deck:
                deck.add([made])

    def _our_game(self, spec: str) -> Game:
        if self._desk.catalogue.is_foreign_game(spec):
            raise BadOption(
                "games that are not ours are trained in the terminal: kibitz puzzles, kibitz explore"
            )
        return self._desk.catalogue.load(spec)

    def answer(self, exercise: Exercise, text: str) -> Json:
        """Try a move or a roll."""
        found = exercise.answer(text)
        if exercise.is_over:
            self._note(exercise)
        return {
            "result": found.result.value,
            "reply": None if found.reply is None else str(found.reply),
            "why": "" if found.why is None else str(found.why),
            "puzzle": self.exercise_json(exercise),
        }

    def show(self, exercise: Exercise) -> Json:
        """Give the answer away."""
        if exercise.is_over:
            raise BadRequest("this puzzle is done")
        said = exercise.show()
        self._note(exercise)
        return {"why": "" if said is None else str(said), "puzzle": self.exercise_json(exercise)}

    def _note(self, exercise: Exercise) -> None:
        with self._deck() as deck:
            deck.note(exercise.puzzle, exercise.recall, datetime.now(UTC))

    def exercise_json(self, exercise: Exercise) -> Json:
        """A puzzle as it stands, with its board."""
        game, last = exercise.position.game, exercise.played[-1] if exercise.played else None
        board, view = view_json(exercise.position, last)
        return {
            **exercise.to_json(),
            "title": game.title,
            "sides": list(game.side_names),
            "played": exercise.puzzle.played,
            "record": exercise.puzzle.record,
            "board": board,
            "view": view,
        }

    def explore(self, where: Where, own: bool) -> Json:
        """The moves of a position with their values, and with `own` how often each was played here."""
        self._our_game(where["game"])
        position = self._desk.position(where)
        played = self._collected(position.game) if own else Played(position.game)
        return explore(position, played).to_json()

    def _collected(self, game: Game) -> Played:
        changed = max((when for when, _ in self._store.newest()), default=0.0)
        key = game.spec
        if key not in self._played or self._played[key][0] != changed:
            records = [row.record for row in self._store.saved() if row.record is not None]
            self._played = {key: (changed, collect(game, records))}
        return self._played[key][1]


class Puzzles:
    """Asks a trainer in threads, for those who may."""

    def __init__(
        self, settings: Settings, trainer: PuzzleDeck, workers: ThreadPools, keeper: Persistence
    ) -> None:
        self._settings = settings
        self.trainer = trainer
        self._workers = workers
        self._keeper = keeper
        self._making: asyncio.Task[None] | None = None

    def for_client(self) -> PuzzleSession:
        """The lesson of one client."""
        return PuzzleSession(self)

    async def explore(self, where: Where) -> Json:
        """The moves of a position; how often each was played here is told on this machine only."""
        await self._keeper.write_now()
        return await self.think(lambda: self.trainer.explore(where, self._settings.is_local))

    def refuse_unless_local(self) -> None:
        """Puzzles are kept for one person."""
        if not self._settings.is_local:
            raise Forbidden(
                "puzzles are for whoever sits at the machine of this server; kibitz puzzles has yours"
            )

    async def search_mistakes(self, heard: Heard) -> Json:
        """Look for mistakes in the games that were saved since."""
        await self._keeper.write_now()
        return await self.think(lambda: self.trainer.search_mistakes(heard))

    def make_ahead(self, rules: str) -> None:
        """Make the next puzzle while somebody thinks about this one."""

        async def make() -> None:
            with contextlib.suppress(KibitzError):  # whoever asks for it will be told
                await self._workers.think(lambda: self.trainer.make_ahead(rules))

        if self._making is None or self._making.done():
            self._making = asyncio.get_running_loop().create_task(make())

    async def think(self, work: Callable[[], Json]) -> Json:
        """What takes time."""
        return await self._workers.ask(work)


class PuzzleSession:
    """One client with a puzzle before it."""

    def __init__(self, training: Puzzles) -> None:
        self._training = training
        self._trainer = training.trainer
        self._exercise: Exercise | None = None

    async def progress(self) -> Json:
        """How it went so far."""
        self._training.refuse_unless_local()
        return {"progress": await self._training.think(self._trainer.progress)}

    async def search_mistakes(self, heard: Heard) -> Json:
        """Look for mistakes in saved games."""
        self._training.refuse_unless_local()
        return {"progress": await self._training.search_mistakes(heard)}

    async def puzzle(self, asked: Fields) -> Json:
        """Something to solve."""
        self._training.refuse_unless_local()
        rules, mistakes = asked.text("rules", "", longest=500), asked.flag("mistakes")
        skipped = asked.texts("skipped", most=50, longest=20)

        def find() -> Json:
            self._exercise = self._trainer.next_puzzle(rules, mistakes, skipped)
            return self._trainer.exercise_json(self._exercise)

        found = await self._training.think(find)
        if not mistakes:
            self._training.make_ahead(rules)
        return {"puzzle": found}

    async def answer(self, text: str) -> Json:
        """Try a move or a roll."""
        exercise = self._here()
        return await self._training.think(lambda: self._trainer.answer(exercise, text))

    async def reveal(self) -> Json:
        """Give the answer away."""
        exercise = self._here()
        return await self._training.think(lambda: self._trainer.show(exercise))

    def _here(self) -> Exercise:
        if self._exercise is None:
            raise BadRequest("ask for a puzzle first")
        return self._exercise
