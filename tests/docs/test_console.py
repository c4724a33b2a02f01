"""Commands on every page print the output shown."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, Folder, agrees, commands, files, name

SHOWN = [name(page) for page in PAGES if "```console" in page.read_text(encoding="utf-8")]


@pytest.mark.skipif(sys.platform == "win32", reason="pages speak to a shell that Windows lacks")
@pytest.mark.parametrize("page", SHOWN)
def test_commands_print_what_the_page_says(page: str, tmp_path: Path):
    folder = Folder(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    folder.save(files(text))
    for command in commands(text):
        done = folder.run(command.line)
        found = f"$ {command.line}\n{done.stdout}{done.stderr}(exit code {done.returncode})"
        assert agrees(command.printed, done.stdout), f"{found}\nis not what {page} says:\n{command.printed}"
        # Only a command that is shown to fail may do so.
        assert done.returncode == 0 or "2>&1" in command.line, f"{command.line}: {done.stderr}"
