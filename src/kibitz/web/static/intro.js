// For beginners: the goal of a game, how to move, and a picture of a win. Shown until the first move, or until dismissed.

import { BoardElement, still } from "./board.js";
import { capital, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { keep, kept } from "./kept.js";
import { t } from "./texts.js";

/** Whether beginners get help: in all games, until it is switched off. */
export function introduces() {
  return kept("introduces") !== false;
}

/** How to move on a board, derived from its gestures. @param {import("./game.js").GamePage} game */
function howToMove({ board, view, state }) {
  const gestures = (view.gestures ?? []).filter(([, to]) => to !== null);
  const dice = state.rules.dice ? ` ${t("diceRoll")}` : "";
  if (board?.falls) return t("howDrop") + dice;
  if (view.turn === "chance" && view.pieces?.length) return t("howPiece") + dice;
  if (!gestures.length) return t(board ? "howTouch" : "howButton") + dice;
  if (gestures.every(([, , from]) => from !== null)) return t("howPiece") + dice;
  if (gestures.every(([, , , choice]) => choice)) return t("howNumber") + dice;
  return t("howTouch") + dice;
}

export class Intro {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    this.made = el("section", { class: "intro", "aria-label": t("introduction"), hidden: true });
    this.filled = false;
  }

  /** Show it while nothing has happened. @param {boolean} fresh */
  refresh(fresh) {
    const { game } = this;
    const wanted = fresh && introduces() && game.state.waits !== "nobody";
    this.made.hidden = !wanted;
    if (wanted && !this.filled) {
      this.filled = true;
      void this.#fill();
    }
    return wanted;
  }

  async #fill() {
    const { game } = this;
    const { rules } = game.state;
    const entry = await game.entry().catch(() => null);
    const won = entry?.demo.won;
    const board = new BoardElement();
    board.classList.add("small");
    board.inert = true;
    const winner = won && capital(rules.sides[won.winner === "second" ? 1 : 0]);
    fill(this.made,
      el("div", {}, el("h2", {}, t("theGoal")), el("p", {}, entry?.short || capital(entry?.summary ?? "") || t("noRules")),
        el("h2", {}, t("howToMove")), el("p", {}, howToMove(game))),
      won ? el("figure", {}, board, el("figcaption", { class: "quiet" }, t("hasWon", { who: winner ?? "" }))) : null,
      el("button", { type: "button", class: "plain dismiss", title: t("dismiss"), "aria-label": t("dismiss"), onclick: () => this.#dismiss() }, /** @type {any} */ (icon("close"))));
    if (!won || !entry) return;
    void board.show(entry.demo.board, still(won), { sides: rules.sides });
    board.querySelector(".cells")?.remove(); // a picture, with nothing to touch
  }

  #dismiss() {
    keep("introduces", false);
    this.game.moves.refresh();
  }
}
