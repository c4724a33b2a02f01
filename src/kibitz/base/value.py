"""Values of positions for the side to move.

Values are totally ordered: losses first (short ones lowest), then undecided values, then wins (short ones
highest).
"""

from __future__ import annotations

import functools
import math
import re
import sys
from dataclasses import dataclass, field
from typing import Self

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadNotation, BadOption, quoted

#: Maximum length of a game in plies.
_MOST_PLIES = 2**63


@functools.total_ordering
class Value:
    """Base class of `Win`, `Draw`, `Loss`, `Points`, `Expect` and `Estimate`.

    >>> import kibitz
    >>> sorted([kibitz.Win(5), kibitz.Loss(2), kibitz.Draw(), kibitz.Win(3), kibitz.Loss(4)])
    [Loss(2), Loss(4), Draw(), Win(5), Win(3)]
    >>> kibitz.Value.parse("Win(5)").plies
    5
    """

    __slots__ = ()

    @property
    def exact(self) -> bool:
        """Return whether this is an exact value, not an estimate."""
        return True

    @property
    def result(self) -> int | None:
        """Return 1 for a win, 0 for a draw, -1 for a loss, None if undecided."""
        return None

    @property
    def plies(self) -> int | None:
        """Return the plies to the end of the game (the remoteness), if known."""
        return None

    def _rank(self) -> tuple[float, ...]:
        raise NotImplementedError

    def __neg__(self) -> Value:
        """Return the value from the other player's point of view."""
        raise NotImplementedError

    def before(self) -> Value:
        """Return the value one ply earlier, for the same player."""
        return self

    def words(self, a_move: int = 1) -> str:
        """Format the value for people; `a_move` is the number of plies per move."""
        raise NotImplementedError

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank() < other._rank()

    @staticmethod
    def parse(text: str) -> Value:
        """Parse the `str` of a value."""
        check(text=(text, str))
        return _parse(text)


def _check_plies(plies: int | None) -> None:
    check(plies=(plies, int | None))
    if plies is not None and plies < 0:
        raise BadOption(f"a game can't end {quoted(-plies)} plies ago")
    if plies is not None and plies > _MOST_PLIES:
        raise BadOption(f"no game takes {quoted(plies)} plies")


def _check_number(name: str, number: float) -> None:
    if type(number) is not float:
        check(**{name: (number, int | float)})
    # Python integers may be too large to compare
    if number != number or (isinstance(number, int) and abs(number) > sys.float_info.max):
        raise BadOption(f"{name} must be a number, not {quoted(number)}")


def moves_in(plies: int, a_move: int) -> int:
    """Return the number of moves of `a_move` plies in so many plies, rounded up."""
    check(a_move=(a_move, int))
    if a_move < 1:
        raise BadOption(f"a move is one ply or more, not {a_move}")
    return -(-plies // a_move)


def _in_moves(plies: int | None, a_move: int) -> str:
    return "" if plies is None else " now" if plies == 0 else f" in {moves_in(plies, a_move)}"


@dataclass(frozen=True, slots=True, repr=False)
class _Decided(Value):
    """A decided value, `plies` before the end."""

    plies: int | None = None

    def __init__(self, plies: int | None = None) -> None:
        # Hand-written for speed.
        if plies is not None and not (type(plies) is int and 0 <= plies <= _MOST_PLIES):
            _check_plies(plies)
        object.__setattr__(self, "plies", plies)

    def before(self) -> Self:
        """Return the same outcome, one ply longer."""
        return type(self)(None if self.plies is None else self.plies + 1)

    def __str__(self) -> str:
        return f"{type(self).__name__}({'' if self.plies is None else self.plies})"

    __repr__ = __str__


class Win(_Decided):
    """The side to move wins in `plies` plies with best play of both sides.

    >>> import kibitz
    >>> kibitz.Win(3) > kibitz.Win(5), -kibitz.Win(3), kibitz.Win(3).words()
    (True, Loss(3), 'wins in 3')
    """

    __slots__ = ()
    result = 1

    def _rank(self) -> tuple[float, ...]:
        return (1, -float("inf") if self.plies is None else -self.plies, 0)

    def __neg__(self) -> Loss:
        return Loss(self.plies)

    def words(self, a_move: int = 1) -> str:
        """Format the value for people."""
        return "wins" + _in_moves(self.plies, a_move)


class Draw(_Decided):
    """A draw; `plies` is None if the end is unknown or never comes.

    >>> import kibitz
    >>> kibitz.Loss(8) < kibitz.Draw() < kibitz.Win(9), kibitz.Draw(4).before()
    (True, Draw(5))
    """

    __slots__ = ()
    result = 0

    def _rank(self) -> tuple[float, ...]:
        # Draws sort like an even estimate. Shorter ones come first, as in a table that counts plies to the
        # nearest draw.
        return (0, 0, -1, -float("inf") if self.plies is None else -self.plies)

    def __neg__(self) -> Draw:
        return self

    def words(self, a_move: int = 1) -> str:
        """Format the value for people."""
        return "draws" + _in_moves(self.plies, a_move)


class Loss(_Decided):
    """The side to move loses in `plies` plies with best play of both sides.

    >>> import kibitz
    >>> kibitz.Loss(2) < kibitz.Loss(6), -kibitz.Loss(2), kibitz.Loss(2).words()
    (True, Win(2), 'loses in 2')
    """

    __slots__ = ()
    result = -1

    def _rank(self) -> tuple[float, ...]:
        return (-1, float("inf") if self.plies is None else self.plies, 0)

    def __neg__(self) -> Win:
        return Win(self.plies)

    def words(self, a_move: int = 1) -> str:
        """Format the value for people."""
        return "loses" + _in_moves(self.plies, a_move)


@dataclass(frozen=True, slots=True, repr=False)
class Points(Value):
    """The margin by which the side to move wins, if outcomes are points; with dice an expectation.

    >>> import kibitz
    >>> kibitz.Points(3).words(), -kibitz.Points(3), kibitz.Points(-1.5, exact=False).words()
    ('wins by 3 points', Points(-3), 'about -1.5 points')
    >>> kibitz.Points(1.5, average=True).words(), kibitz.Points(1.5, average=True).result
    ('+1.50 points on average', None)
    """

    points: float
    exact: bool = True
    #: Whether it is an expectation over dice: neither a win nor a draw nor a loss.
    average: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        check(exact=(self.exact, bool), average=(self.average, bool))
        _check_number("points", self.points)
        if math.isinf(self.points):
            raise BadOption("points are a number that is finite")
        if self.average:  # values that differ by rounding are equal
            object.__setattr__(self, "points", round(self.points, _PLACES) + 0)

    @property
    def result(self) -> int | None:
        """Return whether that is a win, a draw or a loss; None for an estimate or expectation."""
        if not self.exact or self.average:
            return None
        return (self.points > 0) - (self.points < 0)

    def _rank(self) -> tuple[float, ...]:
        # Sorts like an estimate of the same points.
        return (0, self.points, 1 if self.exact else 0.5)

    def __neg__(self) -> Points:
        return Points(0 - self.points, self.exact, self.average)

    def words(self, a_move: int = 1) -> str:
        """Format the value for people."""
        on_average = " on average" if self.average else ""
        if abs(self.points) < _ROUNDING and (self.average or not self.exact):
            return f"{'' if self.exact else 'about '}even{on_average}"
        if not self.exact:
            return f"about {signed_points(self.points, 1)}{on_average}"
        if self.average:
            return f"{signed_points(self.points)} on average"
        if self.points == 0:
            return "draws"
        verb = "wins" if self.points > 0 else "loses"
        return f"{verb} by {_amount(abs(self.points))}"

    def __str__(self) -> str:
        short = f"{self.points:g}"
        number = short if float(short) == self.points else repr(float(self.points))
        return f"Points({number}{'' if self.exact else ', exact=False'})"

    __repr__ = __str__


#: Precision of expectations, in decimal places; sums over rolls have rounding errors.
_ROUNDING = 1e-9
_PLACES = 9


def _amount(points: float) -> str:
    """Format a positive number of points: at most two decimal places, but never as zero."""
    many = f"{points:g}" if points == int(points) else f"{points:.2f}"
    if float(many) == 0:
        many = f"{points:.1g}"
    return f"{many} {'point' if float(many) == 1 else 'points'}"


def signed_points(points: float, digits: int = 2) -> str:
    """Format points with a sign: `+1.50 points`; zero has none, and tiny values are marked.

    >>> signed_points(-0.5), signed_points(2), signed_points(-4e-15), signed_points(0.0031)
    ('-0.50 points', '+2 points', '0 points', '+0.003 points')
    """
    if abs(points) < _ROUNDING:
        return "0 points"
    text = f"{points:+.0f}" if abs(points - round(points)) < _ROUNDING else f"{points:+.{digits}f}"
    if float(text) == 0:
        text = f"{points:+.1g}"
    return f"{text} {'point' if abs(float(text)) == 1 else 'points'}"


def percent(share: float, digits: int = 1) -> str:
    """Format a probability; only what is certain is written as 0 % or 100 %.

    >>> percent(0.55), percent(1.0), percent(0.99996), percent(0.00004), percent(0.997, 0)
    ('55.0%', '100.0%', '>99.9%', '<0.1%', '>99%')
    """
    text = f"{share:.{digits}%}"
    least = 10.0 ** -(digits + 2)
    if text == f"{0:.{digits}%}" and share > _ROUNDING:
        return f"<{least:.{digits}%}"
    if text == f"{1:.{digits}%}" and share < 1 - _ROUNDING:
        return f">{1 - least:.{digits}%}"
    return text


@dataclass(frozen=True, slots=True, repr=False)
class Expect(Value):
    """The expected score with dice: 1 a sure win, 0 a sure loss, a draw counts half.

    >>> import kibitz
    >>> chance = kibitz.Expect(0.55)
    >>> chance.words(), -chance, chance > kibitz.Expect(0.5)
    ('55.0% to win', Expect(0.44999999999999996), True)
    """

    chance: float
    exact: bool = True

    def __post_init__(self) -> None:
        check(chance=(self.chance, int | float), exact=(self.exact, bool))
        if not 0 <= self.chance <= 1:
            raise BadOption(f"a chance is between 0 and 1, not {quoted(self.chance)}")

    def _rank(self) -> tuple[float, ...]:
        # The chance itself comes last because 2 * chance - 1 rounds tiny ones to 0.
        return (0, 2 * self.chance - 1, 1 if self.exact else 0.5, self.chance)

    def __neg__(self) -> Expect:
        return Expect(1 - self.chance, self.exact)

    def words(self, a_move: int = 1) -> str:
        """Format the value for people."""
        return f"{percent(self.chance)} to win" if self.exact else f"about {self.chance:.0%} to win"

    def __str__(self) -> str:
        return f"Expect({self.chance!r}{'' if self.exact else ', exact=False'})"

    __repr__ = __str__


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(Value):
    """A static or search estimate in the game's own points; 0 is even.

    >>> import kibitz
    >>> guess = kibitz.Estimate(12.5)
    >>> guess.words(), guess.exact, guess < kibitz.Win(30)
    ('seems better', False, True)
    """

    score: float
    exact = False

    def __post_init__(self) -> None:
        _check_number("score", self.score)

    def _rank(self) -> tuple[float, ...]:
        return (0, self.score, 0)

    def __neg__(self) -> Estimate:
        return Estimate(0.0 - self.score)

    def words(self, a_move: int = 1) -> str:
        """Format the value for people."""
        # Only the game knows the unit of its points (`Game.scale.format_value`).
        return "about even" if self.score == 0 else f"seems {'better' if self.score > 0 else 'worse'}"

    def __str__(self) -> str:
        short = f"{self.score:g}"
        return f"Estimate({short if float(short) == self.score else repr(float(self.score))})"

    __repr__ = __str__


_DECIDED = {"win": Win, "draw": Draw, "loss": Loss}
_SHAPE = re.compile(
    r"\s*(win|draw|loss|points|expect|estimate)\s*\(\s*([^,)]*?)\s*(,\s*exact\s*=\s*false\s*)?\)\s*", re.I
)


def _parse(text: str) -> Value:
    found = _SHAPE.fullmatch(text)
    if found:
        name, number, guess = found[1].lower(), found[2], found[3]
        try:
            if name in _DECIDED and not guess:
                return _DECIDED[name](int(number) if number else None)
            if name == "points":
                return Points(float(number), exact=not guess)
            if name == "expect":
                return Expect(float(number), exact=not guess)
            if name == "estimate" and not guess:
                return Estimate(float(number))
        except ValueError:
            pass
    raise BadNotation(
        f"{quoted(text)} is not a value; one looks like Win(5), Draw(2), Loss(4), Points(3), "
        "Expect(0.5) or Estimate(10)"
    )
