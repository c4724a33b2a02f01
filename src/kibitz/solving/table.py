"""A table: the exact value of every position of a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.games.core_values import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving.file_format import TableFile, write
from kibitz.solving.layouts import Layout, Sections, open_layout
from kibitz.words.errors import BadFile, BadOption
from kibitz.words.value import Value
from kibitz.words.whole_file import whole_file


class Table:
    """Exact values of a game's positions, from memory or straight from a file."""

    def __init__(self, game: Game, layout: Layout, path: Path | None = None) -> None:
        #: The game it belongs to.
        self.game = game
        #: Where it lies, or None while it is only in memory.
        self.path = path
        self._layout = layout

    @property
    def positions(self) -> int:
        """How many positions are stored; positions alike by symmetry are stored once."""
        return self._layout.positions

    @property
    def layout(self) -> str:
        """How the values are arranged."""
        return self._layout.name

    @property
    def size(self) -> int:
        """The bytes of its file; 0 while it has none."""
        return self.path.stat().st_size if self.path else 0

    def value(self, position: Position) -> Value | None:
        """What a position is worth to its mover; None if the table does not hold it."""
        if position.game is not self.game and position.game.rules_id != self.game.rules_id:
            raise BadOption(f"this table is about {self.game.spec}, the position about {position.game.spec}")
        found = self._layout.find(position.game.rules, position.state)
        return None if found is None else value_from_core(found)

    def __repr__(self) -> str:
        return f"<Table {self.game.spec}: {self.positions:,} positions>"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found: the sections of a table, and how many positions are in it."""

    layout: str
    sections: Sections
    positions: int


def table_in_memory(game: Game, solution: Solution) -> Table:
    """A table that has just been solved and has no file."""
    return Table(game, open_layout(solution.layout, solution.sections, solution.positions, game.rules))


def save_table(game: Game, solution: Solution, path: Path) -> Table:
    """Write a solved table to its file, whole or not at all, and open it there."""
    facts = {
        "family": game.family,
        "game": game.spec,
        "layout": solution.layout,
        "positions": solution.positions,
        "rules": game.rules_id,
        "rules_version": game.rules_version,
    }
    with whole_file(path, own_folder=True) as out:
        write(out, facts, solution.sections)
    return open_table(game, path)


def open_table(game: Game, path: Path) -> Table:
    """The table in a file, if it is sound and belongs to this game; else BadFile says why not."""
    file = TableFile(path)
    facts = file.facts
    if facts.get("rules") != game.rules_id:
        raise BadFile(f"{path} is a table for {facts.get('rules')}, not for {game.rules_id}")
    if facts.get("rules_version") != game.rules_version:
        raise BadFile(
            f"{path} was made for version {facts.get('rules_version')} of the rules of {game.spec}; "
            f"this is version {game.rules_version}. Remove it and solve the game again"
        )
    file.check_blocks()
    try:
        sections = {name: file.section(name) for name in facts["sections"]}
        layout = open_layout(facts["layout"], sections, facts["positions"], game.rules)
    except BadFile as refusal:
        raise BadFile(f"{path} can't be used: {refusal}") from None
    return Table(game, layout, path)
