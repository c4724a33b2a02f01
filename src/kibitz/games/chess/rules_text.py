"""Chess: its rules in words for people."""

from __future__ import annotations

from kibitz.games.capabilities import GameText


def chess_text(chess960: bool) -> GameText:
    """What the arrangement makes of it."""
    begins = (
        "The pieces behind the pawns begin in one of 960 arrangements, the same for both sides, "
        "with the bishops on squares of different colours and the king between the rooks."
        if chess960
        else "White's pieces begin on the first two ranks, black's on the last two; white moves first."
    )
    castling = (
        "King and rook that have not moved may castle, wherever they began: the king goes to the g-file and "
        "the "
        "rook to the f-file, or to c and d. "
        if chess960
        else "A king that has not moved may castle with a rook that has not: it goes two steps towards the "
        "rook, "
        "which jumps to its other side. "
    )
    return GameText(
        "Move your pieces in turn and take those of the other side. "
        "Attack the king so that it can't get away: that is mate, and wins.",
        (
            begins,
            "Rooks go straight, bishops diagonally, queens both ways, as far as the way is free; knights "
            "jump two "
            "squares straight and one aside; the king goes one step. All take what stands where they go.",
            "A pawn goes one step forward, or two from where it began, and takes diagonally. One that has "
            "just gone two steps may be taken by a pawn as if it had gone one. On the last rank a pawn "
            "becomes a queen, rook, bishop or knight.",
            castling
            + "Nothing may stand between them, and the king may neither be in check nor pass or reach an "
            "attacked square.",
            "No move may leave the own king in check. In check without a move is mate and loses; not in "
            "check "
            "without a move is stalemate and draws.",
            "A draw may be claimed when a position comes for the third time, or after fifty moves of each "
            "side "
            "without a capture or a pawn's move. After the fifth time, after seventy-five moves, or when "
            "nobody "
            "can mate any more, the game is drawn.",
        ),
        won="" if chess960 else "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7",
    )
