"""Generation of puzzles: those that come with the game, then new ones from games between weak players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.limit import Limit
from kibitz.base.random import Random, shuffled
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.registry import make_player
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.puzzle import GRADES, Puzzle, Task
from kibitz.puzzles.puzzle_set import puzzle_set

#: Players: strong enough for natural positions, weak enough for mistakes.
_STRENGTHS = (15, 35, 55)
#: Number of games without a puzzle before giving up.
_PATIENCE = 40
#: Maximum plies of a game.
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
    """Return `count` different puzzles of a game, or as many as are found; reproducible by `rng`.

    Those of the set that comes with the game are first, in random order.
    """

    def is_wanted(puzzle: Puzzle) -> bool:
        return puzzle.grade in grades and puzzle.task in tasks and not known(puzzle)

    seen: set[object] = set()
    made = barren = 0
    for puzzle in shuffled(rng, [each for each in puzzle_set(game) if is_wanted(each)])[:count]:
        made += 1
        if progress is not None:
            progress(made, count)
        yield puzzle
    while made < count and barren < _PATIENCE:
        barren += 1
        for position in _played(game, rng):
            raise_if_cancelled()
            key = _same(position)
            if key in seen:
                continue
            seen.add(key)
            found = puzzle_at(position)
            if found is None or not is_wanted(found):
                continue
            made, barren = made + 1, 0
            if progress is not None:
                progress(made, count)
            yield found
            # Positions of one game are similar.
            break


def _played(game: Game, rng: Random) -> Iterator[Position]:
    """Yield positions of a game between players of some strength, in random order."""
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
    """Return a key that is equal for positions that are equal up to symmetry."""
    rules = position.game.rules
    return rules.key(rules.canonical(position.state))
