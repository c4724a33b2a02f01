// The menu of a game: less frequent actions.

import { el } from "./dom.js";
import { setSound, soundOn } from "./sound.js";
import { setTeaches, teaches } from "./teacher.js";
import { moveRows } from "./move-menu.js";
import { t } from "./texts.js";

/** A row: its label, its action, and whether it is enabled. @typedef {[string, () => unknown, boolean?]} Row */

/** @param {import("./game.js").GamePage} game @param {HTMLElement} from */
export function openMenu(game, from) {
  const { state, page } = game;
  const person = state.waits === "person" && game.along && game.you.includes(String(state.view.turn));
  /** @type {Row[]} */
  const rows = [
    [t("newGame"), () => import("./setup.js").then((m) => m.askForGame(page, state.rules.spec.split(":")[0]))],
    [t("flip"), () => game.turn()],
    ...moveRows(game, game.at),
    [t("redo"), () => game.change("redo"), state.redo && game.along],
    [t("claim"), () => game.change("claim"), person && state.claim !== null],
    [t("offerDraw"), () => game.change("draw"), state.draw && (person || (state.people.bound && !state.outcome && game.you.length > 0))],
    [t("resign"), () => import("./result.js").then((m) => m.confirmResign(game)), person],
    [teaches() ? t("teachOff") : t("teachOn"), () => (setTeaches(!teaches()), game.tell(teaches() ? t("teachIsOn") : t("teachIsOff"))), state.waits !== "nobody" && state.seats.includes("person") && !state.people.bound],
    [soundOn() ? t("soundOff") : t("soundOn"), () => setSound(!soundOn())],
    [t("share"), () => import("./share.js").then((m) => m.openShare(game))],
    [t("toAnalysis"), () => import("./share.js").then((m) => m.analyse(game)), state.waits !== "nobody" && !(state.people.bound && !state.outcome)],
    [t("playFromHere"), () => import("./share.js").then((m) => m.playFromHere(game)), game.view.turn !== null && game.view.turn !== "chance"],
    [t("searches"), () => import("./share.js").then((m) => m.toSearch(game))],
    [t("solve"), () => import("./solving.js").then((m) => m.openSolving(state.rules))],
    [t("keys"), () => import("./help.js").then((m) => m.openKeys())],
  ];
  showMenu(page.place, rows, from);
}

/**
 * Rows to choose from, beside what they were asked for at.
 * @param {HTMLElement} place @param {Row[]} rows @param {HTMLElement} from
 */
export function showMenu(place, rows, from) {
  const menu = el("div", { class: "menu", role: "menu", popover: "auto" },
    ...rows.filter(([, , can]) => can !== false).map(([words, act]) => el("button", { type: "button", role: "menuitem", onclick: () => (menu.hidePopover(), act()) }, words)));
  menu.addEventListener("toggle", (event) => /** @type {ToggleEvent} */ (event).newState === "closed" && (menu.remove(), from.focus()));
  menu.addEventListener("keydown", (event) => {
    const all = [...menu.querySelectorAll("button")];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    all[(all.indexOf(/** @type {any} */ (document.activeElement)) + step + all.length) % all.length].focus();
    event.preventDefault();
  });
  place.append(menu);
  menu.showPopover();
  const [at, box] = [from.getBoundingClientRect(), menu.getBoundingClientRect()];
  menu.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, at.right - box.width))}px`;
  menu.style.top = `${at.top > box.height + 16 ? at.top - box.height - 8 : Math.max(8, Math.min(innerHeight - box.height - 8, at.bottom + 8))}px`;
  menu.querySelector("button")?.focus();
}
