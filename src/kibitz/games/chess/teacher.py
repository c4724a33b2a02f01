"""Sentences about chess as club players say them, each shown by the line that search found.

That a line wins material is said only where the value of the move bears it out,
and a fork or a skewer only where the line goes on to take what it aims at.
Material is counted from before the last move of the other side where that took
something: what is only taken back was not won.
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
    made_words,
    material_words,
    number_word,
    promoted,
)
from kibitz.games.chess.motifs import Motif, mate_name, motifs, piece_on
from kibitz.games.chess.move_effects import move_effects
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.chess.game import Chess


#: Plies of a line that are looked at.
_LOOKED_AT = 9
#: The share of what a line wins that the value must show, and how many pawns it must show at least.
_SHOWN = 0.6
_LEAST_SHOWN = 0.8
#: What is more than a pawn may be shown by less of the value if it stays so for so many plies.
_LASTS = 4
#: A move this much below the best, in pawns, is not praised for small things.
_SMALL = 0.5


@dataclass(frozen=True, slots=True)
class _Told:
    """A line as boards: the one before it, and the one after each of its moves."""

    position: Position
    moves: tuple[Move, ...]
    boards: tuple[Board, ...]
    positions: tuple[Position, ...]
    #: The board that material is counted from: before the last move of the other side if that took something.
    since: Board

    @staticmethod
    def of(position: Position, line: Sequence[Move]) -> _Told:
        positions = [position]
        for move in line:
            if positions[-1].is_over:
                break
            positions.append(positions[-1].play(move))
        boards = tuple(_board(each, each.state) for each in positions)
        return _Told(
            position,
            tuple(line)[: len(boards) - 1],
            boards,
            tuple(positions),
            _before_capture(position, boards[0]),
        )

    def takes(self, ply: int) -> int | None:
        """The square on which a move of the line takes something."""
        if ply >= len(self.moves):
            return None
        source, target, special = self.moves[ply].parts
        before = self.boards[ply]
        if special == CASTLING:
            return None
        passing = before.kind(source) == PAWN and source % 8 != target % 8
        return target if before.squares[target] or passing else None

    def settled(self) -> list[int]:
        """The plies after which nothing is about to be taken, the latest first."""
        end = min(len(self.moves), _LOOKED_AT)
        found = [ply for ply in range(end, 0, -1) if self.takes(ply) is None] or [end]
        return [ply for ply in found if not self._ends_amid(ply)]

    def _ends_amid(self, ply: int) -> bool:
        """Whether the line stops where something was taken that may be taken back."""
        if ply < len(self.moves) or (at := self.takes(ply - 1)) is None:
            return False
        last = self.boards[ply]
        return bool(attackers(last, at, last.mover))

    def lasts(self, ply: int) -> bool:
        """Whether what was won or lost up to a ply stays so for some plies of best play."""
        us = self.boards[0].mover
        then = balance(self.boards[ply], us)
        later = [balance(board, us) for board in self.boards[ply + 1 :]]
        return len(later) >= _LASTS and all(each == then for each in later[:_LASTS])

    def motifs(self, ply: int) -> Iterator[Motif]:
        """What a move of the line does that has a name; what it aims at is taken two plies later."""
        if ply >= len(self.moves):
            return
        taken = self.takes(ply + 2)
        for motif in motifs(self.boards[ply], self.boards[ply + 1], self.moves[ply].parts):
            if not motif.targets or taken in motif.targets:
                yield motif


def _board(position: Position, state: _core.State) -> Board:
    return Board.of(position.game.rules.describe(state))


def _before_capture(position: Position, board: Board) -> Board:
    """The board before the other side took something, or made a queen, with its last move; else this one."""
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
        """Return what the move takes, checks, pins, saves, attacks or protects, and what it is for."""
        before, after = (_board(each, each.state) for each in (position, position.play(move)))
        since = _before_capture(position, before)
        changed = [
            at
            for at, piece in enumerate(before.squares)
            if piece and before.colour(at) != before.mover and since.colour(at) == before.mover
        ]
        return move_effects(before, after, move.parts, changed[0] if changed else None)

    def reasons(self, position: Position, move: Move, pv: Line, values: Mapping[Move, Value]) -> list[Reason]:
        """Return what the expected line mates, wins, loses, forks or trades."""
        told = _Told.of(position, pv)
        value, best = values[move], max(values.values())
        if value.result:
            return _mate(told, value, best)
        score, most = _score(value), _score(best)
        if score is None:
            return []
        return list(_guessed(told, score, most))

    def name_win(self, position: Position, move: Move) -> str:
        """Return the name of a mate, if it has one."""
        return mate_name(self._game.board(position.play(move)))

    def name_draw(self, position: Position) -> str:
        """Return the rule by which the game is drawn."""
        return self._game.draw_reason(position)

    def name_ending(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Return the name of the ending; a mate without a name of its own is "checkmate"."""
        outcome = positions[-1].outcome
        return super().name_ending(positions, moves) or ("" if outcome is None else "checkmate")


def _score(value: Value) -> float | None:
    """A guess in pawns, a draw being even; None where the game is decided."""
    return value.score if isinstance(value, Estimate) else 0.0 if isinstance(value, Draw) else None


def _mate(told: _Told, value: Value, best: Value) -> list[Reason]:
    plies = value.plies
    if plies is None:
        return []
    end = told.positions[-1]
    name = mate_name(told.boards[-1]) if end.is_over and told.boards[-1].check else ""
    number = number_word((plies + 1) // 2)
    if value.result == 1:
        said = [_why(Kind.MATES, f"mates in {number}" + (f", with a {name}" if name else ""))]
        return said + [Reason(Kind.MOTIF, motif.text) for motif in told.motifs(0) if motif.targets]
    if best.result == -1:
        return []
    reply = told.moves[1:2]
    by = f" beginning with {told.positions[1].write(reply[0])}" if reply else ""
    text = f"allows {name or 'mate'} in {number_word(plies // 2)}{by}"
    return [_why(Kind.ALLOWS_MATE, text, reply, against=True)]


def _why(kind: Kind, text: str, moves: tuple[Move, ...] = (), *, against: bool = False) -> Reason:
    return Reason(kind, text, moves, part=Part.WHY, against=against)


def _guessed(told: _Told, score: float, most: float | None) -> Iterator[Reason]:
    behind_best = float("inf") if most is None else most - score
    found = _material(told, score, behind_best)
    if found is not None:
        yield found
    if (found is None or found.kind != Kind.LOSES_MATERIAL) and behind_best <= _SMALL:
        yield from (Reason(Kind.MOTIF, motif.text) for motif in told.motifs(0) if motif.targets)
        yield from _trade(told)


def _material(told: _Told, score: float, behind_best: float) -> Reason | None:
    """What the line wins or loses, at the latest point that the value bears out."""
    us = told.boards[0].mover
    since = told.since
    ahead = balance(since, us)

    def gain(ply: int) -> int:
        return balance(told.boards[ply], us) - ahead

    def doubt(ply: int) -> tuple[bool, bool]:
        """Whether the value says the opposite, or less: what comes late in a line need not be forced."""
        return gain(ply) * (score - ahead) < 0, abs(gain(ply)) > abs(score - ahead) + 1

    for ply in sorted(told.settled(), key=doubt):
        board, shown = told.boards[ply], max(_SHOWN * abs(gain(ply)), _LEAST_SHOWN)
        lasts = abs(gain(ply)) > 1 and told.lasts(ply)
        if gain(ply) > 0 and score - ahead >= (_LEAST_SHOWN if lasts else shown):
            return _why(Kind.WINS_MATERIAL, _wins(since, board, us))
        if gain(ply) < 0 and behind_best >= _SHOWN * -gain(ply) and (lasts or ahead - score >= shown):
            reply = told.moves[1:2]
            text = f"{_loses(since, board, us)}{_how_it_loses(told)}"
            return _why(Kind.LOSES_MATERIAL, text, reply, against=True)
        gives = gain(ply) < 0 and behind_best == 0 and since is told.boards[0]
        gives = gives and not promoted(since, board, 1 - us)
        if gives and score > ahead + gain(ply) + 1 and told.lasts(ply):
            won, cost = exchanged(since, board, us)
            text = f"gives {material_words(cost, won)}, and search sees enough in return"
            return _why(Kind.SACRIFICES, text)
    return None


def _wins(before: Board, after: Board, us: int) -> str:
    """`wins a knight`, `wins back a pawn`, `makes a queen`, `makes a queen for two pawns`."""
    won, cost = exchanged(before, after, us)
    made = promoted(before, after, us)
    but = f" but {_lets(theirs)}" if (theirs := promoted(before, after, 1 - us)) else ""
    if not made:
        back = "back " if _only_evens(before, after, won, cost, us) else ""
        return f"wins {back}{material_words(won, cost)}{but}"
    makes = f"makes {made_words(made)}"
    if won:
        return f"{makes} and wins {material_words(won, cost)}{but}"
    return (f"{makes} for {material_words(cost, won)}" if cost else makes) + but


def _only_evens(before: Board, after: Board, won: Counter[int], cost: Counter[int], us: int) -> bool:
    """Whether somebody who was short of material has about as much as the other again, and no more."""
    if not cost and evens(before, won, us):
        return True
    return balance(before, us) < 0 and -1 <= balance(after, us) <= 0


def _loses(before: Board, after: Board, us: int) -> str:
    """`loses a knight`, `lets a pawn become a queen`, `lets a pawn become a queen for a knight`."""
    won, cost = exchanged(before, after, us)
    made = promoted(before, after, 1 - us)
    makes = f"makes {made_words(ours)} but " if (ours := promoted(before, after, us)) else ""
    if not made:
        return f"{makes}loses {material_words(cost, won)}"
    if cost:
        return f"{makes}{_lets(made)} and loses {material_words(cost, won)}"
    return f"{makes}{_lets(made)} for {material_words(won, cost)}" if won else makes + _lets(made)


def _lets(made: Counter[int]) -> str:
    return f"lets {'a pawn' if made.total() == 1 else 'pawns'} become {made_words(made)}"


def _how_it_loses(told: _Told) -> str:
    """How the reply that is expected wins material: `: Bxb4 takes the pawn on b4`."""
    if len(told.moves) < 2:
        return ""
    after, written = told.boards[1], told.positions[1].write(told.moves[1])
    for motif in told.motifs(1):
        if motif.targets or motif.name == "discovered check":
            return f": {written} {motif.text}"
    at = told.takes(1)
    if at is not None and after.squares[at]:
        return f": {written} takes {piece_on(after, at)}"
    return f" after {written}"


def _trade(told: _Told) -> Iterator[Reason]:
    at = told.takes(0)
    if at is None or told.takes(1) != at:
        return
    taken, taker = told.boards[0].kind(at), told.boards[0].kind(told.moves[0].parts[0])
    if taken is None or taker is None or WORTH[taken] != WORTH[taker]:
        return
    if taken == taker:
        yield Reason(Kind.TRADES, f"trades {KIND_NAMES[taken]}s")
    else:
        yield Reason(Kind.TRADES, f"trades a {KIND_NAMES[taker]} for a {KIND_NAMES[taken]}")
