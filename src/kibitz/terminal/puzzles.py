"""Solving puzzles by typing lines."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

from kibitz.base.errors import BadNotation, KibitzError
from kibitz.games.game import Game
from kibitz.games.how_to_play import how_to_play
from kibitz.puzzles.deck import Deck
from kibitz.puzzles.exercise import Exercise, Result
from kibitz.puzzles.puzzle import GRADE_WORDS, Puzzle
from kibitz.terminal.commands import SHORT
from kibitz.terminal.completion import moves_and_commands
from kibitz.terminal.console_io import Talk
from kibitz.terminal.rules_text import rules_text

HELP = {
    "help": "this list",
    "board": "show the board again",
    "hint": "a little help",
    "show": "give up and see the answer",
    "skip": "leave this puzzle for later",
    "rules": "how the game is played",
    "progress": "how you did so far",
    "quit": "stop; everything is kept",
}


class Quit(Exception):
    """A person has had enough."""


#: Gives the next puzzle that is none of those with these ids; None if there is none.
Next = Callable[[Collection[str]], Puzzle | None]


def train(talk: Talk, deck: Deck, following: Next, own: Game | None = None, most: int | None = None) -> int:
    """Puzzle after puzzle, until there are no more or a person leaves; how many were done."""
    done = 0
    skipped: set[str] = set()
    try:
        while (most is None or done < most) and (puzzle := following(skipped)) is not None:
            if _solve(talk, deck, Exercise(puzzle, own)):
                done += 1
            else:
                skipped.add(puzzle.id)
    except Quit:
        pass
    return done


def _solve(talk: Talk, deck: Deck, exercise: Exercise) -> bool:
    """One puzzle; whether it was done, not skipped."""
    puzzle, game = exercise.puzzle, exercise.position.game
    talk.say()
    origin = "from your own game" if puzzle.played else "made for you"
    talk.tell(f"{game.title[:1].upper()}{game.title[1:]}, {GRADE_WORDS[puzzle.grade - 1]}, {origin}.")
    _board(talk, exercise)
    talk.tell(exercise.question)
    commands = moves_and_commands(lambda: exercise.position, HELP)
    while not exercise.is_over:
        line = talk.ask("Your answer:", commands)
        word = SHORT.get(line.lower(), line.lower())
        if word == "skip":
            return False
        try:
            _obey(talk, deck, exercise, word, line)
        except KibitzError as error:
            talk.tell(f"{str(error)[:1].upper()}{str(error)[1:]}. Type help for what you may type.")
    now = datetime.now(UTC)
    card = deck.note(puzzle, exercise.recall, now)
    deck.save()
    if " " in exercise.solution():
        talk.tell(f"The whole line: {exercise.solution()}")
    talk.tell(f"It comes again {when(card.due - now)}.")
    return True


def _obey(talk: Talk, deck: Deck, exercise: Exercise, word: str, line: str) -> None:
    if word == "quit":
        raise Quit
    if word == "help":
        talk.tell("Type your answer as a move, or one of these:")
        for name, meaning in HELP.items():
            talk.say_list(f"  {name:10}", meaning)
    elif word == "board":
        _board(talk, exercise)
    elif word == "hint":
        talk.tell(exercise.hint())
    elif word == "rules":
        for text in rules_text(how_to_play(exercise.position.game), talk.width, unicode=talk.unicode):
            talk.say(text)
    elif word == "progress":
        say_progress(talk, deck)
    elif word == "show":
        right = " or ".join(exercise.position.write(move) for move in exercise.right())
        said = exercise.show()
        talk.tell(f"The answer is {right}{f': it {said.words}' if said else ''}.")
    else:
        _answer(talk, exercise, line)


def _answer(talk: Talk, exercise: Exercise, line: str) -> None:
    if not line:
        raise BadNotation("nothing was typed")
    before = exercise.position
    said = exercise.answer(line)
    written = before.write(said.move)
    if said.result is Result.WRONG:
        why = f": it {said.why.words}" if said.why else ""
        talk.tell(f"No, {written} is not it{why}. Try again, or type hint or show.")
    elif said.result is Result.GOES_ON:
        assert said.reply is not None
        talk.tell(f"Right. The answer is {before.play(said.move).write(said.reply)}.")
        _board(talk, exercise)
        talk.tell(exercise.question)
    else:
        _board(talk, exercise)
        talk.say("Right!")


def _board(talk: Talk, exercise: Exercise) -> None:
    position = exercise.position
    last = exercise.played[-1] if exercise.played else None
    picture = position.game.view.draw(position, last=last, unicode=talk.unicode, paint=talk.paint)
    talk.say(f"\n{picture}\n")


def say_progress(talk: Talk, deck: Deck) -> None:
    """How one did on the last days, and what is waiting."""
    now = datetime.now(UTC).astimezone()
    rows = deck.progress(now)
    for day, tried, at_once in rows:
        count = "1 puzzle" if tried == 1 else f"{tried} puzzles"
        talk.tell(f"{day}: {count}, {at_once} right at once")
    if not rows:
        talk.say("No puzzle was tried in the last two weeks.")
    due, new = len(deck.due(now)), len(deck.untried())
    talk.tell(f"{due} due, {new} new, {len(deck.puzzles)} in all.")


def when(wait: timedelta) -> str:
    """How long it is until something, as people say it.

    >>> when(timedelta(minutes=10)), when(timedelta(days=3)), when(timedelta(hours=30))
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
