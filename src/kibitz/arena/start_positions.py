"""Where the games of a match begin: the same for both games of a pair, different from pair to pair."""

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

#: How often an opening that was there before, or that ended the game, is drawn again.
_TRIES = 50
#: Random moves in games without dice, in which the same players would play the same game again.
DEFAULT_PLIES = 2


class Openings:
    """Starts for pairs of games: drawn at random without repeats as far as possible, or from a list."""

    def __init__(self, game: Game, plies: int | None = None, listed: Sequence[Position] = ()) -> None:
        """With `plies` random moves, or as many as suit the game; unless starts are listed."""
        self._game = game
        self.plies = (0 if game.has_chance else DEFAULT_PLIES) if plies is None else plies
        self._listed = listed
        self._drawn: dict[int, str] = {}
        self._seen: set[Position] = set()

    def __str__(self) -> str:
        """How games begin, in words."""
        if self._listed:
            return f"in turn from a list of {len(self._listed)}"
        if not self.plies:
            return "where the game begins"
        moves = "a random move" if self.plies == 1 else f"{self.plies} random moves"
        return f"after {moves}, which may have decided the game"

    def start(self, pair: int, seed: int) -> str | None:
        """The position in which a pair's games begin; None is the game's own start."""
        if self._listed:
            return str(self._listed[pair % len(self._listed)])
        if not self.plies:
            return None
        if pair not in self._drawn:
            self._drawn[pair] = self._draw(seed)
        return self._drawn[pair]

    def _draw(self, seed: int) -> str:
        """A start that was not there before, if luck finds one; never a game that has ended."""
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
    """The openings in a file: one a line, as a position or as moves from the start; # begins a comment."""
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
