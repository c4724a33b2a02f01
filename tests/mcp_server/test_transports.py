"""The server as assistants use it: the SDK's own client, over standard streams and HTTP.

The client validates every structured result against the schema of its tool.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz

mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed (pip install mcp)")

NIM = (Path(kibitz.__file__).parent / "examples" / "nim.py").read_text(encoding="utf-8")
Steps = Callable[[Any], Awaitable[None]]


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "KIBITZ_DATA": str(data), "KIBITZ_CACHE": str(data / "cache")}


@contextlib.asynccontextmanager
async def over_streams(data: Path, *options: str) -> AsyncIterator[Any]:
    """Start a server for one client."""
    from mcp import Client, StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable, args=["-m", "kibitz", "mcp", *options], env=environment(data)
    )
    async with Client(stdio_client(server)) as client:
        yield client


@contextlib.contextmanager
def http_server(data: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a server over HTTP; return its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "mcp", "--http", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(data),
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), process.communicate()
        yield address, process
    finally:
        process.kill()
        process.communicate()


@contextlib.asynccontextmanager
async def over_http(data: Path, *options: str) -> AsyncIterator[Any]:
    """Start a server, and a client over HTTP."""
    with http_server(data, *options) as (address, _):
        async with mcp.Client(address) as client:
            yield client


async def call(client: Any, tool: str, /, **given: Any) -> Any:
    """Call a tool; return its structured result, with its text."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content[0].text
    return {**result.structured_content, "TEXT": result.content[0].text}


async def refusal(client: Any, tool: str, /, **given: Any) -> str:
    """Call a tool; return its error."""
    result = await client.call_tool(tool, given)
    assert result.is_error
    text: str = result.content[0].text
    assert "Traceback" not in text
    assert "\n" not in text
    return text


TRANSPORTS = pytest.mark.parametrize("connect", [over_streams, over_http])


@TRANSPORTS
def test_every_tool_works(tmp_path: Path, connect: Any) -> None:
    async def steps() -> None:
        async with connect(tmp_path, "--allow-code") as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert all(tool.output_schema and tool.description for tool in tools.values())
            used = set()

            async def use(tool: str, /, **given: Any) -> Any:
                used.add(tool)
                return await call(client, tool, **given)

            await use("list_games")
            await use("game_rules", game="ewn")
            state = await use("new_game", game="tictactoe", second="level")
            game = state["id"]
            await use("play", id=game, move="5")
            await use("undo", id=game)
            await use("play", id=game, move="1")
            await use("game_state", id=game)
            await use("hint", id=game)
            await use("analyse_game", id=game)
            await use("explain_game_move", id=game)
            await use("review_game", id=game)
            record = (await use("game_record", id=game))["record"]
            await use("load_game", record=record)
            await use("review_record", record=record)
            await use("resign", id=game)
            await use("list_saved_games")
            await use("analyse", game="ewn", seconds=0.2)
            await use("explain_move", game="tictactoe", move="5")
            puzzle = await use("next_puzzle", game="tictactoe")
            await use("answer_puzzle", puzzle=puzzle["puzzle"], move=puzzle["moves"][0])
            puzzle = await use("next_puzzle", game="tictactoe")
            await use("reveal_answer", puzzle=puzzle["puzzle"])
            assert (await use("solve_game", game="nim"))["job"]["state"] == "done"
            await use("solving_progress")
            await use("stop_solving")
            await use("play_match", game="tictactoe", first="level", second="random", games=4)
            written = await use("write_game", name="heaps", source=NIM)
            await use("new_game", game=written["game"], second="level")
            assert used == set(tools)

    asyncio.run(steps())


@TRANSPORTS
def test_errors_are_sentences(tmp_path: Path, connect: Any) -> None:
    async def steps() -> None:
        async with connect(tmp_path) as client:
            assert "the tools are list_games" in await refusal(client, "nonsense")
            assert "'game' is missing" in await refusal(client, "new_game")
            assert "--allow-code" in await refusal(client, "write_game", name="heaps", source=NIM)
            state = await call(client, "new_game", game="tictactoe")
            assert "1 to 9" in await refusal(client, "play", id=state["id"], move="10")
            assert (await call(client, "play", id=state["id"], move="5"))["played"] == ["5"]
            with pytest.raises(mcp.MCPError, match="there are"):
                await client.read_resource("kibitz://docs/none.md")

    asyncio.run(steps())


@TRANSPORTS
def test_resources_are_listed_and_read(tmp_path: Path, connect: Any) -> None:
    async def steps() -> None:
        async with connect(tmp_path) as client:
            listed = {str(each.uri) for each in (await client.list_resources()).resources}
            assert {"kibitz://rules/chess", "kibitz://examples/nim.py"} <= listed
            templates = (await client.list_resource_templates()).resource_templates
            assert "kibitz://games/{id}" in {each.uri_template for each in templates}
            (page,) = (await client.read_resource("kibitz://examples/nim.py")).contents
            assert page.text == NIM
            assert page.mime_type == "text/x-python"

    asyncio.run(steps())


def test_older_clients_are_served(tmp_path: Path) -> None:
    """The handshake of protocol versions before 2026-07-28."""

    async def steps() -> None:
        from mcp import ClientSession, StdioServerParameters, stdio_client

        server = StdioServerParameters(
            command=sys.executable, args=["-m", "kibitz", "mcp"], env=environment(tmp_path)
        )
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            started = await session.initialize()
            assert started.server_info.version == kibitz.__version__
            result = await session.call_tool("analyse", {"game": "tictactoe"})
            assert result.structured_content["value"]["text"] == "Draw(9)"

    asyncio.run(steps())


def test_two_clients_play_at_once(tmp_path: Path) -> None:
    async def steps(address: str) -> None:
        async with mcp.Client(address) as one, mcp.Client(address) as other:

            async def play(client: Any, game: str) -> list[str]:
                state = await call(client, "new_game", game=game, second="level:strength=10")
                while state["outcome"] is None:
                    state = await call(client, "play", id=state["id"], move=state["legal_moves"][0])
                assert kibitz.load(game).start().play(*state["played"]).is_over
                played: list[str] = state["played"]
                return played

            # The same kind of slow command of one client does not cancel the other's.
            both = await asyncio.gather(
                play(one, "tictactoe"),
                play(other, "connect4"),
                call(one, "analyse", game="gomoku", seconds=1),
                call(other, "analyse", game="chess", seconds=1),
                call(other, "analyse", game="ewn", seconds=1),
            )
            assert [each["game"] for each in both[2:]] == ["gomoku", "chess", "ewn"]
            # In one game, the second of two moves from the same state is refused.
            state = await call(one, "new_game", game="tictactoe")
            moves = [
                client.call_tool("play", {"id": state["id"], "move": move, "seq": state["seq"]})
                for client, move in ((one, "1"), (other, "9"))
            ]
            results = await asyncio.gather(*moves)
            assert sorted(each.is_error for each in results) == [False, True]
            seen = await call(other, "game_state", id=state["id"])
            assert seen["played"] in (["1"], ["9"])

    with http_server(tmp_path) as (address, _):
        asyncio.run(steps(address))


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    played: list[str] = []
    game = ""

    async def begin(address: str, process: subprocess.Popen[str]) -> None:
        nonlocal game
        async with mcp.Client(address) as client:
            state = await call(client, "new_game", game="connect4", second="level:strength=10", seed=1)
            for _ in range(3):
                state = await call(client, "play", id=state["id"], move="4")
            searching = asyncio.create_task(client.call_tool("analyse", {"game": "gomoku", "seconds": 10}))
            await call(client, "list_games")
            game, played[:] = state["id"], state["played"]
            process.kill()
            await searching

    async def go_on() -> None:
        async with over_streams(tmp_path) as client:
            state = await call(client, "game_state", id=game)
            assert state["played"] == played
            assert len((await call(client, "play", id=game, move="1"))["played"]) == len(played) + 2

    lost = contextlib.suppress(Exception)  # whatever the SDK makes of the lost connection
    with http_server(tmp_path) as (address, process), lost:
        asyncio.run(begin(address, process))
    assert len(played) == 6
    asyncio.run(go_on())


def test_a_cancelled_search_ends_and_the_client_goes_on(tmp_path: Path) -> None:
    async def steps() -> None:
        async with over_streams(tmp_path) as client:
            thinking = asyncio.create_task(client.call_tool("analyse", {"game": "gomoku", "seconds": 10}))
            await call(client, "list_games")
            thinking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await thinking
            assert (await call(client, "analyse", game="tictactoe"))["value"]["exact"]

    asyncio.run(steps())


def test_progress_is_reported(tmp_path: Path) -> None:
    async def steps() -> None:
        heard: list[tuple[float, float | None]] = []

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            heard.append((progress, total))

        async with over_streams(tmp_path) as client:
            match = {"game": "connect4", "first": "random", "second": "random", "games": 10}
            await client.call_tool("play_match", match, progress_callback=on_progress)
            assert heard
            assert all(0 < done <= (total or 0) == 10 for done, total in heard)

    asyncio.run(steps())


def test_code_of_a_written_game_that_dies_ends_only_its_own_calls(tmp_path: Path) -> None:
    async def steps() -> None:
        async with over_streams(tmp_path, "--allow-code") as client:
            game = (await call(client, "write_game", name="heaps", source=NIM))["game"]
            state = await call(client, "new_game", game=game)
            # Overwritten behind the server's back by code that ends the process.
            Path(game).write_text("import os\nos._exit(7)\n", encoding="utf-8")
            assert "ended its process" in await refusal(client, "analyse", game=game)
            assert (await call(client, "analyse", game="tictactoe"))["value"]["exact"]
            assert (await call(client, "play", id=state["id"], move="1-1"))["played"] == ["1-1"]

    asyncio.run(steps())


def test_a_game_that_another_program_has_open_is_refused(tmp_path: Path) -> None:
    async def steps() -> None:
        async with over_streams(tmp_path) as one, over_streams(tmp_path) as other:
            state = await call(one, "new_game", game="tictactoe")
            await call(one, "play", id=state["id"], move="5")
            await refusal(other, "play", id=state["id"], move="1")

    asyncio.run(steps())


@pytest.mark.skipif(sys.platform == "win32", reason="has no way to send Ctrl-C to one process")
def test_ctrl_c_ends_the_server_without_an_error(tmp_path: Path) -> None:
    with http_server(tmp_path) as (_, process):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode in (0, 130)
        assert "Traceback" not in said


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Content-Length": "9999999"}, 413),
    ],
)
def test_web_pages_and_huge_requests_are_refused(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    with http_server(tmp_path) as (address, _):
        request = urllib.request.Request(
            address,
            b"{}",
            {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers},
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=60)
        assert refused.value.code == status


def test_the_end_of_the_input_ends_the_server(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "kibitz", "mcp"],
        input="this is no message\n",
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
    )
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
