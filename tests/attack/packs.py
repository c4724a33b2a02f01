"""Packed tables: damaged ones, ones that somebody made up with right checksums, and servers that lie."""

from __future__ import annotations

import json
import random
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import kibitz
from kibitz.files.http_source import HttpSource
from kibitz.files.table_file import TableFile
from kibitz.files.table_pack import HEADER, MAGIC, VERSION, pack_table, read_blocks, read_manifest
from kibitz.solving.remote_table import RemoteTable, _Blocks, game_of, remote_table, unpack, verify_pack
from kibitz.solving.table import open_table
from tests.attack.corruptions import random_positions
from tests.attack.damage import spoilt
from tests.attack.field import Field, attack
from tests.attack.forgeries import ODD, altered

#: One of each layout: keyed, dense, endgames, and one in many blocks.
SPECS = ["tictactoe", "connect:width=4,height=3,length=3", "ewn:size=4,stones=2,faces=6", "numerical"]
STEPS = 20
#: Seconds that a server may take.
PATIENCE = 0.2
Known = list[tuple[kibitz.Position, Any]]


def _packed(field: Field) -> tuple[str, bytes, Known]:
    spec = field.rng.choice(SPECS)

    def make() -> tuple[bytes, Known]:
        table, path = kibitz.solve(spec), field.folder / "sound.kbz"
        assert table.path is not None
        pack_table(TableFile(table.path), path, "zlib")
        return path.read_bytes(), [(each, table.value(each)) for each in random_positions(spec, 40)]

    return (spec, *field.once(f"packed {spec}", make))


@attack("corruptions", weight=2)
def spoil_packs(field: Field) -> None:
    """A packed table is damaged, then probed, verified and unpacked."""
    spec, sound, known = _packed(field)
    path = field.folder / "damaged.kbz"
    for _ in range(STEPS):
        bad = spoilt(sound, field.rng)
        if bad == sound:
            continue
        path.write_bytes(bad)
        field.count("corruptions")
        what = f"a damaged packed table of {spec}"
        with field.only_documented_errors(lambda what=what: what):  # type: ignore[misc]
            table = remote_table(str(path))
            for position, value in known:
                if table.value(position) != value:
                    field.fault("believed", what)
                    break
            verify_pack(str(path))
            field.fault("believed", f"{what}, which was verified")


@attack("corruptions", weight=2)
def forged_packs(field: Field) -> None:
    """A packed table with other contents and right checksums is probed, verified and unpacked."""
    spec, sound, known = _packed(field)
    fields, blocks = _taken_apart(sound)
    path = field.folder / "forged.kbz"
    for _ in range(STEPS):
        told, data = _forged(fields, blocks, field.rng)
        path.write_bytes(data)
        field.count("corruptions")
        what = f"a forged packed table of {spec} that says {json.dumps(told)[:600]}"
        with field.only_documented_errors(lambda what=what: what):  # type: ignore[misc]
            table = remote_table(str(path))
            repr(table), table.positions, table.size, table.requests, table.precision
            for position, _ in known:
                with field.only_documented_errors(lambda what=what: f"asking {what}"):  # type: ignore[misc]
                    table.value(position)
            with field.only_documented_errors(lambda what=what: f"unpacking {what}"):  # type: ignore[misc]
                unpack(str(path), field.folder / "unpacked.kbt")
                open_table(kibitz.load(spec), field.folder / "unpacked.kbt").value(known[0][0])
            verify_pack(str(path))


def _taken_apart(sound: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The manifest of a packed table, and the contents of its blocks."""
    _, _, length, _ = HEADER.unpack_from(sound)
    fields = json.loads(sound[HEADER.size : HEADER.size + length])
    at = HEADER.size + length
    entries = list(struct.iter_unpack("<II", sound[at : at + 8 * fields["blocks"]]))
    at += 8 * fields["blocks"]
    contents = []
    for long, _ in entries:
        contents.append(zlib.decompress(sound[at : at + long]))
        at += long
    return fields, contents


def _forged(fields: dict[str, Any], contents: list[bytes], rng: random.Random) -> tuple[Any, bytes]:
    """Other fields, descriptions, blocks and entries of the index, with checksums that are right."""
    told = json.loads(json.dumps(fields))
    payload = b"".join(contents)
    kind = rng.randrange(7)
    if kind == 0:
        told[rng.choice(list(told))] = rng.choice([*ODD, 2**24, 2**40, "zstd", "none"])
    elif kind == 1:
        told.pop(rng.choice(list(told)))
    if kind in (2, 3, 4):
        told["table"], payload = altered(told["table"], payload, rng)
        told["payload"] = len(payload)
        contents = _cut(payload, told["table"], rng)
        told["blocks"] = len(contents)
        if rng.random() < 0.2 and isinstance(told["table"], dict):  # as long as it likes
            long = rng.choice([0, 1, 2**20, 2**33, 2**62, 2**63 - 1])
            told["table"]["sections"] = {"values": [0, long]}
            told["payload"] = rng.choice([long, len(payload)])
    packed = [zlib.compress(each, rng.choice([0, 1, 9])) for each in contents]
    sums = [zlib.crc32(each) for each in contents]
    if kind == 5 and packed:
        at = rng.randrange(len(packed))
        packed[at] = rng.choice(
            [b"", packed[at] + b"x", packed[at][:-1], zlib.compress(bytes(1 << 24)), b"x" * 9]
        )
    elif kind == 6 and len(packed) > 1:
        del packed[rng.randrange(len(packed))]
    lengths = [len(each) for each in packed]
    if rng.random() < 0.1 and lengths:
        lengths[rng.randrange(len(lengths))] = rng.choice([0, 1, 2**31, 2**32 - 1])
    index = b"".join(struct.pack("<II", *each) for each in zip(lengths, sums, strict=False))
    if kind not in (0, 1):
        told["index"] = zlib.crc32(index)
    manifest = json.dumps(rng.choice(ODD) if rng.random() < 0.02 else told).encode("utf-8", "surrogatepass")
    version = VERSION if rng.random() < 0.97 else rng.choice([0, 2, 2**32 - 1])
    length = len(manifest) if rng.random() < 0.97 else rng.choice([0, 1, 2**20, 2**32 - 1])
    head = HEADER.pack(MAGIC, version, length, zlib.crc32(manifest))
    return told, head + manifest + index + b"".join(packed)


def _cut(payload: bytes, facts: object, rng: random.Random) -> list[bytes]:
    block = facts.get("block") if isinstance(facts, dict) else None
    size = block if type(block) is int and len(payload) / 5000 <= block <= 2**30 else 1 << 16
    size = max(1, size)
    return [payload[at : at + size] for at in range(0, len(payload), size)]


class _Liar(BaseHTTPRequestHandler):
    """A server whose answers are right now and then."""

    protocol_version = "HTTP/1.1"
    timeout = 5
    data = b""
    rng = random.Random()
    #: One in so many answers is wrong.
    seldom = 3

    def do_GET(self) -> None:
        """Send a range, or something else."""
        begin, end = (int(each) for each in self.headers["Range"].removeprefix("bytes=").split("-"))
        body = self.data[begin : end + 1]
        if self.rng.randrange(self.seldom):
            self._answer(206, f"bytes {begin}-{begin + len(body) - 1}/{len(self.data)}", body)
            return
        lie = self.rng.randrange(11)
        size = len(self.data)
        odd = self.rng.choice([0, 1, 2**31, 2**63, 10**30, size + 1])
        if lie == 0:
            self._answer(self.rng.choice([200, 204, 301, 304, 400, 404, 416, 500, 999]), "", body)
        elif lie == 1:
            self._answer(206, f"bytes {begin + 1}-{end}/{size}", body)
        elif lie == 2:
            self._answer(206, f"bytes {begin}-{end}/{odd}", body)
        elif lie == 3:
            self._answer(
                206, self.rng.choice(["", "bytes */5", "bytes 0-0/*", "x" * 5000, "bytes 0-5/\u00b2"]), body
            )
        elif lie == 4:
            self._answer(
                206, f"bytes {begin}-{end}/{size}", body[: len(body) // 2], Content_Length=str(len(body))
            )
        elif lie == 5:
            self._answer(206, f"bytes {begin}-{end}/{size}", spoilt(body, self.rng) if body else b"x")
        elif lie == 6:
            self._answer(206, f"bytes {begin}-{end}/{size}", body, ETag=str(self.rng.random()))
        elif lie == 7:
            self.wfile.write(self.rng.randbytes(self.rng.choice([0, 10, 100_000])))
            self.close_connection = True
        elif lie == 8:
            self._answer(206, f"bytes {begin}-{end}/{size}", body, Content_Encoding="gzip")
        elif lie == 9:
            self._answer(
                302,
                "",
                b"",
                Location=self.rng.choice(["file:///etc/passwd", "ftp://127.0.0.1:1/x", "/", "x:y"]),
            )
        else:
            self.wfile.write(
                b"HTTP/1.1 206 OK\r\nContent-Range: bytes 0-1/9\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            )
            self.close_connection = True

    def _answer(self, code: int, where: str, body: bytes, **also: Any) -> None:
        self.send_response(code)
        headers = {"Content_Range": where, "ETag": "1", "Content_Length": str(len(body)), **also}
        for name, value in headers.items():
            if value:
                self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  # the name is the base's
        """Say nothing."""


@contextmanager
def _lying(data: bytes, rng: random.Random) -> Iterator[str]:
    class Handler(_Liar):
        pass

    Handler.data, Handler.rng, Handler.seldom = data, rng, rng.choice([2, 4, 8])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # who asks may hang up
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/a.kbz"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@attack("corruptions", weight=1)
def lying_servers(field: Field) -> None:
    """A packed table is probed on a server whose answers are wrong now and then."""
    spec, sound, known = _packed(field)
    with _lying(sound, field.rng) as address:
        for _ in range(STEPS):
            field.count("corruptions")
            with field.only_documented_errors(lambda: f"a lying server with the packed table of {spec}"):
                source = HttpSource(address, PATIENCE)
                manifest = read_manifest(source)
                table = RemoteTable(game_of(manifest, address), _Blocks(source, manifest, None))
                for position, value in known:
                    with suppress(kibitz.KibitzError):
                        if table.value(position) != value:
                            field.fault("believed", f"an answer of a lying server about {spec}")
                for _ in read_blocks(source, manifest):
                    pass
