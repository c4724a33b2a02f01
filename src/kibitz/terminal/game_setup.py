"""What a person wants to play: taken from options, asked for where they don't say."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.base.errors import BadOption, quoted
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.base.time_control import TimeControl
from kibitz.games import registry as games
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.records.record import Record
from kibitz.session.clock import Clock
from kibitz.session.seats import Seats, fit_player, is_person, read_seat, recorded_seats
from kibitz.session.session import Session
from kibitz.terminal import prompts
from kibitz.terminal.console_io import Talk

#: What may be done with a saved game that is open elsewhere.
IN_USE = ("watch", "copy", "take-over")


@dataclass(frozen=True)
class Wishes:
    """The options of `kibitz play`; None is what nobody said."""

    game: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    players: tuple[str, str] | None = None
    people: int | None = None
    opponent: str | None = None
    difficulty: int | None = None
    side: str | None = None
    position: str | None = None
    seed: int = 0
    limit: Limit = field(default_factory=Limit)
    #: For each player, for a whole game.
    clock: TimeControl | None = None
    #: Whether to ask for what was not said, instead of taking the default.
    ask: bool = True
    #: Whether to go on with a record that was changed by hand or damaged.
    accept_changed: bool = False
    #: What to do with a saved game that is open elsewhere: one of `IN_USE`.
    in_use: str | None = None

    @property
    def names_players(self) -> bool:
        """Whether anything was said about who plays."""
        told = (self.players, self.opponent, self.difficulty, self.side, self.people)
        return any(answer is not None for answer in told)

    def check(self) -> None:
        """Refuse what can't be, before anything is asked."""
        if self.game is None:
            known = {option.name for entry in games.entries().values() for option in entry.options()}
            for name in self.options:
                if name not in known:
                    raise BadOption(f"no game has an option {quoted(name)}")
            for spec in (*(self.players or ()), self.opponent):
                if spec is not None and not is_person(spec):
                    make_player(spec)
            return
        game = self.load_game(self.game)
        if self.position is not None:
            game.position(self.position)
        if self.side is not None:
            prompts.read_side(self.side, game)
        if self.opponent is not None:
            fit_player(self.opponent, game)
        for spec in self.players or ():
            read_seat(spec, game)

    def load_game(self, spec: str) -> Game:
        """The game with the options that were given apart from the spec."""
        return load(spec, **self.options)


def settle_game(wishes: Wishes, talk: Talk) -> Game:
    """Which game it is to be."""
    if wishes.game is not None:
        return wishes.load_game(wishes.game)
    if wishes.ask:
        return prompts.ask_game(talk, wishes.load_game)
    return wishes.load_game(prompts.default_game())


def settle(wishes: Wishes, game: Game, talk: Talk, *, begun: bool = False) -> tuple[Game, Seats]:
    """Who sits where; a person who is asked may choose the board and a side first, so the game may change.

    It stays as it is where it has `begun`.
    """
    begun = begun or wishes.position is not None
    if wishes.players is not None:
        first, second = (read_seat(spec, game) for spec in wishes.players)
        return game, (first, second)
    if wishes.people == 2:
        return game, (None, None)
    computer: Player | None
    side = None if wishes.side is None else prompts.read_side(wishes.side, game)
    if wishes.opponent is not None:
        computer = fit_player(wishes.opponent, game)
    elif wishes.difficulty is not None or not wishes.ask or wishes.people == 0:
        difficulty = prompts.DEFAULT_DIFFICULTY if wishes.difficulty is None else wishes.difficulty
        computer = prompts.read_difficulty(str(difficulty), game)
    else:
        answer = prompts.ask_opponent(talk, game, begun)
        while answer is prompts.Wish.OPTIONS:
            game = game if begun else prompts.ask_options(talk, game)
            side = prompts.ask_side(talk, game)
            answer = prompts.ask_opponent(talk, game, begun)
        computer = None if isinstance(answer, prompts.Wish) else answer
    if wishes.people == 0:
        return game, (computer, computer)
    return game, (computer, None) if side is Side.SECOND else (None, computer)


def new_session(wishes: Wishes, game: Game, seats: Seats, seed: int, date: str) -> Session:
    """A game from its start, or from the position that was wished for."""
    start = None if wishes.position is None else game.position(wishes.position)
    clock = None if wishes.clock is None else Clock(wishes.clock)
    return Session(game, *seats, start=start, seed=seed, limit=wishes.limit, clock=clock, tags={"Date": date})


def resumed_seats(wishes: Wishes, record: Record, game: Game, talk: Talk) -> Seats:
    """Who sat where; options may say otherwise."""
    return settle(wishes, game, talk, begun=True)[1] if wishes.names_players else recorded_seats(record, game)
