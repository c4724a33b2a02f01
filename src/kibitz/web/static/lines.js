// The moves of the game and its variations, as places to go to.

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").At} At */
/** @typedef {import("./protocol.js").Variation} Variation */

/** Finds the way through a game and its variations. */
export class Lines {
  /** @param {State} state */
  constructor({ moves, variations }) {
    this.count = moves.length;
    /** @type {Map<At, Variation>} */
    this.places = new Map(variations.map((one) => [one[0], one]));
    /** What follows a place beside the game, in order. @type {Map<At, At[]>} */
    this.after = new Map();
    for (const [name, before] of variations) this.after.set(before, [...(this.after.get(before) ?? []), name]);
  }

  /** Whether there is such a place. @param {At} at */
  has(at) {
    return typeof at === "number" ? at >= 0 && at <= this.count : this.places.has(at);
  }

  /** The place before; null at the start. @param {At} at @returns {At|null} */
  before(at) {
    if (typeof at === "number") return at > 0 ? at - 1 : null;
    return this.places.get(at)?.[1] ?? null;
  }

  /** The place after, along the line; null at its end. @param {At} at @returns {At|null} */
  next(at) {
    if (typeof at === "number" && at < this.count) return at + 1;
    return this.after.get(at)?.[0] ?? null;
  }

  /** The moves that lead to a place, as people write them. @param {State} state @param {At} at @returns {string[]} */
  moves({ moves }, at) {
    const beside = [];
    /** @type {At} */
    let here = at;
    while (typeof here === "string") {
      const one = /** @type {Variation} */ (this.places.get(here));
      beside.unshift(one[2]);
      here = one[1];
    }
    return [...moves.slice(0, here).map(([move]) => move), ...beside];
  }

  /** Whether other lines branch off where the line of a place does, or before it. @param {At} at */
  others(at) {
    /** @type {At|null} */
    let here = at;
    while (typeof here === "string") {
      const before = this.before(here);
      if (before !== null && (this.after.get(before)?.[0] ?? here) !== here) return true;
      here = before;
    }
    return false;
  }

  /** The end of the line that a place is on. @param {At} at @returns {At} */
  end(at) {
    let [here, next] = [at, this.next(at)];
    while (next !== null) [here, next] = [next, this.next(next)];
    return here;
  }

  /** Where the game was left for a place beside it. @param {At} at @returns {number} */
  ply(at) {
    /** @type {At|null} */
    let here = at;
    while (typeof here === "string") here = this.before(here);
    return here ?? 0;
  }
}

/** A place from the text of an address. @param {string|undefined} text @returns {At|null} */
export function readAt(text) {
  if (text && /^v\d{1,9}$/.test(text)) return text;
  return text && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
