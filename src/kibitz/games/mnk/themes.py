"""Themes of forced wins in m,n,k games."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.line_effects import StoneBoard

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def line_themes(boards: Sequence[StoneBoard], winner: int) -> list[str]:
    """Return the themes of a win: `boards` are the first and that after each move.

    A *four* is a line that lacks one stone, a *three* threatens to make two fours at once; both are named by
    the length of the winning line less one or two.
    """
    number = len(boards) // 2
    found = [f"win in {_WORDS[number] if number < len(_WORDS) else number}"]
    length, forcing = boards[0].length, True
    names = {5: ("four", "three"), 4: ("three", "two")}.get(length, ("threat", "preparation"))
    for ply in range(0, len(boards) - 2, 2):
        before, after = boards[ply], boards[ply + 1]
        threats, forks = len(after.threats(winner)), len(after.forks(winner))
        forcing = forcing and threats > 0
        if threats > 1:
            found.append("double threat")
        elif threats == 1 and _answered(after, winner):
            found.append(f"{names[0]} and {names[1]}")
        elif not threats and forks and not before.forks(winner):
            found.append(f"quiet {names[1]}")
        if before.threats(3 - winner):
            found.append("counter-threat")
        elif set(before.forks(3 - winner)) and not after.forks(3 - winner):
            found.append("attack and defence")
    if number > 1 and forcing:
        found.append(f"{names[0]}s only")
    return list(dict.fromkeys(found))


def _answered(after: StoneBoard, winner: int) -> bool:
    """Return whether a win by two threats remains after the only answer to a threat."""
    (answer,) = after.threats(winner)
    left = after.with_stone(answer, 3 - winner)
    return bool(left.forks(winner)) and not left.threats(3 - winner)
