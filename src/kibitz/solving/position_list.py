"""Lists of positions in the sections of a block: keys and notations."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from kibitz import _core
from kibitz.base.errors import BadGame, KibitzError
from kibitz.files.sections import Bytes
from kibitz.games.game import Game
from kibitz.solving.blocks import Blocks

#: A key and a notation.
Entry = tuple[int, str]


def to_sections(entries: Iterable[Entry]) -> dict[str, Bytes]:
    """Return the sections of a list."""
    keys, starts, texts = array("Q"), array("Q", [0]), bytearray()
    for key, text in entries:
        keys.append(key)
        texts += text.encode("utf-8", "surrogatepass")
        starts.append(len(texts))
    return {"keys": keys.tobytes(), "starts": starts.tobytes(), "texts": bytes(texts)}


def read_entries(blocks: Blocks, name: str, begin: int, end: int) -> Iterator[Entry]:
    """Read and verify a range of entries."""
    keys, starts = array("Q"), array("Q")
    keys.frombytes(blocks.part(name, "keys", 8 * begin, 8 * end))
    starts.frombytes(blocks.part(name, "starts", 8 * begin, 8 * end + 8))
    texts = bytes(blocks.part(name, "texts", starts[0], starts[-1]))
    for at, key in enumerate(keys):
        text = texts[starts[at] - starts[0] : starts[at + 1] - starts[0]]
        yield key, text.decode("utf-8", "surrogatepass")


def entry_of(game: Game, state: _core.State) -> Entry:
    """Return a position's entry; BadGame if its notation doesn't round-trip."""
    text = game.notation.format_state(state)
    try:
        sound = game.rules.same(state, game.notation.decode_state(text))
    except KibitzError:
        sound = False
    if not sound:
        raise BadGame(
            f"{game.spec}: the position {text[:80]} does not round-trip through its notation, which workers "
            "need; correct format_state() and parse_state(), or solve it without workers"
        )
    return game.rules.key(state), text
