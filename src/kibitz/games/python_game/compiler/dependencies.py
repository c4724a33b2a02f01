"""What compiled code depends on besides the source of the game's class: constants and other functions."""

from __future__ import annotations

import ast
import builtins
import hashlib
import sys
from types import FunctionType
from typing import Any

from kibitz.games.python_game.compiler.source_code import find_source
from kibitz.games.python_game.compiler.values import NotCompiled, constant


def typed(items: Any) -> Any:
    """Return a key that tells constants of different types apart, as 1 and True or 1 and 1.0 are equal."""
    return tuple(map(typed, items)) if isinstance(items, tuple) else (type(items), items)


def digest_of(const: Any) -> str:
    """Return a short text that tells a constant from others."""
    return hashlib.sha256(repr(typed(const)).encode()).hexdigest()[:24]


def current_digest(game: object, module: str, name: str) -> str:
    """Return the digest of an attribute of the game, or of a name in a module; empty if it is gone."""
    if not module:
        found = getattr(game, name, None)
    else:
        found = vars(sys.modules.get(module, builtins)).get(name, vars(builtins).get(name))
    try:
        if isinstance(found, FunctionType):
            return digest_of(ast.dump(find_source(name, found).tree))
        return digest_of(constant(found, name))
    except NotCompiled:
        return ""
