// The rules of the current game, known results, and how to move.

import { capital, el, fill } from "./dom.js";
import { t } from "./texts.js";

export class LearnPanel {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    this.made = el("div", { class: "learn-panel" });
  }

  async opened() {
    const { game } = this;
    if (this.made.children.length) return;
    const entry = await game.entry().catch(() => null);
    const { rules } = game.state;
    fill(this.made,
      el("h2", {}, capital(rules.title)),
      entry?.known ? el("p", { class: "fact" }, capital(entry.known)) : null,
      ...(entry?.words.length ? entry.words : [entry?.short || t("noRules")]).map((text) => el("p", {}, text)),
      el("h2", {}, t("howToMove")), el("p", {}, capital(rules.help || t("touchToMove")), "."),
      el("button", { type: "button", onclick: () => game.analysis.why() }, t("whyLast")),
      el("p", {}, el("a", { href: `/learn?game=${encodeURIComponent(rules.spec)}` }, t("trainThis"))));
  }
}
