"""A match in words and as data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kibitz.arena.job import Effort
from kibitz.arena.tally import Tally

if TYPE_CHECKING:
    from kibitz.arena.match_result import MatchResult

_PAIR_NAMES = ("0", "½", "1", "1½", "2")


def standing(match: MatchResult) -> str:
    """The match in one line, for watching it."""
    one, other = match.players
    text = f"game {len(match.results)}: {one} - {other} +{match.wins} ={match.draws} -{match.losses}"
    text += f", {elo_words(match.tally)}"
    if match.sprt is not None and match.ratio is not None:
        text += f", LLR {match.ratio:.2f} [{match.sprt.lower:.2f}, {match.sprt.upper:.2f}]"
    return text


def match_text(match: MatchResult) -> str:
    """The match for people."""
    one, other = match.players
    tally, first = match.tally, match.first_player
    lines = [
        f"{one} - {other}, {match.game.spec}, {len(match.results)} games, seed {match.seed}",
        f"result        +{match.wins} ={match.draws} -{match.losses}, score {match.score:.1%}",
        f"difference    {elo_words(tally)} (95%), likelihood of superiority {tally.superiority():.1%}",
    ]
    if len(tally.counts) == 5:
        counts = "  ".join(f"{name}: {n}" for name, n in zip(_PAIR_NAMES, tally.counts, strict=True))
        starts = match.different_starts
        lines.append(f"pairs         {counts}  ({starts} different start{'s' if starts > 1 else ''})")
    lines.append(
        f"first player  +{first.counts[2]} ={first.counts[1]} -{first.counts[0]}, "
        f"score {first.score:.1%}, {elo_words(first)}"
    )
    lines.append(f"length        {match.plies:.1f} moves a game")
    for name, effort in zip(match.players, match.efforts, strict=True):
        lines.append(f"a move        {name}: {effort_words(effort)}")
    if match.sprt is not None and match.ratio is not None:
        claim = {
            None: "undecided",
            "H0": f"accepts Elo {match.sprt.elo0:g}",
            "H1": f"accepts Elo {match.sprt.elo1:g}",
        }
        lines.append(
            f"SPRT          LLR {match.ratio:.2f} in [{match.sprt.lower:.2f}, {match.sprt.upper:.2f}], "
            f"Elo {match.sprt.elo0:g} against {match.sprt.elo1:g}: {claim[match.decision]}"
        )
    for player, number, reason in match.forfeits[:10]:
        lines.append(f"forfeit       game {number}, {player}, {reason}")
    if len(match.forfeits) > 10:
        lines.append(f"forfeit       and {len(match.forfeits) - 10} more")
    return "\n".join(lines)


def elo_words(tally: Tally) -> str:
    """A difference with its interval: `+35 Elo, 10 to 61`."""
    low, high = tally.elo_interval()
    return f"{elo_text(tally.elo)} Elo, {elo_text(low)} to {elo_text(high)}"


def elo_text(elo: float) -> str:
    """Elo points with a sign."""
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}" if abs(elo) >= 10 else f"{elo:+.1f}"


def effort_words(effort: Effort) -> str:
    """What a move cost."""
    if not effort.moves:
        return "no moves"
    text = f"{1000 * effort.seconds / effort.moves:.2f} ms"
    return text if effort.nodes is None else f"{text}, {effort.nodes / effort.moves:,.0f} nodes"


def finite(number: float) -> float | None:
    """A number that JSON can hold."""
    return number if math.isfinite(number) else None


def tally_json(tally: Tally) -> dict[str, Any]:
    """A tally as plain data."""
    low, high = tally.elo_interval()
    return {
        "counts": list(tally.counts),
        "score": tally.score,
        "elo": finite(tally.elo),
        "elo_interval": [finite(low), finite(high)],
        "superiority": tally.superiority(),
    }


def effort_json(effort: Effort) -> dict[str, Any]:
    """What a player spent, as plain data."""
    moves = effort.moves or 1
    return {
        "moves": effort.moves,
        "seconds_a_move": effort.seconds / moves,
        "nodes_a_move": None if effort.nodes is None else effort.nodes / moves,
    }


def match_json(match: MatchResult) -> dict[str, Any]:
    """The match for machines."""
    sprt = match.sprt
    return {
        "game": match.game.spec,
        "players": list(match.players),
        "seed": match.seed,
        "games": len(match.results),
        "wins": match.wins,
        "draws": match.draws,
        "losses": match.losses,
        "score": match.score,
        "elo": finite(match.tally.elo),
        "elo_interval": [finite(x) for x in match.tally.elo_interval()],
        "superiority": match.tally.superiority(),
        "pairs": list(match.tally.counts) if len(match.tally.counts) == 5 else None,
        "different_starts": match.different_starts,
        "first_player": tally_json(match.first_player),
        "plies": match.plies,
        "efforts": [effort_json(effort) for effort in match.efforts],
        "sprt": sprt
        and {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "ratio": match.ratio,
            "bounds": [sprt.lower, sprt.upper],
            "decision": match.decision,
        },
        "forfeits": [
            {"player": player, "game": number, "reason": reason} for player, number, reason in match.forfeits
        ],
        "results": [
            {
                "game": r.number + 1,
                "first": match.jobs[r.number].first,
                "second": match.jobs[r.number].second,
                "score": r.score,
                "moves": len(r.moves),
                "reason": r.reason,
            }
            for r in match.results
        ],
    }
