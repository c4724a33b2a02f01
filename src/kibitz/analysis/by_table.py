"""Analysis from a table: exact, at once."""

from __future__ import annotations

from kibitz.analysis.report import Analysis, MoveAnalysis, RollAnalysis, Source
from kibitz.games.position import Position
from kibitz.solving.derive import ValueOf, value_after
from kibitz.solving.odds import odds_of_moves
from kibitz.solving.table import Table
from kibitz.words.errors import BadFile
from kibitz.words.move import Line, Move
from kibitz.words.side import Side
from kibitz.words.value import Value

_LONGEST_LINE = 200


def analyse_by_table(position: Position, table: Table) -> Analysis | None:
    """Every move's exact value; None if the table does not hold the position."""
    value = table.value(position)
    if value is None:
        return None

    def value_of(other: Position) -> Value:
        found = table.value(other)
        if found is None:
            raise BadFile(f"the table of {table.game.spec} lacks the position {other}; solve the game again")
        return found

    if position.turn is Side.CHANCE:
        rolls = tuple(
            RollAnalysis(roll, probability, value_after(position, roll, value_of))
            for roll, probability in position.chances
        )
        return Analysis(position, value, Source("table"), rolls=rolls)
    odds = odds_of_moves(position, table) or {}
    moves = [
        MoveAnalysis(move, worth, _line(position, move, value_of), odds.get(move))
        for move, worth in ranked(position, value_of)
    ]
    return Analysis(position, value, Source("table"), moves=tuple(moves))


def ranked(position: Position, value_of: ValueOf) -> list[tuple[Move, Value]]:
    """The moves with their values, best first; equal ones stay in the game's order."""
    valued = [(move, value_after(position, move, value_of)) for move in position.moves]
    return sorted(valued, key=lambda item: item[1], reverse=True)


def _line(position: Position, move: Move, value_of: ValueOf) -> Line:
    """The move, then best play: up to the end, the next roll, or a position seen before."""
    line = [move]
    seen = {position}
    position = position.play(move)
    while not position.is_over and position.turn is not Side.CHANCE:
        if position in seen or len(line) >= _LONGEST_LINE:
            break
        seen.add(position)
        line.append(ranked(position, value_of)[0][0])
        position = position.play(line[-1])
    return Line(line)
