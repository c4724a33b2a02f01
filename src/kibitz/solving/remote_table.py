"""Packed tables probed over HTTP or in a file, reading only the needed blocks.

The core verifies a block when it first reads it. Blocks that were not fetched yet are zero, so a probe that
needs one fails with its number; it is then fetched and the probe repeated.
"""

from __future__ import annotations

import mmap
import re
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadFile, BadOption
from kibitz.base.value import Value
from kibitz.files.atomic_write import atomic_file, write_atomically
from kibitz.files.folders import cache_folder, make_folder
from kibitz.files.http_source import HttpSource
from kibitz.files.sections import Bytes
from kibitz.files.table_file import write
from kibitz.files.table_pack import FileSource, Manifest, OnProgress, Source, read_blocks, read_manifest
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.solving.layouts import layout_class, open_layout
from kibitz.solving.memory import free_memory
from kibitz.solving.table import Table

_MISSING = re.compile(r"the checksum of its block (\d+) is wrong")


def is_url(name: str) -> bool:
    """Return whether a name is a URL."""
    return name.startswith(("http://", "https://"))


def open_source(name: str) -> Source:
    """Open a file or URL."""
    return HttpSource(name) if is_url(name) else FileSource(Path(name))


class _Blocks:
    """The payload of a packed table in memory, of which some blocks have been fetched."""

    def __init__(self, source: Source, manifest: Manifest, cache: Path | None) -> None:
        self.source, self.manifest, self._cache = source, manifest, cache
        try:
            #: Untouched pages take no memory.
            self._memory = mmap.mmap(-1, max(1, manifest.payload))
        except (OSError, OverflowError):
            raise _too_large(source.name, manifest) from None
        self.view = memoryview(self._memory)[: manifest.payload]
        self.sums = struct.pack(f"<{manifest.blocks}I", *manifest.sums)
        self._present = bytearray(manifest.blocks)

    def fetch(self, first: int, end: int) -> None:
        """Fetch consecutive blocks unless they are present."""
        while first < end and self._present[first]:
            first += 1
        if first >= end:
            return
        if end == first + 1:
            self._put(first, self._cached(first))
            return
        for number, content in enumerate(read_blocks(self.source, self.manifest, first, end), first):
            self._put(number, content)

    def has(self, number: int) -> bool:
        """Whether a block has been fetched."""
        return bool(self._present[number])

    def _put(self, number: int, content: bytes) -> None:
        begin = number * int(self.manifest.facts["block"])
        self.view[begin : begin + len(content)] = content
        self._present[number] = 1

    def _cached(self, number: int) -> bytes:
        """Return a block from the cache, else from the source."""
        manifest, source = self.manifest, self.source
        path = None if self._cache is None else self._cache / f"{number}.block"
        if path is not None:
            with suppress(OSError, BadFile):  # a damaged copy is fetched again
                return manifest.content(number, path.read_bytes(), str(path))
        data = source.read(manifest.begins[number], manifest.lengths[number])
        content = manifest.content(number, data, source.name)
        if path is not None:
            with suppress(BadFile):  # a cache that can't be written is ignored
                write_atomically(path, data)
        return content


class _Parts:
    """The sections of a packed table for layouts."""

    def __init__(self, blocks: _Blocks) -> None:
        self._blocks = blocks

    @property
    def facts(self) -> Mapping[str, Any]:
        """The description of the table."""
        return self._blocks.manifest.facts

    def has(self, name: str) -> bool:
        """Return whether there is such a section."""
        return name in self.facts["sections"]

    def section(self, name: str) -> Bytes:
        """Return a section; all of it is fetched."""
        begin, length = self.facts["sections"][name]
        block = int(self.facts["block"])
        self._blocks.fetch(begin // block, -(-(begin + length) // block))
        return self._blocks.view[begin : begin + length]

    def lazy_section(self, name: str) -> tuple[_core.Payload, int, int]:
        """Return a section whose blocks are checked, and found missing, when they are read."""
        begin, length = self.facts["sections"][name]
        return _core.Payload(self._blocks.view, self._blocks.sums, self.facts["block"]), begin, length


class RemoteTable(Table):
    """A table that fetches only the blocks it needs. Searches in the core can't probe it."""

    def __init__(self, game: Game, blocks: _Blocks) -> None:
        self._blocks = blocks
        if not layout_class(blocks.manifest.facts["layout"]).lazy:
            _check_memory(self.address, blocks.manifest)
            blocks.fetch(0, blocks.manifest.blocks)  # in one request or a few
        super().__init__(game, open_layout(game.rules, _Parts(blocks)))

    @property
    def address(self) -> str:
        """Return the URL or path."""
        return self._blocks.source.name

    @property
    def requests(self) -> int:
        """Return the number of requests sent so far; 0 for a file."""
        return getattr(self._blocks.source, "requests", 0)

    @property
    def size(self) -> int:
        """Return the size of the packed file in bytes."""
        return self._blocks.source.size

    @property
    def probe(self) -> _core.Tablebase:
        """Refuse: the core can't fetch blocks."""
        raise BadOption(
            f"{self.address} can't be read by a search; `kibitz tables get` fetches the whole table"
        )

    def value(self, position: Position) -> Value | None:
        """Return the value of a position to its mover; None if the table does not hold it."""
        while True:
            try:
                return super().value(position)
            except BadFile as error:
                missing = _MISSING.search(str(error))
                if missing is None or self._blocks.has(number := int(missing[1])):
                    raise
                self._blocks.fetch(number, number + 1)

    def values(self, positions: Iterable[Position]) -> list[Value | None]:
        """Return the values of many positions."""
        check(positions=(positions, Iterable))
        return [self.value(position) for position in positions]

    def damaged(self, damage: Exception) -> BadFile:
        """Return the error for damaged contents."""
        return BadFile(f"{self.address} can't be trusted: {damage}")

    def check(self) -> None:
        """Read and verify every block; BadFile if one is damaged."""
        verify_pack(self.address)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return remote_table, (self.address,)


def remote_table(address: str, *, cache: bool = True) -> RemoteTable:
    """Open a packed table at a URL or in a file; each probe reads a block or two.

    Blocks from a server are stored in a folder of the user's cache, unless `cache` is false.
    """
    check(address=(address, str), cache=(cache, bool))
    source = open_source(address)
    manifest = read_manifest(source)
    folder = None
    if cache and is_url(address):
        identity = sha256(f"{address} {source.size} {manifest.sums}".encode()).hexdigest()[:16]
        with suppress(BadFile):  # without a folder nothing is cached
            make_folder(cache_folder("remote-tables") / identity)
            folder = cache_folder("remote-tables") / identity
    return RemoteTable(game_of(manifest, address), _Blocks(source, manifest, folder))


def _check_memory(name: str, manifest: Manifest) -> None:
    """Raise BadFile, before anything is unpacked, if the whole table does not fit into memory."""
    if manifest.payload > free_memory():
        raise _too_large(name, manifest)


def _too_large(name: str, manifest: Manifest) -> BadFile:
    return BadFile(
        f"{name} can't be used: it unpacks to {manifest.payload / 1e6:,.0f} MB, which don't fit into memory"
    )


def game_of(manifest: Manifest, name: str) -> Game:
    """Return the game of a packed table; BadFile if its rules differ here."""
    facts = manifest.facts
    if ".py" in str(facts["game"]).lower():
        raise BadFile(f"{name} is about {facts['game']}: tables of games in Python files can't be shared")
    try:
        game = load(str(facts["game"]))
    except BadOption as error:
        raise BadFile(f"{name} can't be used: {error}") from None
    if facts["rules"] != game.solving.table_id or facts["rules_version"] != game.solving.rules_version:
        raise BadFile(f"{name} is about other rules than those of {game.spec} here")
    return game


def verify_pack(name: str, on_progress: OnProgress = lambda done, total: None) -> Manifest:
    """Read and verify every block of a packed table; BadFile if one is damaged."""
    source = open_source(name)
    manifest = read_manifest(source)
    game_of(manifest, name)
    for done, _ in enumerate(read_blocks(source, manifest), 1):
        on_progress(done, manifest.blocks)
    return manifest


def unpack(name: str, path: Path, on_progress: OnProgress = lambda done, total: None) -> Manifest:
    """Read a whole packed table and write it as a regular table."""
    source = open_source(name)
    manifest = read_manifest(source)
    game_of(manifest, name)
    _check_memory(name, manifest)
    payload = bytearray()
    for done, content in enumerate(read_blocks(source, manifest), 1):
        payload += content
        on_progress(done, manifest.blocks)
    view = memoryview(payload)
    facts = {name: fact for name, fact in manifest.facts.items() if name not in ("sections", "block")}
    places = sorted(manifest.facts["sections"].items(), key=lambda each: each[1][0])
    with atomic_file(path, own_folder=True) as out:
        write(out, facts, {name: view[begin : begin + length] for name, (begin, length) in places})
    return manifest
