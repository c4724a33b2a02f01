"""Themes of forced mates, by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.chess.attacks import WORTH, attackers, is_in_danger, reach
from kibitz.games.chess.board import KING, PAWN, PROMOTION, QUEEN, Board
from kibitz.games.chess.motifs import mate_name, motifs

#: Motifs that are themes of a solution.
_MOTIFS = ("fork", "skewer", "pin", "discovered check")
#: Number of pieces up to which a position is an endgame.
_ENDGAME = 7


def mate_themes(boards: Sequence[Board], moves: Sequence[tuple[int, ...]]) -> list[str]:
    """Return the themes of a mate: `boards` are the first and that after each move, in parts.

    >>> from kibitz.games.registry import load
    >>> position = load("chess").position("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    >>> load("chess").teacher.themes(position, [position.move("Re8#")])
    ['mate in one', 'back-rank mate', 'endgame']
    """
    number = (len(moves) + 1) // 2
    words = ("no", "one", "two", "three", "four", "five")
    found = [f"mate in {words[number] if number < len(words) else number}"]
    if name := mate_name(boards[-1]):
        found.append(name)
    for ply in range(0, len(moves), 2):
        found += _of_move(boards[ply], boards[ply + 1], moves[ply])
    if number > 1 and not boards[1].check and not boards[0].squares[moves[0][1]]:
        found.append("quiet first move")
    if _pinned_defender(boards[-1]):
        found.append("pinned defender")
    if sum(1 for piece in boards[0].squares if piece) <= _ENDGAME:
        found.append("endgame")
    return list(dict.fromkeys(found))


def _of_move(before: Board, after: Board, parts: tuple[int, ...]) -> list[str]:
    found = []
    source, target, special = parts
    if special >= PROMOTION:
        found.append("promotion" if after.kind(target) == QUEEN else "underpromotion")
    for motif in motifs(before, after, parts):
        if motif.name in _MOTIFS:
            found.append("double check" if "double check" in motif.text else motif.name)
    given = WORTH[before.kind(source) or 0]
    taken = before.kind(target)
    gained = 0 if taken is None or before.colour(target) == before.mover else WORTH[taken]
    if before.kind(source) not in (PAWN, KING) and given > gained + 1 and is_in_danger(after, target):
        found.append("sacrifice")
    return found


def _pinned_defender(mated: Board) -> bool:
    """Return whether a pinned piece could otherwise take the piece that gives mate."""
    us = mated.mover
    checkers = attackers(mated, mated.king(us), 1 - us)
    if len(checkers) != 1:
        return False
    defenders = (at for at in attackers(mated, checkers[0], us) if mated.kind(at) != KING)
    return any(_is_pinned(mated, at) for at in defenders)


def _is_pinned(board: Board, square: int) -> bool:
    us = board.colour(square)
    assert us is not None
    lifted = Board(
        tuple(0 if at == square else piece for at, piece in enumerate(board.squares)),
        board.mover,
        board.castlers,
    )
    king = board.king(us)
    return any(
        king in reach(lifted, at) and king not in reach(board, at) for at in attackers(lifted, king, 1 - us)
    )
