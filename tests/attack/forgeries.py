"""Forged tables, books and parts with valid checksums: refused, or harmless."""

from __future__ import annotations

import json
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kibitz
from kibitz.files.table_file import MAGIC, VERSION, TableFile
from kibitz.games.connect.book import read_book
from kibitz.games.connect.book_building import build_book
from kibitz.solving.checkpoints import parts_folder
from kibitz.solving.table import open_table
from kibitz.solving.table_store import kept_tables, table_path
from kibitz.solving.verify import verify_table
from tests.attack.corruptions import TABLES, random_positions
from tests.attack.damage import spoilt
from tests.attack.field import Field, attack

ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 255, 2**31, 2**32 - 1, 2**63, 2**64, -(2**63), 10**30, 0.5, 1e308),
    *(
        float("nan"),
        float("inf"),
        "",
        "x",
        "keyed",
        "dense",
        "endgame",
        "connect-book",
        "0",
        [],
        [0],
        [0, 1],
        {},
    ),
    *({"a": [0, 1]}, {"keys": [0, -1]}, {"values": [-5, 5]}, {"values": ["0", "9"]}, [[0, 1]], "\ud800"),
]


def read(path: Path) -> tuple[dict[str, Any], bytes]:
    """What a file says of itself, and its payload."""
    file = TableFile(path)
    return dict(file.facts), path.read_bytes()[file._start :]


def forge(facts: Any, payload: bytes, rng: Any) -> bytes:
    """A file with right checksums around any description and payload."""
    description = json.dumps(facts).encode("utf-8", "surrogatepass")
    block = facts.get("block") if isinstance(facts, dict) else None
    size = block if isinstance(block, int) and 1 <= block <= 2**30 else 1 << 16
    size = max(size, -(-len(payload) // 100_000))  # not millions of checksums
    sums = [zlib.crc32(payload[at : at + size]) for at in range(0, len(payload), size)]
    if rng.random() < 0.1:
        sums = sums[: rng.randrange(len(sums) + 1)]
    checksums = struct.pack(f"<{len(sums)}I", *sums)
    head = struct.pack(
        "<8sIIIII",
        MAGIC,
        VERSION,
        len(description),
        len(checksums),
        zlib.crc32(description),
        zlib.crc32(checksums),
    )
    begin = head + description + checksums
    return begin + bytes(-len(begin) % 4096) + payload


def altered(facts: dict[str, Any], payload: bytes, rng: Any) -> tuple[Any, bytes]:
    """Other facts, other sections, other bytes."""
    facts = json.loads(json.dumps(facts))
    for _ in range(rng.randrange(1, 3)):
        kind = rng.randrange(6)
        if kind == 0:
            facts[rng.choice(list(facts))] = rng.choice(ODD)
        elif kind == 1:
            facts.pop(rng.choice(list(facts)), None)
        elif kind == 2 and isinstance(facts.get("sections"), dict) and facts["sections"]:
            name = rng.choice(list(facts["sections"]))
            place = facts["sections"][name]
            if isinstance(place, list) and place:
                place[rng.randrange(len(place))] = rng.choice([*ODD, len(payload), len(payload) + 1])
        elif kind == 3 and isinstance(facts.get("sections"), dict) and facts["sections"]:
            name = rng.choice(list(facts["sections"]))
            facts["sections"][rng.choice(["keys", "values", "chances", "palettes", "x"])] = facts[
                "sections"
            ].pop(name)
        elif kind == 4 and payload:
            payload = spoilt(payload, rng)
            if rng.random() < 0.5 and isinstance(facts.get("sections"), dict) and len(facts["sections"]) == 1:
                name = next(iter(facts["sections"]))
                facts["sections"][name] = [0, len(payload)]
        elif kind == 5 and payload:
            at = rng.randrange(len(payload))
            long = rng.choice((1, 8, 64))
            payload = payload[:at] + rng.randbytes(min(long, len(payload) - at)) + payload[at + long :]
        if not facts:
            return rng.choice(ODD), payload
    return facts, payload


def _source(field: Field, name: str, make: Callable[[], Path]) -> tuple[Path, dict[str, Any], bytes]:
    def made() -> tuple[Path, dict[str, Any], bytes]:
        path = make()
        return (path, *read(path))

    return field.once(name, made)


@attack("corruptions", weight=2)
def forged_tables(field: Field) -> None:
    """A table with other contents and right checksums is opened, asked, verified and listed."""
    spec = field.rng.choice(TABLES)
    game = kibitz.load(spec)
    path, facts, payload = _source(field, f"forged {spec}", lambda: Path(str(kibitz.solve(spec).path)))
    positions = field.once(f"positions {spec}", lambda: random_positions(spec, 20))
    sound = field.once(f"sound {spec}", path.read_bytes)
    for _ in range(10):
        result, bytes_ = altered(facts, payload, field.rng)
        path.write_bytes(forge(result, bytes_, field.rng))
        field.count("corruptions")
        what = f"a forged table of {spec} that says {json.dumps(result)[:600]}"
        with field.only_documented_errors(lambda what=what: what):  # type: ignore[misc]
            kept_tables()
            table = open_table(game, path)
            repr(table), table.precision, table.pieces, table.size
            for position in positions:
                with field.only_documented_errors(lambda what=what: f"asking {what}"):  # type: ignore[misc]
                    table.value(position)
            with field.only_documented_errors(lambda what=what: f"analysing with {what}"):  # type: ignore[misc]
                kibitz.analyse(positions[0], kibitz.Limit(nodes=100))
            verify_table(table, 20)
    path.write_bytes(sound)


@attack("corruptions")
def forged_books(field: Field) -> None:
    """A book with other contents and right checksums is read and used."""
    game = kibitz.load("connect:width=5,height=4")

    def make() -> Path:
        path = field.folder / "forged.kbb"
        build_book(game, 5, path, threads=1, table_bits=20)
        return path

    path, facts, payload = _source(field, "forged book", make)
    for _ in range(10):
        told, bytes_ = altered(facts, payload, field.rng)
        path.write_bytes(forge(told, bytes_, field.rng))
        field.count("corruptions")
        with field.only_documented_errors(
            lambda told=told: f"a forged book that says {json.dumps(told)[:600]}"
        ):  # type: ignore[misc]
            book = read_book(game, path)
            book.plies, book.whole, book.facts["provenance"].items(), len(book.core)


@attack("corruptions")
def forged_parts(field: Field) -> None:
    """Parts of a table with other contents and right checksums are gone on with."""
    spec = field.rng.choice(TABLES[1:3])
    path = table_path(kibitz.load(spec))
    _, facts, payload = _source(field, f"forged {spec}", lambda: Path(str(kibitz.solve(spec).path)))
    path.unlink(missing_ok=True)
    folder = parts_folder(path)
    folder.mkdir(parents=True, exist_ok=True)
    names = ["values-8", "values-16", "values-15", "marks-3", "marks-1", "pieces-4-unit-0", "pieces-3-unit-2"]
    for name in field.rng.sample(names, 4):
        result, bytes_ = altered(
            {**facts, "layout": name}, payload[: field.rng.randrange(1, 5000)], field.rng
        )
        if isinstance(result, dict) and field.rng.random() < 0.7:
            half = len(bytes_) // 2
            sections = [{"palette": [0, 1], "values": [1, len(bytes_) - 1]}, {"marks": [0, len(bytes_)]}]
            sections += [
                {"chances": [0, len(bytes_)]},
                {"palette": [0, half], "values": [half, len(bytes_) - half]},
            ]
            result["sections"] = field.rng.choice(sections)
        (folder / f"{name}.kbp").write_bytes(forge(result, bytes_, field.rng))
        field.count("corruptions")
    with field.only_documented_errors(lambda: f"solving {spec} on from forged parts"):
        kibitz.solve(spec)
    shutil.rmtree(folder, ignore_errors=True)
    for kept in kept_tables():
        kept.path.unlink(missing_ok=True)
