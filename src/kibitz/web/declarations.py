"""The page's TypeScript declarations, written from the types of commands and replies.

python -m kibitz.web.declarations
"""

from __future__ import annotations

from kibitz.service.descriptions import type_script
from kibitz.web.connection import COMMANDS
from kibitz.web.files import STATIC
from kibitz.web.openapi import OPERATIONS

PATH = STATIC / "protocol.d.ts"


def declarations() -> str:
    """Return the text of the file."""
    operations = [(each.key, each.command) for each in OPERATIONS if not each.text]
    return type_script(COMMANDS, operations)


if __name__ == "__main__":
    PATH.write_text(declarations(), encoding="utf-8")
