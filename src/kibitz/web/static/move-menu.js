// What can be done with one move: say something about it, and order the lines that branch off the game.

import { el } from "./dom.js";
import { openDialog } from "./dialog.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").At} At */

/** @param {import("./game.js").GamePage} game @param {At} at @returns {import("./menu.js").Row[]} */
export function moveRows(game, at) {
  const { state, link } = game;
  const may = !(state.people.bound && !state.outcome);
  const beside = may && typeof at === "string";
  const ask = (/** @type {"promote"|"drop"} */ what) => () => link.ask(what, { at }).catch((error) => game.complain(error));
  return [
    [t("commentOn"), () => openComment(game, at), may],
    [t("promoteLine"), ask("promote"), beside && game.lines.others(at)],
    [t("dropFrom"), ask("drop"), beside],
  ];
}

/** @param {import("./game.js").GamePage} game @param {At} at */
function openComment(game, at) {
  const said = el("textarea", { id: "comment", rows: 3, maxLength: 500, value: game.state.comments[at] ?? "" });
  const save = async (/** @type {() => void} */ close) => {
    try {
      await game.link.ask("comment", { at, text: said.value.replace(/\s+/g, " ").trim() });
      close();
    } catch (error) {
      game.complain(error);
    }
  };
  openDialog(t("commentOn").replace(/ ?…/, ""), (close) => [el("label", { for: "comment", class: "quiet" }, t("commentLead")), said,
    el("div", { class: "buttons end" }, el("button", { type: "button", onclick: close }, t("cancel")),
      el("button", { type: "button", class: "primary", id: "comment-save", onclick: () => save(close) }, t("keepIt")))]);
  said.focus();
}
