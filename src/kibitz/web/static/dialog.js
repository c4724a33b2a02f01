// A dialog over the page, gone when it is closed.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

let opened = 0;

/**
 * @param {string} title
 * @param {(close: () => void) => (Node|string|null)[]} body
 * @param {string} [kind]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, body, kind = "") {
  const id = `dialog${opened++}`;
  const close = () => made.close();
  const made = el("dialog", { class: kind, "aria-labelledby": id },
    el("div", { class: "dialog-head" }, el("h2", { id }, title), el("button", { type: "button", class: "plain", "aria-label": t("close"), onclick: close }, icon("close"))),
    el("div", { class: "dialog-body" }, ...body(close)));
  made.addEventListener("close", () => made.remove());
  // A touch outside closes it; a drag that ends outside does not.
  let beside = false;
  made.addEventListener("pointerdown", (event) => (beside = event.target === made));
  made.addEventListener("click", (event) => event.target === made && beside && close());
  document.body.append(made);
  made.showModal();
  return made;
}
