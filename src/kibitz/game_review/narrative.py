"""The sentences of a review."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.base.side import Side
from kibitz.base.value import moves_in, signed_points
from kibitz.game_review.decision import FAULTS, Decision, Label
from kibitz.game_review.phases import Phase, Standing
from kibitz.game_review.resistance import Resistance
from kibitz.game_review.review import Review, Roll
from kibitz.game_review.summary import Summary
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.registry import display_name

#: Labels of good moves, for which no better move is shown.
_GOOD_LABELS = (Label.FORCED, Label.BEST, Label.GOOD)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The explanation of a mistake: the reason, the refutation and the better move."""

    ply: int
    title: str
    why: str
    #: The reply that punishes it and why; empty if the reason names it already.
    reply: str
    refutation: str
    better: str
    line: str


def move_rows(review: Review) -> Iterator[tuple[str, str, str]]:
    """Yield the move, its value and the verdict for every move and roll."""
    acts: list[Decision | Roll] = sorted([*review.decisions, *review.rolls], key=lambda act: act.ply)
    resisted = {each.decision.ply: each for each in review.resisted}
    for act in acts:
        name = review.record.game.side_name(act.side)
        if isinstance(act, Roll):
            game = review.record.game
            after = format_expected(game, act.after, act.exact)
            luck = format_share(game, act.luck, act.exact, signed=True)
            yield f"{name} rolls {act.roll}", after, f"luck {luck}"
        else:
            yield f"{name} {act.written}", _values(act), _verdict(act) + _left(resisted.get(act.ply))


def format_expected(game: Game, worth: float, exact: bool) -> str:
    """Return an expected score with dice as text: a win probability, or average points."""
    about = "" if exact else "about "
    if game.score_range is None:
        return f"{about}{worth:.{int(exact)}%}"
    return about + signed_points((2 * worth - 1) * max(map(abs, game.score_range)), 2 if exact else 1)


def format_share(game: Game, worth: float, exact: bool, *, signed: bool = False) -> str:
    """Return a difference of expected scores with dice as text: of the win probability, or in points."""
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
        said = "loses, but the search sees an alternative" if loses else "worse according to the search"
    else:
        said = label.value
    if decision.only:
        said += ", the only move" if decision.cost == 0 else ", missed the only move"
    elif decision.found and not decision.position.game.has_chance:
        said += ", a critical move found"
    if label in _GOOD_LABELS or decision.best.move == decision.played.move:
        return said
    return f"{said}; better {line_words(decision.position, decision.best.line, SHOWN)}"


def _in_moves(decision: Decision) -> int:
    return moves_in(decision.slower, decision.position.game.scale.plies_per_move)


def _left(resisted: Resistance | None) -> str:
    """Return how many replies to a move of the losing side still won."""
    if resisted is None:
        return ""
    said = f"; {resisted.winning} of {_count(resisted.replies, 'reply', 'replies')} won"
    return f"{said}, a trap" if resisted.is_trap else said


def move_number(position: Position, ply: int) -> int:
    """Return the number of the move made in a position: as the game counts, or one per move."""
    own = position.game.notation.move_number(position)
    return ply + 1 if own is None else own


def lessons(review: Review) -> list[Lesson]:
    """Return the lesson of each mistake."""
    return [_lesson(review, decision) for decision in review.decisions if decision.is_fault]


def _lesson(review: Review, decision: Decision) -> Lesson:
    assert decision.why is not None
    assert decision.better is not None
    name = review.record.game.side_name(decision.side)
    position, right = decision.position, decision.better
    return Lesson(
        decision.ply,
        f"Move {move_number(position, decision.ply)}, {name} {decision.written}, {decision.label.value}",
        f"It {decision.why.words}.",
        _reply(decision),
        line_words(position, decision.played.line, SHOWN),
        f"{right.written}: it {right.words}.",
        line_words(position, right.line, SHOWN),
    )


def _reply(decision: Decision) -> str:
    """Return a sentence about the reply that punishes a mistake; empty if the reasons name it already."""
    reply, why = decision.reply, decision.why
    if reply is None or why is None or any(reply.move in reason.moves for reason in why.reasons):
        return ""
    return f"The reply {reply.written} {reply.words}."


def phase_lines(review: Review) -> list[str]:
    """Return a sentence for each phase of the game."""
    name = review.record.game.side_name
    better = "was winning" if review.exact and not review.record.game.has_chance else "was better"
    # Average points are rarely exactly 0 in an even position.
    even = "about even" if review.record.game.has_chance else "even"
    said = {
        Standing.FIRST: f"{name(Side.FIRST)} {better}",
        Standing.SECOND: f"{name(Side.SECOND)} {better}",
        Standing.EVEN: "even" if review.record.game.score_range is None else even,
        Standing.UNCLEAR: "unclear",
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
    """Return the name of the last of some moves, with its side if both sides share numbers."""
    if _counts_each(review):
        return f"move {plies}"
    before = review.record.positions()[plies - 1]
    return f"{before.game.side_name(before.mover)}'s move {move_number(before, plies - 1)}"


def _counts_each(review: Review) -> bool:
    game = review.record.game
    return game.notation.move_number(game.start()) is None


def stopped_line(review: Review) -> str:
    """Return a warning if the time limit stopped searches that are usually limited by nodes; else nothing."""
    if review.stopped is None:
        return ""
    many, seconds = review.stopped
    return (
        f"The search was stopped after {seconds:g} s in {many} of {len(review.values)} positions: "
        "this review is shallower than usual, and another one may differ."
    )


def summary_lines(review: Review) -> list[str]:
    """Return a sentence with the totals of each player."""
    return [_summary(review, summary) for summary in review.summaries]


def _summary(review: Review, summary: Summary) -> str:
    game, tags = review.record.game, review.record.tags
    who = display_name(tags.get("First" if summary.side is Side.FIRST else "Second", ""))
    name = f"{game.side_name(summary.side)} ({who})" if who else game.side_name(summary.side)
    parts = []
    if game.has_chance:
        gave = format_share(game, summary.given_away, review.exact)
        parts.append(f"gave away {gave} in {_count(summary.decisions, 'decision')}")
        parts.append(f"luck {format_share(game, summary.luck, review.exact, signed=True)}")
    elif summary.critical:
        parts.append(f"{summary.found} of {summary.critical} critical moves found")
    else:
        parts.append("no critical moves")
    if summary.only_moves:
        parts.append(f"{summary.only_found} of {summary.only_moves} only moves found")
    if summary.accuracy is not None:
        parts.append(f"accuracy {summary.accuracy:.0%}")
    labels = (*FAULTS, Label.UNCLEAR)
    parts += [f"{label.value}: {summary.labels[label]}" for label in labels if summary.labels.get(label)]
    return f"{name}: {', '.join(parts)}{_winning(summary)}{_losing(summary)}"


def _winning(summary: Summary) -> str:
    if not summary.won:
        return ""
    parts = [f"was winning for {_count(summary.won, 'move')}"]
    if summary.let_go:
        parts.append(f"let the win slip {_times(summary.let_go)}")
    if summary.wasted:
        parts.append(f"delayed the win by {_count(summary.wasted, 'ply', 'plies')}")
    elif not summary.let_go:
        parts.append("wasted no time")
    return f"; {', '.join(parts)}"


def _losing(summary: Summary) -> str:
    if not summary.lost:
        return ""
    parts = [f"was losing for {_count(summary.lost, 'move')}"]
    if summary.hastened:
        parts.append(f"sped up the loss by {_count(summary.hastened, 'ply', 'plies')}")
    if summary.traps:
        parts.append(f"set {_count(summary.traps, 'trap')}")
    if summary.slipped:
        parts.append(f"was let off {_times(summary.slipped)}")
    if summary.resistance is not None:
        parts.append(f"resistance {summary.resistance:.0%}")
    return f"; {', '.join(parts)}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
