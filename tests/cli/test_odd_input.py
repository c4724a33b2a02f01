"""Invalid arguments and files: a message and an exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz

NIM = (Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py").read_bytes()


def run(*words: str | bytes, said: str = "") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        input=said.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=120,
    )
    text = done.stdout.decode(errors="replace")
    assert "Traceback" not in text, text
    return done.returncode, text


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_a_game_in_a_folder_whose_name_is_not_utf8(tmp_path: Path) -> None:
    folder = os.path.join(os.fsencode(tmp_path), b"d\xff")
    os.mkdir(folder)
    path = os.path.join(folder, b"nim.py")
    Path(os.fsdecode(path)).write_bytes(NIM)
    for words in (
        ("check", path, "--games", "2"),
        ("analyse", path),
        ("solve", path),
        ("analyse", path, "--json"),
    ):
        assert run(*words)[0] == 0
    code, text = run("play", path, "--players", "random", "random")
    assert code == 0
    # Its record names the file, and is read with it.
    code, text = run("review", "--game", path)
    assert code == 0, text
    code, text = run("saved", "--game", path)
    assert "1 game in" in text


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
def test_a_game_whose_own_name_is_not_utf8(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"n\xffim.py")
    Path(os.fsdecode(path)).write_bytes(NIM.replace(b'name = "', b'name_ = "'))
    for command in ("check", "analyse", "solve"):
        assert run(command, path)[0] == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("play", "tictactoe", "--players", "random", "random", "--delay", "nan"), 2),
        (("play", "tictactoe", "--players", "random", "random", "--delay", "inf"), 2),
        (("compare", "tictactoe", "--patience", "nan"), 2),
        (("match", "random", "random", "--game", "tictactoe", "--alpha", "nan", "--sprt", "0", "5"), 2),
        (("match", "random", "random", "--game", "tictactoe", "--sprt", "nan", "inf"), 2),
        (("analyse", "tictactoe", "--time", "nan"), 2),
        (("analyse", "tictactoe", "--position", "\udc80"), 2),
        (("analyse", "tictactoe", "\udc80"), 2),
        (("analyse", "mnk:width=\udc80"), 2),
        (("games", "\udc80"), 2),
        (("review", "\udc80"), 1),
        (("analyse", "nothing.py"), 1),
        (("analyse", "/dev/zero.py"), 1),
        (("tables", "remove", "\udc80"), 2),
    ],
)
def test_odd_words(words: tuple[str, ...], code: int) -> None:
    found, text = run(*map(os.fsencode, words))
    assert found == code, text


def test_a_file_that_is_no_game(tmp_path: Path) -> None:
    for content in (b"\0", b"\xff\xfe", b"(" * 10_000, b"1/0", b"import nothing_like_this", b"x" * 100):
        path = tmp_path / "odd.py"
        path.write_bytes(content)
        assert run("check", str(path))[0] == 1
    path.unlink()
    os.mkdir(path)
    assert run("check", str(path))[0] == 1


def test_a_deeply_nested_state() -> None:
    game = kibitz.load(str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py"))
    for depth in (10, 100, 1_000, 4_900):
        for text in ("(" * depth + "1" + ",)" * depth, "-" * depth + "1", "[" * depth):
            with pytest.raises(kibitz.BadNotation):
                game.position(f"{text} first"[:10_000])
    with pytest.raises(kibitz.BadFile, match="null"):
        kibitz.load("\0.py")


@pytest.mark.parametrize("raised", ["GeneratorExit", "Gone"])
def test_errors_of_python_code_are_named_with_their_line(raised: str, tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    leaving = f"\n\nclass Gone(BaseException):\n    pass\n\n\ndef leave(*_):\n    raise {raised}('x')\n"
    # Not compiled, as a method with such parameters can't be.
    interpreted = NIM.replace(b"compiled = True", b"compiled = False")
    path.write_bytes(interpreted + f"{leaving}\n\nNim.play = leave\n".encode())
    line = NIM.count(b"\n") + 8
    for words in (("analyse", path), ("check", path), ("solve", path)):
        assert run(*map(str, words)) == (1, f"kibitz: {path}: line {line}: {raised}: x\n")
