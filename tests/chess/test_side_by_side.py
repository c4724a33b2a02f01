"""Random games in Kibitz and python-chess agree move by move."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz import Side
from kibitz.base.random import Random, pick
from kibitz.games.chess.fen import write_epd
from kibitz.games.chess.position import ChessPosition

chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")


def compare(position: ChessPosition, board: Any, *, notation: bool) -> None:
    """Check that both stand the same."""
    assert position.fen() == str(position) == board.fen()
    ours = {move.text for move in position.moves}
    theirs = {board.uci(move) for move in board.legal_moves}
    outcome = board.outcome()
    if outcome is not None and outcome.termination is chess.Termination.FIVEFOLD_REPETITION:
        outcome = None  # what a position alone does not know
    assert position.is_over == (outcome is not None)
    assert position.is_check() == board.is_check()
    assert position.is_checkmate() == board.is_checkmate()
    assert position.is_stalemate() == board.is_stalemate()
    if position.outcome is not None:
        winner = {None: None, True: Side.FIRST, False: Side.SECOND}[outcome.winner]
        assert position.outcome.winner == winner
        ended = NAMES[position.game.how_it_ended(position)]
        # A stalemate where nobody could mate either is both; python-chess looks at material first.
        if not (ended == "stalemate" and board.is_stalemate() and board.is_insufficient_material()):
            assert outcome.termination.name.lower().replace("_", " ")[:9] in ended
        return
    assert ours == theirs
    if notation:
        for move in position.moves:
            written = position.san(move.text)
            assert written == position.san(move) == board.san(board.parse_uci(move.text))
            assert position.uci(written) == move.text
            assert position.move(written) == move
            assert position.move(move.text) == move
        assert write_epd(position.game.board(position)) == board.epd()


NAMES = {
    "mate: white wins": "checkmate",
    "mate: black wins": "checkmate",
    "draw: stalemate": "stalemate",
    "draw: insufficient material": "insufficient material",
    "draw: seventy-five moves of each side without a capture or a pawn's move": "seventyfive moves",
}


def play(game: kibitz.Game, seed: int, ends: set[str | None]) -> None:
    rng = Random(seed)
    position = game.start(rng)
    board = chess.Board(str(position), chess960=game.chess960)
    positions = [position]
    while True:
        compare(position, board, notation=len(positions) % 7 == seed % 7)
        claim = game.draws.claim_reason(position)
        if len(positions) % 5 == seed % 5 and not position.is_over:
            repeated, fifty = board.is_repetition(3), board.halfmove_clock >= 100
            assert (claim is not None) == (repeated or fifty)
        if position.is_over or len(positions) > 600:
            ends.add(game.how_it_ended(position))
            return
        move = pick(rng, position.moves)
        board.push(board.parse_uci(move.text))
        position = position.play(move)
        positions.append(position)


@pytest.mark.parametrize(("spec", "games"), [("chess", 30), ("chess960", 20)])
def test_no_difference(spec: str, games: int) -> None:
    ends: set[str | None] = set()
    for seed in range(games):
        play(kibitz.load(spec), seed, ends)
    assert len(ends) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "games"), [("chess", 2000), ("chess960", 1000)])
def test_no_difference_in_thousands_of_games(spec: str, games: int) -> None:
    ends: set[str | None] = set()
    for seed in range(1000, 1000 + games):
        play(kibitz.load(spec), seed, ends)
    assert {name for name in NAMES if "seventy" not in name} <= ends
