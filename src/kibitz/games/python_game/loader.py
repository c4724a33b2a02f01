"""Loads a game of one's own from a Python file or a class."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from kibitz.base.errors import BadGame
from kibitz.base.options import Option, resolve_options
from kibitz.files.code_file import read_code
from kibitz.games.package import Entry
from kibitz.games.python_game.definition import ABILITIES, OwnGame, refuse_names
from kibitz.games.python_game.game import OwnGameAdapter
from kibitz.games.python_game.node import OwnRules


def load_file(path: Path, given: Mapping[str, object], known_as: str = "") -> OwnGameAdapter:
    """The game in a file; `known_as` loads it again where its path need not be said.

    The file's code is run: load only what you trust.
    """
    cls, source = class_in(path)
    # A name that is no UTF-8 is written with escapes where it must be text.
    name = known_as or cls.name or path.stem.encode("utf-8", "backslashreplace").decode()
    where = path.name if known_as else str(path)
    return _adapt(cls, given, name=name, where=where, source=known_as or str(path), rules_text=source)


def class_in(path: Path) -> tuple[type[OwnGame], bytes]:
    """The class of the game in a file, and its text."""
    source = read_code(path)
    return _game_class(run_file(path, source), path), source


def load_class(cls: type[OwnGame], given: Mapping[str, object], name: str = "") -> OwnGameAdapter:
    """The game that a class describes, for use from the library; `name` stands in for the class's own."""
    try:
        file = inspect.getsourcefile(cls)
        text = Path(file).read_bytes() if file else inspect.getsource(cls).encode()
    except (OSError, TypeError):  # typed at a prompt: its rules can't be recognised later
        text = f"{cls.__qualname__} {id(cls)}".encode()
    name = name or cls.name or cls.__name__.lower()
    return _adapt(cls, given, name=name, where=cls.__qualname__, source=name, rules_text=text, whole=cls)


@dataclass(frozen=True)
class ClassEntry(Entry):
    """The name of a game whose class another package brings."""

    own: type[OwnGame] = None  # type: ignore[assignment]  # always given; fields before it have defaults

    @staticmethod
    def of(name: str, own: type[OwnGame]) -> ClassEntry:
        """The entry of a class; its summary is the first line of what the class says of itself."""
        summary = (own.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        return ClassEntry(name, f"{own.__module__}:{own.__qualname__}", summary, own=own)

    def options(self) -> tuple[Option, ...]:
        """What may be set."""
        return self.own.options

    def make(self, given: Mapping[str, object]) -> OwnGameAdapter:
        """The game with these options."""
        return load_class(self.own, given, self.name)


def run_file(path: Path, source: bytes) -> ModuleType:
    """The module in a Python file, run once for the same text; BadGame names the line of a mistake."""
    digest = hashlib.sha256(os.fsencode(path.resolve()) + source).hexdigest()[:16]
    module_name = f"kibitz_own_{path.stem}_{digest}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = importlib.util.spec_from_loader(module_name, loader=None, origin=str(path))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[module_name] = module  # before running it, as dataclasses and pickle expect
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        del sys.modules[module_name]
        raise BadGame(f"{path}: line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
        line = f"line {frames[-1].lineno}: " if frames else ""
        raise BadGame(f"{path}: {line}{type(error).__name__}: {error}") from error
    return module


def _game_class(module: ModuleType, path: Path) -> type[OwnGame]:
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, OwnGame) and value.__module__ == module.__name__
    ]
    # A base class that the file's game is made from is not the game.
    found = [cls for cls in found if not any(cls is not other and issubclass(other, cls) for other in found)]
    if not found:
        raise BadGame(f"{path}: has no game; define a class that inherits from kibitz.OwnGame")
    if len(found) > 1:
        names = ", ".join(cls.__name__ for cls in found)
        raise BadGame(f"{path}: has several games ({names}); a file holds one")
    return found[0]


def _adapt(
    cls: type[OwnGame],
    given: Mapping[str, object],
    *,
    name: str,
    where: str,
    source: str,
    rules_text: bytes,
    whole: type[OwnGame] | None = None,
) -> OwnGameAdapter:
    missing = sorted(cls.__abstractmethods__)
    if missing:
        raise BadGame(f"{where}: {cls.__name__} has no method {', '.join(missing)}")
    for ability in ABILITIES:
        if getattr(cls, ability) is not None and not callable(getattr(cls, ability)):
            raise BadGame(f"{where}: {cls.__name__}.{ability} must be a method")
    if cls.chances is not None and cls.turn is None:
        raise BadGame(
            f"{where}: {cls.__name__} has chances, so it needs a method turn that says when they apply"
        )
    try:
        refuse_names(cls)
    except BadGame as refusal:
        raise BadGame(f"{where}: {refusal}") from None
    values = resolve_options(cls.options, given, name)
    shown = {o.name: values[o.name] for o in cls.options if o.name in given and values[o.name] != o.default}
    try:
        own = cls(**values)
    except (Exception, SystemExit) as error:
        raise BadGame(f"{where}: {cls.__name__}() failed: {type(error).__name__}: {error}") from error
    fingerprint = hashlib.sha256(rules_text).hexdigest()[:16]
    return OwnGameAdapter(
        name, values, shown, own=OwnRules(own, where), source=source, fingerprint=fingerprint, cls=whole
    )
