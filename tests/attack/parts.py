"""Parts of unfinished tables given to the core: in any order, damaged, and forged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import kibitz
from kibitz import _core
from kibitz.base.random import Random
from kibitz.files.table_file import TableFile
from kibitz.solving import checkpoints
from kibitz.solving.blocks import Blocks
from kibitz.solving.checkpoints import parts_folder
from kibitz.solving.table_store import kept_tables, table_path
from tests.attack.core import REFUSALS
from tests.attack.damage import spoilt
from tests.attack.field import Field, attack

#: Games that are solved unit by unit, with the most pieces and the bytes of a chance.
ENDINGS = [("chess", 3, 1), ("ewn:size=4,stones=2", 4, 8), ("ewn:size=4,stones=2", 3, 2), ("ewn", 3, 1)]
TIERS = ["tictactoe", "numerical", "connect:width=4,height=4,length=4"]
BLOCKS = ["tictactoe", "nim", "ewn:size=3,stones=1"]
STEPS = 30


def odd_part(sound: bytes, rng: Any) -> bytes:
    """Nearly what it should be, or as long as that and made up, or anything."""
    kind = rng.randrange(6) if sound else 5
    if kind == 0:
        return spoilt(sound, rng)
    if kind == 1:
        return rng.randbytes(len(sound))
    if kind == 2:
        return bytes([rng.choice([0, 1, 2, 127, 253, 254, 255])]) * len(sound)
    if kind == 3:
        return sound[: rng.randrange(len(sound) + 1)]
    if kind == 4:
        return sound + bytes(rng.choice([1, 8, 4096]))
    return rng.randbytes(rng.choice([0, 1, 7, 64, 5000]))


def _tried(field: Field, what: str, call: Callable[[], Any]) -> Any:
    """What the core answers; nothing if it refuses."""
    try:
        return call()
    except REFUSALS:
        return None
    except Exception as error:
        field.fault("tracebacks", f"{what}: {type(error).__name__}: {error}")
        return None


@attack("corruptions", weight=2)
def odd_units(field: Field) -> None:
    """Units of endgames are solved and restored in any order, from parts of any kind."""
    spec, pieces, width = field.rng.choice(ENDINGS)
    rules = kibitz.load(spec).rules

    def solved() -> list[bytes]:
        run = _core.endgame_run(rules, pieces, width, 1)
        return [run.solve(unit, _core.Control()) for unit in range(run.units)]

    sound = field.once(f"units of {spec} {pieces} {width}", solved)
    run, made_up = _core.endgame_run(rules, pieces, width, field.rng.choice([1, 2])), False
    for _ in range(STEPS):
        unit = field.rng.randrange(run.units)
        if field.rng.random() < 0.3:
            found = _tried(
                field, f"solve({unit}) of {spec}", lambda unit=unit: run.solve(unit, _core.Control())
            )  # type: ignore[misc]
            if found is not None and found != sound[unit] and not made_up:
                field.fault("believed", f"unit {unit} of {spec}, solved before what it needs")
            continue
        odd = field.rng.random() < 0.4
        part = odd_part(sound[unit], field.rng) if odd else sound[unit]
        field.count("corruptions", int(part != sound[unit]))
        try:
            run.restore(unit, part)
        except REFUSALS:
            continue
        made_up = made_up or part != sound[unit]
        if len(part) != len(sound[unit]):
            field.fault(
                "believed", f"{len(part)} bytes for unit {unit} of {spec}, which has {len(sound[unit])}"
            )


@attack("corruptions")
def odd_tiers(field: Field) -> None:
    """Tiers and blocks of them, with marks and values of any kind in any order."""
    spec = field.rng.choice(TIERS)
    rules, rng = kibitz.load(spec).rules, field.rng
    run = _core.tier_run(rules, rng.choice([1, 2]), one_by_one=rng.random() < 0.5)
    control = _core.Control(2.0)
    for _ in range(STEPS):
        tier = rng.randrange(run.tiers)
        if rng.random() < 0.5:
            tier = run.tiers - 1 - rng.randrange(min(3, run.tiers))
        size = run.tier_size(tier)
        begin, end = sorted((rng.randrange(size + 65) // 64 * 64, rng.randrange(size + 1)))
        end = size if rng.random() < 0.5 else end
        palette = rng.choice([b"", b"\0", b"\1\2", rng.randbytes(4), rng.randbytes(256), rng.randbytes(300)])
        bits = 1 if len(palette) <= 2 else 2 if len(palette) <= 4 else 4 if len(palette) <= 16 else 8
        values = odd_part(rng.randbytes(-(-(size if rng.random() < 0.5 else end - begin) * bits // 8)), rng)
        marks = odd_part(rng.randbytes((size + 63) // 64 * 8), rng)
        calls: list[tuple[Any, ...]] = [
            (run.set_marks, tier, marks),
            (run.add_marks, tier, begin, marks),
            (run.mark, tier, control),
            (run.mark_block, tier, begin, end, control),
            (run.set_values, tier, palette, values),
            (run.set_block, tier, begin, end, palette, values),
            (run.value, tier, control),
            (run.value_block, tier, begin, end, control),
            (run.join_blocks, tier, control),
            (run.marks, tier),
        ]
        method, *given = rng.choice(calls)
        field.count("corruptions")
        _tried(field, f"{method.__name__} of tier {tier} of {spec}", lambda m=method, g=given: m(*g))  # type: ignore[misc]


@attack("corruptions", weight=0.5)
def odd_keys(field: Field) -> None:
    """Keys and values of parts of a listing, and of books, of any kind."""
    rng, game = field.rng, kibitz.load(field.rng.choice(BLOCKS))
    keys, values = field.once(f"keys of {game}", lambda: game.rules.solve_graph(_core.Control(), 10**6))
    connect = kibitz.load("connect:width=5,height=4")
    solver = field.once("solver", lambda: _core.ConnectSolver(connect.rules, 10))
    packed = field.once("book keys", lambda: solver.book_keys(3, _core.Control()))
    scores = bytes([127]) * len(solver.book_plies(packed))
    for _ in range(STEPS):
        part = (odd_part(keys, rng), odd_part(values, rng))
        if rng.random() < 0.5:
            part = (rng.randbytes(len(keys)), rng.randbytes(len(values)))
        start = game.start(Random(1)).state
        odd_keys, odd_scores = odd_part(packed, rng), odd_part(scores, rng)
        calls: list[Callable[[], Any]] = [
            lambda part=part: game.rules.join_keyed([part, (keys, values)]),  # type: ignore[misc]
            lambda part=part, s=start: game.rules.solve_block([s], [part], _core.Control(1.0), 10**5),  # type: ignore[misc]
            lambda part=part, s=start: _core.probe(game.rules, _core.open_keyed(game.rules, *part), s),  # type: ignore[misc]
            lambda k=odd_keys, s=odd_scores: solver.set_book(_core.make_connect_book(connect.rules, k, s)),  # type: ignore[misc]
            lambda k=odd_keys, s=odd_scores: solver.fill_book(k, s, 2, _core.Control(0.2)),  # type: ignore[misc]
            lambda k=odd_keys: solver.book_plies(k),  # type: ignore[misc]
            lambda k=odd_keys: _core.unpack_keys(k),  # type: ignore[misc]
            lambda: solver.score(connect.rules, connect.start().state, _core.Control(0.2), 2),
            lambda: solver.moves(connect.rules, connect.start().state, _core.Control(0.2), 1),
        ]
        field.count("corruptions")
        _tried(field, f"keys of {game}", rng.choice(calls))


@attack("corruptions", weight=0.5)
def forged_units(field: Field) -> None:
    """Chess endgames are solved on from parts with other values and right checksums."""
    game = kibitz.load("chess")
    path = table_path(game)

    def parts() -> dict[str, bytes]:
        run = _core.endgame_run(game.rules, 3, 1, 1)
        return {f"pieces-3-unit-{unit}": run.solve(unit, _core.Control()) for unit in range(run.units)}

    sound = field.once("chess units", parts)
    folder = parts_folder(path)
    folder.mkdir(parents=True, exist_ok=True)
    blocks = Blocks(game, folder)
    for name in field.rng.sample(list(sound), 4):
        odd = field.rng.random() < 0.6
        blocks.write(name, {}, {"chances": odd_part(sound[name], field.rng) if odd else sound[name]})
        field.count("corruptions", int(odd))
    checkpoints.EVERY_SECONDS = 0.0
    with field.only_documented_errors(lambda: "solving chess on from forged parts"):
        found = kibitz.solve(game, pieces=3)
        assert found.path is not None
        if TableFile(found.path).facts["places"] != sum(map(len, sound.values())):
            field.fault("believed", "parts of chess of another length")
    shutil.rmtree(folder, ignore_errors=True)
    for kept in kept_tables():
        kept.path.unlink(missing_ok=True)
