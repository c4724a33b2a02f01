"""What packages installed beside Kibitz bring to it, by entry points."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.base.errors import BadGame


def plugins(group: str) -> Iterator[tuple[str, object]]:
    """Name and thing of every entry point of a group; BadGame names a package that can't be loaded."""
    from importlib.metadata import entry_points  # takes a while to import, and most never need it

    for point in entry_points(group=group):
        try:
            yield point.name.lower(), point.load()
        except Exception as error:
            where = point.dist.name if point.dist else point.value
            raise BadGame(f"{point.name}, which {where} brings, can't be loaded: {error}") from error
