"""Player specs, parsed once, so that the checked values are the loaded ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from kibitz.base.options import Option, split_spec
from kibitz.players.python_file import CodeName, code_name

#: The prefix of an evaluation by a network: `negascout:eval=net:FILE`.
_NETWORK = "net:"


@dataclass(frozen=True, slots=True)
class Resource:
    """An external resource that a spec names: Python code, a data file or a program."""

    kind: Literal["code", "file", "program"]
    #: The path, or the command line.
    name: str


@dataclass(frozen=True, slots=True)
class EvaluationName:
    """The value of `eval=`: a name in a Python file, a network file, or a plain word."""

    text: str
    code: CodeName | None = None
    network: str | None = None

    @staticmethod
    def read(text: str) -> EvaluationName:
        """Parse a text; opens nothing."""
        text = text.strip()
        if text.startswith(_NETWORK):
            return EvaluationName(text, network=text.removeprefix(_NETWORK))
        return EvaluationName(text, code_name(text))

    @property
    def resource(self) -> Resource | None:
        """The resource that it opens or runs; None for a plain word."""
        if self.code is not None:
            return Resource("code", self.code.file)
        return None if self.network is None else Resource("file", self.network)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """The parts of a spec such as `mcts:net=FILE` or `my.py:MyPlayer:depth=3`."""

    text: str
    #: The player's name in lower case; empty if it is in a file.
    name: str
    code: CodeName | None
    #: The options by name, as texts or values.
    given: Mapping[str, object]

    @staticmethod
    def read(text: str) -> PlayerSpec:
        """Parse a spec; opens nothing. BadOption if an option is not `name=value`."""
        code = code_name(text)
        name, given = split_spec(text if code is None else f":{code.options}")
        return PlayerSpec(text, name, code, MappingProxyType(given))

    def __str__(self) -> str:
        return self.text


def named_by(options: Iterable[Option], values: Mapping[str, object]) -> Iterator[Resource]:
    """Return the resources that options with these values name."""
    for option in options:
        text = str(values.get(option.name, option.default)).strip()
        if option.names == "nothing" or text == option.default:
            continue
        if option.names != "evaluation":
            yield Resource(option.names, text)
        elif (found := EvaluationName.read(text).resource) is not None:
            yield found
