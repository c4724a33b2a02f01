// Values for people: a shape, a short text and words, never colour alone.

/** @typedef {import("./types.js").Value} Value */

/** The shape alone, where there is no room for more. @type {Record<string, string>} */
export const SHAPES = { win: "▲", loss: "▼", draw: "=", chance: "·", guess: "·" };

/**
 * The look of a value: a class for its colour, a shape and a few characters.
 * @param {Value} value
 * @returns {{kind: string, short: string}}
 */
export function badge(value) {
  if (value.chance !== undefined)
    return { kind: "chance", short: `${value.exact ? "" : "≈"}${Math.round(value.chance * 100)}%` };
  if (value.score !== undefined) {
    const points = Math.round(value.score);
    return { kind: "guess", short: points === 0 ? "≈0" : `≈${points > 0 ? "+" : "−"}${Math.abs(points)}` };
  }
  const plies = value.plies === null || value.plies === undefined ? "" : String(value.plies);
  if (value.result === 1) return { kind: "win", short: `▲${plies}` };
  if (value.result === -1) return { kind: "loss", short: `▼${plies}` };
  return { kind: "draw", short: `=${plies}` };
}

/**
 * The moves that are worth most; none where all are worth the same, as then none stands out.
 * @param {import("./types.js").Values} values
 * @returns {Set<string>}
 */
export function bestOf({ moves }) {
  const best = moves.filter(({ value }) => value.text === moves[0].value.text);
  return new Set(best.length < moves.length || moves.length === 1 ? best.map(({ move }) => move) : []);
}
