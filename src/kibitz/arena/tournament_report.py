"""Tournament results as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from kibitz.arena.games_played import forfeit_notes
from kibitz.arena.machines import machine_notes, speeds
from kibitz.arena.match_report import (
    effort_json,
    effort_words,
    elo_words,
    finite,
    forfeits_json,
    tally_json,
)
from kibitz.arena.ratings import RatingList
from kibitz.arena.tournament import TournamentResult


def conditions(result: TournamentResult) -> str:
    """Describe the conditions in one line."""
    plan = result.plan
    parts = [plan.game, plan.kind, f"{len(result.results)} of {plan.games} games", f"seed {plan.seed}"]
    parts.append(f"each pair starts {plan.openings(result.game)}")
    for limit in plan.limits:
        parts += [f"{value:g} {name} a move" for name, value in asdict(limit).items() if value is not None]
    if plan.clock:
        parts.append(f"{plan.clock.seconds:g} s + {plan.clock.increment:g} s a move")
    return ", ".join(parts)


def rating_rows(ratings: RatingList) -> Iterator[tuple[str, ...]]:
    """Yield place, name, Elo, error, games, share of points and superiority over the next player."""
    listed = ratings.ratings
    for place, rating in enumerate(listed, start=1):
        elo, error = f"{rating.elo:+.0f}", f"{rating.error:.0f}"
        share = f"{rating.score / rating.games:.1%}" if rating.games else "-"
        sure = f"{ratings.superiority(rating.name, listed[place].name):.1%}" if place < len(listed) else ""
        yield str(place), rating.name, elo, error, str(rating.games), share, sure


def tournament_text(result: TournamentResult) -> str:
    """Return the report of a tournament as text."""
    ratings = result.ratings
    names = [rating.name for rating in ratings.ratings]
    width = max(map(len, names))
    lines = [conditions(result), ""]
    lines.append(f"  #  {'player':{width}}     Elo      ±   games   score   stronger than the next")
    lines += [
        f"{place:>3}  {name:{width}}  {elo:>6}  {error:>5}  {games:>6} {share:>7}   {sure}".rstrip()
        for place, name, elo, error, games, share, sure in rating_rows(ratings)
    ]
    lines += ["", "crosstable: the row's score against the column, by number above", ""]
    lines.append(f"     {'':{width}}" + "".join(f"{place + 1:>8}" for place in range(len(names))))
    for place, one in enumerate(names):
        cells = (result.crosstable.get((one, other)) for other in names)
        row = "".join(f"{'·' if tally is None else f'{tally.score:.1%}':>8}" for tally in cells)
        lines.append(f"{place + 1:3}  {one:{width}}{row}")
    first = result.first_player
    lines += ["", f"first player: score {first.score:.1%}, {elo_words(first)} (95%)"]
    lines += [f"a move of {name}: {effort_words(effort)}" for name, effort in result.efforts.items()]
    lines += notes(result)
    return "\n".join(lines)


def notes(result: TournamentResult) -> list[str]:
    """Return warnings about the ratings."""
    found = []
    if result.ratings.leaning and result.results:
        found.append(
            "note: some players won or lost all their games against others, so no finite ratings exist; "
            "everybody was given a virtual draw against an average player"
        )
    found += [f"forfeits: {note}" for note in forfeit_notes(result)]
    return [*found, *(f"machines: {note}" for note in machine_notes(result))]


def tournament_json(result: TournamentResult) -> dict[str, Any]:
    """Return the tournament as JSON-compatible data."""
    ratings = result.ratings
    names = [rating.name for rating in ratings.ratings]
    return {
        "plan": result.plan.to_json(),
        "games": len(result.results),
        "complete": len(result.results) == result.plan.games,
        "ratings": [
            {
                "name": rating.name,
                "spec": dict(result.plan.players)[rating.name],
                "elo": finite(rating.elo),
                "error": finite(rating.error),
                "games": rating.games,
                "score": rating.score,
                **effort_json(result.efforts[rating.name]),
            }
            for rating in ratings.ratings
        ],
        "anchor": result.anchor and list(result.anchor),
        "leaning": ratings.leaning,
        "superiority": {a: {b: ratings.superiority(a, b) for b in names if b != a} for a in names},
        "crosstable": {
            a: {b: list(result.crosstable[a, b].counts) for b in names if (a, b) in result.crosstable}
            for a in names
        },
        "first_player": tally_json(result.first_player),
        "forfeits": forfeits_json(result),
        "nodes_a_second": speeds(result),
    }
