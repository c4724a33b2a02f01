"""The games under test: every registered one, several option sets each, and the examples."""

from __future__ import annotations

from pathlib import Path

from kibitz.games.registry import names

#: Option sets besides the defaults, by the name of the game. The bounds of a
#: representation deserve one each: the last board in a word, the first beyond.
OPTION_SETS: dict[str, tuple[str, ...]] = {
    "tictactoe": ("misere=yes", "numbering=keypad", "numbering=letters"),
    "ewn": (
        "size=3,stones=1",
        "size=3,stones=3,faces=2",
        "size=4,stones=2,faces=6",
        "setup=264153v531624,begins=blue",
        "size=8,stones=9,faces=20",
    ),
    "mnk": (
        "width=1,height=1,length=1",
        "width=1,height=5,length=2",
        "length=1",
        "length=4",
        "width=5,height=3",
        "width=5,height=5,length=4,misere=yes,numbering=keypad",
        "width=8,height=8,length=5",
        "width=13,height=5,length=4,numbering=rows",
        "width=19,height=19,length=5",
    ),
    "numerical": (
        "first_odd=no",
        "target=12,numbering=keypad",
        "size=4",
        "size=4,first_odd=no,numbering=letters",
    ),
    "chess960": ("arrangement=0", "arrangement=959"),
    "connect4": ("mark1=#,mark2=@",),
    "connect": (
        "width=1,height=1,length=1",
        "width=4,height=4,length=3",
        "width=9,height=1,length=3",
        "width=8,height=8",
        "width=5,height=13",
        "width=16,height=8,length=5",
        "width=3,height=32",
        "width=17,height=17,length=5",
    ),
}

EXAMPLES = [
    path
    for path in sorted((Path(__file__).parents[2] / "src" / "kibitz" / "examples").glob("*.py"))
    if path.stem != "__init__"
]


def _specs() -> list[str]:
    specs = []
    for name in names():
        specs.append(name)
        specs += [f"{name}:{options}" for options in OPTION_SETS.get(name, ())]
    return specs + [str(path) for path in EXAMPLES]


SPECS = _specs()


def short_name(spec: str) -> str:
    """A spec as a file name: `mnk-width=5-height=3`."""
    return Path(spec).stem if ".py" in spec else spec.replace(":", "-").replace(",", "-")
