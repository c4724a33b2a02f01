"""Makes docs/ladder.md: every player against every other in each game, with the same number of nodes a move.

    PYTHONPATH=src python benchmarks/ladder.py [--games 60] [--nodes 2000] [GAME ...]

Games are kept in build/ladder, by the core and levels they were played with, so an interrupted run goes
on, and a page that was made before is made again in a moment. --fresh plays all games again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import time
from pathlib import Path

import kibitz
from kibitz.arena.schedule import Plan
from kibitz.arena.tournament import TournamentResult, run_tournament
from kibitz.arena.tournament_page import crosstable_plot, ratings_plot
from kibitz.base.limit import Limit
from kibitz.players.registry import make_player

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "ladder"
PAGE = ROOT / "docs" / "ladder.md"

GAMES = ("tictactoe", "mnk:width=5,height=5,length=4", "connect4", "numerical", "ewn")
#: From no thought at all to all ideas together.
LADDER = (
    "random",
    "preference",
    "lines",
    "rules",
    "minimax",
    "alphabeta",
    "alphabeta:tt=16M",
    "alphabeta:tt=16M,killers=yes,history=yes",
    "negascout",
    "mcts",
    "table",
    "careful",
    "classic:strength=50",
    "level:strength=30",
    "level:strength=60",
    "level:strength=90",
    "level:strength=100",
)
#: Ideas that only some games know.
MORE = {"ewn": ("alphabeta:star=0", "alphabeta:star=2", "negascout:eval=aggressive")}
#: Games whose table is made first, for the players that use one; it takes seconds.
SOLVED = ("numerical", "ewn")

INTRO = """# The ladder

The worth of each technique: every player meets every other, {games} games each, in pairs with the same start
and dice and the sides swapped. All that search may visit {nodes:,} nodes a move, so that an idea that saves
nodes shows as strength. Ratings are in Elo with 95% intervals, their mean is 0; see [arena.md](arena.md) for
what they mean. Tic-tac-toe and numerical tic-tac-toe are solved for `table` and `careful`, EinStein würfelt
nicht! has tables of its ends with up to four stones, and Connect Four its exact solver, which `level` uses at
100. `level` and `classic` have their own pages and scales: [levels.md](levels.md).

Made by `python benchmarks/ladder.py --games {games} --nodes {nodes} --seed {seed}` with Kibitz
{version}, without clocks, so one version of Kibitz gives the same everywhere.
"""


def plan(spec: str, games: int, nodes: int, seed: int) -> Plan:
    game = kibitz.load(spec)
    players = [make_player(name) for name in (*LADDER, *MORE.get(game.name, ()))]
    able = tuple((p.spec, p.spec) for p in players if p.cannot_play(game) is None)
    return Plan(game.spec, able, games // 2 * 2, seed=seed, limits=(Limit(nodes=nodes),))


def section(result: TournamentResult) -> str:
    game = result.plan.rules
    folder = PAGE.parent / "ladder"
    folder.mkdir(exist_ok=True)
    stem = "".join(c if c.isalnum() else "-" for c in game.spec)
    for name, picture in (("ratings", ratings_plot(result)), ("crosstable", crosstable_plot(result))):
        (folder / f"{stem}-{name}.svg").write_text(picture + "\n", encoding="utf-8")
    rows = [
        f"| {place} | `{r.name}` | {r.elo:+.0f} | ±{r.error:.0f} | {r.score / r.games:.1%} | "
        f"{_depth(result, r.name)} |"
        for place, r in enumerate(result.ratings.ratings, start=1)
    ]
    first = result.first_player
    starts = len({r.start for r in result.results.values()})
    return "\n".join(
        [
            f"\n## {game.title}\n",
            f"`{game.spec}`, {len(result.results):,} games from {starts} different starts; "
            f"the first player scored {first.score:.1%}.",
            *(["Somebody won or lost everything; the ratings lean on one drawn game each."]
              if result.ratings.leaning else []),
            "\n| | player | Elo | | score | nodes a move |",
            "|---|---|---|---|---|---|",
            *rows,
            f"\n![Ratings with error bars](ladder/{stem}-ratings.svg)\n",
            f"![Score of each player against each other](ladder/{stem}-crosstable.svg)\n",
        ]
    )  # fmt: skip


def _depth(result: TournamentResult, name: str) -> str:
    effort = result.efforts[name]
    return "–" if effort.nodes is None else f"{effort.nodes / effort.moves:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="forget what was played before")
    parser.add_argument("chosen", nargs="*", metavar="GAME", help="only these games, and no page")
    args = parser.parse_args()
    sections = []
    games = Path(kibitz.__file__).parent / "games"
    os.environ["KIBITZ_CACHE"] = str(KEPT / "cache")
    # Another core and other levels play other games.
    files = [Path(kibitz._core.__file__), *sorted(games.glob("*/levels/*.json"))]
    core = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]
    for spec in args.chosen or GAMES:
        wanted = plan(spec, args.games, args.nodes, args.seed)
        began = time.monotonic()
        path = KEPT / f"{wanted.name}-{core}.jsonl"
        if args.fresh:
            path.unlink(missing_ok=True)
        if spec in SOLVED:
            kibitz.solve(spec)
        result = run_tournament(wanted, path)
        print(f"{spec}: {wanted.games} games in {time.monotonic() - began:.0f} s", flush=True)
        sections.append(section(result))
    if not args.chosen:
        head = INTRO.format(**vars(args), version=kibitz.__version__)
        PAGE.write_text(head + "".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
