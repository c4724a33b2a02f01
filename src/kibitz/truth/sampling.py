"""Sampling of questions from a game: random positions, exact values, and equal shares of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadFile, BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.base.value import Expect, Value
from kibitz.games.board_view import Piece
from kibitz.games.control import control_for, control_with
from kibitz.games.core_bridge import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.solving.backup import value_of_end
from kibitz.solving.exact_sources import probe_sources
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.solve_plan import make_plan
from kibitz.solving.table import table_in_memory
from kibitz.solving.table_store import find_table
from kibitz.truth.catalogue import SetSpec
from kibitz.truth.question import ROUNDING, Question
from kibitz.truth.truth_set import TruthSet

#: Depths of the levels: a question has the level of the first depth from which on searches find a best move.
DEPTHS = (1, 2, 4)
LEVELS = len(DEPTHS) + 1
#: Maximum number of positions drawn per question, in search of enough of each level.
_DRAWS = 12
#: Sufficient for every position of a frozen set.
_EXACT = Limit(nodes=20_000_000)
#: Maximum length of a random game, and attempts at a random arrangement of pieces.
_LONGEST_GAME = 500
_MOST_ARRANGEMENTS = 10_000

#: Called with the number of questions and the number required.
OnProgress = Callable[[int, int], None]


def draw_set(name: str, spec: SetSpec, seed: int, on_progress: OnProgress | None = None) -> TruthSet:
    """Draw a set: the same spec and seed give the same set everywhere."""
    game = load(spec.game)
    values_of = _exact_values(game, spec.pieces)
    rng = Random(f"{seed}:{game.spec}:{spec.pieces}:{spec.min_plies}")
    levels: list[list[Question]] = [[] for _ in range(LEVELS)]
    quota = -(-spec.count // LEVELS)
    seen: set[str] = set()
    for draws, position in enumerate(_positions(game, spec, rng)):
        enough = all(len(found) >= quota for found in levels)
        if enough or draws >= _DRAWS * spec.count:
            break
        raise_if_cancelled()
        text = str(position)
        if text in seen:
            continue
        seen.add(text)
        values = values_of.ask(position)
        if values is None:
            if spec.pieces is not None:
                continue  # a position outside the table, such as one with castling rights
            raise BadOption(
                f"exact values are not known in {game.spec}, so no set can be drawn from it; "
                "solve it first, or take a smaller board"
            )
        question = Question("", game, text, values, 1, values_of.precision)
        if question.is_trivial:
            continue
        level = difficulty(position, question)
        levels[level - 1].append(Question("", game, text, values, level, question.precision))
        if on_progress is not None:
            on_progress(sum(min(len(found), quota) for found in levels), spec.count)
    chosen = _choose(levels, spec.count)
    if not chosen:
        raise BadOption(f"no position of {game.spec} was found in which the choice of a move matters")
    questions = tuple(
        Question(f"{name}/{number:03}", game, each.position, each.values, each.level, each.precision)
        for number, each in enumerate(chosen, 1)
    )
    return TruthSet(name, game, questions, seed, values_of.source, values_of.precision)


def _choose(levels: list[list[Question]], count: int) -> list[Question]:
    """Return so many questions: equal shares of each level as far as they go, easy ones first."""
    taken = [0] * len(levels)
    while sum(taken) < count and any(n < len(found) for n, found in zip(taken, levels, strict=True)):
        for level, found in enumerate(levels):
            if taken[level] < len(found) and sum(taken) < count:
                taken[level] += 1
    return [question for n, found in zip(taken, levels, strict=True) for question in found[:n]]


def difficulty(position: Position, question: Question) -> int:
    """Return the level of a question: 1 if a search of depth 1 and all deeper ones find a best move."""
    level = 1
    for number, depth in enumerate(DEPTHS, 2):
        report = position.game.rules.search(
            position.state, "negascout", depth, control_for(Limit()), every_move=True
        )
        values = [value_from_core(found.value, position.game.has_chance) for found in report.moves]
        best = max(values)
        chosen = [
            str(position.game.codec.line(position, found.line)[0])
            for found, value in zip(report.moves, values, strict=True)
            if value == best
        ]
        if any(question.loss(move) for move in chosen):
            level = number
    return level


def _check_pieces(game: Game, pieces: int) -> None:
    if game.solving.endgame is None or game.editor is None:
        raise BadOption(f"{game.spec} has no endgame tables, so leave out the number of pieces")
    if not 2 <= pieces <= game.solving.endgame.most_pieces:
        raise BadOption(f"no position of {game.spec} has {pieces} {game.solving.endgame.word}")


def _positions(game: Game, spec: SetSpec, rng: Random) -> Iterator[Position]:
    """Yield random decisions with at least two moves, without end."""
    if spec.pieces is not None:
        while True:
            yield _arranged(game, spec.pieces, rng)
    while True:
        decisions = [
            position
            for ply, position in enumerate(_random_game(game, rng))
            if ply >= spec.min_plies and position.turn is not Side.CHANCE and len(position.moves) > 1
        ]
        if decisions:
            yield pick(rng, decisions).without_history()


def _random_game(game: Game, rng: Random) -> Iterator[Position]:
    """Yield the positions of a random game that are not over."""
    position = game.start(rng)
    for _ in range(_LONGEST_GAME):
        if position.is_over:
            return
        yield position
        rolls = position.turn is Side.CHANCE
        position = position.after(position.roll(rng) if rolls else pick(rng, position.moves))


def _arranged(game: Game, count: int, rng: Random) -> Position:
    """Return a random position with so many pieces, in which the mover has a choice."""
    editor = game.editor
    assert editor is not None
    cells = game.view.board(game.start())
    assert cells is not None
    size = cells.width * cells.height
    for _ in range(_MOST_ARRANGEMENTS):
        board: list[Piece | None] = [None] * size
        free = list(range(size))
        for _ in range(count):
            board[free.pop(int(rng.random() * len(free)))] = pick(rng, editor.pieces)
        side = pick(rng, (Side.FIRST, Side.SECOND))
        try:
            position = game.position(editor.compose(board, side))
        except (KibitzError, ValueError):
            continue  # such as a position without kings
        if not position.is_over and position.turn is Side.CHANCE:
            position = position.after(position.roll(rng))
        if not position.is_over and len(position.moves) > 1:
            return position
    raise BadOption(f"no position of {game.spec} with {count} pieces was found")


def check_set(truth: TruthSet, pieces: int | None = None) -> int:
    """Recompute every value; return the number of moves. BadFile names one that differs."""
    values_of = _exact_values(truth.game, pieces)
    compared = 0
    for question in truth:
        raise_if_cancelled()
        found = values_of.ask(truth.game.position(question.position))
        if found is None:
            raise BadOption(f"{question.id}: its exact values are not known here")
        if found.keys() != question.values.keys():
            raise BadFile(f"{question.id}: the moves here are {', '.join(found)}")
        for move, value in found.items():
            if not same_value(question.values[move], value, question.precision):
                raise BadFile(f"{question.id}: {move} is {value} here, not {question.values[move]}")
            compared += 1
    return compared


def same_value(one: Value, other: Value, precision: float) -> bool:
    """Return whether two values are equal, up to rounding and the precision of a table."""
    if isinstance(one, Expect) and isinstance(other, Expect):
        return abs(one.chance - other.chance) <= 2 * precision + ROUNDING
    return one == other


class _Values:
    """Exact values of moves, and their source."""

    source = ""
    precision = 0.0

    def ask(self, position: Position) -> dict[str, Value] | None:
        """Return the value of every move; None if they are not known."""
        result = probe_sources(position, _EXACT)
        if result.knowledge is None or result.source is None:
            return None
        self.source = result.source.name
        return {str(known.move): known.value for known in result.knowledge.moves}


class _EndgameValues(_Values):
    """Values from a table of positions with exactly so many pieces.

    A larger table is not used, as it may be less precise, and a set must not depend on the stored tables.
    """

    source = "table"

    def __init__(self, game: Game, pieces: int) -> None:
        kept = find_table(game)
        if kept is None or kept.pieces != pieces:
            kept = table_in_memory(
                game, solve_in_memory(game, control_with(None), make_plan(game, pieces=pieces))
            )
        self._table = kept
        self.precision = kept.precision

    def ask(self, position: Position) -> dict[str, Value] | None:
        """Return the value of every move; None if a position that follows has other pieces."""
        if position.is_over or self._table.value(position) is None:
            return None
        found = {}
        for move in position.moves:
            after = position.after(move)
            value = value_of_end(after) if after.is_over else self._table.value(after)
            if value is None:
                return None
            found[str(move)] = (value if after.mover is position.mover else -value).before()
        return found


def _exact_values(game: Game, pieces: int | None) -> _Values:
    if pieces is None:
        return _Values()
    _check_pieces(game, pieces)
    return _EndgameValues(game, pieces)
