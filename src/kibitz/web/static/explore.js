// The analysis board: from a game's start, a position that is written down, or a record.

import { BoardElement, still } from "./board.js";
import { el, fill } from "./dom.js";
import { catalogue, gameName } from "./link.js";
import { opener } from "./saved.js";
import { t } from "./texts.js";

/** @type {import("./main.js").Show} */
export async function showExplore(page) {
  page.title(t("exploreTitle"));
  const { games } = await catalogue();
  void page.link.connect();
  const cards = games.map((game) => {
    const board = new BoardElement();
    board.classList.add("small");
    board.inert = true;
    void board.show(game.demo.board, still(game.demo.views[0]), { sides: game.sides });
    return el("button", { type: "button", class: "pick", onclick: () => open(page, { rules: game.name }) }, board, el("b", {}, gameName(game, games)));
  });
  fill(page.place, el("div", { class: "plainpage wide" }, el("h1", {}, t("exploreTitle")), el("p", { class: "lead" }, t("exploreLong")),
    el("div", { class: "picks" }, ...cards), opener(page), el("p", {}, el("a", { href: "/search" }, t("searches")), " · ", el("a", { href: "/saved" }, t("savedGames")))));
}

/**
 * A board on which nobody plays.
 * @param {import("./main.js").Page} page
 * @param {{rules: string, position?: string|null}} wanted
 */
async function open({ link, go }, { rules, position = null }) {
  await link.connect();
  const { game } = await link.ask("new", { rules, position, analysis: true });
  await go(`/game/${game}`);
}

/**
 * Put a position together, and open it.
 * @param {import("./main.js").Page} page
 * @param {import("./protocol.js").GameRules} rules
 * @param {string} text
 */
export async function editPosition(page, rules, text) {
  const editor = await import("./editor.js");
  editor.editPosition(rules, text, (position) => open(page, { rules: rules.spec, position }));
}
