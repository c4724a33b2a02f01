"""`kibitz puzzles`: solve puzzles with spaced repetition."""

from __future__ import annotations

import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Collection

    from kibitz.base.random import Random
    from kibitz.games.game import Game
    from kibitz.puzzles.deck import Deck
    from kibitz.puzzles.puzzle import Puzzle

#: New puzzles made at a time when none is left.
_BATCH = 5


@click.command()
@click.argument("game", required=False)
@click.option("--count", type=click.IntRange(1, 1000), help="Number of puzzles; unlimited by default.")
@click.option("--new", type=click.IntRange(1, 1000), help="Make this many new puzzles first.")
@click.option(
    "--grade",
    "grades",
    type=click.IntRange(1, 5),
    multiple=True,
    help="Difficulty of new and exported puzzles, from 1 (easy) to 5 (hard); repeatable.",
)
@click.option("--mistakes", is_flag=True, help="Only puzzles from mistakes in your saved games.")
@click.option("--progress", is_flag=True, help="Show your progress and exit.")
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    help="Write puzzles, easiest first, to a web page (.html) or a JSON file (.json) and exit. With --count, "
    "new ones are made if there are too few.",
)
@click.option(
    "--mine",
    type=click.Path(path_type=Path),
    help="Add --count puzzles with forced wins, mined from games of the computer, to a JSON file and exit.",
)
@click.option("--seed", type=click.IntRange(0, 10**18), help="Random seed, for reproducible new puzzles.")
@click.option("--plain", is_flag=True, help="No colours, no box drawing, no line editing.")
def command(
    game: str | None,
    count: int | None,
    new: int | None,
    grades: tuple[int, ...],
    mistakes: bool,
    progress: bool,
    export: Path | None,
    mine: Path | None,
    seed: int | None,
    plain: bool,
) -> int | None:
    """Solve puzzles of GAME, or of all games: new ones and positions from your saved games.

    Puzzles that you have solved come back after increasing intervals (spaced repetition).
    """
    from kibitz.base.random import Random
    from kibitz.cli.shared_options import check_outputs
    from kibitz.games.registry import load
    from kibitz.puzzles.deck import Deck
    from kibitz.puzzles.puzzle import puzzle_spec
    from kibitz.terminal.console_io import EndOfInput, open_console
    from kibitz.terminal.puzzles import print_progress, solve_puzzles

    if mistakes and (new or grades):
        raise click.UsageError(
            "--mistakes takes puzzles from your games, so it can't be combined with --new or --grade"
        )
    if mine is not None and (
        game is None or count is None or new or grades or mistakes or progress or export
    ):
        raise click.UsageError(
            "--mine takes GAME, --count and --seed: kibitz puzzles chess --count 100 --mine FILE"
        )
    check_outputs(export, mine)
    rules = load(game) if game else None
    if mine is not None and rules is not None and count is not None:
        _mine(rules, count, Random(secrets.randbelow(10**9) if seed is None else seed), mine)
        return None
    deck = Deck()
    console = open_console(sys.stdin, sys.stdout, plain=plain)
    if progress:
        print_progress(console, deck)
        return None
    rng = Random(secrets.randbelow(10**9) if seed is None else seed)
    spec = puzzle_spec(rules) if rules else None
    _add_mistakes(deck)
    if new:
        _add_new(deck, rules, new, rng, grades)
    if export is not None:
        lacking = (count or 0) - len(_to_export(deck, spec, rules, grades, mistakes))
        if lacking > 0 and not mistakes:
            _add_new(deck, rules, lacking, rng, grades)
        return _export(_to_export(deck, spec, rules, grades, mistakes), export, rules, grades, count)

    def next_due(skipped: Collection[str]) -> Puzzle | None:
        found = deck.waiting(datetime.now(UTC), spec)
        candidates = (puzzle for puzzle in found if puzzle.played or not mistakes)
        return next((puzzle for puzzle in candidates if puzzle.id not in skipped), None)

    def next_puzzle(skipped: Collection[str]) -> Puzzle | None:
        found = next_due(skipped)
        if found is None and not (new or mistakes or skipped):
            _add_new(deck, rules, _BATCH, rng, grades or (deck.fitting_grade(spec),))
            found = next_due(skipped)
        return found

    code = 0
    try:
        done = solve_puzzles(console, deck, next_puzzle, rules, count)
    except EndOfInput:
        return 0
    except KeyboardInterrupt:
        console.print()
        done, code = len(deck.tries), 130
    if code == 0 and done == 0 and next_due(()) is None:
        console.print_wrapped(
            "No puzzles are due. Play a game, or make new puzzles with: kibitz puzzles GAME --new 5"
        )
    console.print()
    print_progress(console, deck)
    return code


def _add_mistakes(deck: Deck) -> None:
    """Add puzzles from mistakes in games saved since the last time."""
    from kibitz.puzzles.mistakes import puzzles_from_store
    from kibitz.records.record_store import Store
    from kibitz.solving.progress_bar import progress_bar

    with progress_bar("Looking for your mistakes") as listener:
        for name, found in puzzles_from_store(Store(), deck.searched.__contains__, listener):
            deck.add(found)
            deck.searched.add(name)
    if deck.searched or deck.puzzles:
        deck.save()


def _mine(game: Game, count: int, rng: Random, path: Path) -> None:
    """Add puzzles mined from games of the computer to a set in a file."""
    from kibitz.files.atomic_write import write_atomically
    from kibitz.puzzles.mining import mine_puzzles
    from kibitz.puzzles.puzzle_set import format_set, read_set
    from kibitz.solving.progress_bar import progress_bar

    known = {puzzle.id: puzzle for puzzle in (read_set(path) if path.exists() else ())}
    made = 0
    with progress_bar(f"Mining puzzles of {game.title}") as listener:
        for puzzle in mine_puzzles(game, count, rng, listener):
            made += 1
            known.setdefault(puzzle.id, puzzle)
            # Mining takes long, so what is found is kept when it is interrupted.
            write_atomically(path, format_set(known.values()))
    click.echo(f"Added {'1 puzzle' if made == 1 else f'{made} puzzles'} to {path}.")


def _add_new(deck: Deck, game: Game | None, count: int, rng: Random, grades: tuple[int, ...]) -> None:
    """Make puzzles of a game, or of a random game if none is given."""
    from kibitz.base.random import pick
    from kibitz.games import registry
    from kibitz.puzzles.generator import make_puzzles
    from kibitz.puzzles.puzzle import GRADES
    from kibitz.solving.progress_bar import progress_bar

    chosen = game or registry.load(pick(rng, registry.names()))
    with progress_bar(f"Making puzzles of {chosen.title}") as listener:
        found = make_puzzles(
            chosen,
            count,
            rng,
            grades=grades or GRADES,
            known=lambda puzzle: puzzle.id in deck.puzzles,
            progress=listener,
        )
        deck.add(found)
    deck.save()


def _to_export(
    deck: Deck, spec: str | None, own: Game | None, grades: tuple[int, ...], mistakes: bool
) -> list[Puzzle]:
    """Return the puzzles in the deck that fit the options."""
    from kibitz.records.record import is_python_game_spec

    return [
        puzzle
        for puzzle in deck.of_game(spec)
        if (own is not None or not is_python_game_spec(puzzle.game))
        and (not grades or puzzle.grade in grades)
        and (puzzle.played or not mistakes)
    ]


def _export(
    puzzles: list[Puzzle], path: Path, own: Game | None, grades: tuple[int, ...], count: int | None
) -> int:
    from kibitz.files.atomic_write import write_atomically
    from kibitz.puzzles.export import chosen_puzzles, puzzles_json, puzzles_page
    from kibitz.puzzles.puzzle import GRADES

    chosen = chosen_puzzles(puzzles, grades or GRADES, count)
    if not chosen:
        raise click.UsageError("there are no such puzzles yet; make some with --new 10")
    as_json = path.suffix.lower() == ".json"
    write_atomically(path, puzzles_json(chosen) if as_json else puzzles_page(chosen, own))
    click.echo(f"Wrote {'1 puzzle' if len(chosen) == 1 else f'{len(chosen)} puzzles'} to {path}.")
    return 0
