"""A game as an environment of PettingZoo, in which agents act in turn.

>>> env = kibitz.adapters.pettingzoo.env("connect4")  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from kibitz.adapters.environment import observation_space, observed
from kibitz.adapters.optional_packages import need
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.games.stepping import reward, roll

_AECEnv: Any = need("pettingzoo", "pettingzoo", "pettingzoo").AECEnv
_spaces = need("gymnasium.spaces", "gymnasium", "gymnasium")

#: The first player and the second.
AGENTS = ("player_0", "player_1")


class KibitzAEC(_AECEnv):  # type: ignore[misc]  # of a package without types
    """Two agents; dice roll by themselves. Observations hold a mask of the moves that are allowed.

    An agent that does what is not allowed has lost.
    """

    metadata = {"name": "kibitz_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = load(game) if isinstance(game, str) else game
        self.game.encoding.actions.check_complete()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        seen = observation_space(self.game, _spaces)
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: _spaces.Discrete(len(self.game.encoding.actions)) for agent in AGENTS}
        self._rng = Random()

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is not None:
            self._rng = Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.position = roll(self.game.start(self._rng), self._rng)
        self.agent_selection = AGENTS[self.position.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """The position as an array, and what the agent may do; nothing where it is not its turn."""
        seen = observed(self.game, self.position)
        if agent != self.agent_selection:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or int(action) not in self.game.encoding.actions.numbers(self.position):
            other = AGENTS[1 - AGENTS.index(agent)]
            self.rewards = {agent: -1.0, other: 1.0}
            self.infos[agent]["illegal"] = True
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            move = self.game.encoding.actions.move(self.position, int(action))
            self.position = roll(self.position.play(move), self._rng)
            if self.position.is_over:
                self.rewards = {a: reward(self.position, s) for a, s in zip(AGENTS, Side, strict=False)}
                self.terminations = dict.fromkeys(self.agents, True)
        # At the end the agents are asked in turn, so that each hears of it.
        over = self.terminations[agent]
        mover = 1 - AGENTS.index(agent) if over else self.position.mover
        self.agent_selection = AGENTS[mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text."""
        return self.position.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def env(game: Game | str, render_mode: str | None = None) -> KibitzAEC:
    """A game as an environment."""
    return KibitzAEC(game, render_mode)
