// The service in a Worker. All tabs of one folder share it: the first one holds a lock and runs it, and when that tab is
// closed, the next one does. So there is one Python, and no two tabs ever write the same games.

import { base } from "./address.js";

/** @typedef {import("./transport.js").Listener} Listener */

/** Milliseconds to wait for the tab that runs the service, if the browser has no locks (over plain http). */
const SILENCE = 400;

export class WorkerTransport {
  /** @param {URL} script The Worker's. */
  constructor(script) {
    this.script = script;
    /** Who we are among the tabs. */
    this.id = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    this.next = 1;
    /** The service that answers; another one has other connections. */
    this.host = "";
    /** @type {Map<number, {listener: Listener, open: boolean}>} */
    this.channels = new Map();
    /** @type {Map<number, {message: any, yes: (answer: Response) => void}>} */
    this.asked = new Map();
    this.bus = new BroadcastChannel(`kibitz ${base}`);
    this.bus.onmessage = ({ data }) => this.#hear(data);
    if (navigator.locks) {
      void navigator.locks.request(`kibitz tab ${this.id}`, forever); // releases the lock when this tab closes
      void navigator.locks.request(`kibitz ${base}`, () => this.#run());
    } else {
      addEventListener("pagehide", () => this.#post({ gone: true }));
      setTimeout(() => this.host || void this.#run(), SILENCE);
    }
    this.#post({ hello: true });
  }

  /** Run the service for all tabs, for as long as this one lives. */
  #run() {
    this.#post({ ended: true }); // the previous host has ended
    this.#end();
    const worker = new Worker(this.script, { type: "module", name: "Kibitz" });
    worker.onerror = (event) => {
      document.dispatchEvent(new CustomEvent("kibitz-trouble", { detail: event.message }));
    };
    worker.onmessage = ({ data }) => document.dispatchEvent(new CustomEvent("kibitz-loading", { detail: data }));
    worker.postMessage({ serve: base });
    return forever();
  }

  /** @param {any} message */
  #post(message) {
    this.bus.postMessage({ from: this.id, ...message });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.ended) this.#end();
    if (message.host && message.host !== this.host) this.#meet(message.host);
    if (message.to !== this.id) return;
    const channel = this.channels.get(message.channel);
    if (message.answer) {
      const { status, headers, body } = message;
      this.asked.get(message.answer)?.yes(new Response(status === 204 || status === 304 ? null : body, { status, headers }));
      this.asked.delete(message.answer);
    } else if (message.kind === "open" && channel && !channel.open) {
      channel.open = true;
      channel.listener.onOpen();
    } else if (message.kind === "message") channel?.listener.onMessage(message.text);
    else if (message.kind === "close" && channel) {
      this.channels.delete(message.channel);
      channel.listener.onClose(message.code, message.text);
    }
  }

  /** The service has ended: connections close; pending requests wait for the next one. */
  #end() {
    this.host = "";
    for (const [number, { listener, open }] of [...this.channels]) {
      if (!open) continue;
      this.channels.delete(number);
      listener.onClose(1001, "");
    }
  }

  /** There is a service. @param {string} host */
  #meet(host) {
    this.#end();
    this.host = host;
    for (const number of this.channels.keys()) this.#post({ connect: number });
    for (const { message } of this.asked.values()) this.#post(message);
  }

  /**
   * The service is always of the page's own version, so its protocol is the same.
   * @param {number} protocol @param {Listener} listener @returns {import("./transport.js").Channel}
   */
  connect(protocol, listener) {
    const number = this.next++;
    this.channels.set(number, { listener, open: false });
    if (this.host) this.#post({ connect: number });
    return {
      send: (text) => this.#post({ say: number, text }),
      isOpen: () => this.channels.get(number)?.open ?? false,
    };
  }

  /** @param {string} path @param {RequestInit} [sent] @returns {Promise<Response>} */
  async request(path, sent = {}) {
    const { known } = /** @type {{known: Record<string, string>}} */ (await import("./files.js"));
    if (known[path]) return fetch(new URL(known[path], base)); // the same for everybody, so it is a file
    const ask = this.next++;
    const message = { ask, method: sent.method ?? "GET", path, body: sent.body ?? "" };
    if (this.host) this.#post(message);
    return new Promise((yes) => this.asked.set(ask, { message, yes }));
  }
}

/** @returns {Promise<never>} */
function forever() {
  return new Promise(() => {});
}
