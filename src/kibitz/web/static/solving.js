// Solving the game on the board, with its progress.

import { el } from "./dom.js";

/** A dialog that starts, shows and stops solving. */
export class Solving {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {() => void} solved
   */
  constructor(dialog, solved) {
    this.dialog = dialog;
    this.solved = solved;
    this.spec = "";
    this.timer = 0;
    this.what = el("p");
    this.progress = el("progress", { max: 1, "aria-label": "Progress" });
    this.told = el("p", { className: "quiet", role: "status" });
    this.go = el("button", { type: "button", className: "primary", id: "solve-go" }, "Solve");
    this.stop = el("button", { type: "button", id: "solve-stop" }, "Stop");
    const close = el("button", { type: "button" }, "Close");
    close.addEventListener("click", () => dialog.close());
    this.go.addEventListener("click", () => this.#ask("POST", { game: this.spec }));
    this.stop.addEventListener("click", () => this.#ask("DELETE"));
    dialog.addEventListener("close", () => clearInterval(this.timer));
    dialog.replaceChildren(el("div", { className: "body" }, el("h2", { id: "solving-title" }, "Solve this game"), this.what,
      this.progress, this.told, el("div", { className: "buttons end" }, close, this.stop, this.go)));
  }

  /** @param {import("./types.js").Rules} rules */
  show(rules) {
    this.spec = rules.spec;
    this.what.textContent = `${rules.title}: find out what every position is worth and keep it on disk. `
      + "Large games take long or are refused.";
    this.told.textContent = "";
    this.go.textContent = "Solve";
    this.dialog.showModal();
    clearInterval(this.timer);
    this.timer = window.setInterval(() => this.#ask("GET"), 300);
    void this.#ask("GET");
  }

  /** @param {"GET"|"POST"|"DELETE"} method @param {object} [body] */
  async #ask(method, body) {
    const headers = { "Content-Type": "application/json" };
    try {
      const answer = await fetch("/api/solve", { method, headers, body: body && JSON.stringify(body) }).then((r) => r.json());
      if (answer.message) this.told.textContent = answer.message;
      else this.#tell(answer.job);
    } catch {
      this.told.textContent = "the server does not answer";
    }
  }

  /** @param {any} job */
  #tell(job) {
    const running = job?.state === "running";
    const wasRunning = this.go.disabled;
    this.go.disabled = running;
    this.stop.disabled = !running;
    this.progress.hidden = !running;
    if (!job || (!running && job.game !== this.spec)) return;
    if (job.total) this.progress.value = job.done / job.total;
    else this.progress.removeAttribute("value");
    const done = job.done.toLocaleString();
    this.told.textContent = running
      ? `${job.title}: ${job.total ? `${done} of ${job.total.toLocaleString()}` : `${done} so far`}`
      : `${job.title}: ${job.state}. ${job.message}`;
    this.go.textContent = job.state === "stopped" ? "Go on" : "Solve";
    if (wasRunning && job.state === "done") this.solved();
  }
}
