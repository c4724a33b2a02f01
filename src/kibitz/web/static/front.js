// The front page: every game as a card with a small board that is alive, and one click to play.

import { here, isFolder } from "./address.js";
import { BoardElement, still } from "./board.js";
import { capital, el, fill, mayMove } from "./dom.js";
import { carriedIn, carries, openCarried } from "./fragment.js";
import { icon } from "./icons.js";
import { keep, kept, playedHere } from "./kept.js";
import { catalogue, onOtherBoards } from "./link.js";
import { start } from "./starting.js";
import { teachBox } from "./teacher.js";
import { known, t } from "./texts.js";

/** @typedef {import("./protocol.js").GameEntry} GameEntry */

/** Milliseconds between two moves of a board that plays itself. */
const BEAT = 420;

/** @type {import("./main.js").Show} */
export async function showFront(page) {
  const { place, link, go } = page;
  const found = await catalogue();
  const { hash } = here();
  if (carries(hash)) {
    await openCarried(page, await carriedIn(hash), "replace");
    return;
  }
  void link.connect();
  page.title(t("frontTitle"));
  const cards = [...groups(found.games).values()].map((games) => ({ kind: kindOf(games[0]), words: wordsOf(games), made: card(page, games) }));
  const sections = KINDS.map((kind) => ({ kind, cards: cards.filter((one) => one.kind === kind) })).filter((one) => one.cards.length)
    .map(({ kind, cards }) => ({ cards, made: el("section", { id: kind, class: "kind-of-games" }, el("h2", {}, t(`kind_${kind}`)), el("div", { class: "cards" }, ...cards.map(({ made }) => made))), kind }));
  fill(place, el("div", { class: "front" },
    el("h1", {}, t("frontTitle")), el("p", { class: "lead" }, t("frontLead")),
    goOn(), el("div", { class: "wishes" }, sides(), teachBox("front-teach")),
    cards.length > MANY ? finder(sections) : null, ...sections.map(({ made }) => made),
    el("div", { class: "doors" },
      isFolder ? null : door("friend", t("friendTitle"), t("friendLead"), () => import("./friend.js").then((m) => m.inviteFriend(page))),
      door("puzzle", t("training"), t("trainingLead"), () => go("/train")),
      door("look", t("exploreTitle"), t("exploreLead"), () => go("/explore")),
      door("more", t("moreTitle"), t("moreLead"), () => import("./setup.js").then((m) => m.askForGame(page)))),
    el("nav", { class: "foot", "aria-label": t("moreLinks") },
      el("a", { href: "/saved" }, t("savedGames")), el("a", { href: "/search" }, t("searches")),
      el("a", { href: "/own" }, t("ownGames")), isFolder ? null : el("a", { href: "/docs" }, t("forPrograms")), page.speaks())));
}

/** The kinds of games, as they stand below each other. @type {("classic"|"quick"|"dice"|"yours")[]} */
const KINDS = ["classic", "quick", "dice", "yours"];
/** With more cards than this there is something to find them by. */
const MANY = 12;

/** @param {GameEntry} game @returns {"quick"|"dice"|"classic"|"yours"} */
function kindOf({ source, dice, known }) {
  if (source === "file" || source === "installed") return "yours";
  return dice ? "dice" : known ? "quick" : "classic";
}

/** The texts by which games are found. @param {GameEntry[]} games */
function wordsOf(games) {
  return games.map(({ name, title, summary, short, known }) => [name, title, summary, short, known].join(" ")).join(" ").toLowerCase();
}

/**
 * A field to find games by, and ways to their kinds.
 * @param {{kind: string, made: HTMLElement, cards: {words: string, made: HTMLElement}[]}[]} sections
 */
function finder(sections) {
  const none = el("p", { class: "empty", role: "status", hidden: true }, t("noSuchGame"));
  const field = el("input", { type: "search", placeholder: t("findGame"), "aria-label": t("findGame"), oninput: () => {
    const wanted = field.value.trim().toLowerCase().split(/\s+/);
    for (const { made, cards } of sections) {
      for (const card of cards) card.made.hidden = !wanted.every((word) => card.words.includes(word));
      made.hidden = cards.every((card) => card.made.hidden);
    }
    none.hidden = sections.some(({ made }) => !made.hidden);
  } });
  return el("div", { class: "finder" }, field, el("nav", { "aria-label": t("kindsOfGames") }, ...sections.map(({ kind, made }) =>
    el("button", { type: "button", class: "plain", onclick: () => made.scrollIntoView({ behavior: mayMove() ? "smooth" : "auto" }) }, t(/** @type {any} */ (`kind_${kind}`))))), none);
}

/** @param {GameEntry[]} games */
function groups(games) {
  /** @type {Map<number|string, GameEntry[]>} */
  const found = new Map();
  for (const game of games) found.set(game.room, [...(found.get(game.room) ?? []), game]);
  return found;
}

/** The games that are not over, if there are any. */
function goOn() {
  const open = playedHere().filter((one) => !one.over && one.moves > 0).slice(0, 3);
  if (!open.length) return null;
  return el("section", { class: "goon", "aria-label": t("goOn") }, ...open.map((one) =>
    el("a", { class: "goon-game", href: `/game/${one.game}` }, el("b", {}, t("goOn")), el("span", {}, capital(one.title)),
      el("span", { class: "quiet" }, [one.mine ? t("yourMove") : "", t("movesCount", { count: one.moves }), one.against].filter(Boolean).join(" · ")), icon("forward"))));
}

/** Which side one plays: kept from game to game. */
function sides() {
  const chosen = kept("side") ?? "first";
  const options = ["first", "second", "either"].map((side) => el("label", {},
    el("input", { type: "radio", name: "side", value: side, checked: side === chosen, onchange: () => keep("side", side) }), el("span", {}, t(/** @type {any} */ (`side_${side}`)))));
  return el("fieldset", { class: "segments sides" }, el("legend", {}, t("youPlay")), ...options);
}

/**
 * @param {import("./main.js").Page} page
 * @param {GameEntry[]} games The first is shown; its kin differ in their options only.
 */
function card(page, games) {
  const [game] = games;
  const board = new BoardElement();
  board.classList.add("small");
  board.inert = true;
  const title = el("h2", {}, capital(game.title));
  const levels = game.opponents.map(({ word, spec }) => el("button", { type: "button", onclick: () => start(page, { rules: game.name, against: spec }) },
    known(`level_${word}`) ? t(/** @type {any} */ (`level_${word}`)) : spec));
  const kin = games.slice(1).map((one) => el("button", { type: "button", class: "plain", title: capital(one.summary), onclick: () => import("./setup.js").then((m) => m.askForGame(page, one.name)) },
    onOtherBoards(one, game) ? t("otherBoards") : `${capital(one.title)}…`));
  const made = el("article", { class: "card", "aria-label": capital(game.title) },
    el("div", { class: "living" }, board),
    el("div", {}, title, el("p", { class: "known" }, capital(game.known || game.short || game.summary))),
    el("div", { class: "levels", role: "group", "aria-label": t("playAgainst", { title: capital(game.title) }) }, ...levels),
    el("div", { class: "others" }, el("button", { type: "button", class: "plain", onclick: () => import("./setup.js").then((m) => m.askForGame(page, game.name)) }, t("moreOptions")), ...kin));
  enliven(made, board, game);
  return made;
}

/** Let a board play itself while it is pointed at. @param {HTMLElement} card @param {BoardElement} board @param {GameEntry} game */
function enliven(card, board, { demo, sides }) {
  const middle = Math.max(0, Math.min(demo.views.length - 1, Math.ceil(demo.views.length * 0.6)));
  let at = middle;
  let timer = 0;
  const show = (/** @type {boolean} */ animate) => board.show(demo.board, still(demo.views[at]), { animate, sides });
  void show(false);
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    if (at !== middle) void ((at = middle), show(false));
  };
  const go = () => {
    if (timer || !mayMove() || demo.views.length < 2) return;
    at = 0;
    void show(false);
    timer = window.setInterval(() => {
      at = (at + 1) % demo.views.length;
      void show(at > 0);
    }, BEAT);
  };
  card.addEventListener("pointerenter", go);
  card.addEventListener("pointerleave", stop);
  card.addEventListener("focusin", go);
  card.addEventListener("focusout", stop);
}

/** @param {string} kind @param {string} title @param {string} lead @param {() => unknown} open */
function door(kind, title, lead, open) {
  return el("button", { type: "button", class: `door ${kind}`, onclick: open }, el("b", {}, title), el("span", { class: "quiet" }, lead));
}

