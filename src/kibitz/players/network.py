"""Networks that judge positions: read from a file, asked by searches."""

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

#: What stands for no file.
NO_NETWORK = "none"
#: What says which network to use.
NETWORK = Option(
    "net",
    NO_NETWORK,
    "a network's file: it judges instead of playouts, and says what to try",
    longest=4096,
    names="file",
)
#: A sure win in points, where a game's evaluation counts in points.
_POINTS = 100.0


def network_of(path: Path, game: Game) -> _core.Network:
    """The network in a file, if it was made for this game."""
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
    """What a file holds now, read anew if it has changed."""
    stamp = path.stat() if path.exists() else None
    return _read(path, None if stamp is None else (stamp.st_mtime_ns, stamp.st_size))


@lru_cache(maxsize=8)
def _read(path: Path, stamp: object) -> tuple[NetworkData, _core.Network]:
    data = read_network(path)
    return data, made(data, path)


def made(data: NetworkData, path: Path | str = "this") -> _core.Network:
    """A network that can be asked."""
    try:
        return _core.Network(data.inputs, data.hidden, data.blocks, data.actions, data.numbers, *data.board)
    except ValueError as refusal:
        raise BadFile(f"{path}: {refusal}") from None


def encoder_of(game: Game) -> Callable[[_core.State], tuple[list[float], list[int]]] | None:
    """What gives the core positions of a game in Python; None where it has them itself."""
    if not game.rules.in_python:
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
    """The evaluation by the network in a file, as the first player sees it."""
    _latest(path)  # what is wrong with it is said at once

    def judge(position: Position) -> float:
        game = position.game
        value = network_of(path, game).judge(_numbers(game, position))[0][0]
        seen = value if position.mover == 0 else -value
        return seen * (game.rules.span or (1.0 if game.has_chance else _POINTS))

    return judge
