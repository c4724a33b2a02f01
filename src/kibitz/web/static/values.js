// Values for people: a shape, a short text and words, never colour alone.

import { number, t } from "./texts.js";

/** @typedef {import("./protocol.js").Value} Value */

/** The shape alone, where there is no room for more. @type {Record<string, string>} */
export const SHAPES = { win: "▲", loss: "▼", draw: "=", chance: "•", guess: "≈" };

/**
 * The look of a value: a kind for its colour and shape, and a few characters.
 * @param {Value} value
 * @returns {{kind: string, short: string, exact: boolean}}
 */
export function badge(value) {
  const { exact } = value;
  const about = exact ? "" : "≈";
  if (value.chance !== undefined) return { kind: "chance", short: `${about}${percent(value.chance, 0, exact)}%`, exact };
  const points = value.points ?? value.score;
  if (points !== undefined) {
    // A guess of less than ten may be one of fractions, such as pawns.
    const fine = value.average || value.points === undefined || !Number.isInteger(points);
    const rounded = fine && Math.abs(points) < 10 ? Math.round(points * 10) / 10 : Math.round(points);
    // An estimate without a scale shows which side is better, not by how much.
    if (value.score !== undefined && value.prospect === undefined)
      return { kind: "guess", short: `${about}${points > 0 ? "+" : points < 0 ? "−" : "="}`, exact };
    const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "";
    const kind = value.points === undefined ? "guess" : value.average || !exact ? "chance" : points > 0 ? "win" : points < 0 ? "loss" : "draw";
    if (rounded === 0 && (kind === "win" || kind === "loss")) return { kind, short: points > 0 ? "<+0.1" : ">−0.1", exact };
    return { kind, short: `${about}${sign}${Math.abs(rounded)}`, exact };
  }
  const moves = value.moves ?? value.plies ?? "";
  if (value.result === 1) return { kind: "win", short: `▲${moves}`, exact };
  if (value.result === -1) return { kind: "loss", short: `▼${moves}`, exact };
  return { kind: "draw", short: `=${moves}`, exact };
}

/**
 * A chance in percent: only what is certain is 0 or 100, if it is exact.
 * @param {number} chance
 * @param {number} digits
 * @param {boolean} exact
 */
function percent(chance, digits, exact) {
  const least = 10 ** -digits;
  const rounded = Number((chance * 100).toFixed(digits));
  if (exact && rounded === 0 && chance > 1e-9) return `<${number(least, digits)}`;
  if (exact && rounded === 100 && chance < 1 - 1e-9) return `>${number(100 - least, digits)}`;
  return number(rounded, digits);
}

/** A value in words, from the mover's point of view: "wins in 5". @param {Value} value */
export function valueWords(value) {
  if (value.chance !== undefined) return t(value.exact ? "chance" : "chanceAbout", { percent: percent(value.chance, value.exact ? 1 : 0, value.exact) });
  if (value.points !== undefined) return pointsWords(value.points, value.average === true, value.exact);
  if (value.score !== undefined) return scoreWords(value.score, value.prospect);
  const n = value.moves ?? value.plies ?? -1;
  const word = value.result === 1 ? "win" : value.result === -1 ? "loss" : "draw";
  return n < 0 ? t(word) : n === 0 ? t(`${word}Now`) : t(`${word}In`, { n });
}

/**
 * Points in words: an average is neither a win nor a draw, and one that is next to nothing has no sign.
 * @param {number} points
 * @param {boolean} average
 * @param {boolean} exact
 */
export function pointsWords(points, average, exact) {
  const digits = !exact ? 1 : average || !Number.isInteger(points) ? 2 : 0;
  const count = Number(Math.abs(points).toFixed(digits));
  const tiny = count === 0 && points !== 0 && exact && !average;
  if (count === 0 && !tiny) return t(average ? "pointsEven" : exact ? "draw" : "guessEven");
  const shown = tiny ? `<${number(0.01, 2)}` : exact ? number(count, digits) : t("aboutNumber", { number: number(count, digits) });
  const words = t(points > 0 ? "points" : "pointsBehind", { points: shown, count });
  return exact && average ? t("onAverage", { words }) : words;
}

/**
 * A guess in words: what its points mean differs from game to game, how much better they are does not.
 * @param {number} score
 * @param {number} [prospect] What it says of the result, where the game knows.
 */
function scoreWords(score, prospect) {
  if (prospect === undefined) return t(score > 0 ? "guessBetterUp" : score < 0 ? "guessBetterDown" : "guessEven");
  const lean = 2 * prospect - 1;
  const size = Math.abs(lean);
  if (size < 0.08) return t("guessEven");
  const much = size < 0.3 ? "Bit" : size < 0.6 ? "Better" : "Much";
  return t(`guess${much}${lean > 0 ? "Up" : "Down"}`);
}

/**
 * A pill with a value.
 * @param {Value} value
 * @param {boolean} [best]
 */
export function pill(value, best = false) {
  const { kind, short, exact } = badge(value);
  const made = document.createElement("span");
  made.className = `pill ${kind}${exact ? "" : " about"}${best ? " best" : ""}`;
  made.textContent = short;
  return made;
}

/**
 * The moves that are worth most; none where all are worth the same, as then none stands out.
 * @param {import("./protocol.js").Analysis} values
 * @returns {Set<string>}
 */
export function bestOf({ moves }) {
  const best = moves.filter(({ value }) => value.text === moves[0].value.text);
  return new Set(best.length < moves.length || moves.length === 1 ? best.map(({ move }) => move) : []);
}
