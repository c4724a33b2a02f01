// Arrows and rings that a person draws on the board with the other button of the mouse or a finger that stays, to think aloud.

import { svg } from "./dom.js";
import { cellOf } from "./drag.js";
import { arrow } from "./shapes.js";

/** Milliseconds after which a touch is a long one. */
const LONG = 450;

/**
 * From one cell to another an arrow, on one cell a ring; the same again takes it away, and so does a click or a move.
 * @param {import("./board.js").BoardElement} board @param {HTMLElement} grid
 */
export function draws(board, grid) {
  const drawn = () => [...board.over.querySelectorAll(".drawn")];
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  /** Draw from a cell to where the pointer is let go. @param {number} from */
  const begin = (from) => {
    addEventListener("pointerup", (end) => {
      const over = document.elementFromPoint(end.clientX, end.clientY);
      const to = over && board.contains(over) ? cellOf(over) : null;
      if (to === null) return;
      const key = `${from} ${to}`;
      const known = drawn().find((one) => one.getAttribute("data-drawn") === key);
      if (known) return known.remove();
      const [a, b] = [board.spot(from), board.spot(to)];
      const made = from === to ? svg("circle", { cx: a.x + 0.5, cy: a.y + 0.5, r: 0.44, class: "ring drawn" }) : arrow(a, b, "drawn");
      made.setAttribute("data-drawn", key);
      board.over.append(made);
    }, { once: true });
  };
  grid.addEventListener("pointerdown", (event) => {
    const from = cellOf(event.target);
    if (event.pointerType === "touch" && from !== null) {
      // A long press starts drawing; the gesture is then no touch.
      const timer = setTimeout(() => {
        stop();
        board.hands.dragged = true;
        navigator.vibrate?.(20);
        grid.style.touchAction = "none";
        begin(from);
        addEventListener("pointerup", () => setTimeout(() => ((board.hands.dragged = false), (grid.style.touchAction = "")), 80), { once: true });
      }, LONG);
      const moved = (/** @type {PointerEvent} */ now) => Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > 8 && stop();
      const stop = () => {
        clearTimeout(timer);
        removeEventListener("pointermove", moved);
        removeEventListener("pointerup", stop);
        removeEventListener("pointercancel", stop);
      };
      addEventListener("pointermove", moved);
      addEventListener("pointerup", stop);
      addEventListener("pointercancel", stop);
    }
    if (event.button === 0 && event.pointerType !== "touch") for (const old of drawn()) old.remove();
    if (event.button === 2 && from !== null) begin(from);
  });
}
