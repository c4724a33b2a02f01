"""Test the rules of a game for contradictions by playing random games.

Made for games written in Python; the built-in games pass as well.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kibitz.base.errors import KibitzError
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.python_game.answer_checks import PYTHON_GAME_CHECKS, misspelt, some_of
from kibitz.games.python_game.game import PythonGameAdapter

#: Number of moves after which a game counts as endless.
LONGEST_GAME = 10_000
#: Checked positions per game; the rest is only played.
LOOKED_AT = 500
#: Limit of the total number of legal moves.
MOST_MOVES = 2_000_000

#: Yields the problems of a position.
Check = Callable[[Position], Iterator[str]]


@dataclass
class Report:
    """Scope of a check, and its problems without duplicates."""

    game: str
    games: int = 0
    positions: int = 0
    #: Number of games that ended by repetition.
    endless: int = 0
    #: Legal moves of all positions.
    moves: int = 0
    #: Maximum legal moves of one position.
    widest: int = 0
    #: Moves of the latest game.
    ply: int = 0
    #: Whether the check ended early because of its limit.
    cut_short: bool = False
    problems: list[str] = field(default_factory=list)
    #: Deprecated names, which are no problems.
    notes: list[str] = field(default_factory=list)

    def add(self, problem: str) -> None:
        """Add a problem unless it is known."""
        if problem not in self.problems:
            self.problems.append(problem)


@contextlib.contextmanager
def reported(report: Report) -> Iterator[None]:
    """Report an error of the rules as a problem."""
    try:
        yield
    except KibitzError as error:
        report.add(str(error))


def check_game(
    game: Game,
    games: int = 100,
    seed: int = 0,
    most_problems: int = 5,
    on_progress: Callable[[Report], object] = lambda report: None,
) -> Report:
    """Play random games and check every position; `on_progress` is called at each."""
    report = Report(game.spec)
    if isinstance(game, PythonGameAdapter):
        with reported(report):
            _ = game.python_rules.start_node().hashed
    rng = Random(seed)
    checks: list[Callable[[Position], Iterator[str]]] = [
        _check_end,
        _check_text,
        _check_moves,
        _check_chances,
    ]
    if isinstance(game, PythonGameAdapter):
        for problem in misspelt(game):
            report.add(problem)
        former = game.python_rules.game._former.items()
        report.notes += [f"{old} is a deprecated name; rename it to {new}" for old, new in former]
        checks += PYTHON_GAME_CHECKS
    else:
        checks += [_check_symmetry]
    for _ in range(games):
        for ply, position in enumerate(_random_game(game, rng, report)):
            report.ply = ply
            on_progress(report)
            if ply < LOOKED_AT:
                report.positions += 1
                for check in checks:
                    with reported(report):
                        for problem in check(position):
                            report.add(problem)
                if len(report.problems) >= most_problems:
                    return report
            with reported(report):
                report.widest = max(report.widest, len(position.moves))
                report.moves += len(position.moves)
            if report.moves > MOST_MOVES * max(1, games // 100):
                report.cut_short = True
                break
        if not report.cut_short:
            report.games += 1
        if report.problems or report.cut_short:
            return report
    if report.games and report.endless == report.games:
        report.add(
            f"none of {games:,} random games was won, lost or drawn by its rules: positions kept repeating"
        )
    with reported(report):
        game.encoding.actions.check_complete()
    return report


def _random_game(game: Game, rng: Random, report: Report) -> Iterator[Position]:
    try:
        position = game.start()
        played = []
        for _ in range(LONGEST_GAME):
            yield position
            if position.is_over:
                break
            move = pick(rng, position.moves)
            played.append(move)
            position = position.play(move)
        else:
            report.add(f"a random game had no end after {LONGEST_GAME:,} moves")
            return
        report.endless += game.rules.result(position.state) == 0
        for problem in _check_replay(position, played):
            report.add(problem)
    except KibitzError as error:
        report.add(str(error))


def _check_replay(position: Position, played: list[Move]) -> Iterator[str]:
    """Check that replaying the moves leads to the same position."""
    try:
        replayed = position.game.start().play(*played)
    except KibitzError as error:
        yield (
            f"the same moves led to {position} and could not be played again ({error}): "
            "a method gives another answer when asked again"
        )
        return
    if replayed != position or str(replayed) != str(position):
        yield (
            f"the same moves led to {position} and then to {replayed}: "
            "a method gives another answer when asked again"
        )


def _check_end(position: Position) -> Iterator[str]:
    if position.is_over == bool(position.moves):
        state = "has ended but has moves" if position.is_over else "has not ended but has no moves"
        yield f"the position {position} {state}"


def _check_text(position: Position) -> Iterator[str]:
    text = str(position)
    try:
        replayed = position.game.position(text)
    except KibitzError as error:
        yield f"the text of a position can't be read back: {error}"
        return
    if replayed != position or str(replayed) != text:
        yield f"the position {text} reads back as {replayed}"
    elif replayed.key != position.key:
        yield f"the position {text} has another key when it is read back"


def _check_moves(position: Position) -> Iterator[str]:
    for move in some_of(position.moves):
        if position.game.repetition is not None and position.game.repetition.forbidden:
            break  # legality depends on the history
        if position.move(position.write(move)) != move:
            yield f"the move {move} in {position} reads back as another one from {position.write(move)!r}"
        if position.move(str(move)) != move:
            yield f"the move {move} in {position} reads back as another one"
        rules = position.game.rules
        restored = rules.play_and_undo(position.state, position.game.codec.code(position, move))
        if not rules.same(restored, position.state) or rules.key(restored) != position.key:
            yield f"playing {move} in {position} and taking it back does not restore it"


def _check_chances(position: Position) -> Iterator[str]:
    if position.is_over or position.turn is not Side.CHANCE:
        return
    chances = position.chances
    if {move for move, _ in chances} != set(position.moves):
        yield f"the chances in {position} are not those of its moves"
    if abs(sum(chance for _, chance in chances) - 1) > 1e-9 or any(chance <= 0 for _, chance in chances):
        yield f"the chances in {position} are not above 0 or don't sum to 1"


def _check_symmetry(position: Position) -> Iterator[str]:
    rules = position.game.rules
    for symmetry in range(rules.symmetries):
        image = rules.transform(position.state, symmetry)
        if rules.result(image) != rules.result(position.state):
            yield f"symmetry {symmetry} changes the result of {position}"
        expected = {rules.transform_move(code, symmetry) for code in rules.moves(position.state)}
        if expected != set(rules.moves(image)):
            yield f"symmetry {symmetry} changes the moves of {position}"
