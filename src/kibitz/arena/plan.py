"""Games before they are played: who meets whom, how often, and under which conditions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import astuple, dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from kibitz.arena.job import GameJob
from kibitz.arena.openings import Openings
from kibitz.arena.sprt import Sprt
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.session.chance import generator
from kibitz.session.seats import refuse_unfit
from kibitz.words.errors import BadOption, KibitzError, quoted
from kibitz.words.limit import Limit
from kibitz.words.random import seed_from
from kibitz.words.time_control import TimeControl

KINDS = ("match", "round-robin", "gauntlet")


@dataclass(frozen=True)
class Plan:
    """Everything that decides a match or a tournament. The same plan gives the same games, but for clocks.

    In a gauntlet the first player meets every other; in a round-robin everybody
    meets everybody; a match is one meeting. The games of a meeting come in pairs
    with the sides swapped, with the same starts and dice in all meetings.
    """

    game: str
    #: Names and specs.
    players: tuple[tuple[str, str], ...]
    #: Games of every meeting; only a match may leave its last pair unfinished.
    each: int = 20
    kind: str = "round-robin"
    seed: int = 0
    #: For every move of everybody.
    limit: Limit = field(default_factory=Limit)
    #: For every move of each player, where they differ.
    limits: tuple[Limit, ...] = ()
    clock: TimeControl | None = None
    margin: float = 0.25
    #: Random moves at the start of each pair; None for what suits the game.
    plies: int | None = None
    #: Starts to take in turn instead.
    starts: tuple[str, ...] = ()
    #: In a round-robin, only players at most so many places apart in the list meet; None for all.
    reach: int | None = None
    #: What a match has to prove before it may stop early.
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
                raise BadOption(f"two players are called {quoted(name)}; give them names of their own")
        if self.each < 1 or (self.kind != "match" and self.each % 2):
            raise BadOption(f"a meeting has 1 game or more, in a tournament pairs of them, not {self.each}")
        if self.reach is not None and self.reach < 1:
            raise BadOption("every player meets at least those next to it")
        if self.plies is not None and not 0 <= self.plies <= 1000:
            raise BadOption(f"openings have 0 to 1000 random moves, not {self.plies}")
        if self.limits and len(self.limits) != len(names):
            raise BadOption(f"there is a limit for everybody or one for each, not {len(self.limits)}")

    def check(self, game: Game, given: Mapping[str, Player] | None = None) -> None:
        """Refuse players that there are not, that can't play the game, or that can't be started.

        `given` are those that exist already, by the names they have instead of specs.
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
        """The game that is played."""
        return load(self.game)

    @property
    def names(self) -> list[str]:
        """The players, as they were given."""
        return [name for name, _ in self.players]

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
        return self.each * len(self.meetings)

    def sides(self, number: int) -> tuple[int, int]:
        """Who plays the game with this number, by their places in the list; the first to move first."""
        pair, swapped = divmod(number, 2)
        one, other = self.meetings[pair % len(self.meetings)]
        return (other, one) if swapped else (one, other)

    def names_of(self, number: int) -> tuple[str, str]:
        """Their names."""
        first, second = self.sides(number)
        return self.players[first][0], self.players[second][0]

    def group_of(self, number: int) -> int:
        """The games with the same number here share their start and dice."""
        return number // (2 * len(self.meetings))

    def seed_of(self, number: int) -> int:
        """Where chance starts in a game."""
        return seed_from(generator(self.seed, "pair", self.group_of(number)))

    def openings(self, game: Game) -> Openings:
        """Where the games begin."""
        if self.starts:
            return Openings(game, listed=[game.position(text) for text in self.starts])
        return Openings(game, self.plies)

    def jobs(self, game: Game | None = None) -> Iterator[GameJob]:
        """All games, a pair of every meeting in turn, so that everybody has played when it is stopped.

        `game` stands in for the one that is named, where its spec can't make it.
        """
        openings = self.openings(game or self.rules)
        limits = self.limits or (self.limit,) * len(self.players)
        for number in range(self.games):
            first, second = self.sides(number)
            seed = self.seed_of(number)
            yield GameJob(
                number,
                self.game,
                self.players[first][1],
                self.players[second][1],
                seed,
                openings.start(self.group_of(number), seed),
                (limits[first], limits[second]),
                self.clock,
                self.margin,
            )

    @property
    def name(self) -> str:
        """A name for its file: the game, and something that no other plan has."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return f"{self.rules.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "game": self.game,
            "players": [list(player) for player in self.players],
            "each": self.each,
            "kind": self.kind,
            "seed": self.seed,
            "limit": _numbers(self.limit),
            "limits": [_numbers(limit) for limit in self.limits],
            "clock": self.clock and _numbers(self.clock),
            "margin": self.margin,
            "plies": self.plies,
            "starts": list(self.starts),
            "reach": self.reach,
            "sprt": self.sprt and _numbers(self.sprt),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Plan:
        """Read what `to_json` wrote."""
        return Plan(
            **{
                **data,
                "players": tuple((name, spec) for name, spec in data["players"]),
                "limit": Limit(*data["limit"]),
                "limits": tuple(Limit(*limit) for limit in data["limits"]),
                "clock": TimeControl(*data["clock"]) if data["clock"] else None,
                "starts": tuple(data["starts"]),
                "sprt": Sprt(*data["sprt"]) if data["sprt"] else None,
            }
        )


def _numbers(value: Limit | TimeControl | Sprt) -> list[Any]:
    return list(astuple(value))


def named(specs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Players called by their specs; a spec that comes again gets a number."""
    return tuple(
        (f"{spec} ({again + 1})" if (again := specs[:place].count(spec)) else spec, spec)
        for place, spec in enumerate(specs)
    )
