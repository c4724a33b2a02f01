"""Packed tables have the values of the table, from a file and from a server, with few requests; faults."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import socket
import struct
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.errors import BadFile, BadOption
from kibitz.cli.main import main
from kibitz.files.http_source import HttpSource
from kibitz.files.range_server import RangeHandler, make_server
from kibitz.files.table_file import TableFile
from kibitz.files.table_pack import HEADER, MAGIC, VERSION, pack_table, read_manifest
from kibitz.games.position import Position
from kibitz.solving.remote_table import RemoteTable, remote_table, unpack, verify_pack
from kibitz.solving.table import open_table

#: One of each layout: keyed, dense, endgames with dice and without.
GAMES = ("tictactoe", "numerical", "ewn:size=4,stones=2", "race")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Packed tables of all these games."""
    where = tmp_path_factory.mktemp("packed")
    for number, spec in enumerate(GAMES):
        table = kibitz.solve(spec)
        assert table.path is not None
        pack_table(TableFile(table.path), where / f"{number}.kbz", "zlib")
    return where


@contextlib.contextmanager
def serving(folder: Path, handler: type[RangeHandler] | None = None) -> Iterator[str]:
    """A server for a folder, and its address."""
    server = make_server(folder, "127.0.0.1", 0)
    if handler is not None:
        kind, where = handler, str(folder)
        server.RequestHandlerClass = lambda *given: kind(*given, directory=where)  # type: ignore[assignment,misc,arg-type]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{port_of(server)}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def port_of(server: ThreadingHTTPServer) -> int:
    return int(server.server_address[1])


def some_positions(spec: str, count: int) -> list[Position]:
    """Positions of random games."""
    rng, out = kibitz.base.random.Random(4), []
    game = kibitz.load(spec)
    while len(out) < count:
        position = game.start(rng)
        while not position.is_over and len(out) < count:
            out.append(position.without_history())
            chance = position.turn is kibitz.Side.CHANCE
            position = position.after(position.roll(rng) if chance else rng.choice(position.moves))
    return out


@pytest.mark.parametrize(("number", "spec"), list(enumerate(GAMES)))
def test_values_are_those_of_the_table(folder: Path, number: int, spec: str) -> None:
    own = kibitz.solve(spec)
    positions = some_positions(spec, 60)
    wanted = [own.value(position) for position in positions]
    packed = remote_table(str(folder / f"{number}.kbz"))
    assert [packed.value(position) for position in positions] == wanted
    with serving(folder) as address:
        there = remote_table(f"{address}/{number}.kbz", cache=False)
        assert [there.value(position) for position in positions] == wanted
        assert there.values(positions) == wanted
        assert there.positions == own.positions
        verify_pack(f"{address}/{number}.kbz")


def test_a_probe_takes_at_most_three_requests(folder: Path) -> None:
    game = kibitz.load("numerical")
    with serving(folder) as address:
        table = remote_table(f"{address}/1.kbz", cache=False)
        opened = table.requests
        assert opened <= 2
        table.value(game.start())
        assert table.requests <= 3
        for position in some_positions("numerical", 20):
            before = table.requests
            table.value(position)
            assert table.requests - before <= 1
        once = table.requests
        table.values(some_positions("numerical", 20))
        assert table.requests == once


def test_blocks_are_kept_and_damaged_copies_fetched_again(folder: Path) -> None:
    positions = some_positions("numerical", 10)
    with serving(folder) as address:
        first = remote_table(f"{address}/1.kbz")
        values = first.values(positions)
        fetched = first.requests
        again = remote_table(f"{address}/1.kbz")
        assert again.values(positions) == values
        assert again.requests == 1 < fetched
        cached = first._blocks._cache
        assert cached is not None
        last = max(cached.glob("*.block"), key=lambda path: int(path.stem))
        last.write_bytes(b"damaged")
        repaired = remote_table(f"{address}/1.kbz")
        assert repaired.values(positions) == values
        assert repaired.requests == 2


def damaged(tmp_path: Path, folder: Path, change: Callable[[bytearray], object]) -> str:
    data = bytearray((folder / "1.kbz").read_bytes())
    change(data)
    path = tmp_path / "damaged.kbz"
    path.write_bytes(data)
    return str(path)


def enlarged(packed: Path, path: Path, length: int) -> None:
    """A packed table with right checksums that claims to unpack to so many bytes."""
    data = packed.read_bytes()
    long = HEADER.unpack_from(data)[2]
    fields = json.loads(data[HEADER.size : HEADER.size + long])
    name, begin = max(
        ((name, at) for name, (at, _) in fields["table"]["sections"].items()), key=lambda e: e[1]
    )
    fields["table"]["sections"][name] = [begin, length - begin]
    fields["table"]["block"] = 1 << 30
    fields |= {"payload": length, "blocks": length >> 30}
    index = struct.pack("<II", 8, 0) * fields["blocks"]
    fields["index"] = zlib.crc32(index)
    manifest = json.dumps(fields).encode()
    head = HEADER.pack(MAGIC, VERSION, len(manifest), zlib.crc32(manifest))
    path.write_bytes(head + manifest + index + bytes(8 * fields["blocks"]))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_table_that_unpacks_to_more_than_there_is_memory_is_refused(
    number: int, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "large.kbz"
    enlarged(folder / f"{number}.kbz", path, 1 << 53)
    for use in (lambda: remote_table(str(path)), lambda: unpack(str(path), tmp_path / "out.kbt")):
        with pytest.raises(BadFile, match="don't fit into memory"):
            use()
    assert not (tmp_path / "out.kbt").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe.kbz")
    for use in (remote_table, verify_pack, lambda name: unpack(name, tmp_path / "out.kbt")):
        with pytest.raises(BadFile, match="not a regular file"):
            use(str(pipe))


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.__delitem__(slice(len(data) // 2, None)),
        lambda data: data.__setitem__(0, 0),
        lambda data: data.__setitem__(8, 9),
        lambda data: data.__setitem__(HEADER.size + 5, 0),
        lambda data: data.__setitem__(-5, data[-5] ^ 1),
        lambda data: data.append(0),
        lambda data: data.clear(),
    ],
    ids=["cut", "magic", "version", "manifest", "block", "longer", "empty"],
)
def test_damage_is_found(tmp_path: Path, folder: Path, change: Callable[[bytearray], object]) -> None:
    path = damaged(tmp_path, folder, change)
    with pytest.raises(BadFile, match=r"damaged\.kbz"):
        verify_pack(path)


def test_every_byte_matters(tmp_path: Path, folder: Path) -> None:
    """A changed byte is found, wherever it is."""
    length = (folder / "1.kbz").stat().st_size
    for at in range(0, length, max(1, length // 40)):
        path = damaged(tmp_path, folder, lambda data, at=at: data.__setitem__(at, data[at] ^ 0x10))
        with pytest.raises(BadFile):
            verify_pack(path)


class Rangeless(RangeHandler):
    """Ignores ranges."""

    def _send(self, *, body: bool) -> None:
        del self.headers["Range"]
        super()._send(body=body)


class Gone(RangeHandler):
    """Answers the first request only."""

    answered = 0

    def _send(self, *, body: bool) -> None:
        type(self).answered += 1
        if type(self).answered > 1:
            self.send_error(410, "Gone")
        else:
            super()._send(body=body)


class Cutting(RangeHandler):
    """Promises more bytes than it sends."""

    def _send(self, *, body: bool) -> None:
        self.send_response(206)
        self.send_header("Content-Range", "bytes 0-65535/1000000")
        self.send_header("Content-Length", "65536")
        self.end_headers()
        self.wfile.write(b"x" * 100)
        self.close_connection = True


class Slow(RangeHandler):
    """Sends a byte now and then."""

    def _send(self, *, body: bool) -> None:
        self.send_response(206)
        self.send_header("Content-Range", "bytes 0-65535/1000000")
        self.send_header("Content-Length", "65536")
        self.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(200):
                self.wfile.write(b"x")
                time.sleep(0.02)
        self.close_connection = True


@pytest.mark.parametrize(
    ("handler", "wrong"),
    [(Rangeless, "ignores range requests"), (Cutting, r"cut short|more expected")],
)
def test_servers_that_misbehave(folder: Path, handler: type[RangeHandler], wrong: str) -> None:
    with serving(folder, handler) as address, pytest.raises(BadFile, match=wrong):
        remote_table(f"{address}/1.kbz", cache=False)


def test_a_slow_server_is_given_up(folder: Path) -> None:
    with serving(folder, Slow) as address, pytest.raises(BadFile, match=r"too slow|timed out"):
        HttpSource(f"{address}/1.kbz", patience=0.3)


def test_a_file_that_is_gone(folder: Path) -> None:
    Gone.answered = 0
    with serving(folder, Gone) as address:
        table = remote_table(f"{address}/1.kbz", cache=False)
        with pytest.raises(BadFile, match="410"):
            table.values(some_positions("numerical", 30))
    with serving(folder) as address, pytest.raises(BadFile, match="404"):
        remote_table(f"{address}/nowhere.kbz")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(BadFile, match="refused"):
        remote_table(f"http://127.0.0.1:{port}/1.kbz")
    with pytest.raises(BadOption, match="looks like"):
        remote_table("http:///nothing")


def test_a_file_that_changes_on_its_server(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "it.kbz"
    shutil.copy(folder / "1.kbz", path)
    with serving(tmp_path) as address:
        table = remote_table(f"{address}/it.kbz", cache=False)
        path.write_bytes((folder / "1.kbz").read_bytes()[:-1] + b"!")
        with pytest.raises(BadFile, match="was changed on its server"):
            table.values(some_positions("numerical", 30))


def test_it_is_unpacked_to_the_same_table(tmp_path: Path, folder: Path) -> None:
    own = kibitz.solve("numerical")
    assert own.path is not None
    unpack(str(folder / "1.kbz"), tmp_path / "it.kbt")
    assert (tmp_path / "it.kbt").read_bytes() == own.path.read_bytes()
    assert open_table(own.game, tmp_path / "it.kbt").positions == own.positions


def test_zstd_is_not_larger(tmp_path: Path, folder: Path) -> None:
    if importlib.util.find_spec("zstandard") is None:
        pytest.skip("zstandard is not installed")
    own = kibitz.solve("numerical")
    assert own.path is not None
    path = tmp_path / "it.kbz"
    size = pack_table(TableFile(own.path), path, "zstd")
    assert size == path.stat().st_size <= (folder / "1.kbz").stat().st_size
    assert remote_table(str(path)).value(own.game.start()) == own.value(own.game.start())
    assert read_manifest(kibitz.files.table_pack.FileSource(path)).compression == "zstd"


needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")


@contextlib.contextmanager
def nginx(folder: Path, scratch: Path, directive: str = "") -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """An nginx for a folder: its address, and the process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = scratch / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {scratch}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {scratch}; proxy_temp_path {scratch};\n"
        f"fastcgi_temp_path {scratch}; uwsgi_temp_path {scratch}; scgi_temp_path {scratch};\n"
        f"server {{ listen 127.0.0.1:{port}; root {folder}; {directive} }} }}\n"
    )
    process = subprocess.Popen(
        ["nginx", "-p", str(scratch), "-c", str(config), "-g", "user root;"], stderr=subprocess.DEVNULL
    )
    try:
        while process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
                break
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(10)


@needs_nginx
def test_nginx_serves_it(tmp_path: Path, folder: Path) -> None:
    with nginx(folder, tmp_path) as (address, _):
        table = remote_table(f"{address}/1.kbz", cache=False)
        positions = some_positions("numerical", 20)
        assert table.values(positions) == kibitz.solve("numerical").values(positions)
        assert verify_pack(f"{address}/1.kbz")


@needs_nginx
@pytest.mark.parametrize(
    ("directive", "wrong"),
    [
        ("max_ranges 0;", "ignores range requests"),
        ("return 503;", "503"),
        ("limit_rate 50;", "too slow|timed out"),
    ],
)
def test_an_nginx_that_misbehaves(tmp_path: Path, folder: Path, directive: str, wrong: str) -> None:
    with nginx(folder, tmp_path, directive) as (address, _), pytest.raises(BadFile, match=wrong):
        HttpSource(f"{address}/1.kbz", patience=0.5)


@needs_nginx
@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-1000]), "was changed on its server"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1] + b"!"), "was changed on its server"),
        (lambda path: path.unlink(), "404"),
    ],
    ids=["truncated", "changed", "removed"],
)
def test_a_file_that_changes_on_nginx(
    tmp_path: Path, folder: Path, change: Callable[[Path], object], wrong: str
) -> None:
    public = tmp_path / "public"
    public.mkdir()
    path = public / "it.kbz"
    shutil.copy(folder / "1.kbz", path)
    os.utime(path, (0, 0))  # so that a change is seen within the second that an ETag counts
    with nginx(public, tmp_path) as (address, _):
        table = remote_table(f"{address}/it.kbz", cache=False)
        change(path)
        with pytest.raises(BadFile, match=wrong):
            table.values(some_positions("numerical", 30))


@needs_nginx
def test_an_nginx_that_is_gone(tmp_path: Path, folder: Path) -> None:
    with nginx(folder, tmp_path) as (address, process):
        table = remote_table(f"{address}/1.kbz", cache=False)
        process.kill()
        process.wait(10)
        with pytest.raises(BadFile, match="refused"):
            table.values(some_positions("numerical", 30))


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kibitz.solve("tictactoe:misere=yes")
    packed = tmp_path / "it.kbz"

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, ["tables", *arguments])
        assert result.exit_code == 0, (result.output, result.exception)
        return result.output

    assert "bytes a position" in run("pack", "tictactoe:misere=yes", "-o", str(packed))
    assert "good" in run("verify", str(packed))
    assert "draws" in run("probe", str(packed))
    with serving(tmp_path) as address:
        assert '"requests"' in run("probe", f"{address}/it.kbz", "xo./.../...", "--json")
        run("remove", "tictactoe:misere=yes")
        assert "positions of tictactoe:misere=yes" in run("get", f"{address}/it.kbz")
    assert "good" in run("verify", "tictactoe:misere=yes")
    failed = CliRunner().invoke(main, ["tables", "get", str(packed)])
    assert isinstance(failed.exception, BadOption)
    assert isinstance(remote_table(str(packed)), RemoteTable)
