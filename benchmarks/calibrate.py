"""Calibrate the levels of difficulty: rate behaviours, choose evenly spaced ones, and check them.

    PYTHONPATH=src python benchmarks/calibrate.py [--scale 1] [--seed 1] [GAME ...]

1. A ladder of behaviours from random moves to the strongest player (`ladder_path.py`) is rated by games
   between neighbours.
2. Levels 0, 10, ... 100 become the behaviours at equal distances on that curve. They are rated by games
   between neighbours, and chosen again at equal distances on that better curve.
3. The levels and some strengths of `classic` play each other: neighbours often, other pairs sometimes. Where
   games are slow, a curve fitted to the games of all rounds rates the places of the ladder instead.

It writes levels/NAME.json in the game's package (the behaviour of each level, its rating and origin),
docs/levels/GAME.svg (the curves) and docs/levels.md. Games are kept in build/levels, so an interrupted
run resumes, and a finished one repeats at once.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import math
import os
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import ladder_path
import levels_page

import kibitz
from kibitz.arena.curve import place_of, rising
from kibitz.arena.elo import Z95, normal_below
from kibitz.arena.ratings import Played, RatingList, fit_ratings
from kibitz.arena.schedule import Plan
from kibitz.arena.tournament import run_tournament
from kibitz.base.limit import Limit
from kibitz.executors.executor import AnyExecutor
from kibitz.players.level_data import FOLDER_VARIABLE, Levels, Step, levels_json

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "levels"

LEVELS = range(0, 101, 10)
CLASSIC = range(0, 101, 25)
PLAIN = tuple((f"level {level}", f"level:strength={level}") for level in LEVELS)


@dataclass(frozen=True)
class Measured:
    """A game whose levels are measured, and the number of games that this takes."""

    name: str
    spec: str
    #: Games of two raw behaviours, of two neighbouring levels, and of any two players. Without the last, the
    #: levels are rated by a curve through all games (`level_curve.py`), where games are slow.
    raw: int
    near: int
    far: int
    #: For the strongest player; the other levels have a limit of their own.
    nodes: int


GAMES = (
    Measured("tictactoe", "tictactoe", 2400, 3000, 60, 20_000),
    Measured("mnk", "mnk:width=5,height=5,length=4", 120, 400, 12, 20_000),
    Measured("numerical", "numerical", 1000, 600, 30, 20_000),
    Measured("connect", "connect4", 120, 160, 12, 40_000),
    Measured("ewn", "ewn", 600, 1000, 40, 60_000),
    Measured("chess", "chess", 40, 100, 0, 40_000),
)


#: The executor of the games; None for processes of this machine.
executor: AnyExecutor | None = None


def play(measured: Measured, plan: Plan, levels: Levels) -> list[Played]:
    """The games of a plan in which `level` plays as these levels say.

    Workers of a cluster read them, so all of them need access to the folder.
    """
    text = json.dumps(levels_json(levels))
    # Another build or another search plays other games.
    players = sorted((ROOT / "src" / "kibitz" / "players").glob("*.py"))
    made = [Path(kibitz._core.__file__).read_bytes(), *(path.read_bytes() for path in players)]
    digest = hashlib.sha256(text.encode() + b"".join(made)).hexdigest()[:8]
    folder = KEPT / digest
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{measured.name}.json").write_text(text, encoding="utf-8")
    os.environ[FOLDER_VARIABLE] = str(folder)
    os.environ["KIBITZ_CACHE"] = str(KEPT / "cache")
    return run_tournament(plan, KEPT / f"{plan.name}-{digest}.jsonl", executor=executor).played


def raw_ratings(measured: Measured, seed: int, scale: float) -> tuple[Levels, RatingList, list[Played]]:
    """The ladder of behaviours with its ratings, and the games."""
    rungs = ladder_path.rungs(measured.name)
    steps = [Step(round(100 * i / (len(rungs) - 1)), rung, 0, 0) for i, rung in enumerate(rungs)]
    ladder = Levels(steps, {})
    players = tuple((str(step.level), f"level:strength={step.level}") for step in steps)
    plan = Plan(
        measured.spec,
        players,
        2 * max(1, round(measured.raw * scale / 2)),
        seed=seed,
        limits=(Limit(nodes=measured.nodes),),
        plies=0,
        reach=3,
    )
    games = play(measured, plan, ladder)
    return ladder, fit_ratings(games, anchor=("0", 0.0)), games


def evenly(known: Sequence[float], ratings: Sequence[float]) -> list[float]:
    """Return the places of evenly spaced levels on the ladder, given ratings at known places."""
    curve = rising(ratings)
    found = []
    for level in LEVELS[:-1]:
        part, i = math.modf(place_of(curve[-1] * level / 100, curve))
        after = known[min(int(i) + 1, len(known) - 1)]
        found.append(known[int(i)] + part * (after - known[int(i)]))
    return [*found, known[-1]]


def levels_at(ladder: Levels, rungs: Sequence[float], wanted: Sequence[float]) -> Levels:
    """Return levels with the ladder's behaviour at the wanted ratings."""
    curve = rising(rungs)
    places = [100 * place_of(elo, curve) / (len(curve) - 1) for elo in wanted[:-1]]
    return Levels(
        [
            Step(level, ladder.behaviour(place), elo, 0.0)
            for level, place, elo in zip(LEVELS, [*places, 100], wanted, strict=True)
        ],
        {},
    )


def near_games(measured: Measured, levels: Levels, seed: int, scale: float) -> list[Played]:
    """Games of each level with the two above and below it."""
    pairs = max(1, round(measured.near * scale / 2))
    limits = (Limit(nodes=measured.nodes),)
    return play(
        measured, Plan(measured.spec, PLAIN, 2 * pairs, seed=seed, limits=limits, plies=0, reach=2), levels
    )


def far_games(measured: Measured, levels: Levels, seed: int, scale: float) -> list[Played]:
    """Games of everybody with everybody, `classic` among them."""
    classic = tuple((f"classic {level}", f"classic:strength={level}") for level in CLASSIC)
    pairs = max(1, round(measured.far * scale / 2))
    limits = (Limit(nodes=measured.nodes),)
    games = play(
        measured, Plan(measured.spec, PLAIN + classic, 2 * pairs, seed=seed, limits=limits, plies=0), levels
    )
    # They share neither starts nor dice with those of another plan.
    return [replace(game, group=-1 - game.group) for game in games]


def rated(games: Sequence[Played]) -> RatingList:
    """Ratings above level 0."""
    return fit_ratings(games, anchor=(PLAIN[0][0], 0.0))


def steps_of(ratings: RatingList, kind: str, steps: range) -> list[dict[str, Any]]:
    """Return each strength's rating, and the likelihood that it is above the one before."""
    rows: list[dict[str, Any]] = []
    for level in steps:
        rating = ratings[f"{kind} {level}"]
        row: dict[str, Any] = {"strength": level, "elo": rating.elo, "error": rating.error}
        if rows:
            before = f"{kind} {level - steps.step}"
            row["step"], row["step_error"] = ratings.difference(rating.name, before)
            row["sure"] = ratings.superiority(rating.name, before)
        rows.append(row)
    return rows


def by_curve(
    ladder: Levels, rounds: Sequence[tuple[Sequence[float], Sequence[Played]]]
) -> tuple[Levels, list[dict[str, Any]]]:
    """Levels of evenly rising strength, and their ratings, from the games of several rounds on the ladder.

    Each round has the places of its players on the ladder, weakest first, and its games.
    """
    from level_curve import Met, even_knots, fit_curve  # needs NumPy, which writing the page does not

    met = []
    for places, games in rounds:
        place = dict(zip(sorted({game.first for game in games}, key=_number), places, strict=True))
        met += [Met(place[game.first], place[game.second], game.score) for game in games]
    knots = even_knots(met, [0.0, *rounds[-1][0][1:]])
    ratings, covariance = fit_curve(met, knots)
    rows: list[dict[str, Any]] = []
    for i, level in enumerate(LEVELS):
        error = Z95 * math.sqrt(covariance[i, i])
        row: dict[str, Any] = {"strength": level, "elo": float(ratings[i]), "error": error}
        if i:
            variance = covariance[i, i] + covariance[i - 1, i - 1] - 2 * covariance[i, i - 1]
            row["step"], row["step_error"] = float(ratings[i] - ratings[i - 1]), Z95 * math.sqrt(variance)
            row["sure"] = normal_below(row["step"] / math.sqrt(variance))
        rows.append(row)
    last = len(ladder.steps) - 1
    steps = [
        Step(level, ladder.behaviour(100 * place / last), row["elo"], row["error"])
        for level, place, row in zip(LEVELS, knots, rows, strict=True)
    ]
    return Levels(steps, {}), rows


def _number(name: str) -> float:
    """The number in a player's name: `level 30`."""
    return float(name.split()[-1])


def places_at(rungs: Sequence[float], wanted: Sequence[float]) -> list[float]:
    """Where levels of these ratings lie on the ladder."""
    curve = rising(rungs)
    return [*(place_of(elo, curve) for elo in wanted[:-1]), len(curve) - 1]


def calibrate(measured: Measured, seed: int, scale: float) -> None:
    """Measure one game; write its data and picture."""
    began = time.monotonic()
    ladder, raw, raw_games = raw_ratings(measured, seed, scale)
    rungs = [raw[str(step.level)].elo for step in ladder.steps]
    wanted = [rising(rungs)[-1] * level / 100 for level in LEVELS]
    first_games = near_games(measured, levels_at(ladder, rungs, wanted), seed + 1, scale)
    tried, first_places = rated(first_games), places_at(rungs, wanted)
    wanted = evenly(wanted, [tried[name].elo for name, _ in PLAIN])
    levels = levels_at(ladder, rungs, wanted)
    games = near_games(measured, levels, seed + 3, scale)
    if measured.far:
        games += far_games(measured, levels, seed + 2, scale)
        ratings = rated(games)
        curves = {
            "level": steps_of(ratings, "level", LEVELS),
            "classic": steps_of(ratings, "classic", CLASSIC),
        }
    else:
        rounds = (
            (range(len(rungs)), raw_games),
            (first_places, first_games),
            (places_at(rungs, wanted), games),
        )
        levels, rows = by_curve(ladder, rounds)
        curves = {"level": rows}
    made = {
        "by": f"python benchmarks/calibrate.py --seed {seed} --scale {scale:g} {measured.name}",
        "kibitz": kibitz.__version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "game": measured.spec,
        "seed": seed,
        "nodes for the strongest": measured.nodes,
        "games of the ladder": sum(rating.games for rating in raw.ratings) // 2,
        "games of the first choice": sum(rating.games for rating in tried.ratings) // 2,
        "games of the levels": len(games),
        "ladder": [round(elo, 1) for elo in rungs],
        **{kind: [_rounded(row) for row in rows] for kind, rows in curves.items()},
    }
    steps = [
        replace(step, elo=row["elo"], error=row["error"])
        for step, row in zip(levels.steps, curves["level"], strict=True)
    ]
    text = json.dumps(levels_json(Levels(steps, made)), indent=1, ensure_ascii=False)
    levels_page.data_file(measured.name, measured.spec).write_text(text + "\n", encoding="utf-8")
    print(
        f"{measured.spec}: {levels_page.verdict(curves['level'])} ({time.monotonic() - began:.0f} s)",
        flush=True,
    )


def _rounded(row: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 4 if key == "sure" else 1) for key, value in row.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0, help="that many times as many games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", metavar="WHERE", help="play there, as kibitz match --cluster does")
    names = [measured.name for measured in GAMES]
    parser.add_argument("chosen", nargs="*", metavar="GAME", help=f"only these of {', '.join(names)}")
    args = parser.parse_args()
    if unknown := [name for name in args.chosen if name not in names]:
        parser.error(f"there is no game {unknown[0]} here; there are {', '.join(names)}")
    global executor
    with kibitz.cluster(args.cluster, print) if args.cluster else nullcontext() as executor:
        for measured in GAMES:
            if not args.chosen or measured.name in args.chosen:
                calibrate(measured, args.seed, args.scale)
    write_page()


def write_page() -> None:
    """Write docs/levels.md from the measurements."""
    levels_page.write({measured.name: measured.spec for measured in GAMES})


if __name__ == "__main__":
    main()
