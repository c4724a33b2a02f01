// The connection to the server: questions with answers, and states as they come.

/** An answer that says no, in words for people. */
export class Refusal extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Keeps one WebSocket open. After a break it comes back by itself, joins its game again and gets the
 * whole state, so nothing that happened in between is missed.
 */
export class Link {
  /**
   * @param {(state: import("./types.js").State) => void} onState
   * @param {(connected: boolean) => void} onStatus
   * @param {(message: string) => void} onTrouble
   */
  constructor(onState, onStatus, onTrouble) {
    this.onState = onState;
    this.onStatus = onStatus;
    this.onTrouble = onTrouble;
    /** Called when the game to come back to is no longer there. */
    this.onGone = () => {};
    /** The game to come back to. @type {string} */
    this.game = "";
    this.seq = -1;
    this.tries = 0;
    this.next = 1;
    /** @type {Map<number, {yes: (answer: any) => void, no: (error: Error) => void, progress?: (done: number, total: number) => void}>} */
    this.open = new Map();
    /** @type {WebSocket|null} */
    this.socket = null;
  }

  /** Connect; resolves when the first connection stands. */
  connect() {
    return new Promise((ready) => this.#dial(ready));
  }

  /** @param {(value?: unknown) => void} [ready] */
  #dial(ready) {
    const secure = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${secure}://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = async () => {
      this.tries = 0;
      this.onStatus(true);
      if (this.game) {
        this.seq = -1;
        await this.ask("join", { game: this.game }).catch((error) => {
          this.onTrouble(error.message);
          if (error.kind === "NotFound") this.onGone();
        });
      }
      ready?.();
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = () => {
      this.onStatus(false);
      for (const { no } of this.open.values()) no(new Refusal("Lost", "the connection was lost"));
      this.open.clear();
      const pause = Math.min(5000, 200 * 2 ** this.tries++);
      setTimeout(() => this.#dial(ready), pause);
    };
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "state") {
      // States come in order; an older one of the same game is of no use.
      if (message.game === this.game && message.seq <= this.seq) return;
      this.game = message.game;
      this.seq = message.seq;
      this.onState(message);
    } else if (message.type === "trouble") {
      this.onTrouble(message.message);
    } else if (message.type === "progress") {
      this.open.get(message.id)?.progress?.(message.done, message.total);
    } else {
      const asked = this.open.get(message.id);
      this.open.delete(message.id);
      if (message.type === "error") asked?.no(new Refusal(message.kind, message.message));
      else asked?.yes(message);
    }
  }

  /**
   * Open a game; one that was changed by hand or damaged only if the person wants it all the same.
   * @param {"load"|"join"} how
   * @param {Record<string, unknown>} fields
   * @returns {Promise<any>}
   */
  async enter(how, fields) {
    try {
      return await this.ask(how, fields);
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== "ChangedRecord") throw error;
      if (!confirm(`${error.message}. Open it all the same?`)) throw error;
      return this.ask(how, { ...fields, accept_changed: true });
    }
  }

  /**
   * Ask the server for something.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   * @param {(done: number, total: number) => void} [progress]
   * @returns {Promise<any>}
   */
  ask(what, fields = {}, progress) {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refusal("Lost", "there is no connection to the server"));
    const id = this.next++;
    socket.send(JSON.stringify({ id, do: what, ...fields }));
    return new Promise((yes, no) => this.open.set(id, { yes, no, progress }));
  }
}
