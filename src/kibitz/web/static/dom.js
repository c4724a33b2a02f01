// Small helpers to make elements.

import { addressOf } from "./address.js";

const SVG = "http://www.w3.org/2000/svg";

/** What can be put into an element; nothing is left out. @typedef {Node|string|null|undefined|false} Child */

/**
 * An HTML element with properties and children. Names with a dash, and a few others, become attributes;
 * functions named on… listen. Links to pages are written as paths.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, String(value));
    else if (name === "class") made.className = value;
    else if (name === "href" && value.startsWith("/")) Object.assign(made, { href: addressOf(value) });
    else Object.assign(made, { [name]: value });
  }
  made.append(...solid(children));
  return made;
}

/** @param {Child[]} children */
function solid(children) {
  return /** @type {(Node|string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false));
}

/** Put children in the place of those that are there. @param {Element} parent @param {...Child} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...solid(children));
  return parent;
}

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...solid(children));
  return made;
}

/**
 * The element of the page with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found;
}

/** Whether movement on the page is welcome. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {number} ms */
export function wait(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

/** Say something to those who listen instead of looking. @param {string} text */
export function announce(text) {
  const said = byId("announced");
  said.textContent = said.textContent === text ? `${text}\u00a0` : text;
}

/** Say something to everybody for a moment, such as why something is refused. @param {string} text */
export function toast(text) {
  const shown = el("p", { class: "toast" }, text);
  byId("toasts").append(shown);
  const long = Math.min(9000, 3000 + 45 * text.length);
  setTimeout(() => shown.classList.add("leaving"), long);
  setTimeout(() => shown.remove(), long + 300);
  while (byId("toasts").children.length > 3) byId("toasts").firstElementChild?.remove();
}

/** The first letter large; a mark such as x stays as it is. @param {string} text */
export function capital(text) {
  if (/^\S( |$)/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
