// The result of a game, and next actions.

import { capital, el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { known, t } from "./texts.js";

/** @typedef {import("./protocol.js").State} State */

/** The end in a sentence. @param {State} state */
export function outcomeWords({ outcome, rules }) {
  if (!outcome) return "";
  const winner = outcome.winner && capital(rules.sides[outcome.winner === "first" ? 0 : 1]);
  const loser = outcome.by && rules.sides[outcome.by === "first" ? 0 : 1];
  const what = winner ? t("wins", { who: winner }) : t("isDraw");
  if (outcome.how === "by the rules") return outcome.detail ? `${what}: ${outcome.detail}.` : `${what}.`;
  const key = `how_${outcome.how.replaceAll(" ", "_")}`;
  const why = known(key) ? t(/** @type {any} */ (key), { who: loser ?? "" }) : outcome.how;
  // A draw has been said; only why is left to say.
  return `${what}: ${(winner ? [why, outcome.detail] : [outcome.detail || why]).filter(Boolean).join(", ")}.`;
}

/** A card with the result; it never covers the board. */
export class ResultCard {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    this.made = el("div", { class: "result", hidden: true, role: "region", "aria-label": t("result") });
  }

  show() {
    const { game } = this;
    const { state, you } = game;
    if (!state.outcome) return;
    const { winner } = state.outcome;
    /** @type {"first"|"second"|null} */
    const mine = state.seats.filter((spec) => spec === "person").length === 1 ? (state.seats[0] === "person" ? "first" : "second") : you.length === 1 ? /** @type {"first"|"second"} */ (you[0]) : null;
    const head = mine === null ? (winner ? t("wins", { who: capital(state.rules.sides[winner === "first" ? 0 : 1]) }) : t("isDraw"))
      : winner === null ? t("isDraw") : winner === mine ? t("youWin") : t("youLose");
    this.found = mine && el("p", { class: "quiet found" }, "\u00a0"); // room for later text
    const told = outcomeWords(state);
    fill(this.made, el("h2", {}, head), mine === null && state.outcome.how === "by the rules" && !state.outcome.detail ? null : el("p", {}, told), this.found,
      el("div", { class: "ways" },
        el("button", { type: "button", class: "primary", onclick: () => game.again() }, icon("again"), t("again")),
        el("button", { type: "button", onclick: () => game.tabs.choose("review") }, icon("look"), t("review")),
        el("button", { type: "button", onclick: () => import("./share.js").then((m) => m.openShare(game)) }, icon("link"), t("share"))));
    this.made.hidden = false;
    this.made.classList.add("ended");
    game.said.hidden = true;
    game.review.summarise(mine, (words) => this.found && (this.found.textContent = words));
  }

  /** Give its place to a review, which a small screen has no room for besides, and take it again. @param {boolean} away */
  stepAside(away) {
    if (!this.game.state.outcome || !this.made.classList.contains("ended")) return;
    this.made.hidden = away;
    this.game.said.hidden = !away;
  }

  hide() {
    this.made.hidden = true;
    this.game.said.hidden = false;
  }

  /** Something the other player asks for. @param {string} words @param {() => unknown} yes */
  ask(words, yes) {
    this.made.classList.remove("ended");
    fill(this.made, el("p", {}, words), el("div", { class: "ways" },
      el("button", { type: "button", class: "primary", onclick: () => (this.hide(), yes()) }, t("agree")),
      el("button", { type: "button", onclick: () => this.hide() }, t("decline"))));
    this.made.hidden = false;
  }
}

/** Ask before giving up. @param {import("./game.js").GamePage} game */
export function confirmResign(game) {
  openDialog(t("resign"), (close) => [el("p", {}, t("resignSure")), el("div", { class: "buttons end" },
    el("button", { type: "button", onclick: close }, t("cancel")),
    el("button", { type: "button", class: "primary", id: "resign-yes", onclick: () => (close(), game.change("resign")) }, t("resign")))]);
}
