"""What can be played and by whom, with every option: what the new-game dialog is made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.games import registry as games
from kibitz.games.game import Game
from kibitz.players import registry as players
from kibitz.players.player import Player
from kibitz.records.record import is_own_game
from kibitz.session.seats import PERSON, fit_player
from kibitz.web.settings import Settings
from kibitz.words.errors import BadOption, quoted
from kibitz.words.options import Option, split_spec


def option_json(option: Option) -> dict[str, Any]:
    """One option, with what a form needs to ask for it."""
    return {
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


class Catalogue:
    """The games and players of one server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def load(self, spec: str, options: Mapping[str, str] | None = None) -> Game:
        """A game by name; a file only if the server was started with it, as its code runs."""
        file = spec.partition(".py")[0] + ".py" if is_own_game(spec) else ""
        if file and file not in self._settings.own_games:
            raise BadOption("this server plays no games from that file; kibitz web --game FILE adds one")
        return games.load(spec, **dict(options or {}))

    def own_games(self) -> list[Game]:
        """The games from files."""
        return [self.load(path) for path in self._settings.own_games]

    def seat(self, spec: str, game: Game) -> Player | None:
        """Who sits there: None for a person."""
        if spec.strip().lower() == PERSON:
            return None
        if split_spec(spec)[0] not in players.names():
            # Some other names run programs, which nobody may do from a page.
            raise BadOption(f"{quoted(spec)} can't play here; the players are {', '.join(players.names())}")
        player = fit_player(spec, game)
        for option in player.options:
            asked = int(player.values[option.name]) if option.kind == "memory" else 0
            if asked > self._settings.most_memory:
                raise BadOption(f"{option.name} can be at most {self._settings.most_memory} bytes here")
        if int(player.values.get("threads", 1)) > self._settings.most_threads:
            raise BadOption(f"threads can be at most {self._settings.most_threads} here")
        return player

    def games_json(self) -> list[dict[str, Any]]:
        """Every game with its options and who can play it."""
        listed = [
            self._game_json(name, games.load(name), entry.summary, entry.options())
            for name, entry in games.entries().items()
        ]
        own = zip(self._settings.own_games, self.own_games(), strict=True)
        return listed + [
            self._game_json(path, game, "a game from a file", game.options) for path, game in own
        ]

    def _game_json(self, name: str, game: Game, summary: str, options: Iterable[Option]) -> dict[str, Any]:
        return {
            "name": name,
            "title": game.title,
            "summary": summary,
            "sides": list(game.side_names),
            "dice": game.has_chance,
            "options": [option_json(option) for option in options],
            "players": players.able(game),
        }

    def players_json(self) -> list[dict[str, Any]]:
        """Every player with its options."""
        classes = [players.player_class(name) for name in players.names()]
        return [
            {"name": cls.name, "summary": cls.summary, "options": [option_json(o) for o in cls.options]}
            for cls in classes
        ]
