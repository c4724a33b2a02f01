"""Monte Carlo tree search."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, seed_from
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.evaluation import EVALUATION, custom_evaluation, game_options, is_evaluation
from kibitz.players.network import NETWORK, NO_NETWORK, encoder_of, network_of
from kibitz.players.player import Choice, Iteration, Player
from kibitz.players.search_player import ENDGAMES
from kibitz.solving.table_store import known_probe

#: Default playouts; fewer in games written in Python, which are slow.
_PLAYOUTS = 20_000
_PLAYOUTS_IN_PYTHON = 200
#: First-play urgency below every value: unvisited moves come first.
_AT_ONCE = -1.0


class MctsPlayer(Player):
    """Monte Carlo tree search by UCT, with MCTS-Solver proofs.

    On one thread, the same seed gives the same game. On the clock, it reuses the subtree of the last
    search; the option `reuse` sets that otherwise.
    """

    name = "mcts"
    summary = "plays thousands of games to their end and looks closer at moves that do well"
    takes_search_options = True
    options = (
        Option("playouts", 0, "games to play out for a move; 0 for as many as the limit allows", high=10**12),
        Option(
            "by",
            "auto",
            "how they are played out: at random, by the rules (win, don't let win), by lines (the best "
            "evaluation), or not at all: the evaluation instead (none); auto chooses by the game",
            choices=("auto", "random", "rules", "lines", "none"),
        ),
        Option(
            "explore", 100, "how much moves that were tried little are preferred, in hundredths", high=10_000
        ),
        Option(
            "fpu",
            "first",
            "first-play urgency: untried moves come first, or count so many hundredths below their parent",
            longest=6,
        ),
        Option(
            "rave", 0, "RAVE: playouts after which a move's own results count half; 0 for none", high=10**6
        ),
        Option("bias", 0, "progressive bias: what a move promises by itself, in hundredths", high=10_000),
        Option("solve", True, "keep what is proven: wins, losses, bounds on points and chances"),
        Option(
            "chance",
            "sampled",
            "dice fall as they do, or every outcome in turn by its share",
            choices=("sampled", "enumerated"),
        ),
        Option(
            "reuse",
            "auto",
            "reuse the rest of the last tree; auto where the clock is the limit, so that games by "
            "numbers of playouts can be repeated",
            choices=("auto", "yes", "no"),
        ),
        Option(
            "memory",
            256 * 2**20,
            "for the tree; it stops growing when full",
            low=2**17,
            high=64 * 2**30,
            memory=True,
        ),
        Option("plies", 2000, "longer playouts end with the evaluation", low=1, high=100_000),
        NETWORK,
        Option(
            "gumbel", 0, "with a network: moves to try at the root by Gumbel's trick; 0 for PUCT", high=1000
        ),
        Option("threads", 1, "threads that share the tree (built-in games only)", low=1, high=64),
        ENDGAMES,
    )

    def __init__(self, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]) -> None:
        super().__init__(values, shown)
        self._engines: dict[str, _core.MctsEngine] = {}

    @classmethod
    def contradiction(cls, values: Mapping[str, OptionValue], given: Collection[str]) -> str | None:
        """Return which option must be a number."""
        if not re.fullmatch(r"first|\d{1,4}", fpu := str(values["fpu"])):
            return f"fpu must be first or a number of hundredths from 0 to 9999, not {fpu!r}"
        if values["gumbel"] and values["net"] == NO_NETWORK:
            return "gumbel chooses by what a network says; give it one: net=FILE"
        return None

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play a game with these options; None if it can."""
        check(game=(game, Game))
        if self.values["rave"] and game.rules.in_python:
            return (
                "RAVE needs moves that mean the same in other positions, and moves of a game in Python don't"
            )
        if self.values["by"] in ("lines", "none") and not self._has_evaluation(game):
            return f"by={self.values['by']} needs an evaluation, and it has none"
        self._network(game)  # report an unusable network before the first move
        return None

    def _network(self, game: Game) -> _core.Network | None:
        path = str(self.values["net"])
        return None if path == NO_NETWORK else network_of(Path(path), game)

    def _has_evaluation(self, game: Game) -> bool:
        return game.rules.has_evaluation or is_evaluation(str(self.values.get(EVALUATION.name, "")))

    def engine(self, game: Game) -> _core.MctsEngine:
        """Return the search for a game, with its tree."""
        known = self._engines.get(game.rules_id)
        if known is None:
            try:
                known = _core.make_mcts_engine(game.rules, int(self.values["memory"]))
            except MemoryError:
                raise BadOption(f"{self}: there is not so much memory; give it less") from None
            self._engines = {game.rules_id: known}
        return known

    def close(self) -> None:
        """Free the tree."""
        self._engines.clear()

    def playouts(self, game: Game, limit: Limit) -> int:
        """Return the maximum number of playouts; 0 if only time limits them."""
        bounds = limit.tightened(Limit(nodes=int(self.values["playouts"]) or None))
        if bounds.nodes is not None:
            return bounds.nodes
        if bounds.seconds is not None:
            return 0
        return _PLAYOUTS_IN_PYTHON if game.rules.in_python else _PLAYOUTS

    def ask(self, position: Position, limit: Limit, rng: Random) -> _core.MctsReport:
        """Search within the limit and return the core's report."""
        game, values = position.game, self.values
        evaluation = custom_evaluation(self, game)
        reuse = values["reuse"] == "yes" or (values["reuse"] == "auto" and limit.seconds is not None)
        fpu = str(values["fpu"])
        network = self._network(game)
        request = _core.MctsRequest(
            playouts=self.playouts(game, limit),
            seed=seed_from(rng),
            threads=int(values["threads"]),
            exploration=int(values["explore"]) / 100,
            fpu_reduction=_AT_ONCE if fpu == "first" else int(fpu) / 100,
            rave=float(values["rave"]),
            bias=int(values["bias"]) / 100,
            playout_policy=game.search.playouts if values["by"] == "auto" else str(values["by"]),
            max_plies=int(values["plies"]),
            solve=bool(values["solve"]),
            enumerate=values["chance"] == "enumerated",
            reuse=reuse,
            gumbel=int(values["gumbel"]),
            game_options=game_options(self, game, at_best=True),
        )
        control = control_for(Limit(seconds=limit.seconds))
        known = known_probe(game) if values["endgames"] else None
        try:
            return self.engine(game).search(
                position.state, request, control, known, evaluation, network, network and encoder_of(game)
            )
        except KibitzError:
            raise  # from a game or an evaluation written in Python
        except ValueError as refusal:
            raise BadOption(f"{self} can't play {game.spec}: {refusal}") from None

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        report = self.ask(position, limit, rng)
        game = position.game
        line = game.codec.line(position, report.moves[0].line)
        iterations = tuple(
            Iteration(
                len(stage.line),
                value_from_core(stage.value, position.game.has_chance),
                game.codec.line(position, stage.line),
                stage.playouts,
                0,
                0,
                0,
                stage.seconds,
            )
            for stage in report.stages
        )
        value = (
            value_from_core(report.value, position.game.has_chance)
            if report.playouts or report.value.exact
            else None
        )
        return Choice(line[0], value, line, report.depth, report.playouts, report.seconds, iterations)
