"""How many positions of a test suite are solved in so many seconds each.

    python benchmarks/chess_suites.py FILE.epd [--seconds 5] [--player selective] [--workers 1]

FILE is a suite in EPD with `bm` (best moves) or `am` (moves to avoid): Bratko-Kopec lies
in python-chess's source package under examples/bratko_kopec, others are common on the web.
A position is solved if the move chosen at the end is right; the time is when it was
first found and kept.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import kibitz
from kibitz.games.chess.fen import read_epd


@dataclass(frozen=True)
class Answer:
    """A position with the move played, the solution, and the time at which it was found for good."""

    name: str
    played: str
    wanted: str
    solved: bool
    seconds: float | None
    depth: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--player", default="selective")
    parser.add_argument("--workers", type=int, default=1)
    wishes = parser.parse_args()
    rows = [row for row in wishes.file.read_text(encoding="utf-8").splitlines() if row and row[0] not in "#%"]
    ask = partial(_ask, player=wishes.player, seconds=wishes.seconds)
    with ProcessPoolExecutor(wishes.workers) as pool:
        answers = list(pool.map(ask, rows))
    for each in answers:
        when = f"{each.seconds:5.2f} s" if each.solved and each.seconds is not None else "   -   "
        print(f"{each.name:24} {each.played:8} {when}  depth {each.depth:2}  {each.wanted}")
    solved = sum(each.solved for each in answers)
    print(f"{solved} of {len(answers)} solved in {wishes.seconds:g} s each ({solved / len(answers):.0%})")


def _ask(row: str, player: str, seconds: float) -> Answer:
    game = kibitz.load("chess")
    board, operations = read_epd(row)
    position = kibitz.Position(game, game.rules.assemble(board.numbers()))
    named = {
        code: [position.move(text) for text in operations.get(code, "").split()] for code in ("bm", "am")
    }

    def is_right(move: kibitz.Move) -> bool:
        return move in named["bm"] if named["bm"] else move not in named["am"]

    choice = kibitz.player(player).choose(position, kibitz.Limit(seconds=seconds))
    found = None
    for each in choice.iterations:
        if not is_right(each.line[0]):
            found = None
        elif found is None:
            found = each.seconds
    wanted = " ".join(f"{code} {operations[code]}" for code in ("bm", "am") if code in operations)
    name = operations.get("id", "").strip('"') or row[:24]
    return Answer(name, position.write(choice.move), wanted, is_right(choice.move), found, choice.depth or 0)


if __name__ == "__main__":
    main()
