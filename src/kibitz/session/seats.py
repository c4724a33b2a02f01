"""Who sits at the board: the one way from a text to a player or a person."""

from __future__ import annotations

from collections.abc import Callable, Collection

from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.players.registry import files_run, make_player, names
from kibitz.records.record import Record
from kibitz.words.errors import BadOption
from kibitz.words.options import split_spec

#: A side without a player is a person's.
Seats = tuple[Player | None, Player | None]

#: What a record calls a side that a person plays, and what else people call themselves.
PERSON = "person"
_PEOPLE = {PERSON, "human", "me", "you"}


def is_person(text: str) -> bool:
    """Whether a text means a person."""
    return text.strip().lower() in _PEOPLE


def fit_player(spec: str, game: Game) -> Player:
    """The player that a spec names, if it can play the game."""
    player = make_player(spec)
    refuse_unfit(player, game)
    return player


def refuse_unfit(player: Player, game: Game) -> None:
    """An error that says why a player can't play a game, if it can't."""
    reason = player.cannot_play(game)
    if reason:
        raise BadOption(f"{player.spec} can't play {game.spec}: {reason}")


def read_seat(spec: str, game: Game) -> Player | None:
    """Who a text puts at the board; None for a person."""
    if is_person(spec):
        return None
    try:
        return fit_player(spec, game)
    except BadOption as error:
        raise BadOption(f"{error}; {PERSON} is you") from None


def recorded_seats(
    record: Record,
    game: Game,
    read: Callable[[str, Game], Player | None] = read_seat,
    may_run: Collection[str] = (),
) -> Seats:
    """Who sat where. Whoever is no player of Kibitz is a person with a name; `read` judges all others.

    A record makes no file run, but for those in `may_run`.
    """

    def is_player(spec: str) -> bool:
        files = files_run(spec)
        return set(files) <= set(may_run) if files else _name(spec) in names()

    specs = (record.tags.get(tag, PERSON) for tag in ("First", "Second"))
    first, second = (read(spec, game) if is_player(spec) else None for spec in specs)
    return first, second


def _name(spec: str) -> str:
    try:
        return split_spec(spec)[0]
    except BadOption:
        return ""
