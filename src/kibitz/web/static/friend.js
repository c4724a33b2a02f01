// Playing with a friend on another device: a link leads to the other seat.

import { linkTo } from "./address.js";
import { el, fill, toast } from "./dom.js";
import { openDialog } from "./dialog.js";
import { kept } from "./kept.js";
import { call, catalogue, gameName } from "./link.js";
import { begin } from "./starting.js";
import { t } from "./texts.js";

/** Ask which game to play with a friend. @param {import("./main.js").Page} page */
export async function inviteFriend(page) {
  const [{ games }, version] = await Promise.all([catalogue(), call("GET /api/version")]);
  const rules = el("select", { id: "friend-game" }, ...games.map((game) => el("option", { value: game.name }, gameName(game, games))));
  const clock = el("select", { id: "friend-clock" }, ...CLOCKS.map(([value, words]) => el("option", { value }, clockWords(words))));
  openDialog(t("friendTitle"), (close) => [
    el("p", {}, version.local ? t("friendLocal") : t("friendOpen")),
    el("form", { class: "fields", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      close();
      const side = kept("side") ?? "first";
      const second = side === "second" || (side === "either" && Math.random() < 0.5);
      void begin(page, { rules: rules.value, options: {}, first: second ? "friend" : "person", second: second ? "person" : "friend", clock: clock.value || null });
    } }, el("label", { for: "friend-game" }, t("game")), rules, el("label", { for: "friend-clock" }, t("clock")), clock,
      el("button", { type: "submit", class: "primary" }, t("makeInvitation")))]);
}

/** Time for each player, and the increment per move. @type {[string, [number, number]][]} */
export const CLOCKS = [["", [0, 0]], ["60+1", [1, 1]], ["180+2", [3, 2]], ["300", [5, 0]], ["300+3", [5, 3]], ["600+5", [10, 5]], ["900+10", [15, 10]], ["1800", [30, 0]]];

/** @param {[number, number]} time */
export function clockWords([minutes, more]) {
  return !minutes ? t("noClock") : more ? t("clockPlus", { minutes, more }) : t("clockPlain", { count: minutes, minutes });
}

/** Show the link for the friend who is waited for, or take it away. @param {import("./game.js").GamePage} game @param {boolean} waits */
export async function showInvitation(game, waits) {
  const there = game.made.querySelector(".invitation");
  if (!waits) {
    there?.remove();
    return;
  }
  if (there) return;
  const invitation = kept(`invitation-${game.state.game}`);
  if (!invitation) return;
  const address = linkTo(`/game/${game.state.game}?invitation=${invitation}`);
  const { local } = await call("GET /api/version").catch(() => ({ local: true }));
  const field = el("input", { readOnly: true, value: address, "aria-label": t("invitation"), onfocus: () => field.select() });
  const made = el("div", { class: "invitation result" }, el("h2", {}, t("waitingForFriend")), el("p", {}, t("sendLink")),
    el("div", { class: "copying" }, field, el("button", { type: "button", class: "primary", onclick: () => copy(address) }, t("copy"))),
    el("p", { class: "quiet" }, local ? t("friendLocal") : t("friendOpen")));
  if (game.made.querySelector(".invitation")) return;
  fill(/** @type {HTMLElement} */ (game.made.querySelector(".kibitz")), game.said, game.card.made, made);
}

/** Put a text on the clipboard, or let it be copied by hand. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    prompt(t("copyByHand"), text);
  }
}
