"""Match results as text and JSON."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.games_played import GamesPlayed, forfeit_notes
from kibitz.arena.machines import machine_notes, speeds
from kibitz.arena.match_result import MatchResult
from kibitz.arena.tally import Tally

_PAIR_NAMES = ("0", "½", "1", "1½", "2")


def standing(match: MatchResult) -> str:
    """Return the current score in one line."""
    one, other = match.players
    text = f"game {len(match.results)}: {one} - {other} {score_words(match)}, {elo_words(match.tally)}"
    if match.plan.sprt is not None and match.ratio is not None:
        text += f", LLR {match.ratio:.2f} [{match.plan.sprt.lower:.2f}, {match.plan.sprt.upper:.2f}]"
    return text


def match_text(match: MatchResult) -> str:
    """Return the report of a match as text."""
    one, other = match.players
    tally, first, sprt = match.tally, match.first_player, match.plan.sprt
    starts = f"{match.different_starts} different, {match.plan.openings(match.game)}"
    lines = [
        f"{one} - {other}, {match.game.spec}, {len(match.counted)} games, seed {match.plan.seed}",
        f"starts        {starts}; each is played from both sides",
        f"result        {score_words(match)}, score {match.score:.1%}",
        f"difference    {elo_words(tally)} (95%), likelihood of superiority {tally.superiority():.1%}",
    ]
    if len(tally.counts) == 5:
        counts = "  ".join(f"{name}: {n}" for name, n in zip(_PAIR_NAMES, tally.counts, strict=True))
        lines.append(f"pairs         {counts}")
    lines.append(
        f"first player  +{first.counts[2]} ={first.counts[1]} -{first.counts[0]}, "
        f"score {first.score:.1%}, {elo_words(first)}"
    )
    lines.append(f"length        {match.plies:.1f} moves a game")
    for name, effort in zip(match.players, match.efforts, strict=True):
        lines.append(f"a move        {name}: {effort_words(effort)}")
    if sprt is not None and match.ratio is not None:
        claim = {None: "undecided", "H0": f"accepts Elo {sprt.elo0:g}", "H1": f"accepts Elo {sprt.elo1:g}"}
        lines.append(
            f"SPRT          LLR {match.ratio:.2f} in [{sprt.lower:.2f}, {sprt.upper:.2f}], "
            f"Elo {sprt.elo0:g} against {sprt.elo1:g}: {claim[match.decision]}"
        )
    lines += [f"forfeits      {note}" for note in forfeit_notes(match)]
    lines += [f"machines      {note}" for note in machine_notes(match)]
    if len(match.counted) < len(match.results):
        lines.append(f"not counted   game {len(match.results)}, whose pair is incomplete")
    return "\n".join(lines)


def score_words(match: MatchResult) -> str:
    """Return wins, draws and losses of the first player."""
    return f"+{match.wins} ={match.draws} -{match.losses}"


def elo_words(tally: Tally) -> str:
    """Format a difference with its confidence interval: `+35 Elo, 10 to 61`."""
    low, high = tally.elo_interval()
    return f"{elo_text(tally.elo)} Elo, {elo_text(low)} to {elo_text(high)}"


def elo_text(elo: float) -> str:
    """Format a signed Elo difference."""
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}" if abs(elo) >= 10 else f"{round(elo, 1) + 0.0:+.1f}"


def effort_words(effort: Effort) -> str:
    """Format the effort per move."""
    if not effort.moves:
        return "no moves"
    text = f"{1000 * effort.seconds / effort.moves:.2f} ms"
    return text if effort.nodes is None else f"{text}, {effort.nodes / effort.moves:,.0f} nodes"


def finite(number: float) -> float | None:
    """Return None for numbers that JSON can't represent."""
    return number if math.isfinite(number) else None


def tally_json(tally: Tally) -> dict[str, Any]:
    """Return a tally as JSON-compatible data."""
    low, high = tally.elo_interval()
    return {
        "counts": list(tally.counts),
        "score": tally.score,
        "elo": finite(tally.elo),
        "elo_interval": [finite(low), finite(high)],
        "superiority": tally.superiority(),
    }


def effort_json(effort: Effort) -> dict[str, Any]:
    """Return an effort as JSON-compatible data."""
    moves = effort.moves or 1
    return {
        "moves": effort.moves,
        "seconds_a_move": effort.seconds / moves,
        "nodes_a_move": None if effort.nodes is None else effort.nodes / moves,
    }


def forfeits_json(played: GamesPlayed) -> list[dict[str, Any]]:
    """Return games lost by failure or on time, as JSON-compatible data."""
    return [
        {"player": player, "game": number, "reason": reason} for player, number, reason in played.forfeits
    ]


def match_json(match: MatchResult) -> dict[str, Any]:
    """Return the match as JSON-compatible data; all statistics are of the games in `results`."""
    sprt = match.plan.sprt
    whole = tally_json(match.tally)
    return {
        "game": match.game.spec,
        "players": list(match.players),
        "seed": match.plan.seed,
        "opening_plies": None if match.plan.starts else match.plan.openings(match.game).plies,
        "games": len(match.counted),
        "not_counted": len(match.results) - len(match.counted),
        "complete": match.is_over,
        "wins": match.wins,
        "draws": match.draws,
        "losses": match.losses,
        **{name: whole[name] for name in ("score", "elo", "elo_interval", "superiority")},
        "pairs": whole["counts"] if len(match.tally.counts) == 5 else None,
        "different_starts": match.different_starts,
        "first_player": tally_json(match.first_player),
        "plies": match.plies,
        "efforts": [effort_json(effort) for effort in match.efforts],
        "sprt": sprt
        and {
            **asdict(sprt),
            "ratio": match.ratio,
            "bounds": [sprt.lower, sprt.upper],
            "decision": match.decision,
        },
        "forfeits": forfeits_json(match),
        "nodes_a_second": speeds(match),
        "results": [_result_json(match, result) for result in match.counted],
    }


def _result_json(match: MatchResult, result: GameResult) -> dict[str, Any]:
    first, second = match.plan.names_of(result.number)
    return {
        "game": result.number + 1,
        "first": first,
        "second": second,
        "score": result.score,
        "moves": len(result.moves),
        "reason": result.ending.reason(),
    }
