"""Sentences of a review."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Estimate, moves_in, percent, signed_points
from kibitz.game_review.decision import Decision, Label, expected_score
from kibitz.game_review.phases import Phase, Standing
from kibitz.game_review.resistance import Resistance
from kibitz.game_review.review import Review, Roll
from kibitz.game_review.summary import Summary
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.registry import display_name
from kibitz.records.record import Record

#: Labels of good moves, for which no better move is shown.
_GOOD_LABELS = (Label.FORCED, Label.BEST, Label.GOOD)
#: Expected score below which a game is nearly lost.
_DECIDED = 0.08
#: The record's name for the person at this computer.
_PERSON = "person"
#: Counts of mistakes: singular and plural.
_COUNTED = {
    Label.BLUNDER: ("1 blunder", "blunders"),
    Label.MISSED_WIN: ("1 missed win", "missed wins"),
    Label.LOSING: ("1 losing move", "losing moves"),
    Label.MISTAKE: ("1 mistake", "mistakes"),
    Label.INACCURACY: ("1 inaccuracy", "inaccuracies"),
    Label.QUICK_WIN: ("1 missed quick win", "missed quick wins"),
    Label.RESISTANCE: ("gave up resistance once", "times gave up resistance"),
    Label.UNCLEAR: ("1 unclear move", "unclear moves"),
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """The explanation of a mistake: the reason, the refutation and the better move."""

    ply: int
    side: Side
    title: str
    why: str
    #: The reply that punishes it, and its effect; empty if the reason has it already.
    reply: str
    refutation: str
    better: str
    line: str
    #: The position before the mistake, and the one at the end of the refutation, with its last move.
    position: Position
    refuted: Position
    last: Move

    @property
    def play_command(self) -> str:
        """The command that plays on from before the mistake against the computer."""
        game, side = self.position.game, "second" if self.side is Side.SECOND else "first"
        return shlex.join(["kibitz", "play", game.spec, "--position", str(self.position), "--side", side])

    def draw(self, *, unicode: bool = False) -> tuple[str, str]:
        """Return the position before the mistake and the one after its refutation as text pictures."""
        view = self.position.game.view
        flipped = view.flips and self.side is Side.SECOND
        return (
            view.draw(self.position, unicode=unicode, flipped=flipped),
            view.draw(self.refuted, last=self.last, unicode=unicode, flipped=flipped),
        )


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
            own = act.side in review.own_sides
            left = _left(resisted.get(act.ply), own)
            yield f"{name} {act.written}", _values(act), _verdict(act, own) + left


def format_expected(game: Game, worth: float, exact: bool) -> str:
    """Return an expected score with dice as text: a win probability, or average points."""
    about = "" if exact else "about "
    if game.score_range is None:
        return percent(worth) if exact else f"about {worth:.0%}"
    return about + signed_points((2 * worth - 1) * max(map(abs, game.score_range)), 2 if exact else 1)


def format_share(game: Game, worth: float, exact: bool, *, signed: bool = False) -> str:
    """Return a difference of expected scores with dice as text: of the win probability, or in points."""
    about = "" if exact else "about "
    if game.score_range is None:
        digits = 1 if exact else 0
        text = f"{abs(worth):.{digits}%}"
        sign = "" if not signed or float(text[:-1]) == 0 else "-" if worth < 0 else "+"
        return f"{about}{sign}{text}"
    text = signed_points(2 * worth * max(map(abs, game.score_range)), 2 if exact else 1)
    return about + (text if signed else text.lstrip("+"))


def _values(decision: Decision) -> str:
    words = decision.position.game.scale.format_value
    before, after = words(decision.best.value), words(decision.played.value)
    return after if before == after else f"{before} -> {after}"


def _verdict(decision: Decision, own: bool) -> str:
    """Return the label of a move and, for the own side, a better move."""
    label = decision.label
    if label is Label.SLOWER:
        text = f"slower by {_distance(decision.position.game, decision.slower)}"
    elif label is Label.SOONER:
        text = f"loses {_distance(decision.position.game, decision.slower)} sooner"
    elif label in (Label.QUICK_WIN, Label.RESISTANCE):
        when = "later" if label is Label.QUICK_WIN else "sooner"
        much = _distance(decision.position.game, decision.slower)
        text = f"{label.value}: {much} {when}" if decision.slower else label.value
    elif label is Label.UNCLEAR:
        loses = decision.played.value.result == -1
        text = "loses, but the search sees an alternative" if loses else "worse according to the search"
    else:
        text = _decided_already(decision) or label.value
    if decision.critical:
        text += _critical(decision)
    if not own or label in _GOOD_LABELS or decision.best.move == decision.played.move:
        return text
    return f"{text}; better {line_words(decision.position, decision.best.line, SHOWN)}"


def _decided_already(decision: Decision) -> str:
    """Return that the game is all but decided, where a move only seems good as little was left to lose."""
    chance = expected_score(decision.best.value, decision.position.game)
    if decision.label is not Label.GOOD or chance is None or not isinstance(decision.best.value, Estimate):
        return ""
    return "losing already" if chance < _DECIDED else "still winning" if chance > 1 - _DECIDED else ""


def _critical(decision: Decision) -> str:
    """Return how many moves were good in a critical position, and whether one was found."""
    moves, found = decision.moves, decision.found
    if decision.only:
        return f", {'' if found else 'missed '}the only good move of {moves}"
    return f", {'one of' if found else 'missed'} {decision.good} good moves of {moves}"


def _distance(game: Game, plies: int) -> str:
    """Return a number of plies in the unit of the game's distances."""
    if (each := game.scale.plies_per_move) > 1:
        return _count(moves_in(plies, each), "move")
    return _count(plies, "ply", "plies")


def unit_line(review: Review) -> str:
    """Return a sentence about the unit of distances; nothing if there are none."""
    values = [each.value for decision in review.decisions for each in (decision.played, decision.best)]
    if all(value.plies is None for value in values):
        return ""
    if review.record.game.scale.plies_per_move > 1:
        return "Distances to the end are in moves, each of one move by either side."
    return "Distances to the end are in plies: single moves of either side."


def _left(resisted: Resistance | None, own: bool) -> str:
    """Return how many replies to a losing side's move still won, and the move that leaves fewer."""
    if resisted is None:
        return ""
    text = f"; {resisted.winning} of {_count(resisted.replies, 'reply', 'replies')} won"
    if own and resisted.harder is not None:
        move, replies, winning = resisted.harder
        text += f" (after {resisted.decision.position.write(move)}, {winning} of {replies})"
    return f"{text}, a trap" if resisted.is_trap else text


def move_number(position: Position, ply: int) -> int:
    """Return the number of the move made in a position: as the game counts, or one per move."""
    own = position.game.notation.move_number(position)
    return ply + 1 if own is None else own


def lessons(review: Review) -> list[Lesson]:
    """Return the lesson of each mistake of the own side."""
    return [_lesson(review, decision) for decision in review.own_faults]


def _lesson(review: Review, decision: Decision) -> Lesson:
    assert decision.why is not None
    assert decision.better is not None
    name = review.record.game.side_name(decision.side)
    position, right = decision.position, decision.better
    shown = decision.played.line[:SHOWN]
    title = f"Move {move_number(position, decision.ply)}, {name} {decision.written}, {decision.label.value}"
    if decision.good is not None and decision.cost:
        title += f"; {decision.good} of {decision.moves} moves {'was' if decision.good == 1 else 'were'} good"
    return Lesson(
        decision.ply,
        decision.side,
        title,
        f"It {decision.why.words}.",
        _reply(decision),
        line_words(position, shown),
        f"{right.written}: it {right.words}.",
        line_words(position, right.line, SHOWN),
        position,
        position.play(*shown),
        shown[-1],
    )


def chance_lines(review: Review) -> list[str]:
    """Return a sentence for each mistake of the computer: the chance that it gave the person."""
    own = review.own_sides
    if len(own) > 1:
        return []
    found = []
    for decision, reply in itertools.pairwise(review.decisions):
        if decision.side in own or reply.side not in own or not decision.is_fault or not decision.cost:
            continue
        name = review.record.game.side_name(decision.side)
        number = move_number(decision.position, decision.ply)
        best = reply.position.write(reply.best.move)
        text = f"Move {number}, {name} {decision.written} ({decision.label.value}) gave you a chance"
        if reply.is_fault:
            found.append(f"{text}: {best} was best. You played {reply.written}.")
        else:
            found.append(f"{text}, and you took it with {reply.written}.")
    return found


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
    text = {
        Standing.FIRST: f"{name(Side.FIRST)} {better}",
        Standing.SECOND: f"{name(Side.SECOND)} {better}",
        Standing.EVEN: "even" if review.record.game.score_range is None else even,
        Standing.UNCLEAR: "unclear",
    }
    return [f"{_when(review, phase)}: {text[phase.standing]}." for phase in review.phases]


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
    """Return a sentence with the totals of each player, the own side first."""
    own = review.own_sides
    return [
        _summary(review, summary)
        for summary in sorted(review.summaries, key=lambda each: each.side not in own)
    ]


def player_name(record: Record, side: Side) -> str:
    """Return the display name of a side's player: `you` for the only person; may be empty."""
    names = [record.tags.get(tag, "") for tag in ("First", "Second")]
    if names[side] == _PERSON:
        return "you" if names.count(_PERSON) == 1 else ""
    return display_name(names[side])


def fault_counts(labels: Mapping[Label, int]) -> list[str]:
    """Return the number of each kind of fault: `1 blunder`, `2 mistakes`."""
    return [
        one if labels[label] == 1 else f"{labels[label]} {many}"
        for label, (one, many) in _COUNTED.items()
        if labels.get(label)
    ]


def _summary(review: Review, summary: Summary) -> str:
    game = review.record.game
    who = player_name(review.record, summary.side)
    name = f"{game.side_name(summary.side)} ({who})" if who else game.side_name(summary.side)
    parts = fault_counts(summary.labels) or ["no mistakes"]
    if summary.accuracy is not None:
        parts.append(f"accuracy {summary.accuracy:.0%}")
    if summary.critical:
        parts.append(f"found {summary.found} of {_count(summary.critical, 'critical move')}")
    if game.has_chance:
        gave = format_share(game, summary.given_away, review.exact)
        parts.append(f"gave away {gave} in {_count(summary.decisions, 'decision')}")
        parts.append(f"luck {format_share(game, summary.luck, review.exact, signed=True)}")
    return f"{name}: {', '.join(parts)}{_winning(game, summary)}{_losing(game, summary)}"


def _winning(game: Game, summary: Summary) -> str:
    if not summary.won:
        return ""
    parts = [f"was winning for {_count(summary.won, 'move')}"]
    if summary.let_go:
        parts.append(f"let the win slip {_times(summary.let_go)}")
    if summary.wasted:
        parts.append(f"delayed the win by {_distance(game, summary.wasted)}")
    elif not summary.let_go:
        parts.append("wasted no time")
    return f"; {', '.join(parts)}"


def _losing(game: Game, summary: Summary) -> str:
    if not summary.lost:
        return ""
    parts = [f"was losing for {_count(summary.lost, 'move')}"]
    if summary.hastened:
        parts.append(f"held out longest {_times(summary.held) if summary.held else 'never'}")
        parts.append(f"sped up the loss by {_distance(game, summary.hastened)}")
    else:
        parts.append("always held out longest")
    if summary.traps:
        parts.append(f"set {_count(summary.traps, 'trap')}")
    if summary.slipped:
        parts.append(f"was let off {_times(summary.slipped)}")
    return f"; {', '.join(parts)}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
