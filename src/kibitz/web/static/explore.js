// The analysis board: from a game's start, a position that is written down, or a record.

import { BoardElement, still } from "./board.js";
import { capital, el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";
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
 * Write a position down, with the board beside it.
 * @param {import("./main.js").Page} page
 * @param {import("./types.js").Rules} rules
 * @param {string} text
 */
export function editPosition(page, rules, text) {
  const field = el("textarea", { rows: 3, spellcheck: false, "aria-label": t("position"), value: text });
  const picture = el("img", { alt: t("board"), class: "preview" });
  const trouble = el("p", { class: "trouble", role: "alert" });
  let asked = 0;
  const look = async () => {
    const number = ++asked;
    const body = JSON.stringify({ game: rules.spec, position: field.value.trim() });
    const answer = await fetch("/api/picture", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    if (!answer || number !== asked) return;
    trouble.textContent = answer.ok ? "" : capital((await answer.json()).message);
    if (answer.ok) picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(await answer.text())}`;
  };
  let timer = 0;
  field.addEventListener("input", () => (clearTimeout(timer), (timer = window.setTimeout(look, 250))));
  openDialog(t("editPosition"), (close) => [el("p", { class: "quiet" }, t("editLead")), field, trouble, picture,
    el("div", { class: "buttons end" }, el("button", { type: "button", class: "primary", onclick: async () => {
      try {
        await open(page, { rules: rules.spec, position: field.value.trim() });
        close();
      } catch (error) {
        trouble.textContent = error instanceof Error ? capital(error.message) : String(error);
      }
    } }, t("analyseThis")))]);
  void look();
}

