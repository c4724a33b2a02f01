"""The board editor: pieces on cells give the same position as its text."""

from __future__ import annotations

from random import Random

import pytest

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.base.side import Side
from kibitz.games.board_view import BoardView, Piece

GAMES = [*kibitz.game_names(), "numerical:size=4", "connect:mark1=#,width=12", "ewn:size=4,stones=3"]


def _look(position: kibitz.Position) -> BoardView:
    look = position.game.view.board(position)
    assert look is not None
    return look


@pytest.mark.parametrize("spec", GAMES)
def test_views_can_be_composed(spec: str) -> None:
    rng = Random(7)
    game = kibitz.load(spec)
    kinds = {(piece.side, piece.shape, piece.text, piece.name): piece for piece in game.editor.pieces}
    assert len(kinds) == len(game.editor.pieces)
    for _ in range(10):
        position = game.start()
        for _ in range(rng.randrange(12)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        look = _look(position)
        cells: list[Piece | None] = [None] * (look.width * look.height)
        for one in look.pieces:
            cells[one.cell] = kinds[one.side, one.shape, one.text, one.name]
        again = game.position(game.editor.compose(cells, position.mover))
        assert set(_look(again).pieces) == set(look.pieces)
        assert position.is_over or again.mover is position.mover


@pytest.mark.parametrize(
    ("spec", "piece", "cell"), [("connect4", "red", 0), ("chess", "white king", 0), ("ewn", "red 1", 24)]
)
def test_invalid_positions_are_refused(spec: str, piece: str, cell: int) -> None:
    """A disc in the air, a board without another king, one player alone."""
    game = kibitz.load(spec)
    look = _look(game.start())
    cells: list[Piece | None] = [None] * (look.width * look.height)
    cells[cell] = next(one for one in game.editor.pieces if one.name == piece)
    with pytest.raises(KibitzError):
        game.position(game.editor.compose(cells, Side.FIRST))


def test_castling_is_for_those_at_home() -> None:
    game = kibitz.load("chess")
    text = "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1"
    kinds = {(piece.side, piece.shape): piece for piece in game.editor.pieces}
    cells: list[Piece | None] = [None] * 64
    for one in _look(game.position(text)).pieces:
        cells[one.cell] = kinds[one.side, one.shape]
    assert str(game.position(game.editor.compose(cells, Side.FIRST))) == text


def test_a_game_without_an_editor_says_so() -> None:
    assert kibitz.load("src/kibitz/examples/nim.py").editor is None
