// What can be done, under the board: icons with their names, each with a key.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { t } from "./texts.js";

/** Seconds between two moves of computers that play each other. */
const PACES = [4, 2, 1, 0.5, 0.2];

export class Bar {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {Record<string, {made: HTMLButtonElement, key: string, do: () => unknown}>} */
    this.buttons = {};
    const button = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => unknown} */ act, key = "", kind = "") => {
      const label = key.trim() ? `${words} (${key})` : words;
      const made = el("button", { type: "button", id: name, class: `act ${kind}`, title: label, onclick: act }, /** @type {any} */ (icon(name)), el("span", {}, words));
      this.buttons[name] = { made, key, do: act };
      return made;
    };
    const step = (/** @type {"first"|"back"|"forward"|"last"} */ where) => () => game.step(where);
    this.speed = el("input", { type: "range", min: "0", max: String(PACES.length - 1), step: "1", "aria-label": t("speed"), onchange: () => this.#pace() });
    this.watch = el("span", { class: "watch" }, button("pause", t("pause"), () => this.#pause(), " "), el("label", { class: "speed" }, t("speed"), this.speed));
    this.made = el("div", { class: "bar", role: "toolbar", "aria-label": t("actions") },
      button("first", t("toFirst"), step("first"), "", "wide"), button("back", t("back"), step("back")), button("forward", t("forward"), step("forward")),
      button("last", t("toLast"), step("last"), "", "wide"), el("span", { class: "gap" }),
      button("hint", t("hint"), () => game.analysis.hint(), "h"), button("values", t("values"), () => game.setValues(!game.analysis.on), "v"),
      button("flip", t("flip"), () => game.turn(), "f", "wide"), button("undo", t("undo"), () => game.change("undo"), "u"),
      this.watch, button("menu", t("menu"), () => openMenu(game, this.buttons.menu.made), "m"));
    this.made.addEventListener("keydown", (event) => this.#walk(event));
  }

  refresh() {
    const { state, lines, at, along, analysis, link } = this.game;
    const able = {
      first: lines.before(at) !== null, back: lines.before(at) !== null, forward: lines.next(at) !== null, last: lines.next(at) !== null,
      hint: !(state.people.bound && !state.outcome) && this.game.view.turn !== null && this.game.view.turn !== "chance",
      values: !(state.people.bound && !state.outcome), undo: state.undo && along && state.waits !== "nobody",
    };
    for (const [name, can] of Object.entries(able)) this.buttons[name].made.disabled = !can || !link.connected;
    this.buttons.values.made.setAttribute("aria-pressed", String(analysis.on));
    const watching = state.waits !== "nobody" && state.seats.every((spec) => spec !== "person");
    this.watch.hidden = !watching;
    this.buttons.undo.made.hidden = watching || state.waits === "nobody";
    if (!watching) return;
    const { made } = this.buttons.pause;
    made.replaceChildren(icon(state.paused ? "play" : "pause"), el("span", {}, t(state.paused ? "goOnPlaying" : "pause")));
    made.disabled = state.outcome !== null;
    const nearest = PACES.map((pace) => Math.abs(pace - state.pace));
    this.speed.value = String(nearest.indexOf(Math.min(...nearest)));
  }

  /** Run the action of a key, if it has one that is enabled. @param {string} key */
  key(key) {
    const found = Object.values(this.buttons).find((one) => one.key === key && !one.made.disabled && !one.made.hidden && one.made.offsetParent);
    if (found) void found.do();
    return Boolean(found);
  }

  #pause() {
    void this.game.link.ask("pause", { paused: !this.game.state.paused }).catch((error) => this.game.complain(error));
  }

  #pace() {
    void this.game.link.ask("pause", { paused: this.game.state.paused, pace: PACES[Number(this.speed.value)] }).catch((error) => this.game.complain(error));
  }

  /** Arrows walk along a toolbar. @param {KeyboardEvent} event */
  #walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !(event.target instanceof HTMLButtonElement)) return;
    const all = [...this.made.querySelectorAll("button")].filter((one) => !one.disabled && one.offsetParent);
    all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  }
}
