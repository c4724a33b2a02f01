"""Parts of endgame tables returned to the core: only whole ones, in order, are accepted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz import _core
from kibitz.solving.table import open_table
from tests.attack.forgeries import forge, read

pytestmark = pytest.mark.core

CHESS = kibitz.load("chess").rules
PIECES = 3


def _run(threads: int = 1) -> _core.EndgameRun:
    return _core.endgame_run(CHESS, PIECES, 1, threads)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder of its own, so that no other test reads forged parts."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))


@pytest.fixture(scope="module")
def solved() -> list[bytes]:
    run = _run()
    return [run.solve(unit, _core.Control()) for unit in range(run.units)]


def test_a_unit_before_those_that_it_needs_is_refused() -> None:
    """Runs in a process of its own, since a missing part was once read beyond its end."""
    code = """
from kibitz import _core, load
run = _core.endgame_run(load("chess").rules, 4, 1, 1)
for unit in range(run.units):
    if run.level(unit) > 0:
        try:
            run.solve(unit, _core.Control())
        except ValueError as refusal:
            assert "lower levels come first" in str(refusal)
        else:
            raise AssertionError(unit)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_part_of_another_length_is_refused_and_leaves_what_was_there(solved: list[bytes]) -> None:
    run = _run()
    for unit, part in enumerate(solved):
        for other in (b"", part[:-1], part + b"\0", part * 2):
            with pytest.raises(ValueError, match="wrong length"):
                run.restore(unit, other)
        if run.level(unit) == 0:
            run.restore(unit, part)
            with pytest.raises(ValueError, match="wrong length"):
                run.restore(unit, part[1:])
    lowest = [unit for unit in range(run.units) if run.level(unit) == 0]
    above = min((unit for unit in range(run.units) if unit not in lowest), key=run.level)
    assert run.solve(above, _core.Control()) == solved[above]


@pytest.mark.parametrize("seed", range(3))
def test_any_order_by_levels_and_any_mixture_gives_the_same(solved: list[bytes], seed: int) -> None:
    rng, run = Random(seed), _run()
    for unit in sorted(range(run.units), key=lambda unit: (run.level(unit), rng.random())):
        if rng.random() < 0.5:
            run.restore(unit, solved[unit])
        else:
            assert run.solve(unit, _core.Control()) == solved[unit]


def test_a_part_without_a_value_for_a_position_is_found_out(solved: list[bytes]) -> None:
    """Kings alone are drawn wherever they stand; a part says that there are no such positions."""
    run = _run()
    for unit, part in enumerate(solved):
        if run.level(unit) == 0:
            run.restore(unit, b"\xff" * len(part))
    above = min((unit for unit in range(run.units) if run.level(unit) > 0), key=run.level)
    with pytest.raises(ValueError, match="no value for a position that there is"):
        run.solve(above, _core.Control())


@pytest.mark.usefixtures("own_cache")
def test_parts_that_contradict_each_other_end_in_a_sentence(solved: list[bytes]) -> None:
    from kibitz.solving.blocks import Blocks
    from kibitz.solving.checkpoints import parts_folder
    from kibitz.solving.table_store import table_path

    game = kibitz.load("chess")
    folder = parts_folder(table_path(game))
    folder.mkdir(parents=True)
    Blocks(game, folder).write(f"pieces-{PIECES}-unit-0", {}, {"chances": b"\xff" * len(solved[0])})
    with pytest.raises(kibitz.BadFile, match=r"can't be resumed \(.*remove .*part"):
        kibitz.solve(game, pieces=PIECES)


@pytest.mark.parametrize("pieces", [-1, 0, 1, 5, 6, 32, 2**31 - 1])
def test_there_are_tables_of_two_to_four_pieces(pieces: int) -> None:
    """More were believed, and a position of so many pieces was looked up in room for four."""
    for most in (2, 3, 4):
        places = _core.endgame_run(CHESS, most, 1, 1).places
        payload = _core.Payload(bytes(places), b"", 1)
        with pytest.raises(ValueError, match="tables of 2 to 4 pieces"):
            _core.open_endgame(CHESS, pieces, payload, 0, places)
    with pytest.raises(ValueError, match="tables of 2 to 4 pieces"):
        _core.endgame_run(CHESS, pieces, 1, 1)


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("pieces", [2, 4, 5, 32, -1, 10**30])
def test_a_forged_table_of_more_pieces_is_refused(pieces: int) -> None:
    """With checksums that are right: any position would have been looked up in it."""
    game = kibitz.load("chess")
    path = kibitz.solve(game, pieces=3).path
    assert path is not None
    facts, payload = read(path)
    path.write_bytes(forge({**facts, "pieces": pieces}, payload, Random(1)))
    with pytest.raises(kibitz.BadFile):
        open_table(game, path)
