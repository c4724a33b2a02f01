// The page put together: an address leads to a page, and links lead to addresses without loading anything anew.

import { addressOf, here, isFolder, pageOf } from "./address.js";
import { byId, capital, el, fill } from "./dom.js";
import { embed, isEmbedded } from "./embed.js";
import { icon } from "./icons.js";
import { keep, kept } from "./kept.js";
import { Link, Refusal, forgetCatalogue } from "./link.js";
import { showLost } from "./lost.js";
import { language, languages, speak, t } from "./texts.js";

/**
 * What a page may use, and how it ends: `leave` is called when another page comes.
 * @typedef {{link: Link, go: (to: string, how?: "push"|"replace") => Promise<void>, place: HTMLElement,
 *   title: (...words: string[]) => void, path: string[], query: URLSearchParams,
 *   speaks: () => HTMLElement}} Page
 * @typedef {(page: Page) => Promise<(() => void)|void>} Show
 */

const link = new Link();

/** Pages by the first word of their address; each is loaded when it is first shown. @type {Record<string, () => Promise<Show>>} */
const PAGES = {
  "": async () => (await import("./front.js")).showFront,
  game: async () => (await import("./game.js")).showGame,
  learn: async () => (await import("./learn.js")).showLearn,
  train: async () => (await import("./train.js")).showTrain,
  explore: async () => (await import("./explore.js")).showExplore,
  search: async () => (await import("./search.js")).showSearch,
  own: async () => (await import("./own.js")).showOwn,
  saved: async () => (await import("./saved.js")).showSaved,
};

/** @type {() => void} */
let leave = () => {};
let shown = 0;
/** Whether a page could not be loaded because the server does not answer. */
let unanswered = false;

/** Show the page of the address. */
async function show() {
  const number = ++shown;
  leave();
  leave = () => {};
  const address = here();
  const path = address.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const place = byId("page");
  document.body.dataset.page = path[0] ?? "front";
  for (const left of ["ready", "first", "second"]) delete document.body.dataset[left];
  for (const one of document.querySelectorAll("header nav a"))
    one.toggleAttribute("aria-current", one.getAttribute("href") === addressOf(`/${path[0] === "train" ? "learn" : path[0] ?? ""}`));
  place.dataset.busy = "yes";
  try {
    const find = Object.hasOwn(PAGES, path[0] ?? "") ? PAGES[path[0] ?? ""] : null;
    const title = (/** @type {string[]} */ ...words) => (document.title = [...words, "Kibitz"].join(" – "));
    title();
    const page = { link, go, place, title, speaks, path: path.slice(1), query: address.searchParams };
    const left = find ? await (await find())(page) : showLost(page, t("lostPage"));
    if (number === shown) leave = left ?? (() => {});
    else left?.();
  } catch (error) {
    if (number !== shown) return;
    // A part of the page that can't be fetched is no error of ours: the server is gone, or the network.
    unanswered = error instanceof TypeError || (error instanceof Refusal && error.kind === "Lost");
    const again = el("button", { type: "button", onclick: () => location.reload() }, t("tryAgain"));
    if (unanswered) showLost({ place, head: t("serverGoneTitle") }, t("serverGone"), again);
    else showLost({ place }, error instanceof Error ? error.message : String(error));
  }
  if (number === shown) {
    delete place.dataset.busy;
    document.body.dataset.ready = "yes";
  }
}

/** Go to an address of ours. @param {string} to @param {"push"|"replace"} [how] */
async function go(to, how = "push") {
  history[how === "push" ? "pushState" : "replaceState"](null, "", addressOf(to));
  if (how === "push") scrollTo(0, 0);
  await show();
}

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  keep("theme", root.dataset.theme);
}

function drawTop() {
  byId("skip").textContent = t("skip");
  fill(byId("top"),
    el("a", { class: "brand", href: "/" }, el("img", { src: icon_address(), alt: "", width: 24, height: 24 }), "Kibitz"),
    el("nav", { "aria-label": t("pages") }, el("a", { href: "/" }, t("play")), el("a", { href: "/learn" }, t("learn")), el("a", { href: "/explore" }, t("explore"))),
    el("div", { class: "where", id: "where" }), speaks(),
    el("button", { type: "button", class: "plain", "aria-label": t("theme"), title: t("theme"), onclick: theme }, icon("moon")));
}

/** A choice of languages. */
function speaks() {
  const made = el("select", { "aria-label": t("language"), class: "speaks", onchange: async () => {
    keep("language", made.value);
    await speak(made.value);
    forgetCatalogue();
    drawTop();
    await show();
  } }, ...languages().map(([code, name]) => el("option", { value: code, selected: code === language }, name)));
  return made;
}

/** Where our icon lies: its address changes with the program. */
function icon_address() {
  return /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href;
}

function listen() {
  addEventListener("popstate", () => void show());
  document.addEventListener("click", (event) => {
    const to = event.target instanceof Element ? event.target.closest("a") : null;
    if (!to || to.target || to.hasAttribute("download") || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = new URL(to.href), page = pageOf(address);
    if (page === null || page.startsWith("/docs") || page.startsWith("/api/")) return;
    if (address.hash && !address.hash.startsWith("#/") && address.pathname === location.pathname) {
      if (!isFolder) return;
      event.preventDefault(); // the fragment names the page
      document.getElementById(address.hash.slice(1))?.focus();
      return;
    }
    event.preventDefault();
    void go(page);
  });
  link.onStatus = (connected, why) => {
    const offline = byId("offline");
    offline.hidden = connected;
    offline.textContent = connected ? "" : why ? capital(why) : t("offline");
    document.body.classList.toggle("offline", !connected);
    if (connected && unanswered) location.reload();
  };
}

/** Show that the server is slow, unless an error is shown. @param {boolean} slow */
link.onSlow = (slow) => {
  const offline = byId("offline");
  if (!link.connected) return;
  offline.hidden = !slow;
  offline.textContent = slow ? t("serverSlow") : "";
};

async function begin() {
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  await speak(kept("language"));
  drawTop();
  listen();
  if (isEmbedded) embed({ link, go });
  await show();
}

void begin();
