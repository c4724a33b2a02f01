// How to write a game of one's own, and those that are here.

import { capital, el, fill } from "./dom.js";
import { catalogue } from "./link.js";
import { start } from "./starting.js";
import { t } from "./texts.js";

/** A whole game. */
const EXAMPLE = [
  "import kibitz", "",
  "class Pile(kibitz.PythonGame):",
  '    """Take one, two or three; whoever takes the last one wins."""', "",
  '    options = (kibitz.Option("size", 12, "how many", low=1, high=60),)', "",
  "    def start(self):", "        return self.size", "",
  "    def moves(self, left):", "        return range(1, min(3, left) + 1)", "",
  "    def play(self, left, taken):", "        return left - taken", "",
  "    def outcome(self, left):", '        return None if left else "loss"   # the side to move finds nothing',
].join("\n");

/** @type {import("./main.js").Show} */
export async function showOwn(page) {
  page.title(t("ownGames"));
  const { games } = await catalogue();
  const own = games.filter((game) => game.source === "file" || game.source === "installed");
  fill(page.place, el("div", { class: "plainpage" }, el("h1", {}, t("ownGames")), el("p", { class: "lead" }, t("ownLead")),
    own.length ? el("ul", { class: "saved" }, ...own.map((game) => el("li", {}, el("button", { type: "button", class: "primary", onclick: () => start(page, { rules: game.name, against: game.opponents[0]?.spec ?? "random" }) }, capital(game.title)), el("span", { class: "quiet" }, capital(game.summary)))))
      : el("p", { class: "empty" }, t("noOwn")),
    el("h2", {}, t("ownHow")), el("p", {}, t("ownFour")), el("pre", { class: "code", tabIndex: 0 }, EXAMPLE),
    el("p", {}, t("ownStart")), el("pre", { class: "code", tabIndex: 0 }, "kibitz check pile.py\nkibitz web --game pile.py --open"),
    el("p", {}, t("ownMore")), el("p", {}, t("ownSafe"))));
}
