"""Playing on the page as a person would: by mouse, or with keys alone."""

from __future__ import annotations

from typing import Any

#: What the page says about itself, in one question.
_STATE = """() => {
  const board = document.querySelector("kb-board");
  return {
    over: document.querySelector("#resign").disabled && !board.playable && !board.view?.turn,
    playable: board.playable,
    look: board.board?.look ?? "",
    at: board.at,
    picked: board.picked,
    gestures: board.board?.gestures ?? [],
    legal: board.view?.legal ?? [],
    width: board.board?.width ?? 0,
    ply: board.view?.ply ?? 0,
  };
}"""


def state_of(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_STATE)
    return found


def wait_for_turn(page: Any) -> dict[str, Any]:
    """Until a person is to move or the game is over."""
    page.wait_for_function(
        "() => { const b = document.querySelector('kb-board'); return b.playable || b.view?.turn === null; }"
    )
    return state_of(page)


def wait_for_ply(page: Any, ply: int) -> None:
    page.wait_for_function("(ply) => document.querySelector('kb-board').view.ply > ply", arg=ply)


def play_by_mouse(page: Any, number: int) -> None:
    """The move at some place of the list."""
    state = state_of(page)
    if not state["look"]:
        buttons = page.locator(".choices button")
        buttons.nth(number % buttons.count()).click()
        return
    gesture = state["gestures"][number % len(state["gestures"])]
    if gesture["from"] is not None and gesture["from"] != state["picked"]:
        page.locator(f"[data-cell='{gesture['from']}']").click()
    page.locator(f"[data-cell='{gesture['to']}']").click()
    if gesture["choice"] and state_of(page)["ply"] == state["ply"]:
        only = sum(g["to"] == gesture["to"] for g in state["gestures"]) == 1
        if not only:
            page.locator(".tray button", has_text=gesture["choice"]).first.click()


def play_by_keys(page: Any, number: int) -> None:
    """The same with keys alone, from wherever the focus is on the board."""
    state = state_of(page)
    if not state["look"]:
        page.locator("#typed").press_sequentially(state["legal"][number % len(state["legal"])])
        page.keyboard.press("Enter")
        return
    gesture = state["gestures"][number % len(state["gestures"])]
    if gesture["from"] is not None and gesture["from"] != state["picked"]:
        _walk(page, gesture["from"])
        page.keyboard.press("Enter")
    _walk(page, gesture["to"])
    if gesture["choice"]:
        page.keyboard.press(gesture["choice"])  # a digit puts the number on the cell
    else:
        page.keyboard.press("Enter" if number % 2 else "Space")


def _walk(page: Any, to: int) -> None:
    state = state_of(page)
    width, at = state["width"], state["at"]
    sideways, down = to % width - at % width, to // width - at // width
    for _ in range(abs(sideways)):
        page.keyboard.press("ArrowRight" if sideways > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")


def focus_board(page: Any) -> None:
    """Get to the board by Tab alone."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.classList.contains('cell')"):
            return
    raise AssertionError("the board can't be reached by Tab")
