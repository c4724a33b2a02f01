// Solving a whole game, with progress and a way to stop it.

import { capital, el, fill } from "./dom.js";
import { openDialog } from "./dialog.js";
import { call } from "./link.js";
import { known, number, said, t } from "./texts.js";

/** @param {import("./protocol.js").GameRules} rules */
export function openSolving(rules) {
  const told = el("p", { role: "status" });
  const progress = el("progress", { max: 1, value: 0, hidden: true, "aria-label": t("solving") });
  const go = el("button", { type: "button", class: "primary", id: "solve-go" }, t("solve"));
  const stop = el("button", { type: "button", id: "solve-stop", disabled: true }, t("stop"));
  let timer = 0;
  const show = (/** @type {any} */ job) => {
    const runs = job?.state === "running";
    go.disabled = runs;
    stop.disabled = !runs;
    progress.hidden = !runs;
    progress.value = job?.total ? job.done / job.total : 0;
    if (!job) fill(told);
    else if (job.state === "failed" && /can't be solved/.test(job.message)) {
      // Advice for the terminal is useless here, so the page gives its own.
      fill(told, `${capital(said(job.message.replace(/;.*$/, "")))}. ${t("solveOneByOne")}`);
      go.disabled = true;
    } else {
      const key = `solve_${job.state}`;
      const words = known(key) ? t(/** @type {any} */ (key)) : job.state;
      fill(told, `${words}${runs ? `: ${number(job.done)}${job.total ? ` / ${number(job.total)}` : ""}` : ""}${job.message ? `: ${said(job.message)}` : ""}`);
    }
    if (job?.state === "stopped" || job?.state === "failed") go.textContent = t("solveOn");
    clearTimeout(timer);
    if (runs) timer = window.setTimeout(look, 300);
  };
  // The result of another game's job is not shown; a running job is.
  const look = () => call("GET /api/solve").then(({ job }) => show(job?.game === rules.spec || job?.state === "running" ? job : null)).catch((error) => fill(told, capital(error.message)));
  go.addEventListener("click", () => call("POST /api/solve", { game: rules.spec }).then(({ job }) => show(job)).catch((error) => fill(told, capital(error.message))));
  stop.addEventListener("click", () => void call("DELETE /api/solve"));
  const made = openDialog(t("solveTitle", { title: capital(rules.title) }), () => [el("p", { class: "quiet" }, t("solveLead")), progress, told, el("div", { class: "buttons end" }, stop, go)], "solving");
  made.addEventListener("close", () => clearTimeout(timer));
  void look();
}
