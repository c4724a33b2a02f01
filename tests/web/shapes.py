"""Whether messages of the server match the protocol's types."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_type_hints

from kibitz.service import replies
from kibitz.service.descriptions import replies_in, reply_schema, reply_type
from kibitz.web.connection import COMMANDS

try:
    from jsonschema import Draft202012Validator
except ImportError:  # then nothing is checked
    Draft202012Validator = None

_REPLIES = {kind.name: reply_type(kind) for kind in COMMANDS}
_EVENTS = {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(replies.Event)}


@cache
def _validator(kind: type[Any]) -> Any:
    found = {each.__name__: reply_schema(each) for each in replies_in(kind)}
    # A reply has only the fields of its type, besides those that distinguish replies and events.
    for each in found.values():
        each["additionalProperties"] = False
    found[kind.__name__]["properties"] |= {"type": {}, "id": {}}
    return Draft202012Validator({**found[kind.__name__], "components": {"schemas": found}})


def check_shape(message: dict[str, Any], command: str) -> None:
    """Fail if a message is not as the protocol says; `command` is what a reply answers."""
    if Draft202012Validator is None:
        return
    if message["type"] == "error":
        kind = replies.Refusal
    elif message["type"] == "reply":
        kind = _REPLIES[command]
    else:
        kind = _EVENTS[message["type"]]
    wrong = [
        f"{list(error.absolute_path)}: {error.message}" for error in _validator(kind).iter_errors(message)
    ]
    assert not wrong, (command, wrong[:3])
