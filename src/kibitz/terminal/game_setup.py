"""Setting up a game: from options, or by asking for what they leave open."""

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
from kibitz.terminal.console_io import Console

#: The choices for a saved game that is open in another program.
IN_USE = ("watch", "copy", "take-over")


@dataclass(frozen=True)
class GameSetup:
    """The options of `kibitz play`; None if not given."""

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
    #: The clock of each player.
    clock: TimeControl | None = None
    #: Whether to ask for options that were not given, instead of taking defaults.
    ask: bool = True
    #: Whether to resume a record that was edited by hand or damaged.
    accept_changed: bool = False
    #: What to do with a saved game that is open in another program: one of `IN_USE`.
    in_use: str | None = None

    @property
    def names_players(self) -> bool:
        """Whether any option about the players was given."""
        given = (self.players, self.opponent, self.difficulty, self.side, self.people)
        return any(answer is not None for answer in given)

    def check(self) -> None:
        """Refuse invalid options before asking anything."""
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
        """Load a game with the options that were given apart from its spec."""
        return load(spec, **self.options)


def choose_game(setup: GameSetup, console: Console) -> Game:
    """Return the game to play; ask for it if need be."""
    if setup.game is not None:
        return setup.load_game(setup.game)
    if setup.ask:
        return prompts.ask_game(console, setup.load_game)
    return setup.load_game(prompts.default_game())


def choose_players(
    setup: GameSetup, game: Game, console: Console, *, begun: bool = False
) -> tuple[Game, Seats]:
    """Return the game and its seats; ask for the opponent if need be.

    The person may change the options of the game first, unless it has `begun`.
    """
    begun = begun or setup.position is not None
    if setup.players is not None:
        first, second = (read_seat(spec, game) for spec in setup.players)
        return game, (first, second)
    if setup.people == 2:
        return game, (None, None)
    computer: Player | None
    side = None if setup.side is None else prompts.read_side(setup.side, game)
    if setup.opponent is not None:
        computer = fit_player(setup.opponent, game)
    elif setup.difficulty is not None or not setup.ask or setup.people == 0:
        difficulty = prompts.DEFAULT_DIFFICULTY if setup.difficulty is None else setup.difficulty
        computer = prompts.read_difficulty(str(difficulty), game)
    else:
        answer = prompts.ask_opponent(console, game, begun)
        while answer is prompts.OpponentAnswer.OPTIONS:
            game = game if begun else prompts.ask_options(console, game)
            side = prompts.ask_side(console, game)
            answer = prompts.ask_opponent(console, game, begun)
        computer = None if isinstance(answer, prompts.OpponentAnswer) else answer
    if setup.people == 0:
        return game, (computer, computer)
    return game, (computer, None) if side is Side.SECOND else (None, computer)


def new_session(setup: GameSetup, game: Game, seats: Seats, seed: int, date: str) -> Session:
    """Return a new session, from the start or from the given position."""
    start = None if setup.position is None else game.position(setup.position)
    clock = None if setup.clock is None else Clock(setup.clock)
    return Session(game, *seats, start=start, seed=seed, limit=setup.limit, clock=clock, tags={"Date": date})


def resumed_seats(setup: GameSetup, record: Record, game: Game, console: Console) -> Seats:
    """Return the seats of a resumed game: those of its record, unless options say otherwise."""
    return (
        choose_players(setup, game, console, begun=True)[1]
        if setup.names_players
        else recorded_seats(record, game)
    )
