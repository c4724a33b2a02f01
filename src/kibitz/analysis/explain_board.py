"""Reasons from the board alone: captures, extra turns, remaining answers."""

from __future__ import annotations

from kibitz.analysis.explanation import Kind
from kibitz.analysis.tactics import immediate_wins
from kibitz.base.move import Move
from kibitz.base.reason import Reason, join_words
from kibitz.games.board_view import SHAPES, BoardView, Piece
from kibitz.games.position import Position

#: Number of cells or moves above which they are counted instead of named.
_MAX_NAMED = 3
#: Maximum number of answers that counts as few.
_FEW = 3


def reasons_from_board(position: Position, move: Move) -> list[Reason]:
    """Return a non-final move's captures and its effect on the turn."""
    after = position.after(move)
    teacher = position.game.teacher
    reasons = [] if teacher is not None and teacher.tells_captures else _captures(position, after)
    return [*reasons, *_turns(position, move)]


def _turns(position: Position, move: Move) -> list[Reason]:
    """Return who acts after a move, if that depends on the move, and who may move again."""
    me, opponent = (position.game.side_name(side) for side in (position.turn, position.turn.opponent))
    after = position.after(move)
    others = [position.after(other) for other in position.moves if other.text != move.text]
    if position.game.has_chance:
        if all(other.mover is after.mover for other in others):
            return []
        if after.mover is position.turn:
            return [Reason(Kind.KEEPS_TURN, "keeps the turn", small=True)]
        return [Reason(Kind.PASSES_TURN, f"passes the turn to {opponent}", small=True)]
    if after.turn is position.turn:
        return [Reason(Kind.MOVES_AGAIN, f"lets {me} move again")]
    again = _further_turns(after)
    if again:
        named = join_words([after.write(each) for each in again])
        named = named if len(again) <= _MAX_NAMED else f"any of {len(again)} moves"
        text = f"lets {opponent} play {named} and move again"
        return [Reason(Kind.LETS_MOVE_AGAIN, text, tuple(again), small=True, against=True)]
    if any(other.turn is after.turn and _further_turns(other) for other in others):
        return [Reason(Kind.DENIES_TURN, f"gives {opponent} no chance to move twice in a row")]
    return []


def _further_turns(position: Position) -> list[Move]:
    """Return the moves after which the mover is to move again."""
    if position.is_over:
        return []
    moves, found = position.moves, []
    for move in moves:
        child = position.after(move)
        if child.turn is position.turn and not child.is_over:
            found.append(move)
    return found if len(found) < len(moves) else []


def _captures(position: Position, after: Position) -> list[Reason]:
    before_view, after_view = position.game.view.board(position), position.game.view.board(after)
    if before_view is None or after_view is None:
        return []
    me, opponent = position.turn, position.turn.opponent
    old, new = _by_cell(before_view), _by_cell(after_view)
    theirs = [piece for piece in old.values() if piece.side == opponent and piece.shape in _MEN]
    turned = [p for p in theirs if (now := new.get(p.cell)) is not None and now.side == me]
    counts = {side: sum(p.side == side and p.shape in _MEN for p in new.values()) for side in (me, opponent)}
    was = {side: sum(p.side == side and p.shape in _MEN for p in old.values()) for side in (me, opponent)}
    captured = [piece for piece in theirs if piece.cell not in new]
    # A piece on another's cell captured it; one with a new owner was turned over.
    if turned and counts[me] > was[me]:
        return [Reason(Kind.TURNS_OVER, f"turns over {_pieces(turned, before_view)}", small=True)]
    taken = [*captured, *turned]
    if taken and counts[opponent] == was[opponent] - len(taken):
        return [Reason(Kind.TAKES, f"takes {_pieces(taken, before_view)}")]
    return []


#: Shapes of pieces with an owner; others are parts of the board, or counters.
_MEN = frozenset(SHAPES) - {"number", "dot", "across", "down", "square"}


def _by_cell(view: BoardView) -> dict[int, Piece]:
    return {piece.cell: piece for piece in view.pieces if not piece.text.isdigit()}


def _pieces(pieces: list[Piece], view: BoardView) -> str:
    """Name pieces with their cells: `the disc on d4`, `the discs on d4 and e5`, `5 discs`."""
    name = pieces[0].shape if all(piece.shape == pieces[0].shape for piece in pieces) else "piece"
    if len(pieces) > _MAX_NAMED:
        return f"{len(pieces)} {name}s"
    cells = join_words([view.names[piece.cell] for piece in pieces], "and")
    return f"the {name}{'s' if len(pieces) > 1 else ''} on {cells}"


def reasons_from_answers(position: Position, move: Move) -> list[Reason]:
    """Return how few answers a move leaves, and how many of them lose at once."""
    after = position.after(move)
    if after.is_over or after.turn is not position.turn.opponent:
        return []
    opponent, player = (position.game.side_name(side) for side in (after.turn, position.turn))
    answers = list(after.moves)
    if len(answers) == 1:
        text = f"leaves {opponent} only one move, {after.write(answers[0])}"
        return [Reason(Kind.FEW_ANSWERS, text, tuple(answers))]
    if immediate_wins(after):
        return []
    safe = [answer for answer in answers if not _loses_at_once(after, answer)]
    if not safe:
        return [Reason(Kind.NO_ANSWER, f"leaves {opponent} no good answer: {player} wins at once after each")]
    if len(safe) <= _FEW and len(safe) < len(answers):
        named = join_words([after.write(answer) for answer in safe], "and" if len(safe) > 1 else "or")
        text = f"leaves {opponent} only {named}: after any other answer {player} wins at once"
        return [Reason(Kind.FEW_ANSWERS, text, tuple(safe))]
    return []


def _loses_at_once(position: Position, answer: Move) -> bool:
    """Return whether an answer allows an immediate win."""
    then = position.after(answer)
    if then.is_over:
        outcome = then.outcome
        return outcome is not None and outcome.winner is position.turn.opponent
    return then.turn is position.turn.opponent and bool(immediate_wins(then))


def reasons_from_mobility(position: Position, move: Move) -> list[Reason]:
    """Return the opponent's mobility after a move, if moves differ in it."""
    counts = {}
    for other in position.moves:
        after = position.after(other)
        if not after.is_over and after.turn is position.turn.opponent:
            counts[other] = len(after.moves)
    mine = counts.pop(move, None)
    if mine is None or not counts or set(counts.values()) == {mine}:
        return []
    opponent = position.game.side_name(position.turn.opponent)
    low, high = min(counts.values()), max(counts.values())
    moves = f"{mine} {'move' if mine == 1 else 'moves'}"
    if mine < low:
        return [Reason(Kind.MOBILITY, f"leaves {opponent} {moves}, fewer than any other move does")]
    if mine > high:
        text = f"leaves {opponent} {moves}, more than any other move does"
        return [Reason(Kind.MOBILITY, text, small=True, against=True)]
    between = f"{low} to {high}" if low < high else str(low)
    text = f"leaves {opponent} {moves}; the other moves leave {between}"
    return [Reason(Kind.MOBILITY, text, small=True)]
