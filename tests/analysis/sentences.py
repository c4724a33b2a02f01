"""A parser of explanations that checks each claim; a sentence that it can't parse is a fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kibitz.analysis.explanation import Explanation, sentences
from kibitz.base.move import Line, Move
from kibitz.base.reason import Reason
from kibitz.base.value import Estimate, Expect, Points
from kibitz.games.position import Position
from tests.analysis.stones import Stones
from tests.analysis.truth import Worth, better, win_now, wins

_WHEN = r"at once|in \d+|in the end"
_POINTS = r"(?:wins|loses) by \d+ points?|draws"
_PERCENT = r"(?:about )?[\d.]+%"


class Unknown(AssertionError):
    """A sentence that no check reads."""


@dataclass
class Checker:
    """Checks sentences; `worth` and `chance` are what moves are truly worth, where that is known."""

    worth: Callable[[Position, Move], Worth] | None = None
    chance: Callable[[Position, Move], float] | None = None
    #: What only this game says.
    own: Callable[[Position, Move, Reason], None] | None = None
    #: Who reads the sentences: a game where values can't be proved by trying everything has its own.
    reader: type[Sentence] | None = None
    seen: Counter[str] = field(default_factory=Counter)
    #: The sentences that are not true, or that nobody can read.
    false: list[str] = field(default_factory=list)
    #: How many explanations were read, and those that say nothing about the board.
    read: int = 0
    empty: list[str] = field(default_factory=list)

    def check(self, said: Explanation, values: dict[Move, object]) -> None:
        """Every reason of an explanation; `values` are what the analysis gave for each move."""
        assert said.reasons
        self.read += 1
        if not any(is_concrete(reason.text) for reason in said.reasons):
            self.empty.append(f"{said}: {said.position}")
        if sentences(said.reasons) > 3 or "to a search of depth" in str(said):
            self.false.append(f"{said}: too long, or without a reason: {said.position}")
        for reason in said.reasons:
            self.seen[str(reason.kind)] += 1
            try:
                (self.reader or Sentence)(self, said, reason, values).check()
            except AssertionError as fault:
                where = f"{said.move} in {said.position}, line {said.line}, {said.value}"
                self.false.append(f"{reason.text!r}: {where}: {type(fault).__name__} {str(fault)[:300]}")

    def report(self) -> str:
        """How many sentences of each kind were read, and those that are false."""
        head = f"{self.read} explanations, {len(self.empty)} of them empty, {len(self.false)} faults"
        lines = [f"{count:6} {kind}" for kind, count in self.seen.most_common()]
        return "\n".join([head, *lines, *self.false, *self.empty[:20]])


#: What says how good a move is, or who moves where, but nothing of the board.
_NOT_CONCRETE = (
    r"is (?:the only|one of|clearly|as good as|about as good as|worse|hardly|best|a forced|the quickest).*",
    r"looks .*",
    r"draws.*",
    r"(?:wins|loses)(?: by .*| in .*|[,;] .*| too.*)?",
    r"wins later than .*",
    r"misses a win.*",
    r"allows \S+(?: first player| second player)? to answer \S+",
    r"lets .* win with (?:each|\d+) of \d+ answers",
    r"keeps the turn|passes the turn .*",
)


def is_concrete(text: str) -> bool:
    """Whether a reason says something about the board."""
    return not any(re.fullmatch(pattern, text) for pattern in _NOT_CONCRETE)


#: The points of nine men's morris, ring by ring, in the order of a position's text.
_RINGS = "a7 d7 g7 g4 g1 d1 a1 a4, b6 d6 f6 f4 f2 d2 b2 b4, c5 d5 e5 e4 e3 d3 c3 c4"
_MORRIS = re.findall(r"\w+", _RINGS)


def _row(text: str) -> str:
    """The board of a position's text: `('x.o', ...` or `cells=[1 0 2], ...`."""
    if "'" in text:
        return text.split("'")[1]
    numbers = re.search(r"\[([\d ]+)\]", text)
    assert numbers is not None
    return "".join(".xo"[int(number)] for number in numbers[1].split())


@dataclass
class Sentence:
    """One sentence, what it was said of, and what was found there."""

    checker: Checker
    said: Explanation
    reason: Reason
    values: dict[Move, object]

    def check(self) -> None:
        for pattern, method in _READ:
            if found := re.fullmatch(pattern, self.reason.text):
                getattr(self, method)(*found.groups())
                return
        if self.checker.own is None or type(self.reason.kind).__module__ == "kibitz.analysis.explanation":
            raise Unknown(f"nobody checks {self.reason.text!r} of {self.said.move} in {self.position}")
        self.checker.own(self.position, self.said.move, self.reason)

    # What is known

    @property
    def position(self) -> Position:
        return self.said.position

    @property
    def after(self) -> Position:
        return self.position.play(self.said.move)

    @property
    def has_stones(self) -> bool:
        game = self.position.game
        return game.rules.family in ("mnk", "connect") and not game.values.get("misere")

    @property
    def sides(self) -> tuple[str, str]:
        """The letters of mover and opponent on a board of stones."""
        return "xo"[self.position.turn], "xo"[self.position.turn.opponent]

    def true(self, move: Move) -> Worth:
        assert self.checker.worth is not None
        return self.checker.worth(self.position, move)

    @property
    def knows(self) -> bool:
        return self.checker.worth is not None and self.said.value.exact

    @property
    def mine(self) -> Worth:
        return self.true(self.said.move)

    @property
    def others(self) -> list[Worth]:
        return [self.true(move) for move in self.position.moves if move != self.said.move]

    def move(self, text: str, at: Position | None = None) -> Move:
        """The move that a text names, as people write it."""
        at = self.position if at is None else at
        (found,) = {move for move in at.moves if at.write(move) == text}
        return found

    def same_moves(self, text: str, moves: Iterable[Move], positions: Iterable[Position]) -> None:
        """That a list names these moves and no others."""
        moves = list(moves)
        if some := re.fullmatch(r"any of (\d+) moves", text):
            assert int(some[1]) == len(moves) > 3
            return
        named = re.split(r", | or | and ", re.sub(r" \([^)]*\)", "", text))
        written = {str(move) for move in moves}
        for at in positions:
            if not at.is_over:
                written |= {at.write(move) for move in moves if move in at.moves}
        assert len(named) == len(moves)
        assert set(named) <= written

    def name(self, who: str, side: object) -> None:
        assert who == self.position.game.side_name(side)  # type: ignore[arg-type]

    # The end

    def ends(self, how: str) -> None:
        outcome = self.after.outcome
        assert outcome is not None
        result = {"wins at once": 1, "ends the game in a draw": 0, "loses at once": -1}[how]
        assert outcome.for_side(self.position.turn) == result

    # Threats

    def stops(self, who: str, text: str) -> None:
        self.name(who, self.position.turn.opponent)
        replies = [self.position.play(move) for move in self.position.moves]
        if text == "there":
            assert self.reason.moves == (self.said.move,)
        else:
            self.same_moves(text, self.reason.moves, replies)
        for threat in self.reason.moves:
            assert not wins(self.after, threat)
            assert 2 * sum(wins(child, threat) for child in replies) > len(replies)
            if self.has_stones:
                assert Stones.of(self.position).wins(str(threat), self.sides[1])

    def lets_win(self, who: str, text: str) -> None:
        self.name(who, self.after.turn)
        self.same_moves(text, self.reason.moves, [self.after])
        assert set(self.reason.moves) == {reply for reply in self.after.moves if wins(self.after, reply)}

    def _threats(self, after: Position, text: str, threats: Iterable[Move]) -> list[bool]:
        """For each answer whether a threat still wins; each threat has to stand by itself."""
        threats = list(threats)
        children = [after.play(reply) for reply in after.moves]
        self.same_moves(text, threats, children)
        for threat in threats:
            assert 2 * sum(wins(child, threat) for child in children) > len(children)
            if self.has_stones:
                assert Stones.of(after).wins(str(threat), "xo"[after.turn.opponent])
        assert not any(wins(after, reply) for reply in after.moves)
        return [any(wins(child, threat) for threat in threats) for child in children]

    def forks(self, count: str, text: str) -> None:
        assert len(self.reason.moves) == (2 if count == "two" else int(count))
        assert all(self._threats(self.after, text, self.reason.moves))
        if self.has_stones:
            assert Stones.of(self.position).is_fork(str(self.said.move), self.sides[0])
        if self.knows:
            assert self.mine == (1, 3)

    def threatens(self, text: str) -> None:
        assert any(self._threats(self.after, text, self.reason.moves))

    def threatens_surely(self, text: str) -> None:
        assert all(self._threats(self.after, text, self.reason.moves))

    def forces(self, who: str, answer: str, me: str, where: str) -> None:
        self.name(who, self.after.turn)
        self.name(me, self.position.turn)
        reply, *threats = self.reason.moves
        assert self.move(answer, self.after) == reply
        if where.startswith("there"):
            assert threats == [reply]
            where = str(reply)
        else:
            where = where.removeprefix("with ")
        stands = self._threats(self.after, where, threats)
        assert [self.after.moves[at] for at, each in enumerate(stands) if not each] == [reply]

    def denies_fork(self, who: str, fork: str, text: str) -> None:
        self.name(who, self.position.turn.opponent)
        move, *threats = self.reason.moves
        assert str(move) == fork
        if self.has_stones:
            me, they = self.sides
            board = Stones.of(self.position)
            assert board.is_fork(fork, they)
            assert board.after(fork, they).threats(they) >= set(map(str, threats))  # there may be more
            left = board.after(str(self.said.move), me)
            assert not any(left.is_fork(reply, they) for reply in left.moves())
        else:  # in other games it is there after most moves
            children = [self.position.play(each) for each in self.position.moves]
            there = [child for child in children if not child.is_over and move in child.moves]
            forked = [child.play(move) for child in there]
            assert 2 * sum(self._is_forked(each, threats) for each in forked) > len(children)
            assert move not in self.after.moves or not self._is_forked(self.after.play(move), threats)
        if self.knows:
            assert self.mine[0] > -1

    @staticmethod
    def _is_forked(at: Position, threats: list[Move]) -> bool:
        return not any(wins(at, reply) for reply in at.moves) and all(
            any(wins(at.play(reply), threat) for threat in threats) for reply in at.moves
        )

    def allows_fork(self, who: str, fork: str, text: str) -> None:
        self.name(who, self.after.turn)
        move, *threats = self.reason.moves
        assert self.move(fork, self.after) == move
        assert all(self._threats(self.after.play(move), text, threats))
        if self.knows:
            assert self.mine == (-1, 4)

    # Answers

    def only_one_move(self, who: str, name: str) -> None:
        self.name(who, self.after.turn)
        (reply,) = self.after.moves
        assert self.after.write(reply) == name

    def _wins_after(self, reply: Move) -> bool:
        then = self.after.play(reply)
        if then.outcome is not None:
            return then.outcome.winner is self.position.turn
        return then.turn is self.position.turn and any(wins(then, move) for move in then.moves)

    def no_answer(self, who: str, me: str) -> None:
        self.few_answers(who, "", me)

    def few_answers(self, who: str, text: str, me: str) -> None:
        self.name(who, self.after.turn)
        self.name(me, self.position.turn)
        assert not any(wins(self.after, reply) for reply in self.after.moves)
        safe = [reply for reply in self.after.moves if not self._wins_after(reply)]
        named = [each for each in re.split(r", | and ", text) if each]
        assert sorted(named) == sorted(self.after.write(reply) for reply in safe)

    def mobility(self, who: str, count: str, how: str | None = None, low: str = "", high: str = "") -> None:
        self.name(who, self.after.turn)
        assert len(self.after.moves) == int(count)
        children = [self.position.play(move) for move in self.position.moves if move != self.said.move]
        others = [
            len(child.moves) for child in children if not child.is_over and child.turn is self.after.turn
        ]
        if how is None:
            assert (min(others), max(others)) == (int(low), int(high or low))
        elif how == "fewer":
            assert int(count) < min(others)
        else:
            assert int(count) > max(others)

    def between(self, who: str, count: str, low: str, high: str | None) -> None:
        self.mobility(who, count, None, low, high or "")

    def again(self, who: str) -> None:
        self.name(who, self.position.turn)
        assert self.after.turn is self.position.turn
        assert not self.after.is_over

    def _again_after(self, after: Position) -> list[Move]:
        """The answers after which the one who gave them is to move once more."""
        children = {move: after.play(move) for move in after.moves}
        return [move for move, child in children.items() if not child.is_over and child.turn is after.turn]

    def lets_again(self, who: str, text: str) -> None:
        self.name(who, self.after.turn)
        self.same_moves(text, self._again_after(self.after), [self.after])

    def denies_turn(self, who: str) -> None:
        self.name(who, self.after.turn)
        found = self._again_after(self.after)
        assert found in ([], list(self.after.moves))

    def keeps_turn(self) -> None:
        assert self.after.mover is self.position.turn

    def passes_turn(self, who: str) -> None:
        self.name(who, self.after.mover)
        assert self.after.mover is self.position.turn.opponent

    def captures(self, verb: str, text: str) -> None:
        """That pieces change hands, read off the text of the position."""
        rows = [_row(str(at)) for at in (self.position, self.after)]
        size = round(len(rows[0]) ** 0.5)
        me, they = "xo" if self.position.turn == 0 else "ox"
        changed = [at for at, (old, new) in enumerate(zip(*rows, strict=True)) if old == they and new != old]
        more = rows[1].count(me) - rows[0].count(me)
        assert (more >= len(changed) > 0) == (verb == "turns over")
        points = _MORRIS if len(rows[0]) == len(_MORRIS) else None
        names = [points[at] if points else f"{'abcdefgh'[at % size]}{size - at // size}" for at in changed]
        if found := re.match(r"(\d+) ", text):
            assert int(found[1]) == len(changed) > 3
        else:
            assert sorted(re.findall(r"[a-h]\d", text)) == sorted(names)

    # What follows

    def inner(self, position: Position, move: Move, text: str) -> None:
        """A sentence in a sentence: what another move does somewhere."""
        assert self.reason.does is not None
        assert self.reason.does.text == text
        said = Explanation(position, move, self.said.value, Line([move]), (self.reason.does,), True)
        type(self)(self.checker, said, self.reason.does, {}).check()

    def _is_best_reply(self, reply: Move) -> None:
        if self.checker.worth is not None and self.said.value.exact:
            worths = {each: better(self.checker.worth(self.after, each)) for each in self.after.moves}
            if self.position.game.score_range is not None:  # who counts points is in no hurry
                worths = {each: worth[:1] for each, worth in worths.items()}
            assert worths[reply] == max(worths.values())

    def refuted(self, who: str, name: str, does: str | None = None) -> None:
        self.name(who, self.after.turn)
        reply = self.move(name, self.after)
        assert reply == self.said.line[1]
        self._is_best_reply(reply)
        if does is not None:
            self.inner(self.after, reply, does)

    def refuted_later(self, who: str, name: str, path: str, does: str) -> None:
        self.name(who, self.after.turn)
        self.leads_to(name, path, does)

    def leads_to(self, name: str, path: str, does: str) -> None:
        there = self.after
        for count in range(1, len(self.said.line)):
            if self.after.write_line(self.said.line[1 : count + 1]) == path:
                there = self.after.play(*self.said.line[1 : count + 1])
                self._is_best_reply(self.said.line[1])
                self.inner(there, self.move(name, there), does)
                return
        raise AssertionError(f"{path} is not how it goes on")

    def meets_answer(self, which: str, reply: str, name: str, does: str) -> None:
        if which == "longest defence":
            assert self.said.value.exact
            assert self.said.value.result == 1
        self.leads_to(name, reply, does)

    def overlooks(self, name: str, does: str) -> None:
        best = self.move(name)
        assert self.values[best] == max(self.values.values())  # type: ignore[type-var]
        assert self.said.value < self.values[best]
        self.inner(self.position, best, does)

    def overlooks_line(self, name: str, path: str, move: str, does: str) -> None:
        best = self.move(name)
        assert self.values[best] == max(self.values.values())  # type: ignore[type-var]
        assert self.said.value < self.values[best]
        there = self.position.play(best)
        for text in path.split():
            there = there.play(self.move(text, there))
        self.inner(there, self.move(move, there), does)

    def deals_with(self, who: str, reply: str, other: str, does: str) -> None:
        self.name(who, self.position.turn.opponent)
        shown = self.move(other)
        there = self.position.play(shown)
        if self.checker.worth is not None:
            assert self.true(shown)[0] < self.mine[0]
        self.inner(there, self.move(reply, there), does)

    def one_answer(self, who: str, name: str) -> None:
        self.name(who, self.after.turn)
        if self.knows:
            assert self.checker.worth is not None
            holding = [each for each in self.after.moves if self.checker.worth(self.after, each)[0] >= 0]
            assert [self.after.write(each) for each in holding] == [name]

    def must_find(self, who: str, name: str, count: str) -> None:
        self.winning(who, "1", count)
        if self.knows:
            assert self.checker.worth is not None
            assert self.checker.worth(self.after, self.move(name, self.after))[0] == 1

    def winning_with(self, who: str, text: str, some: str, count: str) -> None:
        self.winning(who, some, count)
        self.same_moves(text, self.reason.moves, [self.after])
        if self.knows:
            assert self.checker.worth is not None
            assert all(self.checker.worth(self.after, move)[0] == 1 for move in self.reason.moves)

    def better_than(self, name: str, reply: str, does: str) -> None:
        other = self.move(name)
        assert self.values[other] < self.said.value  # type: ignore[operator]
        if self.checker.worth is not None:
            assert better(self.true(other)) < better(self.mine)
        there = self.position.play(other)
        self.inner(there, self.move(reply, there), does)

    def winning(self, who: str, some: str, count: str) -> None:
        self.name(who, self.after.turn)
        assert len(self.after.moves) == int(count)
        if self.knows:
            assert self.checker.worth is not None
            worths = [self.checker.worth(self.after, each)[0] for each in self.after.moves]
            assert worths.count(1) == (len(worths) if some == "each" else int(some))

    # Values

    def when(self, text: str | None, worth: Worth) -> None:
        """Check the distance that a text names; great distances are not counted."""
        if text is None:
            return
        moves = -(-worth[1] // self.position.game.scale.plies_per_move)
        assert text.strip(" ()") == ("at once" if worth[1] == 1 else f"in {moves:.0f}")

    def fate(self, text: str, worth: Worth | None, value: object) -> None:
        """`wins in 5`, `keeps the draw`, `loses by 2 points`, or that it is not decided."""
        if text in ("the game goes on", "does not"):
            assert value.result is None  # type: ignore[attr-defined]
            return
        assert value.exact  # type: ignore[attr-defined]
        if worth is None:
            return
        if text in ("keeps the draw", "draws"):
            assert worth[0] == 0
        elif " by " in text:
            points = int(re.findall(r"\d+", text)[0])
            assert worth[0] == (-points if text.startswith("loses") else points)
        else:
            verb, _, when = text.partition(" ")
            assert worth[0] == {"wins": 1, "loses": -1}[verb]
            self.when(when or None, worth)

    def fate_of(self, name: str, text: str) -> None:
        move = self.move(name)
        self.fate(text, self.true(move) if self.checker.worth else None, self.values[move])

    def only_win(self, when: str | None) -> None:
        if self.knows:
            assert self.mine[0] == 1
            assert max(each[0] for each in self.others) < 1
            self.when(when, self.mine)

    def some_win(self, which: str, count: str, when: str | None) -> None:
        if self.knows:
            winning = [each for each in self.others if each[0] == 1]
            assert len(winning) + 1 == int(count)
            assert self.mine[0] == 1
            self.when(when, self.mine)
            best = min(each[1] for each in winning)
            assert self.mine[1] < best if which == "the quickest" else self.mine[1] <= best

    def just_wins(self, when: str | None, all_of_them: str | None = None) -> None:
        if self.knows:
            assert self.mine[0] == 1
            self.when(when, self.mine)
            assert all_of_them is None or {each[0] for each in self.others} == {1}

    def forced_win(self) -> None:
        assert self.said.value.result == 1

    def wins_later(self, count: str, name: str) -> None:
        if self.knows:
            best = self.true(self.move(name))
            assert best == max([self.mine, *self.others], key=better)
            assert best[0] == self.mine[0] == 1
            assert int(count) == -(-(self.mine[1] - best[1]) // self.position.game.scale.plies_per_move)

    def wins_not_at_once(self, name: str) -> None:
        assert wins(self.position, self.move(name))
        assert not wins(self.position, self.said.move)

    def keeps_draw(self, which: str | None = None, text: str = "") -> None:
        if not self.knows:
            return
        assert self.mine[0] == 0
        if which is None:
            return
        losing = [each for each in self.others if each[0] < 0]
        drawing = 1 + sum(each[0] == 0 for each in self.others)
        assert drawing == (1 if which == "the only move that keeps" else int(re.findall(r"\d+", which)[0]))
        count = len(losing), len(self.others)
        some, verb = text.rsplit(" ", 1)
        numbers = tuple(map(int, re.findall(r"\d+", some)))
        if some == "the other move":
            assert count == (1, 1)
        elif len(numbers) == 1:
            assert count == (numbers[0], numbers[0])
        else:
            assert count == numbers
        assert verb == ("loses" if len(losing) == 1 else "lose")
        assert max(each[0] for each in self.others) <= 0

    def all_draw(self) -> None:
        if self.knows:
            assert self.mine[0] == 0
            assert {each[0] for each in self.others} == {0}

    def draws_while(self, name: str, text: str) -> None:
        self.keeps_draw()
        self.fate_of(name, text)

    def misses_win(self, name: str, when: str | None, draws: str | None) -> None:
        if self.checker.worth is not None:
            best = self.true(self.move(name))
            assert best[0] == 1
            assert self.mine[0] < 1
            self.when(when, best)
            assert draws is None or self.mine[0] == 0

    def loses_while(self, when: str | None, name: str, text: str) -> None:
        if self.knows:
            assert self.mine[0] == -1
            self.when(when, self.mine)
            assert self.true(self.move(name))[0] > -1
        self.fate_of(name, text)

    def loses_as_all(self, when: str | None) -> None:
        if self.knows:
            self.when(when, self.mine)
            assert self.mine[0] == -1
            assert set(self.others) == {self.mine}

    def loses_and_all(self, when: str | None, name: str | None = None) -> None:
        if not self.knows:
            return
        self.when(when, self.mine)
        assert {each[0] for each in [self.mine, *self.others]} == {-1}
        if name is not None:
            best = self.true(self.move(name))
            assert best[1] > self.mine[1]
            assert best[1] == max(each[1] for each in self.others)

    def loses_latest(self, when: str | None) -> None:
        self.loses_and_all(when)
        if self.knows:
            assert self.mine[1] == max(each[1] for each in [self.mine, *self.others])

    def only_move(self, text: str) -> None:
        assert len(self.position.moves) == 1
        self.fate(text, self.mine if self.checker.worth else None, self.said.value)

    # Points

    def points(self, text: str) -> None:
        assert isinstance(self.said.value, Points)
        self.fate(text, self.mine if self.checker.worth else None, self.said.value)

    def fewer_points(self, text: str, name: str, fate: str) -> None:
        self.points(text)
        self.fate_of(name, fate)
        if self.knows:
            best = max(each[0] for each in self.others)
            assert self.true(self.move(name))[0] == best > self.mine[0]

    def as_many_points(self, text: str) -> None:
        self.points(text)
        if self.knows:
            assert {each[0] for each in self.others} == {self.mine[0]}

    def most_points(self, which: str, text: str, name: str, fate: str) -> None:
        self.points(text)
        self.fate_of(name, fate)
        if self.knows:
            assert max(each[0] for each in self.others) <= self.mine[0]
            lower = [each[0] for each in self.others if each[0] < self.mine[0]]
            assert self.true(self.move(name))[0] == max(lower)
            equal = 1 + sum(each[0] == self.mine[0] for each in self.others)
            assert equal == (1 if which == "the only best move" else int(re.findall(r"\d+", which)[0]))

    # Guesses

    @property
    def best(self) -> object:
        return max(self.values.values())  # type: ignore[type-var]

    def looks_best(self) -> None:
        assert not self.said.value.exact
        assert self._behind(self.said.value) <= 0.06

    def _behind(self, value: object) -> float:
        """How far a value lies behind the best, as a share of the distance from the best to the worst."""
        if isinstance(self.best, Points):
            return (self.best.points - value.points) / 10  # type: ignore[attr-defined]
        scores = [value.score for value in self.values.values() if isinstance(value, Estimate)]
        mine = value.score if isinstance(value, Estimate) else 0.0
        top = max([*scores, mine])
        chance = self.position.game.scale.win_probability
        if chance(0.0) is not None:
            return chance(top) - chance(mine)  # type: ignore[operator]
        return (top - mine) / ((top - min(scores)) or 1)

    def one_of_good(self, count: str) -> None:
        self.looks_best()
        good = sum(self._behind(value) <= 0.06 for value in self.values.values())
        assert good >= int(count) > 1

    def as_every(self) -> None:
        self.one_of_good(str(len(self.values)) if len(self.values) > 1 else "2")

    def weaker(self, how: str, name: str) -> None:
        assert self.values[self.move(name)] == self.best
        assert self.said.value < self.best  # type: ignore[operator]
        if found := re.match(r"about (\d+)", how):
            assert isinstance(self.best, Points)
            assert abs(self.best.points - self.said.value.points - int(found[1])) <= 0.5  # type: ignore

    def ahead(self, count: str) -> None:
        assert isinstance(self.best, Points)
        assert self.said.value == self.best
        second = max(value.points for value in self.values.values() if self._behind(value) > 0.05)  # type: ignore
        assert abs(self.best.points - second - int(count)) <= 0.5 + 1e-9

    def only_not_losing(self) -> None:
        lost = [value for move, value in self.values.items() if move != self.said.move]
        assert {value.result for value in lost} == {-1}  # type: ignore[attr-defined]

    # Dice

    def percent(self, text: str, move: Move) -> None:
        """Check a probability up to the digits shown."""
        value = self.values[move]
        assert isinstance(value, Expect)
        assert text.startswith("about ") == (not value.exact)
        digits = text.removeprefix("about ").rstrip("%")
        shown = value.chance
        if value.exact and self.checker.chance is not None:
            shown = self.checker.chance(self.position, move)
        half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
        assert abs(100 * shown - float(digits)) <= half + 1e-7

    def chance(self, text: str, move: Move) -> None:
        """A chance whose "about" was said before, or need not be said again."""
        about = "" if self.values[move].exact or text.startswith("about") else "about "  # type: ignore
        self.percent(about + text, move)

    def _points_on_average(self, text: str, move: Move) -> None:
        value = self.values[move]
        assert isinstance(value, Points)
        found = re.search(r"[+-][\d.]+", text)
        shown = float(found[0]) if found else 0.0
        digits = len(found[0].partition(".")[2]) if found else 2
        assert abs(value.points - shown) <= 0.5 * 10.0**-digits + 1e-7

    def worths(self, text: str, move: Move) -> None:
        """`with a chance of 54.0% to win`, `worth +0.50 points on average`, or the number alone."""
        if "%" in text:
            self.chance(re.findall(r"(?:about )?[\d.]+%", text)[0], move)
        else:
            self._points_on_average(text, move)

    def _number(self, value: object) -> float:
        return value.points if isinstance(value, Points) else value.chance  # type: ignore[attr-defined]

    def best_of_chances(self, how: str, mine: str, less: str, name: str) -> None:
        other, here = self.move(name), self._number(self.said.value)
        numbers = [self._number(value) for value in self.values.values()]
        assert here >= max(numbers) - 1e-9
        assert self._number(self.values[other]) == max(each for each in numbers if each < here - 1e-9)
        self.worths(mine, self.said.move)
        self.worths(less, other)
        if how == "clearly best":
            assert here - self._number(self.values[other]) >= 0.05 - 1e-9
        if found := re.match(r"one of (\d+)", how):
            assert sum(abs(each - here) < 2e-9 for each in numbers) == int(found[1])

    def worse_chance(self, how: str, name: str, mine: str, more: str) -> None:
        other, here = self.move(name), self._number(self.said.value)
        best = max(self._number(value) for value in self.values.values())
        assert self._number(self.values[other]) == best > here
        assert (best - here >= 0.05 - 1e-9) == (how == "clearly worse") or not isinstance(self.best, Expect)
        self.worths(mine, self.said.move)
        self.worths(more, other)

    def alike_chance(self, name: str, mine: str) -> None:
        there, here = self._number(self.values[self.move(name)]), self._number(self.said.value)
        assert abs(there - here) < 0.01 + 1e-9
        self.worths(mine, self.said.move)

    def as_all(self, mine: str) -> None:
        self.worths(mine, self.said.move)
        numbers = [self._number(value) for value in self.values.values()]
        assert max(numbers) - min(numbers) < 2e-9

    def only_chance(self, mine: str) -> None:
        assert len(self.position.moves) == 1
        self.worths(mine, self.said.move)

    def _risk(self, move: Move) -> float:
        after = self.position.play(move)
        return win_now(after) if after.mover is self.position.turn.opponent else 0.0

    def danger(self, who: str, high: str, other: str, low: str, *, mine_is_low: bool) -> None:
        self.name(who, self.position.turn.opponent)
        here, there = self._risk(self.said.move), self._risk(self.move(other))
        risks = [self._risk(move) for move in self.position.moves if move != self.said.move]
        assert there == (max(risks) if mine_is_low else min(risks))
        for text, risk in ((low, min(here, there)), (high, max(here, there))):
            half = 0.5 * 10.0 ** -len(text.rstrip("%").partition(".")[2])
            assert abs(100 * risk - float(text.rstrip("%"))) <= half + 1e-7
        assert (here < there) == mine_is_low

    def cuts(self, who: str, high: str, other: str, low: str) -> None:
        self.danger(who, high, other, low, mine_is_low=True)

    def lets(self, who: str, high: str, other: str, low: str) -> None:
        self.danger(who, high, other, low, mine_is_low=False)

    def races(self, mine: str, who: str, theirs: str) -> None:
        """The fewest steps of a stone to the far corner, each by one row, one column or both."""
        self.name(who, self.position.turn.opponent)
        assert self.position.game.rules.family == "ewn"
        here, there = (self._steps(self.after, side) for side in (0, 1))
        ours, others = (here, there) if self.position.turn == 0 else (there, here)
        assert (int(mine), int(theirs)) == (ours, others)
        assert self._steps(self.position, int(self.position.turn)) > ours

    def race_stays(self, mine: str, who: str, theirs: str) -> None:
        self.name(who, self.position.turn.opponent)
        here, there = (self._steps(self.after, side) for side in (0, 1))
        ours, others = (here, there) if self.position.turn == 0 else (there, here)
        assert (int(mine), int(theirs)) == (ours, others)
        assert self._steps(self.position, int(self.position.turn)) == ours

    @staticmethod
    def _steps(position: Position, side: int) -> int:
        rows = [re.findall(r"\.|[rb]\d", row) for row in str(position).split()[0].split("/")]
        last = len(rows) - 1
        goal = last if side == 0 else 0
        return min(
            max(abs(goal - row), abs(goal - column))
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
            if cell[0] == "rb"[side]
        )


_WHO = r"(the first player|the second player|\S+?)"
_MOVE = r"(\S+)"
_LIST = r"(.+?)"
_IN = rf"(?: ({_WHEN}))?"
_NEAR = rf"(?: \(({_WHEN})\))?"
_FATE = rf"(does not|the game goes on|keeps the draw|(?:wins|loses)(?: (?:{_WHEN}))?|{_POINTS})"
_WORTH = r"(with a chance of .*? to win|worth (?:about )?\S+ points?(?: on average)?|.*? on average)"
_LESS = r"((?:about )?[\d.]+%|(?:about )?\S+ points?)"
_READ = [
    (r"(wins at once|ends the game in a draw|loses at once)(?: \([^)]*\))?", "ends"),
    (rf"stops {_WHO} from winning (there)(?: \(.*\))?", "stops"),
    (rf"stops {_WHO} from winning with {_LIST}", "stops"),
    (rf"lets {_WHO} win at once with {_LIST}", "lets_win"),
    (rf"makes (two|\d+) threats at once, {_LIST}, and no answer stops them all", "forks"),
    (rf"threatens to win with {_LIST}, and no answer stops that", "threatens_surely"),
    (rf"forces {_WHO} to answer {_MOVE}, or {_WHO} wins (there(?: \([^)]*\))?|with {_LIST[1:-1]})", "forces"),
    (rf"denies {_WHO} a fork: else {_MOVE} would threaten {_LIST}", "denies_fork"),
    (rf"allows {_WHO} a fork: {_MOVE} would threaten {_LIST}", "allows_fork"),
    # Answers
    (rf"leaves {_WHO} only one move, {_MOVE}", "only_one_move"),
    (rf"leaves {_WHO} no good answer: {_WHO} wins at once after each", "no_answer"),
    (rf"leaves {_WHO} only {_LIST}: after any other answer {_WHO} wins at once", "few_answers"),
    (rf"leaves {_WHO} (\d+) moves?, (fewer|more) than any other move does", "mobility"),
    (rf"leaves {_WHO} (\d+) moves?; the other moves leave (\d+)(?: to (\d+))?", "between"),
    (rf"lets {_WHO} play {_LIST} and move again", "lets_again"),
    (rf"lets {_WHO} move again", "again"),
    (rf"gives {_WHO} no chance to move twice in a row", "denies_turn"),
    (r"keeps the turn", "keeps_turn"),
    (rf"passes the turn to {_WHO}", "passes_turn"),
    (r"(takes|turns over) ((?:the (?:disc|stone)s? on|\d+ (?:disc|stone)s).*)", "captures"),
    # What follows
    (rf"allows {_WHO} to answer {_MOVE}(?:, which (.*))?", "refuted"),
    (rf"allows {_WHO} to play {_MOVE} after (.*?), which (.*)", "refuted_later"),
    (rf"meets the (longest defence|expected answer), {_MOVE}, with {_MOVE}, which (.*)", "meets_answer"),
    (rf"leads to {_MOVE} after (.*?), which (.*)", "leads_to"),
    (rf"overlooks {_MOVE}, which (.*)", "overlooks"),
    (rf"overlooks {_MOVE}: after (.*?), {_MOVE} (.*)", "overlooks_line"),
    (rf"deals with {_WHO}'s {_MOVE}: after {_MOVE} it (.*)", "deals_with"),
    (rf"leaves {_WHO} one answer that does not lose, {_MOVE}", "one_answer"),
    (rf"makes {_WHO} find {_MOVE}, the only one of (\d+) answers that wins", "must_find"),
    (rf"lets {_WHO} win with (each|\d+) of (\d+) answers", "winning"),
    (rf"lets {_WHO} win with {_LIST}, (each|\d+) of (\d+) answers", "winning_with"),
    (rf"is better than {_MOVE}, after which {_MOVE} (.*)", "better_than"),
    # Verdicts
    (rf"is the only move that wins{_NEAR}", "only_win"),
    (rf"is (the quickest|one) of (\d+) moves that win{_NEAR}", "some_win"),
    (rf"wins{_IN}(, as every move does here)?", "just_wins"),
    (r"is a forced win", "forced_win"),
    (rf"wins too, (\d+) moves? later than {_MOVE}", "wins_later"),
    (rf"wins later than {_MOVE}, which wins at once", "wins_not_at_once"),
    (r"is (the only move that keeps|one of \d+ moves that keep) the draw: (.* loses?)", "keeps_draw"),
    (r"draws, as every move does here", "all_draw"),
    (rf"draws, while {_MOVE} {_FATE}", "draws_while"),
    (rf"misses a win: {_MOVE} wins{_IN}(, this only draws)?", "misses_win"),
    (rf"loses{_IN}, while {_MOVE} {_FATE}", "loses_while"),
    (rf"loses{_IN}, as every move does here", "loses_as_all"),
    (rf"loses{_IN}; every move loses here", "loses_and_all"),
    (rf"loses{_IN}; every move loses here, but {_MOVE} holds out longest", "loses_and_all"),
    (rf"loses{_IN}; every move loses here, and none holds out longer", "loses_latest"),
    (rf"is the only move; {_FATE}", "only_move"),
    (rf"is the only move, {_WORTH}", "only_chance"),
    (rf"({_POINTS}), while {_MOVE} {_FATE}", "fewer_points"),
    (rf"({_POINTS}), as every move does here", "as_many_points"),
    (
        rf"is (the only best move|one of \d+ best moves) and ({_POINTS}); the next best, {_MOVE}, {_FATE}",
        "most_points",
    ),
    (r"looks (?:clearly best|best by a little|best)", "looks_best"),
    (r"looks like one of (\d+) good moves", "one_of_good"),
    (r"looks about as good as every other move", "as_every"),
    (
        rf"looks (a little weaker|clearly weaker|much weaker|about \d+ points? worse|worse) than {_MOVE}",
        "weaker",
    ),
    (r"looks best, about (\d+) points? better than the next", "ahead"),
    (r"is the only move that does not lose", "only_not_losing"),
    (
        rf"is (clearly best|best|one of \d+ best moves), {_WORTH} against {_LESS} after {_MOVE}",
        "best_of_chances",
    ),
    (rf"is (clearly worse|worse) than {_MOVE}, {_WORTH} against {_LESS}", "worse_chance"),
    (rf"is (?:about as good as|hardly better than) {_MOVE}, {_WORTH}", "alike_chance"),
    (rf"is as good as every other move, {_WORTH}", "as_all"),
    (
        rf"cuts {_WHO}'s chance to win with the next roll from ({_PERCENT}) "
        rf"\(after {_MOVE}\) to ({_PERCENT})",
        "cuts",
    ),
    (
        rf"lets {_WHO} win with the next roll with a chance of ({_PERCENT}); "
        rf"after {_MOVE} it is ({_PERCENT})",
        "lets",
    ),
    (rf"races on: (\d+) to go, {_WHO} has (\d+)", "races"),
    (rf"leaves the race as it is: (\d+) to go, {_WHO} has (\d+)", "race_stays"),
    # Last, as what it names may be anything; where a face of a die is named, the game checks it.
    (r"threatens to win with ((?!a \d).+?)", "threatens"),
    (r"draws", "keeps_draw"),
]
