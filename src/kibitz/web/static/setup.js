// The new-game dialog, made from what the server says about games and players.

import { el } from "./dom.js";

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").Wish} Wish */

/** Opponents that people like, best first. */
const LIKED = ["level", "alphabeta", "random"];

/** Time for each player, as `new` takes it, and in words. */
const CLOCKS = [["0", "none"], ["30", "30 seconds each"], ["60", "1 minute each"],
  ...[2, 3, 5, 10, 15, 30, 60].map((minutes) => [`${60 * minutes}`, `${minutes} minutes each`]),
  ...[[1, 1], [3, 2], [5, 3], [15, 10]].map(([minutes, more]) => [`${60 * minutes}+${more}`, `${minutes} min + ${more} s a move`])];

/** @param {string[]} players */
function usualOpponent(players) {
  return LIKED.find((name) => players.includes(name)) ?? players[0];
}

/**
 * A field for one option.
 * @param {Option} option
 * @param {string} prefix
 */
function field(option, prefix) {
  const id = `${prefix}-${option.name}`;
  const given = { id, name: option.name };
  const label = el("label", { for: id }, option.name.replaceAll("_", " "));
  const help = el("small", {}, option.help);
  /** @type {HTMLInputElement|HTMLSelectElement} */
  let input;
  if (option.kind === "yes or no") input = el("input", { ...given, type: "checkbox", checked: option.default === true });
  else if (option.kind === "choice") {
    input = el("select", given, ...option.choices.map((choice) => el("option", { value: choice }, choice)));
    input.value = String(option.default);
  } else if (option.kind === "number" && option.low === 0 && option.high === 100) {
    input = el("input", { ...given, type: "range", min: "0", max: "100", step: "5" });
    input.value = String(option.default);
    const shown = el("output", { for: id }, input.value);
    input.addEventListener("input", () => (shown.value = input.value));
    return el("div", { className: "field wide" }, label, input, shown, help);
  } else if (option.kind === "number") {
    input = el("input", { ...given, type: "number", min: String(option.low), max: String(option.high), required: true });
    input.value = String(option.default);
  } else {
    input = el("input", { ...given, type: "text", maxLength: Math.max(option.longest, 8), required: true });
    input.value = String(option.default);
  }
  return el("div", { className: "field" }, label, input, help);
}

/**
 * A field with its label.
 * @param {string} id @param {string} name @param {HTMLElement} input @param {string} help
 */
function labelled(id, name, input, help) {
  return el("div", { className: "field" }, el("label", { for: id }, name), input, el("small", {}, help));
}

/**
 * Put values into the fields of a part of the form.
 * @param {Element} part
 * @param {Record<string, string>} values
 */
function fill(part, values) {
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
      if (input.value !== String(option.default)) found[option.name] = input.value;
    }
  }
  return found;
}

/** Asks what to play, and by whom. */
export class Setup {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {Catalogue} catalogue
   * @param {(wish: Wish) => Promise<unknown>} start Throws an error to be shown in the dialog.
   */
  constructor(dialog, catalogue, start) {
    this.dialog = dialog;
    this.catalogue = catalogue;
    this.start = start;
    this.trouble = el("p", { className: "trouble", role: "alert" });
    this.rules = el("select", { id: "rules" }, ...catalogue.games.map((game) => el("option", { value: game.name }, game.title)));
    this.summary = el("p", { className: "quiet" });
    this.options = el("div", { className: "fields" });
    this.looks = el("div", { className: "fields" });
    this.position = el("input", { id: "position", type: "text", maxLength: 4000, spellcheck: false });
    this.seed = el("input", { id: "seed", type: "number", min: "0", max: "999999999" });
    this.more = el("details", {}, el("summary", {}, "More"), this.looks, el("div", { className: "fields" },
      labelled("position", "position", this.position, "where to begin, if not at the start, as a text"),
      labelled("seed", "seed", this.seed, "a number that gives the same dice and replies again")));
    this.clock = el("select", { id: "clock" }, ...CLOCKS.map(([value, words]) => el("option", { value }, words)));
    this.seats = [this.#seat(0), this.#seat(1)];
    const swap = el("button", { type: "button", id: "swap" }, "Swap sides");
    swap.addEventListener("click", () => this.#seatAs(this.#spec(1), this.#spec(0)));
    const form = el("form", { method: "dialog" },
      el("h2", { id: "setup-title" }, "New game"),
      el("div", { className: "field wide" }, el("label", { for: "rules" }, "Game"), this.rules), this.summary,
      this.options, ...this.seats.map((seat) => seat.part),
      el("div", { className: "field wide clocked" }, el("label", { for: "clock" }, "Clock"), this.clock, swap), this.more, this.trouble,
      el("div", { className: "buttons end" },
        el("button", { type: "button", id: "cancel" }, "Cancel"),
        el("button", { type: "submit", className: "primary", id: "start" }, "Start")));
    form.querySelector("#cancel")?.addEventListener("click", () => dialog.close());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.rules.addEventListener("change", () => this.#chosen());
    dialog.replaceChildren(form);
    this.#chosen();
  }

  /** @returns {GameEntry} */
  get game() {
    return this.catalogue.games.find((game) => game.name === this.rules.value) ?? this.catalogue.games[0];
  }

  /** @param {number} side */
  #seat(side) {
    const id = `seat${side}`;
    const who = el("select", { id });
    const label = el("label", { for: id });
    const options = el("div", { className: "fields" });
    const summary = el("p", { className: "quiet" });
    const part = el("fieldset", {}, el("div", { className: "field wide" }, label, who), summary, options);
    const seat = { who, label, options, summary, part };
    who.addEventListener("change", () => this.#seated(side));
    return seat;
  }

  /** @param {number} side */
  #seated(side) {
    const seat = this.seats[side];
    const player = this.catalogue.players.find((one) => one.name === seat.who.value);
    seat.summary.textContent = player?.summary ?? "you, or somebody at this screen";
    const fields = (player?.options ?? []).map((option) => field(option, `seat${side}`));
    // What most people set comes first; the rest is for those who look for it.
    const rest = fields.length > 3 ? fields.splice(2) : [];
    seat.options.replaceChildren(...fields);
    if (rest.length)
      seat.options.append(el("details", { className: "field wide" }, el("summary", {}, `${rest.length} more options`),
        el("div", { className: "fields" }, ...rest)));
  }

  #chosen() {
    const { game } = this;
    this.trouble.textContent = "";
    this.summary.textContent = game.summary;
    this.options.replaceChildren(...game.options.filter((o) => !o.display).map((o) => field(o, "option")));
    const looks = game.options.filter((o) => o.display);
    this.looks.replaceChildren(...looks.map((o) => field(o, "option")));
    this.seats.forEach((seat, side) => {
      const before = seat.who.value;
      seat.label.textContent = `${side === 0 ? "First" : "Second"}: ${game.sides[side]}`;
      seat.who.replaceChildren(...["person", ...game.players].map((name) => el("option", { value: name }, name)));
      const usual = side === 0 ? "person" : usualOpponent(game.players);
      seat.who.value = before && (before === "person" || game.players.includes(before)) ? before : usual;
      this.#seated(side);
    });
  }

  /** @param {number} side */
  #spec(side) {
    const seat = this.seats[side];
    const player = this.catalogue.players.find((one) => one.name === seat.who.value);
    if (!player) return "person";
    const options = Object.entries(changed(seat.options, player.options)).map(([name, value]) => `${name}=${value}`);
    return options.length ? `${player.name}:${options.join(",")}` : player.name;
  }

  /** Let players sit down. @param {...string} specs */
  #seatAs(...specs) {
    specs.forEach((spec, side) => {
      const seat = this.seats[side];
      const [name, told = ""] = spec.split(/:(.*)/s);
      seat.who.value = name;
      if (!seat.who.value) seat.who.value = "person"; // who can't play this game
      this.#seated(side);
      fill(seat.options, Object.fromEntries(told.split(",").filter(Boolean).map((one) => one.split(/=(.*)/s))));
    });
  }

  async #submit() {
    const { game } = this;
    const options = { ...changed(this.options, game.options.filter((o) => !o.display)),
      ...changed(this.looks, game.options.filter((o) => o.display)) };
    try {
      await this.start({ rules: game.name, options, first: this.#spec(0), second: this.#spec(1),
        clock: this.clock.value === "0" ? null : this.clock.value, position: this.position.value.trim() || null,
        seed: this.seed.value === "" ? null : Number(this.seed.value) });
      this.dialog.close();
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Ask, beginning with what was wished for last. @param {Wish} wish */
  show(wish) {
    if (this.catalogue.games.some(({ name }) => name === wish.rules)) this.rules.value = wish.rules;
    this.#chosen();
    for (const part of [this.options, this.looks]) fill(part, wish.options);
    this.#seatAs(wish.first, wish.second);
    this.clock.value = String(wish.clock ?? 0);
    this.position.value = "";
    this.seed.value = "";
    this.more.open = false;
    this.trouble.textContent = "";
    this.dialog.showModal();
  }
}
