"""What a player is: something that chooses a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, GameOver, IllegalMove
from kibitz.base.limit import Limit, as_limit
from kibitz.base.move import Line, Move
from kibitz.base.options import Option, OptionValue, format_value
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.base.time_management import TimeLeft
from kibitz.base.value import Value
from kibitz.games.game import Game
from kibitz.games.position import Position, check_move


@dataclass(frozen=True, slots=True)
class Iteration:
    """What a search knew after one depth; the numbers count from its beginning."""

    depth: int
    value: Value
    line: Line
    nodes: int
    #: Nodes left before all their moves or outcomes were looked at.
    cutoffs: int
    #: Nodes that the table of positions seen answered.
    table_hits: int
    #: Searches done again because the window was too narrow.
    researches: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player knew when choosing it.

    >>> import kibitz
    >>> choice = kibitz.player("minimax:depth=2").choose(kibitz.load("tictactoe").position("xx./oo./..."))
    >>> print(choice.move, choice.value, choice.nodes)
    3 Win(1) 21
    """

    move: Move
    value: Value | None = None
    line: Line = field(default_factory=Line)
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    #: What a search knew after each depth it finished.
    iterations: tuple[Iteration, ...] = ()


class Player(ABC):
    """Chooses a move, without side effects. Made from a spec such as `alphabeta:depth=7`.

    >>> import kibitz
    >>> class Last(kibitz.Player):
    ...     name, summary = "last", "the last move of the list"
    ...     def think(self, position, limit, rng):
    ...         return position.moves[-1]
    >>> print(Last({}, {}).choose(kibitz.load("tictactoe").start()).move)
    9
    """

    name: ClassVar[str]
    #: One line on how it thinks.
    summary: ClassVar[str]
    #: What a person should know before a game with it; empty for most.
    note: ClassVar[str] = ""
    #: What it can and can't play, in a few words.
    plays: ClassVar[str] = "every game"
    options: ClassVar[tuple[Option, ...]] = ()
    #: Whether it shares out its time for a game by itself, and so is not given a limit for a move.
    keeps_time: ClassVar[bool] = False
    #: Whether it counts positions, so that a seed and a limit of positions tell all its moves everywhere.
    counts: ClassVar[bool] = False
    #: Whether options that belong to the searches of a game may be given to it.
    takes_search_options: ClassVar[bool] = False
    #: Whether its class stands in a file that only its spec names.
    in_file: bool = False
    #: Where its chance begins; None for anywhere, so that no two games need be alike.
    seed: int | None = None
    _own_stream: Random | None = None
    #: The last game that it was found to play.
    _plays_game: Game | None = None

    def __init__(self, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]) -> None:
        """`values` sets every option; `shown` are those that the spec names."""
        self.values: Mapping[str, OptionValue] = MappingProxyType(dict(values))
        own = {o.name: o.text(shown[o.name]) for o in self.options if o.name in shown}
        others = {name: format_value(value) for name, value in shown.items() if name not in own}
        text = ",".join([f"{name}={value}" for name, value in {**own, **others}.items()])
        #: The text that makes this player again.
        self.spec = f"{self.name}:{text}" if text else self.name

    @property
    def called(self) -> str:
        """What people call it: `alphabeta, depth 5`."""
        chosen = self.spec.partition(":")[2].replace("=", " ").replace(",", ", ")
        return f"{self.name}, {chosen}" if chosen else self.name

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """What is wrong with options that are each allowed, but not together; None if nothing is.

        `values` sets every option, and `given` are the names that the spec mentions.
        """
        return None

    def cannot_play(self, game: Game) -> str | None:
        """Why it can't play a game; None if it can."""
        check(game=(game, Game))
        return None

    def choose(
        self,
        position: Position,
        limit: Limit | str | None = None,
        rng: Random | None = None,
        *,
        last: Move | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Choice:
        """A move for the side to move, within a limit.

        Chance, and which of equal moves is taken, comes from `rng`; without it from
        a stream of the player's own, which goes on from choice to choice. It
        begins anywhere, or where `kibitz.player(spec, seed=...)` says. The limit may
        be a text such as `nodes=10k`, or given as `depth`, `nodes` and `seconds`.
        `last` is the move that a player made before, for those who look at the
        board as people do.
        """
        check(
            position=(position, Position),
            limit=(limit, Limit | str | None),
            rng=(rng, Random | None),
            last=(last, Move | None),
        )
        if last is not None:
            check_move(position.game, last)
        bounds = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds) or Limit()
        if position.is_over:
            raise GameOver(f"the game is over ({position.outcome}); there is nothing to choose")
        if position.turn is Side.CHANCE:
            raise BadOption("the dice decide here; roll them before asking a player")
        if position.game is not self._plays_game:
            if reason := self.cannot_play(position.game):
                raise BadOption(f"{self.name} can't play {position.game.spec}: {reason}")
            self._plays_game = position.game
        answer = self.think_after(last, position, bounds, rng or self._stream())
        return answer if isinstance(answer, Choice) else self._as_choice(position, answer)

    def _stream(self) -> Random:
        """The chance of this player alone, where nobody brings some."""
        # Not made in __init__, which a player of somebody's own need not call.
        if self._own_stream is None:
            self._own_stream = Random(self.seed)
        return self._own_stream

    def think_after(
        self, last: Move | None, position: Position, limit: Limit, rng: Random
    ) -> Choice | Move | str:
        """A move where a player's last one was this; most don't care."""
        return self.think(position, limit, rng)

    def _as_choice(self, position: Position, answer: object) -> Choice:
        """Return a move or its text as a choice; IllegalMove if it is neither."""
        if isinstance(answer, str):
            answer = position.move(answer)
        if isinstance(answer, Move):
            return Choice(answer)
        raise IllegalMove(f"{self.name} must answer with a move, its text or a Choice, not {answer!r:.60}")

    def probabilities(self, position: Position) -> Mapping[Move, float] | None:
        """Return the probability of each move; None if the player does not know them.

        >>> import kibitz
        >>> found = kibitz.player("random").probabilities(kibitz.load("tictactoe").position("xox/xox/o.."))
        >>> {str(move): chance for move, chance in found.items()}
        {'8': 0.5, '9': 0.5}
        """
        return None

    def prepare(self, position: Position) -> None:  # noqa: B027  # most players are always ready
        """Do what takes time before the first move, such as starting another program."""

    def hear_clock(self, left: TimeLeft) -> None:  # noqa: B027  # a limit is all that most need to know
        """Be told of the clocks before a move of a game with clocks."""

    def hear_limit(self, limit: Limit) -> None:  # noqa: B027  # most are told when they are asked
        """Be told of the limit for the next move, before getting ready for it."""

    def may_take(self, limit: Limit) -> float | None:
        """How many seconds the next move may take with such a limit; None for any number."""
        return limit.seconds

    def close(self) -> None:  # noqa: B027  # most players hold nothing
        """Let go of what it holds outside Kibitz, such as another program. It may still be used after."""

    @abstractmethod
    def think(self, position: Position, limit: Limit, rng: Random) -> Choice | Move | str:
        """Choose one of `position.moves`: what every player must say.

        The position has not ended, a player is to move, and `cannot_play` had
        nothing against the game. Keep to the limit; draw chance from `rng`
        alone, so that the same seed gives the same game.
        """

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # As it was made: what it holds outside Kibitz and what it remembers stays here.
        if self.in_file:
            from kibitz.players.registry import make_player

            return _made_from_file, (make_player, self.spec, self.seed)
        return _made_again, (type(self), dict(self.values), self.spec, self.seed)

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"<Player {self.spec}>"


def _made_again(
    cls: type[Player], values: dict[str, OptionValue], spec: str, seed: int | None = None
) -> Player:
    player = cls(values, {})
    player.spec, player.seed = spec, seed
    return player


def _made_from_file(make: Callable[..., Player], spec: str, seed: int | None) -> Player:
    return make(spec, seed=seed)
