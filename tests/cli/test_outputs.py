"""Output files of commands: through links, into pipes, and checked before long work."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.arena.schedule import Plan
from kibitz.base.errors import BadFile
from kibitz.cli.main import main

RECORD = '[Game "tictactoe"]\n\n1. 5 1 2. 3 7 3. 4 9 4. 6 1-0\n'
COMMANDS = {
    "match --pgn": "match random random --game tictactoe --games 2 --workers 1 --quiet --pgn",
    "tournament --pgn": "tournament random rules --game tictactoe --games 2 --workers 1 --quiet --pgn",
    "tournament --html": "tournament random rules --game tictactoe --games 2 --workers 1 --quiet --html",
    "compare --plot": "compare tictactoe --players minimax --depth 1 --positions 1 --plot",
    "tree --output": "tree tictactoe --depth 1 --output",
    "review --svg": "review game.pgn --svg",
    "book build --file": "book build connect:width=4,height=4 --plies 2 --threads 1 --file",
}
BEGINNINGS = ("[Event", "<!doctype html>", "<!DOCTYPE html>", "<svg", "\ufffdKBZTAB")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes")
each_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text(RECORD)


def run(command: str, path: str) -> None:
    arguments = [*command.split(), path]
    CliRunner().invoke(main, arguments, catch_exceptions=False, standalone_mode=False)


@each_command
def test_through_a_link(command: str) -> None:
    Path("folder").mkdir()
    Path("folder/target.svg").write_text("old")
    Path("link.svg").symlink_to("folder/target.svg")
    run(command, "link.svg")
    assert Path("link.svg").is_symlink()
    assert Path("folder/target.svg").read_bytes().decode(errors="replace").startswith(BEGINNINGS)
    assert [path.name for path in Path("folder").iterdir()] == ["target.svg"]


@each_command
def test_into_a_pipe(command: str) -> None:
    os.mkfifo("pipe.svg")
    if "book" in command:  # it is read again after it was written, and a pipe can't be
        with pytest.raises(BadFile, match="regular file"):
            run(command, "pipe.svg")  # before the work: nobody reads here
        return
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(Path("pipe.svg").read_bytes()))
    reader.start()
    run(command, "pipe.svg")
    reader.join()
    assert received[0].decode(errors="replace").startswith(BEGINNINGS)
    assert stat.S_ISFIFO(os.lstat("pipe.svg").st_mode)


@each_command
@pytest.mark.parametrize("path", ["gone/out.svg", "folder.svg", "game.pgn/out.svg"])
def test_refused_before_the_work(command: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*args: object, **options: object) -> None:
        raise AssertionError("the work was begun")

    Path("folder.svg").mkdir()
    for name in (
        "kibitz.arena.match.match",
        "kibitz.arena.tournament.run_tournament",
        "kibitz.cli.compare.compare",
        "kibitz.cli.tree.visited_tree",
        "kibitz.game_review.review.review",
        "kibitz.games.connect.book_building.build_book",
    ):
        monkeypatch.setattr(name, work)
    with pytest.raises(Exception, match=r"there is no folder|it is a folder|is a directory"):
        run(command, path)


MATCH = "match random rules --game tictactoe --games 2 --workers 1 --quiet --save games --pgn"


@pytest.mark.parametrize(
    ("command", "path", "kept"),
    [
        (MATCH, "games", "games"),
        (MATCH, "folder/../games", "games"),
        (MATCH, "link", "games"),
        ("match --quiet --workers 1 --resume games --pgn", "games", "games"),
        (MATCH.replace("--save games", "--openings starts"), "starts", "starts"),
        (MATCH.replace("match", "tournament").replace("pgn", "html"), "games", "games"),
        ("review game.pgn --svg", "game.pgn", "game.pgn"),
        ("tree nim.py --depth 1 --output", "nim.py", "nim.py"),
    ],
)
def test_inputs_are_not_overwritten_by_outputs(command: str, path: str, kept: str) -> None:
    """All games of a match were gone once, under the records of them."""
    run(MATCH.removesuffix(" --pgn"), "--fresh")
    Path("folder").mkdir()
    Path("link").symlink_to("games")
    Path("starts").write_text("xo./.../...\n")
    Path("nim.py").write_text("# somebody's only copy\n")
    before = Path(kept).read_bytes()
    with pytest.raises(BadFile, match=r"needed as it is|Python file"):
        run(command, path)
    assert Path(kept).read_bytes() == before


@pytest.mark.parametrize("kind", ["match", "tournament"])
def test_the_default_folder_of_games_is_refused_for_outputs(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = f"{kind} random rules --game tictactoe --games 2 --workers 1 --quiet --pgn"
    monkeypatch.setattr(Plan, "name", "kept")
    path = Path("data", "matches" if kind == "match" else "tournaments", "kept.jsonl")
    with pytest.raises(BadFile, match="needed as it is"):
        run(command, str(path))
    assert not path.exists()


@pytest.mark.parametrize("more", ["", "--from-truth 10"])
def test_a_folder_to_learn_in_that_can_not_be(more: str) -> None:
    os.mkfifo("pipe")
    with pytest.raises(BadFile, match="the folder pipe can't be created: there is a file of that name"):
        run(f"learn tictactoe --rounds 1 {more} --folder".replace("--rounds 1 --f", "--f"), "pipe")


def test_two_outputs_of_one_name() -> None:
    command = "tournament random rules --game tictactoe --games 2 --quiet --html out --pgn"
    with pytest.raises(BadFile, match="two outputs"):
        run(command, "out")
    run(command.replace("--html out", "--html /dev/null --workers 1"), "/dev/null")
