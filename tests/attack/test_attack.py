"""A little of every attack; `dev/attack` does more of each."""

from __future__ import annotations

import os
import sys

import pytest

from tests.attack.field import load_attacks
from tests.attack.runner import run_attacks

ATTACKS = load_attacks()
#: As much of each effort as takes a few seconds.
LITTLE = {"kills": 3, "corruptions": 30, "inputs": 800, "limits": 1, "exits": 4, "races": 1}
#: What starts a program each time does less.
LESS = {"odd_words": 5, "kill_page": 1, "kill_loaded": 1}

#: Modules whose attacks meet the core in the process that they run in: the sanitizers watch those too.
AT_THE_CORE = (
    "corruptions",
    "forgeries",
    "networks",
    "packs",
    "parts",
    "texts",
    "library",
    "core",
    "batches",
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks, kills and limits")


def _marks(name: str) -> list[pytest.MarkDecorator]:
    module = ATTACKS[name].round.__module__
    return [pytest.mark.core] if module.rpartition(".")[2] in AT_THE_CORE else []


@pytest.mark.parametrize("name", [pytest.param(name, marks=_marks(name)) for name in ATTACKS])
def test_a_little_of(name: str) -> None:
    one = ATTACKS[name]
    total = run_attacks([one], {**LITTLE, one.effort: LESS.get(name, LITTLE[one.effort])}, seed=1)
    assert total.counts[one.effort] > 0
    assert total.findings == []
    assert total.faults == 0


def test_no_attack_is_left_out() -> None:
    """A list of modules once lost two of them in a merge, and nobody noticed."""
    from pathlib import Path

    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py")]
    assert len(ATTACKS) == sum(source.count("\n@attack(") for source in sources) > 45


def test_odd_words_are_said_to_every_command() -> None:
    """But to servers, which would go on for ever, and to `solve`, whose limits are another attack."""
    from kibitz.cli.main import COMMANDS
    from tests.attack import limits, program

    tried = {words[0] for words in (*program.COMMANDS, *limits.COMMANDS)}
    assert tried == set(COMMANDS) - {"web", "cluster", "mcp"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has Landlock")
def test_the_wall_keeps_attacks_to_their_folder(tmp_path: os.PathLike[str]) -> None:
    """In a child, as a wall can't be taken down again."""
    from pathlib import Path

    from tests.attack.sandbox import wall_in

    inside, outside = Path(tmp_path) / "inside", Path(tmp_path) / "outside"
    inside.mkdir()
    outside.write_text("dear")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if not wall_in(inside):
                os._exit(77)
            (inside / "new").write_text("fine")
            Path("/dev/null").write_text("fine")
            for harm in (
                lambda: outside.write_text("spoilt"),
                outside.unlink,
                lambda: outside.rename(inside / "stolen"),
                lambda: (Path(tmp_path) / "other").write_text("new"),
                lambda: (Path(tmp_path) / "folder").mkdir(),
                lambda: os.truncate(outside, 0),
            ):
                try:
                    harm()
                except OSError:
                    continue
                os._exit(2)
            code = 0
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == 77:
        pytest.skip("this system has no Landlock")
    assert code == 0
    assert outside.read_text() == "dear"
