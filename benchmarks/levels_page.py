"""Writes docs/levels.md and its pictures from the measured levels; run by calibrate.py.

PYTHONPATH=src:benchmarks python -c "import calibrate; calibrate.write_page()"
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.plots import lines
from kibitz.games.package import package_folder

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = DOCS / "levels"
#: Two neighbours differ beyond doubt when the stronger one is so at least this likely.
SURE = 0.975

INTRO = """# Levels of difficulty, measured

For players and teachers. At the end you know how strong each level of difficulty is, and how that was
measured.

The levels are data: a file `levels/NAME.json` in the game's package, made by
`python benchmarks/calibrate.py`, which takes some hours on two cores and ten minutes on sixteen:

1. A ladder of 20 behaviours, from random moves to a deep search, with the strongest player on top, is
   rated by games between neighbours.
2. The levels 0, 10, … 100 become the behaviours at equal distances on that curve. They are rated by games
   with their neighbours, and chosen once more at equal distances on the new curve. In between, Kibitz
   interpolates.
3. The levels then play again: each many games with the two above and below it, and some with all others and
   with `classic` (so many best moves in a hundred, else any move). These games give the ratings below. In
   chess, whose games are long, a curve of strength along the ladder is fitted to the games of all rounds
   instead, and the levels lie where it rises by equal steps (`benchmarks/level_curve.py`).
   So those steps are even by construction: the levels chosen last did not play each other again.

Ratings are in Elo above level 0, with 95% intervals; see [arena.md](arena.md). A step's interval is that of
the difference of two neighbours, which is narrower than their own intervals suggest, because they met often.
Nothing depends on a clock, so the same command makes the same levels. Level 100 is the strongest that Kibitz
has: the table or exact solver of the game where there is one, else the best search. Here it was held to a
number of nodes a move, and had no tables that a person would have to make first; with more it is stronger.

What a level does: *perfect* is the share of its moves that level 100 would play. For the others it sees
what is plain with the chance *attention*: a win that is one move away, and one of the opponent's that
stands on the board. It looks *depth* decisions ahead, at most 20,000 nodes, but takes each move at first
sight with the chance *overlook*, half as often near the last move, and then doesn't see what lies deeper,
nor a win that it gives the opponent itself. Of what it sees it takes a move that gives away g of the game's
worth exp(−g / *carelessness*) times as often as the best one. So it errs where people do: where things are
deep, quiet and far from the last move (`src/kibitz/players/human_errors.py`).

In games with captures, chess that is, first sight takes in a move and the reply to it, with all captures
that follow, and *depth* is that of a search which plays captures to the end. What the reply costs may be
overlooked, with the chance 1 − *attention*; its square if it stands on the board already, and the fourth
power or less if it costs a rook or more. What a player sees hanging it doesn't give away.
`benchmarks/level_errors.py` counts what becomes of that.

Tic-tac-toe is small: who looks four decisions ahead and takes care plays almost perfectly, and the ladder
is flat from there on. Its upper levels therefore differ in care more than in depth, and are closer together
than in other games. With dice the better player often loses, so there the whole range is small.

Where other programs have ratings, as in chess, a file may have *anchors* besides: pairs of a rating
above level 0 and one on their scale, between which Kibitz interpolates (`anchors` with `scale` and
`points`). `benchmarks/chess_anchor.py` measures them: it lets levels meet Fairy-Stockfish held to a
`UCI_Elo` near theirs. All ratings that people give or see are then on that scale.

`--difficulty N` and `level:strength=N` choose a level. `--elo N` and `level:elo=N` choose one by its rating
on these scales. A game that was not measured has the levels of its family (any Connect game those of Connect
Four, other sizes of EWN those of 5×5); other games without dice have those of 5×5 with four in a line, with
dice those of EWN, and their ratings there are only a guess.
"""


def verdict(rows: Sequence[dict[str, Any]]) -> str:
    """How a curve rises, in words."""
    steps = [row["step"] for row in rows[1:]]
    sure = sum(row["sure"] >= SURE for row in rows[1:])
    falls = [str(row["strength"]) for row in rows[1:] if row["step"] <= 0]
    text = f"{rows[-1]['elo'] - rows[0]['elo']:.0f} Elo from end to end in steps of {min(steps):.0f} to "
    text += f"{max(steps):.0f}; {sure} of {len(steps)} steps are beyond doubt"
    return f"{text}; there is no rise at {', '.join(falls)}" if falls else text


def data_file(name: str, spec: str) -> Path:
    """Where the levels of a measured game lie."""
    return package_folder(kibitz.load(spec)) / "levels" / f"{name}.json"


def section(name: str, spec: str) -> tuple[str, str]:
    """The words and the picture for one game."""
    data = json.loads(data_file(name, spec).read_text(encoding="utf-8"))
    made = data["made"]
    series = {kind: made[kind] for kind in ("level", "classic") if kind in made}
    picture = lines(
        [(kind, [(row["strength"], row["elo"]) for row in rows]) for kind, rows in series.items()],
        "strength",
        "Elo",
        [[row["error"] for row in rows] for rows in series.values()],
    )
    rows = [
        f"| {level['level']} | {row['elo']:.0f} ±{row['error']:.0f} | {_step(row)} | {level['depth']:.1f} | "
        f"{level['carelessness']:.3g} | {level['attention']:.0%} | {level['overlook']:.0%} | "
        f"{level['perfect']:.0%} |"
        for level, row in zip(data["levels"], made["level"], strict=True)
    ]
    words = "\n".join(
        [
            f"\n## {kibitz.load(made['game']).title}\n",
            f"`{made['game']}`: {verdict(made['level'])}. From {made['games of the ladder']:,} games of the "
            f"ladder, {made['games of the first choice']:,} of the first choice and "
            f"{made['games of the levels']:,} of the levels; level 100 had "
            f"{made['nodes for the strongest']:,} nodes a move. Made by Kibitz "
            f"{made['kibitz']}: `{made['by']}`.\n",
            "| level | Elo | step | depth | carelessness | attention | overlook | perfect |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            *_anchored(data),
            *_errors(name),
            f"\n![Elo by strength](levels/{name}.svg)\n",
        ]
    )
    return words, picture + "\n"


def _anchored(data: dict[str, Any]) -> list[str]:
    """What some levels are worth on the scale of other programs."""
    if "anchors" not in data:
        return []
    anchors, level = data["anchors"], {row["elo"]: row["level"] for row in data["levels"]}
    worth = ", ".join(f"level {level[own]:g} is {rating}" for own, rating in anchors["points"])
    made = anchors["made"]
    others = (
        "between and below those" if len(anchors["points"]) > 1 else "below, as far as by their own games"
    )
    words = f"On the scale of {anchors['scale']}: {worth}. The others lie {others}."
    return [f"\n{words} From {made['games']} games each: `{made['by']}`."]


def _errors(name: str) -> list[str]:
    """What mistakes the levels make, if that was counted."""
    path = Path(__file__).parent / "results" / "level_errors.json"
    if name != "chess" or not path.exists():
        return []
    data = json.loads(path.read_text(encoding="utf-8"))
    rows = [
        f"| {row['level']} | {row['moves']:,} | {row['hanging']:.1f}% | {row['queens_attacked']} | "
        f"{row['queens_left']} | {row['mates']} | {row['mates_missed']} | {row['blunders']:.1f}% |"
        for row in data["levels"]
    ]
    return [
        f"\nMistakes of the levels in {data['games']} games of each against itself, counted with "
        "python-chess and Stockfish (`benchmarks/level_errors.py`): moves that leave a piece hanging by "
        "exchanges on its square; queens that were attacked and that another move would have saved, and "
        "those that were lost; chances to mate in one, and those missed; moves that lose two pawns or "
        "more.\n",
        "| level | moves | piece left hanging | queens attacked | queens left | mates in one | missed "
        "| lost 2 pawns |",
        "|---|---|---|---|---|---|---|---|",
        *rows,
    ]


def _step(row: dict[str, Any]) -> str:
    if "step" not in row:
        return ""
    return f"{row['step']:+.0f} ±{row['step_error']:.0f}" + ("" if row["sure"] >= SURE else " (?)")


def files(games: Mapping[str, str]) -> dict[Path, str]:
    """The page and the pictures of all games that have been measured, by name and spec."""
    there = {name: section(name, spec) for name, spec in games.items() if data_file(name, spec).exists()}
    pictures = {PICTURES / f"{name}.svg": picture for name, (_, picture) in there.items()}
    return {DOCS / "levels.md": INTRO + "".join(words for words, _ in there.values()), **pictures}


def write(games: Mapping[str, str]) -> None:
    """Write them anew."""
    PICTURES.mkdir(exist_ok=True)
    for path, text in files(games).items():
        path.write_text(text, encoding="utf-8")
