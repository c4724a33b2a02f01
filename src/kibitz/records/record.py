"""A record: the moves, players and result of a game as a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from kibitz.base.argument_checks import check
from kibitz.base.attribute_hints import missing_attribute
from kibitz.base.ending import Ending
from kibitz.base.errors import BadNotation
from kibitz.base.move import Line, Move
from kibitz.base.side import Outcome
from kibitz.games.capabilities import Opening
from kibitz.games.game import Game
from kibitz.games.position import Position, check_position
from kibitz.games.registry import load, other_tags
from kibitz.games.spec import game_file
from kibitz.records.checksum import CHECKSUM
from kibitz.records.variation import Variation, check_variations, clean, in_game, printable

#: Tags derived from the game, start, moves and result; they can't be set by hand.
DERIVED_TAGS = (CHECKSUM, "Game", "Rules", "Start", "Result")
#: Names that python-chess has for the attributes of a `Record`.
_HINTS = {
    "headers": "record.tags",
    **dict.fromkeys(["mainline", "mainline_moves"], "record.moves"),
    "board": "record.positions()[0]",
    "end": "record.positions()[-1]",
}


def plain_game(game: Game) -> Game:
    """Return the game without options that affect only notation and drawing.

    Records use its notation, so that they don't depend on personal settings.
    """
    if ":" not in game.spec or is_python_game_spec(game.spec):
        return game
    looks = {option.name for option in game.options if option.display}
    head, colon, rest = game.spec.partition(":")
    kept = [item for item in rest.split(",") if item.partition("=")[0] not in looks]
    if not colon or len(kept) == len(rest.split(",")):
        return game
    return load(f"{head}:{','.join(kept)}" if kept else head)


def display_options(game: Game) -> str:
    """Return the options that `plain_game` drops: `numbering=keypad`."""
    if is_python_game_spec(game.spec):
        return ""
    looks = {option.name for option in game.options if option.display}
    items = game.spec.partition(":")[2].split(",")
    return ",".join(item for item in items if "=" in item and item.partition("=")[0] in looks)


def is_python_game_spec(spec: str) -> bool:
    """Return whether a spec names a game in a Python file, which runs when it is loaded."""
    return game_file(spec) is not None


def python_game_file(spec: str) -> str:
    """Return the name of that file, without its folder."""
    file = game_file(spec)
    return PurePath((spec if file is None else file.path).replace("\\", "/")).name


@dataclass(frozen=True)
class Record:
    """A finished or unfinished game. Always valid: its moves are legal and its result fits.

    `moves` holds everything that happened, rolls of dice included. `comments`
    belong to the number of moves made before them: 0 is before the first.
    `marks` belong to the number of moves made with the one that is marked (1
    is `!`, 2 is `?`), and `variations` to the number of moves made before the
    one that they replace. `outcome` is None while the game goes on; a game may
    also end before the rules end it, by resignation.

    >>> import kibitz
    >>> record = kibitz.Record.parse('[Game "tictactoe"] 5 1 {a corner} 9 *')
    >>> print(record.positions()[-1], record.comments)
    o../.x./..x {2: 'a corner'}
    """

    game: Game
    moves: tuple[Move, ...] = ()
    start: Position | None = None
    outcome: Outcome | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    variations: Mapping[int, tuple[Variation, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check(
            game=(self.game, Game),
            start=(self.start, Position | None),
            outcome=(self.outcome, Outcome | None),
            tags=(self.tags, Mapping),
        )
        game = plain_game(self.game)
        if self.start is not None:
            check_position(game, self.start)
        start = self.start and Position(game, self.start.state)
        if start == game.start():
            start = None
        moves = tuple(Line(self.moves))
        if game is not self.game:
            moves = tuple(game.codec.move(move.code) for move in moves)
            object.__setattr__(self, "variations", in_game(self.variations, game))
        tags = {name: _clean_tag(name, value) for name, value in self.tags.items()}
        # Derived tags that other programs search for.
        all_tags = {**tags, "Game": game.spec, **({} if start is None else {"Start": str(start)})}
        derived = other_tags(game, all_tags).items()
        for name, value in (
            ("game", game),
            ("start", start),
            ("moves", moves),
            ("tags", {name: value for name, value in tags.items() if (name, value) not in derived}),
        ):
            object.__setattr__(self, name, value)
        clean(self)
        positions = self.positions()
        check_variations(self, positions[0])
        follows = game.openings.record_tags(positions).items() if game.openings else ()
        kept = {name: value for name, value in self.tags.items() if (name, value) not in follows}
        object.__setattr__(self, "tags", kept)
        final = positions[-1]
        if final.outcome is not None and self.outcome == Outcome(final.outcome.winner):
            # The margin follows from the moves.
            object.__setattr__(self, "outcome", final.outcome)
        elif final.outcome is not None and final.outcome != self.outcome:
            given = "*" if self.outcome is None else self.outcome
            raise BadNotation(f"the moves end the game {final.outcome}, but the result says {given}")

    def positions(self) -> list[Position]:
        """Return the position before the first move and after every move."""
        start = self.start or self.game.start()
        try:
            return [start, *start.after_each(self.moves)]
        except (ValueError, RuntimeError):
            start.play(*self.moves)  # which says what is wrong with the move
            raise

    if not TYPE_CHECKING:  # type checkers would accept any name

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name, _HINTS)

    @property
    def opening(self) -> Opening | None:
        """Return the opening that was played; None if it has no name."""
        return self.game.openings.reached(self.positions()) if self.game.openings else None

    @property
    def result(self) -> str:
        """Return `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game."""
        return "*" if self.outcome is None else str(self.outcome)

    @property
    def end_name(self) -> str:
        """Return how the game ended: `checkmate`, `black resigned`; empty if unknown or unfinished."""
        positions = self.positions()
        if positions[-1].is_over:
            teacher = self.game.teacher
            return teacher.name_ending(positions, self.moves) if teacher else ""
        all_tags = self.tags.get("Termination", "")
        return "" if self.outcome is None else Ending.describe_reason(all_tags, self.game.side_name)

    def __str__(self) -> str:
        from kibitz.records.formatter import format_record

        return format_record(self)

    @staticmethod
    def parse(text: str, game: Game | None = None, *, accept_changed: bool = False) -> Record:
        """Parse the text of a record; see `kibitz.records.parser`."""
        check(text=(text, str), game=(game, Game | None))
        from kibitz.records.parser import parse_record

        return parse_record(text, game, accept_changed=accept_changed)


def _clean_tag(name: str, value: str) -> str:
    check(tag=(name, str))
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,39}", name) or name in DERIVED_TAGS:
        taken = ", ".join(DERIVED_TAGS)
        raise BadNotation(
            f"{name[:40]!r} can't be a tag; a tag is a word such as Event, but not one of {taken}"
        )
    return plain_tag(value)


def plain_tag(value: str) -> str:
    """Return a tag's value in one line, without unprintable characters."""
    return " ".join(printable(value).split())
