"""Assignment of sides to people and players, from texts."""

from __future__ import annotations

from collections.abc import Callable, Collection

from kibitz.base.errors import BadOption
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.players.registry import names, player_of, resources
from kibitz.players.spec import PlayerSpec
from kibitz.records.record import Record

#: A side without a player belongs to a person.
Seats = tuple[Player | None, Player | None]

#: The record's name for a person, and its synonyms.
PERSON = "person"
_PEOPLE = {PERSON, "human", "me", "you"}


def is_person(text: str) -> bool:
    """Return whether a text means a person."""
    return text.strip().lower() in _PEOPLE


def fit_player(spec: str | PlayerSpec, game: Game, may_use: Collection[str] | None = None) -> Player:
    """Return the player of a spec, if it can play the game; `may_use` as in `player_of`."""
    player = player_of(spec if isinstance(spec, PlayerSpec) else PlayerSpec.read(spec), may_use)
    refuse_unfit(player, game)
    return player


def refuse_unfit(player: Player, game: Game) -> None:
    """Raise BadOption with the reason if a player can't play a game."""
    reason = player.cannot_play(game)
    if reason:
        raise BadOption(f"{player.spec} can't play {game.spec}: {reason}")


def read_seat(spec: str | PlayerSpec, game: Game) -> Player | None:
    """Return the player of a text; None for a person."""
    if is_person(spec if isinstance(spec, str) else spec.text):
        return None
    try:
        return fit_player(spec, game)
    except BadOption as error:
        raise BadOption(f"{error}; {PERSON} is you") from None


def recorded_seats(
    record: Record,
    game: Game,
    read: Callable[[PlayerSpec, Game], Player | None] = read_seat,
    may_use: Collection[str] = (),
) -> Seats:
    """Return a record's players.

    A name that is not a player of Kibitz is a person's; `read` parses the others.

    A record makes no file run or open, except those in `may_use`, and starts no program.
    """

    def seat(text: str) -> Player | None:
        try:
            spec = PlayerSpec.read(text)
        except BadOption:
            return None
        named = resources(spec)
        if any(each.kind == "program" or each.name not in may_use for each in named):
            return None
        if not named and spec.name not in names():
            return None
        return read(spec, game)

    return seat(record.tags.get("First", PERSON)), seat(record.tags.get("Second", PERSON))
