// The bar beside the board that shows who stands better. It always has its place.

import { capital, el } from "./dom.js";
import { t } from "./texts.js";
import { valueWords } from "./values.js";

export class Meter {
  constructor() {
    this.fill = el("span", { class: "fill" });
    this.made = el("div", { class: "meter off", role: "meter", "aria-label": t("standing"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50 }, this.fill);
    this.turned = false;
  }

  /** Whose side is below. @param {boolean} turned */
  turn(turned) {
    this.turned = turned;
    this.made.classList.toggle("turned", turned);
  }

  /** Nothing is known. */
  clear() {
    this.made.classList.add("off");
    this.made.setAttribute("aria-valuetext", t("unknown"));
    this.made.setAttribute("aria-hidden", "true");
  }

  /** What is shown belongs to another position. */
  wait() {
    this.made.classList.add("waiting");
  }

  /** @param {import("./protocol.js").Analysis} values @param {string[]} sides */
  show(values, sides) {
    const percent = Math.round(values.share * 100);
    this.made.classList.remove("off", "waiting");
    this.made.removeAttribute("aria-hidden");
    this.fill.style.height = `${percent}%`;
    this.made.setAttribute("aria-valuenow", String(percent));
    this.made.setAttribute("aria-valuetext", `${capital(sides[values.mover === "second" ? 1 : 0])} ${valueWords(values.value)}`);
  }
}
