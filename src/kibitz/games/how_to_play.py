"""Rules of a game for people, with a picture and an example move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The rules of a game, with an example move."""

    game: Game
    #: In two lines.
    summary: str
    #: In full.
    paragraphs: tuple[str, ...]
    #: Known results; empty if there are none.
    known: str
    #: A player's position near the start and a move there; None if there is none.
    before: Position | None
    move: Move | None

    @property
    def example(self) -> str:
        """Return the example as a sentence."""
        if self.before is None or self.move is None:
            return ""
        name = self.game.side_name(self.before.turn)
        sentence = f"For example, {name} plays {self.before.write(self.move)}."
        how = self.game.notation.move_help
        return f"{sentence} {how[:1].upper()}{how[1:]}." if how else sentence

    def picture(self, *, unicode: bool = False) -> str:
        """Return the position after the example move as text."""
        if self.before is None or self.move is None:
            return self.game.start().draw(unicode=unicode)
        return self.before.play(self.move).draw(self.move, unicode=unicode)

    def svg(self) -> str:
        """Return it as SVG."""
        if self.before is None or self.move is None:
            return self.game.start().svg()
        return self.before.play(self.move).svg(self.move)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
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
    """Return the rules of a game; without a rules text, at least an example move."""
    words = game.text
    before, move = _example(game)
    if words is None:
        return HowToPlay(game, f"{game.title}: no rules text is available.", (), "", before, move)
    return HowToPlay(game, words.summary, words.rules, words.known, before, move)


def _example(game: Game) -> tuple[Position | None, Move | None]:
    """Return a move from the middle of the first decision's list; after a roll, the last one."""
    position = game.start()
    rolled = False
    while not position.is_over and position.turn is Side.CHANCE:
        position, rolled = position.play(position.moves[len(position.moves) // 2]), True
    if position.is_over:
        return None, None
    return position, position.moves[-1 if rolled else len(position.moves) // 2]
