// A die that is seen to roll.

import { mayMove, svg, wait } from "./dom.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export class Die extends HTMLElement {
  constructor() {
    super();
    /** What it shows; 0 before it is rolled. */
    this.face = 0;
  }

  /**
   * @param {number} face
   * @param {number} faces
   * @param {string} whose
   */
  show(face, faces, whose) {
    this.face = face;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", face ? `${whose} rolled ${face}` : `${whose} rolls the die`);
    this.dataset.side = whose;
    this.#draw(face, faces);
  }

  /**
   * @param {number} face
   * @param {number} faces
   * @param {string} whose
   */
  async roll(face, faces, whose) {
    if (mayMove()) {
      this.classList.add("rolling");
      for (let turn = 0; turn < 6; turn++) {
        this.#draw(1 + ((face + turn * 2 + 1) % faces), faces);
        await wait(70);
      }
      this.classList.remove("rolling");
    }
    this.show(face, faces, whose);
  }

  /** @param {number} face @param {number} faces */
  #draw(face, faces) {
    const drawn = svg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" });
    drawn.append(svg("rect", { x: 0.4, y: 0.4, width: 9.2, height: 9.2, rx: 2, class: "die-body" }));
    if (faces <= 6) {
      for (const place of PIPS[face] ?? [])
        drawn.append(svg("circle", { cx: 2.5 + (place % 3) * 2.5, cy: 2.5 + Math.floor(place / 3) * 2.5, r: 0.95, class: "pip" }));
    }
    if (face === 0 || faces > 6)
      drawn.append(svg("text", { x: 5, y: 5.3, "font-size": 5, class: "pip" }, face ? String(face) : "?"));
    this.replaceChildren(drawn);
  }
}

customElements.define("kb-die", Die);
