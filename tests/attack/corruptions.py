"""Damage to every kind of stored file: detected, or harmless."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.schedule import Plan, named
from kibitz.arena.tournament import run_tournament
from kibitz.base.random import Random, pick
from kibitz.games.connect.book import read_book
from kibitz.games.connect.book_building import build_book
from kibitz.games.package import package_folder
from kibitz.players.level_data import read_levels
from kibitz.puzzles.deck import Deck
from kibitz.puzzles.puzzle import Puzzle, Task
from kibitz.puzzles.repetition import Recall
from kibitz.records.record_store import Store
from kibitz.solving import checkpoints, solve, table
from kibitz.solving.checkpoints import parts_folder
from kibitz.solving.table_store import kept_tables, remove_table, table_path
from tests.attack.damage import spoilt, spoilt_text
from tests.attack.field import Field, attack
from tests.attack.journals import games_of

#: One of each layout: keyed, dense, endgame; and a game with dice that is listed.
TABLES = [
    "tictactoe",
    "connect:width=4,height=4,length=4",
    "ewn:size=4,stones=2,faces=6",
    "ewn:size=3,stones=1",
]
STEPS = 20
PUZZLES = [
    Puzzle("tictactoe", position, Task.ONLY_WIN, (answer,), (answer,), "Win(1)", 1)
    for position, answer in (("xx./oo./...", "3"), ("xx./.../oo.", "3"), ("x../xo./..o", "7"))
]


def random_positions(spec: str, count: int, seed: int = 0) -> list[kibitz.Position]:
    """Positions from random games."""
    game, rng, found = kibitz.load(spec), Random(seed), []
    while len(found) < count:
        position = game.start(rng)
        while not position.is_over and len(found) < count:
            found.append(position)
            position = position.play(pick(rng, position.moves))
    return found


def _solved(spec: str) -> tuple[Path, bytes, list[tuple[kibitz.Position, Any]]]:
    found = kibitz.solve(spec)
    assert found.path is not None
    known = [(position, found.value(position)) for position in random_positions(spec, 60)]
    return found.path, found.path.read_bytes(), known


@attack("corruptions", weight=3)
def spoil_tables(field: Field) -> None:
    """A table is damaged, then opened and asked."""
    spec = field.rng.choice(TABLES)
    path, sound, known = field.once(f"table {spec}", lambda: _solved(spec))
    game = kibitz.load(spec)
    for step in range(STEPS):
        bad = spoilt(sound, field.rng)
        if bad == sound:
            continue
        path.write_bytes(bad)
        field.count("corruptions")
        with field.only_documented_errors(lambda: f"opening a damaged table of {spec}"):
            opened = table.open_table(game, path)
            for position, value in known:
                if opened.value(position) != value:
                    field.fault("believed", f"a damaged table of {spec}")
                    break
        if step == 0:
            with field.only_documented_errors(lambda: f"listing and solving over a damaged table of {spec}"):
                kept_tables()
                kibitz.solve(spec)
                if path.read_bytes() != sound:
                    field.fault("believed", f"a damaged table of {spec} was not made again")
    path.write_bytes(sound)


@attack("corruptions")
def spoil_parts(field: Field) -> None:
    """The parts that interrupted solving left are damaged, and solving goes on."""
    spec = field.rng.choice(TABLES[1:3])
    path = table_path(kibitz.load(spec))

    def interrupted() -> tuple[bytes, dict[str, bytes]]:
        whole = _solved(spec)[1]
        path.unlink()
        saved, checkpoints.EVERY_SECONDS = solve.save_table, 0.0

        def stop(*args: object) -> None:
            raise KeyboardInterrupt

        solve.save_table = stop  # type: ignore[assignment]
        try:
            kibitz.solve(spec)
        except KeyboardInterrupt:
            pass
        finally:
            solve.save_table = saved
        return whole, {part.name: part.read_bytes() for part in parts_folder(path).iterdir()}

    whole, parts = field.once(f"parts {spec}", interrupted)
    folder = parts_folder(path)
    path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in parts.items():
        bad = spoilt(content, field.rng) if field.rng.random() < 0.7 else content
        field.count("corruptions", int(bad != content))
        (folder / name).write_bytes(bad)
    with field.only_documented_errors(lambda: f"solving {spec} on from damaged parts"):
        made = kibitz.solve(spec).path
        assert made is not None
        if made.read_bytes() != whole:
            field.fault("believed", f"damaged parts of {spec}")
    for kept in kept_tables():
        remove_table(kept)


@attack("corruptions")
def spoil_books(field: Field) -> None:
    """An opening book is damaged, then read."""
    spec = "connect:width=5,height=4"
    game, path = kibitz.load(spec), field.folder / "book.kbb"

    def built() -> tuple[bytes, bytes, bytes]:
        book = build_book(game, 6, path, threads=1, table_bits=20)
        return path.read_bytes(), book.keys, book.scores

    sound, keys, scores = field.once("book", built)
    for _ in range(STEPS):
        bad = spoilt(sound, field.rng)
        if bad == sound:
            continue
        path.write_bytes(bad)
        field.count("corruptions")
        with field.only_documented_errors(lambda: "reading a damaged book"):
            book = read_book(game, path)
            if (book.keys, book.scores) != (keys, scores):
                field.fault("believed", "a damaged book")


def _same_game(one: kibitz.Record, other: kibitz.Record) -> bool:
    return (one.game, one.start, one.moves, one.outcome) == (
        other.game,
        other.start,
        other.moves,
        other.outcome,
    )


@attack("corruptions", weight=3)
def spoil_records(field: Field) -> None:
    """A record is damaged or edited, then read."""
    spec = field.rng.choice(
        ["tictactoe", "numerical", "connect4", "mnk:width=6,height=5", "ewn", "ewn:size=4,stones=3"]
    )
    game, rng = kibitz.load(spec), Random(field.rng.randrange(10**6))
    position = start = game.start(rng)
    for _ in range(field.rng.randrange(4)):
        if not position.is_over:
            position = start = position.play(pick(rng, position.moves))
    moves = []
    while not position.is_over and len(moves) < field.rng.randrange(1, 40):
        moves.append(pick(rng, position.moves))
        position = position.play(moves[-1])
    tags = {"Event": "an attack", "First": "person", "Second": "level:strength=30", "Seed": "7"}
    record = kibitz.Record(game, tuple(moves), start, position.outcome, tags, {len(moves) // 2: "well, well"})
    text = str(record)
    for _ in range(STEPS):
        bad = spoilt_text(text, field.rng)
        if bad == text:
            continue
        field.count("corruptions")
        with field.only_documented_errors(lambda bad=bad: f"reading {bad!r}"):  # type: ignore[misc]
            if not _same_game(kibitz.Record.parse(bad), record):
                field.fault("believed", f"a damaged record: {text!r} as {bad!r}")


@attack("corruptions")
def spoil_saved_games(field: Field) -> None:
    """Files in the folder of saved games are damaged; the list goes on, and nothing is overwritten."""
    with field.fresh():
        store = Store()
        record = kibitz.Record.parse('[Game "tictactoe"]\n[First "person"]\n\n1. 5 1 2. 9 *')
        for name in ("one", "two", "three"):
            store.save(name, record)
        for _ in range(STEPS):
            name = field.rng.choice(("one", "two", "three"))
            bad = spoilt(str(record).encode(), field.rng)
            store.path(name).write_bytes(bad)
            field.count("corruptions")
            with field.only_documented_errors(lambda: "listing damaged games"):
                for saved in store.saved():
                    if saved.record is not None and not _same_game(saved.record, record):
                        field.fault("believed", f"a damaged saved game: {saved.path.read_bytes()!r}")
            with field.only_documented_errors(lambda: "going on with damaged games"):
                store.latest_unfinished()
            if store.path(name).read_bytes() != bad:
                field.fault("lost", "a damaged file was changed by reading it")


@attack("corruptions", weight=2)
def spoil_journals(field: Field) -> None:
    """The journal of a tournament is damaged, then read and gone on with."""

    def played() -> tuple[bytes, dict[int, Any]]:
        path = field.folder / "tournament.jsonl"
        plan = Plan("tictactoe", tuple(named(("random", "rules", "lines"))), 2, "round-robin", 5)
        run_tournament(plan, path, workers=1)
        return path.read_bytes(), dict(games_of(path))

    sound, results = field.once("journal", played)
    path = field.folder / "damaged.jsonl"
    for _ in range(STEPS):
        bad = (
            spoilt(sound, field.rng)
            if field.rng.random() < 0.5
            else spoilt_text(sound.decode(), field.rng).encode()
        )
        if bad == sound:
            continue
        path.write_bytes(bad)
        field.count("corruptions")
        with field.only_documented_errors(lambda bad=bad: f"reading the journal {bad[-3000:]!r}"):  # type: ignore[misc]
            found = games_of(path)
            if any(number not in results or results[number] != game for number, game in found.items()):
                field.fault("believed", f"a damaged journal: {bad!r}")
            elif len(found) < len(results) and not sound.startswith(bad):
                field.fault("lost", f"games of a damaged journal, without a word: {bad!r}")


@attack("corruptions", weight=0.5)
def spoil_puzzles(field: Field) -> None:
    """The file of somebody's puzzles is damaged, then read."""

    def kept() -> tuple[bytes, dict[str, Any]]:
        deck = Deck(field.folder / "deck.json")
        deck.add(PUZZLES)
        deck.note(PUZZLES[0], Recall.LATE, datetime(2026, 3, 1, tzinfo=UTC))
        deck.save()
        return deck.path.read_bytes(), deck.to_json()

    sound, result = field.once("puzzles", kept)
    path = field.folder / "damaged.json"
    for _ in range(STEPS):
        bad = spoilt(sound, field.rng)
        path.write_bytes(bad)
        field.count("corruptions")
        with field.only_documented_errors(lambda bad=bad: f"reading the puzzles {bad[:3000]!r}"):  # type: ignore[misc]
            if Deck(path).to_json() != result:
                field.fault("believed", f"damaged puzzles: {bad!r}")


@attack("corruptions", weight=0.3)
def spoil_levels(field: Field) -> None:
    """Files of levels that somebody else made are damaged, then read and played with."""
    sound = (package_folder(kibitz.load("tictactoe")) / "levels" / "tictactoe.json").read_bytes()
    for step in range(STEPS):
        path = field.folder / f"levels-{field.rng.random()}-{step}.json"
        path.write_bytes(spoilt(sound, field.rng))
        field.count("corruptions")
        with field.only_documented_errors(lambda path=path: f"levels {path.read_bytes()[:3000]!r}"):  # type: ignore[misc]
            levels = read_levels(path)
            for level in (0, 1, 33.3, 50, 100):
                levels.behaviour(level)
            levels.level_at(levels.top / 2)
        path.unlink()
