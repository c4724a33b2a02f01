// The settings of a new game, made from the server's lists of games and players.

import { capital, el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";
import { CLOCKS, clockWords } from "./friend.js";
import { kept } from "./kept.js";
import { catalogue, gameName } from "./link.js";
import { playerWords } from "./seats.js";
import { begin } from "./starting.js";
import { teachBox } from "./teacher.js";
import { said, t } from "./texts.js";

/** @typedef {import("./protocol.js").Option} Option */
/** @typedef {import("./protocol.js").GameEntry} GameEntry */
/** @typedef {import("./protocol.js").Catalogue} Catalogue */

/** A field for one option. @param {Option} option @param {string} prefix */
function field(option, prefix) {
  const id = `${prefix}-${option.name}`;
  const given = { id, name: option.name };
  const label = el("label", { for: id }, capital(said(option.name).replaceAll("_", " ")));
  const help = el("small", {}, capital(option.help.replace(/; -1 for none$/, "")));
  /** @type {HTMLInputElement|HTMLSelectElement} */
  let input;
  if (option.kind === "yes or no") input = el("input", { ...given, type: "checkbox", checked: option.default === true });
  else if (option.kind === "choice") {
    input = el("select", given, ...option.choices.map((choice) => el("option", { value: choice }, said(choice))));
    input.value = String(option.default);
  } else if (option.kind === "number" && option.low === 0 && option.high === 100) {
    input = el("input", { ...given, type: "range", min: "0", max: "100", step: "5" });
    input.value = String(option.default);
    const shown = el("output", { for: id }, input.value);
    input.addEventListener("input", () => (shown.value = input.value));
    return el("div", { class: "field range" }, label, input, shown, help);
  } else {
    const none = option.kind === "number" && option.default === -1; // which stands for nothing
    input = el("input", option.kind === "number" ? { ...given, type: "number", min: String(Math.max(0, option.low)), max: String(option.high), required: !none, placeholder: none ? t("none") : "" }
      : { ...given, type: "text", maxLength: Math.max(option.longest, 12), required: option.default !== "" });
    input.value = none ? "" : String(option.default);
  }
  return el("div", { class: "field" }, label, input, help);
}

/** Put values into the fields of a part of the form. @param {Element} part @param {Record<string, string>} values */
function fillIn(part, values) {
  for (const [name, value] of Object.entries(values)) {
    const input = part.querySelector(`[name="${CSS.escape(name)}"]`);
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = value === "yes";
    else if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) {
      input.value = value;
      input.dispatchEvent(new Event("input"));
    }
  }
}

/**
 * The options in a part of the form that differ from their defaults.
 * @param {Element} part
 * @param {Option[]} options
 * @returns {Record<string, string>}
 */
function changed(part, options) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const option of options) {
    const input = part.querySelector(`[name="${option.name}"]`);
    if (input instanceof HTMLInputElement && input.type === "checkbox") {
      if (input.checked !== option.default) found[option.name] = input.checked ? "yes" : "no";
    } else if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) {
      if (input.value !== String(option.default) && input.value !== "") found[option.name] = input.value;
    }
  }
  return found;
}

/** The default level, as one among the others. */
const MEDIUM = "level:strength=50";

/** Take a spec apart. @param {string} spec @returns {[string, Record<string, string>]} */
function split(spec) {
  const [name, told = ""] = spec.split(/:(.*)/s);
  return [name, Object.fromEntries(told.split(",").filter(Boolean).map((one) => one.split(/=(.*)/s)))];
}

/**
 * Ask what to play; it begins with what was played last.
 * @param {import("./main.js").Page} page
 * @param {string} [spec] A game to begin with.
 * @param {string} [position] Where to begin.
 */
export async function askForGame(page, spec, position) {
  const all = await catalogue();
  openDialog(t("newGame"), (close) => [new Setup(page, all, close, spec, position).form], "setup");
}

class Setup {
  /**
   * @param {import("./main.js").Page} page @param {Catalogue} all @param {() => void} close
   * @param {string|undefined} spec @param {string|undefined} position
   */
  constructor(page, all, close, spec, position) {
    this.all = all;
    const last = kept("wish") ?? {};
    const [name, told] = split(spec ?? last.rules ?? all.games[0].name);
    this.rules = el("select", { id: "rules", onchange: () => this.#chosen({}) }, ...all.games.map((game) => el("option", { value: game.name }, gameName(game, all.games))));
    this.rules.value = all.games.some((game) => game.name === name) ? name : all.games[0].name;
    this.summary = el("p", { class: "quiet" });
    this.options = el("div", { class: "fields" });
    this.looks = el("div", { class: "fields" });
    this.clock = el("select", { id: "clock" }, ...CLOCKS.map(([value, words]) => el("option", { value }, clockWords(words))));
    this.position = el("input", { id: "position", type: "text", maxLength: 4000, spellcheck: false, value: position ?? "" });
    this.seed = el("input", { id: "seed", type: "number", min: "0", max: "999999999" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.seats = [this.#seat(0), this.#seat(1)];
    const labelled = (/** @type {string} */ id, /** @type {string} */ words, /** @type {HTMLElement} */ input, /** @type {string} */ help) => el("div", { class: "field" }, el("label", { for: id }, words), input, el("small", {}, help));
    this.form = el("form", { class: "setup-form" },
      labelled("rules", t("game"), this.rules, ""), this.summary, this.options,
      el("div", { class: "seats" }, this.seats[0].part, el("button", { type: "button", id: "swap", class: "plain", onclick: () => this.#swap() }, t("swap")), this.seats[1].part),
      labelled("clock", t("clock"), this.clock, ""), teachBox("setup-teach"),
      el("details", { open: Boolean(position) }, el("summary", {}, t("more")), this.looks, el("div", { class: "fields" },
        labelled("position", t("position"), this.position, t("positionHelp")), labelled("seed", t("seed"), this.seed, t("seedHelp")))),
      this.trouble, el("div", { class: "buttons end" }, el("button", { type: "button", onclick: close }, t("cancel")), el("button", { type: "submit", class: "primary", id: "start" }, t("start"))));
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await begin(page, this.#wish(), true);
        close();
      } catch (error) {
        this.trouble.textContent = error instanceof Error ? capital(error.message) : String(error);
      }
    });
    this.#chosen(spec ? told : last.options ?? {});
    this.#seatAs(last.first ?? "person", last.second ?? "level");
    this.clock.value = String(last.clock ?? "");
  }

  /** @returns {GameEntry} */
  get game() {
    return this.all.games.find((game) => game.name === this.rules.value) ?? this.all.games[0];
  }

  /** @param {number} side */
  #seat(side) {
    const id = `seat${side}`;
    const who = el("select", { id, onchange: () => this.#seated(side, {}) });
    const [label, options, summary] = [el("label", { for: id }), el("div", { class: "fields" }), el("p", { class: "quiet" })];
    return { who, label, options, summary, part: el("fieldset", {}, el("div", { class: "field" }, label, who), summary, options) };
  }

  /** The player that a spec names, and its options. One from a file has a colon in its name. @param {string} spec @returns {[import("./protocol.js").PlayerEntry | undefined, Record<string, string>]} */
  #player(spec) {
    const whole = this.all.players.find((one) => one.name === spec);
    if (whole) return [whole, {}];
    const [name, told] = split(spec);
    return [this.all.players.find((one) => one.name === name), told];
  }

  /** @param {number} side @param {Record<string, string>} told */
  #seated(side, told) {
    const { who, options, summary } = this.seats[side];
    const [player, own] = this.#player(who.value);
    summary.textContent = player ? capital(player.summary.replace(/; see docs\/.*$/, "")) : t("personHelp");
    const fields = (player?.options ?? []).map((option) => field(option, `seat${side}`));
    const rest = fields.length > 3 ? fields.splice(2) : [];
    fill(options, ...fields, rest.length ? el("details", { class: "wide" }, el("summary", {}, t("moreOptionsCount", { count: rest.length })), el("div", { class: "fields" }, ...rest)) : null);
    fillIn(options, { ...own, ...told });
  }

  /** @param {Record<string, string>} told */
  #chosen(told) {
    const { game } = this;
    this.trouble.textContent = "";
    this.summary.textContent = game.short || capital(game.summary);
    fill(this.options, ...game.options.filter((o) => !o.display).map((o) => field(o, "option")));
    fill(this.looks, ...game.options.filter((o) => o.display).map((o) => field(o, "option")));
    for (const part of [this.options, this.looks]) fillIn(part, told);
    this.seats.forEach((seat, side) => {
      const before = seat.who.value;
      seat.label.textContent = `${t(side === 0 ? "side_first" : "side_second")}: ${capital(game.sides[side])}`;
      const levels = game.opponents.map(({ spec }) => (spec === "level" ? MEDIUM : spec)).filter((spec) => spec.includes(":"));
      const usual = ["person", ...levels, ...game.players.filter((name) => name === "level")];
      const others = game.players.filter((name) => name !== "level");
      const option = (/** @type {string} */ name) => el("option", { value: name }, name === "person" ? t("person") : name === "level" ? t("levelAny") : playerWords(name));
      fill(seat.who, ...usual.map(option), others.length ? el("optgroup", { label: t("otherPlayers") }, ...others.map(option)) : null);
      const players = [...usual, ...others];
      seat.who.value = players.includes(before) ? before : side === 0 ? "person" : players.includes(MEDIUM) ? MEDIUM : game.players[0];
      this.#seated(side, {});
    });
  }

  /** @param {number} side */
  #spec(side) {
    const { who, options } = this.seats[side];
    const [player] = this.#player(who.value);
    if (!player) return "person";
    const told = Object.entries(changed(options, player.options)).map(([key, value]) => `${key}=${value}`);
    return told.length ? `${player.name}:${told.join(",")}` : player.name;
  }

  #swap() {
    this.#seatAs(this.#spec(1), this.#spec(0));
  }

  /** Let players sit down. @param {...string} specs */
  #seatAs(...specs) {
    specs.forEach((spec, side) => {
      const { who } = this.seats[side];
      const [name, told] = split(spec === "level" ? MEDIUM : spec);
      who.value = spec === "level" ? MEDIUM : spec;
      if (!who.value) who.value = name;
      if (!who.value) who.value = "person"; // who can't play this game
      this.#seated(side, told);
    });
  }

  /** @returns {import("./protocol.js").NewGame} */
  #wish() {
    const { game } = this;
    const options = { ...changed(this.options, game.options.filter((o) => !o.display)), ...changed(this.looks, game.options.filter((o) => o.display)) };
    return { rules: game.name, options, first: this.#spec(0), second: this.#spec(1), clock: this.clock.value || null,
      position: this.position.value.trim() || null, seed: this.seed.value === "" ? null : Number(this.seed.value) };
  }
}
