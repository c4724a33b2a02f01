"""Tests a game's rules for contradictions, by playing it at random.

Made for games of one's own; the built-in games pass through the same checks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kibitz.games.game import Game
from kibitz.games.own_check import OWN_CHECKS, misspelt
from kibitz.games.own_game import OwnGameAdapter
from kibitz.games.position import Position
from kibitz.words.errors import KibitzError
from kibitz.words.move import Move
from kibitz.words.random import Random, pick
from kibitz.words.side import Side

#: A game that goes on longer than this is called endless.
LONGEST_GAME = 10_000

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


def check_game(game: Game, games: int = 100, seed: int = 0, most_problems: int = 5) -> Report:
    """Play so many random games and look for contradictions in every position met."""
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
        for position in _random_game(game, rng, report):
            report.positions += 1
            for check in checks:
                with reported(report):
                    for problem in check(position):
                        report.add(problem)
            if len(report.problems) >= most_problems:
                return report
        report.games += 1
        if report.problems:
            return report
    if report.games and report.endless == report.games:
        report.add(
            f"none of {games:,} random games was won, lost or drawn by its rules: positions kept coming back"
        )
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
            report.add(f"a random game was not over after {LONGEST_GAME:,} plies")
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
    for move in position.moves:
        if position.game.repetition is not None and position.game.repetition.forbidden:
            break  # what is allowed depends on what came before
        if position.move(position.write(move)) != move:
            yield f"the move {move} in {position} reads back as another one from {position.write(move)!r}"
        if position.move(str(move)) != move:
            yield f"the move {move} in {position} reads back as another one"
        rules = position.game.rules
        restored = rules.play_and_undo(position.state, position.game.code_of(position, move))
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
