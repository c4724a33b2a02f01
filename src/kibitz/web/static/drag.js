// A piece that follows the pointer until it is let go.

import { svg } from "./dom.js";
import { paint } from "./shapes.js";

/** Pixels that a pointer moves before a touch is a drag. */
const FAR = 8;

/** The cell that something belongs to. @param {EventTarget|null} target */
export function cellOf(target) {
  const cell = target instanceof Element ? target.closest(".cell") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
}

/**
 * @param {PointerEvent} event That began it.
 * @param {SVGElement} drawn
 * @param {import("./board.js").BoardElement} board
 * @param {() => void} taken It is a drag, and no touch.
 * @param {(cell: number|null) => void} put Let go over a cell, or elsewhere.
 */
export function follow(event, drawn, board, taken, put) {
  const size = board.cells[0]?.getBoundingClientRect().width ?? 48;
  /** @type {SVGElement|null} */
  let held = null;
  const move = (/** @type {PointerEvent} */ now) => {
    if (!held && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < FAR) return;
    if (!held) {
      held = svg("svg", { class: "held", viewBox: "-.5 -.5 1 1", width: size * 1.1, height: size * 1.1 }, drawn);
      paint(held, board.board?.colours);
      (board.closest("dialog") ?? document.body).append(held); // a dialog lies above everything else
      board.classList.add("dragging");
      taken();
    }
    held.style.transform = `translate(${now.clientX - size * 0.55}px, ${now.clientY - size * 0.55}px)`;
  };
  const end = (/** @type {PointerEvent} */ now) => {
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(kind, /** @type {any} */ (kind === "pointermove" ? move : end));
    if (!held) return;
    held.remove();
    board.classList.remove("dragging");
    const over = now.type === "pointerup" ? document.elementFromPoint(now.clientX, now.clientY) : null;
    put(over && board.contains(over) ? cellOf(over) : null);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
