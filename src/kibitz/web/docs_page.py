"""The description of the HTTP interface as self-contained HTML."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kibitz.web.files import Packed, PageFiles
from kibitz.web.openapi import describe_api

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The HTTP interface – Kibitz</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css">
</head>
<body class="docs">
<header class="top"><a class="brand" href="/">
<img src="/static/icon.svg" alt="" width="24" height="24">Kibitz</a>
<nav aria-label="Pages"><a href="/">Play</a><a href="/learn">Learn</a><a href="/explore">Explore</a></nav>
</header>
<main>
"""


def docs_page(files: PageFiles) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of the page."""
    page = Packed(files.marked(docs_html(describe_api()).encode()))

    async def show(request: Request) -> Response:
        return page.answer(request, "text/html")

    return show


def docs_html(described: dict[str, Any]) -> str:
    """Render an OpenAPI document as HTML."""
    info, paths = described["info"], described["paths"]
    parts = [
        _HEAD,
        f"<h1>The HTTP interface of {escape(info['title'])} {escape(info['version'])}</h1>",
        f"<p>{escape(info['description'])} Tools may read ",
        "<a href='/api/openapi.json'>the same as OpenAPI</a>. ",
        "Requests and responses are JSON.  ",
        "A refusal has a kind and says what would be right.</p>",
        "<nav aria-label='Operations'><ul>",
        *(
            f"<li><a href='#{op['operationId']}'>{escape(op['summary'])}</a></li>"
            for _, _, op in _operations(paths)
        ),
        "</ul></nav>",
    ]
    for path, method, operation in _operations(paths):
        parts += _operation_html(path, method, operation)
    parts.append("<h2 id='shapes'>Shapes</h2>")
    for name, schema in described["components"]["schemas"].items():
        parts.append(f"<section id='shape-{name}'><h3>{name}</h3>{_schema_html(schema)}</section>")
    return "".join([*parts, "</main></body></html>\n"])


def _operations(paths: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield path, method, operation


def _operation_html(path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    name = operation["operationId"]
    yield f"<section id='{name}'><h2>{escape(operation['summary'])}</h2>"
    yield f"<p><code>{method.upper()} {escape(path)}</code> <span class='quiet'>{name}</span></p>"
    for parameter in operation.get("parameters", []):
        yield f"<p>In the path: <code>{escape(parameter['name'])}</code></p>"
    body = operation.get("requestBody")
    if body is not None:
        content = body["content"]["application/json"]
        yield f"<h3>Send</h3>{_schema_html(content['schema'])}"
        yield f"<p>For example:</p><pre>{escape(_curl(path, method, content['example']))}</pre>"
    else:
        yield f"<p>For example:</p><pre>{escape(_curl(path, method, None))}</pre>"
    yield "<h3>Answers</h3><dl>"
    for status, answer in operation["responses"].items():
        media, content = next(iter(answer["content"].items()))
        yield f"<dt><code>{status}</code> {escape(answer['description'])}</dt>"
        shape = _schema_html(content["schema"]) if media == "application/json" else escape(media)
        yield f"<dd>{shape}</dd>"
    yield "</dl></section>"


def _curl(path: str, method: str, example: Any) -> str:
    address = f"localhost:8917{path.replace('{name}', 'NAME')}"
    if example is None:
        return f"curl -s {'' if method == 'get' else f'-X {method.upper()} '}{address}"
    return f"curl -s {address} -H 'Content-Type: application/json' -d '{json.dumps(example)}'"


def _schema_html(schema: dict[str, Any], depth: int = 0) -> str:
    """Render a schema: its fields in a list, each with type and description."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"<a href='#shape-{name}'>{name}</a>"
    if "anyOf" in schema:
        return " or ".join(_schema_html(each, depth) for each in schema["anyOf"])
    if "prefixItems" in schema:
        description = f" ({escape(schema['description'].rstrip('.'))})" if "description" in schema else ""
        return f"lists: {', '.join(_schema_html(each, depth) for each in schema['prefixItems'])}{description}"
    if "properties" not in schema:
        inner = _schema_html(schema["items"], depth) if "items" in schema else ""
        return f"{escape(_type(schema))}{' of ' if inner else ''}{inner}"
    needed = schema.get("required", [])
    rows = []
    for name, field in schema["properties"].items():
        words = f" {escape(field['description'])}" if "description" in field else ""
        must = "" if name in needed else "optional, "
        shape = _schema_html(field, depth + 1) if depth < 4 else escape(_type(field))
        rows.append(f"<li><code>{escape(name)}</code> <span class='quiet'>{must}</span>{shape}.{words}</li>")
    return f"<ul class='shape'>{''.join(rows)}</ul>"


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    kinds = schema.get("type", "anything")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if "minimum" in schema and "maximum" in schema:
        text += f" from {schema['minimum']} to {schema['maximum']}"
    return text.replace("array", "a list").replace("object", "an object")
