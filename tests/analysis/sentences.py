"""Reads every kind of sentence back and checks what it claims; a sentence that it can't read is a fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kibitz.analysis.explanation import Explanation
from kibitz.base.move import Move
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

    def check(self, said: Explanation, values: dict[Move, object]) -> None:
        """Every reason of an explanation; `values` are what the analysis gave for each move."""
        assert said.reasons
        for reason in said.reasons:
            self.seen[str(reason.kind)] += 1
            try:
                (self.reader or Sentence)(self, said, reason, values).check()
            except AssertionError as fault:
                where = f"{said.move} in {said.position}, line {said.line}, {said.value}"
                self.false.append(f"{reason.text!r}: {where}: {type(fault).__name__} {str(fault)[:300]}")

    def report(self) -> str:
        """How many sentences of each kind were read, and those that are false."""
        return "\n".join([f"{count:6} {kind}" for kind, count in self.seen.most_common()] + self.false)


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

    # Values

    def when(self, text: str, worth: Worth) -> None:
        """That a text tells rightly how soon it is."""
        if text == "in the end":
            return
        moves = -(-worth[1] // self.position.game.scale.plies_per_move)
        assert text == ("at once" if worth[1] == 1 else f"in {moves:.0f}")

    def fate(self, text: str, worth: Worth | None, value: object) -> None:
        """`wins in 5`, `keeps the draw`, `loses by 2 points`, or a guess that is called one."""
        if text.startswith("looks "):
            assert not value.exact  # type: ignore[attr-defined]
            words = self.position.game.scale.format_value(value)  # type: ignore[arg-type]
            assert words.removeprefix("seems ") in text
            assert "to a search" in text
            return
        assert value.exact  # type: ignore[attr-defined]
        if worth is None:
            return
        if text == "keeps the draw":
            assert worth[0] == 0
        elif " by " in text or text == "draws":
            points = 0 if text == "draws" else int(re.findall(r"\d+", text)[0])
            assert worth[0] == (-points if text.startswith("loses") else points)
        else:
            verb, when = text.split(" ", 1)
            assert worth[0] == {"wins": 1, "loses": -1}[verb]
            self.when(when, worth)

    def fate_of(self, name: str, text: str) -> None:
        move = self.move(name)
        self.fate(text, self.true(move) if self.checker.worth else None, self.values[move])

    def only_losing(self, who: str, count: str | None) -> None:
        self.name(who, self.after.turn)
        assert self.after.turn is self.position.turn.opponent
        if self.knows:
            assert self.mine[0] > 0
            if count is not None:
                assert self.mine[1] <= int(count) * self.position.game.scale.plies_per_move

    def just_wins(self, when: str) -> None:
        if self.knows:
            assert self.mine[0] > 0
            self.when(when, self.mine)

    def wins_later(self, count: str, name: str, when: str) -> None:
        if self.knows:
            best = self.true(self.move(name))
            assert best == max([self.mine, *self.others], key=better)
            assert best[0] == self.mine[0] == 1
            assert int(count) == -(-(self.mine[1] - best[1]) // self.position.game.scale.plies_per_move)
            self.when(when, best)

    def wins_not_at_once(self, name: str) -> None:
        assert wins(self.position, self.move(name))
        assert not wins(self.position, self.said.move)

    def wins_sooner(self, text: str) -> None:
        if self.knows:
            winning = [each for each in self.others if each[0] == 1]
            assert len(winning) == (1 if text == "other move that wins" else int(text.split()[0]))
            assert all(each[1] > self.mine[1] for each in winning)

    def keeps_draw(self, text: str | None) -> None:
        if not self.knows:
            return
        assert self.mine[0] == 0
        if text is None:
            return
        losing = [each for each in self.others if each[0] < 0]
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
        self.keeps_draw(None)
        self.fate_of(name, text)

    def misses_win(self, name: str, when: str, draws: str | None) -> None:
        if self.checker.worth is not None:
            best = self.true(self.move(name))
            assert best[0] == 1
            assert self.mine[0] < 1
            self.when(when, best)
            assert draws is None or self.mine[0] == 0

    def loses_while(self, when: str, name: str, text: str) -> None:
        if self.knows:
            assert self.mine[0] == -1
            self.when(when, self.mine)
            assert self.true(self.move(name))[0] > -1
        self.fate_of(name, text)

    def loses_as_all(self, when: str) -> None:
        if self.knows:
            self.when(when, self.mine)
            assert self.mine[0] == -1
            assert set(self.others) == {self.mine}

    def loses_and_all(self, when: str, name: str | None = None, later: str | None = None) -> None:
        if not self.knows:
            return
        self.when(when, self.mine)
        assert {each[0] for each in [self.mine, *self.others]} == {-1}
        if name is not None and later is not None:
            best = self.true(self.move(name))
            assert best[1] > self.mine[1]
            assert best[1] == max(each[1] for each in self.others)
            self.when(later, best)

    def loses_latest(self, when: str) -> None:
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

    def most_points(self, text: str, name: str, fate: str) -> None:
        self.points(text)
        self.fate_of(name, fate)
        if self.knows:
            assert max(each[0] for each in self.others) <= self.mine[0]
            lower = [each[0] for each in self.others if each[0] < self.mine[0]]
            assert self.true(self.move(name))[0] == max(lower)

    # Guesses

    def guesses(self, *texts: str) -> None:
        assert not self.said.value.exact
        assert isinstance(self.said.value, Estimate | Points | Expect)
        words = self.position.game.scale.format_value
        best = max(self.values.values())  # type: ignore[type-var]
        text = self.reason.text
        if (
            isinstance(self.said.value, Estimate)
            and self.position.game.scale.win_probability(self.said.value.score) is None
        ):
            # Points without a scale say who stands better, not by how much.
            assert re.search(r"to a search [\w ]+$", text)
            assert (self.said.value == best) == text.startswith("looks as good as any")
            return
        assert words(self.said.value) in text
        if text.startswith("looks as good as any"):
            assert self.said.value == best
        else:
            assert self.said.value < best
            assert text.endswith(f"{words(self.said.value)} against {words(best)}")  # type: ignore[arg-type]

    # Dice

    def percent(self, text: str, move: Move) -> None:
        """That a chance is told as exactly as its digits are."""
        value = self.values[move]
        assert isinstance(value, Expect)
        assert text.startswith("about ") == (not value.exact)
        digits = text.removeprefix("about ").rstrip("%")
        shown = value.chance
        if value.exact and self.checker.chance is not None:
            shown = self.checker.chance(self.position, move)
        half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
        assert abs(100 * shown - float(digits)) <= half + 1e-7

    def raises(self, less: str, name: str, more: str) -> None:
        other = self.move(name)
        self.percent(more, self.said.move)
        lower = [v.chance for v in self.values.values() if v.chance < self.said.value.chance - 1e-9]  # type: ignore
        assert self.values[other].chance == max(lower)  # type: ignore[attr-defined]
        assert self.said.value.chance >= max(v.chance for v in self.values.values()) - 1e-9  # type: ignore
        self.percent(less, other) if less.startswith("about") == (
            not self.values[other].exact  # type: ignore[attr-defined]
        ) else None

    def gives_away(self, less: str, name: str, more: str) -> None:
        self.percent(less, self.said.move)
        best = max(v.chance for v in self.values.values())  # type: ignore[attr-defined]
        assert self.values[self.move(name)].chance == best > self.said.value.chance  # type: ignore

    def as_all(self, chance: str) -> None:
        self.percent(chance, self.said.move)
        assert all(abs(v.chance - self.said.value.chance) < 2e-9 for v in self.values.values())  # type: ignore

    def only_chance(self, chance: str) -> None:
        assert len(self.position.moves) == 1
        self.percent(chance, self.said.move)

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


_WHO = r"(\S+|the first player|the second player)"
_MOVE = r"(\S+)"
_LIST = r"(.+?)"
_FATE = rf"(looks .*|keeps the draw|(?:wins|loses) (?:{_WHEN})|{_POINTS})"
_READ = [
    (r"(wins at once|ends the game in a draw|loses at once)(?: \([^)]*\))?", "ends"),
    (rf"stops {_WHO} from winning with {_LIST}", "stops"),
    (rf"lets {_WHO} win at once with {_LIST}", "lets_win"),
    (rf"makes (two|\d+) threats at once, {_LIST}, and no answer stops them all", "forks"),
    (rf"threatens to win with {_LIST}, and no answer stops that", "threatens_surely"),
    (rf"forces {_WHO} to answer {_MOVE}, or {_WHO} wins (there(?: \([^)]*\))?|with {_LIST[1:-1]})", "forces"),
    (rf"denies {_WHO} a fork: else {_MOVE} would threaten {_LIST}", "denies_fork"),
    (rf"allows {_WHO} a fork: {_MOVE} would threaten {_LIST}", "allows_fork"),
    (rf"leaves {_WHO} only losing moves(?: and wins in (\d+) at the latest)?", "only_losing"),
    (rf"wins ({_WHEN})", "just_wins"),
    (rf"wins (\d+) later than {_MOVE}, which wins ({_WHEN})", "wins_later"),
    (rf"wins later than {_MOVE}, which wins at once", "wins_not_at_once"),
    (r"wins sooner than the (other move that wins|\d+ others that win)", "wins_sooner"),
    (r"keeps the draw: (.* loses?)", "keeps_draw"),
    (r"draws, as every move does here", "all_draw"),
    (rf"draws, while {_MOVE} {_FATE}", "draws_while"),
    (rf"misses a win: {_MOVE} wins ({_WHEN})(, this only draws)?", "misses_win"),
    (rf"loses ({_WHEN}), while {_MOVE} {_FATE}", "loses_while"),
    (rf"loses ({_WHEN}), as every move does here", "loses_as_all"),
    (rf"loses ({_WHEN}); every move loses here", "loses_and_all"),
    (
        rf"loses ({_WHEN}); every move loses here, but {_MOVE} holds out longer and loses ({_WHEN})",
        "loses_and_all",
    ),
    (rf"loses ({_WHEN}); every move loses here, and none holds out longer", "loses_latest"),
    (rf"is the only move; {_FATE}", "only_move"),
    (rf"is the only move, with a chance of ({_PERCENT}) to win", "only_chance"),
    (rf"({_POINTS}), while {_MOVE} {_FATE}", "fewer_points"),
    (rf"({_POINTS}), as every move does here", "as_many_points"),
    (rf"({_POINTS}); the next best, {_MOVE}, {_FATE}", "most_points"),
    (r"looks as good as any to a search .*", "guesses"),
    (r"looks (?:hardly )?worse than .* to a search .*", "guesses"),
    (rf"raises the chance to win from ({_PERCENT}) with {_MOVE} to ({_PERCENT})", "raises"),
    (rf"leaves a chance of ({_PERCENT}) to win, {_MOVE} one of ({_PERCENT})", "gives_away"),
    (rf"leaves a chance of ({_PERCENT}) to win, as every move does", "as_all"),
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
    # Last, as what it names may be anything; where a face of a die is named, the game checks it.
    (r"threatens to win with ((?!a \d).+?)", "threatens"),
    (r"draws", "keeps_draw"),
]
