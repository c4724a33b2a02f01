"""Puzzles of the page, from the deck of the person at this machine."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, assert_never, cast

from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.random import Random, pick
from kibitz.games.game import Game
from kibitz.games.registry import names
from kibitz.puzzles.deck import Deck, Try, default_path
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.exercise import Exercise
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.mistakes import puzzles_from_store
from kibitz.puzzles.opening_explorer import Played, explore
from kibitz.puzzles.puzzle import Puzzle, Task, puzzle_spec
from kibitz.puzzles.rating import ratings, streaks
from kibitz.records.record_store import Store
from kibitz.service import replies
from kibitz.service.client import Client
from kibitz.service.code_runner import CodeRunner
from kibitz.service.commands import (
    AnswerPuzzle,
    AnyPuzzleCommand,
    Explore,
    FindMistakes,
    GetProgress,
    GiveClue,
    NextPuzzle,
    RevealAnswer,
)
from kibitz.service.errors import BadRequest, Forbidden, NotFound
from kibitz.service.game_session import OnProgress
from kibitz.service.persistence import Persistence
from kibitz.service.position_view import view_json
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import ThreadPools

#: Seconds after which any grade is accepted, and the number of candidates.
_PATIENCE, _TRIES = 2.0, 50
#: Number of days in the graph of ratings.
_RATED_DAYS = 60
#: Seconds between two writes of the deck while saved games are searched.
_SAVE_INTERVAL = 5.0
#: Number of waiting puzzles in the deck: the current and the next.
_AHEAD = 2


class PuzzleDeck:
    """Hands out puzzles and records the results; slow, so it runs in threads.

    The deck is read again when its file has changed, as the terminal uses the same file.
    """

    def __init__(self, runner: CodeRunner, store: Store, path: Path | None = None) -> None:
        self._runner = runner
        self._store = store
        self._path = path
        self._lock = threading.Lock()
        #: The deck as last read or written, which is never changed, and the state of its file then.
        self._latest: tuple[tuple[int, ...], Deck] | None = None

    @contextlib.contextmanager
    def _deck(self) -> Iterator[Deck]:
        """Read the deck; save it if the block succeeds."""
        with self._lock:
            deck = Deck(self._path)
            yield deck
            deck.save()

    def _read(self) -> Deck:
        """Return the deck, to look at."""
        state = _file_state(self._path or default_path())
        latest = self._latest
        if latest is None or latest[0] != state:
            self._latest = latest = state, Deck(self._path)
        return latest[1]

    def progress(self, rules: str = "", theme: str = "") -> replies.PuzzleProgress:
        """Return the results so far, of one game and theme or of all, and the number of waiting puzzles."""
        deck, now = self._read(), datetime.now(UTC)
        spec = puzzle_spec(self._our_game(rules)) if rules else None
        attempts = deck.attempts(spec, Task(theme) if theme else None)
        rated = ratings((puzzle.grade, each) for puzzle, each in attempts)
        by_day = {
            each.at.astimezone().date().isoformat(): round(rating)
            for (_, each), rating in zip(attempts, rated, strict=True)
        }
        streak, best_streak = streaks(each for _, each in attempts)
        return {
            "days": deck.progress(now),
            "rating": round(rated[-1]) if rated else None,
            "ratings": list(by_day.items())[-_RATED_DAYS:],
            "streak": streak,
            "best_streak": best_streak,
            "themes": _by_theme(deck.attempts(spec)),
            "tries": len(attempts),
            "at_once": sum(each.at_once for _, each in attempts),
            "due": len(deck.due(now)),
            "mistakes": sum(1 for puzzle in deck.waiting(now) if puzzle.played),
            "puzzles": len(deck.puzzles),
        }

    def search_mistakes(self, on_progress: OnProgress) -> replies.PuzzleProgress:
        """Search new saved games for mistakes; return the progress."""
        known = self._read().searched
        found: list[Puzzle] = []
        names: list[str] = []
        until = time.monotonic() + _SAVE_INTERVAL
        try:
            for name, puzzles in puzzles_from_store(self._store, known.__contains__, on_progress):
                found += puzzles
                names.append(name)
                if time.monotonic() > until:
                    self._add_searched(found, names)
                    until = time.monotonic() + _SAVE_INTERVAL
        finally:  # also if the search is stopped
            self._add_searched(found, names)
        return self.progress()

    def _add_searched(self, found: list[Puzzle], names: list[str]) -> None:
        """Move puzzles and the names of searched games into the deck."""
        if not names:
            return
        with self._deck() as deck:
            deck.add(found)
            deck.searched.update(names)
        found.clear()
        names.clear()

    def next_puzzle(self, rules: str, mistakes: bool, skipped: Collection[str], theme: str = "") -> Exercise:
        """Return the next puzzle: due, then new, then generated."""
        spec = puzzle_spec(self._our_game(rules)) if rules else None
        tasks = (Task(theme),) if theme else tuple(Task)
        found = self._waiting(spec, mistakes, skipped, tasks)
        if found is None and (mistakes or tasks == (Task.BETTER,)):
            raise NotFound("you have no mistakes to practise; play a game first")
        return Exercise(found or self._made(spec, tasks))

    def linked_puzzle(self, rules: str, text: str) -> Exercise:
        """Return the puzzle of a position that came by a link: a known one, or one that is proved now."""
        game = self._our_game(rules)
        position = game.position(text)
        known = (
            puzzle
            for puzzle in self._read().of_game(puzzle_spec(game))
            if puzzle.position == str(position) and not puzzle.played
        )
        found = next(known, None) or puzzle_at(position)
        if found is None:
            raise NotFound(
                "no puzzle is known of this position: none of its answers could be proved the only ones"
            )
        return Exercise(found)

    def _waiting(
        self, spec: str | None, mistakes: bool, skipped: Collection[str], tasks: Collection[Task]
    ) -> Puzzle | None:
        waiting = self._read().waiting(datetime.now(UTC), spec)
        candidates = (
            puzzle for puzzle in waiting if puzzle.task in tasks and (puzzle.played or not mistakes)
        )
        return next((puzzle for puzzle in candidates if puzzle.id not in skipped), None)

    def _made(self, spec: str | None, tasks: Collection[Task] = tuple(Task)) -> Puzzle:
        deck = self._read()
        rng = Random(secrets.randbelow(10**9))
        game = self._our_game(spec or pick(rng, names()))
        grade, spare = deck.fitting_grade(spec), None
        until = time.monotonic() + _PATIENCE
        # The first that fits, or after a while the best so far.
        made = make_puzzles(game, _TRIES, rng, tasks=tasks, known=lambda one: one.id in deck.puzzles)
        for puzzle in made:
            if spare is None or abs(puzzle.grade - grade) < abs(spare.grade - grade):
                spare = puzzle
            if spare.grade == grade or time.monotonic() > until:
                break
        if spare is None:
            raise NotFound(f"no puzzle of {game.title} could be made; choose another game")
        return spare

    def prepare_next(self, rules: str, theme: str) -> None:
        """Generate the next puzzle if none waits, since that takes seconds."""
        spec = puzzle_spec(self._our_game(rules)) if rules else None
        tasks = (Task(theme),) if theme else tuple(Task)
        deck, now = self._read(), datetime.now(UTC)
        if sum(puzzle.task in tasks for puzzle in deck.waiting(now, spec)) < _AHEAD:
            made = self._made(spec, tasks)
            with self._deck() as deck:
                deck.add([made])

    def _our_game(self, spec: str) -> Game:
        if self._runner.catalogue.is_foreign_game(spec):
            raise BadOption(
                "games with foreign code are only supported in the terminal: kibitz puzzles, kibitz explore"
            )
        return self._runner.catalogue.load(spec)

    def answer(self, exercise: Exercise, text: str, *, note: bool = True) -> replies.AnswerReply:
        """Try an answer; `note` records the result."""
        found = exercise.answer(text)
        if exercise.is_over and note:
            self._note(exercise)
        return {
            "result": found.result.value,
            "reply": None if found.reply is None else str(found.reply),
            "why": "" if found.why is None else str(found.why),
            "puzzle": self.exercise_json(exercise),
        }

    def clue(self, exercise: Exercise) -> replies.ClueReply:
        """Say what to look for."""
        if exercise.is_over:
            raise BadRequest("this puzzle is done")
        return {"clue": exercise.hint()}

    def show(self, exercise: Exercise, *, note: bool = True) -> replies.RevealReply:
        """Reveal the answer; `note` records the result."""
        if exercise.is_over:
            raise BadRequest("this puzzle is done")
        shown = exercise.show()
        if note:
            self._note(exercise)
        return {
            "why": "" if shown is None else str(shown),
            "puzzle": self.exercise_json(exercise),
        }

    def _note(self, exercise: Exercise) -> None:
        with self._deck() as deck:
            deck.note(exercise.puzzle, exercise.recall, datetime.now(UTC))

    def exercise_json(self, exercise: Exercise) -> replies.Puzzle:
        """Return a puzzle's state with its board."""
        game, last = exercise.position.game, exercise.played[-1] if exercise.played else None
        board, view = view_json(exercise.position, last)
        found: Any = {
            **exercise.to_json(),
            "title": game.title,
            "sides": list(game.side_names),
            "played": exercise.puzzle.played,
            "record": exercise.puzzle.record,
            "board": board,
            "view": view,
        }
        return cast(replies.Puzzle, found)

    def explore(self, query: Explore, own: bool) -> replies.Explored:
        """Return the moves of a position with values, and with `own` their statistics in saved games."""
        self._our_game(query.game)
        position = self._runner.position(query)
        played = Played(position.game, saved=self._store.index.view() if own else None)
        return cast(replies.Explored, explore(position, played).to_json())


class Puzzles:
    """Executes puzzle commands in threads, with access checks."""

    def __init__(
        self, settings: Settings, deck: PuzzleDeck, workers: ThreadPools, keeper: Persistence
    ) -> None:
        self._settings = settings
        self._deck = deck
        self._workers = workers
        self._keeper = keeper
        self._making: asyncio.Task[None] | None = None

    async def execute(self, client: Client, command: AnyPuzzleCommand, on_progress: OnProgress) -> Any:
        """Execute a command about a client's puzzle, or about all of them."""
        deck, ask, own = self._deck, self._workers.run_counted, self._settings.is_local
        match command:
            case GetProgress():
                self._refuse_unless_local()
                return {"progress": await ask(lambda: deck.progress(command.rules, command.theme))}
            case FindMistakes():
                self._refuse_unless_local()
                await self._keeper.write_now()
                return {"progress": await ask(lambda: deck.search_mistakes(on_progress))}
            case NextPuzzle():
                if command.position is None:
                    self._refuse_unless_local()
                return await self._next(client, command)
            case AnswerPuzzle():
                exercise = _exercise_of(client)
                return await ask(lambda: deck.answer(exercise, command.move, note=own))
            case GiveClue():
                exercise = _exercise_of(client)
                return await ask(lambda: deck.clue(exercise))
            case RevealAnswer():
                exercise = _exercise_of(client)
                return await ask(lambda: deck.show(exercise, note=own))
            case _:
                assert_never(command)

    async def _next(self, client: Client, command: NextPuzzle) -> replies.PuzzleReply:
        def find() -> tuple[Exercise, replies.Puzzle]:
            if command.position is not None:
                exercise = self._deck.linked_puzzle(command.rules, command.position)
            else:
                exercise = self._deck.next_puzzle(
                    command.rules, command.mistakes, command.skipped, command.theme
                )
            return exercise, self._deck.exercise_json(exercise)

        client.exercise, found = await self._workers.run_counted(find)
        if not command.mistakes and self._settings.is_local:
            self._prepare_next(command.rules, command.theme)
        return {"puzzle": found}

    async def explore(self, command: Explore) -> replies.Explored:
        """Return the moves of a position; statistics of saved games are for this machine only."""
        await self._keeper.write_now()
        return await self._workers.run_counted(lambda: self._deck.explore(command, self._settings.is_local))

    def _refuse_unless_local(self) -> None:
        """Refuse remote clients: puzzles belong to one person."""
        if not self._settings.is_local:
            raise Forbidden(
                "puzzles are only available on the server's own machine; use kibitz puzzles on yours"
            )

    def _prepare_next(self, rules: str, theme: str) -> None:
        """Generate the next puzzle in the background."""

        async def make() -> None:
            with contextlib.suppress(KibitzError):  # reported to the client that requests it
                await self._workers.run_slow(lambda: self._deck.prepare_next(rules, theme))

        if self._making is None or self._making.done():
            self._making = asyncio.get_running_loop().create_task(make())


def _by_theme(attempts: Iterable[tuple[Puzzle, Try]]) -> list[tuple[str, int, int]]:
    """Count the attempts at each task, and those right at once."""
    found: dict[str, list[bool]] = {}
    for puzzle, each in attempts:
        found.setdefault(puzzle.task.value, []).append(each.at_once)
    return [(task, len(each), sum(each)) for task, each in sorted(found.items())]


def _file_state(path: Path) -> tuple[int, ...]:
    """Return what changes whenever a file is replaced; empty if there is none."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _exercise_of(client: Client) -> Exercise:
    if client.exercise is None:
        raise BadRequest("ask for a puzzle first")
    return client.exercise
