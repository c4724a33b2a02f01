"""The program at a pseudo-terminal."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.terminal.program import PROGRAM

if os.name != "posix":
    pytest.skip("pseudo-terminals", allow_module_level=True)
pexpect = pytest.importorskip("pexpect")
pytest.importorskip("pyte")

from tests.terminal.screen import Screen  # noqa: E402

PROMPT = r"Your move \([^)]+\):"


def test_a_newcomer_at_a_terminal(env: dict[str, str]) -> None:
    with Screen(env, width=40) as screen:
        screen.wait_for_prompt(r"tictactoe\]")
        screen.type("chequers")
        screen.wait("no game named")
        screen.wait_for_prompt(r"tictactoe\]")
        screen.type("")
        screen.wait_for_prompt(r"Opponent\? \[50\]")
        screen.type("-10")
        screen.wait(r"whole\s+number\s+from\s+0\s+to\s+100")
        screen.wait_for_prompt(r"Opponent\? \[50\]")
        screen.type("random")
        screen.wait(r"You are x \(first\)")
        screen.wait_for_prompt(r"Your move \(x\):")
        screen.type("5")
        screen.wait(r"The computer \(o\) played \d")
        screen.wait_for_prompt(r"Your move \(x\):")
        screen.keys("\x03")
        assert screen.end() == 130
        assert re.search(r"\nkibitz play --resume\s*tictactoe-", screen.text)


@pytest.mark.parametrize(("leave", "code"), [("quit", 0), ("^D", 0), ("^C", 130)])
def test_leaving_before_the_game(env: dict[str, str], leave: str, code: int) -> None:
    with Screen(env) as screen:
        screen.wait_for_prompt(r"tictactoe\]")
        screen.type("")
        screen.wait_for_prompt(r"Opponent\? \[50\]")
        if leave == "quit":
            screen.type(leave)
        else:
            screen.keys({"^C": "\x03", "^D": "\x04"}[leave])
        assert screen.end() == code
        assert screen.last.lower().endswith("no game was started.")


def test_arrows_history_and_completion(env: dict[str, str]) -> None:
    with Screen(env, "play", "tictactoe", "--people", "2") as screen:
        screen.wait_for_prompt("Move of x:")
        screen.type("5")
        screen.wait_for_prompt("Move of o:")
        screen.keys("9\x1b[D1")  # the left arrow, so that 19 stands there
        screen.wait("Move of o: 19")
        screen.keys("\x7f\r")  # without the 1 again
        screen.wait_for_prompt("Move of x:")
        screen.keys("\x1b[A\x1b[A")  # the answer before the last
        screen.wait("Move of x: 5$")
        screen.keys("\x15rul\t")
        screen.wait("Move of x: rules")
        screen.keys("\r")
        screen.wait("Players take turns")
        screen.wait_for_prompt("Move of x:")
        screen.type("quit")
        assert screen.end() == 0


@pytest.mark.parametrize("plain", ["NO_COLOR", "TERM", "--plain"])
def test_no_escape_codes_when_unwanted(env: dict[str, str], plain: str) -> None:
    words = [*PROGRAM[1:], "play", "tictactoe", "--people", "2"]
    if plain == "--plain":
        words.append(plain)
    else:
        env[plain] = {"NO_COLOR": "1", "TERM": "dumb"}[plain]
    child = pexpect.spawn(PROGRAM[0], words, env=env, encoding="utf-8", timeout=120)
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
    # Without colours lines are still edited, which takes other codes.
    assert ("\x1b" in said) == (plain == "NO_COLOR")
    assert not re.search("\x1b\\[[0-9;]*[1-9][0-9;]*m", said)


def allowed_moves(screen: Screen) -> list[str]:
    """What the program says is allowed now."""
    screen.type("moves")
    screen.wait_for_prompt(PROMPT)
    lines = screen.text.rpartition("Legal moves: ")[2].splitlines()[:-1]
    return " ".join(lines).split()


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
    words = ["--difficulty", "0", "--side", "1", "--seed", "3", "--limit", "time=50ms"]
    with Screen(env, "play", game, *words) as screen:
        screen.wait_for_prompt(PROMPT)
        for text in wrong:
            seen = len(refusals(screen))
            screen.type(text)
            screen.wait_until(lambda seen=seen: len(refusals(screen)) > seen, f"a refusal of {text!r}")
            screen.wait_for_prompt(PROMPT)
        screen.type("hint")
        screen.wait(r"Try \S+:\s+it ")
        screen.wait_for_prompt(PROMPT)
        for _ in range(3):
            screen.type(allowed_moves(screen)[-1])
            if "is over" in screen.wait_for_prompt(rf"({PROMPT}|is over.*\[quit\])"):
                break
            screen.type("why")
            screen.wait_for_prompt(PROMPT)
        assert "Traceback" not in screen.text
        screen.type("undo")
        screen.wait("Taken back: ")
        screen.wait_for_prompt(PROMPT)
        screen.type("quit")
        assert screen.end() == 0
        assert "kibitz play --resume" in screen.text or "there is nothing to save" in screen.text


def refusals(screen: Screen) -> list[str]:
    """What was said against what was typed."""
    return re.findall("is not a move|Nothing was typed|here is no cell|must be from", screen.text)
