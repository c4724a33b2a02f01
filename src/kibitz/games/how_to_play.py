"""How a game is played, for people: its rules in words, a picture and an example move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The rules of a game, with a move as an example."""

    game: Game
    #: In two lines.
    summary: str
    #: In full.
    paragraphs: tuple[str, ...]
    #: What is known of it; empty where nothing is.
    known: str
    #: A position near the start in which a player decides, and a move there; None where there is none.
    before: Position | None
    move: Move | None

    @property
    def example(self) -> str:
        """The example in a sentence."""
        if self.before is None or self.move is None:
            return ""
        name = self.game.side_name(self.before.turn)
        said = f"For example, {name} plays {self.before.write(self.move)}."
        how = self.game.notation.move_help
        return f"{said} {how[:1].upper()}{how[1:]}." if how else said

    def picture(self, *, unicode: bool = False) -> str:
        """The position after the example move, in text."""
        if self.before is None or self.move is None:
            return self.game.start().draw(unicode=unicode)
        return self.before.play(self.move).draw(self.move, unicode=unicode)

    def svg(self) -> str:
        """The same as an SVG picture."""
        if self.before is None or self.move is None:
            return self.game.start().svg()
        return self.before.play(self.move).svg(self.move)

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "game": self.game.spec,
            "title": self.game.title,
            "in_short": self.summary,
            "rules": list(self.paragraphs),
            "known": self.known,
            "example": self.example,
            "example_move": None if self.move is None else str(self.move),
            "picture": self.picture(),
            "svg": self.svg(),
        }


def how_to_play(game: Game) -> HowToPlay:
    """The rules of a game in its own words; a game without words has its moves at least."""
    words = game.text
    before, move = _example(game)
    if words is None:
        return HowToPlay(game, f"{game.title}: nobody has written its rules down.", (), "", before, move)
    return HowToPlay(game, words.summary, words.rules, words.known, before, move)


def _example(game: Game) -> tuple[Position | None, Move | None]:
    """A move of the first decision, of those in the middle of the list; after a roll, the last one."""
    position = game.start()
    rolled = False
    while not position.is_over and position.turn is Side.CHANCE:
        position, rolled = position.play(position.moves[len(position.moves) // 2]), True
    if position.is_over:
        return None, None
    return position, position.moves[-1 if rolled else len(position.moves) // 2]
