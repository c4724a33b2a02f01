"""The ratings of the chess levels on the scale of known programs.

    python benchmarks/chess_anchor.py [--games 60] [--levels 30,50,70,85,100] [--clock 5s+50ms] [--write]

Each level plays an engine of adjustable strength (Fairy-Stockfish, whose `UCI_Elo`
goes from 1350 to 2850), first in short matches that find a rating near its own,
then in a match of --games games at that rating. The result is an anchor: the level's
rating above level 0, and its rating on the engine's scale. --write stores the anchors
in the levels' file, where `--elo` and `UCI_Elo` read them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from pathlib import Path

import kibitz
from kibitz.arena.match import MatchResult

_LEVELS = Path(kibitz.__file__).parent / "games/chess/levels/chess.json"
_LOWEST, _HIGHEST = 1350, 2850
#: The number of short matches that find the rating, and of games in each.
_ROUNDS, _SHORT = 3, 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--levels", default="30,50,70,85,100")
    parser.add_argument("--clock", default="5s+50ms")
    parser.add_argument("--engine", default="fairy-stockfish")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    data = json.loads(_LEVELS.read_text(encoding="utf-8"))
    own = {row["level"]: row["elo"] for row in data["levels"]}
    points = []
    for level in map(float, wishes.levels.split(",")):
        rating, error = _measured(level, wishes)
        if rating is None:
            print(f"level {level:g}: beyond what the engine can be held to", flush=True)
            continue
        points.append([_between(own, level), round(rating)])
        print(f"level {level:g}: {points[-1][0]:.0f} above level 0, {rating:.0f} ± {error:.0f}", flush=True)
    rising = [p for i, p in enumerate(points) if all(p[1] > q[1] for q in points[:i])]
    anchors = {
        "scale": f"{wishes.engine} held to UCI_Elo, {wishes.clock} a game",
        "made": {
            "by": f"python benchmarks/chess_anchor.py {' '.join(sys.argv[1:])}".rstrip(),
            "games": wishes.games,
            "date": f"{datetime.date.today()}",
        },
        "points": rising,
    }
    print(json.dumps(anchors, indent=1))
    if wishes.write and rising:
        data["anchors"] = anchors
        _LEVELS.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _measured(level: float, wishes: argparse.Namespace) -> tuple[float | None, float]:
    """The rating that a level plays to, with half the interval; None where it always wins or always loses."""
    guess, step = 1350 + 15.0 * level, 400.0
    for _ in range(_ROUNDS):
        found = _match(level, guess, _SHORT, wishes)
        guess = min(max(guess + step * 2 * (found.score - 0.5), _LOWEST), _HIGHEST)
        step *= 0.7
    found = _match(level, guess, wishes.games, wishes)
    if not 0.03 <= found.score <= 0.97:
        return None, 0.0
    low, high = found.tally.elo_interval()
    return round(guess) + found.tally.elo, (high - low) / 2


def _match(level: float, elo: float, games: int, wishes: argparse.Namespace) -> MatchResult:
    held = f"UCI_LimitStrength=true;UCI_Elo={round(elo)};Hash=16"
    return kibitz.match(
        f"level:strength={level:g}",
        f"engine:cmd={wishes.engine},protocol=uci,set={held}",
        game="chess",
        games=games,
        openings=8,
        clock=wishes.clock,
        workers=wishes.workers,
    )


def _between(own: dict[float, float], level: float) -> float:
    """The rating above level 0 of a level that may lie between two measured ones."""
    levels = sorted(own)
    above = next(each for each in levels if each >= level)
    below = max(each for each in levels if each <= level)
    if above == below:
        return own[level]
    return own[below] + (own[above] - own[below]) * (level - below) / (above - below)


if __name__ == "__main__":
    main()
