"""Tests a game's rules for contradictions, by playing it at random.

Made for games of one's own; the built-in games pass through the same checks.
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
from kibitz.games.python_game.answer_checks import OWN_CHECKS, misspelt, some_of
from kibitz.games.python_game.game import OwnGameAdapter

#: A game that goes on longer than this is called endless.
LONGEST_GAME = 10_000
#: Positions of each game that are looked at; the rest is only played.
LOOKED_AT = 500
#: Moves that positions may have, all together, before a check ends early: some have very many.
MOST_MOVES = 2_000_000

#: Looks at a position and says what is wrong with it.
Check = Callable[[Position], Iterator[str]]


@dataclass
class Report:
    """What a check looked at and what it found wrong, each thing once."""

    game: str
    games: int = 0
    positions: int = 0
    #: Games that ended because positions came back.
    endless: int = 0
    #: Moves that the positions had.
    moves: int = 0
    #: The most moves of one of them.
    widest: int = 0
    #: Moves played in the latest game.
    ply: int = 0
    #: Whether it ended before all games were played, as there was too much to look at.
    cut_short: bool = False
    problems: list[str] = field(default_factory=list)

    def add(self, problem: str) -> None:
        """Note a problem, once."""
        if problem not in self.problems:
            self.problems.append(problem)


@contextlib.contextmanager
def reported(report: Report) -> Iterator[None]:
    """An error of the rules becomes a problem."""
    try:
        yield
    except KibitzError as error:
        report.add(str(error))


def check_game(
    game: Game,
    games: int = 100,
    seed: int = 0,
    most_problems: int = 5,
    tell: Callable[[Report], object] = lambda report: None,
) -> Report:
    """Play so many random games and look for contradictions in the positions met.

    `tell` hears at every position how far it is.
    """
    report = Report(game.spec)
    if isinstance(game, OwnGameAdapter):
        with reported(report):
            _ = game.own.start_node().hashed
    rng = Random(seed)
    checks: list[Callable[[Position], Iterator[str]]] = [
        _check_end,
        _check_text,
        _check_moves,
        _check_chances,
    ]
    if isinstance(game, OwnGameAdapter):
        for problem in misspelt(game):
            report.add(problem)
        checks += OWN_CHECKS
    else:
        checks += [_check_symmetry]
    for _ in range(games):
        for ply, position in enumerate(_random_game(game, rng, report)):
            report.ply = ply
            tell(report)
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
            f"none of {games:,} random games was won, lost or drawn by its rules: positions kept coming back"
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
        for problem in _check_again(position, played):
            report.add(problem)
    except KibitzError as error:
        report.add(str(error))


def _check_again(position: Position, played: list[Move]) -> Iterator[str]:
    """The same moves again must lead to the same place."""
    try:
        again = position.game.start().play(*played)
    except KibitzError as error:
        yield (
            f"the same moves led to {position} and could not be played again ({error}): "
            "a method gives another answer when asked again"
        )
        return
    if again != position or str(again) != str(position):
        yield (
            f"the same moves led to {position} and then to {again}: "
            "a method gives another answer when asked again"
        )


def _check_end(position: Position) -> Iterator[str]:
    if position.is_over == bool(position.moves):
        state = "has ended but has moves" if position.is_over else "has not ended but has no moves"
        yield f"the position {position} {state}"


def _check_text(position: Position) -> Iterator[str]:
    text = str(position)
    try:
        again = position.game.position(text)
    except KibitzError as error:
        yield f"the text of a position can't be read back: {error}"
        return
    if again != position or str(again) != text:
        yield f"the position {text} reads back as {again}"
    elif again.key != position.key:
        yield f"the position {text} has another key when it is read back"


def _check_moves(position: Position) -> Iterator[str]:
    for move in some_of(position.moves):
        if position.game.repetition is not None and position.game.repetition.forbidden:
            break  # what is allowed depends on what came before
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
