"""A game against a chosen opponent as an environment of Gymnasium.

>>> env = kibitz.adapters.gymnasium.Against("tictactoe", "negascout")  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from kibitz.adapters.environment import action_mask, observation_space, observed, reward, roll
from kibitz.adapters.optional_packages import need
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit, as_limit
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player

_gymnasium = need("gymnasium", "gymnasium", "gymnasium")
_Env: Any = _gymnasium.Env
_SIDES = {"first": Side.FIRST, "second": Side.SECOND}


class Against(_Env):  # type: ignore[misc]  # of a package without types
    """One agent plays one side, a player of Kibitz the other; dice roll by themselves.

    `side` is first, second, or either, by lot for each game. A move that is not
    allowed loses at once.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        opponent: Player | str = "random",
        side: str = "either",
        limit: Limit | str | None = None,
        render_mode: str | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.opponent = make_player(opponent) if isinstance(opponent, str) else opponent
        if why := self.opponent.cannot_play(self.game):
            raise BadOption(f"{self.opponent} can't play {self.game.spec}: {why}")
        self.game.encoding.actions.check_complete()
        if side not in (*_SIDES, "either"):
            raise BadOption(f"a side is first, second or either, not {side!r}")
        self.side, self.render_mode = side, render_mode
        self.limit = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds)
        self.observation_space = observation_space(self.game, _gymnasium.spaces)
        self.action_space = _gymnasium.spaces.Discrete(len(self.game.encoding.actions))
        self._rng = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; the opponent moves first where it is its turn."""
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(2**31)))
        lot = "first" if self._rng.random() < 0.5 else "second"
        self.plays = _SIDES[lot if self.side == "either" else self.side]
        self.position = roll(self.game.start(self._rng), self._rng)
        self._let_opponent_move()
        return observed(self.game, self.position), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The agent moves, then the opponent."""
        if self.position.is_over:
            return observed(self.game, self.position), 0.0, True, False, self._info()
        if int(action) not in self.game.encoding.actions.numbers(self.position):
            return observed(self.game, self.position), -1.0, True, False, {**self._info(), "illegal": True}
        move = self.game.encoding.actions.move(self.position, int(action))
        self.position = roll(self.position.play(move), self._rng)
        self._let_opponent_move()
        won, over = reward(self.position, self.plays), self.position.is_over
        return observed(self.game, self.position), won, over, False, self._info()

    def _let_opponent_move(self) -> None:
        while not self.position.is_over and self.position.turn is not self.plays:
            choice = self.opponent.choose(self.position, self.limit, self._rng)
            self.position = roll(self.position.play(choice.move), self._rng)

    def _info(self) -> dict[str, Any]:
        return {
            "position": str(self.position),
            "side": "first" if self.plays is Side.FIRST else "second",
            # Where libraries such as Tianshou and Stable-Baselines look for it.
            "action_mask": action_mask(self.game, self.position),
        }

    def action_masks(self) -> Any:
        """Return which actions are allowed now, as booleans; MaskablePPO asks for them under this name."""
        return action_mask(self.game, self.position).astype(bool)

    def render(self) -> str | None:
        """The position as text."""
        return self.position.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Let go of what the opponent holds."""
        self.opponent.close()
