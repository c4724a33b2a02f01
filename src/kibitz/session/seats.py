"""Who sits at the board: the one way from a text to a player or a person."""

from __future__ import annotations

from collections.abc import Callable, Collection

from kibitz.base.errors import BadOption
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.players.registry import names, player_of, resources
from kibitz.players.spec import PlayerSpec
from kibitz.records.record import Record

#: A side without a player is a person's.
Seats = tuple[Player | None, Player | None]

#: What a record calls a side that a person plays, and what else people call themselves.
PERSON = "person"
_PEOPLE = {PERSON, "human", "me", "you"}


def is_person(text: str) -> bool:
    """Whether a text means a person."""
    return text.strip().lower() in _PEOPLE


def fit_player(spec: str | PlayerSpec, game: Game, may_use: Collection[str] | None = None) -> Player:
    """The player that a spec names, if it can play the game; `may_use` as with `player_of`."""
    player = player_of(spec if isinstance(spec, PlayerSpec) else PlayerSpec.read(spec), may_use)
    refuse_unfit(player, game)
    return player


def refuse_unfit(player: Player, game: Game) -> None:
    """An error that says why a player can't play a game, if it can't."""
    reason = player.cannot_play(game)
    if reason:
        raise BadOption(f"{player.spec} can't play {game.spec}: {reason}")


def read_seat(spec: str | PlayerSpec, game: Game) -> Player | None:
    """Who a text puts at the board; None for a person."""
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
    """Who sat where. Whoever is no player of Kibitz is a person with a name; `read` judges all others.

    A record makes no file run or be opened, but for those in `may_use`, and no program start.
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
