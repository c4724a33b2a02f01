"""A tournament before it is played: who meets whom, how often, and under which conditions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from kibitz.arena.job import GameJob
from kibitz.arena.openings import Openings
from kibitz.arena.time_control import TimeControl
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.registry import make_player
from kibitz.session.chance import generator
from kibitz.words.errors import BadOption, quoted
from kibitz.words.limit import Limit
from kibitz.words.random import seed_from

KINDS = ("round-robin", "gauntlet")


@dataclass(frozen=True)
class Plan:
    """Everything that decides a tournament. The same plan gives the same games, unless clocks matter.

    In a gauntlet the first player meets every other; in a round-robin everybody
    meets everybody. Each meeting has `pairs` pairs of games, with the same starts
    and dice in all meetings.
    """

    game: str
    #: Names and specs.
    players: tuple[tuple[str, str], ...]
    pairs: int = 10
    kind: str = "round-robin"
    seed: int = 0
    limit: Limit = field(default_factory=Limit)
    clock: TimeControl | None = None
    margin: float = 0.25
    #: Random moves at the start of each pair; None for what suits the game.
    plies: int | None = None
    #: Starts to take in turn instead.
    starts: tuple[str, ...] = ()
    #: In a round-robin, only players at most so many places apart in the list meet; None for all.
    reach: int | None = None

    def __post_init__(self) -> None:
        names = [name for name, _ in self.players]
        if len(names) < 2:
            raise BadOption(f"a tournament has at least 2 players, not {len(names)}")
        for name in names:
            if names.count(name) > 1:
                raise BadOption(f"two players are called {quoted(name)}; give them names of their own")
        if self.pairs < 1:
            raise BadOption("every meeting has at least one pair of games")
        if self.reach is not None and self.reach < 1:
            raise BadOption("every player meets at least those next to it")
        if self.kind not in KINDS:
            raise BadOption(f"a tournament is a {' or a '.join(KINDS)}, not {quoted(self.kind)}")
        game = load(self.game)
        for _, spec in self.players:
            player = make_player(spec)
            reason = player.cannot_play(game)
            if reason:
                raise BadOption(f"{spec} can't play {game.spec}: {reason}")

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return load(self.game)

    @cached_property
    def meetings(self) -> list[tuple[int, int]]:
        """Who meets whom, by their places in the list of players."""
        everybody = range(len(self.players))
        if self.kind == "gauntlet":
            return [(0, i) for i in everybody[1:]]
        reach = len(self.players) if self.reach is None else self.reach
        return [(i, j) for i, j in combinations(everybody, 2) if j - i <= reach]

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return 2 * self.pairs * len(self.meetings)

    def names_of(self, number: int) -> tuple[str, str]:
        """Who plays the game with this number, the first to move first."""
        pair, swapped = divmod(number, 2)
        meeting = self.meetings[pair % len(self.meetings)]
        one, other = (self.players[i][0] for i in meeting)
        return (other, one) if swapped else (one, other)

    def jobs(self) -> Iterator[GameJob]:
        """All games, a pair of every meeting in turn, so that everybody has played when it is stopped."""
        specs = dict(self.players)
        openings = self._openings()
        for number in range(self.games):
            first, second = self.names_of(number)
            turn = number // (2 * len(self.meetings))
            seed = seed_from(generator(self.seed, "pair", turn))
            yield GameJob(
                number,
                self.game,
                specs[first],
                specs[second],
                seed,
                openings.start(turn, seed),
                (self.limit, self.limit),
                self.clock,
                self.margin,
            )

    def _openings(self) -> Openings:
        game = self.rules
        if self.starts:
            return Openings(game, listed=[game.position(text) for text in self.starts])
        return Openings.of(game, self.plies)

    @property
    def name(self) -> str:
        """A name for its file: the game, and something that no other plan has."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return f"{self.rules.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        data: dict[str, Any] = {
            "game": self.game,
            "players": [list(player) for player in self.players],
            "pairs": self.pairs,
            "kind": self.kind,
            "seed": self.seed,
            "limit": [self.limit.depth, self.limit.nodes, self.limit.seconds],
            "clock": self.clock and [self.clock.seconds, self.clock.increment],
            "margin": self.margin,
            "plies": self.plies,
            "starts": list(self.starts),
        }
        # Left out where it says nothing, as the name of the file follows from this.
        return data if self.reach is None else {**data, "reach": self.reach}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Plan:
        """Read what `to_json` wrote."""
        return Plan(
            **{
                **data,
                "players": tuple((name, spec) for name, spec in data["players"]),
                "limit": Limit(*data["limit"]),
                "clock": TimeControl(*data["clock"]) if data["clock"] else None,
                "starts": tuple(data["starts"]),
            }
        )


def named(specs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Players called by their specs; a spec that comes again gets a number."""
    found: list[tuple[str, str]] = []
    for spec in specs:
        settled = make_player(spec).spec
        again = sum(other == settled for _, other in found)
        found.append((f"{settled} ({again + 1})" if again else settled, settled))
    return tuple(found)
