"""Solving puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

from kibitz.base.errors import BadNotation, KibitzError
from kibitz.games.game import Game
from kibitz.games.how_to_play import how_to_play
from kibitz.puzzles.deck import Deck
from kibitz.puzzles.exercise import Exercise, Result
from kibitz.puzzles.puzzle import GRADE_WORDS, Puzzle
from kibitz.terminal.commands import ALIASES
from kibitz.terminal.completion import moves_and_commands
from kibitz.terminal.console_io import Console
from kibitz.terminal.rules_text import rules_text

HELP = {
    "help": "this list",
    "board": "show the board again",
    "hint": "get a hint",
    "show": "give up and see the answer",
    "skip": "leave this puzzle for later",
    "rules": "how the game is played",
    "progress": "show your progress",
    "quit": "leave; your progress is saved",
}


class Quit(Exception):
    """The person quit."""


#: Returns the next puzzle, leaving out those with the given ids; None if there is none.
NextPuzzle = Callable[[Collection[str]], Puzzle | None]


def solve_puzzles(
    console: Console,
    deck: Deck,
    next_puzzle: NextPuzzle,
    own: Game | None = None,
    max_count: int | None = None,
) -> int:
    """Ask puzzles until there are no more or the person quits; return how many were done."""
    done = 0
    skipped: set[str] = set()
    try:
        while (max_count is None or done < max_count) and (puzzle := next_puzzle(skipped)) is not None:
            if _solve(console, deck, Exercise(puzzle, own)):
                done += 1
            else:
                skipped.add(puzzle.id)
    except Quit:
        pass
    return done


def _solve(console: Console, deck: Deck, exercise: Exercise) -> bool:
    """Ask one puzzle; return False if it was skipped."""
    puzzle, game = exercise.puzzle, exercise.position.game
    console.print()
    origin = "from one of your games" if puzzle.played else "from games of the computer"
    console.print_wrapped(
        f"{game.title[:1].upper()}{game.title[1:]}, {GRADE_WORDS[puzzle.grade - 1]}, {origin}."
    )
    _board(console, exercise)
    console.print_wrapped(exercise.question)
    commands = moves_and_commands(lambda: exercise.position, HELP)
    while not exercise.is_over:
        line = console.ask("Your answer:", commands)
        word = ALIASES.get(line.lower(), line.lower())
        if word == "skip":
            return False
        try:
            _execute(console, deck, exercise, word, line)
        except KibitzError as error:
            console.print_wrapped(
                f"{str(error)[:1].upper()}{str(error)[1:]}. Type help for a list of commands."
            )
    now = datetime.now(UTC)
    card = deck.note(puzzle, exercise.recall, now)
    deck.save()
    if " " in exercise.solution():
        console.print_wrapped(f"Full solution: {exercise.solution()}")
    if puzzle.themes:
        console.print_wrapped(f"Themes: {', '.join(puzzle.themes)}.")
    if puzzle.solved is not None:
        console.print_wrapped(f"The computer's levels solved it in {puzzle.solved:.0%} of their tries.")
    console.print_wrapped(f"You will see this puzzle again {format_wait(card.due - now)}.")
    return True


def _execute(console: Console, deck: Deck, exercise: Exercise, word: str, line: str) -> None:
    if word == "quit":
        raise Quit
    if word == "help":
        console.print_wrapped("Type your answer as a move, or one of these commands:")
        for name, meaning in HELP.items():
            console.print_item(f"  {name:10}", meaning)
    elif word == "board":
        _board(console, exercise)
    elif word == "hint":
        console.print_wrapped(exercise.hint())
    elif word == "rules":
        for text in rules_text(how_to_play(exercise.position.game), console.width, unicode=console.unicode):
            console.print(text)
    elif word == "progress":
        print_progress(console, deck)
    elif word == "show":
        right = " or ".join(exercise.position.write(move) for move in exercise.right())
        outcome = exercise.show()
        console.print_wrapped(f"The answer is {right}{f': it {outcome.words}' if outcome else ''}.")
    else:
        _answer(console, exercise, line)


def _answer(console: Console, exercise: Exercise, line: str) -> None:
    if not line:
        raise BadNotation("nothing was typed")
    before = exercise.position
    outcome = exercise.answer(line)
    written = before.write(outcome.move)
    if outcome.result is Result.WRONG:
        why = f": it {outcome.why.words}" if outcome.why else ""
        console.print_wrapped(f"No, {written} is not the solution{why}. Try again, or type hint or show.")
    elif outcome.result is Result.GOES_ON:
        assert outcome.reply is not None
        console.print_wrapped(f"Correct. The reply is {before.play(outcome.move).write(outcome.reply)}.")
        _board(console, exercise)
        console.print_wrapped(exercise.question)
    else:
        _board(console, exercise)
        console.print("Correct!")


def _board(console: Console, exercise: Exercise) -> None:
    position = exercise.position
    last = exercise.played[-1] if exercise.played else None
    picture = position.game.view.draw(position, last=last, unicode=console.unicode, paint=console.paint)
    console.print(f"\n{picture}\n")


def print_progress(console: Console, deck: Deck) -> None:
    """Print the results of the last days and the number of puzzles due."""
    now = datetime.now(UTC).astimezone()
    rows = deck.progress(now)
    for day, tried, at_once in rows:
        count = "1 puzzle" if tried == 1 else f"{tried} puzzles"
        console.print_wrapped(f"{day}: {count}, {at_once} solved at the first try")
    if not rows:
        console.print("You have not tried any puzzles in the last two weeks.")
    due, new = len(deck.due(now)), len(deck.untried())
    console.print_wrapped(f"{due} due, {new} new, {len(deck.puzzles)} in total.")


def format_wait(wait: timedelta) -> str:
    """Return how long it is until something.

    >>> format_wait(timedelta(minutes=10)), format_wait(timedelta(days=3)), format_wait(timedelta(hours=30))
    ('in 10 minutes', 'in 3 days', 'tomorrow')
    """
    minutes = round(wait.total_seconds() / 60)
    if minutes < 60:
        return "in a minute" if minutes <= 1 else f"in {minutes} minutes"
    hours = round(minutes / 60)
    if hours < 24:
        return "in an hour" if hours == 1 else f"in {hours} hours"
    days = round(hours / 24)
    return "tomorrow" if days == 1 else f"in {days} days"
