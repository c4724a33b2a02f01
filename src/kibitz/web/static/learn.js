// The learn page: rules of every game, known results, and puzzles.

import { BoardElement, still } from "./board.js";
import { capital, el, fill } from "./dom.js";
import { catalogue, gameName } from "./link.js";
import { start } from "./starting.js";
import { t } from "./texts.js";

/** @type {import("./main.js").Show} */
export async function showLearn(page) {
  page.title(t("learn"));
  const { games } = await catalogue();
  void page.link.connect();
  const wanted = page.path[0] ?? page.query.get("game")?.split(":")[0];
  const chosen = games.find((game) => game.name === wanted) ?? games[0];
  const list = el("nav", { class: "picklist", "aria-label": t("games") }, ...games.map((game) =>
    el("a", { href: `/learn?game=${encodeURIComponent(game.name)}`, ...(game === chosen ? { "aria-current": "page" } : {}) }, gameName(game, games))));
  fill(page.place, el("div", { class: "plainpage wide learning" }, el("h1", {}, t("learn")),
    el("p", { class: "lead" }, t("trainLead"), " ", el("a", { href: `/train?game=${encodeURIComponent(chosen.name)}` }, t("toPuzzles")), " · ", el("a", { href: "/train?mistakes" }, t("ownMistakes"))), list, lesson(page, chosen)));
}

/** @param {import("./main.js").Page} page @param {import("./protocol.js").GameEntry} game */
function lesson(page, game) {
  const board = new BoardElement();
  board.classList.add("small");
  board.inert = true;
  const { demo } = game;
  let at = 0;
  const show = (/** @type {boolean} */ animate) => {
    void board.show(demo.board, still(demo.views[at]), { sides: game.sides, animate });
    count.textContent = t("moveOf", { at, count: demo.views.length - 1 });
  };
  const count = el("span", { class: "quiet" });
  const step = (/** @type {number} */ by) => () => {
    at = Math.max(0, Math.min(demo.views.length - 1, at + by));
    show(true);
  };
  const made = el("article", { class: "lesson" },
    el("div", {}, board, el("div", { class: "buttons" }, el("button", { type: "button", onclick: step(-1) }, t("back")), el("button", { type: "button", onclick: step(1) }, t("forward")), count)),
    el("div", {}, el("h2", {}, capital(game.title)), game.known ? el("p", { class: "fact" }, capital(game.known)) : null,
      ...(game.words.length ? game.words : [game.short || capital(game.summary)]).map((text) => el("p", {}, text)),
      el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", onclick: () => start(page, { rules: game.name, against: game.opponents[0]?.spec ?? "random" }) }, t("playEasy")))));
  show(false);
  return made;
}
