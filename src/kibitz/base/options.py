"""Options of games and players: kinds, ranges, and parsing."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, quoted

OptionValue = int | bool | str
#: Resources that an option's text may name: a file, Python code, a program's command line, or an evaluation,
#: which is code or a file. Visitors of the page and records may name none of these.
Naming = Literal["nothing", "file", "code", "program", "evaluation"]

_YES = {"yes", "true", "on", "1"}
_NO = {"no", "false", "off", "0"}
_MEMORY = {"k": 2**10, "M": 2**20, "G": 2**30}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game or a player.

    The kind follows from the default: a boolean, an integer from `low` to `high`, or one of the words in
    `choices` (any text of one to `longest` characters if there are none; it must be given if the default is
    empty). An amount of memory is written in bytes or with k, M or G.

    >>> Option("tt", 0, "memory", high=2**30, memory=True).check("64M")
    67108864
    """

    name: str
    default: OptionValue
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    longest: int = 1
    #: A number of bytes.
    memory: bool = False
    #: Affects only notation and drawing, not the rules.
    display: bool = False
    #: The kind of resource that its text names.
    names: Naming = "nothing"

    def __post_init__(self) -> None:
        check(
            name=(self.name, str),
            help=(self.help, str),
            default=(self.default, str | int),
            low=(self.low, int),
            high=(self.high, int),
            longest=(self.longest, int),
            choices=(self.choices, tuple),
        )
        if self.names not in (known := get_args(Naming)):
            raise BadOption(f"{self.name}: names must be one of {', '.join(known)}, not {quoted(self.names)}")

    @property
    def kind(self) -> str:
        """Return the kind of its values as a word."""
        if isinstance(self.default, bool):
            return "yes or no"
        if isinstance(self.default, int):
            return "memory" if self.memory else "number"
        return "choice" if self.choices else "text"

    @property
    def range(self) -> str:
        """Return the allowed values as text."""
        if self.kind == "yes or no":
            return "yes or no"
        if self.kind in ("number", "memory"):
            return f"{self.text(self.low)} to {self.text(self.high)}"
        if self.choices:
            return " or ".join(filter(None, (", ".join(self.choices[:-1]), self.choices[-1])))
        return "one character" if self.longest == 1 else f"1 to {self.longest} characters"

    def check(self, value: object) -> OptionValue:
        """Return the valid value of a Python value or a text; BadOption names the range."""
        try:
            text = str(value).strip()
        except Exception:  # comparing a foreign object may raise anything
            raise BadOption(f"{self.name} must be {self.range}, not {quoted(value)}") from None
        if self.memory:
            text = _bytes_text(text)
        if isinstance(self.default, bool):
            if text.lower() in _YES | _NO:
                return text.lower() in _YES
        elif isinstance(self.default, int):
            # Bounded, since parsing thousands of digits takes long.
            if len(text) < 19 and text.removeprefix("-").isdecimal() and self.low <= int(text) <= self.high:
                return int(text)
        elif self.choices:
            if text.lower() in self.choices:
                return text.lower()
        elif 1 <= len(text) <= self.longest and text.isprintable():
            return text
        raise BadOption(f"{self.name} must be {self.range}, not {quoted(text)}")

    def text(self, value: OptionValue) -> str:
        """Format a value for a spec."""
        check(value=(value, str | int))
        if self.memory and isinstance(value, int):
            for letter, factor in reversed(_MEMORY.items()):
                if value and value % factor == 0:
                    return f"{value // factor}{letter}"
        return format_value(value)


def _bytes_text(text: str) -> str:
    """Convert `64M` to a number of bytes; return any other text unchanged."""
    found = re.fullmatch(r"(\d{1,9})\s*([kmg])i?b?", text.lower())
    if not found:
        return text
    return str(int(found[1]) * {key.lower(): factor for key, factor in _MEMORY.items()}[found[2]])


def format_value(value: OptionValue) -> str:
    """Format an option's value for a spec."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if "," in text or text.startswith('"'):
        return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
    return text


#: An option with a quoted value, or anything up to the next comma.
_ITEM = re.compile(r'[^,="]*=\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]+')


def split_spec(text: str) -> tuple[str, dict[str, str]]:
    """Split a spec such as `connect:width=10,height=12`. Values with commas are quoted.

    >>> split_spec("connect:width=10,height=12")
    ('connect', {'width': '10', 'height': '12'})
    >>> split_spec('engine:cmd="./prog 1,2",protocol=ugi')
    ('engine', {'cmd': './prog 1,2', 'protocol': 'ugi'})
    """
    check(text=(text, str))
    name, _, remaining = text.partition(":")
    values: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in _ITEM.findall(remaining))):
        key, equals, value = map(str.strip, item.partition("="))
        if len(value) > 1 and value[0] == value[-1] == '"':
            value = re.sub(r"\\(.)", r"\1", value[1:-1]).strip()
        if not equals or not key or not value:
            raise BadOption(f"{quoted(item)} is not an option; write name=value")
        if key.lower() in values:
            raise BadOption(f"{quoted(key)} is given twice")
        values[key.lower()] = value
    return name.strip().lower(), values


def split_specs(text: str) -> list[str]:
    """Split several specs separated by blanks or commas.

    A comma before `name=` continues the options of the same spec.

    >>> split_specs("minimax,alphabeta:star=0,tt=1M negascout")
    ['minimax', 'alphabeta:star=0,tt=1M', 'negascout']
    """
    return [part for part in re.split(r"\s*,(?!\s*\w+\s*=)\s*|(?<!,)\s+(?!,)", text.strip()) if part]


def resolve_options(
    options: Iterable[Option], given: Mapping[str, object], whose: str
) -> dict[str, OptionValue]:
    """Return the value of every option: the given one, or its default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            allowed = f"it has {', '.join(known)}" if known else "it has none"
            raise BadOption(f"{whose} has no option {quoted(name)}{hint} ({allowed})")
    for option in known.values():
        if option.default == "" and option.name not in given:
            raise BadOption(f"{whose} needs {option.name}: {option.help}")
    return {name: option.check(given.get(name, option.default)) for name, option in known.items()}
