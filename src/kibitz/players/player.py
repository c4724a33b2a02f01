"""The base class of players: a player chooses a move in a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from kibitz.base.argument_checks import check
from kibitz.base.deprecation import Renamed
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
    """The result of one iteration of iterative deepening; counts are cumulative."""

    depth: int
    value: Value
    line: Line
    nodes: int
    #: Beta cutoffs: nodes left before all their moves or rolls were searched.
    cutoffs: int
    #: Nodes answered by the transposition table.
    table_hits: int
    #: Re-searches after a null or aspiration window failed.
    researches: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move, with the value, PV and effort behind it.

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
    #: One entry for each completed depth.
    iterations: tuple[Iteration, ...] = ()


class Player(ABC):
    """Chooses moves, without side effects. Made from a spec such as `alphabeta:depth=7`.

    >>> import kibitz
    >>> class Last(kibitz.Player):
    ...     name, summary = "last", "the last move of the list"
    ...     def think(self, position, limit, rng):
    ...         return position.moves[-1]
    >>> print(Last({}, {}).choose(kibitz.load("tictactoe").start()).move)
    9
    """

    name: ClassVar[str]
    #: One line on how it chooses.
    summary: ClassVar[str]
    #: A note for its opponent before the game; empty for most.
    note: ClassVar[str] = ""
    #: Games it can play, in a few words.
    plays: ClassVar[str] = "every game"
    options: ClassVar[tuple[Option, ...]] = ()
    #: Whether it manages its own clock, so that it gets no limit per move.
    keeps_time: ClassVar[bool] = False
    #: Whether it counts nodes, so that a seed and a node limit determine its moves on every machine.
    counts: ClassVar[bool] = False
    #: Whether it accepts the search options of games.
    takes_search_options: ClassVar[bool] = False
    #: Whether its class comes from a file that only its spec names.
    in_file: bool = False
    #: The seed of its random stream; None for a random seed.
    seed: int | None = None
    _own_stream: Random | None = None
    #: The game of its last move, which it can play.
    _plays_game: Game | None = None

    def __init__(self, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]) -> None:
        """Store the options: `values` has all of them, `shown` those that the spec names."""
        self.values: Mapping[str, OptionValue] = MappingProxyType(dict(values))
        own = {o.name: o.text(shown[o.name]) for o in self.options if o.name in shown}
        others = {name: format_value(value) for name, value in shown.items() if name not in own}
        text = ",".join([f"{name}={value}" for name, value in {**own, **others}.items()])
        #: The text that makes an equal player.
        self.spec = f"{self.name}:{text}" if text else self.name

    @property
    def display_name(self) -> str:
        """The name shown to people: `alphabeta, depth 5`."""
        chosen = self.spec.partition(":")[2].replace("=", " ").replace(",", ", ")
        return f"{self.name}, {chosen}" if chosen else self.name

    called = Renamed("display_name")
    hear_clock = Renamed("set_clock")
    hear_limit = Renamed("set_limit")

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Return why options that are allowed one by one contradict each other, or None.

        `values` sets every option, and `given` are the names that the spec mentions.
        """
        return None

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play a game, or None if it can."""
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
        """Choose a move for the side to move, within a limit.

        Random choices, also between equal moves, come from `rng` or from the player's own stream, which
        `kibitz.player(spec, seed=...)` seeds. The limit may be a text such as `nodes=10k`, or given as
        `depth`, `nodes` and `seconds`. `last` is the opponent's last move, for players that err as people do.
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
        """Return the player's own random stream."""
        # Not made in __init__, which custom players need not call.
        if self._own_stream is None:
            self._own_stream = Random(self.seed)
        return self._own_stream

    def think_after(
        self, last: Move | None, position: Position, limit: Limit, rng: Random
    ) -> Choice | Move | str:
        """Choose a move, knowing the opponent's last one; most players ignore it."""
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
        """Do slow work before the first move, such as starting an engine."""

    def set_clock(self, left: TimeLeft) -> None:  # noqa: B027  # most need only the limit
        """Set the clocks before a move of a game with clocks."""

    def set_limit(self, limit: Limit) -> None:  # noqa: B027  # most get it when they choose
        """Set the limit of the next move, before preparing for it."""

    def may_take(self, limit: Limit) -> float | None:
        """Return the seconds that the next move may take within a limit; None for any."""
        return limit.seconds

    def close(self) -> None:  # noqa: B027  # most players hold nothing
        """Release external resources, such as an engine. The player may still be used afterwards."""

    @abstractmethod
    def think(self, position: Position, limit: Limit, rng: Random) -> Choice | Move | str:
        """Choose one of `position.moves`; every player implements this.

        The game is not over, a player is to move, and `cannot_play` has accepted the game. Keep to the
        limit, and take random numbers from `rng` only, so that the same seed gives the same game.
        """

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # As it was made, without external resources and caches.
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
