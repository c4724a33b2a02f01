// Searches at work on the position: what each takes, side by side, and the tree that one visits.

import { el } from "./dom.js";

/** @typedef {{player: string, depth: number, nodes: number, cutoffs: number, table_hits: number, researches: number, seconds: number}} Row */

/** A dialog about the position on the board. */
export class Searches {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./types.js").Catalogue} catalogue
   */
  constructor(dialog, catalogue) {
    this.dialog = dialog;
    this.catalogue = catalogue;
    this.game = "";
    this.position = "";
    this.depth = el("input", { type: "number", id: "search-depth", min: "1", max: "12", value: "4" });
    this.told = el("p", { className: "quiet", role: "status" });
    this.table = el("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Comparison" });
    const go = el("button", { type: "button", className: "primary", id: "search-go" }, "Compare");
    go.addEventListener("click", () => void this.#compare());
    this.who = el("select", { id: "search-who" });
    this.treeDepth = el("input", { type: "number", id: "tree-depth", min: "1", max: "12", value: "2" });
    const grow = el("button", { type: "button", id: "tree-go" }, "Show tree");
    grow.addEventListener("click", () => void this.#tree());
    this.tree = el("iframe", { className: "tree", title: "Tree", hidden: true });
    this.apart = el("a", { target: "_blank", rel: "noopener", hidden: true }, "Open the tree in a tab of its own");
    const close = el("button", { type: "button" }, "Close");
    close.addEventListener("click", () => dialog.close());
    dialog.classList.add("wide");
    dialog.replaceChildren(el("div", { className: "body" }, el("h2", { id: "searches-title" }, "Searches at work"),
      el("p", { className: "quiet" }, "Searches to the same depth find the same value of the position on the board; what differs is the work."),
      el("div", { className: "asking" }, el("label", { for: "search-depth" }, "Up to depth"), this.depth, go),
      this.table, this.told,
      el("div", { className: "asking" }, el("label", { for: "search-who" }, "The tree of"), this.who,
        el("label", { for: "tree-depth" }, "to depth"), this.treeDepth, grow, this.apart),
      this.tree, el("div", { className: "buttons end" }, close)));
  }

  /** @param {import("./types.js").State} state @param {string} position */
  show({ rules }, position) {
    if (position !== this.position || rules.spec !== this.game) {
      this.table.replaceChildren();
      this.tree.hidden = this.apart.hidden = true;
      this.told.textContent = "";
    }
    const able = this.catalogue.games.find(({ name }) => name === rules.spec.split(":")[0])?.players;
    const names = this.catalogue.searchers.filter((name) => !able || able.includes(name));
    const before = this.who.value || "alphabeta";
    this.who.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    this.who.value = names.includes(before) ? before : names[0];
    this.game = rules.spec;
    this.position = position;
    this.dialog.showModal();
  }

  async #compare() {
    this.told.textContent = "Searching…";
    const body = JSON.stringify({ game: this.game, position: this.position, depth: Number(this.depth.value) });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/compare", { method: "POST", headers, body }).then((r) => r.json())
      .catch(() => ({ message: "the server does not answer" }));
    this.told.textContent = answer.message ?? "Cut-offs, positions known from a table, searches done again and time are "
      + "those of the last depth. A search that would take more than two seconds goes no deeper.";
    if (answer.rows) this.table.replaceChildren(table(answer.rows));
  }

  async #tree() {
    this.told.textContent = "";
    const asked = { game: this.game, position: this.position, player: this.who.value, depth: this.treeDepth.value };
    const address = `/api/tree?${new URLSearchParams(asked)}`;
    const answer = await fetch(address).catch(() => null);
    this.tree.hidden = this.apart.hidden = !answer?.ok;
    if (answer?.ok) this.tree.src = this.apart.href = address;
    else this.told.textContent = answer ? (await answer.json()).message : "the server does not answer";
  }
}

/** One row a player: its nodes at each depth, and what the last one took. @param {Row[]} rows */
function table(rows) {
  const deepest = Math.max(...rows.map(({ depth }) => depth));
  const most = Math.max(...rows.map(({ nodes }) => nodes));
  const depths = Array.from({ length: deepest }, (_, index) => index + 1);
  const titles = ["player", ...depths.map((depth) => `nodes to ${depth}`), "cut-offs", "from table", "again", "ms"];
  const head = el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, title)), el("td"));
  const lines = [...new Set(rows.map(({ player }) => player))].map((player) => {
    const own = rows.filter((row) => row.player === player);
    const last = own[own.length - 1];
    const counts = depths.map((depth) => own.find((row) => row.depth === depth)?.nodes.toLocaleString() ?? "–");
    const took = [last.cutoffs, last.table_hits, last.researches].map((number) => number.toLocaleString());
    const share = el("meter", { min: 0, max: 1, value: Math.log(1 + last.nodes) / Math.log(1 + most) });
    share.setAttribute("aria-label", `nodes of ${player} to depth ${last.depth}, on a scale of powers`);
    const cells = [...counts, ...took, (1000 * last.seconds).toFixed(1)].map((text) => el("td", {}, text));
    return el("tr", {}, el("th", { scope: "row" }, player), ...cells, el("td", {}, share));
  });
  return el("table", {}, el("thead", {}, head), el("tbody", {}, ...lines));
}
