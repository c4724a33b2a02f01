// A die that is seen to roll and shows its own face.

import { mayMove, svg, wait } from "./dom.js";
import { PIPS } from "./figures.js";
import { t } from "./texts.js";

/**
 * A face, drawn: pips up to six, a number beyond.
 * @param {number} face @param {number} faces
 */
export function faceOf(face, faces) {
  const drawn = svg("svg", { viewBox: "0 0 10 10", class: "face", "aria-hidden": "true" },
    svg("rect", { x: 0.4, y: 0.4, width: 9.2, height: 9.2, rx: 2.2, class: "die-body" }));
  if (faces <= 6)
    for (const place of PIPS[face] ?? [])
      drawn.append(svg("circle", { cx: 2.6 + (place % 3) * 2.4, cy: 2.6 + Math.floor(place / 3) * 2.4, r: 0.92, class: "pip" }));
  else if (face) drawn.append(svg("text", { x: 5, y: 5.2, "font-size": 5, class: "pip" }, String(face)));
  return drawn;
}

export class Die extends HTMLElement {
  /** @param {number} face @param {number} faces @param {string} whose */
  show(face, faces, whose) {
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", face ? t("rolled", { who: whose, face }) : t("willRoll", { who: whose }));
    this.classList.toggle("waiting", !face);
    this.replaceChildren(faceOf(face, faces));
  }

  /** @param {number} face @param {number} faces @param {string} whose */
  async roll(face, faces, whose) {
    if (mayMove()) {
      this.classList.remove("waiting");
      this.classList.add("rolling");
      for (let turn = 0; turn < 5; turn++) {
        this.replaceChildren(faceOf(1 + ((face + turn * 2 + 1) % faces), faces));
        await wait(60);
      }
      this.classList.remove("rolling");
    }
    this.show(face, faces, whose);
  }
}

customElements.define("kb-die", Die);
