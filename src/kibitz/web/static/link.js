// The connection to the server: questions with answers, and news as it comes.

import { capital } from "./dom.js";
import { keyOf } from "./kept.js";
import { inLanguage, said, t } from "./texts.js";
import { transport } from "./transport.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").Commands} Commands */
/** @typedef {import("./protocol.js").Operations} Operations */

/** What is answered at once by a server that is well. */
const QUICK = new Set(["play", "look", "try", "undo", "redo", "resign", "claim", "pause"]);
/** Milliseconds until a quick answer is missed, and of silence until a sign of life is asked for. */
const [PATIENCE, SILENCE] = [600, 2000];

/** The protocol that this page speaks; a server of another one has a newer page. */
const PROTOCOL = 1;
/** The codes with which the server closes a connection that is one too many, or a page's of another protocol. */
const [TOO_MANY, OTHER_PROTOCOL] = [1013, 4001];

/** A refusal, with a message for people. */
export class Refusal extends Error {
  /** @param {string} kind @param {string} message @param {string} [original] The service's own words. */
  constructor(kind, message, original = message) {
    super(message);
    this.kind = kind;
    this.original = original;
  }
}

/**
 * Keeps one connection open. After a break it comes back by itself and joins its game again, so nothing
 * that happened in between is missed.
 */
export class Link {
  constructor() {
    /** The listener for events. @type {(message: any) => void} */
    this.onNews = () => {};
    /** @type {(connected: boolean, why?: string) => void} */
    this.onStatus = () => {};
    /** Called when the game to come back to is no longer there. @type {(error: Refusal) => void} */
    this.onGone = () => {};
    /** The game to come back to. */
    this.game = "";
    /** The game as it stands. @type {State|null} */
    this.state = null;
    /** Called when the server is slow to answer, and when it answers again. @type {(slow: boolean) => void} */
    this.onSlow = () => {};
    this.slow = false;
    /** When something was heard last, and since when a quick answer is waited for. */
    this.heard = 0;
    this.waits = 0;
    setInterval(() => this.#watch(), 300);
    this.connected = false;
    this.tries = 0;
    this.next = 1;
    /** @type {Map<number, {yes: (answer: any) => void, no: (error: Error) => void, progress?: (done: number, total: number) => void}>} */
    this.open = new Map();
    /** @type {import("./transport.js").Channel|null} */
    this.channel = null;
    /** @type {Promise<void>|null} */
    this.ready = null;
  }

  /** Connect, if that has not happened; resolves when the connection stands. */
  connect() {
    this.ready ??= new Promise((ready) => this.#dial(ready));
    return this.ready;
  }

  /** @param {(value: void) => void} [ready] */
  #dial(ready) {
    const onOpen = async () => {
      this.tries = 0;
      this.connected = true;
      if (this.game) await this.rejoin();
      if (this.channel === channel && this.connected) this.onStatus(true); // with the game as it is now
      ready?.();
    };
    const onMessage = (/** @type {string} */ text) => this.#hear(JSON.parse(text));
    const onClose = (/** @type {number} */ code, /** @type {string} */ reason) => {
      if (code === OTHER_PROTOCOL && loadAnew()) return;
      const refused = code === TOO_MANY;
      if (refused) this.tries = 5; // it stood for a moment only
      if (this.connected) this.onStatus(false, refused ? reason : "");
      this.connected = false;
      this.waits = 0;
      for (const { no } of this.open.values()) no(new Refusal("Lost", t("connectionLost")));
      this.open.clear();
      const pause = Math.min(5000, 200 * 2 ** this.tries++);
      setTimeout(() => this.#dial(ready), pause);
    };
    const channel = transport.connect(PROTOCOL, { onOpen, onMessage, onClose });
    this.channel = channel;
  }

  /** Join the game that we are in again, and get all of it. */
  async rejoin() {
    const { game } = this;
    await this.ask("join", { game, key: keyOf(game) }).catch((error) => {
      if (error.kind !== "Lost" && game === this.game) this.onGone(error);
    });
  }

  /** Notice within a second that the server does not answer; ping after a long silence. */
  #watch() {
    const now = performance.now();
    if (!this.connected) return this.#tellSlow(false);
    this.#tellSlow(this.waits > 0 && now - this.waits > PATIENCE);
    if (this.game && !document.hidden && !this.waits && now - this.heard > SILENCE) void this.ask("look", { at: 0 }).catch(() => {});
  }

  /** @param {boolean} slow */
  #tellSlow(slow) {
    if (this.slow !== slow) this.onSlow((this.slow = slow));
  }

  /** @param {any} message */
  #hear(message) {
    this.heard = performance.now();
    this.waits = 0;
    this.#tellSlow(false);
    if (message.type === "reply" || message.type === "error") {
      const asked = this.open.get(message.id);
      this.open.delete(message.id);
      if (message.type === "error") asked?.no(new Refusal(message.kind, said(message.message), message.message));
      else asked?.yes(inLanguage(message));
    } else if (message.type === "progress") {
      this.open.get(message.id)?.progress?.(message.done, message.total);
    } else if (message.type === "state") {
      this.game = message.game;
      this.state = inLanguage(message);
      this.onNews(message);
    } else if (message.type === "change") {
      if (!this.state || message.game !== this.game || message.seq <= this.state.seq) return;
      if (message.seq !== this.state.seq + 1) void this.rejoin(); // something was missed
      else this.onNews((this.state = after(this.state, inLanguage(message))));
    } else {
      if (message.type === "variations" && this.state) this.state = { ...this.state, variations: message.variations, comments: message.comments };
      if (message.type === "people" && this.state) this.state = { ...this.state, people: message.people };
      if (message.type === "pace" && this.state) this.state = { ...this.state, pace: message.pace, paused: message.paused };
      this.onNews(inLanguage(message));
    }
  }

  /** Leave the game, so that it is not come back to. */
  leave() {
    this.game = "";
    this.state = null;
  }

  /**
   * Open a game; one that was changed by hand or damaged only if the person wants it all the same.
   * @template {"load"|"join"} K
   * @param {K} how
   * @param {Commands[K]["fields"]} fields
   * @returns {Promise<Commands[K]["reply"]>}
   */
  async enter(how, fields) {
    try {
      return await this.ask(how, fields);
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== "ChangedRecord") throw error;
      if (!confirm(`${capital(error.message)}. ${t("openAnyway")}`)) throw error;
      return this.ask(how, { ...fields, accept_changed: true });
    }
  }

  /**
   * Ask the server for something.
   * @template {keyof Commands} K
   * @param {K} what
   * @param {Commands[K]["fields"]} [fields]
   * @param {(done: number, total: number) => void} [progress]
   * @returns {Promise<Commands[K]["reply"]>}
   */
  ask(what, fields, progress) {
    const { channel } = this;
    if (!channel?.isOpen())
      return Promise.reject(new Refusal("Lost", t("noConnection")));
    const id = this.next++;
    channel.send(JSON.stringify({ id, do: what, ...fields }));
    if (QUICK.has(what)) this.waits ||= performance.now();
    return new Promise((yes, no) => this.open.set(id, { yes, no, progress }));
  }
}

/**
 * A state after a change: what the change does not tell is as it was.
 * @param {State} state
 * @param {any} change
 * @returns {State}
 */
function after(state, change) {
  const moves = [...state.moves.slice(0, change.at), ...change.moves];
  return { ...state, ...change, type: "state", moves };
}

/** Load the page anew, as the program was changed; not twice in a minute. */
function loadAnew() {
  const before = Number(sessionStorage.getItem("kibitz-anew"));
  if (Date.now() - before < 60_000) return false;
  sessionStorage.setItem("kibitz-anew", String(Date.now()));
  location.reload();
  return true;
}

/**
 * Ask over HTTP, such as `GET /api/games`.
 * @template {keyof Operations} K
 * @param {K} operation
 * @param {Operations[K]["fields"]} [body]
 * @returns {Promise<Operations[K]["reply"]>}
 */
export async function call(operation, body) {
  const [method, path] = operation.split(" ");
  const sent = body === undefined ? { method } : { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await transport.request(path, sent).catch(() => {
    throw new Refusal("Lost", t("noAnswer"));
  });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(found.error ?? "Trouble", found.message ? said(found.message) : t("oddAnswer"), found.message);
  return inLanguage(found);
}

/**
 * What to call a game: one with more to choose than its kin is that on other boards.
 * @param {import("./protocol.js").GameEntry} game @param {import("./protocol.js").GameEntry[]} games
 */
export function gameName(game, games) {
  const [first] = games.filter((one) => one.room === game.room);
  return capital(first && onOtherBoards(game, first) ? t("onOtherBoards", { title: capital(first.title) }) : game.title);
}

/** Whether a game is another one with more to choose. @param {import("./protocol.js").GameEntry} game @param {import("./protocol.js").GameEntry} first */
export function onOtherBoards(game, first) {
  const choices = (/** @type {import("./protocol.js").GameEntry} */ one) => one.options.filter(({ display }) => !display).length;
  return choices(game) > choices(first);
}

/** @type {Promise<import("./protocol.js").Catalogue>|null} */
let asked = null;

/** Ask for the games and players again, as their names are in the page's language. */
export function forgetCatalogue() {
  asked = null;
}

/** The games and players; asked for once. @returns {Promise<import("./protocol.js").Catalogue>} */
export function catalogue() {
  asked ??= call("GET /api/games").catch((error) => {
    asked = null; // next time there may be a connection
    throw error;
  });
  return asked;
}
