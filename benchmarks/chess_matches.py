"""Kibitz at chess against known programs, in paired games from common openings.

    python benchmarks/chess_matches.py [--games 400] [--clock 5s+50ms] [--workers N] [--save FOLDER] [NAME...]
    python benchmarks/chess_matches.py --save FOLDER --report --json benchmarks/results/chess_matches.json

NAMEs are glaurung, toga2 and fairy-2600, fairy-2700, fairy-2850 (Fairy-Stockfish held to that
UCI_Elo), or any program that speaks UCI; all of the named ones without. The programs have to be on
the PATH. Both sides have one thread and 64 MiB. Openings are those of
src/kibitz/games/chess/openings.txt with at least six plies, the same for both games of a pair. With
--save every game is kept, and the same command resumes an interrupted run. With --report nothing
is played: the results of the kept games are printed. --json writes the file from which
`benchmarks/tables.py` makes the table of docs/games/chess.md.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import results_file

import kibitz
from kibitz.arena.games_played import forfeit_notes
from kibitz.arena.journal import open_journal
from kibitz.arena.match import MatchResult
from kibitz.games.package import package_folder

_KNOWN = ("glaurung", "toga2", "fairy-2600", "fairy-2700", "fairy-2850")
_TITLES = {"glaurung": "Glaurung 2.2", "toga2": "Toga II 3.0"} | {
    name: f"Fairy-Stockfish held to {name.removeprefix('fairy-')}" for name in _KNOWN[2:]
}
_LEAST_PLIES = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=_KNOWN)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--clock", default="5s+50ms")
    parser.add_argument("--player", default="selective")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--report", action="store_true", help="play nothing, report the kept games")
    parser.add_argument("--machine", default="two cores", help="what to say of the machine")
    parser.add_argument("--json", type=Path, help="write the results with date, machine and versions")
    wishes = parser.parse_args()
    rows = [
        _row(name, _kept(name, wishes) if wishes.report else _played(name, wishes)) for name in wishes.names
    ]
    results_file.write(
        wishes.json,
        f"Kibitz against other programs at {wishes.clock} a game, pairs of games from common openings, "
        "by `benchmarks/chess_matches.py`.",
        "one thread and 64 MiB each, in brackets the interval of 95 %",
        ["program", "games", "won, drawn, lost", "score", "Elo"],
        rows,
        machine=wishes.machine,
    )


def _played(name: str, wishes: argparse.Namespace) -> MatchResult:
    with tempfile.TemporaryDirectory() as folder:
        openings = Path(folder) / "openings.txt"
        openings.write_text("\n".join(_openings()) + "\n", encoding="utf-8")
        return kibitz.match(
            wishes.player,
            _engine(name),
            game="chess",
            games=wishes.games,
            clock=wishes.clock,
            openings=openings,
            workers=wishes.workers,
            save=None if wishes.save is None else wishes.save / f"{name}.json",
        )


def _kept(name: str, wishes: argparse.Namespace) -> MatchResult:
    with open_journal(wishes.save / f"{name}.json", None) as journal:
        found = MatchResult(journal.plan)
        found.take(journal.results)
        return found


def _row(name: str, found: MatchResult) -> list[str]:
    won, score = f"{found.wins}, {found.draws}, {found.losses}", f"{100 * found.score:.1f} %"
    elo = results_file.elo_words(found.tally)
    print(f"{name}: {won} of {len(found.counted)}, {score}, {elo}", flush=True)
    for note in forfeit_notes(found):
        print(f"  forfeits: {note}", flush=True)
    return [_TITLES.get(name, name), f"{len(found.counted)}", won, score, elo]


def _engine(name: str) -> str:
    if name.startswith("fairy-"):
        held = f";UCI_LimitStrength=true;UCI_Elo={name.removeprefix('fairy-')}"
        return f"engine:cmd=fairy-stockfish,protocol=uci,set=Hash=64{held}"
    # Glaurung would take every core of the machine, and lose on time.
    alone = ";Threads=1" if name == "glaurung" else ""
    return f"engine:cmd={name},protocol=uci,set=Hash=64{alone}"


def _openings() -> list[str]:
    game = kibitz.load("chess")
    rows = (package_folder(game) / "openings.txt").read_text(encoding="utf-8").splitlines()
    lines = [row.split("; ")[2] for row in rows if not row.startswith("#")]
    return [str(game.start().play(moves)) for moves in lines if len(moves.split()) >= _LEAST_PLIES]


if __name__ == "__main__":
    main()
