"""Playing on the page by mouse or by keys."""

from __future__ import annotations

from typing import Any

#: What the page says about itself, in one question.
_STATE = """() => {
  const board = document.querySelector(".game kb-board");
  return {
    over: Boolean(board.view) && board.view.turn === null,
    open: board.open,
    drawn: board.board !== null,
    at: board.hands.at,
    picked: board.hands.picked,
    gestures: board.gestures,
    width: board.board?.width ?? 0,
    moves: document.querySelectorAll(".movelist .move").length,
  };
}"""
_SETTLED = """() => {
  const board = document.querySelector(".game kb-board");
  return board?.open || document.querySelector(".result:not([hidden]) h2");
}"""


def state_of(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_STATE)
    return found


def wait_for_turn(page: Any) -> dict[str, Any]:
    """Until a person may move or the game is over."""
    page.wait_for_function(_SETTLED)
    return state_of(page)


def wait_for_moves(page: Any, count: int) -> None:
    """Until the list has more moves than so many."""
    page.wait_for_function(
        "(count) => document.querySelectorAll('.movelist .move').length > count", arg=count
    )


def cell(page: Any, number: int) -> Any:
    return page.locator(f".game [data-cell='{number}']")


def play_by_mouse(page: Any, number: int, how: str = "click") -> None:
    """The move at some place of the list."""
    state = state_of(page)
    if not state["drawn"]:
        buttons = page.locator(".tray button")
        getattr(buttons.nth(number % buttons.count()), how)()
        return
    _, to, source, choice = state["gestures"][number % len(state["gestures"])]
    if source is not None and source != state["picked"]:
        getattr(cell(page, source), how)()
    getattr(cell(page, to), how)()
    if choice and sum(g[1] == to for g in state["gestures"]) > 1:
        getattr(page.locator(".tray button", has_text=choice).first, how)()


def play_by_touch(page: Any, number: int) -> None:
    """The same with a finger."""
    play_by_mouse(page, number, "tap")


def play_by_keys(page: Any, number: int) -> None:
    """The same with keys alone, from wherever the focus is on the board."""
    state = state_of(page)
    move, to, source, choice = state["gestures"][number % len(state["gestures"])]
    if not state["drawn"]:
        page.locator("#typed").press_sequentially(move)
        page.keyboard.press("Enter")
        return
    if source is not None and source != state["picked"]:
        _walk(page, source)
        page.keyboard.press("Enter")
    _walk(page, to)
    if choice:
        page.keyboard.press(choice)  # a digit puts the number on the cell
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
