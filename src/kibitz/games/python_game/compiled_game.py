"""Compiled Python games: machine code from the cache, or compiled now."""

from __future__ import annotations

import importlib.resources
import inspect
import linecache
import sys
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.games.python_game.definition import PythonGame, has_layout

if TYPE_CHECKING:
    from kibitz.games.python_game.compiler.machine_code import MachineCode
    from kibitz.games.python_game.game import PythonGameAdapter

#: Compiled games by their identity in the core, for diagnosing faults.
COMPILED_GAMES: weakref.WeakValueDictionary[str, PythonGameAdapter] = weakref.WeakValueDictionary()

#: Games for which the notice was printed.
_notified: set[str] = set()


@dataclass(frozen=True)
class Compiled:
    """Compiled methods of a game."""

    #: Function addresses by method name.
    addresses: dict[str, int]
    #: Bytes of a state, and the offset of the side to move if no field has it.
    size: int
    side_offset: int
    #: Sites where a method may fail: method, line and reason, numbered from 1.
    sites: tuple[tuple[str, int, str], ...]


class WithoutCompiling(Exception):
    """Raised with the reason why a game can't be compiled."""


class CompilerMissing(WithoutCompiling):
    """Raised if the optional package that compiles is not installed."""


def compile_game(game: PythonGame) -> Compiled:
    """Return the compiled methods of a game; WithoutCompiling gives the reason if there are none."""
    if not has_layout(type(game)):
        raise WithoutCompiling("it has no class State, which declares the fields of its positions")
    try:
        from kibitz.games.python_game.compiler import machine_code
    except ImportError:
        raise CompilerMissing(
            "the package llvmlite is missing: pip install '.[compiled]' in Kibitz's source folder"
        ) from None
    except OSError as error:  # its library is for another system, as in a browser
        raise CompilerMissing(f"the package llvmlite can't be loaded: {str(error)[:200]}") from None
    name = machine_code.identity_of(*_identity(game))
    made = machine_code.cached(name, lambda about: _is_valid(game, about))
    if made is None:
        made = _made(game)
        if made.about["cacheable"]:
            machine_code.keep(name, made)
    about = made.about
    return Compiled(
        machine_code.load(made),
        about["size"],
        about["side_offset"],
        tuple((method, line, what) for method, line, what in about["sites"]),
    )


def _identity(game: PythonGame) -> list[str]:
    """Return texts that identify a game: its source, options and layout."""
    cls = type(game)
    texts = [cls.__module__, cls.__qualname__, repr(game), repr(game.State._fields)]
    for base in cls.__mro__:
        if issubclass(base, PythonGame) and base is not PythonGame:
            try:
                lines = linecache.getlines(inspect.getsourcefile(base) or "")
            except (OSError, TypeError):
                lines = []
            texts.append("".join(lines) or str(id(base)))
    return texts


def _made(game: PythonGame) -> MachineCode:
    from kibitz.games.python_game.compiler import machine_code
    from kibitz.games.python_game.compiler.unit import Unit
    from kibitz.games.python_game.compiler.values import NotCompiled

    try:
        unit = Unit(game)
        methods = unit.lower()
    except NotCompiled as error:
        raise WithoutCompiling(f"line {error.line}: {error}" if error.line else str(error)) from None
    except RecursionError:
        raise WithoutCompiling(
            "its methods call each other, or its expressions are nested, too deeply"
        ) from None
    about = {
        "methods": methods,
        "size": unit.state_size,
        "side_offset": unit.side_offset,
        "sites": [(site.method, site.line, site.what) for site in unit.sites],
        "constants": [[module, name, digest] for (module, name), digest in unit.constants.items()],
        "cacheable": unit.cacheable,
    }
    return machine_code.MachineCode(about, machine_code.optimized(str(unit.module)))


def _is_valid(game: PythonGame, about: dict[str, Any]) -> bool:
    """Return whether the inputs of the compiled code are unchanged."""
    from kibitz.games.python_game.compiler.dependencies import current_digest

    return all(current_digest(game, module, name) == digest for module, name, digest in about["constants"])


def notify_once(where: str, reason: WithoutCompiling) -> None:
    """Print on standard error that a game runs as Python, once per game.

    The bundled games run silently without the optional compiler, which is not needed to play them.
    """
    bundled = Path(where).parent == Path(str(importlib.resources.files("kibitz.examples")))
    if where not in _notified and not (bundled and isinstance(reason, CompilerMissing)):
        _notified.add(where)
        print(f"{where} runs as Python, not compiled: {reason}", file=sys.stderr)


def layout_text(game: PythonGame) -> str:
    """Return a text that identifies the layout, such as b64+b for 64 cells and a one-byte number."""
    return "+".join(f"{field.kind.code}{field.length or ''}" for field in game.State._fields)


def describe_layout(game: PythonGame) -> list[tuple[int, int, int]]:
    """Return offset, size and count of each field for the core."""
    fields = game.State._fields
    return [(field.offset, field.kind.size, field.length or 1) for field in fields]
