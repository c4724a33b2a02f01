// Both players' clocks, counted down between updates of the server.

/** Seconds below which tenths are shown and the time is marked as short. */
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

/** The two clocks. The server decides when time is up; here it is only shown. */
export class Clocks {
  /** @param {(side: number, left: number, runs: boolean) => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {import("./protocol.js").ClockReading|null} */
    this.clock = null;
    this.since = 0;
    this.timer = 0;
  }

  /** @param {import("./protocol.js").ClockReading|null} clock */
  show(clock) {
    if (clock !== this.clock) this.since = performance.now();
    this.clock = clock;
    this.stand();
    if (clock?.running) this.timer = window.setInterval(() => this.#draw(), 100);
    this.#draw();
  }

  /** Stop the clocks: the connection is lost or the page is left, so they would be estimates. */
  stand() {
    clearInterval(this.timer);
  }

  #draw() {
    const { clock } = this;
    if (!clock) return;
    for (const [side, name] of ["first", "second"].entries()) {
      const gone = clock.running === name ? (performance.now() - this.since) / 1000 : 0;
      this.draw(side, Math.max(0, clock.left[side] - gone), clock.running === name);
    }
  }
}
