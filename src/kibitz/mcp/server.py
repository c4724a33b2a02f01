"""The server: binds tools and resources to the protocol's SDK, over standard streams or HTTP."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp import MCPError, types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import kibitz
from kibitz.base.errors import BadOption
from kibitz.mcp.resources import TEMPLATES, Resources
from kibitz.mcp.tools import Tools
from kibitz.service.game_session import OnProgress
from kibitz.service.service import Service, refusal_of
from kibitz.service.settings import Settings

_INSTRUCTIONS = (
    "Kibitz plays, analyses and solves two-player board games. list_games names the games and players; "
    "new_game returns an id, which play, undo, hint and review_game take; analyse evaluates any position "
    "and says whether a value is exact or an estimate. Boards come as text with the legal moves. An error "
    "says what would be right."
)
#: The address of the server over HTTP; only this machine can reach it.
HOST = "127.0.0.1"


def make_server(service: Service) -> Server[Any]:
    """Return the protocol's server of a service."""
    tools = Tools(service)
    resources = Resources(tools)

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=each.name,
                    title=each.title,
                    description=each.description,
                    input_schema=each.input_schema,
                    output_schema=each.output_schema,
                    annotations=types.ToolAnnotations(read_only_hint=each.reads, destructive_hint=False),
                )
                for each in tools.offered.values()
            ]
        )

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            found, text = await tools.call(params.name, params.arguments or {}, _progress_of(context))
        except Exception as error:
            content = types.TextContent(type="text", text=_sentence(error))
            return types.CallToolResult(content=[content], is_error=True)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], structured_content=dict(found)
        )

    async def list_resources(context: Any, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=each.uri, name=each.title, mime_type=each.media)
                for each in await resources.list()
            ]
        )

    async def list_templates(context: Any, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=uri, name=title, mime_type=media)
                for uri, title, media in TEMPLATES
            ]
        )

    async def read_resource(
        context: Any, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            text, media = await resources.read(uri)
        except Exception as error:
            code = types.INVALID_PARAMS if refusal_of(error) is error else types.INTERNAL_ERROR
            raise MCPError(code=code, message=_sentence(error)) from None
        contents = types.TextResourceContents(uri=params.uri, mime_type=media, text=text)
        return types.ReadResourceResult(contents=[contents])

    return Server(
        "kibitz",
        version=kibitz.__version__,
        title="Kibitz",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _sentence(error: Exception) -> str:
    return str(refusal_of(error))


def _progress_of(context: Any) -> OnProgress:
    """Return a callback that reports progress to the client; it may be called from any thread."""
    loop = asyncio.get_running_loop()
    reports: set[asyncio.Task[None]] = set()

    def report(done: int, total: int) -> None:
        task = loop.create_task(_report(context, done, total))
        reports.add(task)
        task.add_done_callback(reports.discard)

    return lambda done, total: loop.call_soon_threadsafe(report, done, total)


async def _report(context: Any, done: int, total: int) -> None:
    try:
        await context.session.report_progress(float(done), float(total))
    except Exception:  # the client has left
        logging.getLogger(__name__).debug("no progress could be reported", exc_info=True)


def serve_streams(settings: Settings) -> None:
    """Serve one client over standard input and output, until the input ends."""

    async def serve() -> None:
        service = Service(settings)
        server = make_server(service)
        async with service.running(), stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    asyncio.run(serve())


class _HttpServer(uvicorn.Server):
    """A server that says when it is ready, and then handles signals itself."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        self._ready()


def serve_http(settings: Settings, port: int, ready: Callable[[str], object]) -> None:
    """Serve over streamable HTTP on this machine; `ready` is called with the URL."""

    async def serve(listening: socket.socket) -> None:
        service = Service(settings)
        app = make_server(service).streamable_http_app(
            host=HOST,
            max_request_body_size=settings.most_bytes,
            session_idle_timeout=settings.idle,
            max_sessions=settings.most_connections,
        )
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            limit_concurrency=settings.most_open,
            timeout_graceful_shutdown=2,
            server_header=False,
            proxy_headers=False,
        )
        async with service.running():
            address = f"http://{HOST}:{listening.getsockname()[1]}/mcp"
            await _HttpServer(config, lambda: ready(address)).serve(sockets=[listening])

    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise BadOption(
            f"can't listen on port {port}: {error.strerror or error}; --port 0 takes any free one"
        ) from None
    with listening:
        asyncio.run(serve(listening))
