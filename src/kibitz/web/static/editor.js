// A position put together by hand: pieces are placed by touching or dragging, or it is written as a text.

import { BoardElement, still } from "./board.js";
import { announce, capital, el, fill, svg } from "./dom.js";
import { openDialog } from "./dialog.js";
import { cellOf, follow } from "./drag.js";
import { Refusal, call } from "./link.js";
import { extent, paint, pieceOf } from "./shapes.js";
import { said, t } from "./texts.js";

/** @typedef {import("./protocol.js").Supply} Kind */
/** @typedef {import("./protocol.js").Arranged} Arranged */

/**
 * @param {import("./protocol.js").GameRules} rules
 * @param {string} text The position to begin with.
 * @param {(position: string) => Promise<void>} use
 */
export function editPosition(rules, text, use) {
  openDialog(t("editPosition"), (close) => new Editor(rules, text, async (position) => (await use(position), close())).parts, "editor");
}

class Editor {
  /** @param {import("./protocol.js").GameRules} rules @param {string} text @param {(position: string) => Promise<void>} use */
  constructor(rules, text, use) {
    this.rules = rules;
    this.table = new BoardElement();
    this.table.editing = true;
    /** @type {Kind[]} */
    this.supply = [];
    /** What lies on each cell, by its place in the supply; -1 for nothing. @type {number[]} */
    this.cells = [];
    /** What a touch puts down; -1 takes away. */
    this.chosen = 0;
    /** @type {import("./protocol.js").Board|null} */
    this.board = null;
    this.asked = 0;
    this.tray = el("div", { class: "supply", role: "toolbar", "aria-label": t("supply") });
    this.field = el("textarea", { rows: 2, spellcheck: false, "aria-label": t("positionText"), value: text });
    this.side = el("select", { "aria-label": t("whoMoves"), onchange: () => void this.#put() },
      ...rules.sides.map((name, side) => el("option", { value: side ? "second" : "first" }, t("toMove", { who: capital(name) }))));
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.go = el("button", { type: "button", class: "primary", onclick: () => use(this.field.value.trim()).catch((error) => this.#complain(error)) }, t("analyseThis"));
    const clear = el("button", { type: "button", onclick: () => (this.cells.fill(-1), void this.#put()) }, t("clearBoard"));
    const start = el("button", { type: "button", onclick: () => void this.#read("") }, t("startPosition"));
    this.tools = el("div", { class: "buttons" }, this.side, clear, start);
    this.parts = [el("p", { class: "quiet" }, t("editLead")), this.table, this.tray, this.tools, this.field, this.trouble, el("div", { class: "buttons end" }, this.go)];
    let timer = 0;
    this.field.addEventListener("input", () => (clearTimeout(timer), (timer = window.setTimeout(() => this.#read(this.field.value.trim()), 250))));
    // Nobody may move here, so the board refuses every touch: by then we know which cell it was.
    this.table.addEventListener("refused", (event) => this.#touched(/** @type {CustomEvent<number>} */ (event).detail));
    this.table.addEventListener("pointerdown", (event) => this.#taken(event));
    void this.#read(text);
  }

  /** Read a position from a text. @param {string} position */
  async #read(position) {
    await this.#ask({ position }, position === "");
  }

  /** What lies on the board now. */
  async #put() {
    this.#draw();
    await this.#ask({ pieces: this.cells, side: this.side.value }, true);
  }

  /** @param {Record<string, unknown>} what @param {boolean} write Whether the text follows. */
  async #ask(what, write) {
    const number = ++this.asked;
    try {
      const found = await call("POST /api/arrange", { game: this.rules.spec, ...what });
      if (number !== this.asked) return;
      if (write) this.field.value = found.position;
      this.trouble.textContent = "";
      this.go.disabled = false;
      this.#show(found);
    } catch (error) {
      if (number === this.asked) this.#complain(error);
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    const words = error instanceof Refusal ? error.original : String(error);
    this.trouble.textContent = capital(said(words.replace(/^'.*' is not a position of .*?: /, ""))); // one sees which
    this.go.disabled = true;
  }

  /** @param {Arranged} found */
  #show({ board, view, supply, chooses }) {
    this.board = board;
    this.tray.hidden = this.tools.hidden = !supply.length;
    this.side.value = view.mover;
    this.side.hidden = !chooses;
    if (this.supply.length !== supply.length) {
      this.supply = supply;
      this.#offer();
    }
    if (!board || !supply.length) {
      void this.table.show(board, still(view), { sides: this.rules.sides });
      return;
    }
    this.cells = new Array(board.width * board.height).fill(-1);
    for (const [cell, side, shape, text] of view.pieces ?? []) this.cells[cell] = supply.findIndex((kind) => kind[0] === side && kind[1] === shape && kind[2] === text);
    this.#draw();
  }

  #draw() {
    paint(this.tray, this.board?.colours);
    /** @type {import("./protocol.js").Piece[]} */
    const pieces = [];
    this.cells.forEach((kind, cell) => kind >= 0 && pieces.push([cell, ...this.supply[kind]]));
    const { wide, high } = extent(/** @type {import("./protocol.js").Board} */ (this.board));
    this.table.style.setProperty("--shape", String(wide / high));
    void this.table.show(this.board, still({ pieces }), { sides: this.rules.sides });
  }

  /** The pieces to put on the board, and the eraser. */
  #offer() {
    const choose = (/** @type {number} */ kind) => {
      this.chosen = kind;
      for (const [place, one] of [...this.tray.children].entries()) one.setAttribute("aria-pressed", String(place - 1 === kind));
    };
    fill(this.tray, ...[/** @type {Kind|null} */ (null), ...this.supply].map((kind, place) => {
      const drawn = svg("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, kind ? pieceOf(kind[1], kind[0], kind[2]) : svg("path", { d: "M-.3 0a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0M-.2-.2.2.2", class: "eraser" }));
      const name = kind ? kind[3] || [this.rules.sides[kind[0]], kind[2]].filter(Boolean).join(" ") : t("takeAway");
      const made = el("button", { type: "button", class: "kind", "aria-label": name, title: name, "aria-pressed": String(place - 1 === this.chosen), onclick: () => choose(place - 1) }, /** @type {any} */ (drawn));
      if (kind) made.addEventListener("pointerdown", (event) => event.button === 0 && follow(event, pieceOf(kind[1], kind[0], kind[2]), this.table, () => choose(place - 1), (cell) => cell !== null && this.#set(cell, place - 1)));
      return made;
    }));
  }

  /** A piece is taken from its cell: to another, or off the board. @param {PointerEvent} event */
  #taken(event) {
    const from = cellOf(event.target);
    const kind = from === null ? -1 : this.cells[from];
    if (from === null || kind === undefined || kind < 0 || event.button !== 0) return;
    const [side, shape, text] = this.supply[kind];
    follow(event, pieceOf(shape, side, text), this.table, () => {
      this.cells[from] = -1;
      this.#draw();
    }, (to) => {
      if (to === null) void this.#put();
      else this.#set(to, kind);
    });
  }

  /** @param {number} cell */
  #touched(cell) {
    if (this.supply.length) this.#set(cell, this.cells[cell] === this.chosen ? -1 : this.chosen);
  }

  /** @param {number} cell @param {number} kind */
  #set(cell, kind) {
    this.cells[cell] = kind;
    announce(`${this.board?.names[cell]}: ${kind < 0 ? t("empty") : this.supply[kind][3]}`);
    void this.#put();
  }
}
