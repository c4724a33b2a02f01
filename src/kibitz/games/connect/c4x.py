"""The `data.c4x` format of an older Connect-N program, byte for byte.

The first line is `filler width height length mark1 mark2 `, then comes a line for each row of the board, the
bottom one first: a mark or the filler, and a blank, for every cell. The filler is x, or y or z if a player
has that mark.
"""

from __future__ import annotations

from kibitz.base.errors import BadNotation, BadOption, KibitzError, quoted
from kibitz.games.connect.game import Connect
from kibitz.games.position import Position
from kibitz.games.registry import load


def format_c4x(position: Position) -> str:
    """Format a Connect-N position."""
    game = position.game
    if not isinstance(game, Connect):
        raise BadOption(f"only games of connect fit into a .c4x file, not {game.spec}")
    filler = next(letter for letter in "xyz" if letter not in game.marks)
    signs = (filler, *game.marks)
    cells = game.rules.describe(position.state)
    head = [filler, str(game.width), str(game.height), str(game.length), *game.marks]
    rows = [[signs[owner] for owner in cells[i : i + game.width]] for i in range(0, len(cells), game.width)]
    return "".join(f"{' '.join(words)} \n" for words in [head, *reversed(rows)])


def parse_c4x(text: str) -> Position:
    """Parse a position; BadNotation with the line if it is malformed."""
    lines = text.replace("\r\n", "\n").split("\n")
    head = lines[0].split()
    if len(head) != 6 or not all(word.isascii() and word.isdecimal() for word in head[1:4]):
        raise BadNotation(
            f"line 1: {quoted(lines[0])} is not the settings of a board; they look like 'y 10 12 4 x * '"
        )
    filler, first, second = head[0], head[4], head[5]
    for sign in (filler, first, second):
        if len(sign) != 1:
            raise BadNotation(f"line 1: {quoted(sign)} is not one character")
    if filler in (first, second):
        raise BadNotation(f"line 1: {filler!r} stands for empty cells and for a player's")
    game = _game(head[1:4], first, second)
    rows = lines[1:]
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) != game.height:
        raise BadNotation(f"the board has {len(rows)} rows, not {game.height} as line 1 says")
    owners = {filler: ".", first: "x", second: "o"}
    read = [_row(number, row.split(), game.width, owners) for number, row in enumerate(rows, start=2)]
    position = game.position("/".join(reversed(read)))
    if position.is_over:
        raise BadNotation(f"the game is over ({position.outcome}); there is nothing to resume")
    return position


def _game(size: list[str], first: str, second: str) -> Connect:
    width, height, length = (number.lstrip("0") or "0" for number in size)
    fixed = (width, height, length) == ("7", "6", "4")
    options = {} if fixed else {"width": width, "height": height, "length": length}
    try:
        game = load("connect4" if fixed else "connect", **options, mark1=first, mark2=second)
    except KibitzError as error:
        raise BadNotation(f"line 1: {error}") from None
    assert isinstance(game, Connect)
    return game


def _row(number: int, cells: list[str], width: int, owners: dict[str, str]) -> str:
    if len(cells) != width:
        raise BadNotation(f"line {number}: the row has {len(cells)} cells, not {width} as line 1 says")
    for cell in cells:
        if cell not in owners:
            raise BadNotation(f"line {number}: {quoted(cell)} is neither a player's mark nor the filler")
    return "".join(owners[cell] for cell in cells)
