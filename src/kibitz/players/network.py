"""Policy and value networks from files, for searches."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from kibitz import _core
from kibitz.base.errors import BadFile, WrongGame, quoted
from kibitz.base.options import Option
from kibitz.files.network_file import NetworkData, read_network
from kibitz.games.game import Game
from kibitz.games.position import Position

#: The value of `net` without a network.
NO_NETWORK = "none"
#: The option that names a network.
NETWORK = Option(
    "net",
    NO_NETWORK,
    "a network file: its value replaces playouts, its policy guides the search (PUCT)",
    longest=4096,
    names="file",
)
#: The score of a certain win, in games whose evaluation counts points.
_POINTS = 100.0


def network_of(path: Path, game: Game) -> _core.Network:
    """Return the network in a file; BadOption if it is for another game."""
    data, network = _latest(path)
    if data.rules != game.rules.identity:
        raise WrongGame(
            f"{path} was made for another game, {quoted(data.rules)}, not for {game.rules.identity}"
        )
    if data.planes != game.encoding.shape or data.actions != len(game.encoding.actions):
        raise BadFile(
            f"{path} takes planes of {data.planes} and numbers {data.actions} moves; "
            f"{game.spec} has planes of {game.encoding.shape} and {len(game.encoding.actions)} moves"
        )
    return network


def _latest(path: Path) -> tuple[NetworkData, _core.Network]:
    """Return a file's network, read again if the file has changed."""
    stamp = path.stat() if path.exists() else None
    return _read(path, None if stamp is None else (stamp.st_mtime_ns, stamp.st_size))


@lru_cache(maxsize=8)
def _read(path: Path, stamp: object) -> tuple[NetworkData, _core.Network]:
    data = read_network(path)
    return data, made(data, path)


def made(data: NetworkData, path: Path | str = "this") -> _core.Network:
    """Build a network of the core from a file's data."""
    try:
        return _core.Network(data.inputs, data.hidden, data.blocks, data.actions, data.numbers, *data.board)
    except ValueError as refusal:
        raise BadFile(f"{path}: {refusal}") from None


def encoder_of(game: Game) -> Callable[[_core.State], tuple[list[float], list[int]]] | None:
    """Return the encoder of a game in Python for the core; None if the core encodes positions itself."""
    if game.rules.planes[0]:
        return None

    def encode(state: _core.State) -> tuple[list[float], list[int]]:
        position = Position(game, state)
        return _numbers(game, position), game.encoding.actions.numbers(position)

    return encode


def _numbers(game: Game, position: Position) -> list[float]:
    planes = game.encoding.encode([position])
    data = planes.tobytes() if hasattr(planes, "tobytes") else bytes(planes)
    return array("f", data).tolist()


def network_evaluation(path: Path) -> Callable[[Position], float]:
    """Return the value head of a network file as an evaluation, from the first player's point of view."""
    _latest(path)  # report a damaged file at once

    def evaluate(position: Position) -> float:
        game = position.game
        value = network_of(path, game).evaluate(_numbers(game, position))[0][0]
        seen = value if position.mover == 0 else -value
        return seen * (game.rules.span or (1.0 if game.has_chance else _POINTS))

    return evaluate
