// Tabs, of which one is open; arrows walk between them.

import { el } from "./dom.js";

export class Tabs {
  /**
   * @param {[name: string, words: string, panel: HTMLElement][]} tabs
   * @param {(name: string) => void} opened
   */
  constructor(tabs, opened) {
    this.opened = opened;
    this.current = "";
    /** What was last said to be open. */
    this.shown = "";
    this.tabs = tabs.map(([name, words, panel]) => {
      const tab = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.choose(name) }, words);
      const body = el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: `tabpanel ${name}`, tabIndex: 0 }, panel);
      return { name, tab, body };
    });
    const list = el("div", { role: "tablist" }, ...this.tabs.map(({ tab }) => tab));
    // Who clicks is not walking from tab to tab: keys go on stepping through the game.
    list.addEventListener("click", (event) => event.detail > 0 && document.activeElement instanceof HTMLElement && document.activeElement.blur());
    list.addEventListener("keydown", (event) => this.#keyed(event));
    this.made = el("div", { class: "tabs" }, list, ...this.tabs.map(({ body }) => body));
    // Where there is room, the first panel stays open beside the others.
    this.wide = matchMedia("(min-width: 100rem)");
    this.wide.addEventListener("change", () => this.#draw());
  }

  /** Whether there is such a tab. @param {string|null} name @returns {name is string} */
  has(name) {
    return this.tabs.some((one) => one.name === name);
  }

  /** @param {string} name */
  choose(name) {
    if (name === this.current) return;
    this.current = name;
    this.#draw();
  }

  #draw() {
    const [first, second] = this.tabs;
    const both = this.wide.matches;
    const name = both && this.current === first.name ? second.name : this.current;
    this.made.classList.toggle("both", both);
    first.tab.hidden = both;
    for (const one of this.tabs) {
      const on = one.name === name;
      one.tab.setAttribute("aria-selected", String(on));
      one.tab.tabIndex = on ? 0 : -1;
      one.body.hidden = !on && !(both && one === first);
    }
    if (this.shown !== name) this.opened((this.shown = name));
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex(({ name }) => name === this.current);
    const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
    this.choose(next.name);
    next.tab.focus();
    event.preventDefault();
  }
}
