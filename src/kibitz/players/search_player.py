"""Players that search game trees in the core, to a depth or for a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from kibitz import _core
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, seed_from
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.evaluation import custom_evaluation, game_options
from kibitz.players.player import Choice, Iteration, Player
from kibitz.solving.table_store import known_probe

_DEEPEST = 999

#: Options that several players share.
STAR = Option("star", 1, "chance nodes by Star0, Star1 or Star2", low=0, high=2)
TABLE = Option("tt", 0, "memory for positions already seen; 0 for none", high=64 * 2**30, memory=True)
SCHEME = Option(
    "scheme",
    "clusters",
    "how that memory is arranged: clusters of four, or double hashing with few probes",
    choices=("clusters", "double"),
)
KILLERS = Option("killers", False, "try moves first that cut elsewhere at the same ply")
HISTORY = Option("history", False, "try moves early that cut often")
DEEPEN = Option(
    "deepen", False, "search depth 1, 2, 3... instead of the last one at once; with a clock always"
)
FIRST = Option("first", 1, "how deep to look first, when deepening", low=1, high=_DEEPEST)
STEP = Option("step", 1, "how much deeper each time, when deepening", low=1, high=2)
ASPIRATION = Option(
    "aspiration", False, "when deepening, begin each depth with a window close around an earlier value"
)
THREADS = Option(
    "threads", 1, "threads that share the table, which they need (built-in games only)", low=1, high=64
)
ENDGAMES = Option("endgames", True, "ask the endgame tables that are kept, where the game has any")


def depth_option(usual: int) -> Option:
    """Return the option for the search depth with a default."""
    words = f"decisions to look ahead; 0 for as many as the limit allows, {usual} without one"
    return Option("depth", 0, words, high=_DEEPEST)


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """The parameters of a search in the core."""

    algorithm: str
    depth: int
    deepen: bool
    switches: _core.Switches
    #: Search options of this game that are not at their defaults.
    game_options: dict[str, int]
    #: An evaluation in Python that replaces the game's.
    evaluation: Callable[[_core.State], float] | None
    #: Whether endgame tablebases are probed.
    endgames: bool


class Searcher(Player):
    """A tree search; subclasses name the algorithm and the depth without a limit."""

    algorithm: ClassVar[str]
    usual_depth: ClassVar[int]
    takes_search_options = True
    #: Whether all enhancements are on by default.
    at_best: ClassVar[bool] = False
    #: The last plan, with the game, the depth limit and whether time or nodes are limited.
    _planned: tuple[tuple[Game, int | None, bool], SearchPlan] | None = None

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Return a message if several threads are asked for without a transposition table."""
        if int(values.get("threads", 1)) > 1 and not values.get("tt"):
            return (
                f"{values['threads']} threads share what they find in a table; give them one, such as tt=64M"
            )
        if "scheme" in given and not values.get("tt"):
            return f"scheme={values['scheme']} arranges a table; give it memory, such as tt=64M"
        return None

    def plan(self, game: Game, limit: Limit) -> SearchPlan:
        """Return the parameters of this player's search in a game within a limit."""
        key = game, limit.depth, limit.seconds is not None or limit.nodes is not None
        if self._planned is not None and self._planned[0] == key:
            return self._planned[1]
        plan = self._make_plan(*key)
        if plan.evaluation is None:  # one in Python may be registered again
            self._planned = key, plan
        return plan

    def _make_plan(self, game: Game, most: int | None, clocked: bool) -> SearchPlan:
        values = self.values
        bounds = filter(None, (most, int(values.get("depth", self.usual_depth))))
        depth = min(bounds, default=_DEEPEST if clocked else self.usual_depth)
        memory = int(values.get("tt", 0))
        switches = _core.Switches(
            fail_hard=values.get("fail") == "hard",
            star=int(values.get("star", 0)),
            # A table has at least one cluster.
            table_bytes=max(memory, 64) if memory else 0,
            double_hashing=values.get("scheme") == "double",
            killers=bool(values.get("killers")),
            history=bool(values.get("history")),
            first=int(values.get("first", 1)),
            step=int(values.get("step", 1)),
            aspiration=bool(values.get("aspiration")),
            threads=int(values.get("threads", 1)),
        )
        # With dice, null windows cost more than they save (docs/search.md).
        scout = values.get("scout", "yes")
        plain = scout == "no" or (scout == "auto" and game.has_chance)
        algorithm = "alphabeta" if plain else self.algorithm
        # With a time limit, the last completed depth is the answer.
        deepens = clocked or bool(values.get("deepen"))
        return SearchPlan(
            algorithm,
            depth,
            deepens,
            switches,
            game_options(self, game, at_best=self.at_best),
            custom_evaluation(self, game),
            game.rules.has_endgame and bool(values.get("endgames", True)),
        )

    def plan_to(self, game: Game, depth: int) -> SearchPlan:
        """Return the parameters of a search to just this depth; BadOption if the player fixes its depth."""
        plan = self.plan(game, Limit(depth=depth))
        if self.values.get("depth"):
            raise BadOption(
                f"{self} has a depth of its own; leave it out here, where the depth is given apart"
            )
        if plan.depth != depth:
            raise BadOption(f"{self} always looks {plan.depth} ahead, so it can't be asked for depth {depth}")
        return plan

    def run(self, position: Position, plan: SearchPlan, limit: Limit, rng: Random) -> _core.SearchReport:
        """Search in the core until the plan is done or the limit is reached."""
        try:
            return position.game.rules.search(
                position.state,
                plan.algorithm,
                plan.depth,
                control_for(limit),
                seed=seed_from(rng),
                deepen=plan.deepen,
                switches=plan.switches,
                tablebase=known_probe(position.game) if plan.endgames else None,
                game_options=plan.game_options,
                evaluation=plan.evaluation,
            )
        except KibitzError:
            raise  # from a game or an evaluation written in Python
        except ValueError as refusal:
            raise BadOption(f"{self} can't play {position.game.spec}: {refusal}") from None

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        game = position.game
        report = self.run(position, self.plan(game, limit), limit, rng)
        line = game.codec.line(position, report.moves[0].line)
        iterations = [
            Iteration(
                each.depth,
                value_from_core(each.value, game.has_chance),
                game.codec.line(position, each.line),
                counts.nodes,
                counts.cutoffs,
                counts.table_hits,
                counts.researches,
                each.seconds,
            )
            for each in report.depths
            for counts in (each.counts,)
        ]
        value = value_from_core(report.value, game.has_chance) if report.depth else None
        return Choice(line[0], value, line, report.depth, report.nodes, report.seconds, tuple(iterations))
