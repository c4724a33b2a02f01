"""Arguments and results of tools: JSON Schema, and validation, from the types of commands and replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, get_type_hints

from kibitz.service.codec import Check, Json, check_of, text
from kibitz.service.commands import Command, R
from kibitz.service.descriptions import command_schema, replies_in, reply_schema
from kibitz.service.errors import BadRequest

_COMPONENTS, _DEFINITIONS = "#/components/schemas/", "#/$defs/"

#: Further arguments: the check of each, and its description.
GAME_ID = {"id": (text(80), "The id of the game, from new_game or list_saved_games.")}
PUZZLE_ID = {"puzzle": (text(80), "The id of the puzzle, from next_puzzle.")}


@dataclass(frozen=True)
class Arguments(Generic[R]):
    """The arguments of a tool: the fields of a command, some renamed or left out, and further ones."""

    command: type[Command[R]]
    renamed: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    #: Required fields that may be missing here; the tool fills them in.
    optional: tuple[str, ...] = ()
    #: Required arguments that are no fields.
    more: Mapping[str, tuple[Check, str]] = field(default_factory=dict)

    def schema(self) -> Json:
        """Return their JSON Schema."""
        found = command_schema(self.command)
        own = {
            self.renamed.get(name, name): row
            for name, row in found["properties"].items()
            if name not in self.left_out
        }
        more = {name: {**check.schema, "description": words} for name, (check, words) in self.more.items()}
        needed = [
            self.renamed.get(name, name) for name in found.get("required", ()) if name not in self.optional
        ]
        return {
            "type": "object",
            "properties": {**more, **own},
            "required": [*more, *needed],
            "additionalProperties": False,
        }

    def read(self, given: Mapping[str, Any]) -> tuple[Json, Json]:
        """Return the valid fields of the command and the further arguments, or raise BadRequest."""
        schema = self.schema()
        known = schema["properties"]
        for name in given:
            if name not in known:
                raise BadRequest(
                    f"there is no argument {name!r}; the arguments are {', '.join(known) or 'none'}"
                )
        for name in schema["required"]:
            if given.get(name) is None:
                raise BadRequest(
                    f"the argument {name!r} is missing. {known[name].get('description', '')}".strip()
                )
        hints = get_type_hints(self.command, include_extras=True)
        values: Json = {}
        for each in fields(self.command):  # type: ignore[arg-type]
            name = self.renamed.get(each.name, each.name)
            if each.name not in self.left_out and given.get(name) is not None:
                values[each.name] = check_of(hints[each.name]).read(name, given[name])
        more = {name: check.read(name, given[name]) for name, (check, _) in self.more.items()}
        return values, more


def result_schema(kind: type[Any]) -> Json:
    """Return the JSON Schema of a result, with the types that it refers to."""
    inner = {each.__name__: reply_schema(each) for each in replies_in(kind) if each is not kind}
    found: Json = _with_definitions({**reply_schema(kind), **({"$defs": inner} if inner else {})})
    return found


def _with_definitions(part: Any) -> Any:
    """Return a schema whose references point to its own definitions."""
    if isinstance(part, dict):
        return {
            key: value.replace(_COMPONENTS, _DEFINITIONS) if key == "$ref" else _with_definitions(value)
            for key, value in part.items()
        }
    return [_with_definitions(each) for each in part] if isinstance(part, list) else part
