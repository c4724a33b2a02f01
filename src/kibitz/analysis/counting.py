"""Counting of positions, games and lines (perft)."""

from __future__ import annotations

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.cancel import Progress
from kibitz.base.errors import BadOption, Stopped, quoted
from kibitz.games.control import control_with
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load

_ALL = 2**31 - 1


def _where(start: Position | Game | str) -> Position:
    check(start=(start, Position | Game | str))
    game = load(start) if isinstance(start, str) else start
    return game.start() if isinstance(game, Game) else game


def count_positions(
    start: Position | Game | str,
    plies: int | None = None,
    *,
    up_to_symmetry: bool = False,
    progress: Progress | None = None,
) -> list[int]:
    """Return the number of distinct positions by the ply that first reaches them.

    >>> import kibitz
    >>> sum(kibitz.count_positions("tictactoe"))
    5478
    >>> sum(kibitz.count_positions("tictactoe", up_to_symmetry=True))
    765
    """
    position = _where(start)
    _check("plies", plies)
    check(up_to_symmetry=(up_to_symmetry, bool))
    try:
        return position.game.rules.count_positions(
            position.state, _ALL if plies is None else plies, up_to_symmetry, control_with(progress)
        )
    except _core.Stopped:
        raise _stopped() from None


def count_games(start: Position | Game | str, *, progress: Progress | None = None) -> int:
    """Return the number of different games.

    >>> import kibitz
    >>> kibitz.count_games("tictactoe")
    255168
    """
    position = _where(start)
    try:
        return position.game.rules.count_games(position.state, control_with(progress))
    except _core.Stopped:
        raise _stopped() from None


def perft(start: Position | Game | str, depth: int, *, progress: Progress | None = None) -> int:
    """Return the number of lines of exactly `depth` plies; shorter ones that end the game don't count.

    >>> import kibitz
    >>> kibitz.perft("tictactoe", 2)
    72
    """
    position = _where(start)
    check(depth=(depth, int))
    _check("depth", depth)
    try:
        return position.game.rules.perft(position.state, depth, control_with(progress))
    except _core.Stopped:
        raise _stopped() from None


def _check(name: str, number: int | None) -> None:
    check(**{name: (number, int | None)})
    if number is not None and not 0 <= number <= _ALL:
        raise BadOption(f"{name} must be 0 or more, and at most {_ALL}, not {quoted(number)}")


def _stopped() -> Stopped:
    return Stopped("counting was stopped before it was done")
