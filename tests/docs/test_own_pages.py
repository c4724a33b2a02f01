"""The game and the player of the tutorials work as files with the commands below them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Folder, blocks
from tests.docs.test_readme import lines


@pytest.mark.skipif(sys.platform == "win32", reason="pages speak to a shell that Windows lacks")
@pytest.mark.parametrize(("page", "file"), [("own-games.md", "take.py"), ("own-players.md", "my.py")])
def test_commands_work_with_the_file_on_the_page(page: str, file: str, tmp_path: Path):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    folder = Folder(tmp_path)
    (folder.work / file).write_text(blocks(text, "python")[0], encoding="utf-8")
    for line in lines(text):
        program, command, *_ = line.split()
        if program != "kibitz" or command == "web":  # which goes on until it is stopped
            continue
        if command in ("match", "tournament"):  # as many games as it takes to see that they are played
            line = f"{line.partition(' --games')[0]} --games 2 --workers 1 --limit nodes=200"
        done = folder.run(line)
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
