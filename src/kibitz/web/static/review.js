// A game gone through: a graph of who stood how, what each move gave away, and practice.

import { el, svg } from "./dom.js";

/** @typedef {{ply: number, side: string, label: string, critical: boolean, move: string, best: string}} Decision */
/**
 * @typedef {{prospects: number[], decisions: Decision[], words: string[], exact: boolean,
 *   rows: {what: string, values: string, verdict: string}[]}} Found
 */

/** Labels of moves after which there was nothing better to find. */
const FINE = ["forced", "best", "good", "slower", "loses sooner", "unclear"];
const [WIDTH, HEIGHT] = [300, 90];

/** The part of the page that a review is shown in. */
export class Review {
  /**
   * @param {HTMLElement} place
   * @param {(ply: number) => void} look
   * @param {(ply: number) => void} practise
   */
  constructor(place, look, practise) {
    this.place = place;
    this.look = look;
    this.practise = practise;
    /** @type {Found|null} */
    this.found = null;
    this.mark = svg("line", { y1: 0, y2: HEIGHT, class: "here" });
  }

  /** Take it away. */
  clear() {
    this.found = null;
    this.place.replaceChildren();
  }

  /** @param {number} [done] @param {number} [total] */
  wait(done, total) {
    const progress = el("progress", { "aria-label": "Reviewing" });
    if (total) {
      progress.max = total;
      progress.value = done ?? 0;
    }
    this.place.replaceChildren(el("h2", {}, "Review"), progress);
  }

  /** Where a ply lies on the graph. @param {number} ply */
  #x(ply) {
    return (WIDTH * ply) / Math.max(1, (this.found?.prospects.length ?? 2) - 1);
  }

  /**
   * @param {Found} found
   * @param {import("./types.js").State} state
   */
  show(found, state) {
    this.found = found;
    const rows = el("ol", { className: "verdicts" }, ...found.rows.map((row, index) => this.#row(row, index)));
    this.place.replaceChildren(el("h2", {}, "Review"), this.#graph(found, state),
      ...found.words.map((line) => el("p", { className: "quiet" }, line)),
      ...(found.exact ? [] : [el("p", { className: "quiet" }, "Values are by search, so they may err.")]), rows);
    this.at(state.ply);
  }

  /**
   * @param {Found} found
   * @param {import("./types.js").State} state
   */
  #graph(found, state) {
    const points = found.prospects.map((share, ply) => `${this.#x(ply)} ${HEIGHT * (1 - share)}`);
    const label = `${state.rules.sides[0]} above, ${state.rules.sides[1]} below: the prospects after each move`;
    const graph = svg("svg", { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, class: "graph", role: "img", "aria-label": label },
      svg("path", { d: `M0 ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}Z`, class: "area" }),
      svg("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "even" }),
      svg("path", { d: `M${points.join("L")}`, class: "course" }), this.mark,
      svg("text", { x: 4, y: 11, class: "whose" }, `▲ ${state.rules.sides[0]}`),
      svg("text", { x: 4, y: HEIGHT - 3, class: "whose" }, `▼ ${state.rules.sides[1]}`));
    for (const { ply, label: said } of found.decisions)
      if (!FINE.includes(said))
        graph.append(svg("circle", { cx: this.#x(ply + 1), cy: HEIGHT * (1 - found.prospects[ply + 1]), r: 4, class: "fault" }));
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const share = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width;
      this.look(Math.round(Math.min(1, Math.max(0, share)) * (found.prospects.length - 1)));
    });
    return /** @type {any} */ (graph);
  }

  /** @param {Found["rows"][number]} row @param {number} ply */
  #row({ what, values, verdict }, ply) {
    const go = el("button", { type: "button" }, el("b", {}, what), ` ${values.replace("->", "→")} `, el("em", {}, verdict));
    go.addEventListener("click", () => this.look(ply + 1));
    const item = el("li", {}, go);
    const decision = this.found?.decisions.find((one) => one.ply === ply);
    if (decision && !FINE.includes(decision.label)) {
      item.className = "fault";
      const again = el("button", { type: "button", className: "practise" }, "Find better");
      again.setAttribute("aria-label", `Find a better move than ${what}`);
      again.addEventListener("click", () => this.practise(ply));
      item.append(again);
    }
    return item;
  }

  /** Show which ply is on the board. @param {number} ply */
  at(ply) {
    if (!this.found) return;
    for (const name of ["x1", "x2"]) this.mark.setAttribute(name, String(this.#x(ply)));
  }
}
