// What the position and its moves are worth: on the board, in a list, and in words.

import { capital, el, fill } from "./dom.js";
import { keep, kept } from "./kept.js";
import { call, catalogue } from "./link.js";
import { playerWords } from "./seats.js";
import { number, t } from "./texts.js";
import { bestOf, pill, valueWords } from "./values.js";

/** @typedef {import("./protocol.js").Analysis} Values */
/** @typedef {import("./protocol.js").At} At */

/** Moves of a line that are shown at once. */
const LONG = 12;

export class AnalysisPanel {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    this.on = kept("values") === true;
    /** What is known of places of the game as it stands. @type {Map<string, Values>} */
    this.known = new Map();
    /** @type {Values|null} */
    this.values = null;
    this.asked = 0;
    this.pointing = 0;
    this.toggle = el("button", { type: "button", class: "switch", role: "switch", "aria-checked": String(this.on), onclick: () => game.setValues(!this.on) }, t("showValues"));
    this.head = el("p", { class: "standing" });
    this.list = el("ul", { class: "worth" });
    this.line = el("div", { class: "expected" });
    this.source = el("p", { class: "quiet source" });
    /** How often moves were played in the games that are kept here, by place. @type {Map<string, Map<string, {games: number, score: number|null}>>} */
    this.played = new Map();
    this.compare = el("div", { class: "asks" });
    this.made = el("div", { class: "analysis-panel" }, this.toggle, this.head, this.list, this.line, this.source,
      el("details", {}, el("summary", {}, t("askPlayers")), this.compare),
      el("details", { class: "position" }, el("summary", {}, t("positionText")), this.text = el("p", {}), this.#positionForm()));
    this.made.querySelector("details")?.addEventListener("toggle", () => void this.#offerPlayers());
  }

  #positionForm() {
    const copy = el("button", { type: "button", onclick: () => void navigator.clipboard?.writeText(this.text?.textContent ?? "") }, t("copy"));
    const edit = el("button", { type: "button", onclick: () => import("./explore.js").then((m) => m.editPosition(this.game.page, this.game.state.rules, this.text?.textContent ?? "")) }, t("editPosition"));
    return el("div", { class: "buttons" }, copy, edit);
  }

  opened() {
    if (!this.on && this.game.state.waits === "nobody") this.game.setValues(true);
    void this.#fetchPosition();
  }

  /** @param {boolean} on */
  setOn(on) {
    this.on = on;
    if (on) this.placed();
    else {
      this.values = null;
      this.game.table.showValues(null);
      this.game.table.showLine(null);
      this.game.meter.clear();
      this.#draw();
    }
  }

  get allowed() {
    const { state } = this.game;
    return !(state.people.bound && !state.outcome);
  }

  /** Another place is shown, or the same after a change. */
  placed() {
    void this.#fetchPosition();
    if (!this.on || !this.allowed) {
      this.values = null;
      this.game.meter.clear();
      this.#draw();
      return;
    }
    void this.#fetch();
  }

  async #fetch() {
    const { game } = this;
    const { at, state } = game;
    const key = `${state.game} ${typeof at === "string" || at < state.ply ? at : `${at} ${state.seq}`}`;
    const number = ++this.asked;
    this.made.classList.add("waiting");
    try {
      const known = this.known.get(key) ?? (await game.link.ask("values", { at })).values;
      this.known.set(key, known);
      if (this.known.size > 300) this.known.clear();
      if (number !== this.asked || !this.on || game.at !== at || game.gone) return;
      this.values = known;
      this.made.classList.remove("waiting");
      game.say();
      if (!game.review.trying) {
        game.table.showValues(known);
        game.meter.show(known, game.state.rules.sides);
      }
      this.#draw();
      if (!(await this.#fetchPlayed(key)) || number !== this.asked || this.values !== known) return;
      this.#draw();
    } catch (error) {
      if (number === this.asked) game.complain(error);
    }
  }

  /** How often each move was played before; whether any was. @param {string} key */
  async #fetchPlayed(key) {
    const { game } = this;
    const { spec } = game.state.rules;
    this.here = key;
    if (typeof (await game.entry())?.room !== "number") return false; // only games of the house have an explorer
    if (!this.played.has(key)) {
      const { position } = await game.link.ask("look", { at: game.at });
      const found = await call("POST /api/explore", { game: spec, position }).catch(() => ({ moves: [] }));
      this.played.set(key, new Map(found.moves.filter((/** @type {any} */ one) => one.games).map((/** @type {any} */ one) => [one.move, one])));
    }
    return Boolean(this.played.get(key)?.size);
  }

  #draw() {
    const { values, game } = this;
    const { sides } = game.state.rules;
    this.toggle.setAttribute("aria-checked", String(this.on));
    this.toggle.disabled = !this.allowed;
    if (!values) {
      fill(this.head, this.on ? t("thinking") : this.allowed ? t("valuesLead") : t("adviceLater"));
      fill(this.list);
      fill(this.line);
      this.source.textContent = "";
      return;
    }
    const mover = capital(sides[values.mover === "second" ? 1 : 0]);
    fill(this.head, pill(values.value), ` ${mover} ${valueWords(values.value)}`);
    const stars = bestOf(values);
    const rows = values.moves.map((one) => this.#row(one, stars.has(one.move)));
    for (const { roll, probability, value } of values.rolls)
      rows.push(el("li", { class: "rolling" }, el("span", { class: "move" }, roll), pill(value), el("span", {}, `${valueWords(value)} (${number(probability * 100, 0)} %)`)));
    fill(this.list, ...rows);
    this.#showExpected(values.moves[0]?.line ?? []);
    this.source.textContent = [capital(values.source), ...values.notes].join("; ");
  }

  /** What the position is worth, in a sentence; nothing where that is not known. */
  words() {
    const { values, game } = this;
    if (!values || !this.on || this.made.classList.contains("waiting")) return "";
    const mover = capital(game.state.rules.sides[values.mover === "second" ? 1 : 0]);
    const [best] = values.moves;
    return `${mover} ${valueWords(values.value)}. ${best ? t("bestIs", { move: best.text ?? best.move }) : ""}`;
  }

  /** @param {import("./protocol.js").MoveValue} found @param {boolean} best */
  #row({ move, text, value, line }, best) {
    const made = el("button", { type: "button", disabled: !this.game.table.open, onclick: () => this.game.table.dispatchEvent(new CustomEvent("move", { detail: move })) },
      el("span", { class: "move" }, text ?? move), pill(value, best), el("span", {}, valueWords(value), this.#before(move)));
    for (const kind of ["mouseenter", "focus"]) made.addEventListener(kind, () => this.pointAt(move));
    for (const kind of ["mouseleave", "blur"]) made.addEventListener(kind, () => this.pointAt(null));
    return el("li", {}, made);
  }

  /** How often a move was played in games that are kept here. @param {string} move */
  #before(move) {
    const found = this.here === undefined ? null : this.played.get(this.here)?.get(move);
    if (!found) return null;
    const went = found.score === null ? "" : t("howItWent", { percent: number(found.score * 100) });
    return el("small", { class: "before" }, t("playedBefore", { count: found.games }), went);
  }

  /** The moves expected, each a way to the place after it. @param {string[]} line */
  #showExpected(line) {
    if (line.length < 2) {
      fill(this.line);
      return;
    }
    const moves = line.slice(0, LONG).map((text, index) => el("button", { type: "button", class: "move", onclick: () => this.#playLine(line.slice(0, index + 1)) }, text));
    fill(this.line, el("span", { class: "quiet" }, t("expected")), ...moves, line.length > LONG ? "…" : "");
  }

  /** Go along a line beside the game, as far as it was asked for. @param {string[]} moves */
  async #playLine(moves) {
    const { game } = this;
    for (const move of moves) if (!(await game.tryMove(move))) return;
  }

  /** Show the expected line after the move under the pointer. @param {string|null} move */
  pointAt(move) {
    const number = ++this.pointing;
    const { game, values } = this;
    const found = values?.moves.find((one) => one.move === move);
    if (!found) {
      game.table.showLine(null);
      if (values) this.#showExpected(values.moves[0]?.line ?? []);
      return;
    }
    this.#showExpected(found.line);
    setTimeout(async () => {
      if (number !== this.pointing) return;
      const { at } = game;
      const answer = await game.link.ask("line", { at, moves: found.line.slice(0, LONG) }).catch(() => null);
      if (answer && number === this.pointing && game.at === at) game.table.showLine(answer.views.at(-1) ?? null);
    }, 120);
  }

  async #fetchPosition() {
    const { game } = this;
    const open = this.made.querySelector("details.position");
    if (!(open instanceof HTMLDetailsElement) || game.tabs?.current !== "analysis") return;
    const { at } = game;
    const position = game.position || (await game.link.ask("look", { at }).catch(() => null))?.position;
    if (game.at === at && this.text && position) this.text.textContent = position;
  }

  // Advice

  /** A good move and why. */
  async hint() {
    const { game } = this;
    const { at } = game;
    game.tell(t("thinkingHint"));
    try {
      const { hint } = await game.link.ask("hint", { at });
      if (game.at !== at) return;
      game.table.point([[hint.move, "best"]]);
      game.tell(`${hint.words}.`);
    } catch (error) {
      game.tell("");
      game.complain(error);
    }
  }

  /** Whether the last move was good, and why. */
  async why() {
    const { game } = this;
    const { at } = game;
    try {
      const { why } = await game.link.ask("why", { at });
      if (game.at === at) game.tell(`${why.words}.`);
    } catch (error) {
      game.complain(error);
    }
  }

  // What players would do

  async #offerPlayers() {
    if (this.compare.children.length) return;
    const [entry, all] = [await this.game.entry(), await catalogue()];
    const able = entry?.players ?? all.players.map(({ name }) => name);
    const usual = kept("asked") ?? ["level:strength=100", "alphabeta"];
    const choices = [...new Set([...(entry?.opponents.map(({ spec }) => spec) ?? []), ...able])];
    const selects = [0, 1].map((place) => el("select", { "aria-label": t("playerNumber", { n: place + 1 }) },
      ...choices.map((spec) => el("option", { value: spec, selected: spec === usual[place] }, playerWords(spec)))));
    const found = el("ul", { class: "worth" });
    fill(this.compare, ...selects, el("button", { type: "button", onclick: async () => {
      const specs = selects.map(({ value }) => value);
      keep("asked", specs);
      fill(found, el("li", {}, t("thinking")));
      try {
        const { choices: made } = await this.game.link.ask("choices", { at: this.game.at, players: specs });
        this.game.table.point(made.map((/** @type {any} */ one, /** @type {number} */ index) => [one.move, index ? "other" : "best"]));
        fill(found, ...made.map((/** @type {any} */ one) => el("li", {}, el("span", { class: "move" }, one.move), one.value && pill(one.value),
          el("span", {}, [playerWords(one.player), one.nodes ? t("nodesCount", { nodes: number(one.nodes), count: one.nodes }) : ""].filter(Boolean).join(", ")))));
      } catch (error) {
        fill(found);
        this.game.complain(error);
      }
    } }, t("askThem")), found);
  }
}
