// The board: drawn in SVG, with a grid of cells over it that is clicked, dragged and walked with keys.

import { el, mayMove, svg } from "./dom.js";
import { ground, piece, rack } from "./pieces.js";
import { SHAPES, badge, bestOf } from "./values.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Values} Values */
/** @typedef {import("./types.js").Gesture} Gesture */

/** Up to so many cells, empty ones show their names. */
const NAMED = 100;
/** Of more moves than the first number, only so many best ones are labelled; the others show a shape. */
const [MANY, LABELLED] = [60, 9];

/** Shows a view of a game; a move that a person makes is told by the event "move", with its notation. */
export class BoardElement extends HTMLElement {
  constructor() {
    super();
    /** @type {View|null} */
    this.view = null;
    /** @type {Values|null} */
    this.values = null;
    /** @type {string[]} */
    this.sides = [];
    /** A move to point out. */
    this.hinted = "";
    this.playable = false;
    this.flipped = false;
    /** The stone or cell that was touched first. @type {number|null} */
    this.picked = null;
    /** The number that was touched first. */
    this.choice = "";
    /** The cell that the keyboard is on. */
    this.at = 0;
    this.built = "";
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {Map<string, {drawn: SVGElement, cell: number}>} */
    this.pieces = new Map();
    this.justDragged = false;
  }

  /** @returns {Board|null} */
  get board() {
    return this.view?.board ?? null;
  }

  /**
   * @param {View} view
   * @param {{sides: string[], playable: boolean, animate: boolean}} how
   */
  show(view, { sides, playable, animate }) {
    this.view = view;
    this.sides = sides;
    this.playable = playable;
    this.values = null;
    this.hinted = "";
    this.choice = "";
    this.picked = null;
    const board = view.board;
    if (!board) {
      this.#showPlain(view);
      return;
    }
    const shape = `${board.look} ${board.width}x${board.height} ${this.flipped}`;
    if (this.built !== shape) {
      this.built = shape;
      this.#build(board);
      animate = false;
    }
    const starts = new Set(board.gestures.map((g) => g.from));
    if (playable && starts.size === 1) this.picked = board.gestures[0].from;
    this.#place(board, animate && mayMove());
    this.#mark(board, view);
    this.refresh();
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    this.built = "";
  }

  /** @param {Values|null} values */
  showValues(values) {
    this.values = values;
    this.refresh();
  }

  /** Point out a move. @param {string} move */
  showHint(move) {
    this.hinted = move;
    const gesture = this.board?.gestures.find((g) => g.move === move);
    if (gesture?.choice) this.choice = gesture.choice;
    else if (gesture?.from !== undefined) this.picked = gesture.from;
    this.refresh();
  }

  /** Where a cell is drawn. @param {number} cell */
  #spot(cell) {
    const { width, height, look } = /** @type {Board} */ (this.board);
    let [x, y] = [cell % width, Math.floor(cell / width)];
    if (this.flipped) [x, y] = [width - 1 - x, look === "discs" ? y : height - 1 - y];
    return { x, y };
  }

  /** @param {Board} board */
  #build(board) {
    const { width, height, look } = board;
    const foot = look === "discs" ? 0.5 : 0;
    this.pieces.clear();
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height + foot}`, class: "picture", "aria-hidden": "true" });
    this.under = svg("g");
    this.stones = svg("g");
    this.over = svg("g");
    const names = svg("g");
    picture.append(ground(board), this.under, names, this.stones);
    if (look === "discs") picture.append(rack(board));
    picture.append(this.over);
    const grid = el("div", { className: "cells", role: "grid", "aria-label": "Board" });
    grid.style.height = `${(100 * height) / (height + foot)}%`;
    this.cells = new Array(width * height);
    const named = width * height <= NAMED && look !== "discs";
    for (let y = 0; y < height; y++) {
      const row = el("div", { className: "row", role: "row" });
      for (let x = 0; x < width; x++) {
        const cell = this.#cellAt(x, y);
        this.cells[cell] = el("div", { className: "cell", role: "gridcell", tabIndex: -1 });
        this.cells[cell].dataset.cell = String(cell);
        row.append(this.cells[cell]);
        if (named) {
          const small = 0.12;
          const name = svg("text", { x: x + 0.05, y: y + 0.03 + small, "font-size": small, class: "name" }, board.names[cell]);
          names.append(name);
        }
        if (y === 0 && look === "discs")
          picture.append(svg("text", { x: x + 0.5, y: height + 0.27, "font-size": 0.3, class: "column" }, String((cell % width) + 1)));
      }
      grid.append(row);
    }
    this.at = Math.min(this.at, width * height - 1);
    this.tray = el("div", { className: "tray", role: "toolbar", "aria-label": "Numbers to place" });
    const large = width * height > 30 ? " large" : "";
    const frame = el("div", { className: `frame ${look}${large}` }, /** @type {any} */ (picture), grid);
    frame.style.aspectRatio = `${width} / ${height + foot}`;
    grid.addEventListener("click", (event) => this.#clicked(event));
    grid.addEventListener("keydown", (event) => this.#keyed(event));
    grid.addEventListener("focusin", (event) => this.#focused(event));
    grid.addEventListener("pointerover", (event) => this.#pointed(cellOf(event.target)));
    grid.addEventListener("pointerdown", (event) => this.#pressed(event));
    this.replaceChildren(frame, this.tray);
  }

  /** The cell that is drawn somewhere. @param {number} x @param {number} y */
  #cellAt(x, y) {
    const { width, height, look } = /** @type {Board} */ (this.board);
    if (!this.flipped) return y * width + x;
    return (look === "discs" ? y : height - 1 - y) * width + (width - 1 - x);
  }

  /**
   * Put every piece where it is now; what is new or moved is seen to come.
   * @param {Board} board
   * @param {boolean} animate
   */
  #place(board, animate) {
    const gone = new Map(this.pieces);
    for (const one of board.pieces) {
      const key = board.look === "stones" ? `${one.side} ${one.text}` : `${one.cell} ${one.side} ${one.text}`;
      const { x, y } = this.#spot(one.cell);
      const there = `translate(${x + 0.5}px, ${y + 0.5}px)`;
      const known = gone.get(key);
      gone.delete(key);
      if (known) {
        const before = known.drawn.style.transform;
        known.drawn.style.transform = there;
        if (known.cell !== one.cell && animate) {
          this.stones?.append(known.drawn);
          known.drawn.animate([{ transform: before }, { transform: there }], { duration: 260, easing: "ease-in-out" });
        }
        known.cell = one.cell;
        continue;
      }
      const drawn = piece(board.look, one.side, one.text);
      drawn.style.transform = there;
      this.stones?.append(drawn);
      this.pieces.set(key, { drawn, cell: one.cell });
      if (!animate) continue;
      if (board.look === "discs") {
        const above = `translate(${x + 0.5}px, -0.5px)`;
        drawn.animate([{ transform: above }, { transform: there }],
          { duration: 140 + 60 * y, easing: "cubic-bezier(.5, 0, .9, .6)" });
      } else {
        drawn.animate([{ transform: `${there} scale(.3)`, opacity: 0 }, { transform: there, opacity: 1 }],
          { duration: 180, easing: "ease-out" });
      }
    }
    for (const [key, { drawn }] of gone) {
      this.pieces.delete(key);
      if (!animate) drawn.remove();
      else drawn.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 250 }).onfinish = () => drawn.remove();
    }
  }

  /** The last move and the lines that decided. @param {Board} board @param {View} view */
  #mark(board, view) {
    this.under?.replaceChildren();
    this.over?.replaceChildren();
    const { last } = view;
    for (const [cell, name] of /** @type {[number|null|undefined, string][]} */ ([[last?.from, "from"], [last?.to, "last"]])) {
      if (cell === null || cell === undefined) continue;
      const { x, y } = this.#spot(cell);
      if (board.look === "discs") this.over?.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.36, class: "lastring" }));
      else this.under?.append(svg("rect", { x, y, width: 1, height: 1, class: name }));
    }
    for (const line of board.lines) {
      const [a, b] = [this.#spot(line[0]), this.#spot(line[line.length - 1])];
      const layer = board.look === "numbers" ? this.under : this.over;
      layer?.append(svg("path", { d: `M${a.x + 0.5} ${a.y + 0.5}L${b.x + 0.5} ${b.y + 0.5}`, class: "won" }));
    }
  }

  /** Labels, marks of what can be touched, and values. */
  refresh() {
    const { board } = this;
    if (!board) {
      this.#refreshPlain();
      return;
    }
    const lying = new Map(board.pieces.map((one) => [one.cell, one]));
    const worth = this.#worth(board);
    this.cells.forEach((cell, index) => {
      const one = lying.get(index);
      const can = this.playable && this.#touches(board, index);
      const target = this.playable && this.#gestures(board, index).length > 0;
      cell.tabIndex = index === this.at ? 0 : -1;
      cell.classList.toggle("can", can);
      cell.classList.toggle("target", target && board.look !== "discs" && !(one && board.look !== "stones"));
      cell.classList.toggle("landing", target && board.look === "discs" && board.gestures.some((g) => g.to === index));
      cell.classList.toggle("taken", Boolean(one));
      cell.classList.toggle("movable", this.playable && board.gestures.some((g) => g.from === index));
      cell.classList.toggle("picked", this.picked === index);
      cell.classList.toggle("hinted", board.gestures.some((g) => g.move === this.hinted && g.to === index));
      const known = worth.get(index);
      cell.replaceChildren(...(known ? [known.drawn] : []));
      const what = !one ? "empty" : board.look === "marks" || board.look === "discs" ? this.sides[one.side]
        : `${this.sides[one.side]} ${one.text}`;
      const words = [board.names[index], what];
      if (this.picked === index && can) words.push("chosen");
      if (can) words.push(board.look === "stones" && !target ? "can move" : "can be played");
      if (known) words.push(known.words);
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-disabled", String(!can));
    });
    this.#fillTray(board);
  }

  /**
   * The gestures that end on a cell with what was touched first; on discs the whole column counts.
   * @param {Board} board @param {number} cell @returns {Gesture[]}
   */
  #gestures(board, cell) {
    return board.gestures.filter((g) => {
      if (board.look === "discs") return g.to % board.width === cell % board.width;
      if (g.to !== cell) return false;
      if (board.look === "stones") return g.from === this.picked;
      return !this.choice || g.choice === this.choice;
    });
  }

  /** Whether touching a cell does something. @param {Board} board @param {number} cell */
  #touches(board, cell) {
    return this.#gestures(board, cell).length > 0 || board.gestures.some((g) => g.from === cell);
  }

  /**
   * The value to show on each cell: that of its best move.
   * @param {Board} board
   */
  #worth(board) {
    /** @type {Map<number, {drawn: HTMLElement, words: string}>} */
    const found = new Map();
    if (!this.values) return found;
    const moves = this.values.moves;
    const stars = bestOf(this.values);
    const free = board.look === "stones" && this.picked === null;
    for (const [rank, { move, value }] of moves.entries()) {
      const gesture = board.gestures.find((g) => g.move === move);
      if (!gesture || found.has(gesture.to)) continue;
      if (board.look === "stones" && !free && gesture.from !== this.picked) continue;
      if (this.choice && gesture.choice !== this.choice) continue;
      const { kind, short } = badge(value);
      const best = stars.has(move);
      const drawn = moves.length > MANY && rank >= LABELLED ? el("span", { className: `shape ${kind}` }, SHAPES[kind])
        : el("span", { className: `badge ${kind}${best ? " best" : ""}` }, short);
      drawn.ariaHidden = "true";
      found.set(gesture.to, { drawn, words: `${move} ${value.words}${best ? ", best" : ""}` });
    }
    return found;
  }

  /** @param {Board} board */
  #fillTray(board) {
    const choices = [...new Set(board.gestures.map((g) => g.choice).filter(Boolean))];
    choices.sort((a, b) => Number(a) - Number(b));
    if (!this.tray) return;
    this.tray.hidden = board.look !== "numbers";
    this.tray.replaceChildren(...choices.map((choice) => {
      const button = el("button", { type: "button", className: "number", disabled: !this.playable }, choice);
      button.setAttribute("aria-pressed", String(choice === this.choice));
      const found = this.picked === null ? null : this.#valueOf(board, this.picked, choice);
      if (found) button.append(found);
      button.addEventListener("click", () => this.#chose(choice));
      button.addEventListener("pointerdown", (event) => this.#grab(event, choice, choice, null));
      return button;
    }));
    if (!choices.length && board.look === "numbers") this.tray.append(el("span", { className: "quiet" }, "\u00a0"));
  }

  /** @param {Board} board @param {number} cell @param {string} choice */
  #valueOf(board, cell, choice) {
    const gesture = board.gestures.find((g) => g.to === cell && g.choice === choice);
    const known = this.values?.moves.find((m) => m.move === gesture?.move);
    if (!known) return null;
    const { kind, short } = badge(known.value);
    const best = this.values && bestOf(this.values).has(known.move);
    return el("span", { className: `badge ${kind}${best ? " best" : ""}`, title: known.value.words }, short);
  }

  // What a person does

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.justDragged) {
      this.justDragged = false;
      return;
    }
    const cell = cellOf(event.target);
    if (cell !== null) this.touch(cell);
  }

  /** A cell was touched. @param {number} cell */
  touch(cell) {
    const { board } = this;
    if (!board) return;
    this.at = cell;
    if (!this.playable) return;
    const here = this.#gestures(board, cell);
    if (here.length === 1) this.#play(here[0].move);
    else if (here.length > 1) {
      this.picked = this.picked === cell ? null : cell;
      this.refresh();
      this.tray?.querySelector("button")?.focus();
    } else if (board.gestures.some((g) => g.from === cell)) {
      this.picked = this.picked === cell && new Set(board.gestures.map((g) => g.from)).size > 1 ? null : cell;
      this.refresh();
    } else if (board.look === "stones" && board.gestures.filter((g) => g.to === cell).length === 1) {
      this.#play(board.gestures.filter((g) => g.to === cell)[0].move);
    } else if (board.look === "marks" || board.look === "discs") {
      // Not allowed; the server says why.
      this.#play(board.look === "marks" ? board.names[cell] : String((cell % board.width) + 1));
    }
  }

  /** @param {string} choice */
  #chose(choice) {
    const { board } = this;
    if (!board || this.justDragged) {
      this.justDragged = false;
      return;
    }
    const gesture = board.gestures.find((g) => g.to === this.picked && g.choice === choice);
    if (gesture) {
      const { at } = this;
      this.#play(gesture.move);
      this.cells[at]?.focus();
      return;
    }
    this.choice = this.choice === choice ? "" : choice;
    this.refresh();
    this.cells[this.at]?.focus();
  }

  /** @param {string} move */
  #play(move) {
    this.dispatchEvent(new CustomEvent("move", { detail: move }));
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.at = cell;
    this.#pointed(cell);
    for (const [index, one] of this.cells.entries()) one.tabIndex = index === cell ? 0 : -1;
  }

  /** Tell which valued move is pointed at. @param {number|null} cell */
  #pointed(cell) {
    const { board, values } = this;
    if (cell === null || !board || !values) return;
    const here = new Set(this.#gestures(board, cell).map((g) => g.move));
    const best = values.moves.find(({ move }) => here.has(move));
    if (best) this.dispatchEvent(new CustomEvent("point", { detail: best.line }));
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { board } = this;
    if (!board || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const { x, y } = this.#spot(this.at);
    if (step) {
      const to = [Math.max(0, Math.min(board.width - 1, x + step[0])), Math.max(0, Math.min(board.height - 1, y + step[1]))];
      this.cells[this.#cellAt(to[0], to[1])].focus();
    } else if (event.key === "Enter" || event.key === " ") this.touch(this.at);
    else if (event.key === "Escape" && (this.picked !== null || this.choice)) {
      this.picked = null;
      this.choice = "";
      this.refresh();
    } else if (/^[0-9]$/.test(event.key) && this.playable && this.#typedDigit(board, event.key)) {
      // done
    } else return;
    event.preventDefault();
  }

  /** A digit is a column of discs, or a number for the cell. @param {Board} board @param {string} digit */
  #typedDigit(board, digit) {
    const gesture = board.look === "numbers" ? board.gestures.find((g) => g.to === this.at && g.choice === digit)
      : board.look === "discs" && board.width < 10 ? board.gestures.find((g) => g.move === digit) : undefined;
    if (gesture) this.#play(gesture.move);
    return Boolean(gesture);
  }

  // Dragging

  /** @param {PointerEvent} event */
  #pressed(event) {
    const cell = cellOf(event.target);
    const { board } = this;
    if (cell === null || !board || board.look !== "stones" || !board.gestures.some((g) => g.from === cell)) return;
    const one = board.pieces.find((p) => p.cell === cell);
    this.#grab(event, one?.text ?? "", "", cell);
  }

  /**
   * A stone or a number follows the pointer until it is let go over a cell.
   * @param {PointerEvent} event @param {string} text @param {string} choice @param {number|null} from
   */
  #grab(event, text, choice, from) {
    const { board } = this;
    if (!board || !this.playable || event.button !== 0) return;
    const [startX, startY] = [event.clientX, event.clientY];
    const side = this.view?.mover === "first" ? 0 : 1;
    /** @type {HTMLElement|null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost && Math.hypot(now.clientX - startX, now.clientY - startY) < 8) return;
      if (!ghost) {
        ghost = el("div", { className: `ghost side${side} ${board.look}` }, text);
        document.body.append(ghost);
        if (from !== null) this.picked = from;
        if (choice) this.choice = choice;
        this.refresh();
      }
      ghost.style.left = `${now.clientX}px`;
      ghost.style.top = `${now.clientY}px`;
    };
    const end = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      this.justDragged = true;
      setTimeout(() => (this.justDragged = false), 50);
      const cell = now.type === "pointerup" ? cellOf(document.elementFromPoint(now.clientX, now.clientY)) : null;
      const gesture = board.gestures.find((g) => g.to === cell && g.from === from && g.choice === choice);
      this.choice = "";
      if (gesture) this.#play(gesture.move);
      this.refresh();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // Games without a board: their picture in text, and a button for every move.

  /** @param {View} view */
  #showPlain(view) {
    this.built = "";
    const moves = el("div", { className: "choices", role: "group", "aria-label": "Moves" });
    const picture = el("pre", { className: "plain", tabIndex: 0, role: "region", "aria-label": "Board" }, view.text ?? "");
    this.replaceChildren(picture, moves);
    this.#refreshPlain();
  }

  #refreshPlain() {
    const moves = this.querySelector(".choices");
    if (!moves || !this.view || this.view.turn === "chance") return;
    const focused = moves.contains(document.activeElement);
    moves.replaceChildren(...this.view.legal.map((move) => {
      const button = el("button", { type: "button", disabled: !this.playable }, move);
      const known = this.values?.moves.find((m) => m.move === move);
      if (known) {
        const { kind, short } = badge(known.value);
        const best = this.values && bestOf(this.values).has(move);
        button.append(" ", el("span", { className: `badge ${kind}${best ? " best" : ""}`, title: known.value.words }, short));
      }
      button.addEventListener("click", () => this.#play(move));
      return button;
    }));
    if (focused) moves.querySelector("button")?.focus();
  }
}

/** The number of the cell that an element belongs to. @param {EventTarget|null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest(".cell") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
}

customElements.define("kb-board", BoardElement);
