"""What mistakes the levels of chess make: pieces left hanging and mates missed, by level.

    python benchmarks/level_errors.py [--games 12] [--stockfish PATH]

Each level plays games against itself. Mistakes are found by the rules alone, with python-chess: after a move
that took nothing, exchanges on some square win two pawns or more for the opponent (a piece is left hanging),
or four or more where a queen stands that was attacked before and could be saved (an attacked queen is left;
with Stockfish only if that costs three pawns); a mate in one is missed. With Stockfish, moves that lose two
pawns or more by its search are counted too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

# `chess.py` beside this file is another benchmark.
sys.path = [folder for folder in sys.path if Path(folder or ".").resolve() != Path(__file__).resolve().parent]

import chess.engine  # noqa: E402

import kibitz  # noqa: E402
from kibitz import Limit  # noqa: E402
from kibitz.base.random import Random  # noqa: E402

LEVELS = range(0, 101, 10)
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
RESULT = Path(__file__).parent / "results" / "level_errors.json"
_LONGEST = 160


def exchange(board: chess.Board, square: chess.Square) -> int:
    """What the side to move wins by taking on a square, if either side may stop at any time."""
    takes = [move for move in board.legal_moves if move.to_square == square and board.is_capture(move)]
    if not takes:
        return 0
    move = min(takes, key=lambda each: WORTH[board.piece_at(each.from_square).piece_type])  # type: ignore[union-attr]
    taken = board.piece_at(square)
    gain = WORTH[taken.piece_type] if taken else 1
    board.push(move)
    found = max(0, gain - exchange(board, square))
    board.pop()
    return found


def most_hanging(board: chess.Board, colour: chess.Color) -> tuple[int, bool]:
    """The most that exchanges on one square win from a colour, and whether a queen stands there."""
    pieces = [square for square, piece in board.piece_map().items() if piece.color is colour]
    found = [(exchange(board, square), board.piece_type_at(square) == chess.QUEEN) for square in pieces]
    return max(found, default=(0, False))


def mates(board: chess.Board) -> set[chess.Move]:
    found = set()
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            found.add(move)
        board.pop()
    return found


def errors(level: int, games: int, engine: chess.engine.SimpleEngine | None) -> dict[str, float]:
    """The rates of a level's mistakes, each in a hundred of the moves that could be one."""
    player, game, seen = kibitz.player(f"level:strength={level}"), kibitz.load("chess"), Counter[str]()
    for number in range(games):
        rng, position, last = Random(number), game.start(), None
        board = chess.Board()
        while not position.is_over and len(board.move_stack) < _LONGEST:
            move = player.think_after(last, position, Limit(nodes=40_000), rng).move
            made, us = board.parse_uci(str(move)), board.turn
            mate, attacked = mates(board), _queen_attacked(board) and _can_be_saved(board)
            quiet = not board.is_capture(made)
            before = _score(engine, board) if engine else 0
            board.push(made)
            hangs, queen = most_hanging(board, us)
            lost = attacked and quiet and queen and hangs >= 4
            if lost and engine:  # perhaps for something better
                lost = before + _score(engine, board) >= 300
            seen["moves"] += 1
            seen["piece left hanging"] += quiet and hangs >= 2
            seen["queens attacked"] += attacked
            seen["attacked queen left"] += lost
            seen["mates in one"] += bool(mate)
            seen["mate in one missed"] += bool(mate) and made not in mate
            if engine and abs(before) < 600:
                seen["moves weighed"] += 1
                seen["lost a piece or more"] += before + _score(engine, board) >= 200
            position, last = position.play(move), move
    return {
        "level": level,
        "moves": seen["moves"],
        "hanging": _percent(seen["piece left hanging"], seen["moves"]),
        "queens_attacked": seen["queens attacked"],
        "queens_left": seen["attacked queen left"],
        "mates": seen["mates in one"],
        "mates_missed": seen["mate in one missed"],
        "blunders": _percent(seen["lost a piece or more"], seen["moves weighed"]),
    }


def _queen_attacked(board: chess.Board) -> bool:
    """Whether the opponent could win the queen if it were to move."""
    board.push(chess.Move.null())
    hangs = any(exchange(board, square) >= 4 for square in board.pieces(chess.QUEEN, not board.turn))
    board.pop()
    return hangs


def _can_be_saved(board: chess.Board) -> bool:
    """Whether some move leaves no queen hanging."""
    us = board.turn
    for move in list(board.legal_moves):
        board.push(move)
        saved = all(exchange(board, square) < 4 for square in board.pieces(chess.QUEEN, us))
        board.pop()
        if saved:
            return True
    return False


def _score(engine: chess.engine.SimpleEngine, board: chess.Board) -> int:
    """Hundredths of a pawn for the side to move."""
    if board.is_game_over():
        return -10_000 if board.is_checkmate() else 0
    info = engine.analyse(board, chess.engine.Limit(nodes=4_000))
    return info["score"].relative.score(mate_score=10_000) or 0


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--levels", default=",".join(map(str, LEVELS)))
    parser.add_argument("--stockfish")
    wishes = parser.parse_args()
    engine = chess.engine.SimpleEngine.popen_uci(wishes.stockfish) if wishes.stockfish else None
    rows = []
    for level in map(int, wishes.levels.split(",")):
        rows.append(errors(level, wishes.games, engine))
        print(rows[-1], flush=True)
    if engine:
        engine.quit()
    RESULT.write_text(json.dumps({"games": wishes.games, "levels": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
