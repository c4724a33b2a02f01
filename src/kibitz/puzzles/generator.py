"""Making puzzles: games are played by weak players until positions come up that hold one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.registry import make_player
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.puzzle import GRADES, Puzzle, Task

#: Who plays: strong enough for positions that make sense, weak enough for mistakes.
_STRENGTHS = (15, 35, 55)
#: Games without a puzzle after which there seem to be none.
_PATIENCE = 40
#: Plies of a game that may pass before it is given up.
_LONGEST = 300


def make_puzzles(
    game: Game,
    count: int,
    rng: Random,
    *,
    grades: Collection[int] = GRADES,
    tasks: Collection[Task] = tuple(Task),
    known: Callable[[Puzzle], bool] = lambda puzzle: False,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[Puzzle]:
    """So many different puzzles of a game, or as many as are found; the same for the same `rng`."""
    seen: set[object] = set()
    made = barren = 0
    while made < count and barren < _PATIENCE:
        barren += 1
        for position in _played(game, rng):
            raise_if_cancelled()
            key = _same(position)
            if key in seen:
                continue
            seen.add(key)
            puzzle = puzzle_at(position)
            if puzzle is None or puzzle.grade not in grades or puzzle.task not in tasks or known(puzzle):
                continue
            made, barren = made + 1, 0
            if progress is not None:
                progress(made, count)
            yield puzzle
            # Positions of one game are much alike.
            break


def _played(game: Game, rng: Random) -> Iterator[Position]:
    """Positions of one game between players of some strength, each place of it as likely as the others."""
    player = make_player(f"level:strength={_STRENGTHS[int(rng.random() * len(_STRENGTHS))]}")
    position = game.start(rng)
    met: list[Position] = []
    while not position.is_over and len(met) < _LONGEST:
        met.append(position)
        if position.turn is Side.CHANCE:
            position = position.play(position.roll(rng))
        else:
            position = position.play(player.choose(position, Limit(nodes=5_000), rng).move)
    begin = int(rng.random() * max(1, len(met)))
    return iter(met[begin:] + met[:begin])


def _same(position: Position) -> object:
    """Equal for positions that are the same but for the way one looks at them."""
    rules = position.game.rules
    return rules.key(rules.canonical(position.state))
