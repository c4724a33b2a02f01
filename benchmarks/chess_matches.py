"""Kibitz at chess against known programs, in paired games from common openings.

    python benchmarks/chess_matches.py [--games 400] [--clock 5s+50ms] [--workers N] [--save FOLDER] [NAME...]

NAMEs are glaurung, toga2 and fairy-2600, fairy-2700, fairy-2850 (Fairy-Stockfish held to that
UCI_Elo), or any program that speaks UCI; all of the named ones without. The programs have to be on
the PATH. Both sides have one thread and 64 MiB. Openings are those of
src/kibitz/games/chess/openings.txt with at least six plies, the same for both games of a pair. With
--save every game is kept, and the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import kibitz
from kibitz.arena.games_played import forfeit_notes

_KNOWN = ("glaurung", "toga2", "fairy-2600", "fairy-2700", "fairy-2850")
_LEAST_PLIES = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=_KNOWN)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--clock", default="5s+50ms")
    parser.add_argument("--player", default="selective")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--save", type=Path)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        openings = Path(folder) / "openings.txt"
        openings.write_text("\n".join(_openings()) + "\n", encoding="utf-8")
        for name in wishes.names:
            found = kibitz.match(
                wishes.player,
                _engine(name),
                game="chess",
                games=wishes.games,
                clock=wishes.clock,
                openings=openings,
                workers=wishes.workers,
                save=None if wishes.save is None else wishes.save / f"{name}.json",
            )
            low, high = found.tally.elo_interval()
            print(
                f"{name}: +{found.wins} ={found.draws} -{found.losses}, {found.score:.1%},"
                f" Elo {found.tally.elo:+.0f} ({low:+.0f} to {high:+.0f})",
                *(f"\n  forfeits: {note}" for note in forfeit_notes(found)),
                flush=True,
            )


def _engine(name: str) -> str:
    if name.startswith("fairy-"):
        held = f";UCI_LimitStrength=true;UCI_Elo={name.removeprefix('fairy-')}"
        return f"engine:cmd=fairy-stockfish,protocol=uci,set=Hash=64{held}"
    # Glaurung would take every core of the machine, and lose on time.
    alone = ";Threads=1" if name == "glaurung" else ""
    return f"engine:cmd={name},protocol=uci,set=Hash=64{alone}"


def _openings() -> list[str]:
    game = kibitz.load("chess")
    rows = (game.folder() / "openings.txt").read_text(encoding="utf-8").splitlines()
    lines = [row.split("; ")[2] for row in rows if not row.startswith("#")]
    return [str(game.start().play(moves)) for moves in lines if len(moves.split()) >= _LEAST_PLIES]


if __name__ == "__main__":
    main()
