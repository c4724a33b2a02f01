"""The program at a terminal, as a newcomer meets it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.terminal.program import PROGRAM

if os.name != "posix":
    pytest.skip("pseudo-terminals", allow_module_level=True)
pexpect = pytest.importorskip("pexpect")


def test_a_newcomer_at_a_terminal(env: dict[str, str]) -> None:
    child = pexpect.spawn(PROGRAM[0], PROGRAM[1:], env=env, encoding="utf-8", timeout=30, dimensions=(24, 40))
    child.expect("Which game.*tictactoe]")
    child.sendline("chess960")
    child.expect("no game called")
    child.sendline("")
    child.expect("How many people")
    child.sendline("0")
    child.expect("must be 1 or 2")
    child.sendline("")
    child.expect("Which difficulty")
    child.sendline("-10")
    child.expect("whole number from 0 to 100")
    child.sendline("random")
    child.expect("Which player")
    child.sendline("2")
    child.expect("You are o")
    child.expect("Your move")
    assert "\x1b[" in child.before
    child.sendintr()
    child.expect("kibitz play --resume tictactoe-")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize(("leave", "code"), [("quit", 0), ("^D", 0), ("^C", 130)])
def test_leaving_before_the_game(env: dict[str, str], leave: str, code: int) -> None:
    child = pexpect.spawn(PROGRAM[0], PROGRAM[1:], env=env, encoding="utf-8", timeout=30)
    child.expect("Which game.*tictactoe]")
    child.sendline("")
    child.expect("How many people.*1]")
    if leave == "^C":
        child.sendintr()
    elif leave == "^D":
        child.sendeof()
    else:
        child.sendline(leave)
    child.expect("\r\n.*[Nn]o game was started.\r\n")
    child.expect(pexpect.EOF)
    assert child.before == ""
    child.close()
    assert child.exitstatus == code


@pytest.mark.parametrize("plain", ["NO_COLOR", "TERM", "--plain"])
def test_no_escape_codes_when_unwanted(env: dict[str, str], plain: str) -> None:
    words = [*PROGRAM[1:], "play", "tictactoe", "--people", "2"]
    if plain == "--plain":
        words.append(plain)
    else:
        env[plain] = {"NO_COLOR": "1", "TERM": "dumb"}[plain]
    child = pexpect.spawn(PROGRAM[0], words, env=env, encoding="utf-8", timeout=30)
    child.expect("Move of x:")
    child.sendline("5")
    child.expect("Move of o:")
    said = child.before
    child.sendeof()
    child.expect("--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "[x]" in said
    assert "\x1b" not in said


def allowed_moves(child: pexpect.spawn[str]) -> list[str]:
    """What the program says is allowed now."""
    child.sendline("moves")
    child.expect(r"Allowed now: ((?:[^\r\n]+\r\n)(?: {13}[^\r\n]+\r\n)*)")
    return child.match[1].split()


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("tictactoe:numbering=keypad", ["0", "10", "abc", "1.5", "", "  "]),
        ("mnk:width=4,height=4,length=3", ["z9", "a", "5", "a1 a2"]),
        ("numerical", ["0=1", "5=10", "five=five", "5=5=5"]),
        ("connect4", ["0", "8", "abc", "2.5", "-7"]),
        ("connect:width=11,height=4,mark1=#,mark2=@", ["12", "4,5", "x"]),
        ("ewn", ["9-a1", "abc", "d", "1-z1"]),
    ],
)
def test_a_game_at_a_terminal(
    env: dict[str, str], numerical_cache: Path, game: str, wrong: list[str]
) -> None:
    env["KIBITZ_CACHE"] = str(numerical_cache)
    words = [
        *PROGRAM[1:],
        "play",
        game,
        "--difficulty",
        "0",
        "--side",
        "1",
        "--seed",
        "3",
        "--limit",
        "time=50ms",
    ]
    child = pexpect.spawn(PROGRAM[0], words, env=env, encoding="utf-8", timeout=60, dimensions=(24, 80))
    prompt = r"Your move \([^)]+\): "
    child.expect(prompt)
    for text in wrong:
        child.sendline(text)
        assert child.expect(["is not a move", "Nothing was typed", "here is no cell", "must be from"]) < 4
        child.expect(prompt)
    child.sendline("hint")
    child.expect(r"Try \S+:\s+it ")
    child.expect(prompt)
    for _ in range(3):
        moves = allowed_moves(child)
        child.expect(prompt)
        child.sendline(moves[-1])
        if child.expect([prompt, "The game is over"]):
            break
        child.sendline("why")
        child.expect(r"it \S")
        child.expect(prompt)
        assert "Traceback" not in child.before
    child.sendline("undo")
    child.expect("Taken back: ")
    child.expect(prompt)
    child.sendline("quit")
    child.expect(["kibitz play --resume", "there is nothing to save"])
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
