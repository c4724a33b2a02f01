"""Explanations of chess moves, each supported by the PV.

A gain of material is claimed only if the move's value supports it, and a fork or skewer only if the PV
captures its target. Material is counted from before the opponent's last move if that captured, so a recapture
is no gain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.move import Line, Move
from kibitz.base.reason import Part, Reason
from kibitz.base.value import Draw, Estimate, Value
from kibitz.games.chess.attacks import WORTH, attackers
from kibitz.games.chess.board import CASTLING, KIND_NAMES, PAWN, Board
from kibitz.games.chess.kinds import Kind
from kibitz.games.chess.material import (
    balance,
    evens,
    exchanged,
    format_material,
    format_promotions,
    number_word,
    promoted,
)
from kibitz.games.chess.motifs import Motif, mate_name, motifs, piece_on
from kibitz.games.chess.move_effects import move_effects
from kibitz.games.chess.themes import mate_themes
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess


#: Maximum plies of the PV to examine.
_LOOKED_AT = 9
#: The share of a gain that the value must show, and the minimum in pawns.
_SHOWN = 0.6
_LEAST_SHOWN = 0.8
#: A gain of more than a pawn needs less support from the value if it lasts for this many plies.
_LASTS = 4
#: Loss against the best move, in pawns, from which minor virtues are not mentioned.
_SMALL = 0.5


@dataclass(frozen=True, slots=True)
class _BoardLine:
    """A PV as boards: the one before it, and one after each move."""

    position: Position
    moves: tuple[Move, ...]
    boards: tuple[Board, ...]
    positions: tuple[Position, ...]
    #: The reference board for material: before the opponent's last move if that captured.
    since: Board

    @staticmethod
    def of(position: Position, line: Sequence[Move]) -> _BoardLine:
        positions = [position]
        for move in line:
            if positions[-1].is_over:
                break
            positions.append(positions[-1].play(move))
        boards = tuple(_board(each, each.state) for each in positions)
        return _BoardLine(
            position,
            tuple(line)[: len(boards) - 1],
            boards,
            tuple(positions),
            _before_capture(position, boards[0]),
        )

    def takes(self, ply: int) -> int | None:
        """Return the square on which a move of the PV captures."""
        if ply >= len(self.moves):
            return None
        source, target, special = self.moves[ply].parts
        before = self.boards[ply]
        if special == CASTLING:
            return None
        passing = before.kind(source) == PAWN and source % 8 != target % 8
        return target if before.squares[target] or passing else None

    def settled(self) -> list[int]:
        """Return the quiet plies, latest first."""
        end = min(len(self.moves), _LOOKED_AT)
        found = [ply for ply in range(end, 0, -1) if self.takes(ply) is None] or [end]
        return [ply for ply in found if not self._ends_amid(ply)]

    def _ends_amid(self, ply: int) -> bool:
        """Return whether the PV stops amid an exchange."""
        if ply < len(self.moves) or (at := self.takes(ply - 1)) is None:
            return False
        last = self.boards[ply]
        return bool(attackers(last, at, last.mover))

    def lasts(self, ply: int) -> bool:
        """Return whether a gain or loss up to a ply lasts for some plies of the PV."""
        us = self.boards[0].mover
        then = balance(self.boards[ply], us)
        later = [balance(board, us) for board in self.boards[ply + 1 :]]
        return len(later) >= _LASTS and all(each == then for each in later[:_LASTS])

    def motifs(self, ply: int) -> Iterator[Motif]:
        """Return the motifs of a move of the PV whose targets are captured two plies later."""
        if ply >= len(self.moves):
            return
        taken = self.takes(ply + 2)
        for motif in motifs(self.boards[ply], self.boards[ply + 1], self.moves[ply].parts):
            if not motif.targets or taken in motif.targets:
                yield motif


def _board(position: Position, state: _core.State) -> Board:
    return Board.of(position.game.rules.describe(state))


def _before_capture(position: Position, board: Board) -> Board:
    """Return the board before the opponent's last move if that captured or promoted; else this one."""
    if not position.past:
        return board
    state, actor = position.past[0]
    before = _board(position, state)
    if actor == board.mover or balance(before, board.mover) == balance(board, board.mover):
        return board
    return before


class ChessTeacher(Teacher):
    """Explains tactics, material and plans."""

    explains_forced_wins = True
    tells_captures = True

    def __init__(self, game: Chess) -> None:
        self._game = game

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return captures, checks, pins, defences, attacks and the purpose of the move."""
        before, after = (_board(each, each.state) for each in (position, position.play(move)))
        since = _before_capture(position, before)
        changed = [
            at
            for at, piece in enumerate(before.squares)
            if piece and before.colour(at) != before.mover and since.colour(at) == before.mover
        ]
        return move_effects(before, after, move.parts, changed[0] if changed else None)

    def reasons(self, position: Position, move: Move, pv: Line, values: Mapping[Move, Value]) -> list[Reason]:
        """Return what the PV mates, wins, loses, forks or trades."""
        line_ = _BoardLine.of(position, pv)
        value, best = values[move], max(values.values())
        if value.result:
            return _mate(line_, value, best)
        score, most = _score(value), _score(best)
        if score is None:
            return []
        return list(_guessed(line_, score, most))

    def themes(self, position: Position, line: Sequence[Move]) -> list[str]:
        """Return the themes of a mate."""
        boards = _BoardLine.of(position, line).boards
        return mate_themes(boards, [move.parts for move in line])

    def name_win(self, position: Position, move: Move) -> str:
        """Return the name of a checkmate, if it has one."""
        return mate_name(self._game.board(position.play(move)))

    def name_draw(self, position: Position) -> str:
        """Return the draw rule."""
        return self._game.draw_reason(position)

    def name_ending(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Return the name of the ending; "checkmate" for a mate without its own name."""
        outcome = positions[-1].outcome
        return super().name_ending(positions, moves) or ("" if outcome is None else "checkmate")


def _score(value: Value) -> float | None:
    """Return an estimate in pawns, a draw being 0; None for a decided game."""
    return value.score if isinstance(value, Estimate) else 0.0 if isinstance(value, Draw) else None


def _mate(line_: _BoardLine, value: Value, best: Value) -> list[Reason]:
    plies = value.plies
    if plies is None:
        return []
    end = line_.positions[-1]
    name = mate_name(line_.boards[-1]) if end.is_over and line_.boards[-1].check else ""
    number = number_word((plies + 1) // 2)
    if value.result == 1:
        reasons_found = [_why(Kind.MATES, f"mates in {number}" + (f", with a {name}" if name else ""))]
        return reasons_found + [Reason(Kind.MOTIF, motif.text) for motif in line_.motifs(0) if motif.targets]
    if best.result == -1:
        return []
    reply = line_.moves[1:2]
    by = f" beginning with {line_.positions[1].write(reply[0])}" if reply else ""
    text = f"allows {name or 'mate'} in {number_word(plies // 2)}{by}"
    return [_why(Kind.ALLOWS_MATE, text, reply, against=True)]


def _why(kind: Kind, text: str, moves: tuple[Move, ...] = (), *, against: bool = False) -> Reason:
    return Reason(kind, text, moves, part=Part.WHY, against=against)


def _guessed(line_: _BoardLine, score: float, most: float | None) -> Iterator[Reason]:
    behind_best = float("inf") if most is None else most - score
    found = _material(line_, score, behind_best)
    if found is not None:
        yield found
    if (found is None or found.kind != Kind.LOSES_MATERIAL) and behind_best <= _SMALL:
        yield from (Reason(Kind.MOTIF, motif.text) for motif in line_.motifs(0) if motif.targets)
        yield from _trade(line_)


def _material(line_: _BoardLine, score: float, behind_best: float) -> Reason | None:
    """Return the gain or loss of the PV at the latest ply that the value supports."""
    us = line_.boards[0].mover
    since = line_.since
    ahead = balance(since, us)

    def gain(ply: int) -> int:
        return balance(line_.boards[ply], us) - ahead

    def doubt(ply: int) -> tuple[bool, bool]:
        """Return whether the value contradicts it: late events in a PV need not be forced."""
        return gain(ply) * (score - ahead) < 0, abs(gain(ply)) > abs(score - ahead) + 1

    for ply in sorted(line_.settled(), key=doubt):
        board, shown = line_.boards[ply], max(_SHOWN * abs(gain(ply)), _LEAST_SHOWN)
        lasts = abs(gain(ply)) > 1 and line_.lasts(ply)
        if gain(ply) > 0 and score - ahead >= (_LEAST_SHOWN if lasts else shown):
            return _why(Kind.WINS_MATERIAL, _wins(since, board, us))
        if gain(ply) < 0 and behind_best >= _SHOWN * -gain(ply) and (lasts or ahead - score >= shown):
            reply = line_.moves[1:2]
            text = f"{_loses(since, board, us)}{_how_it_loses(line_)}"
            return _why(Kind.LOSES_MATERIAL, text, reply, against=True)
        gives = gain(ply) < 0 and behind_best == 0 and since is line_.boards[0]
        gives = gives and not promoted(since, board, 1 - us)
        if gives and score > ahead + gain(ply) + 1 and line_.lasts(ply):
            won, cost = exchanged(since, board, us)
            text = f"gives {format_material(cost, won)}, and search sees enough in return"
            return _why(Kind.SACRIFICES, text)
    return None


def _wins(before: Board, after: Board, us: int) -> str:
    """Format a gain: `wins a knight`, `wins back a pawn`, `makes a queen`, `makes a queen for two pawns`."""
    won, cost = exchanged(before, after, us)
    made = promoted(before, after, us)
    but = f" but {_lets(theirs)}" if (theirs := promoted(before, after, 1 - us)) else ""
    if not made:
        back = "back " if _only_evens(before, after, won, cost, us) else ""
        return f"wins {back}{format_material(won, cost)}{but}"
    makes = f"makes {format_promotions(made)}"
    if won:
        return f"{makes} and wins {format_material(won, cost)}{but}"
    return (f"{makes} for {format_material(cost, won)}" if cost else makes) + but


def _only_evens(before: Board, after: Board, won: Counter[int], cost: Counter[int], us: int) -> bool:
    """Return whether a gain only restores the balance for a side that was behind."""
    if not cost and evens(before, won, us):
        return True
    return balance(before, us) < 0 and -1 <= balance(after, us) <= 0


def _loses(before: Board, after: Board, us: int) -> str:
    """Format a loss: `loses a knight`, `lets a pawn become a queen`, the latter also `for a knight`."""
    won, cost = exchanged(before, after, us)
    made = promoted(before, after, 1 - us)
    makes = f"makes {format_promotions(ours)} but " if (ours := promoted(before, after, us)) else ""
    if not made:
        return f"{makes}loses {format_material(cost, won)}"
    if cost:
        return f"{makes}{_lets(made)} and loses {format_material(cost, won)}"
    return f"{makes}{_lets(made)} for {format_material(won, cost)}" if won else makes + _lets(made)


def _lets(made: Counter[int]) -> str:
    return f"lets {'a pawn' if made.total() == 1 else 'pawns'} become {format_promotions(made)}"


def _how_it_loses(line_: _BoardLine) -> str:
    """Describe how the expected reply wins material: `: Bxb4 takes the pawn on b4`."""
    if len(line_.moves) < 2:
        return ""
    after, written = line_.boards[1], line_.positions[1].write(line_.moves[1])
    for motif in line_.motifs(1):
        if motif.targets or motif.name == "discovered check":
            return f": {written} {motif.text}"
    at = line_.takes(1)
    if at is not None and after.squares[at]:
        return f": {written} takes {piece_on(after, at)}"
    return f" after {written}"


def _trade(line_: _BoardLine) -> Iterator[Reason]:
    at = line_.takes(0)
    if at is None or line_.takes(1) != at:
        return
    taken, taker = line_.boards[0].kind(at), line_.boards[0].kind(line_.moves[0].parts[0])
    if taken is None or taker is None or WORTH[taken] != WORTH[taker]:
        return
    if taken == taker:
        yield Reason(Kind.TRADES, f"trades {KIND_NAMES[taken]}s")
    else:
        yield Reason(Kind.TRADES, f"trades a {KIND_NAMES[taker]} for a {KIND_NAMES[taken]}")
