"""Games as environments of Gymnasium: one against a chosen opponent, or many at once for self-play.

>>> env = kibitz.adapters.gymnasium.Against("tictactoe", "negascout")  # doctest: +SKIP
>>> envs = kibitz.adapters.gymnasium.SelfPlay("connect4", num_envs=1024)  # doctest: +SKIP

Both are registered once this module is imported, also by their names:

>>> envs = gymnasium.make_vec(  # doctest: +SKIP
...     "kibitz.adapters.gymnasium:kibitz/SelfPlay-v0", num_envs=1024, game="connect4"
... )
"""

from __future__ import annotations

from typing import Any

from kibitz.adapters.environment import action_mask, observation_space, observed
from kibitz.adapters.optional_packages import need
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit, as_limit
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.games.stepping import reward, roll
from kibitz.players.player import Player
from kibitz.players.registry import make_player

_gymnasium = need("gymnasium", "gymnasium", "gymnasium")
_vector = need("gymnasium.vector", "gymnasium", "gymnasium")
_Env: Any = _gymnasium.Env
_VectorEnv: Any = _vector.VectorEnv
_MOST_SEED = 2**63
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


class SelfPlay(_VectorEnv):  # type: ignore[misc]  # of a package without types
    """Many games in which the agent plays both sides; `game.batch` steps them.

    The observation is that of the side to move, whose number is in `infos["turn"]`. The reward is that of the
    side that has just moved. A game that is over begins again in the same step. A move that is not allowed
    loses at once. With `copy=False` observations are the batch's own arrays, which the next step changes.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012
    if hasattr(_vector, "AutoresetMode"):
        metadata["autoreset_mode"] = _vector.AutoresetMode.SAME_STEP

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        most_plies: int | None = None,
        render_mode: str | None = None,
        *,
        copy: bool = True,
    ) -> None:
        import numpy as np

        self.game = load(game) if isinstance(game, str) else game
        self.batch = self.game.batch(num_envs, most_plies=most_plies)
        self.num_envs, self.render_mode, self._copy = num_envs, render_mode, copy
        spaces = _gymnasium.spaces
        self.single_observation_space = observation_space(self.game, spaces)
        self.single_action_space = spaces.Discrete(len(self.game.encoding.actions))
        self.observation_space = _vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = _vector.utils.batch_space(self.single_action_space, num_envs)
        self._games = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games again."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(_MOST_SEED)))
        return self._observed(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play an action in each game."""
        import numpy as np

        batch = self.batch
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or not np.issubdtype(numbers.dtype, np.integer):
            raise BadOption(f"a step needs {self.num_envs} numbers of actions, one for each game")
        known = (numbers >= 0) & (numbers < batch.masks.shape[1])
        legal = known & batch.masks[self._games, np.where(known, numbers, 0)]
        movers = batch.turns.copy()
        if legal.all():
            batch.step(numbers)
            rewards, terminated = batch.rewards[self._games, movers], batch.terminated.copy()
            truncated, illegal = batch.truncated.copy(), None
        else:
            illegal = ~legal
            before = batch.observations.copy()
            batch.step(np.where(legal, numbers, batch.masks.argmax(axis=1)))
            rewards = np.where(legal, batch.rewards[self._games, movers], np.float32(-1))
            terminated, truncated = batch.terminated | illegal, batch.truncated & legal
            batch.reset_games(illegal)
            batch.last_observations[illegal] = before[illegal]
        infos = self._infos()
        if illegal is not None:
            infos |= {"illegal": illegal, "_illegal": illegal}
        over = terminated | truncated
        if over.any():
            infos |= {"final_obs": self._last(over), "_final_obs": over}
        return self._observed(), rewards, terminated, truncated, infos

    def _observed(self) -> dict[str, Any]:
        import numpy as np

        batch = self.batch
        found: dict[str, Any] = {"observation": batch.observations, "action_mask": batch.masks.view(np.int8)}
        return {name: array.copy() for name, array in found.items()} if self._copy else found

    def _last(self, over: Any) -> Any:
        """Return the last observation of each game that is over, None for the others."""
        import numpy as np

        out = np.full(self.num_envs, None, dtype=object)
        for at in over.nonzero()[0]:
            nothing = np.zeros(self.batch.masks.shape[1], np.int8)
            out[at] = {"observation": self.batch.last_observations[at].copy(), "action_mask": nothing}
        return out

    def _infos(self) -> dict[str, Any]:
        return {"turn": self.batch.turns.copy()}

    def render(self) -> tuple[str, ...] | None:
        """Return the positions as text."""
        if self.render_mode != "ansi":
            return None
        return tuple(self.batch.position(at).draw() for at in range(self.num_envs))


def _register() -> None:
    known = _gymnasium.registry
    if "kibitz/Against-v0" not in known:
        _gymnasium.register("kibitz/Against-v0", entry_point="kibitz.adapters.gymnasium:Against")
    if "kibitz/SelfPlay-v0" not in known:
        _gymnasium.register("kibitz/SelfPlay-v0", vector_entry_point="kibitz.adapters.gymnasium:SelfPlay")


_register()
