// Stopping work in a Worker. While it computes it receives no messages, but it can check whether a blob URL still
// exists, which the requester revokes. Python checks for signals now and then, and so do searches in the core.

/** Milliseconds between two looks, and the signal that Ctrl-C sends. */
const BETWEEN = 60, SIGINT = 2;

export class Interrupt {
  /** @param {any} py */
  constructor(py) {
    this.token = "";
    this.looked = 0;
    const interrupt = this;
    py.setInterruptBuffer({
      get 0() {
        return interrupt.#look();
      },
      set 0(value) {},
    });
  }

  /** @param {string} token */
  begin(token) {
    this.token = token;
    this.looked = performance.now();
  }

  end() {
    this.token = "";
  }

  #look() {
    const now = performance.now();
    if (!this.token || now - this.looked < BETWEEN) return 0;
    this.looked = now;
    const request = new XMLHttpRequest();
    try {
      request.open("GET", this.token, false);
      request.send();
      return 0;
    } catch {
      this.token = "";
      return SIGINT;
    }
  }
}
