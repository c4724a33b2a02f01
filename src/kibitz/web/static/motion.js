// Pieces that come, go and move from one position to the next, one thing after the other.

import { pieceOf } from "./shapes.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Piece} Piece */

/** A piece that is drawn, and where. @typedef {{piece: Piece, drawn: SVGElement}} Drawn */

/** What two pieces have in common if one may have become the other. @param {Piece} piece */
const kindOf = ([, side, shape, text]) => `${side} ${shape} ${text}`;

/** Milliseconds of half a flip. */
const FLIP = 130;

export class Motion {
  /** @param {import("./board.js").BoardElement} board */
  constructor(board) {
    this.board = board;
    /** By cell and order. @type {Drawn[]} */
    this.drawn = [];
    /** @type {Animation[]} */
    this.running = [];
  }

  /** Nothing is drawn any more. */
  forget() {
    this.settle();
    for (const { drawn } of this.drawn) drawn.remove();
    this.drawn = [];
  }

  /** Let everything that still moves come to its end at once. */
  settle() {
    for (const one of this.running.splice(0)) one.finish();
  }

  /**
   * Put every piece in its place: first moves are animated, then captures disappear, then new pieces appear.
   * @param {View} now
   * @param {boolean} animate
   */
  async place(now, animate) {
    const { stay, moved, gone, come } = this.#compare(now.pieces ?? []);
    this.drawn = stay;
    const slides = moved.map(({ drawn, piece }) => this.#slide(drawn, piece, animate));
    if (slides.length && animate) await Promise.all(slides);
    const flips = new Set(come.filter(([cell, , shape]) => gone.some(({ piece }) => piece[0] === cell && piece[2] === shape)).map(([cell]) => cell));
    for (const { drawn, piece } of gone)
      if (animate && flips.has(piece[0])) void this.#run(drawn, [{ transform: this.#where(piece) }, { transform: `${this.#where(piece)} scaleX(0)` }], FLIP, "ease-in").then(() => drawn.remove());
      else if (animate) void this.#run(drawn, [{ opacity: 1 }, { opacity: 0 }], 130).then(() => drawn.remove());
      else drawn.remove();
    const comes = come.map((piece) => this.#come(piece, animate, flips.has(piece[0])));
    if (comes.length && animate) await Promise.all(comes);
  }

  /**
   * Which pieces stay, which moved, which went and which are new.
   * @param {Piece[]} pieces
   */
  #compare(pieces) {
    const rest = [...this.drawn];
    /** @type {Drawn[]} */
    const stay = [];
    /** @type {Piece[]} */
    let fresh = [];
    for (const piece of pieces) {
      const at = rest.findIndex((one) => one.piece[0] === piece[0] && kindOf(one.piece) === kindOf(piece));
      if (at >= 0) stay.push({ ...rest.splice(at, 1)[0], piece });
      else fresh.push(piece);
    }
    /** @type {Drawn[]} */
    const moved = [];
    fresh = fresh.filter((piece) => {
      const at = rest.findIndex((one) => kindOf(one.piece) === kindOf(piece));
      if (at < 0) return true;
      moved.push({ drawn: rest.splice(at, 1)[0].drawn, piece });
      return false;
    });
    return { stay: [...stay, ...moved], moved, gone: rest, come: fresh };
  }

  /** @param {Piece} piece */
  #where([cell]) {
    const { x, y } = this.board.spot(cell);
    return `translate(${x + 0.5}px, ${y + 0.5}px)`;
  }

  /** @param {SVGElement} drawn @param {Piece} piece @param {boolean} animate */
  #slide(drawn, piece, animate) {
    const [from, to] = [drawn.style.transform, this.#where(piece)];
    drawn.style.transform = to;
    this.board.stones.append(drawn); // above the pieces that it passes
    return animate ? this.#run(drawn, [{ transform: from }, { transform: to }], 220, "cubic-bezier(.3, 0, .2, 1)") : null;
  }

  /** @param {Piece} piece @param {boolean} animate @param {boolean} flips Whether it lay there with its other side up. */
  #come(piece, animate, flips) {
    const drawn = pieceOf(piece[2], piece[1], piece[3]);
    const there = this.#where(piece);
    drawn.style.transform = there;
    this.drawn.push({ piece, drawn });
    this.board.stones.append(drawn);
    if (!animate) return null;
    const { x, y } = this.board.spot(piece[0]);
    if (flips) return this.#run(drawn, [{ transform: `${there} scaleX(0)` }, { transform: `${there} scaleX(0)`, offset: 0.5 }, { transform: there }], 2 * FLIP, "ease-out");
    if (this.board.board?.falls) {
      const above = `translate(${x + 0.5}px, -0.7px)`;
      return this.#run(drawn, [{ transform: above, easing: "cubic-bezier(.45, 0, .9, .6)" }, { transform: there, offset: 0.82 },
        { transform: `translate(${x + 0.5}px, ${y + 0.44}px)`, offset: 0.91 }, { transform: there }], 170 + 18 * y);
    }
    return this.#run(drawn, [{ transform: `${there} scale(.6)`, opacity: 0 }, { transform: there, opacity: 1 }], 140, "ease-out");
  }

  /**
   * @param {SVGElement} drawn @param {Keyframe[]} frames @param {number} duration @param {string} [easing]
   * @returns {Promise<unknown>}
   */
  #run(drawn, frames, duration, easing = "linear") {
    const running = drawn.animate(frames, { duration, easing });
    this.running.push(running);
    return running.finished.catch(() => null);
  }
}
