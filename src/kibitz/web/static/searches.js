// A search at work on the position: what each takes, and the tree that one visits.

import { el } from "./dom.js";

const TITLES = ["player", "depth", "nodes", "cut-offs", "from table", "again", "ms"];

/** A dialog that compares searches on the position on the board. */
export class Searches {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {string[]} searchers
   */
  constructor(dialog, searchers) {
    this.dialog = dialog;
    this.game = "";
    this.position = "";
    this.depth = el("input", { type: "number", id: "search-depth", min: "1", max: "12" });
    this.depth.value = "4";
    this.who = el("select", { id: "search-who" }, ...searchers.map((name) => el("option", { value: name }, name)));
    this.who.value = searchers.includes("alphabeta") ? "alphabeta" : searchers[0];
    this.told = el("p", { className: "quiet", role: "status" });
    this.table = el("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Comparison" });
    const close = el("button", { type: "button" }, "Close");
    close.addEventListener("click", () => dialog.close());
    const go = el("button", { type: "button", className: "primary", id: "search-go" }, "Compare");
    go.addEventListener("click", () => void this.#compare());
    this.tree = el("a", { target: "_blank", rel: "noopener" }, "Show its tree in a new tab");
    for (const input of [this.depth, this.who]) input.addEventListener("input", () => this.#link());
    dialog.replaceChildren(el("div", { className: "body" }, el("h2", { id: "searches-title" }, "Search at work"),
      el("p", { className: "quiet" }, "All these searches find the same value; what differs is the work. A tree can be "
        + "shown up to a few thousand nodes, so choose a small depth for it."),
      el("div", { className: "fields" },
        el("div", { className: "field" }, el("label", { for: "search-depth" }, "Depth"), this.depth),
        el("div", { className: "field" }, el("label", { for: "search-who" }, "Player"), this.who)),
      el("p", {}, this.tree), this.table, this.told, el("div", { className: "buttons end" }, close, go)));
  }

  /** @param {import("./types.js").State} state @param {string} position */
  show({ rules }, position) {
    this.game = rules.spec;
    this.position = position;
    this.table.replaceChildren();
    this.told.textContent = rules.title;
    this.#link();
    this.dialog.showModal();
  }

  #link() {
    const asked = { game: this.game, position: this.position, player: this.who.value, depth: this.depth.value };
    this.tree.href = `/api/tree?${new URLSearchParams(asked)}`;
  }

  async #compare() {
    this.told.textContent = "Searching…";
    const body = JSON.stringify({ game: this.game, position: this.position, depth: Number(this.depth.value) });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/compare", { method: "POST", headers, body }).then((r) => r.json())
      .catch(() => ({ message: "the server does not answer" }));
    this.told.textContent = answer.message ?? "A search that would take more than two seconds goes no deeper.";
    if (!answer.rows) return;
    const most = Math.max(...answer.rows.map((/** @type {any} */ row) => row.nodes));
    const rows = answer.rows.map((/** @type {any} */ row) => {
      const share = el("meter", { min: 0, max: 1, value: Math.log(1 + row.nodes) / Math.log(1 + most) });
      share.setAttribute("aria-label", `nodes of ${row.player} to depth ${row.depth}, on a scale of powers`);
      const cells = [row.depth, row.nodes, row.cutoffs, row.table_hits, row.researches].map((n) => el("td", {}, n.toLocaleString()));
      return el("tr", {}, el("th", { scope: "row" }, row.player), ...cells,
        el("td", {}, (1000 * row.seconds).toFixed(1)), el("td", {}, share));
    });
    const head = el("tr", {}, ...TITLES.map((title) => el("th", { scope: "col" }, title)), el("td", {}));
    this.table.replaceChildren(el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
  }
}
