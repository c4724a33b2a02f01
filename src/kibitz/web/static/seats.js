// Who sits where, in words and beside the board.

import { capital, el, fill, svg } from "./dom.js";
import { clockText } from "./clocks.js";
import { FIGURES } from "./figures.js";
import { icon } from "./icons.js";
import { isFigure, pieceOf } from "./shapes.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").Side} Side */

/** Strengths that have a name of their own. @type {[most: number, word: "easy"|"medium"|"hard"][]} */
const NAMED = [[15, "easy"], [50, "medium"], [80, "hard"]];

/** A player's spec in words: "Medium", "alphabeta, depth 4". @param {string} spec */
export function playerWords(spec) {
  const [name, told = ""] = spec.split(/:(.*)/s);
  const options = Object.fromEntries(told.split(",").filter(Boolean).map((one) => one.split(/=(.*)/s)));
  if (name === "level" && Object.keys(options).every((key) => key === "strength")) {
    const strength = Number(options.strength ?? 50);
    if (strength === 100) return t("level_strongest");
    const word = NAMED.find(([exactly]) => exactly === strength)?.[1];
    return word ? t(`level_${word}`) : t("levelNumber", { strength });
  }
  const rest = Object.entries(options).map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`);
  return [capital(name), ...rest].join(", ");
}

/** The player of a side, from the viewer's point of view. @param {State} state @param {number} side @param {string[]} you The sides that are theirs. */
export function seatWords(state, side, you) {
  const spec = state.seats[side];
  if (spec !== "person") return playerWords(spec);
  if (!state.people.bound) return state.seats.filter((one) => one === "person").length === 1 ? t("you") : "";
  return you.includes(side === 0 ? "first" : "second") ? t("you") : state.people.free === (side === 0 ? "first" : "second") ? t("friendToCome") : t("friend");
}

/** The strip of one player beside the board: who, whether it is their turn, and their time. */
export class Strip {
  constructor() {
    this.who = el("span", { class: "who" });
    this.doing = el("span", { class: "doing" });
    this.clock = el("span", { class: "clock", role: "timer" });
    this.note = el("span", { class: "note" });
    this.mark = svg("svg", { class: "mark", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" });
    this.marked = "";
    this.made = el("div", { class: "strip" }, /** @type {any} */ (this.mark), this.who, this.doing, this.note, this.clock);
  }

  /**
   * @param {State} state @param {number} side @param {string[]} you
   * @param {string} doing What they do, if it is their turn.
   */
  show(state, side, you, doing) {
    const name = capital(state.rules.sides[side]);
    const who = seatWords(state, side, you);
    this.made.dataset.side = String(side);
    this.#draw(state, side);
    const computer = state.seats[side] !== "person" && state.waits !== "nobody";
    fill(this.who, el("b", {}, name), who ? ` ${who}` : "", computer ? icon("computer") : null);
    this.doing.textContent = doing;
    this.made.classList.toggle("turn", Boolean(doing));
    this.made.classList.toggle("mine", Boolean(doing) && you.includes(side === 0 ? "first" : "second") && state.seats[side] === "person");
    const away = state.people.bound && state.waits !== "over" && state.seats[side] === "person" && !state.people.here[side];
    this.made.classList.toggle("away", away);
    const note = state.view.notes?.find(([, whose]) => whose === side)?.[0] ?? "";
    this.note.textContent = away && state.people.free === null ? t("away") : note;
    this.clock.hidden = !state.clock;
    this.clock.setAttribute("aria-label", t("timeOf", { who: name }));
  }

  /** What the pieces of a side look like. @param {State} state @param {number} side */
  #draw({ board, view }, side) {
    const shape = board?.ghosts?.[side]?.[0] ?? view.pieces?.find((one) => one[1] === side)?.[2] ?? "";
    const drawn = FIGURES[shape] && !isFigure(shape) ? shape : "stone"; // of chess a king would say less than its colour
    if (this.marked === drawn) return;
    this.marked = drawn;
    fill(this.mark, pieceOf(drawn, side, ""));
  }

  /** @param {number} left Seconds. @param {boolean} runs */
  showTime(left, runs) {
    const text = clockText(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("short", left < 10);
    this.clock.classList.toggle("running", runs);
  }
}
