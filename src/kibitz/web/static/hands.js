// What a person does on the board: touching, dragging, keys, and choosing where a gesture is not enough.

import { el, fill, svg } from "./dom.js";
import { cellOf, follow } from "./drag.js";
import { draws } from "./drawing.js";
import { isFigure, pieceOf } from "./shapes.js";
import { t } from "./texts.js";
import { bestOf, pill } from "./values.js";

/** @typedef {import("./protocol.js").Gesture} Gesture */

export class Hands {
  /** @param {import("./board.js").BoardElement} board */
  constructor(board) {
    this.board = board;
    /** The cell that was touched first: where a piece comes from, or where one is to lie. @type {number|null} */
    this.picked = null;
    /** What was chosen first. */
    this.choice = "";
    /** The cell that the keyboard is on. */
    this.at = 0;
    this.dragged = false;
    /** What is to be played as soon as it is one's turn. @type {{from?: number, to?: number}|null} */
    this.early = null;
    /** @type {SVGElement|null} */
    this.ghost = null;
    this.kept = false;
    /** Leaves a choice that is open. */
    this.leaveChoice = () => {};
  }

  /** @param {HTMLElement} grid */
  attach(grid) {
    this.at = Math.min(this.at, this.board.cells.length - 1);
    grid.addEventListener("click", (event) => this.#clicked(event));
    grid.addEventListener("keydown", (event) => this.#keyed(event));
    grid.addEventListener("focusin", (event) => this.#focused(event));
    grid.addEventListener("pointerover", (event) => this.#point(event.pointerType === "touch" ? null : cellOf(event.target)));
    grid.addEventListener("pointerleave", () => this.#point(null));
    grid.addEventListener("focusout", () => this.#point(null));
    grid.addEventListener("pointerdown", (event) => this.#pressed(event));
    draws(this.board, grid);
  }

  /** Nothing is touched any more. */
  letGo() {
    this.leaveChoice();
    [this.picked, this.choice] = [null, ""];
    const sources = new Set(this.board.gestures.map(([, , from]) => from));
    // Where only one piece may move, it need not be touched.
    if (this.board.open && sources.size === 1) this.picked = [...sources][0];
    this.#showGhost(null);
  }

  /** The gestures from the first cell touched to this one; where pieces fall, any cell of a column counts. @param {number} cell @returns {Gesture[]} */
  gesturesTo(cell) {
    const { board } = this.board;
    if (!board) return [];
    const chosen = this.picked !== null && this.board.gestures.some(([, , from]) => from === this.picked);
    const castles = chosen ? this.#castles(cell) : null;
    if (castles) return [castles];
    return this.board.gestures.filter(([, to, from, choice]) => {
      if (to === null || (board.falls ? to % board.width !== cell % board.width : to !== cell)) return false;
      if (from !== null && (!chosen || from !== this.picked)) return false;
      return !this.choice || choice === this.choice;
    });
  }

  /** The move by which a king castles that is put on a rook of its own. @param {number} cell @returns {Gesture|null} */
  #castles(cell) {
    const { board, view, gestures } = this.board;
    const at = (/** @type {number|null} */ place) => view?.pieces?.find((one) => one[0] === place);
    const [here, king, rook] = [this.picked, at(this.picked), at(cell)];
    if (!board || here === null || king?.[2] !== "king" || rook?.[2] !== "rook" || king[1] !== rook[1]) return null;
    return gestures.find(([, to, from]) => from === here && to !== null && Math.abs(to - here) === 2 && Math.sign(to - here) === Math.sign(cell - here)
      && Math.floor(to / board.width) === Math.floor(cell / board.width)) ?? null;
  }

  // A move made early, which waits for its turn

  /** Whether a touch was taken as part of a move to be made as soon as it is one's turn. @param {number} cell */
  #queue(cell) {
    const { board, view, gestures, queues } = this.board;
    if (!board || !view || queues < 0) return false;
    const onCells = gestures.filter(([, to]) => to !== null);
    if (onCells.some(([, , from, choice]) => from === null && choice)) return false; // which number, too, is not known yet
    const piece = view.pieces?.find((one) => one[0] === cell);
    if (onCells.length ? onCells.some(([, , from]) => from !== null) : view.turn === "chance") {
      if (this.early?.from !== undefined && this.early.from !== cell && this.early.to === undefined) this.early = { ...this.early, to: cell };
      else if (piece?.[1] === queues && this.early?.from !== cell) this.early = { from: cell };
      else if (this.early) this.early = null;
      else return false;
    } else if (this.early?.to === cell) this.early = null;
    else if (board.falls || !piece) this.early = { to: cell };
    else return false;
    this.board.refresh();
    if (this.early?.to !== undefined) this.board.dispatchEvent(new CustomEvent("queued"));
    return true;
  }

  /** It is one's turn: make the move that waits, if it is one now. */
  release() {
    const { early } = this;
    this.early = null;
    if (!early) return;
    if (early.from !== undefined) this.picked = early.from;
    const found = early.to === undefined ? [] : this.gesturesTo(early.to);
    if (found.length) this.#play((found.find((one) => one[3] === "queen") ?? found[0])[0]);
    else if (early.to !== undefined) this.letGo();
  }

  // Pointers

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const cell = cellOf(event.target);
    // The second half of a double click is no move of its own; it may take up the piece that has come there.
    if (cell !== null && (event.detail < 2 || this.#takesUp(cell))) this.touch(cell);
  }

  /** Whether touching a cell would only pick up its piece. @param {number} cell */
  #takesUp(cell) {
    return this.picked !== cell && !this.gesturesTo(cell).length && this.board.gestures.some(([, , from]) => from === cell);
  }

  /** A cell was touched. @param {number} cell */
  touch(cell) {
    this.at = cell;
    this.leaveChoice();
    if (!this.board.open) {
      if (!this.#queue(cell)) this.#refuse(cell);
      return;
    }
    const here = this.gesturesTo(cell);
    const sources = this.board.gestures.some(([, , from]) => from === cell);
    if (here.length === 1) this.#play(here[0][0]);
    else if (here.length > 1) this.#choose(cell, here);
    else if (sources) this.#pick(this.picked === cell ? null : cell);
    else {
      const only = this.board.gestures.filter(([, to]) => to === cell);
      if (only.length === 1 && this.picked === null) this.#play(only[0][0]);
      else this.#refuse(cell);
    }
  }

  /** @param {number|null} cell */
  #pick(cell) {
    this.picked = cell;
    this.board.refresh();
  }

  /** @param {number} cell */
  #refuse(cell) {
    this.board.dispatchEvent(new CustomEvent("refused", { detail: cell }));
  }

  /** @param {string} move */
  #play(move) {
    this.#showGhost(null);
    this.board.dispatchEvent(new CustomEvent("move", { detail: move }));
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const cell = cellOf(event.target);
    if (event.pointerType !== "touch") event.preventDefault(); // keys go on stepping through the game
    if (cell === null || !this.board.open || event.button !== 0) return;
    this.early = null;
    const from = this.board.gestures.find(([, , source]) => source === cell);
    const piece = this.board.view?.pieces?.find((one) => one[0] === cell);
    if (from && piece) this.#drag(event, pieceOf(piece[2], piece[1], piece[3]), cell, "");
  }

  /**
   * A piece is taken, from a cell or from beside the board.
   * @param {PointerEvent} event @param {SVGElement} drawn @param {number|null} from @param {string} choice
   */
  #drag(event, drawn, from, choice) {
    const left = from === null ? undefined : this.board.motion.drawn.find(({ piece }) => piece[0] === from)?.drawn;
    follow(event, drawn, this.board, () => {
      [this.picked, this.choice] = [from, choice];
      left?.classList.add("lifted");
      this.board.refresh();
    }, (cell) => {
      left?.classList.remove("lifted");
      this.dragged = true;
      setTimeout(() => (this.dragged = false), 50);
      const found = cell === null ? [] : this.gesturesTo(cell);
      if (found.length === 1) this.#play(found[0][0]);
      else if (cell !== null && found.length > 1) this.#choose(cell, found);
      else {
        this.letGo();
        this.board.refresh();
      }
    });
  }

  // Choices

  /**
   * Ask which of several moves on a cell is meant.
   * @param {number} cell @param {Gesture[]} gestures
   */
  #choose(cell, gestures) {
    if (this.#hasTray()) {
      this.#pick(this.picked === cell ? null : cell);
      this.board.tray.querySelector("button")?.focus();
      return;
    }
    const place = this.board.cells[cell];
    const frame = /** @type {HTMLElement} */ (place.closest(".frame"));
    const close = (back = false) => {
      this.leaveChoice = () => {}; // first, as removed elements lose the focus
      menu.remove();
      if (back) place.focus();
    };
    const buttons = gestures.map(([move, , , choice]) => el("button", { type: "button", "aria-label": choice, title: choice, onclick: () => (close(true), this.#play(move)) },
      isFigure(choice) ? /** @type {any} */ (svg("svg", { viewBox: "-.5 -.5 1 1" }, pieceOf(choice, this.board.view?.mover === "second" ? 1 : 0, ""))) : choice));
    const menu = el("div", { class: "choices", role: "dialog", "aria-label": t("chooseOne") }, ...buttons);
    menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close(true);
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
      if (step) buttons[(buttons.indexOf(/** @type {any} */ (document.activeElement)) + step + buttons.length) % buttons.length].focus();
    });
    menu.addEventListener("pointerdown", (event) => event.preventDefault());
    menu.addEventListener("focusout", (event) => !menu.contains(/** @type {Node} */ (event.relatedTarget)) && this.leaveChoice());
    this.leaveChoice = close;
    frame.append(menu);
    const [at, all] = [place.getBoundingClientRect(), frame.getBoundingClientRect()];
    menu.style.left = `${Math.max(0, Math.min(at.left - all.left, all.width - menu.offsetWidth))}px`;
    menu.style.top = `${at.bottom - all.top + menu.offsetHeight > all.height ? at.top - all.top - menu.offsetHeight : at.bottom - all.top}px`;
    buttons[0].focus();
  }

  /** Whether choices lie beside the board: every move has one and no piece moves. */
  #hasTray() {
    const { gestures } = this.board;
    return gestures.length > 0 && gestures.every(([, to, from, choice]) => to !== null && from === null && choice);
  }

  /** What lies beside the board: numbers to place, and moves that touch no cell. */
  fillTray() {
    const { tray, gestures, open, view } = this.board;
    if (!view) return;
    const offered = this.#hasTray() ? [...new Set(gestures.map((one) => one[3]))].sort((a, b) => Number(a) - Number(b)) : [];
    const buttons = gestures.filter(([, to]) => to === null && (open || view.turn !== "chance"));
    tray.setAttribute("role", "toolbar");
    tray.setAttribute("aria-label", t(offered.length ? "toPlace" : "moves"));
    // Once there was something, there is room for it: nothing moves when it goes.
    this.kept ||= offered.length + buttons.length > 0 && view.turn !== "chance";
    tray.hidden = !this.kept && offered.length + buttons.length === 0;
    const held = tray.contains(document.activeElement) ? [...tray.children].indexOf(/** @type {Element} */ (document.activeElement)) : -1;
    fill(tray, ...offered.map((choice) => this.#offer(choice)), ...buttons.map(([move, , , choice]) => this.#button(move, choice || move)));
    if (held >= 0) /** @type {HTMLElement|undefined} */ (tray.children[Math.min(held, tray.children.length - 1)])?.focus();
  }

  /** @param {string} choice */
  #offer(choice) {
    const { board } = this;
    const side = board.view?.mover === "second" ? 1 : 0;
    const made = el("button", { type: "button", class: `offer side${side}`, disabled: !board.open, "aria-pressed": choice === this.choice },
      choice, this.#valueOf(board.gestures.find(([, to, , each]) => to === this.picked && each === choice)?.[0]));
    made.addEventListener("click", () => this.#chose(choice));
    made.addEventListener("pointerdown", (event) => board.open && event.button === 0 && this.#drag(event, pieceOf("number", side, choice), null, choice));
    return made;
  }

  /** @param {string} move @param {string} text */
  #button(move, text) {
    return el("button", { type: "button", disabled: !this.board.open, onclick: () => this.#play(move) }, text, this.#valueOf(move));
  }

  /** @param {string|undefined} move */
  #valueOf(move) {
    const found = this.board.values?.moves.find((one) => one.move === move);
    return found && pill(found.value, bestOf(/** @type {any} */ (this.board.values)).has(found.move));
  }

  /** @param {string} choice */
  #chose(choice) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const gesture = this.board.gestures.find(([, to, , each]) => to === this.picked && each === choice);
    if (gesture) {
      this.#play(gesture[0]);
      this.board.cells[this.at]?.focus();
      return;
    }
    this.choice = this.choice === choice ? "" : choice;
    this.board.refresh();
  }

  // Keys

  /** @param {FocusEvent} event */
  #focused(event) {
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.at = cell;
    this.#point(cell);
    for (const [index, one] of this.board.cells.entries()) one.tabIndex = index === cell ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { board } = this.board;
    if (!board || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element && event.target.matches(".cell"))) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) {
      const { x, y } = this.board.spot(this.at);
      const to = [Math.max(0, Math.min(board.width - 1, x + step[0])), Math.max(0, Math.min(board.height - 1, y + step[1]))];
      this.board.cells[this.board.cellAt(to[0], to[1])].focus();
    } else if (event.key === "Enter" || event.key === " ") this.touch(this.at);
    else if (event.key === "Escape" && this.early) {
      this.early = null;
      this.board.refresh();
    }
    else if (event.key === "Escape" && (this.picked !== null || this.choice)) {
      this.letGo();
      this.board.refresh();
    } else if (!/^[0-9]$/.test(event.key) || !this.board.open || !this.#typed(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A digit is a column where pieces fall, or the choice for the cell. @param {string} digit */
  #typed(digit) {
    const { board, gestures } = this.board;
    if (!board) return false;
    const column = board.falls ? board.columns.indexOf(digit) : -1;
    const gesture = column >= 0 ? gestures.find(([, to]) => to !== null && to % board.width === column)
      : gestures.find(([, to, , choice]) => to === this.at && choice === digit);
    if (gesture) this.#play(gesture[0]);
    return Boolean(gesture);
  }

  // Ghosts: pieces of the previewed move

  /** Report the move under the pointer, and preview it. @param {number|null} cell */
  #point(cell) {
    const here = cell === null ? [] : this.gesturesTo(cell);
    this.#showGhost(this.board.open && here.length ? here[0] : null);
    const valued = this.board.values?.moves.find(({ move }) => here.some((one) => one[0] === move));
    this.board.dispatchEvent(new CustomEvent("point", { detail: valued?.move ?? (here.length === 1 ? here[0][0] : null) }));
  }

  /** @param {Gesture|null} gesture */
  #showGhost(gesture) {
    this.ghost?.remove();
    this.ghost = null;
    const { view, board } = this.board;
    if (!gesture || !view || !board || gesture[1] === null || view.turn === "chance") return;
    const side = view.mover === "second" ? 1 : 0;
    const [, to, from, choice] = gesture;
    const source = from === null ? null : view.pieces?.find((one) => one[0] === from);
    const look = source ? [source[2], source[3]] : board.ghosts?.[side];
    if (!look || (!source && view.pieces?.some((one) => one[0] === to))) return; // the piece lies there already
    const text = this.#hasTray() ? this.choice : look[1];
    if (this.#hasTray() && !text) return;
    this.ghost = pieceOf(look[0], side, text || (from === null ? choice : look[1]));
    this.ghost.classList.add("ghost");
    const { x, y } = this.board.spot(to);
    this.ghost.style.transform = `translate(${x + 0.5}px, ${y + 0.5}px)`;
    this.board.stones.append(this.ghost);
  }
}
