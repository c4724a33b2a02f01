// Both players' time, counted down between what the server says.

import { byId } from "./dom.js";

/** Below so many seconds, tenths are shown and time is said to be short. */
const SHORT = 10;

/**
 * Minutes and seconds; tenths when they matter.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const short = seconds < SHORT;
  const all = short ? Math.floor(seconds * 10) / 10 : Math.floor(seconds);
  const rest = all % 60;
  return `${Math.floor(all / 60)}:${rest < 10 ? "0" : ""}${short ? rest.toFixed(1) : rest}`;
}

/** The two clocks beside the names. The server decides when time is up; here it is only shown. */
export class Clocks {
  constructor() {
    this.shown = [byId("clock0", HTMLElement), byId("clock1", HTMLElement)];
    /** @type {import("./types.js").Clock|null} */
    this.clock = null;
    this.since = 0;
    this.timer = 0;
  }

  /** @param {import("./types.js").Clock|null} clock */
  show(clock) {
    this.clock = clock;
    this.since = performance.now();
    for (const one of this.shown) one.hidden = !clock;
    clearInterval(this.timer);
    this.timer = clock?.running ? window.setInterval(() => this.#draw(), 100) : 0;
    this.#draw();
  }

  /** The connection is gone: what is shown would only be a guess. */
  stand() {
    clearInterval(this.timer);
  }

  #draw() {
    const { clock } = this;
    if (!clock) return;
    for (const [side, name] of ["first", "second"].entries()) {
      const gone = clock.running === name ? (performance.now() - this.since) / 1000 : 0;
      const left = Math.max(0, clock.left[side] - gone);
      const text = clockText(left);
      if (this.shown[side].textContent !== text) this.shown[side].textContent = text;
      this.shown[side].classList.toggle("short", left < SHORT);
      this.shown[side].classList.toggle("running", clock.running === name);
    }
  }
}
