"""Compare the labels of chess reviews with Stockfish's evaluations and lichess's thresholds.

    python benchmarks/review_labels.py games            write games between levels
    python benchmarks/review_labels.py measure          evaluate them and five classic games
    python benchmarks/review_labels.py report [--write]

lichess converts an evaluation to winning chances by a logistic curve (0.00368208 per centipawn, evaluations
beyond 1,000 and mates count as 1,000) and calls a move an inaccuracy, a mistake or a blunder if it gives away
5, 10 or 15 of 100 points. A review's label follows from the value that its own search gives the best move and
the position after the one played. `measure` keeps the raw evaluations, so `report` needs no engine; it also
finds the scale of `ChessScale.win_probability` that agrees best on the games with odd numbers, and reports
the figures of all games and of the others.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
from pathlib import Path
from typing import Any

import results_file

import kibitz
from kibitz.analysis.report import Analysis
from kibitz.base.random import Random
from kibitz.base.value import Estimate, Value
from kibitz.game_review.decision import FAULTS_FROM, Label, fault_of_cost
from kibitz.games.chess.conventions import PAWNS_OF_HALF
from kibitz.records.record import Record

RESULTS = Path(__file__).parent / "results"
FOLDER = RESULTS / "review"
GAMES = FOLDER / "level_games.pgn"
CLASSICS = FOLDER / "classic_games.pgn"
RAW = FOLDER / "evaluations.json"
#: Strengths of both sides; people meet others about as strong.
PAIRS = ((10, 20), (25, 25), (35, 40), (50, 45), (55, 60), (65, 65), (75, 70), (85, 90))


def games(seed: int) -> None:
    """Write two games for each pair of strengths."""
    game, texts = kibitz.load("chess"), []
    for number in range(2 * len(PAIRS)):
        pair, rng = PAIRS[number % len(PAIRS)], Random(seed + number)
        players = [kibitz.player(f"level:strength={strength}") for strength in pair]
        position = game.start()
        start, moves = position, []
        while not position.is_over and len(moves) < 80:
            moves.append(players[position.turn].choose(position, rng=rng).move)
            position = position.play(moves[-1])
        tags = {"First": f"level:strength={pair[0]}", "Second": f"level:strength={pair[1]}"}
        texts.append(str(Record(game, tuple(moves), start, position.outcome, tags)))
        print(f"{number + 1}: {len(moves)} plies, {position.outcome}", flush=True)
    GAMES.write_text("\n".join(texts), encoding="utf-8")


def measure(engine: str, nodes: int) -> None:
    """Evaluate every position of the games, and write what both say to `RAW`."""
    found = []
    with Stockfish(engine, nodes) as stockfish:
        for number, record in enumerate(kibitz.read_records(CLASSICS) + kibitz.read_records(GAMES)):
            moves = [str(move) for move in record.moves]
            positions = record.positions()
            scores = [
                None if position.is_over else stockfish.score(moves[:ply])
                for ply, position in enumerate(positions)
            ]
            values = [
                _kept(kibitz.analyse(position), str(move) if move else "")
                for position, move in zip(positions, (*record.moves, None), strict=True)
            ]
            found.append({"moves": moves, "stockfish": scores, "kibitz": values})
            print(f"{number + 1}: {len(moves)} plies", flush=True)
            RAW.write_text(json.dumps({"nodes": nodes, "games": found}) + "\n", encoding="utf-8")


#: lichess's curve, and what it counts as the largest advantage.
_PER_CENTIPAWN, _LARGEST = 0.00368208, 1000
#: Classes of moves, from no fault to the worst.
_CLASSES: tuple[Label | None, ...] = (None, *(label for _, label in reversed(FAULTS_FROM)))
_NAMES = [label.value if label else "none" for label in _CLASSES]


def report(write: bool) -> None:
    """Print how often both give the same label, and which scale would agree best."""
    raw = json.loads(RAW.read_text(encoding="utf-8"))
    games = raw["games"]
    scales = [scale / 20 for scale in range(30, 90)]
    best = max(scales, key=lambda scale: _agreement(_pairs(games[1::2], scale))[0])
    print(f"best scale on games with odd numbers: {best:.2f} pawns (in use: {PAWNS_OF_HALF})")
    rows: list[list[Any]] = []
    parts = [("all games", games), ("games with even numbers", games[::2]), ("five classic games", games[:5])]
    for name, part in parts:
        pairs = _pairs(part, PAWNS_OF_HALF)
        same, near = _agreement(pairs)
        faults = [pair for pair in pairs if any(pair)]
        harsher, milder = (sum(sign * (b - a) < 0 for a, b in pairs) for sign in (1, -1))
        print(f"{name}: {len(pairs)} moves, same {same:.1%}, within one {near:.1%}; ", end="")
        print(f"harsher {harsher}, milder {milder}; of {len(faults)} called a fault by either ", end="")
        print("same {:.1%}, within one {:.1%}".format(*_agreement(faults)))
        rows.append([name, len(pairs), f"{same:.1%}", f"{near:.1%}", harsher, milder])
    pairs = _pairs(games, PAWNS_OF_HALF)
    print(f"{'Kibitz / Stockfish':20}" + "".join(f"{name:>12}" for name in _NAMES))
    for number, name in enumerate(_NAMES):
        print(f"{name:20}" + "".join(f"{pairs.count((number, other)):12}" for other in range(len(_NAMES))))
    if write:
        results_file.write(
            RESULTS / "review_labels.json",
            "Labels of chess reviews beside Stockfish's with lichess's thresholds",
            f"python benchmarks/review_labels.py report; Stockfish 15.1, {raw['nodes']:,} nodes a position",
            ["games", "moves", "same label", "within one", "harsher", "milder"],
            rows,
        )


def _pairs(games: list[dict[str, Any]], scale: float) -> list[tuple[int, int]]:
    """Return the classes of every move with a choice: by a review, and by Stockfish."""
    found = []
    for game in games:
        for ply, values in enumerate(game["kibitz"][:-1]):
            if len(values) < 2:
                continue
            after = game["kibitz"][ply + 1]
            given = {move: Value.parse(value) for move, value in values}
            # As in a review, the value of the move played is that of the position after it.
            mine = -Value.parse(after[0][1]) if after else given[game["moves"][ply]]
            others = [value for move, value in given.items() if move != game["moves"][ply]]
            own = _chance(max([mine, *others]), scale) - _chance(mine, scale)
            theirs = _chance_of_score(game["stockfish"][ply])
            reached = game["stockfish"][ply + 1]
            left = _chance(mine, scale) if reached is None else 1 - _chance_of_score(reached)
            found.append((_class(own), _class(theirs - left)))
    return found


def _class(cost: float) -> int:
    return _CLASSES.index(fault_of_cost(cost))


def _chance(value: Value, scale: float) -> float:
    if isinstance(value, Estimate):
        return 1 / (1 + math.exp(-value.score / scale))
    return (1 + (value.result or 0)) / 2


def _chance_of_score(score: list[Any]) -> float:
    kind, number = score
    centipawns = number if kind == "cp" else math.copysign(_LARGEST, number or -1)
    return 1 / (1 + math.exp(-_PER_CENTIPAWN * max(-_LARGEST, min(_LARGEST, centipawns))))


def _agreement(pairs: list[tuple[int, int]]) -> tuple[float, float]:
    """Return the share of equal classes, and of those at most one apart."""
    many = max(1, len(pairs))
    return sum(a == b for a, b in pairs) / many, sum(abs(a - b) <= 1 for a, b in pairs) / many


def _kept(found: Analysis, played: str) -> list[list[str]]:
    """Return the two best moves and the one played, each with its value."""
    texts = [[str(each.move), str(each.value)] for each in found.moves]
    return [row for number, row in enumerate(texts) if number < 2 or row[0] == played]


class Stockfish:
    """The evaluations of an engine, for the side to move: `["cp", 35]` or `["mate", -2]`."""

    def __init__(self, engine: str, nodes: int) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([engine], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self._nodes = nodes

    def __enter__(self) -> Stockfish:
        return self

    def __exit__(self, *error: object) -> None:
        self._say("quit")
        self._process.wait()

    def score(self, moves: list[str]) -> list[Any]:
        """Evaluate the position after some moves, with an empty hash table."""
        self._say("ucinewgame")
        self._say(f"position startpos moves {' '.join(moves)}")
        self._say(f"go nodes {self._nodes}")
        kind, number = "cp", "0"
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                break
            if "score" in words and "lowerbound" not in words and "upperbound" not in words:
                kind, number = words[words.index("score") + 1 :][:2]
        return [kind, int(number)]

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["games", "measure", "report"])
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--engine", default="/usr/games/stockfish")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    if wishes.what == "games":
        games(wishes.seed)
    elif wishes.what == "measure":
        measure(wishes.engine, wishes.nodes)
    else:
        report(wishes.write)
