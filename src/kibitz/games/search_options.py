"""Search options of single games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kibitz.base.options import Option, OptionValue
from kibitz.games import registry
from kibitz.games.game import Game


def known_search_options(name: str) -> Iterator[Option]:
    """Return the options with a name, from all games."""
    classes = {entry.game_class() for entry in registry.entries().values()}
    for cls in classes:
        if issubclass(cls, Game):  # not an installed Python game
            yield from (search.option for search in cls.search.options if search.option.name == name)


def core_options(
    game: Game, given: Mapping[str, OptionValue], *, at_best: bool, to_prove: bool = False
) -> dict[str, int]:
    """Return a game's search options for the core; empty for the defaults."""
    usual, values_ = {}, {}
    for search in game.search.options:
        name, default = search.option.name, search.option.default
        best = default if search.at_best is None else search.at_best
        if to_prove and search.to_prove is not None:
            best = search.to_prove
        usual[name] = search.number(default)
        values_[name] = search.number(given.get(name, best if at_best else default))
    return {} if values_ == usual else values_
