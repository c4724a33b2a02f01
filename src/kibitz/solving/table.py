"""Tables: exact values of all positions of a game, or of those with few pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.deprecation import Renamed
from kibitz.base.errors import BadFile, BadOption, WrongGame, quoted
from kibitz.base.html_table import html_table
from kibitz.base.value import Value
from kibitz.files.atomic_write import atomic_file
from kibitz.files.sections import Solution
from kibitz.files.table_file import LARGE, TableFile, write
from kibitz.games.core_bridge import value_from_core
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving.layouts import Layout, layout_class, open_layout

if TYPE_CHECKING:
    from kibitz.solving.table_rows import Columns, Row


def damaged_file(path: Path | None, damage: Exception) -> BadFile:
    """Return the error for a table file whose contents contradict themselves."""
    return BadFile(f"{path} can't be trusted: {damage}. Remove it and solve the game again")


class Table:
    """Exact values of a game's positions, in memory or memory-mapped from a file.

    >>> import kibitz
    >>> table = kibitz.solve("tictactoe")
    >>> len(table), table.value(table.game.start().play("5", "2"))
    (765, Win(5))
    >>> table.game.position("x../.o./...") in table
    True
    """

    def __init__(
        self, game: Game, layout: Layout, file: TableFile | None = None, solution: Solution | None = None
    ) -> None:
        """`file` has its sections; a table without a file has a `solution`."""
        #: The game.
        self.game = game
        self._layout = layout
        self._file = file
        self._solution = solution

    @property
    def path(self) -> Path | None:
        """Return the path of its file, or None if it is only in memory."""
        return self._file.path if self._file else None

    @property
    def positions(self) -> int:
        """Return the number of positions up to symmetry."""
        return self._layout.positions

    @property
    def layout(self) -> str:
        """Return the name of the layout."""
        return self._layout.name

    @property
    def pieces(self) -> int | None:
        """Return the maximum number of pieces of its positions; None if it holds them all."""
        return self._layout.pieces

    @property
    def precision(self) -> float:
        """Return the maximum error of a chance; 0 if values are exact."""
        return self._layout.precision

    @property
    def size(self) -> int:
        """Return the size of its file in bytes; 0 without a file."""
        return self._file.size if self._file else 0

    @property
    def probe(self) -> _core.Tablebase:
        """Return the core's probe."""
        return self._layout.probe

    def value(self, position: Position) -> Value | None:
        """Return the value of a position to its mover; None if the table does not hold it."""
        state = self.compatible_state(position)
        try:
            found = _core.probe(self.game.rules, self._layout.probe, state)
            return None if found is None else value_from_core(found, self.game.has_chance)
        except (BadFile, BadOption) as damage:  # the core raises BadOption for invalid values
            raise damaged_file(self.path, damage) from None

    def compatible_state(self, position: Position) -> _core.State:
        """Return a position's state as one of this table's game; WrongGame for other rules."""
        check(position=(position, Position))
        game = position.game
        if game is self.game or game.rules.identity == self.game.rules.identity:
            return position.state
        if game.solving.table_id != self.game.solving.table_id:
            raise WrongGame(f"this table is about {self.game.spec}, the position about {game.spec}")
        # The games differ only in their start position.
        return self.game.rules.assemble(game.rules.describe(position.state))

    own_state = Renamed("compatible_state")

    def values(self, positions: Iterable[Position]) -> list[Value | None]:
        """Return the values of many positions."""
        check(positions=(positions, Iterable))
        from kibitz.solving.table_rows import values

        return values(self, list(positions))

    def __len__(self) -> int:
        return self.positions

    def __bool__(self) -> bool:
        return True

    def __contains__(self, item: object) -> bool:
        """Return whether it holds a position or row; False for positions of other games."""
        from kibitz.solving.table_rows import Row

        if isinstance(item, Row):
            return item.position in self and self.value(item.position) == item.value
        try:
            return self.value(item) is not None  # type: ignore[arg-type]  # which is refused there
        except WrongGame:
            return False

    def __iter__(self) -> Iterator[Row]:
        """Iterate over its positions up to symmetry, with values and best moves."""
        from kibitz.solving.table_rows import rows

        return rows(self)

    def columns(self) -> Columns:
        """Return all positions as NumPy arrays."""
        from kibitz.solving.table_rows import columns

        return columns(self)

    def export(self, path: Path | str, *, texts: bool = False) -> int:
        """Write it to a .csv, .npz, .parquet or .arrow file; return the number of positions."""
        check(path=(path, str | Path))
        from kibitz.solving.table_rows import export

        return export(self, Path(path), texts=texts)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self.path is not None:
            return open_table, (self.game, self.path)
        assert self._solution is not None
        return table_in_memory, (self.game, self._solution)

    def check(self) -> None:
        """Verify every block of its file; BadFile if one is damaged."""
        if self._file:
            self._file.check_blocks()

    def _repr_html_(self) -> str:
        """Return game, size and value for notebooks."""
        game = self.game
        rows: list[tuple[str, object]] = [
            ("game", game.spec),
            ("positions", f"{self.positions:,}"),
            ("bytes", f"{self.size:,}"),
            ("layout", self.layout),
        ]
        if (value := self.value(game.start())) is not None:
            rows.append(
                ("at the start", f"{game.side_name(game.start().mover)} {game.scale.format_value(value)}")
            )
        return html_table(["table", ""], rows)

    def __repr__(self) -> str:
        return f"<Table {self.game.spec}: {self.positions:,} positions>"


def table_in_memory(game: Game, solution: Solution) -> Table:
    """Return a table for a solution that has no file."""
    return Table(game, open_layout(game.rules, solution), solution=solution)


def save_table(game: Game, solution: Solution, path: Path) -> Table:
    """Write a solved table to its file atomically, and open it there."""
    with atomic_file(path, own_folder=True) as out:
        write(out, {**table_facts(game), **solution.facts}, solution.sections)
    return open_table(game, path)


def table_facts(game: Game) -> dict[str, object]:
    """Return the part of the description that identifies the game."""
    return {
        "family": game.rules.family,
        "game": game.spec,
        "rules": game.solving.table_id,
        "rules_version": game.solving.rules_version,
    }


def open_file(game: Game, path: Path) -> TableFile:
    """Open a file of this game; otherwise BadFile gives the reason."""
    file = TableFile(path)
    facts = file.facts
    if facts.get("rules") != game.solving.table_id:
        raise BadFile(f"{path} is a table for {facts.get('rules')}, not for {game.solving.table_id}")
    if facts.get("rules_version") != game.solving.rules_version:
        raise BadFile(
            f"{path} was made for version {facts.get('rules_version')} of the rules of {game.spec}; "
            f"this is version {game.solving.rules_version}. Remove it and solve the game again"
        )
    return file


def _check_pieces(game: Game, pieces: object) -> None:
    """Raise BadFile if no position of the game has this number of pieces; most tables have none."""
    most = game.solving.endgame.most_pieces if game.solving.endgame else 0
    if pieces is not None and not (type(pieces) is int and 2 <= pieces <= most):
        raise BadFile(f"no position of {game.spec} has {quoted(pieces)} pieces")


def open_table(game: Game, path: Path) -> Table:
    """Open the table in a file; BadFile if it is damaged or of another game."""
    file = open_file(game, path)
    try:
        _check_pieces(game, file.facts.get("pieces"))
        if file.size <= LARGE or not layout_class(file.facts["layout"]).lazy:
            file.check_blocks()
        return Table(game, open_layout(game.rules, file), file)
    except BadFile as refusal:
        reason = str(refusal)
        raise BadFile(reason if reason.startswith(str(path)) else f"{path} can't be used: {reason}") from None
