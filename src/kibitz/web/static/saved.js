// The games that are kept, and other ways to open one: a file, or a text.

import { capital, el, fill, toast } from "./dom.js";
import { openCarried } from "./fragment.js";
import { Refusal, call } from "./link.js";
import { playerWords } from "./seats.js";
import { language, t } from "./texts.js";

/** @typedef {import("./protocol.js").SavedGame} Row */

/** @type {import("./main.js").Show} */
export async function showSaved(page) {
  page.title(t("savedGames"));
  const list = el("ul", { class: "saved" }, el("li", {}, t("loading")));
  fill(page.place, el("div", { class: "plainpage" }, el("h1", {}, t("savedGames")), opener(page), list));
  try {
    const { records } = await call("GET /api/records");
    fill(list, ...records.map(row), records.length ? null : el("li", { class: "empty" }, el("p", {}, t("noSaved")), el("p", {}, el("a", { class: "button primary", href: "/" }, t("toFront")))));
  } catch (error) {
    fill(list, el("li", {}, error instanceof Refusal ? capital(error.message) : String(error)));
  }
}

/** @param {Row} found */
function row({ name, changed, title, first, second, moves, result, by }) {
  const who = [first, second].map((spec) => (spec === "person" ? t("person") : playerWords(spec))).join(" – ");
  const when = new Date(changed).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return el("li", {}, el("a", { href: `/game/${name}` }, el("b", {}, capital(title)), el("span", {}, who),
    el("span", { class: "quiet" }, [moves === null ? "" : t("movesCount", { count: moves }), result === "*" ? t("goesOn") : by ? `${result} (${by})` : result, when].filter(Boolean).join(" · "))));
}

/** A record from a file or a text. @param {import("./main.js").Page} page */
export function opener(page) {
  const text = el("textarea", { id: "pasted", rows: 5, spellcheck: false, placeholder: t("pasteHere") });
  const open = async (/** @type {string} */ record) => {
    try {
      await openCarried(page, { record });
    } catch (error) {
      toast(error instanceof Error ? capital(error.message) : String(error));
    }
  };
  const file = el("input", { id: "file", type: "file", accept: ".pgn,.txt,text/plain", onchange: async () => file.files?.[0] && open(await file.files[0].text()) });
  return el("details", { class: "opener" }, el("summary", {}, t("openRecord")),
    el("form", { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void open(text.value)) },
      el("label", { for: "pasted" }, t("recordText")), text, el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, t("openText")),
        el("label", { class: "button", for: "file" }, t("openFile")), file)));
}
