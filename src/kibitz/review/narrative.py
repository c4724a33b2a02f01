"""A review in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.base.side import Side
from kibitz.base.value import moves_in, signed_points
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.registry import called
from kibitz.review.decision import FAULTS, Decision, Label
from kibitz.review.phases import Phase, Standing
from kibitz.review.resistance import Resistance
from kibitz.review.review import Review, Roll
from kibitz.review.summary import Summary

#: Labels that are no mistake, so that nothing better needs to be said.
_FINE = (Label.FORCED, Label.BEST, Label.GOOD)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a fault teaches: why it is one, how it is refuted, and what would have been right."""

    ply: int
    title: str
    why: str
    #: The reply that punishes it and what that does; empty where the move itself is the end of it.
    reply: str
    refutation: str
    better: str
    line: str


def move_rows(review: Review) -> Iterator[tuple[str, str, str]]:
    """For every move and roll: who and what, the values, and the verdict."""
    acts: list[Decision | Roll] = sorted([*review.decisions, *review.rolls], key=lambda act: act.ply)
    resisted = {each.decision.ply: each for each in review.resisted}
    for act in acts:
        name = review.record.game.side_name(act.side)
        if isinstance(act, Roll):
            game = review.record.game
            after = expected(game, act.after, act.exact)
            luck = share(game, act.luck, act.exact, signed=True)
            yield f"{name} rolls {act.roll}", after, f"luck {luck}"
        else:
            yield f"{name} {act.written}", _values(act), _verdict(act) + _left(resisted.get(act.ply))


def expected(game: Game, worth: float, exact: bool) -> str:
    """What is to be expected where dice decide: a chance to win, or points on average."""
    about = "" if exact else "about "
    if game.score_range is None:
        return f"{about}{worth:.{int(exact)}%}"
    return about + signed_points((2 * worth - 1) * max(map(abs, game.score_range)), 2 if exact else 1)


def share(game: Game, worth: float, exact: bool, *, signed: bool = False) -> str:
    """A part of what can be won where dice decide: of the chance to win, or in points."""
    about = "" if exact else "about "
    if game.score_range is None:
        digits = 1 if exact else 0
        said = f"{abs(worth):.{digits}%}"
        sign = "" if not signed or float(said[:-1]) == 0 else "-" if worth < 0 else "+"
        return f"{about}{sign}{said}"
    said = signed_points(2 * worth * max(map(abs, game.score_range)), 2 if exact else 1)
    return about + (said if signed else said.lstrip("+"))


def _values(decision: Decision) -> str:
    words = decision.position.game.scale.format_value
    before, after = words(decision.best.value), words(decision.played.value)
    return after if before == after else f"{before} -> {after}"


def _verdict(decision: Decision) -> str:
    label = decision.label
    if label is Label.SLOWER:
        said = f"slower by {_in_moves(decision)}"
    elif label is Label.SOONER:
        said = f"loses {_in_moves(decision)} sooner"
    elif label is Label.UNCLEAR:
        loses = decision.played.value.result == -1
        said = "loses, where a search sees another way" if loses else "looks worse to a search"
    else:
        said = label.value
    if decision.only:
        said += ", the only move" if decision.cost == 0 else ", where one move was right"
    elif decision.found and not decision.position.game.has_chance:
        said += ", a critical move found"
    if label in _FINE or decision.best.move == decision.played.move:
        return said
    return f"{said}; better {line_words(decision.position, decision.best.line, SHOWN)}"


def _in_moves(decision: Decision) -> int:
    return moves_in(decision.slower, decision.position.game.scale.plies_per_move)


def _left(resisted: Resistance | None) -> str:
    """What a move of a side that stood lost left the other."""
    if resisted is None:
        return ""
    said = f"; {resisted.winning} of {_count(resisted.replies, 'reply', 'replies')} won"
    return f"{said}, a trap" if resisted.is_trap else said


def numbered(position: Position, ply: int) -> int:
    """The number of the move that is made in a position: as the game's books count, or one for each move."""
    own = position.game.notation.move_number(position)
    return ply + 1 if own is None else own


def lessons(review: Review) -> list[Lesson]:
    """What each fault of a game teaches."""
    return [_lesson(review, decision) for decision in review.decisions if decision.is_fault]


def _lesson(review: Review, decision: Decision) -> Lesson:
    assert decision.why is not None
    assert decision.better is not None
    name = review.record.game.side_name(decision.side)
    position, right = decision.position, decision.better
    return Lesson(
        decision.ply,
        f"Move {numbered(position, decision.ply)}, {name} {decision.written}, {decision.label.value}",
        f"It {decision.why.words}.",
        _reply(decision),
        line_words(position, decision.played.line, SHOWN),
        f"{right.written}: it {right.words}.",
        line_words(position, right.line, SHOWN),
    )


def _reply(decision: Decision) -> str:
    """The reply that punishes a fault; nothing where the reasons against the fault name it already."""
    reply, why = decision.reply, decision.why
    if reply is None or why is None or any(reply.move in reason.moves for reason in why.reasons):
        return ""
    return f"The answer {reply.written} {reply.words}."


def phase_lines(review: Review) -> list[str]:
    """Who stood how, from when to when."""
    name = review.record.game.side_name
    better = "stood won" if review.exact and not review.record.game.has_chance else "stood better"
    # Averages of points are seldom nought where nobody stands clearly better.
    even = "it was about even" if review.record.game.has_chance else "it was even"
    said = {
        Standing.FIRST: f"{name(Side.FIRST)} {better}",
        Standing.SECOND: f"{name(Side.SECOND)} {better}",
        Standing.EVEN: "it was even" if review.record.game.score_range is None else even,
        Standing.UNCLEAR: "nobody knows",
    }
    return [f"{_when(review, phase)}: {said[phase.standing]}." for phase in review.phases]


def _when(review: Review, phase: Phase) -> str:
    if phase.end == 0:
        return "At the start"
    if phase.begin == 0:
        return f"Up to {_last_move(review, phase.end)}"
    if phase.begin == phase.end:
        return f"After {_last_move(review, phase.end)}"
    if _counts_each(review):
        return f"After moves {phase.begin} to {phase.end}"
    return f"From {_last_move(review, phase.begin)} to {_last_move(review, phase.end)}"


def _last_move(review: Review, plies: int) -> str:
    """What the last of so many moves is called; whose it was, where both have the same number."""
    if _counts_each(review):
        return f"move {plies}"
    before = review.record.positions()[plies - 1]
    return f"{before.game.side_name(before.mover)}'s move {numbered(before, plies - 1)}"


def _counts_each(review: Review) -> bool:
    game = review.record.game
    return game.notation.move_number(game.start()) is None


def stopped_line(review: Review) -> str:
    """What is said where time ended searches that are usually bounded by positions; nothing elsewhere."""
    if review.stopped is None:
        return ""
    many, seconds = review.stopped
    return (
        f"The search was stopped after {seconds:g} s in {many} of {len(review.values)} positions: "
        "this review is less deep than usual, and another one may find otherwise."
    )


def summary_lines(review: Review) -> list[str]:
    """What each player may take home."""
    return [_summary(review, summary) for summary in review.summaries]


def _summary(review: Review, summary: Summary) -> str:
    game, tags = review.record.game, review.record.tags
    who = called(tags.get("First" if summary.side is Side.FIRST else "Second", ""))
    name = f"{game.side_name(summary.side)} ({who})" if who else game.side_name(summary.side)
    parts = []
    if game.has_chance:
        gave = share(game, summary.given_away, review.exact)
        parts.append(f"gave away {gave} in {_count(summary.decisions, 'decision')}")
        parts.append(f"luck {share(game, summary.luck, review.exact, signed=True)}")
    elif summary.critical:
        parts.append(f"{summary.found} of {summary.critical} critical moves found")
    else:
        parts.append("no critical moves")
    if summary.only_moves:
        parts.append(f"{summary.only_found} of {_count(summary.only_moves, 'only move')} found")
    if summary.accuracy is not None:
        parts.append(f"accuracy {summary.accuracy:.0%}")
    labels = (*FAULTS, Label.UNCLEAR)
    parts += [f"{label.value}: {summary.labels[label]}" for label in labels if summary.labels.get(label)]
    return f"{name}: {', '.join(parts)}{_winning(summary)}{_losing(summary)}"


def _winning(summary: Summary) -> str:
    if not summary.won:
        return ""
    parts = [f"stood won for {_count(summary.won, 'move')}"]
    if summary.let_go:
        parts.append(f"gave the win away {_times(summary.let_go)}")
    if summary.wasted:
        parts.append(f"put the win off by {_count(summary.wasted, 'ply', 'plies')}")
    elif not summary.let_go:
        parts.append("lost no time")
    return f"; {', '.join(parts)}"


def _losing(summary: Summary) -> str:
    if not summary.lost:
        return ""
    parts = [f"stood lost for {_count(summary.lost, 'move')}"]
    if summary.hastened:
        parts.append(f"hastened the end by {_count(summary.hastened, 'ply', 'plies')}")
    if summary.traps:
        parts.append(f"set {_count(summary.traps, 'trap')}")
    if summary.slipped:
        parts.append(f"was let off {_times(summary.slipped)}")
    if summary.resistance is not None:
        parts.append(f"resistance {summary.resistance:.0%}")
    return f"; {', '.join(parts)}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
