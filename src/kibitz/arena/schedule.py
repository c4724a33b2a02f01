"""Schedules: plans of matches and tournaments, and their games as jobs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from kibitz.arena.sprt import Sprt
from kibitz.arena.start_positions import Openings
from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.base.limit import Limit
from kibitz.base.random import seed_from
from kibitz.base.time_control import TimeControl
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.session.dice import generator
from kibitz.session.seats import refuse_unfit

_NO_LIMITS = (Limit(),)
KINDS = ("match", "round-robin", "gauntlet")


@dataclass(frozen=True)
class Plan:
    """Settings of a match or tournament. The same plan gives the same games, except with clocks.

    In a gauntlet the first player meets every other; in a round-robin everybody meets everybody; a match is
    one pairing. Games come in pairs with the sides swapped, with the same starts and dice in all pairings.
    """

    game: str
    #: Names and specs.
    players: tuple[tuple[str, str], ...]
    #: Games per pairing; odd only in a match.
    each: int = 20
    kind: str = "round-robin"
    seed: int = 0
    #: Limits per move: none, one for everybody, or one for each player.
    limits: tuple[Limit, ...] = ()
    clock: TimeControl | None = None
    margin: float = 0.25
    #: Random moves at the start of each pair; None for the game's default.
    plies: int | None = None
    #: Starts to take in turn instead.
    starts: tuple[str, ...] = ()
    #: In a round-robin, pair only players at most so many places apart in the list; None for all.
    reach: int | None = None
    #: The SPRT that may stop a match early.
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        names = self.names
        if self.kind not in KINDS:
            raise BadOption(
                f"games are a {', a '.join(KINDS[:-1])} or a {KINDS[-1]}, not {quoted(self.kind)}"
            )
        if len(names) < 2 or (self.kind == "match" and len(names) > 2):
            raise BadOption(
                f"a {self.kind} has {'' if self.kind == 'match' else 'at least '}2 players, not {len(names)}"
            )
        for name in names:
            if names.count(name) > 1:
                raise BadOption(f"two players are named {quoted(name)}; give them different names")
        if self.each < 1 or (self.kind != "match" and self.each % 2):
            raise BadOption(
                f"a pairing has at least 1 game, in a tournament an even number of them, not {self.each}"
            )
        if self.reach is not None and self.reach < 1:
            raise BadOption("the distance between paired players is at least 1")
        if self.plies is not None and not 0 <= self.plies <= 1000:
            raise BadOption(f"openings have 0 to 1000 random moves, not {self.plies}")
        if len(self.limits) not in (0, 1, len(names)):
            raise BadOption(f"give one limit for all players or one for each, not {len(self.limits)}")

    def check(self, game: Game, given: Mapping[str, Player] | None = None) -> None:
        """Raise BadOption if a player doesn't exist, can't play the game or can't be started.

        `given` are players that exist already, by name.
        """
        for spec in {spec: None for _, spec in self.players}:
            player = (given or {}).get(spec)
            with nullcontext(player) if player else closing(make_player(spec)) as checked:
                refuse_unfit(checked, game)
                try:
                    checked.prepare(game.start())
                except KibitzError as error:
                    raise KibitzError(f"{spec}: {error}") from None

    @property
    def rules(self) -> Game:
        """Load the game."""
        return load(self.game)

    @property
    def names(self) -> list[str]:
        """Return the players' names as given."""
        return [name for name, _ in self.players]

    @cached_property
    def meetings(self) -> list[tuple[int, int]]:
        """Return the pairings as indices into the players."""
        everybody = range(len(self.players))
        if self.kind == "gauntlet":
            return [(0, i) for i in everybody[1:]]
        reach = len(self.players) if self.reach is None else self.reach
        return [(i, j) for i, j in combinations(everybody, 2) if j - i <= reach]

    @property
    def games(self) -> int:
        """Return the total number of games."""
        return self.each * len(self.meetings)

    def sides(self, number: int) -> tuple[int, int]:
        """Return the indices of a game's players, the first to move first."""
        pair, swapped = divmod(number, 2)
        one, other = self.meetings[pair % len(self.meetings)]
        return (other, one) if swapped else (one, other)

    def names_of(self, number: int) -> tuple[str, str]:
        """Return the names of a game's players."""
        first, second = self.sides(number)
        return self.players[first][0], self.players[second][0]

    def group_of(self, number: int) -> int:
        """Return the group of a game; games of a group share their start and dice."""
        return number // (2 * len(self.meetings))

    def seed_of(self, number: int) -> int:
        """Return the seed of a game."""
        return _pair_seed(self.seed, self.group_of(number))

    def openings(self, game: Game) -> Openings:
        """Return the starts of the games."""
        if self.starts:
            return Openings(game, listed=[game.position(text) for text in self.starts])
        return Openings(game, self.plies)

    def jobs(self, game: Game | None = None) -> Iterator[GameJob]:
        """Return all games, one pair per pairing in turn, so that an interrupted tournament is balanced.

        `game` replaces the plan's game if its spec can't be loaded.
        """
        openings = self.openings(game or self.rules)
        for number in range(self.games):
            start = openings.start(self.group_of(number), self.seed_of(number))
            yield GameJob(self, number, start)

    @property
    def name(self) -> str:
        """Return a file name: the game and a hash of the plan."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return f"{self.rules.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON-compatible data."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Plan:
        """Parse the data of `to_json`."""
        fields = {
            "players": tuple(map(tuple, data["players"])),
            "limits": tuple(Limit(**limit) for limit in data["limits"]),
            "clock": data["clock"] and TimeControl(**data["clock"]),
            "starts": tuple(data["starts"]),
            "sprt": data["sprt"] and Sprt(**data["sprt"]),
        }
        return Plan(**{**data, **fields})


@dataclass(frozen=True)
class GameJob:
    """One game to be played. The same job gives the same game, unless clocks matter.

    The two games of a pair have the same seed and start, and the players swapped.
    """

    plan: Plan
    number: int
    #: Start position; None for the game's own.
    start: str | None

    def __str__(self) -> str:
        return f"{' - '.join(self.specs)} (game {self.number + 1})"

    @property
    def specs(self) -> tuple[str, str]:
        """Return both players' specs, the first to move first."""
        first, second = self.plan.sides(self.number)
        return self.plan.players[first][1], self.plan.players[second][1]

    @property
    def limits(self) -> tuple[Limit, Limit]:
        """Return both players' limits per move."""
        limits = self.plan.limits or _NO_LIMITS
        first, second = self.plan.sides(self.number)
        return limits[first % len(limits)], limits[second % len(limits)]


@lru_cache(16)
def _pair_seed(seed: int, pair: int) -> int:
    return seed_from(generator(seed, "pair", pair))


def named(specs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Name players by their specs; repeated specs are numbered."""
    return tuple(
        (f"{spec} ({repeated + 1})" if (repeated := specs[:place].count(spec)) else spec, spec)
        for place, spec in enumerate(specs)
    )
