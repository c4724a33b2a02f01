"""Start positions of a match: shared by the games of a pair, different from pair to pair."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kibitz.base.errors import BadFile, KibitzError
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.records.files import read_text
from kibitz.session.dice import generator

#: Attempts to draw an opening that is new and not over.
_TRIES = 50
#: Default number of random moves in games without dice, which would otherwise repeat.
DEFAULT_PLIES = 2


class Openings:
    """Starts of pairs: drawn at random without repetition as far as possible, or taken from a list."""

    def __init__(self, game: Game, plies: int | None = None, listed: Sequence[Position] = ()) -> None:
        """Draw starts of so many random moves (by default as suits the game), unless they are listed."""
        self._game = game
        self.plies = (0 if game.has_chance else DEFAULT_PLIES) if plies is None else plies
        self._listed = listed
        self._drawn: dict[int, str] = {}
        self._seen: set[Position] = set()

    def __str__(self) -> str:
        """Describe how games begin."""
        if self._listed:
            return f"in turn from a list of {len(self._listed)}"
        if not self.plies:
            return "at the initial position"
        moves = "a random move" if self.plies == 1 else f"{self.plies} random moves"
        return f"after {moves}, which may have decided the game"

    def start(self, pair: int, seed: int) -> str | None:
        """Return the start of a pair; None is the game's initial position."""
        if self._listed:
            return str(self._listed[pair % len(self._listed)])
        if not self.plies:
            return None
        if pair not in self._drawn:
            self._drawn[pair] = self._draw(seed)
        return self._drawn[pair]

    def _draw(self, seed: int) -> str:
        """Draw a start that is new if possible and never over."""
        rng = generator(seed, "opening", 0)
        found = start = self._game.start(generator(seed, "start", 0))
        for _ in range(_TRIES):
            position = _wander(start, self.plies, rng)
            if position.is_over:
                continue
            found = position
            if found not in self._seen:
                break
        self._seen.add(found)
        return str(found)


def _wander(position: Position, plies: int, rng: Random) -> Position:
    while plies and not position.is_over:
        if position.turn is Side.CHANCE:
            position = position.play(position.roll(rng))
        else:
            position = position.play(pick(rng, position.moves))
            plies -= 1
    return position


def read_openings(path: Path, game: Game) -> list[Position]:
    """Read openings from a file: a position or moves from the start per line; # begins a comment."""
    found = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            position = _read(text, game)
        except KibitzError as error:
            raise BadFile(f"{path}: line {number}: {error}") from None
        if position.is_over:
            raise BadFile(f"{path}: line {number}: the game is over already")
        found.append(position)
    if not found:
        raise BadFile(f"{path} has no openings; write one a line, as a position or as moves from the start")
    return found


def _read(text: str, game: Game) -> Position:
    try:
        return game.start().play(text)
    except KibitzError as no_moves:
        try:
            return game.position(text)
        except KibitzError:
            raise no_moves from None
