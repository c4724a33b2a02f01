"""The README is short, and every command in it works; those that install it are run by CI (`.ci/run`)."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import click
import pytest

from kibitz.cli.main import COMMANDS, main
from tests.docs.pages import PAGES, ROOT, Folder, blocks, name

README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALLS = ("python3 -m venv",)


def lines(text: str) -> list[str]:
    """The command lines of all shell blocks, without comments."""
    whole = (block.replace("\\\n", " ") for block in blocks(text, "sh"))
    bare = (re.sub(r"\s+#\s.*", "", line) for block in whole for line in block.splitlines())
    return [line for line in bare if line.strip()]


def test_it_is_short():
    assert len(README.splitlines()) < 150


@pytest.mark.skipif(sys.platform == "win32", reason="pages speak to a shell that Windows lacks")
def test_every_command_works(tmp_path: Path):
    folder = Folder(tmp_path)
    commands = [line for line in lines(README) if not line.startswith(INSTALLS)]
    assert len(commands) > 12
    for line in commands:
        done = folder.run(line)
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        assert (done.stdout + done.stderr).strip(), line


def test_installing_is_what_ci_runs():
    assert all(f"<!-- {mark} -->" in README for mark in ("play", "tests"))
    assert sum(line.startswith(INSTALLS) for line in lines(README)) == 2


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("page", [name(page) for page in PAGES])
def test_commands_on_a_page_are_asked_rightly(page: str):
    """Commands, options and numbers exist, whether or not the page's programs and files are at hand."""
    for line in lines((ROOT / page).read_text(encoding="utf-8")):
        for part in re.split(r"&&|\|(?!\|)|;(?=\s)", line):
            words = [word for word in shlex.split(part) if word != "&"]
            while words and "=" in words[0]:
                words.pop(0)
            if words[:1] != ["kibitz"] or len(words) < 2:
                continue
            if ">" in words:
                words = words[: words.index(">")]
            command = main.get_command(click.Context(main), words[1])
            assert words[1] in COMMANDS, line
            assert command is not None
            words.pop(0)
            try:
                while isinstance(command, click.Group) and len(words) > 1:  # such as kibitz book build
                    _, command, words = command.resolve_command(click.Context(command), words[1:])
                    assert command is not None
                    words.insert(0, command.name or "")
                command.make_context(words[0], words[1:])
            except click.UsageError as error:
                if "does not exist" not in str(error):  # a file that the page made up is no mistake
                    raise AssertionError(f"{line}: {error}") from None
            except click.exceptions.Exit:
                pass
