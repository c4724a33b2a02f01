"""Makes docs/ladder.md: every player against every other in each game, with the same number of nodes a move.

    PYTHONPATH=src python benchmarks/ladder.py [--games 100] [--nodes 2000] [GAME ...]

Games are kept in build/ladder, so an interrupted run goes on, and a page that
was made before is made again in a moment.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import kibitz
from kibitz.arena.plan import Plan
from kibitz.arena.tournament import TournamentResult, run_tournament
from kibitz.arena.tournament_page import crosstable_plot, ratings_plot
from kibitz.players.registry import make_player
from kibitz.words.limit import Limit

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ladder.md"
KEPT = ROOT / "build" / "ladder"

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
)

INTRO = """# The ladder

What is each idea worth? Here every player meets every other, {games} games each, in pairs with the same start
and dice and the sides swapped. All that search may visit {nodes:,} nodes a move, so that an idea that saves
nodes shows as strength. Ratings are in Elo with 95% intervals, their mean is 0; see [arena.md](arena.md) for
what they mean. Made by `python benchmarks/ladder.py` with seed {seed}, without clocks, so it comes out the
same everywhere.
"""


def plan(spec: str, games: int, nodes: int, seed: int) -> Plan:
    game = kibitz.load(spec)
    players = [make_player(name) for name in LADDER]
    able = tuple((p.spec, p.spec) for p in players if p.cannot_play(game) is None)
    return Plan(game.spec, able, games // 2, seed=seed, limit=Limit(nodes=nodes))


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
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("chosen", nargs="*", metavar="GAME", help="only these games, and no page")
    args = parser.parse_args()
    sections = []
    for spec in args.chosen or GAMES:
        wanted = plan(spec, args.games, args.nodes, args.seed)
        began = time.monotonic()
        result = run_tournament(wanted, KEPT / f"{wanted.name}.jsonl")
        print(f"{spec}: {wanted.games} games in {time.monotonic() - began:.0f} s", flush=True)
        sections.append(section(result))
    if not args.chosen:
        head = INTRO.format(games=args.games, nodes=args.nodes, seed=args.seed)
        PAGE.write_text(head + "".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
