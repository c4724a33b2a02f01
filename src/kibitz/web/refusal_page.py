"""The page that a person sees instead of a refusal in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from starlette.datastructures import Headers


def wants_page(headers: Headers, path: str) -> bool:
    """Whether a request comes from a person's address bar rather than from a program."""
    return "text/html" in headers.get("accept", "") and not path.startswith("/api/")


def refusal_page(message: str, addresses: Iterable[str] = ()) -> str:
    """Return a page that says why a request was refused, and which addresses work."""
    items = "".join(f'<li><a href="{escape(each)}">{escape(each)}</a></li>' for each in addresses)
    elsewhere = f"<p>These addresses work:</p><ul>{items}</ul>" if items else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kibitz</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><h1>This page can&rsquo;t be shown here</h1><p>{escape(message)}</p>{elsewhere}"
        "<p>If you run this server: start it with <code>--name</code> and the name in the address bar, "
        "such as <code>kibitz web --host 0.0.0.0 --name games.example.org</code>.</p></body></html>"
    )
