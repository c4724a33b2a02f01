"""The catalogue of games and players, for the front page and the new-game form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from kibitz.base.errors import BadFile, BadOption, quoted
from kibitz.base.options import Option
from kibitz.games import registry as games
from kibitz.games.bundled import examples
from kibitz.games.exact_source import Cover
from kibitz.games.game import Game
from kibitz.games.spec import game_file
from kibitz.players import registry as players
from kibitz.players.player import Player
from kibitz.players.player_file import players_in
from kibitz.players.spec import PlayerSpec
from kibitz.records.record import is_python_game_spec, python_game_file
from kibitz.service.demo import demo_json
from kibitz.service.replies import Demo, GameEntry, Opponent, PlayerEntry, Source
from kibitz.service.replies import Option as OptionRow
from kibitz.service.settings import Settings
from kibitz.session.seats import PERSON, fit_player
from kibitz.solving.exact_sources import sources_of

#: The error of a file that the server does not offer.
NOT_OFFERED = "this server plays no games from that file; it does if it is started with --game FILE"
#: Preset opponents: a name, and its player.
_LEVELS = (("easy", "level:strength=15"), ("medium", "level"), ("hard", "level:strength=80"))
_STRONGEST = "level:strength=100"


def option_json(option: Option) -> OptionRow:
    """Return an option with the data that a form needs."""
    row: Any = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "help": option.help,
        "range": option.range,
        "low": option.low,
        "high": option.high,
        "choices": list(option.choices),
        "longest": option.longest,
        "display": option.display,
    }
    return cast(OptionRow, row)


class Catalogue:
    """The games and players of one server."""

    def __init__(self, settings: Settings, *, apart: bool = False) -> None:
        """`apart` means that this is a sandbox process, the only kind that runs foreign code."""
        self._settings = settings
        self._apart = apart

    @property
    def own_files(self) -> tuple[str, ...]:
        """Return the game files that the server was started with, and those that clients wrote."""
        folder = self._settings.code_folder
        written = sorted(map(str, Path(folder).glob("*.py"))) if folder else ()
        return (*self._settings.own_games, *written)

    @property
    def own_player_files(self) -> tuple[str, ...]:
        """Return the player files that the server was started with."""
        return self._settings.own_players

    def load(self, spec: str, options: Mapping[str, str] | None = None) -> Game:
        """Load a game by name; a file only if the server was started with it, as its code runs."""
        file = game_file(spec)
        if file is not None and file.path not in self.own_files:
            raise BadOption(NOT_OFFERED)
        if not self._apart and self.is_foreign_game(spec):
            raise BadOption(f"{quoted(spec)} only runs in a sandbox")
        given = dict(options or {})
        if "spec" in given:  # the parameter has that name
            raise BadOption("no game has an option spec")
        return games.load(spec, **given)

    def is_foreign_game(self, spec: str) -> bool:
        """Return whether the rules of a game are foreign code that may run here.

        A file that the server was not started with is refused without starting a sandbox.
        """
        if is_python_game_spec(spec):
            return python_game_file(spec) in map(python_game_file, self.own_files)
        name = spec.partition(":")[0].strip().lower()
        return name not in games.names() and name in games.entries()

    def is_foreign_player(self, spec: str) -> bool:
        """Return whether a player is foreign code that may run here."""
        try:
            parsed = PlayerSpec.read(spec)
        except BadOption:  # unknown; reported when the player is created
            return False
        ours = parsed.name in players.ENTRIES
        named = players.resources(parsed)
        if named:
            return all(each.name in self.own_player_files for each in named)
        return not ours and parsed.name in players.names()

    # Access check: every player of this server is created here, whatever the transport.

    def seat(self, spec: str | PlayerSpec, game: Game) -> Player | None:
        """Return the player of a seat; None for a person."""
        parsed = PlayerSpec.read(spec) if isinstance(spec, str) else spec
        if parsed.name == PERSON and not parsed.given:
            return None
        if parsed.code is None and parsed.name not in players.names():
            # Some other names start programs, which a client must not do.
            raise BadOption(
                f"{quoted(parsed.text)} can't play here; the players are {', '.join(players.names())}"
            )
        named = players.resources(parsed)
        if any(each.kind == "program" or each.name not in self.own_player_files for each in named):
            raise BadOption(
                "this server has no players from that file; it has if it is started with --player FILE"
            )
        # Resources are checked again on the values with which the player is created. Foreign code runs in
        # sandboxes only, however it is named.
        if not self._apart and self.is_foreign_player(parsed.text):
            raise BadOption(f"{quoted(parsed.text)} only plays in a sandbox")
        player = fit_player(parsed, game, self.own_player_files if self._apart else ())
        for option in player.options:
            requested = int(player.values[option.name]) if option.kind == "memory" else 0
            if requested > self._settings.most_memory:
                raise BadOption(f"{option.name} can be at most {self._settings.most_memory} bytes here")
        if int(player.values.get("threads", 1)) > self._settings.most_threads:
            raise BadOption(f"threads can be at most {self._settings.most_threads} here")
        return player

    # As JSON-compatible data

    def games(self) -> list[GameEntry]:
        """Return every built-in game, with its options and the players that can play it."""
        found: list[GameEntry] = []
        for number, package in enumerate(games.packages()):
            for entry in package.entries:
                game = entry.make({})
                row = self._game_entry(entry.name, game, entry.summary, entry.options(), number)
                found.append({**row, "demo": demo_json(game)})
        for entry in examples().values():
            game = entry.make({})
            row = self._game_entry(entry.name, game, entry.summary, entry.options(), entry.name)
            found.append({**row, "demo": demo_json(game)})
        return found

    def demo(self, spec: str) -> Demo:
        """Return a short game for the front page."""
        return demo_json(self.load(spec))

    def entry(self, spec: str) -> GameEntry:
        """Return the entry of a game from a file or another package, without its demo."""
        if game_file(spec) is None:
            found = games.entry(spec)
            return self._game_entry(spec, found.make({}), found.summary, found.options(), spec)
        game = self.load(spec)
        summary = (game.text.summary if game.text else "").strip()
        return self._game_entry(spec, game, summary or "a game from a file", game.options, spec)

    def players_in_file(self, path: str) -> list[PlayerEntry]:
        """Return every player in a file, and a search with every evaluation in it."""
        if path not in self.own_player_files:
            raise BadOption("this server has no players from that file")
        return [
            {
                "name": spec,
                "summary": about or "a player from a file",
                "options": [option_json(option) for option in options],
            }
            for spec, about, options in players_in(path)
        ]

    def _game_entry(
        self, name: str, game: Game, summary: str, options: Iterable[Option], room: int | str
    ) -> GameEntry:
        able = players.able(game)
        words = game.text
        return {
            "name": name,
            "title": game.title,
            "summary": summary.replace("`", ""),  # docstrings mark code with them
            "known": words.known if words else "",
            "short": words.summary if words else "",
            "words": list(words.rules) if words else [],
            "sides": list(game.side_names),
            "dice": game.has_chance,
            "source": _source(name),
            #: Games of one package are related: only their options differ.
            "room": room,
            "options": [option_json(option) for option in options],
            "players": able,
            "opponents": _opponents(game, able),
            "demo": {"board": None, "views": [], "won": None},
        }

    def players(self) -> list[PlayerEntry]:
        """Return every player with its options."""
        classes = [players.player_class(name) for name in players.names()]
        return [
            {"name": cls.name, "summary": cls.summary, "options": [option_json(o) for o in cls.options]}
            for cls in classes
        ]


def _source(name: str) -> Source:
    """Return the source of a game: built-in, example, file or installed."""
    if game_file(name) is not None:
        return "file"
    return "built-in" if name in games.names() else "example" if name in examples() else "installed"


def _opponents(game: Game, able: list[str]) -> list[Opponent]:
    """Return the preset opponents, from easy to the strongest: a perfect player is named so."""
    if "level" not in able:
        return [{"word": "player", "spec": name} for name in able[:4]]
    start = game.start()
    try:
        known = any(source.covers(start) is not Cover.NO for source in sources_of(game))
    except BadFile:
        known = False
    rows: list[Opponent] = [{"word": word, "spec": spec} for word, spec in _LEVELS]
    return [*rows, {"word": "perfect" if known else "strongest", "spec": _STRONGEST}]
