"""Mining of puzzle sets from games between strong levels.

A position becomes a puzzle if it has a forced win of a few moves, proved shortest, that has exactly one
answer at every turn of the solver. Its difficulty is how many of the levels, from beginner to master, find
the whole solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from kibitz.analysis.by_search import analyse_by_search, analyse_full_width
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.base.value import Win
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.players.shallow_search import selective_lines
from kibitz.puzzles.puzzle import Puzzle, Task, puzzle_spec

#: Levels that play the games, and the one that plays the first plies, so that games differ.
_STRENGTHS = (50, 70, 85, 95, 100)
_OPENER, _OPENING = 90, 6
_MOVE = Limit(nodes=5_000)
_LONGEST_GAME = 200
#: The wanted shares of wins in one, two, three and four moves.
_SHARES = {1: 0.08, 2: 0.32, 3: 0.36, 4: 0.24}
#: The greatest number of moves that a full-width search proves in reasonable time.
_MOST_BY_SEARCH = 3
#: Limit of the search that suspects a win, and the moves up to which a prover looks everywhere.
_GLANCE = Limit(nodes=4_000)
_GLANCE_AT_ALL = Limit(nodes=20_000)
#: Number of last positions of a game that are searched for wins.
_LAST = 24
_PROVED_EVERYWHERE = 3
#: Games without a puzzle before giving up.
_PATIENCE = 200
#: The levels that try every puzzle, and how often each does.
_SOLVERS, _TRIES = tuple(range(0, 100, 10)), 2
#: Shares of tries that solve a puzzle from which it has grade 1, 2, 3 and 4.
_GRADES = ((0.75, 1), (0.55, 2), (0.35, 3), (0.15, 4))
_HARDEST = 5


def mine_puzzles(
    game: Game, count: int, rng: Random, progress: Callable[[int, int], object] | None = None
) -> Iterator[Puzzle]:
    """Return `count` puzzles of a game without dice, at most one of each game played.

    They are the same for the same state of `rng`.
    """
    if game.has_chance or game.rules.in_python:
        raise BadOption(f"puzzles are mined in built-in games without dice, not in {game.title}")
    seen: set[object] = set()
    made: Counter[int] = Counter()
    barren = 0
    while made.total() < count and barren < _PATIENCE:
        barren += 1
        lines = []
        for position, moves in _suspected(_play(game, rng)):
            raise_if_cancelled()
            if made[moves] >= _SHARES[moves] * count:
                continue
            key = game.rules.key(game.rules.canonical(position.state))
            if key not in seen and (line := unique_win(position, moves)) is not None:
                seen.add(key)
                if _moves(line) == moves:
                    lines.append((position, line))
        if lines:
            # Similar positions follow each other, so one of each game is taken: of the length that is rarest.
            position, line = min(lines, key=lambda found: made[_moves(found[1])] / _SHARES[_moves(found[1])])
            made[_moves(line)] += 1
            barren = 0
            if progress is not None:
                progress(made.total(), count)
            yield _puzzle(position, line, rng)


def unique_win(position: Position, moves: int) -> list[Move] | None:
    """Return the line of a quickest win of at most so many own moves with one answer at each; None without.

    The defender holds out as long as possible; among equal replies, one is chosen that keeps the answers
    unique.
    """
    quickest = quickest_wins(position, moves)
    if quickest is None or len(quickest[1]) != 1:
        return None
    number, (answer,) = quickest
    after = position.play(answer)
    if after.is_over:
        return [answer]
    for reply in _longest_defences(after, number - 1):
        if (rest := unique_win(after.play(reply), number - 1)) is not None:
            return [answer, reply, *rest]
    return None


def quickest_wins(position: Position, moves: int) -> tuple[int, list[Move]] | None:
    """Return the number of own moves of the quickest win, at most `moves`, and all moves that begin it."""
    if (prover := position.game.forced_wins) is not None:
        return prover.quickest(position, moves)
    for number in range(1, moves + 1):
        plies = 2 * number - 1
        found = analyse_full_width(position.without_history(), Limit(depth=plies))
        if wins := [each.move for each in found.moves if each.value == Win(plies)]:
            return number, wins
    return None


def _longest_defences(position: Position, moves: int) -> list[Move]:
    """Return the replies after which a lost side holds out for so many moves of the winner."""
    if position.game.forced_wins is not None:
        return [move for move in position.moves if _is_won_in(position.play(move), moves)]
    found = analyse_full_width(position.without_history(), Limit(depth=2 * moves))
    return [each.move for each in found.moves if each.value.plies == 2 * moves]


def _is_won_in(position: Position, moves: int) -> bool:
    """Return whether the quickest win takes exactly so many own moves."""
    found = quickest_wins(position, moves)
    return found is not None and found[0] == moves


def _moves(line: list[Move]) -> int:
    return (len(line) + 1) // 2


def _play(game: Game, rng: Random) -> list[Position]:
    """Return the positions of a game between two levels."""
    opener = make_player(f"level:strength={_OPENER}")
    players = [make_player(f"level:strength={pick(rng, _STRENGTHS)}") for _ in range(2)]
    position = game.start(rng)
    met: list[Position] = []
    while not position.is_over and len(met) < _LONGEST_GAME:
        met.append(position)
        player = opener if len(met) <= _OPENING else players[len(met) % 2]
        position = position.play(player.choose(position, _MOVE, rng).move)
    return met


def _suspected(met: list[Position]) -> Iterator[tuple[Position, int]]:
    """Yield positions that may have a short win, with the greatest number of moves that it may take."""
    if not met:
        return
    game = met[0].game
    if game.forced_wins is None:
        searcher = make_player("selective:tt=262144") if game.rules.has_selective else None
        for position in met[-_LAST:]:
            here = position.without_history()
            value = (
                analyse_by_search(here, _GLANCE).value
                if searcher is None
                else searcher.choose(here, _GLANCE, Random(0)).value
            )
            if (
                value is not None
                and value.result == 1
                and value.plies is not None
                and value.plies < 2 * _MOST_BY_SEARCH
            ):
                moves = (value.plies + 1) // 2
                if searcher is None or _seems_unique(position, moves):
                    yield position, moves
        return
    known = [quickest_wins(position, _PROVED_EVERYWHERE) for position in met]
    for number, found in enumerate(known):
        if found is not None:
            yield met[number], found[0]
        elif number + 2 < len(met) and (later := known[number + 2]) is not None:
            yield met[number], later[0] + 1


def _seems_unique(position: Position, moves: int) -> bool:
    """Return whether a selective search sees one winning move, before much is spent on a proof."""
    lines = selective_lines(position.without_history(), 2 * moves, _GLANCE_AT_ALL)
    return sum(value >= Win(2 * moves - 1) for value, _ in lines.values()) <= 1


def _puzzle(position: Position, line: list[Move], rng: Random) -> Puzzle:
    plies = len(line)
    teacher = position.game.teacher
    puzzle = Puzzle(
        puzzle_spec(position.game),
        str(position.without_history()),
        Task.WIN_IN,
        (str(line[0]),),
        tuple(map(str, line)),
        str(Win(plies)),
        _HARDEST,
        plies,
        unique=True,
        themes=() if teacher is None else tuple(teacher.themes(position.without_history(), line)),
    )
    return measured(puzzle, rng)


def measured(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Return a puzzle with the share of tries by the levels that solved it, and the grade by that."""
    solved = sum(
        _solves(make_player(f"level:strength={strength}"), puzzle, rng)
        for strength in _SOLVERS
        for _ in range(_TRIES)
    )
    share = solved / (len(_SOLVERS) * _TRIES)
    grade = next((grade for least, grade in _GRADES if share >= least), _HARDEST)
    return replace(puzzle, grade=grade, solved=round(share, 2))


def _solves(player: Player, puzzle: Puzzle, rng: Random) -> bool:
    """Return whether a player finds every move of the solution."""
    position = puzzle.start()
    for number, text in enumerate(puzzle.line):
        move = position.move(text)
        if number % 2 == 0 and player.choose(position, _MOVE, rng).move != move:
            return False
        position = position.play(move)
    return True
