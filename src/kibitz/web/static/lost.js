// What is shown where there is nothing to show, and why.

import { capital, el, fill } from "./dom.js";
import { t } from "./texts.js";

/**
 * @param {{go: (to: string) => Promise<void>, place: HTMLElement}} page
 * @param {string} why
 * @param {...HTMLElement} ways What else there is to do.
 */
export function showLost({ place }, why, ...ways) {
  fill(place, el("section", { class: "lost" },
    el("h1", {}, t("lostTitle")), el("p", {}, `${capital(why).replace(/\.$/, "")}.`),
    el("p", { class: "ways" }, ...ways, el("a", { class: "button primary", href: "/" }, t("toFront")))));
}
