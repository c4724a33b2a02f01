"""Games of Kibitz in OpenSpiel, and games of OpenSpiel in Kibitz.

>>> game = kibitz.adapters.openspiel.to_openspiel("connect4")  # doctest: +SKIP
>>> game = kibitz.adapters.openspiel.from_openspiel("breakthrough(rows=5,columns=4)")  # doctest: +SKIP
"""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Any, ClassVar

from kibitz.adapters.optional_packages import need
from kibitz.base.errors import BadOption
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.python_game.definition import PythonGame
from kibitz.games.registry import load
from kibitz.games.stepping import reward

pyspiel = need("pyspiel", "open_spiel", "openspiel")
_PyGame: Any = pyspiel.Game
_PyState: Any = pyspiel.State

#: Maximum game length reported to OpenSpiel.
_LONGEST = 2_000


# ---- A game of Kibitz in OpenSpiel ------------------------------------------------------------------------

#: Specs by OpenSpiel name.
_registered: dict[str, str] = {}


def to_openspiel(game: Game | str) -> Any:
    """Register a game with OpenSpiel (`kibitz_connect4`) and return it."""
    own = load(game) if isinstance(game, str) else game
    plain = name = "kibitz_" + re.sub(r"\W+", "_", own.spec.split("/")[-1]).strip("_")
    number = 1
    while _registered.setdefault(name, own.spec) != own.spec:  # for another file of the same name
        number += 1
        name = f"{plain}_{number}"
    if name not in pyspiel.registered_names():
        _register(name, own)
    return pyspiel.load_game(name)


def _register(name: str, own: Game) -> None:
    kind = pyspiel.GameType.ChanceMode
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=f"{own.title} (Kibitz)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=kind.EXPLICIT_STOCHASTIC if own.has_chance else kind.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )

    class Registered(_Game):
        kibitz, kind = own, game_type

    pyspiel.register_game(game_type, Registered)


def _most_outcomes(game: Game) -> int:
    """Return the maximum number of chance outcomes, as found by random games."""
    most, rng = 0, Random(0)
    for _ in range(20 if game.has_chance else 0):
        position = game.start()
        for _ in range(200):
            if position.is_over:
                break
            if position.turn is Side.CHANCE:
                most = max(most, len(position.moves))
            position = position.play(pick(rng, position.moves))
    return most


class _Game(_PyGame):  # type: ignore[misc]  # of a package without types
    """A game of Kibitz as OpenSpiel's `pyspiel.Game`."""

    kibitz: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, params: Any = None) -> None:
        self.kibitz.encoding.actions.check_complete()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.kibitz.encoding.actions),
            max_chance_outcomes=_most_outcomes(self.kibitz),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> _State:
        """Return the initial state."""
        return _State(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return to_openspiel, (self.kibitz,)  # also registered where it is unpickled

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return the observer, which encodes states."""
        return _Observer(self.kibitz)


class _State(_PyState):  # type: ignore[misc]
    """A position as OpenSpiel's `pyspiel.State`."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.position: Position = game.kibitz.start()

    def current_player(self) -> int:
        """Return the player to act."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if self.position.turn is Side.CHANCE else self.position.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.game.encoding.actions.numbers(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return chance outcomes, numbered in the order of the position's moves."""
        return [(place, chance) for place, (_, chance) in enumerate(self.position.chances)]

    def _move(self, action: int) -> Any:
        if self.position.turn is Side.CHANCE:
            return self.position.moves[action]
        return self.position.game.encoding.actions.move(self.position, action)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self._move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._move(action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return each player's result."""
        return [reward(self.position, side) for side in (Side.FIRST, Side.SECOND)]

    def __str__(self) -> str:
        return str(self.position)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.position.game, self.serialize())


def _restored(game: Game, text: str) -> Any:
    """Unpickle a state, also in a process that has not registered its game."""
    return to_openspiel(game).deserialize_state(text)


class _Observer:
    """Encodes states as arrays and texts."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        self._game = game
        shape = game.encoding.shape
        self.tensor = np.zeros(shape[0] * shape[1] * shape[2], np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: _State, player: int) -> None:
        """Fill the array; both players see the same."""
        self.dict["planes"][:] = self._game.encoding.encode([state.position])[0]

    def string_from(self, state: _State, player: int) -> str:
        """Return the position as text."""
        return str(state.position)


# ---- A game of OpenSpiel in Kibitz ------------------------------------------------------------------------


class OpenSpielGame(PythonGame):
    """A game of OpenSpiel: subclass it with a `spec`, or call `from_openspiel`.

    A position is the list of actions, which is right for every game; OpenSpiel's states are cached. Moves are
    OpenSpiel's action numbers.
    """

    #: Spec for `pyspiel.load_game`.
    openspiel: ClassVar[str] = ""
    _CACHE_SIZE = 100_000

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        try:
            self._game = pyspiel.load_game(self.openspiel)
        except Exception as refusal:  # OpenSpiel's error type
            raise BadOption(f"OpenSpiel has no game {self.openspiel!r}: {refusal}") from None
        kind = self._game.get_type()
        fits = (
            self._game.num_players() == 2
            and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
            and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
            and kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        )
        if not fits:
            raise BadOption(
                f"{self.openspiel} is not supported; Kibitz plays sequential zero-sum games of two players "
                "with perfect information"
            )
        self._states: OrderedDict[tuple[int, ...], Any] = OrderedDict()
        most = self._game.max_utility()
        if most != 1:
            self.score_range = (-int(most), int(most))
        if kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
            self.chances = None  # type: ignore[method-assign, assignment]  # as games without dice say it

    def _state(self, history: tuple[int, ...]) -> Any:
        found = self._states.get(history)
        if found is None:
            if history:
                found = self._state(history[:-1]).clone()
                found.apply_action(history[-1])
            else:
                found = self._game.new_initial_state()
            if len(self._states) >= self._CACHE_SIZE:
                self._states.popitem(last=False)
            self._states[history] = found
        return found

    def start(self) -> tuple[int, ...]:
        """Return the empty list of actions."""
        return ()

    def turn(self, state: tuple[int, ...]) -> str:
        """Return the player to act; at the end, the opponent of the last player."""
        player = self._state(state).current_player()
        if player == pyspiel.PlayerId.CHANCE:
            return "chance"
        if player == pyspiel.PlayerId.TERMINAL:
            player = 1 - max(0, self._state(state[:-1]).current_player())
        return ("first", "second")[player]

    def moves(self, state: tuple[int, ...]) -> list[int]:
        """Return OpenSpiel's legal actions."""
        return list(self._state(state).legal_actions())

    def chances(self, state: tuple[int, ...]) -> dict[int, float]:
        """Return the chance outcomes."""
        return dict(self._state(state).chance_outcomes())

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        """Return the list with another action."""
        return (*state, move)

    def outcome(self, state: tuple[int, ...]) -> str | int | None:
        """Return the winner, or points."""
        found = self._state(state)
        if not found.is_terminal():
            return None
        won = float(found.returns()[0])
        if self.score_range is not None:
            return round(won)
        return "draw" if won == 0 else "first" if won > 0 else "second"

    def draw(self, state: tuple[int, ...]) -> str:
        """Return OpenSpiel's text."""
        return str(self._state(state))

    def format_move_in(self, state: tuple[int, ...], move: int) -> str:
        """Return OpenSpiel's text of an action, without separators."""
        found = self._state(state)
        return re.sub(r"[\s,;]+", "_", found.action_to_string(found.current_player(), move))

    def actions(self) -> list[int]:
        """Return OpenSpiel's actions."""
        return list(range(self._game.num_distinct_actions()))


def from_openspiel(name: str) -> Game:
    """Return a game of OpenSpiel as a game of Kibitz."""
    title = re.sub(r"\W+", "_", name).strip("_")
    cls = type(title, (OpenSpielGame,), {"openspiel": name, "__doc__": f"{name}, by OpenSpiel."})
    return load(cls)
