// Opening a game: one that is kept here, a file, or pasted text.

import { el } from "./dom.js";

/** Asks which game to open. */
export class Files {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(name: string) => Promise<unknown>} join
   * @param {(record: string) => Promise<unknown>} load
   */
  constructor(dialog, join, load) {
    this.dialog = dialog;
    this.join = join;
    this.load = load;
    this.trouble = el("p", { className: "trouble", role: "alert" });
    this.list = el("ul", { className: "saved" });
    this.file = el("input", { type: "file", id: "file", accept: ".pgn,.txt,text/plain" });
    this.pasted = el("textarea", { id: "pasted", rows: 4, spellcheck: false });
    const close = el("button", { type: "button" }, "Close");
    close.addEventListener("click", () => dialog.close());
    const read = el("button", { type: "button", className: "primary" }, "Open the text");
    read.addEventListener("click", () => this.#try(() => this.load(this.pasted.value)));
    this.file.addEventListener("change", () =>
      this.#try(async () => this.load((await this.file.files?.[0]?.text()) ?? "")));
    dialog.replaceChildren(el("div", { className: "body" }, el("h2", { id: "files-title" }, "Open a game"),
      el("h3", {}, "Saved here"), this.list,
      el("div", { className: "field wide" }, el("label", { for: "file" }, "A file"), this.file),
      el("div", { className: "field wide" }, el("label", { for: "pasted" }, "A record as text"), this.pasted),
      this.trouble, el("div", { className: "buttons end" }, close, read)));
  }

  /** @param {() => Promise<unknown>} open */
  async #try(open) {
    try {
      await open();
      this.dialog.close();
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Ask. */
  async show() {
    this.trouble.textContent = "";
    this.file.value = "";
    this.list.replaceChildren(el("li", {}, "Looking…"));
    this.dialog.showModal();
    const answer = await fetch("/api/records").then((r) => r.json()).catch(() => ({ message: "the server does not answer" }));
    if (!answer.records) {
      this.list.replaceChildren(el("li", {}, answer.message));
      return;
    }
    this.list.replaceChildren(...answer.records.slice(0, 50).map((/** @type {any} */ row) => {
      const button = el("button", { type: "button" }, `${row.title}: ${row.first} – ${row.second}`);
      button.addEventListener("click", () => this.#try(() => this.join(row.name)));
      const when = new Date(row.changed).toLocaleString();
      const how = row.result === "*" ? `${row.moves} moves so far` : row.result;
      return el("li", {}, button, el("small", {}, `${how}, ${when}`));
    }));
    if (!answer.records.length) this.list.replaceChildren(el("li", {}, "No game is saved yet; each is, from its first move on."));
  }
}
