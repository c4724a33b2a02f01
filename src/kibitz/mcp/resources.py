"""Resources: rules, pages of the documentation, example games and saved games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

import kibitz
from kibitz.base.errors import quoted
from kibitz.games.bundled import examples
from kibitz.mcp import texts
from kibitz.mcp.tools import Tools
from kibitz.service import commands
from kibitz.service.errors import NotFound

_URI = re.compile(r"kibitz://(rules|docs|examples|games)/(.+)", re.DOTALL)
#: Maximum number of saved games in the list; the tool list_saved_games names all.
_MOST_SAVED = 100

#: URI templates, with what they are and their media type.
TEMPLATES = (
    ("kibitz://rules/{game}", "Rules of a game", "text/plain"),
    ("kibitz://docs/{page}", "Page of the documentation", "text/markdown"),
    ("kibitz://examples/{file}", "Example of a game written in Python", "text/x-python"),
    ("kibitz://games/{id}", "Record of a saved game", "text/plain"),
)
_MEDIA = {uri.split("/")[2]: media for uri, _, media in TEMPLATES}


@dataclass(frozen=True)
class Listed:
    """A resource in the list."""

    uri: str
    title: str

    @property
    def media(self) -> str:
        """Return its media type."""
        return _MEDIA[self.uri.split("/")[2]]


class Resources:
    """Lists and reads the resources of one server."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    async def list(self) -> list[Listed]:
        """Return all resources."""
        catalogue = await self._tools.execute(commands.ListGames())
        saved = await self._tools.execute(commands.ListRecords())
        return [
            *(Listed(_uri("rules", each["name"]), f"Rules: {each['title']}") for each in catalogue["games"]),
            *(Listed(_uri("docs", name), _heading(path)) for name, path in pages().items()),
            *(
                Listed(_uri("examples", each.path.name), f"Example: {each.summary}")
                for each in examples().values()
            ),
            *(
                Listed(_uri("games", each["name"]), f"{each['title']}, {each['result']}, {each['changed']}")
                for each in saved["records"][:_MOST_SAVED]
            ),
        ]

    async def read(self, uri: str) -> tuple[str, str]:
        """Return the text of a resource and its media type."""
        found = _URI.fullmatch(uri)
        if found is None:
            raise NotFound(
                f"there is no resource {quoted(uri)}; resources are {', '.join(row[0] for row in TEMPLATES)}"
            )
        kind, name = found[1], unquote(found[2])
        return await self._text(kind, name), _MEDIA[kind]

    async def _text(self, kind: str, name: str) -> str:
        if kind == "rules":
            return texts.rules(await self._tools.execute(commands.GetRules(name)))
        if kind == "games":
            return (await self._tools.execute(commands.ReadRecord(name)))["record"]
        files = pages() if kind == "docs" else {each.path.name: each.path for each in examples().values()}
        if name not in files:
            raise NotFound(f"there is no {kind}/{quoted(name)}; there are {', '.join(files)}")
        return files[name].read_text(encoding="utf-8")


def _uri(kind: str, name: str) -> str:
    return f"kibitz://{kind}/{quote(name)}"


def pages() -> dict[str, Path]:
    """Return the pages of the documentation by name: installed with the package, or in the source tree."""
    package = Path(kibitz.__file__).parent
    folder = next((each for each in (package / "docs", package.parents[1] / "docs") if each.is_dir()), None)
    if folder is None:
        return {}
    found = [*sorted(folder.glob("*.md")), *sorted(folder.glob("games/*.md"))]
    return {path.relative_to(folder).as_posix(): path for path in found}


def _heading(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return next((line.lstrip("# ").strip() for line in lines if line.startswith("# ")), path.stem)
