// The moves so far: numbered, with marks and variations. Each leads to its place.

import { capital, el, fill } from "./dom.js";
import { faceOf } from "./die.js";
import { icon } from "./icons.js";
import { Intro } from "./intro.js";
import { showMenu } from "./menu.js";
import { moveRows } from "./move-menu.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").At} At */

export class MovesPanel {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    this.list = el("div", { class: "movelist", role: "group", "aria-label": t("movesSoFar") });
    this.empty = el("p", { class: "quiet empty" }, t("noMoves"));
    this.typed = el("input", { id: "typed", maxLength: 40, autocapitalize: "off", autocomplete: "off", spellcheck: false });
    const form = el("form", { class: "typing" }, el("label", { for: "typed" }, t("typeMove")), this.typed, el("button", { type: "submit" }, t("playIt")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#play(this.typed.value.trim());
    });
    this.opening = el("p", { class: "quiet opening" });
    this.intro = new Intro(game);
    this.made = el("div", { class: "moves-panel" }, this.opening, this.intro.made, this.empty, this.list, form);
    this.drawn = "";
  }

  /** @param {string} text */
  async #play(text) {
    const { game } = this;
    if (!text) return;
    const played = game.along && game.state.waits === "person" ? await game.play(text) : await game.tryMove(text);
    if (played) this.typed.value = "";
  }

  refresh() {
    const { state, at, lines, view, table } = this.game;
    const key = JSON.stringify([state.game, state.seq, state.variations, state.comments, [...this.game.review.marks]]);
    const fresh = !state.moves.some(([, side]) => side !== "chance") && state.variations.length === 0;
    this.empty.hidden = this.intro.refresh(fresh) || state.moves.length + state.variations.length > 0;
    this.opening.hidden = !state.opening;
    this.opening.textContent = state.opening ? t("opening", { name: state.opening }) : "";
    this.typed.disabled = !table.open;
    this.typed.placeholder = table.open && view.gestures?.length ? t("suchAs", { move: view.example ?? view.gestures[0][0] }) : "";
    if (key !== this.drawn) {
      this.drawn = key;
      this.#draw();
    }
    for (const old of this.list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-at="${at}"]`);
    current?.setAttribute("aria-current", "true");
    if (current instanceof HTMLElement) {
      const box = this.made;
      const [top, bottom] = [current.offsetTop - box.offsetTop, current.offsetTop - box.offsetTop + current.offsetHeight];
      const scroller = /** @type {HTMLElement} */ (this.made.parentElement);
      if (scroller && (top < scroller.scrollTop || bottom > scroller.scrollTop + scroller.clientHeight - 60))
        scroller.scrollTop = top - scroller.clientHeight / 2;
    } else if (lines.count === 0 || at === 0) /** @type {HTMLElement} */ (this.made.parentElement).scrollTop = 0;
  }

  #draw() {
    const { state, lines } = this.game;
    const marks = this.game.review.marks;
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @type {HTMLElement|null} */
    let row = null;
    /** What one side did, one thing after the other: rolls, and in some games several moves. @type {HTMLElement|null} */
    let half = null;
    let number = 0;
    let turn = "";
    if (state.comments[0]) rows.push(this.#comment(0));
    const spine = this.#spine();
    spine.forEach(({ at, text, side, others }, ply) => {
      // A roll belongs to the side for which it is made.
      const whose = side !== "chance" ? side : spine.slice(ply).find((next) => next.side !== "chance")?.side ?? state.view.mover;
      if (!row || (whose === "first" && turn === "second")) {
        number += 1;
        row = el("div", { class: "moverow" }, el("span", { class: "number" }, `${number}.`));
        if (whose === "second") row.append(el("span", { class: "half" }, "…"));
        rows.push(row);
        half = null;
      }
      if (!half || whose !== turn) row.append((half = el("span", { class: "half" })));
      turn = whose;
      half.append(this.#move(at, text, side, marks.get(ply)));
      const said = Boolean(state.comments[at]);
      if (said) rows.push(this.#comment(at));
      for (const branch of others) rows.push(this.#branch(branch, number));
      if (others.length || said) [row, number] = [null, number - (whose === "first" ? 1 : 0)];
    });
    if (spine.length === state.moves.length)
      for (const branch of lines.after.get(state.moves.length) ?? []) rows.push(this.#branch(branch, number + (turn === "first" ? 0 : 1)));
    fill(this.list, ...rows);
  }

  /** The moves of the game with their variations; in an analysis, the first line continues the game. */
  #spine() {
    const { state, lines } = this.game;
    /** @type {{at: At, text: string, side: string, others: At[]}[]} */
    const found = state.moves.map(([text, side], ply) => ({ at: ply + 1, text, side, others: lines.after.get(ply) ?? [] }));
    let next = state.waits === "nobody" ? lines.after.get(state.moves.length) : undefined;
    while (next?.length) {
      const [, , text, side] = /** @type {import("./protocol.js").Variation} */ (lines.places.get(next[0]));
      found.push({ at: next[0], text, side, others: next.slice(1) });
      next = lines.after.get(next[0]);
    }
    return found;
  }

  /** @param {At} at @param {string} text @param {string} side @param {string} [mark] */
  #move(at, text, side, mark) {
    const { state } = this.game;
    const faces = state.board?.faces ?? 0;
    const face = side === "chance" && faces ? Number(text.replace(/\D/g, "")) : 0;
    const who = side === "chance" ? t("roll") : capital(state.rules.sides[side === "first" ? 0 : 1]);
    const made = el("button", { type: "button", class: `move ${side}${face ? " rolled" : ""}`, "aria-label": `${who} ${face || text}${mark ? ` ${mark}` : ""}`, onclick: () => this.game.goTo(at) },
      face ? /** @type {any} */ (faceOf(face, faces)) : text, mark ? el("span", { class: "verdict" }, mark) : null);
    made.dataset.at = String(at);
    made.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const open = () => showMenu(this.game.page.place, moveRows(this.game, at), made);
      // Some systems open the menu on mousedown; the mouseup would close it again.
      if (event.buttons) addEventListener("pointerup", () => setTimeout(open), { once: true });
      else open();
    });
    return made;
  }

  /** What was said about a place. @param {At} at */
  #comment(at) {
    return el("p", { class: "comment" }, this.game.state.comments[at]);
  }

  /** A variation with its own variations. @param {At} at @param {number} number Of its first move. */
  #branch(at, number) {
    const { lines } = this.game;
    const made = el("div", { class: "branch" });
    let turn = "";
    /** @type {At|null} */
    let here = at;
    /** @type {HTMLElement[]} */
    const later = [];
    while (here !== null) {
      const [, before, text, side] = /** @type {import("./protocol.js").Variation} */ (lines.places.get(here));
      if (side !== "chance") {
        if (side === "first" && turn === "second") number += 1;
        if (side === "first" ? turn !== "first" : !turn) made.append(el("span", { class: "number" }, side === "first" ? `${number}.` : `${number}…`));
        turn = side;
      }
      made.append(this.#move(here, text, side));
      if (this.game.state.comments[here]) made.append(this.#comment(here));
      const siblings = lines.after.get(before) ?? [];
      if (here !== at) for (const other of siblings.slice(1)) later.push(this.#branch(other, number));
      here = lines.after.get(here)?.[0] ?? null;
    }
    made.append(el("button", { type: "button", class: "plain drop", "aria-label": t("dropLine"), title: t("dropLine"), onclick: () => this.#drop(at) }, icon("close")), ...later);
    return made;
  }

  /** @param {At} at */
  async #drop(at) {
    try {
      await this.game.link.ask("drop", { at });
    } catch (error) {
      this.game.complain(error);
    }
  }
}
