"""Requests for games: new ones, or resumed from a record."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit
from kibitz.base.time_control import TimeControl
from kibitz.games.spec import game_file
from kibitz.players.strongest import nodes_on_the_page
from kibitz.records.parser import parse_record, record_tags
from kibitz.records.record import Record, python_game_file
from kibitz.records.record_tags import recorded_game, recorded_seed
from kibitz.service.catalogue import NOT_OFFERED, Catalogue
from kibitz.service.game_session import SEATS
from kibitz.session.clock import Clock
from kibitz.session.seats import PERSON, recorded_seats
from kibitz.session.session import Session

#: The tag of analysis boards, and its value.
MODE, ANALYSIS = "Mode", "analysis"


@dataclass(frozen=True)
class GameRequest:
    """A request as plain values: for a record, or a game from its start or a position."""

    rules: str = ""
    options: dict[str, str] = field(default_factory=dict)
    first: str = PERSON
    second: str = PERSON
    seed: int | None = None
    position: str | None = None
    #: Time for each player, in the format of `TimeControl`.
    clock: str | None = None
    record: str | None = None
    #: Whether it is an analysis board, without players.
    analysis: bool = False
    #: Whether to accept a record whose checksum does not match.
    accept_changed: bool = False
    #: Tags for its record.
    tags: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> GameRequest:
        """Parse the data of `to_json`."""
        return GameRequest(**values)

    @property
    def is_kept_at_once(self) -> bool:
        """Return whether it starts with irreproducible content: moves, a position, or people's seats."""
        return not self.analysis and (
            self.record is not None or self.position is not None or SEATS in self.tags
        )

    def with_seats(self, text: str) -> GameRequest:
        """Return the same request with locked seats."""
        return replace(self, tags={**self.tags, SEATS: text})

    def runs_foreign_code(self, catalogue: Catalogue) -> bool:
        """Return whether it involves foreign code, which needs a sandbox."""
        rules, seats = self.rules, (self.first, self.second)
        if self.record is not None:
            tags = peek(self.record)
            rules, seats = tags.get("Game", ""), (tags.get("First", ""), tags.get("Second", ""))
        return catalogue.is_foreign_game(rules) or any(map(catalogue.is_foreign_player, seats))

    def session(self, catalogue: Catalogue, limit: Limit, counted_seconds: float) -> Session:
        """Make the session; node-limited players get a time limit only as a safety net."""
        begun = self._begun(catalogue, limit) if self.record is None else self._resumed(catalogue, limit)
        counted = Limit(nodes=nodes_on_the_page(begun.game), seconds=counted_seconds)
        first, second = (counted if player and player.counts else limit for player in begun.players)
        begun.limits = first, second
        return begun

    def _begun(self, catalogue: Catalogue, limit: Limit) -> Session:
        game = catalogue.load(self.rules, self.options)
        first, second = (
            None if self.analysis else catalogue.seat(spec, game) for spec in (self.first, self.second)
        )
        return Session(
            game,
            first,
            second,
            start=None if self.position is None else game.position(self.position),
            seed=secrets.randbelow(10**9) if self.seed is None else self.seed,
            limit=limit,
            clock=None if self.clock is None else Clock(TimeControl.parse(self.clock)),
            tags={"Date": f"{datetime.now():%Y.%m.%d}", **self._own_tags()},
        )

    def _resumed(self, catalogue: Catalogue, limit: Limit) -> Session:
        record = self.read_record(catalogue)
        game = recorded_game(record)
        seats = (
            (None, None)
            if self.analysis
            else recorded_seats(record, game, catalogue.seat, catalogue.own_player_files)
        )
        session = Session.resumed(record, game, *seats, seed=recorded_seed(record), limit=limit)
        # Seats are only trusted from our own disk.
        others = {name: text for name, text in session.tags.items() if name not in (SEATS, MODE)}
        session.tags = {**others, **self._own_tags()}
        return session

    def _own_tags(self) -> dict[str, str]:
        return {**self.tags, **({MODE: ANALYSIS} if self.analysis else {})}

    def read_record(self, catalogue: Catalogue) -> Record:
        """Parse the record, of a built-in game or one that the server was started with."""
        assert self.record is not None
        spec = peek(self.record).get("Game", "")
        file = game_file(spec)
        if file is None:
            return parse_record(self.record, accept_changed=self.accept_changed)
        for path in catalogue.own_files:
            if python_game_file(path) == python_game_file(spec):
                game = catalogue.load(f"{path}:{file.options}" if file.options else path)
                return parse_record(self.record, game, accept_changed=self.accept_changed)
        raise BadOption(NOT_OFFERED)


def peek(record: str) -> dict[str, str]:
    """Return the tags of a record without reading its moves; runs no code and never fails."""
    return record_tags(record)
