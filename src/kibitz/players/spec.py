"""A player's spec, parsed once: what is checked is what is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from kibitz.base.options import Option, split_spec
from kibitz.players.python_file import CodeName, code_name

#: What an evaluation by a network begins with: `negascout:eval=net:FILE`.
_NETWORK = "net:"


@dataclass(frozen=True, slots=True)
class Resource:
    """Something outside Kibitz that a spec names: Python that runs, a file that is read, a program."""

    kind: Literal["code", "file", "program"]
    #: The path, or the command line.
    name: str


@dataclass(frozen=True, slots=True)
class EvaluationName:
    """The value of `eval=`: something in a Python file, a network's file, or a plain word."""

    text: str
    code: CodeName | None = None
    network: str | None = None

    @staticmethod
    def read(text: str) -> EvaluationName:
        """What a text names; nothing is opened."""
        text = text.strip()
        if text.startswith(_NETWORK):
            return EvaluationName(text, network=text.removeprefix(_NETWORK))
        return EvaluationName(text, code_name(text))

    @property
    def resource(self) -> Resource | None:
        """What it opens or runs; None for a plain word."""
        if self.code is not None:
            return Resource("code", self.code.file)
        return None if self.network is None else Resource("file", self.network)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """The parts of a spec such as `mcts:net=FILE` or `my.py:MyPlayer:depth=3`."""

    text: str
    #: The player's name in lower case; empty where it stands in a file.
    name: str
    code: CodeName | None
    #: The options as texts, by name.
    given: Mapping[str, str]

    @staticmethod
    def read(text: str) -> PlayerSpec:
        """Take a spec apart; nothing is opened. BadOption where an option is not `name=value`."""
        code = code_name(text)
        name, given = split_spec(text if code is None else f":{code.options}")
        return PlayerSpec(text, name, code, MappingProxyType(given))

    def __str__(self) -> str:
        return self.text


def named_by(options: Iterable[Option], values: Mapping[str, object]) -> Iterator[Resource]:
    """The resources that options with these values name."""
    for option in options:
        text = str(values.get(option.name, option.default)).strip()
        if option.names == "nothing" or text == option.default:
            continue
        if option.names != "evaluation":
            yield Resource(option.names, text)
        elif (found := EvaluationName.read(text).resource) is not None:
            yield found
