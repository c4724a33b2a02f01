// Arrows and rings that a person draws on the board with the other button of the mouse, to think aloud.

import { svg } from "./dom.js";
import { cellOf } from "./drag.js";
import { arrow } from "./shapes.js";

/**
 * From one cell to another an arrow, on one cell a ring; the same again takes it away, and so does a click or a move.
 * @param {import("./board.js").BoardElement} board @param {HTMLElement} grid
 */
export function draws(board, grid) {
  const drawn = () => [...board.over.querySelectorAll(".drawn")];
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("pointerdown", (event) => {
    const from = cellOf(event.target);
    if (event.button === 0) for (const old of drawn()) old.remove();
    if (event.button !== 2 || from === null) return;
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
  });
}
