"""Hostile clients on real sockets: at worst each loses its own connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kibitz.records.record_store import Store
from kibitz.service.service import Service
from kibitz.service.settings import Settings
from kibitz.web.app import make_app
from kibitz.web.connection import Connection
from kibitz.web.server import listen, make_server

MOST = 20
BOUNDS = Settings(patience=2.0, most_connections=MOST)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server in a thread, with narrow bounds."""
    server = make_server(BOUNDS, make_app(BOUNDS, Store(tmp_path_factory.mktemp("hostile"))))
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(120)
        assert not thread.is_alive()


@pytest.fixture(autouse=True)
def calm(port: int) -> Iterator[None]:
    """Somebody else, who must notice nothing: in the middle of a game before, and able to go on after."""
    with connect(f"ws://127.0.0.1:{port}/socket") as web:
        _ask(web, "new", rules="tictactoe", second="person")
        yield
        assert _ask(web, "play", move="5")["type"] == "reply"


def _ask(web: Any, what: str, **fields: Any) -> dict[str, Any]:
    web.send(json.dumps({"id": 1, "do": what, **fields}))
    while (answer := json.loads(web.recv(120)))["type"] in ("state", "change"):
        pass
    return dict(answer)


def _raw(port: int, *parts: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=60)
    for part in parts:
        made.sendall(part)
    return made


def _closed(raw: socket.socket) -> bytes:
    """What came until the server closed the connection; it fails if the server never does."""
    with raw, contextlib.suppress(ConnectionResetError):
        return b"".join(iter(lambda: raw.recv(65536), b""))
    return b""


HEAD = b"GET /api/version HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/analyse HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET / HT", b""),
        (HEAD, b""),  # and never the end of the head
        (HEAD + b"\r\n" + HEAD, b"200 OK"),  # the second one never ends
        (POST + b"Content-Length: 100\r\n\r\n{", b"408 "),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(200), b"400 "),
        (b"\r\n\r\nnonsense\r\n\r\n", b"400 "),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100_000, b"400 "),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000, b"400 "),
        (POST + b"Content-Length: 1000000000\r\n\r\n" + b" " * 200_000, b"413 "),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n" + b" " * 200_000, b"413 "),
        (POST + b"Content-Length: -1\r\n\r\n", b"400 "),
    ],
    ids=range(12),
)
def test_bad_requests_end(port: int, sent: bytes, answer: bytes) -> None:
    raw = _raw(port)
    with contextlib.suppress(OSError):  # it may be refused before all is said
        raw.sendall(sent)
    assert answer in _closed(raw)


def test_slow_request_heads_block_no_other_client(port: int) -> None:
    slow = [_raw(port, b"GET / HTTP/1.1\r\n") for _ in range(2 * MOST)]
    for raw in slow:
        _closed(raw)


def test_more_connections_than_there_may_be(port: int) -> None:
    held = [_raw(port) for _ in range(BOUNDS.most_open + 20)]
    for raw in held[-10:]:  # those over the bound are closed at once, the others after a while
        _closed(raw)
    for raw in held:
        raw.close()
    with contextlib.ExitStack() as stack:
        refused = []
        for _ in range(MOST + 5):
            web = stack.enter_context(connect(f"ws://127.0.0.1:{port}/socket"))
            try:
                assert _ask(web, "nothing")["type"] == "error"
            except ConnectionClosed as closed:
                refused.append(closed.rcvd and (closed.rcvd.code, closed.rcvd.reason))
        assert len(refused) >= 5
        assert set(refused) == {(1013, "too many people are connected to this server; try again later")}


def _frame(kind: int, data: bytes, length: int | None = None) -> bytes:
    """A masked frame of a WebSocket; its length may be a lie."""
    size = len(data) if length is None else length
    return bytes([0x80 | kind, 0x80 | 127]) + size.to_bytes(8, "big") + b"\0\0\0\0" + data


HELLO = (
    b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SOCKETED = [
    (_frame(1, b"\xff\xfe{}"), 1007),  # not UTF-8
    (_frame(1, b"{}", 2**40), 1009),  # more than there may be, it says
    (_frame(1, b" " * 70_000), 1009),
    (_frame(2, b"\0"), 1000),  # bytes
    (_frame(3, b""), 1002),  # no such kind
    (b"\xff" * 20, 1002),
    (b"\x81\x02{}", 1002),  # without a mask
    (_frame(0, b"more"), 1002),  # goes on with what never began
    (_frame(9, b"x" * 200), 1002),  # a ping that is too long
]


@pytest.mark.parametrize(("sent", "code"), SOCKETED, ids=range(len(SOCKETED)))
def test_bad_frames_end_their_connection(port: int, sent: bytes, code: int) -> None:
    with _welcomed(port) as raw:
        raw.sendall(sent)
        answer = b""
        while code.to_bytes(2, "big") not in answer:
            more = raw.recv(65536)
            assert more, answer
            answer += more


def _welcomed(port: int) -> socket.socket:
    raw = _raw(port, HELLO)
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += raw.recv(1)
    assert answer.startswith(b"HTTP/1.1 101")
    return raw


def test_deep_and_odd_texts_are_answered(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/socket") as web:
        for text in (
            "[" * 60_000,
            '{"id":1,"do":' + '{"do":' * 9_000 + "1" + "}" * 9_001,
            '{"id": 1e999, "do": "new"}',
            '{"id": NaN, "do": "new"}',
            '{"id": 1, "do": "new", "rules": "\\ud800"}',
            '{"id": ' + "9" * 30_000 + ', "do": "new"}',
            '{"id": 1, "do": "new", "id": 2, "rules": "tictactoe\\u0000"}',
            "\u0000",
            "",
        ):
            web.send(text)
            assert json.loads(web.recv(120))["type"] == "error", text[:40]


def test_a_client_that_never_reads_is_given_up(tmp_path: Path) -> None:
    big = {"rules": "connect", "options": {"width": 32, "height": 32}, "second": "person"}
    asked: list[int] = []

    class Deaf:
        """Asks again and again, and takes no answer."""

        async def receive(self) -> str:
            asked.append(1)
            return json.dumps({"id": len(asked), "do": "new", **big})

        async def send(self, texts: list[str]) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int, reason: str) -> None:
            """Nothing to close."""

    async def serve_it() -> None:
        settings = Settings(rate=1e9, burst=1e9, most_unread=2**19)
        service = Service(settings, Store(tmp_path), tmp_path / "deck.json")
        async with service.running():
            await Connection(Deaf(), service).run()

    asyncio.run(serve_it())
    assert 1 < len(asked) < 100


def test_floods_end(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/socket") as web:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2000):
                web.send("{}")
        with pytest.raises(ConnectionClosed):
            _hear_for_ever(web)


def _hear_for_ever(web: Any) -> None:
    while True:
        web.recv(120)


def test_many_taken_back_moves_leave_a_small_record(tmp_path: Path) -> None:
    from kibitz.games.registry import load
    from kibitz.session.session import Session

    session = Session(load("tictactoe"))
    for _ in range(500):
        session.play("5")
        session.undo()
    assert len(str(session.record())) < 2000


def test_small_messages_are_sent_at_once() -> None:
    """Without TCP_NODELAY a message waits for the acknowledgement of the one before, 40 ms often."""

    async def visit() -> int:
        delays: asyncio.Queue[int] = asyncio.Queue()

        def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            ours = writer.get_extra_info("socket")
            delays.put_nowait(ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(came, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                writer.close()
                return await delays.get()

    assert asyncio.run(visit()) != 0
