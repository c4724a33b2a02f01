"""Measures the levels of difficulty: a round-robin of levels in each game, rated, as data and as a plot.

    PYTHONPATH=src python benchmarks/calibrate.py [--player level:level={}] [--games 40] [GAME ...]

For each game it writes docs/levels/GAME.json (the ratings and how they were made) and docs/levels/GAME.svg
(the curve), and says whether every level is stronger than the one before, beyond doubt or not, and how even
the steps are. Games are kept in build/levels, so an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.plan import Plan
from kibitz.arena.plots import error_bars
from kibitz.arena.tournament import TournamentResult, run_tournament
from kibitz.players.registry import make_player
from kibitz.words.limit import Limit

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "docs" / "levels"
KEPT = ROOT / "build" / "levels"

GAMES = ("tictactoe", "connect4", "numerical", "ewn")
#: Two neighbours differ beyond doubt when the stronger one is so at least this likely.
SURE = 0.975


def curve(result: TournamentResult, levels: list[int]) -> list[dict[str, Any]]:
    """Each level's rating above the lowest one, and how surely it is above the level before."""
    rows: list[dict[str, Any]] = []
    names = result.names
    for place, (level, name) in enumerate(zip(levels, names, strict=True)):
        rating = result.ratings[name]
        before = result.ratings[names[place - 1]].elo if place else None
        rows.append(
            {
                "level": level,
                "elo": round(rating.elo, 1),
                "error": round(rating.error, 1),
                "step": None if before is None else round(rating.elo - before, 1),
                "above_the_one_before": round(result.ratings.superiority(name, names[place - 1]), 4)
                if place
                else None,
            }
        )
    return rows


def verdict(rows: list[dict[str, Any]]) -> str:
    """How the curve rises, in words."""
    steps = [row["step"] for row in rows[1:]]
    sure = sum(row["above_the_one_before"] >= SURE for row in rows[1:])
    falls = [row["level"] for row in rows[1:] if row["step"] <= 0]
    text = f"{rows[-1]['elo'] - rows[0]['elo']:.0f} Elo from end to end, "
    text += f"steps {min(steps):.0f} to {max(steps):.0f}, {sure} of {len(steps)} beyond doubt"
    return f"{text}; no rise at {', '.join(map(str, falls))}" if falls else text


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="level:level={}", help="the player, with {} for the level")
    parser.add_argument("--levels", default="0,10,20,30,40,50,60,70,80,90,100")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--limit", default="", help="for a move, such as nodes=10k")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games_chosen", nargs="*", metavar="GAME")
    args = parser.parse_args()
    levels = [int(level) for level in args.levels.split(",")]
    for spec in args.games_chosen or GAMES:
        game = kibitz.load(spec)
        players = tuple((str(level), make_player(args.player.format(level)).spec) for level in levels)
        plan = Plan(game.spec, players, args.games // 2, seed=args.seed, limit=Limit.parse(args.limit))
        result = run_tournament(plan, KEPT / f"{plan.name}.jsonl")
        anchored = TournamentResult(plan, result.results, (str(levels[0]), 0.0))
        rows = curve(anchored, levels)
        write(game, plan, rows)
        print(f"{spec}: {verdict(rows)}", flush=True)


def write(game: kibitz.Game, plan: Plan, rows: list[dict[str, Any]]) -> None:
    """The data and the picture of one game's curve."""
    WRITTEN.mkdir(parents=True, exist_ok=True)
    stem = "".join(c if c.isalnum() else "-" for c in game.spec)
    made = {"kibitz": kibitz.__version__, "by": "benchmarks/calibrate.py", "plan": plan.to_json()}
    data = json.dumps({"made": made, "levels": rows}, indent=1, ensure_ascii=False)
    (WRITTEN / f"{stem}.json").write_text(data + "\n", encoding="utf-8")
    picture = error_bars([(f"level {row['level']}", row["elo"], row["error"]) for row in rows])
    (WRITTEN / f"{stem}.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
