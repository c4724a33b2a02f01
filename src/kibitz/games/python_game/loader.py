"""Load a game written in Python from a file or a class."""

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
from kibitz.games.deprecated_names import adopt_former_names
from kibitz.games.package import Entry
from kibitz.games.python_game.definition import OPTIONAL_METHODS, PythonGame, refuse_names
from kibitz.games.python_game.game import PythonGameAdapter
from kibitz.games.python_game.node import PythonRules


def load_file(path: Path, given: Mapping[str, object], known_as: str = "") -> PythonGameAdapter:
    """Load the game in a file; `known_as` is a registered name that loads it again without its path.

    This runs the file's code: load only files you trust.
    """
    cls, source = class_in(path)
    # A file name that is not UTF-8 is escaped.
    name = known_as or cls.name or path.stem.encode("utf-8", "backslashreplace").decode()
    where = path.name if known_as else str(path)
    return _adapt(cls, given, name=name, where=where, source=known_as or str(path), rules_text=source)


def class_in(path: Path) -> tuple[type[PythonGame], bytes]:
    """Return the class of the game in a file, and the file's text."""
    source = read_code(path)
    return _game_class(run_file(path, source), path), source


def load_class(cls: type[PythonGame], given: Mapping[str, object], name: str = "") -> PythonGameAdapter:
    """Load the game that a class defines; `name` replaces the name of the class."""
    try:
        file = inspect.getsourcefile(cls)
        text = Path(file).read_bytes() if file else inspect.getsource(cls).encode()
    except (OSError, TypeError):  # typed at a prompt: its rules can't be recognised later
        text = f"{cls.__qualname__} {id(cls)}".encode()
    name = name or cls.name or cls.__name__.lower()
    return _adapt(
        cls, given, name=name, where=cls.__qualname__, source=name, rules_text=text, loaded_class=cls
    )


@dataclass(frozen=True)
class ClassEntry(Entry):
    """The name of a game whose class is in another package."""

    definition: type[PythonGame] = None  # type: ignore[assignment]  # required; fields before it have defaults

    @staticmethod
    def of(name: str, definition: type[PythonGame]) -> ClassEntry:
        """Return the entry of a class; the summary is the first line of its docstring."""
        summary = (definition.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        reference = f"{definition.__module__}:{definition.__qualname__}"
        return ClassEntry(name, reference, summary, definition=definition)

    def options(self) -> tuple[Option, ...]:
        """Return its options."""
        return self.definition.options

    def make(self, given: Mapping[str, object]) -> PythonGameAdapter:
        """Return the game with these options."""
        return load_class(self.definition, given, self.name)


def run_file(path: Path, source: bytes) -> ModuleType:
    """Return the module in a Python file, run once per text; BadGame names the line of an error."""
    digest = hashlib.sha256(os.fsencode(path.resolve()) + source).hexdigest()[:16]
    module_name = f"kibitz_own_{path.stem}_{digest}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = importlib.util.spec_from_loader(module_name, loader=None, origin=str(path))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[module_name] = module  # before running it, as dataclasses and pickle need
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


def _game_class(module: ModuleType, path: Path) -> type[PythonGame]:
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, PythonGame) and value.__module__ == module.__name__
    ]
    # A base class of the file's game is not the game.
    found = [cls for cls in found if not any(cls is not other and issubclass(other, cls) for other in found)]
    if not found:
        raise BadGame(f"{path}: has no game; define a class that inherits from kibitz.PythonGame")
    if len(found) > 1:
        names = ", ".join(cls.__name__ for cls in found)
        raise BadGame(f"{path}: has several games ({names}); a file holds one")
    return found[0]


def _adapt(
    cls: type[PythonGame],
    given: Mapping[str, object],
    *,
    name: str,
    where: str,
    source: str,
    rules_text: bytes,
    loaded_class: type[PythonGame] | None = None,
) -> PythonGameAdapter:
    missing = sorted(cls.__abstractmethods__)
    if missing:
        raise BadGame(f"{where}: {cls.__name__} has no method {', '.join(missing)}")
    for method in OPTIONAL_METHODS:
        if getattr(cls, method) is not None and not callable(getattr(cls, method)):
            raise BadGame(f"{where}: {cls.__name__}.{method} must be a method")
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
        definition = cls(**values)
    except (Exception, SystemExit) as error:
        raise BadGame(f"{where}: {cls.__name__}() failed: {type(error).__name__}: {error}") from error
    attributes = {name: value for name, value in vars(definition).items() if name not in values}
    adopt_former_names(cls, definition, attributes)
    fingerprint = hashlib.sha256(rules_text).hexdigest()[:16]
    return PythonGameAdapter(
        name,
        values,
        shown,
        rules=PythonRules(definition, where),
        source=source,
        fingerprint=fingerprint,
        cls=loaded_class,
    )
