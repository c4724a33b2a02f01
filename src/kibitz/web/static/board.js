// The board: drawn in SVG from the server's board view, with a grid of touchable cells over it.
// It knows grounds, shapes and gestures, and no game.

import { el, fill, mayMove, svg } from "./dom.js";
import { Hands } from "./hands.js";
import { Motion } from "./motion.js";
import { arrow, extent, groundOf, paint, pieceOf, rackOf } from "./shapes.js";
import { t } from "./texts.js";
import { SHAPES, badge, bestOf, valueWords } from "./values.js";

/** @typedef {import("./protocol.js").Board} Board */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Analysis} Values */
/** @typedef {import("./protocol.js").Gesture} Gesture */

/** Of more moves than the first number, only so many best ones are labelled; of the others those that are known show a shape. */
const [MANY, LABELLED] = [40, 9];
/** Where many pieces may move and none is chosen, so many best moves are labelled and have arrows. */
const ARROWS = 3;
/** On cells of fewer pixels only a shape has room. */
const NARROW = 34;
/** Of more pieces that may move than this, none is pointed out. */
const FEW = 6;

/**
 * Shows a position. Tells by events: "move" (the notation of a move that a person makes), "refused" (a cell
 * that can't be touched), "point" (a move that is pointed at, or null).
 */
export class BoardElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Board|null} */
    this.board = null;
    /** @type {View|null} */
    this.view = null;
    /** What the sides are called. @type {string[]} */
    this.sides = [];
    this.flipped = false;
    /** Whether a person may move now. */
    this.open = false;
    /** The side whose move may be made early, to wait for its turn; -1 for none. */
    this.queues = -1;
    /** Whether every cell may be touched, as pieces are put together. */
    this.editing = false;
    /** @type {Values|null} */
    this.values = null;
    /** Moves to point out, and how. @type {[move: string, kind: string][]} */
    this.pointed = [];
    this.built = "";
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.motion = new Motion(this);
    this.hands = new Hands(this);
    this.under = svg("g");
    this.stones = svg("g");
    this.over = svg("g");
    /** What may come. */
    this.airy = svg("g", { class: "airy" });
    /** Pieces beside the board; the owner of the board places them. */
    this.tray = el("div", { class: "tray" });
  }

  /** @returns {Gesture[]} */
  get gestures() {
    return this.view?.gestures ?? [];
  }

  /**
   * Show a position; resolves when everything has come to rest.
   * @param {Board|null} board
   * @param {View} view
   * @param {{flipped?: boolean, animate?: boolean, sides?: string[]}} [how]
   */
  async show(board, view, { flipped = this.flipped, animate = false, sides = this.sides } = {}) {
    this.motion.settle();
    [this.view, this.sides] = [view, sides];
    this.values = null;
    this.pointed = [];
    this.hands.letGo();
    const shape = JSON.stringify([board && { ...board, ghosts: 0 }, flipped]);
    if (this.built !== shape) {
      [this.built, this.board, this.flipped] = [shape, board, flipped];
      if (board) this.#build(board);
      else this.#buildPlain();
      animate = false;
    }
    this.board = board;
    if (!board) {
      this.refresh();
      return;
    }
    this.under.replaceChildren();
    this.over.replaceChildren();
    this.airy.replaceChildren();
    this.refresh();
    await this.motion.place(view, animate && mayMove());
    if (this.view !== view) return; // something newer is shown already
    this.#mark(view);
    this.refresh();
  }

  /** Whether a person may move. @param {boolean} open */
  setOpen(open) {
    if (this.open === open) return;
    this.open = open;
    this.classList.toggle("open", open);
    if (!open) this.hands.letGo();
    this.refresh();
    if (open) this.hands.release();
  }

  /** Whose moves may be made early. @param {number} side */
  setQueue(side) {
    this.queues = side;
    if (side < 0) this.hands.early = null;
  }

  /** Say something at a cell for a moment, such as why it is refused. @param {number} cell @param {string} words */
  say(cell, words) {
    this.querySelector(".bubble")?.remove();
    const [place, frame] = [this.cells[cell], this.querySelector(".frame")];
    if (!place || !frame) return;
    const bubble = el("p", { class: "toast bubble" }, words);
    frame.append(bubble);
    const [at, all] = [place.getBoundingClientRect(), frame.getBoundingClientRect()];
    bubble.style.left = `${Math.max(0, Math.min(at.left - all.left + at.width / 2 - bubble.offsetWidth / 2, all.width - bubble.offsetWidth))}px`;
    bubble.style.top = `${at.top - all.top > bubble.offsetHeight + 4 ? at.top - all.top - bubble.offsetHeight - 4 : at.bottom - all.top + 4}px`;
    setTimeout(() => bubble.remove(), Math.min(8000, 2500 + 45 * words.length));
  }

  /** @param {Values|null} values */
  showValues(values) {
    this.values = values;
    this.refresh();
  }

  /** Point out moves: arrows where pieces go, rings where they come to lie. @param {[string, string][]} moves */
  point(moves) {
    this.pointed = moves;
    this.refresh();
  }

  /** Stones that may come, numbered, as a line is expected. @param {View|null} view After the line. */
  showLine(view) {
    this.airy.replaceChildren();
    if (!view || !this.view) return;
    const here = new Set((this.view.pieces ?? []).map((one) => JSON.stringify(one.slice(0, 4))));
    for (const [cell, side, shape, text] of view.pieces ?? []) {
      if (here.has(JSON.stringify([cell, side, shape, text]))) continue;
      const { x, y } = this.spot(cell);
      const drawn = pieceOf(shape, side, text);
      drawn.style.transform = `translate(${x + 0.5}px, ${y + 0.5}px)`;
      this.airy.append(drawn);
    }
  }

  /** Where a cell is drawn. @param {number} cell */
  spot(cell) {
    const { width, height, falls } = /** @type {Board} */ (this.board);
    const [x, y] = [cell % width, Math.floor(cell / width)];
    return this.flipped ? { x: width - 1 - x, y: falls ? y : height - 1 - y } : { x, y };
  }

  /** The cell that is drawn somewhere. @param {number} x @param {number} y */
  cellAt(x, y) {
    const { width, height, falls } = /** @type {Board} */ (this.board);
    return this.flipped ? (falls ? y : height - 1 - y) * width + (width - 1 - x) : y * width + x;
  }

  /** @param {Board} board */
  #build(board) {
    const { width, height, ground } = board;
    const { left, right, top, bottom, wide, high } = extent(board);
    for (const layer of [this.under, this.stones, this.over, this.airy]) layer.replaceChildren();
    this.motion.forget();
    const picture = svg("svg", { viewBox: `${-left} ${-top} ${wide} ${high}`, class: "picture", "aria-hidden": "true" },
      groundOf(board), this.under);
    if (ground === "rack") picture.append(this.stones, this.airy, rackOf(board), this.over);
    else picture.append(this.stones, this.over, this.airy);
    const grid = el("div", { class: "cells", role: "grid", "aria-label": t("board") });
    this.cells = new Array(width * height);
    for (let y = 0; y < height; y++) {
      const row = el("div", { class: "row", role: "row" });
      for (let x = 0; x < width; x++) {
        const cell = this.cellAt(x, y);
        this.cells[cell] = el("div", { class: "cell", role: "gridcell", tabIndex: -1 });
        this.cells[cell].dataset.cell = String(cell);
        row.append(this.cells[cell]);
      }
      grid.append(row);
    }
    const part = (/** @type {number} */ of, /** @type {number} */ all) => `${(100 * of) / all}%`;
    const inside = { left: part(left, wide), right: part(right, wide), top: part(top, high), bottom: part(bottom, high) };
    Object.assign(grid.style, inside);
    const beside = (/** @type {string[]} */ texts, /** @type {boolean} */ back) => (back ? [...texts].reverse() : texts).map((text) => el("span", {}, text));
    const rows = el("div", { class: "labels beside", "aria-hidden": "true" }, ...beside(board.rows, this.flipped && !board.falls));
    const columns = el("div", { class: "labels below", "aria-hidden": "true" }, ...beside(board.columns, this.flipped));
    Object.assign(rows.style, { top: inside.top, bottom: inside.bottom, width: inside.left });
    Object.assign(columns.style, { left: inside.left, right: inside.right, height: inside.bottom });
    const frame = el("div", { class: `frame ${ground}` }, /** @type {any} */ (picture), rows, columns, grid);
    this.style.setProperty("--wide", String(wide));
    this.style.setProperty("--high", String(high));
    paint(this, board.colours);
    this.hands.attach(grid);
    fill(this, frame);
  }

  /** The last move and the lines that decided. @param {View} view */
  #mark(view) {
    const { ground, falls } = /** @type {Board} */ (this.board);
    for (const cell of view.last ?? []) {
      const { x, y } = this.spot(cell);
      const side = view.pieces?.find((one) => one[0] === cell)?.[1];
      if (ground === "points" && side !== undefined) this.over.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.13, class: `lastspot side${side}` }));
      else if (falls) this.over.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.1, class: "lastdot" }));
      else this.under.append(svg("rect", { x, y, width: 1, height: 1, class: "last" }));
    }
    for (const cell of view.threatened ?? []) {
      const { x, y } = this.spot(cell);
      this.under.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.47, class: "threatened" }));
    }
    for (const line of view.lines ?? []) {
      const [a, b] = [this.spot(line[0]), this.spot(line[line.length - 1])];
      const drawn = svg("path", { d: `M${a.x + 0.5} ${a.y + 0.5}L${b.x + 0.5} ${b.y + 0.5}`, class: `won ${ground}`, pathLength: 1 });
      this.over.append(drawn);
      if (mayMove()) drawn.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 250, easing: "ease-out" });
    }
  }

  /** Labels of cells, marks of touchable ones, and values. */
  refresh() {
    const { board, hands } = this;
    hands.fillTray();
    if (!board || !this.view) {
      this.#refreshPlain();
      return;
    }
    const lying = new Map((this.view.pieces ?? []).map((one) => [one[0], one]));
    const worth = this.#worth();
    const sources = new Set(this.gestures.map(([, , from]) => from));
    this.classList.toggle("many", sources.size > FEW);
    this.cells.forEach((cell, index) => {
      const one = lying.get(index);
      const target = this.open && hands.gesturesTo(index).length > 0;
      const movable = this.open && sources.has(index);
      cell.tabIndex = index === hands.at ? 0 : -1;
      cell.classList.toggle("can", target || movable);
      cell.classList.toggle("target", target);
      cell.classList.toggle("taken", Boolean(one));
      cell.classList.toggle("movable", movable);
      cell.classList.toggle("picked", hands.picked === index);
      cell.classList.toggle("queued", hands.early?.from === index || hands.early?.to === index);
      const known = worth.get(index);
      fill(cell, board.labelled && !one && !known ? el("span", { class: "name", "aria-hidden": "true" }, board.names[index]) : null, known?.drawn);
      const words = [board.names[index], one ? this.#pieceWords(one) : t("empty")];
      if (this.view?.threatened?.includes(index)) words.push(t("threatened"));
      if (hands.picked === index && (target || movable)) words.push(t("chosen"));
      else if (target) words.push(t("canPlay"));
      else if (movable) words.push(t("canMove"));
      if (hands.early?.to === index) words.push(t("queuedHere"));
      if (known) words.push(known.words);
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-disabled", String(!target && !movable && !this.editing));
    });
    this.#drawPointed();
  }

  /** @param {import("./protocol.js").Piece} piece */
  #pieceWords([, side, , text, name]) {
    return name || [this.sides[side], text].filter(Boolean).join(" ");
  }

  #drawPointed() {
    for (const old of this.over.querySelectorAll(".arrow:not(.drawn), .pointed")) old.remove();
    const crowded = this.hands.picked === null && this.classList.contains("many");
    const worth = crowded && !this.pointed.length ? (this.values?.moves.slice(0, ARROWS) ?? []) : [];
    for (const [move, kind] of [...this.pointed, ...worth.map(({ move }, rank) => [move, rank ? "worth other" : "worth"])]) {
      const gesture = this.gestures.find((one) => one[0] === move);
      if (!gesture || gesture[1] === null) continue;
      const to = this.spot(gesture[1]);
      if (gesture[2] !== null) this.over.append(arrow(this.spot(gesture[2]), to, kind));
      else this.over.append(svg("circle", { cx: to.x + 0.5, cy: to.y + 0.5, r: 0.4, class: `pointed ${kind}` }));
    }
  }

  /** The value to show on each cell: that of its best move. */
  #worth() {
    /** @type {Map<number, {drawn: HTMLElement, words: string}>} */
    const found = new Map();
    if (!this.values) return found;
    const { moves } = this.values;
    const stars = bestOf(this.values);
    const tight = (this.cells[0]?.offsetWidth ?? NARROW) < NARROW;
    const { picked, choice } = this.hands;
    const chosen = picked !== null && this.gestures.some(([, , from]) => from === picked);
    const crowded = !chosen && this.classList.contains("many");
    for (const [rank, { move, value }] of moves.entries()) {
      const gesture = this.gestures.find((one) => one[0] === move);
      if (!gesture || gesture[1] === null || found.has(gesture[1])) continue;
      if ((chosen && gesture[2] !== picked) || (choice && gesture[3] !== choice)) continue;
      const { kind, short, exact } = badge(value);
      const best = stars.has(move);
      if (crowded && rank >= ARROWS) break;
      const small = (tight && !crowded) || (moves.length > MANY && rank >= LABELLED && !best);
      if (small && kind === "guess" && !best) continue;
      const drawn = el("span", { class: `pill on ${kind}${exact ? "" : " about"}${best ? " best" : ""}${small ? " small" : ""}`, "aria-hidden": "true" },
        small ? SHAPES[kind] : short);
      found.set(gesture[1], { drawn, words: `${move} ${valueWords(value)}${best ? `, ${t("best")}` : ""}` });
    }
    return found;
  }

  // Games without a look: their picture in text; the moves are buttons below it.

  #buildPlain() {
    this.cells = [];
    this.motion.forget();
    this.style.setProperty("--wide", "1");
    this.style.setProperty("--high", "1");
    fill(this, el("div", { class: "frame plaintext" }, el("pre", { tabIndex: 0, role: "region", "aria-label": t("board") })));
  }

  #refreshPlain() {
    const picture = this.querySelector("pre");
    if (!picture || !this.view) return;
    const text = this.view.text ?? "";
    picture.textContent = text;
    const lines = text.split("\n");
    picture.style.setProperty("--chars", String(Math.max(8, ...lines.map((line) => line.length))));
    picture.style.setProperty("--lines", String(Math.max(4, lines.length)));
  }
}

/** A view with nothing to touch; nothing at all where there is none. @param {Partial<View>} [view] @returns {View} */
export function still(view) {
  return { mover: "first", text: "…", ...view, turn: null, gestures: [] };
}

customElements.define("kb-board", BoardElement);
