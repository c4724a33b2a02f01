"""Everything that runs the code of games and players: asked and answered in plain values.

The server asks here what has to do with our own code, and in a process apart
(`apart.py`) what has to do with other people's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kibitz.analysis.analyse import analyse
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.files.ownership import Claim
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.records.record_store import Store
from kibitz.service.advice import analysis_json
from kibitz.service.catalogue import Catalogue
from kibitz.service.errors import BadRequest
from kibitz.service.game_request import GameRequest
from kibitz.service.game_session import GameSession
from kibitz.service.persistence import WholeGame
from kibitz.service.position_view import SIDES, view_json
from kibitz.service.search_comparison import compare_json, searchers, tree_json
from kibitz.service.settings import Settings
from kibitz.solving.solve import solve

#: Hears how far long work is; it may raise to end it.
Heard = Callable[..., object]
#: The position that is asked about: `game`, `options`, `position` and `moves`.
Where = dict[str, Any]


class Desk:
    """Answers questions about positions, and holds the table of one game if it is told to."""

    def __init__(self, settings: Settings, store: Store, *, apart: bool = False) -> None:
        """`apart` says that this is a process for code that is not ours."""
        self._settings = settings
        self._store = store
        self.catalogue = Catalogue(settings, apart=apart)
        self._table: GameSession | None = None

    def answer(self, what: str, arguments: Iterable[Any], heard: Heard) -> Any:
        """The answer to a question by name, for who asks from another process."""
        known: dict[str, Callable[..., Any]] = {
            "check": self.catalogue.check,
            "own": self.catalogue.own_json,
            "own players": self.catalogue.own_players_json,
            "demo": self.catalogue.demo,
            "brought": self.catalogue.brought_json,
            "analyse": self.analyse,
            "picture": self.picture,
            "arrange": self.arrange,
            "tree": self.tree,
            "compare": partial(self.compare, heard=heard),
            "solve": partial(self.solve, heard=heard),
            "open": self._open,
            "table": partial(self._ask_table, heard=heard),
        }
        return known[what](*arguments)

    # Positions

    def position(self, where: Where) -> Position:
        """The start or a position given, after some moves."""
        game = self.catalogue.load(where["game"], where["options"])
        text, moves = where["position"], where["moves"]
        position = game.start() if text is None else game.position(text)
        return position.play(moves) if moves else position

    def _player(self, spec: str, position: Position) -> Player:
        player = self.catalogue.seat(spec, position.game)
        if player is None:
            raise BadRequest("a person does not search")
        return player

    def analyse(self, where: Where, seconds: float | None) -> dict[str, Any]:
        """What a position and its moves are worth: in so many seconds, or as hints judge it."""
        limit = None if seconds is None else Limit(seconds=seconds)
        return analysis_json(analyse(self.position(where), limit))

    def picture(self, where: Where) -> str:
        """A position as SVG."""
        return self.position(where).svg()

    def arrange(self, where: Where, pieces: list[int] | None, side: str | None) -> dict[str, Any]:
        """A position to change by hand: one that is written, or pieces by number, -1 for none."""
        position = self.position(where)
        game, look = position.game, position.game.view.board(position)
        editor, count = game.editor, 0 if look is None else look.width * look.height
        if pieces is not None:
            if editor is None:
                raise BadRequest(f"positions of {game.spec} are written, not put together")
            if len(pieces) != count or any(piece >= len(editor.pieces) for piece in pieces):
                raise BadRequest(f"pieces must be {count} numbers from -1 to {len(editor.pieces) - 1}")
            put = [None if piece < 0 else editor.pieces[piece] for piece in pieces]
            turn = position.mover if side is None else Side(SIDES.index(side))
            position = game.position(editor.compose(put, turn))
        board, view = view_json(position, None)
        empty = {editor.compose([None] * count, turn) for turn in (Side.FIRST, Side.SECOND)} if editor else ()
        return {
            "position": str(position),
            "board": board,
            "view": view,
            "chooses": len(empty) > 1,
            "supply": [
                [piece.side, piece.shape, piece.text, piece.name]
                for piece in (editor.pieces if editor else ())
            ],
        }

    def tree(self, where: Where, player: str, depth: int) -> dict[str, Any]:
        """The tree that a search visits."""
        position = _after_the_dice(self.position(where))
        return tree_json(position, self._player(player, position), depth)

    def compare(self, where: Where, players: list[str], depth: int, heard: Heard) -> list[dict[str, Any]]:
        """What searches take; `heard` hears each row."""
        position = _after_the_dice(self.position(where))
        ours = (name for name in searchers(position.game) if not self.catalogue.is_foreign_player(name))
        specs = players or list(ours)
        return compare_json(position, [self._player(spec, position) for spec in specs], depth, heard)

    def solve(self, spec: str, options: dict[str, str], heard: Heard) -> str:
        """Solve a game and keep its table; what came of it."""
        game = self.catalogue.load(spec, options)
        table = solve(game, keep=True, progress=lambda done, total: heard(done, total) is not False)
        value = table.value(game.start())
        said = f"{table.positions:,} positions"
        if value is None:
            return said
        return f"{said}; {game.side_name(game.start().mover)}, to begin, {game.scale.format_value(value)}"

    # One game

    def _open(self, name: str, wish: dict[str, Any], claim: dict[str, Any] | None) -> dict[str, Any]:
        wanted = GameRequest.from_json(wish)
        session = wanted.session(
            self.catalogue, Limit(seconds=self._settings.thinking), self._settings.counted_seconds
        )
        keep = WholeGame(self._store, name, None if claim is None else Claim.from_json(claim))
        self._table = GameSession(session, keep, self.catalogue.seat, analysis=wanted.analysis)
        return self._table.whole()

    def _ask_table(self, what: str, *arguments: Any, heard: Heard) -> Any:
        assert self._table is not None
        if what == "review":
            return self._table.review(heard)
        return getattr(self._table, what)(*arguments)


def _after_the_dice(position: Position) -> Position:
    """Where somebody decides, as a search has to begin so: after the first face of the dice, if need be."""
    while position.turn is Side.CHANCE and not position.is_over:
        position = position.play(position.moves[0])
    return position
