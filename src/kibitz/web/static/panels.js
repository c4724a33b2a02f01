// The lists beside the board: moves so far, and what the moves are worth.

import { byId, el } from "./dom.js";
import { badge, bestOf } from "./values.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Values} Values */

/**
 * The moves so far; each is a button that shows the board after it.
 * @param {HTMLElement} list
 * @param {State} state
 * @param {number} shown The ply on the board.
 * @param {(ply: number) => void} look
 */
export function listMoves(list, state, shown, look) {
  let turn = 0;
  const rows = state.moves.map(({ text, side }, index) => {
    const roll = side === "chance";
    if (!roll) turn++;
    const name = roll ? `⚄ ${text.replace(/^d/, "")}` : text;
    const button = el("button", { type: "button", className: roll ? "roll" : `side${side === "first" ? 0 : 1}` }, name);
    const who = roll ? "roll" : state.rules.sides[side === "first" ? 0 : 1];
    button.setAttribute("aria-label", `${roll ? "" : `${turn}, `}${who} ${text.replace(/^d(?=\d+$)/, "")}`);
    if (shown === index + 1) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => look(index + 1));
    return el("li", {}, button);
  });
  list.replaceChildren(...rows);
  const current = list.querySelector("[aria-current]");
  if (current instanceof HTMLElement && list.scrollHeight > list.clientHeight)
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Show the line expected from a move on. @param {string[]} moves */
export function tellLine(moves) {
  byId("line", HTMLElement).textContent = moves.length > 1 ? `Expected: ${moves.join(" ")}` : "\u00a0";
}

/**
 * What every move or roll is worth, best first; the expected line shows for the one pointed at.
 * @param {Values} values
 * @param {(move: string) => void} play
 * @param {boolean} playable
 */
export function listValues(values, play, playable) {
  const rows = values.rolls.map(({ roll, probability, value }) => {
    const { kind, short } = badge(value);
    return el("li", {}, el("span", { className: "move" }, roll), el("span", { className: `badge ${kind}` }, short),
      el("span", {}, `${value.words} (chance ${Math.round(probability * 100)}%)`));
  });
  const stars = bestOf(values);
  for (const { move, value, line: expected } of values.moves) {
    const { kind, short } = badge(value);
    const best = stars.has(move);
    const button = el("button", { type: "button", disabled: !playable },
      el("span", { className: "move" }, move), el("span", { className: `badge ${kind}${best ? " best" : ""}` }, short),
      el("span", {}, value.words));
    button.addEventListener("mouseenter", () => tellLine(expected));
    button.addEventListener("focus", () => tellLine(expected));
    button.addEventListener("click", () => play(move));
    rows.push(el("li", {}, button));
  }
  byId("worth", HTMLElement).replaceChildren(...rows);
  tellLine(values.moves[0]?.line ?? []);
  byId("source", HTMLElement).textContent = [values.source, ...values.notes].join("; ");
}

/**
 * The bar that shows who stands better.
 * @param {Values|null} values
 * @param {State} state
 * @param {boolean} ended Whether the end of the game is on the board.
 */
export function showBar(values, { rules: { sides }, outcome }, ended) {
  const fill = byId("fill", HTMLElement);
  const words = byId("words", HTMLElement);
  const percent = Math.round((values?.share ?? 0.5) * 100);
  fill.style.width = `${percent}%`;
  const mover = sides[values?.mover === "second" ? 1 : 0];
  const text = values ? `${mover} ${values.value.chance === undefined ? values.value.words : `has ${values.value.words}`}` : "…";
  words.textContent = ended && outcome ? outcome.words : text;
  const bar = byId("bar", HTMLElement);
  bar.setAttribute("aria-valuenow", String(percent));
  bar.setAttribute("aria-valuetext", words.textContent);
}
