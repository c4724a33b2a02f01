// A teaching game: a move that gives something away for sure is stopped before it is played.

import { capital, el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";
import { keep, kept } from "./kept.js";
import { t } from "./texts.js";

/** @typedef {{move: string, words: string, refutation: string, better: string, line: string[]}} Objection */

/** Whether clear mistakes are stopped here: kept from game to game. */
export function teaches() {
  return kept("teach") === true;
}

/** @param {boolean} on */
export function setTeaches(on) {
  keep("teach", on);
}

/** A box to tick. @param {string} id */
export function teachBox(id) {
  const box = el("input", { type: "checkbox", id, checked: teaches(), onchange: () => setTeaches(box.checked) });
  return el("label", { class: "tick", for: id }, box, el("span", {}, t("teach")));
}

/**
 * Whether a move is to be played: a clear mistake only if a person still wants it.
 * @param {import("./game.js").GamePage} game
 * @param {string} move
 * @returns {Promise<boolean>}
 */
export async function insists(game, move) {
  const { at } = game;
  /** @type {Objection|null} */
  let found = null;
  try {
    found = (await game.link.ask("teach", { at, move })).objection;
  } catch {
    return true; // the game itself reports errors
  }
  if (!found || game.gone || game.at !== at) return true;
  const { line } = found;
  // The move, and how it would go on, lie on the board meanwhile as if in the air.
  void game.link.ask("line", { at, moves: line.slice(0, 16) }).then(({ views }) => made.open && game.table.showLine(views[views.length - 1])).catch(() => {});
  let anyway = false;
  const objection = found;
  const said = el("p", { "aria-live": "polite" });
  const tell = () => {
    fill(said, el("b", {}, t("better")), ` ${objection.better}`);
    better.disabled = true;
    back.focus();
  };
  const back = el("button", { type: "button", class: "primary", id: "teach-back", autofocus: true, onclick: () => made.close() }, t("takeBack"));
  const better = el("button", { type: "button", id: "teach-better", onclick: tell }, t("showBetter"));
  const made = openDialog(t("teacherStops"), (close) => [
    el("p", { class: "objection" }, capital(found?.words ?? "")),
    line.length > 1 ? el("p", { class: "quiet" }, t("refutation"), " ", objection.refutation) : null, said,
    el("div", { class: "buttons end" }, better,
      el("button", { type: "button", id: "teach-anyway", onclick: () => ((anyway = true), close()) }, t("playAnyway")), back)], "teacher");
  back.focus();
  await new Promise((closed) => made.addEventListener("close", closed));
  game.table.showLine(null);
  return anyway;
}
