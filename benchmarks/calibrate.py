"""Measures the levels of difficulty: levels and classic strengths in one round-robin a game, rated.

    PYTHONPATH=src python benchmarks/calibrate.py [--games 40] [--nodes 5000] [GAME ...]

It writes docs/levels.md, and for each game docs/levels/GAME.json (the ratings and how they were made) and
docs/levels/GAME.svg (the curves). No tables are used, so that it comes out the same everywhere. Games are
kept in build/levels, so an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "levels"
os.environ["KIBITZ_CACHE"] = str(KEPT / "no-tables")

import kibitz  # noqa: E402  # after saying where no tables are
from kibitz.arena.plan import Plan  # noqa: E402
from kibitz.arena.plots import lines  # noqa: E402
from kibitz.arena.tournament import TournamentResult, run_tournament  # noqa: E402
from kibitz.words.limit import Limit  # noqa: E402

PAGE = ROOT / "docs" / "levels.md"
WRITTEN = ROOT / "docs" / "levels"

GAMES = ("tictactoe", "numerical", "connect4", "ewn")
LEVELS = range(0, 101, 10)
CLASSIC = range(0, 101, 25)
#: Two neighbours differ beyond doubt when the stronger one is so at least this likely.
SURE = 0.975

INTRO = """# Levels of difficulty, measured

How strong is each level? In each game the levels 0, 10, … 100 and some strengths of `classic` (so many best
moves in a hundred, else any move) met each other, {games} games of every two, at most {nodes:,} nodes a move
and without tables. Ratings are in Elo above level 0 with 95% intervals; see [arena.md](arena.md). What each
level does is in `src/kibitz/players/levels.py`. Made by `python benchmarks/calibrate.py` with seed
{seed}; the numbers and the whole plan are in `levels/GAME.json`. The limit of nodes holds the highest levels
back, and tic-tac-toe leaves no room above about 60.
"""


def curve(result: TournamentResult, kind: str, steps: range) -> list[dict[str, Any]]:
    """Each strength's rating, and how surely it is above the one before."""
    rows: list[dict[str, Any]] = []
    for level in steps:
        rating = result.ratings[f"{kind} {level}"]
        row = {"strength": level, "elo": round(rating.elo, 1), "error": round(rating.error, 1)}
        if rows:
            before = f"{kind} {level - steps.step}"
            row["step"] = round(rating.elo - result.ratings[before].elo, 1)
            row["sure"] = round(result.ratings.superiority(rating.name, before), 4)
        rows.append(row)
    return rows


def verdict(rows: list[dict[str, Any]]) -> str:
    """How the curve rises, in words."""
    steps = [row["step"] for row in rows[1:]]
    sure = sum(row["sure"] >= SURE for row in rows[1:])
    falls = [str(row["strength"]) for row in rows[1:] if row["step"] <= 0]
    text = f"{rows[-1]['elo'] - rows[0]['elo']:.0f} Elo from end to end in steps of {min(steps):.0f} to "
    text += f"{max(steps):.0f}; {sure} of {len(steps)} steps are beyond doubt"
    return f"{text}; there is no rise at {', '.join(falls)}" if falls else text


def section(result: TournamentResult) -> str:
    """The data, the picture and the words for one game."""
    game = result.plan.rules
    curves = {"level": curve(result, "level", LEVELS), "classic": curve(result, "classic", CLASSIC)}
    WRITTEN.mkdir(parents=True, exist_ok=True)
    stem = "".join(c if c.isalnum() else "-" for c in game.spec)
    made = {"kibitz": kibitz.__version__, "by": "benchmarks/calibrate.py", "plan": result.plan.to_json()}
    data = json.dumps({"made": made, **curves}, indent=1, ensure_ascii=False)
    (WRITTEN / f"{stem}.json").write_text(data + "\n", encoding="utf-8")
    series = [(kind, [(row["strength"], row["elo"]) for row in rows]) for kind, rows in curves.items()]
    errors = [[row["error"] for row in rows] for rows in curves.values()]
    picture = lines(series, "strength", "Elo", errors)
    (WRITTEN / f"{stem}.svg").write_text(picture + "\n", encoding="utf-8")
    cells = [f"{row['elo']:.0f} ±{row['error']:.0f}" for row in curves["level"]]
    return "\n".join(
        [
            f"\n## {game.title}\n",
            f"{verdict(curves['level'])}.\n",
            f"| level | {' | '.join(str(level) for level in LEVELS)} |",
            f"|---|{'---|' * len(LEVELS)}",
            f"| Elo | {' | '.join(cells)} |\n",
            f"![Elo by strength]({WRITTEN.name}/{stem}.svg)\n",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("chosen", nargs="*", metavar="GAME", help="only these games, and no page")
    args = parser.parse_args()
    players = [(f"level {level}", f"level:strength={level}") for level in LEVELS]
    players += [(f"classic {level}", f"classic:strength={level}") for level in CLASSIC]
    sections = []
    for spec in args.chosen or GAMES:
        plan = Plan(spec, tuple(players), args.games // 2, seed=args.seed, limit=Limit(nodes=args.nodes))
        result = run_tournament(plan, KEPT / f"{plan.name}.jsonl")
        sections.append(section(replace(result, anchor=("level 0", 0.0))))
        print(spec, sections[-1].splitlines()[3], flush=True)
    if not args.chosen:
        head = INTRO.format(games=args.games, nodes=args.nodes, seed=args.seed)
        PAGE.write_text(head + "".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
