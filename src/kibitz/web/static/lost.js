// The page for an address without content, with the reason.

import { capital, el, fill } from "./dom.js";
import { t } from "./texts.js";

/**
 * @param {{place: HTMLElement, head?: string}} page
 * @param {string} why
 * @param {...HTMLElement} ways What else there is to do.
 */
export function showLost({ place, head = t("lostTitle") }, why, ...ways) {
  document.body.dataset.page = "lost"; // no board that the head would have to make room for
  fill(place, el("section", { class: "lost" },
    el("h1", {}, head), el("p", {}, `${capital(why).replace(/\.$/, "")}.`),
    el("p", { class: "ways" }, ...ways, el("a", { class: "button primary", href: "/" }, t("toFront")))));
}
