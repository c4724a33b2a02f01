"""Golden playthroughs: short seeded games with text, moves and drawings, kept as files.

They pin notation and drawing, not correctness: a change of either shows in a
diff that someone reads. `python -m tests.conformance.golden` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import kibitz
from kibitz.base.random import Random, pick
from tests.conformance.specs import SPECS, short_name

FOLDER = Path(__file__).parents[1] / "golden"
MOST_PLIES = 12


def path_of(spec: str) -> Path:
    """Where the playthrough of a game is kept."""
    return FOLDER / f"{short_name(spec)}.txt"


def playthrough(spec: str) -> str:
    """The first plies of a random game, as text."""
    game, rng = kibitz.load(spec), Random(2024)
    position, last = game.start(), None
    lines = [f"game {short_name(spec)} ({game.title})"]
    for ply in range(MOST_PLIES + 1):
        lines += ["", f"ply {ply}: {position}", f"turn {position.turn}, outcome {position.outcome or '-'}"]
        lines += [f"  {line}".rstrip() for line in position.draw(last).split("\n")]
        if position.is_over or ply == MOST_PLIES:
            break
        shown = " ".join(map(str, position.moves[:12]))
        lines.append(f"moves {shown}{' ...' if len(position.moves) > 12 else ''} ({len(position.moves)})")
        last = pick(rng, position.moves)
        lines.append(f"plays {last}")
        position = position.play(last)
    return "\n".join(lines) + "\n"


def write_all() -> None:
    """Write every playthrough, and remove those of games that are no more."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {path_of(spec): spec for spec in SPECS}
    for path in set(FOLDER.glob("*.txt")) - set(wanted):
        path.unlink()
    for path, spec in wanted.items():
        path.write_text(playthrough(spec), encoding="utf-8")
    print(f"{len(wanted)} playthroughs in {FOLDER}")


if __name__ == "__main__":
    write_all()
