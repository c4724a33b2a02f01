// The page of one game: shows the server's state and sends a person's actions.

import { addressOf, here } from "./address.js";
import { AnalysisPanel } from "./analysis.js";
import { Bar } from "./bar.js";
import { BoardElement } from "./board.js";
import { Clocks } from "./clocks.js";
import { Die } from "./die.js";
import { announce, capital, el, fill, mayMove, toast, wait } from "./dom.js";
import { tellPlace } from "./embed.js";
import { introduces } from "./intro.js";
import { forgetGame, keep, keepKey, kept, keyOf, rememberGame } from "./kept.js";
import { showInUse } from "./in-use.js";
import { LearnPanel } from "./learn-panel.js";
import { Lines, readAt } from "./lines.js";
import { Refusal, catalogue } from "./link.js";
import { showLost } from "./lost.js";
import { Meter } from "./meter.js";
import { MovesPanel } from "./moves.js";
import { ReviewPanel } from "./review.js";
import { ResultCard, outcomeWords } from "./result.js";
import { Strip, seatWords } from "./seats.js";
import { extent, paint } from "./shapes.js";
import { sound } from "./sound.js";
import { Tabs } from "./tabs.js";
import { insists, teaches } from "./teacher.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Board} Board */
/** @typedef {import("./protocol.js").At} At */

/** @type {import("./main.js").Show} */
export async function showGame(page) {
  const { link, path: [name = "", at], query, place } = page;
  await link.connect();
  /** @type {GamePage|null} */
  let shown = null;
  /** @type {any[]} */
  const early = [];
  link.onNews = (message) => (shown ? shown.hear(message) : early.push(message));
  link.onGone = (error) => {
    if (error.kind === "InUse") return showInUse(page, name, error);
    forgetGame(name);
    showLost(page, error.kind === "NotFound" ? t("lostGame") : error.message);
  };
  let entered;
  try {
    entered = await link.enter("join", { game: name, key: keyOf(name) });
    const invitation = query.get("invitation");
    if (invitation && !keyOf(name)) entered = { ...entered, ...(await sit(link, name, invitation)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === "InUse") {
      showInUse(page, name, error);
      return;
    }
    link.leave();
    if (error.kind === "NotFound") forgetGame(name);
    showLost(page, error.kind === "NotFound" ? t("lostGame") : error.message);
    return;
  }
  const state = /** @type {State} */ (link.state);
  const wanted = readAt(at);
  if (at !== undefined && (wanted === null || !new Lines(state).has(wanted))) {
    showLost(page, t("lostPlace"), el("a", { class: "button", href: `/game/${name}` }, t("toGame")));
    link.leave();
    return;
  }
  const made = (shown = new GamePage(page, state, entered.you));
  fill(place, made.made);
  await made.begin(wanted, query.get("tab"));
  return () => made.leave();
}

/** Take the seat that an invitation is for. @param {import("./link.js").Link} link @param {string} game @param {string} invitation */
async function sit(link, game, invitation) {
  history.replaceState(null, "", addressOf(`/game/${game}`));
  try {
    const found = await link.ask("sit", { invitation });
    keepKey(game, found.key);
    return found;
  } catch (error) {
    toast(error instanceof Error ? capital(error.message) : String(error));
    return {};
  }
}

export class GamePage {
  /** @param {import("./main.js").Page} page @param {State} state @param {string[]} you The sides that are ours to move. */
  constructor(page, state, you) {
    this.page = page;
    this.link = page.link;
    this.you = you;
    /** The game as it is shown; later updates are queued. */
    this.state = state;
    /** @type {State[]} */
    this.waiting = [];
    this.lines = new Lines(state);
    /** The place shown, its position, and whether it follows the game. @type {At} */
    this.at = state.ply;
    this.view = state.view;
    this.board = state.board;
    this.position = "";
    /** Where we are on the way to, for who steps faster than the server answers. @type {At|null} */
    this.aim = null;
    this.along = true;
    this.busy = false;
    /** Whether a move of ours is on its way. */
    this.pending = false;
    this.looks = 0;
    this.turned = false;
    this.gone = false;

    this.table = new BoardElement();
    this.die = new Die();
    this.strips = [new Strip(), new Strip()];
    this.clocks = new Clocks((side, left, runs) => this.strips[side].showTime(left, runs));
    this.meter = new Meter();
    this.said = el("p", { class: "said" });
    this.claim = el("p", { class: "claim", hidden: true }, t("mayClaim"), " ", el("button", { type: "button", onclick: () => this.change("claim") }, t("claim")));
    this.reply = el("p", { class: "quiet reply", hidden: true });
    this.card = new ResultCard(this);
    this.bar = new Bar(this);
    this.moves = new MovesPanel(this);
    this.analysis = new AnalysisPanel(this);
    this.review = new ReviewPanel(this);
    this.learn = new LearnPanel(this);
    this.tabs = new Tabs([["moves", t("moves"), this.moves.made], ["analysis", t("analysis"), this.analysis.made],
      ["review", t("review"), this.review.made], ["learn", t("learn"), this.learn.made]], (name) => this.#tabbed(name));
    this.rows = el("div", { class: "rows" });
    this.made = el("div", { class: "game" },
      el("section", { class: "table", "aria-label": t("game") }, this.strips[1].made,
        el("div", { class: "boardrow" }, this.meter.made, this.table, this.die), this.table.tray, this.strips[0].made, this.review.graph, this.bar.made),
      el("section", { class: "panel", "aria-label": t("beside") }, el("div", { class: "kibitz" }, this.said, this.reply, this.claim, this.card.made), this.tabs.made));
    this.table.addEventListener("move", (event) => this.#moved(/** @type {CustomEvent<string>} */ (event).detail));
    this.table.addEventListener("queued", () => announce(t("queued")));
    this.table.addEventListener("refused", (event) => this.#refused(/** @type {CustomEvent<number>} */ (event).detail));
    this.table.addEventListener("point", (event) => !this.pending && this.analysis.pointAt(/** @type {CustomEvent<string|null>} */ (event).detail));
    this.table.addEventListener("wheel", (event) => this.#wheeled(event), { passive: false });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#keyed(event);
    addEventListener("keydown", this.keys);
  }

  /** @param {At|null} at @param {string|null} tab The one to open. */
  async begin(at, tab) {
    const { rules } = this.state;
    this.page.title(capital(rules.title));
    fill(/** @type {HTMLElement} */ (document.getElementById("where")), el("h1", {}, capital(rules.title)));
    this.#orient();
    this.tabs.choose(this.tabs.has(tab) ? tab : this.state.waits === "nobody" ? "analysis" : "moves");
    if (at !== null && at !== this.state.ply) await this.goTo(at);
    else await this.#showPlace(this.state.ply, this.state.board, this.state.view, false);
    this.#remember();
    this.#tellInvitation();
    if (this.state.outcome && !this.table.view?.turn) this.card.show();
  }

  leave() {
    this.gone = true;
    removeEventListener("keydown", this.keys);
    this.clocks.stand();
    this.link.onNews = () => {};
    this.link.onGone = () => {};
    fill(/** @type {HTMLElement} */ (document.getElementById("where")));
    this.link.leave();
  }

  // What comes from the server

  /** @param {any} message */
  hear(message) {
    if (message.type === "state") {
      this.waiting.push(message);
      if (!this.busy) void this.#catchUp();
    } else if (message.type === "variations") {
      this.state = { ...this.state, variations: message.variations, comments: message.comments };
      this.lines = new Lines(this.state);
      if (!this.lines.has(this.at)) void this.goTo(this.lines.ply(this.at));
      this.moves.refresh();
      this.bar.refresh();
    } else if (message.type === "people") {
      this.state = { ...this.state, people: message.people };
      this.#refresh();
      this.#tellInvitation();
    } else if (message.type === "pace") {
      this.state = { ...this.state, pace: message.pace, paused: message.paused };
      this.#refresh();
    } else if (message.type === "trouble") this.complain(new Error(message.message));
    else if (message.type === "offer") this.#offered(message);
    else if (message.type === "moved") {
      if (message.key) keepKey(message.game, message.key);
      void this.page.go(`/game/${message.game}`);
    }
  }

  /** Show queued updates one by one. */
  async #catchUp() {
    this.busy = true;
    while (this.waiting.length && !this.gone) {
      // Far behind, as after a sleep: only the present matters.
      if (this.waiting.length > 8 || document.hidden) this.waiting.splice(0, this.waiting.length - 1);
      const next = /** @type {State} */ (this.waiting.shift());
      const { kind } = next.event;
      await this.#happened(next);
      if (this.waiting.length && mayMove()) await wait(kind === "move" ? 160 : 60);
    }
    this.busy = false;
    if (!this.gone) this.#refresh();
  }

  /** @param {State} next */
  async #happened(next) {
    const before = this.state;
    this.state = next;
    this.lines = new Lines(next);
    this.pending = false;
    if (before.seq !== next.seq) this.review.clear();
    const { kind, move = "", side } = next.event;
    if (this.along) {
      const forth = kind === "move" || kind === "redo";
      if (kind === "roll") sound("roll");
      if (kind === "roll") await this.#roll(next);
      if (forth) sound((next.view.pieces?.length ?? 0) < (before.view.pieces?.length ?? 0) ? "take" : "move");
      await this.#showPlace(next.ply, next.board, next.view, kind !== "joined");
    } else this.moves.refresh();
    this.#announce(next, kind, move, side);
    void this.#explainReply(next, kind, side);
    this.#remember();
    if (next.trouble) toast(capital(next.trouble));
    if (next.outcome && !before.outcome) {
      sound(next.outcome.winner === null ? "drawn" : this.you.length === 1 && !this.you.includes(next.outcome.winner) ? "lost" : "end");
      await wait(mayMove() ? 350 : 0);
      this.card.show();
    } else if (!next.outcome) this.card.hide();
  }

  /** @param {State} state */
  async #roll({ view, board, rules }) {
    if (!board?.faces) return;
    this.#placeDie(view);
    await this.die.roll(view.die ?? 0, board.faces, rules.sides[view.mover === "second" ? 1 : 0]);
  }

  /** @param {State} next @param {string} kind @param {string} move @param {string|undefined} side */
  #announce(next, kind, move, side) {
    const who = side === "first" || side === "second" ? next.rules.sides[side === "first" ? 0 : 1] : "";
    const words = kind === "move" ? t("played", { who: capital(who), move }) : kind === "roll" ? t("rolledIt", { face: next.view.die ?? move })
      : kind === "undo" ? t("takenBack") : kind === "redo" ? t("playedAgain") : "";
    const all = [words, next.outcome ? outcomeWords(next) : this.#doing(next)].filter(Boolean).join(" ");
    if (all && kind !== "joined") announce(all);
  }

  /** For beginners: explain the computer's reply, once per game. @param {State} next @param {string} kind @param {string|undefined} side */
  async #explainReply(next, kind, side) {
    if (kind === "roll") return; // which follows the reply
    this.reply.hidden = true;
    const computer = side === "first" ? 0 : 1;
    const others = next.seats.filter((spec) => spec === "person").length === 1;
    const first = next.moves.filter((one) => one[1] === side).length === 1;
    if (kind !== "move" || !others || next.seats[computer] === "person" || !first || next.outcome || !introduces() || next.people.bound) return;
    const found = await this.link.ask("why", { at: next.ply }).catch(() => null);
    const decided = (/** @type {State} */ state) => state.moves.filter((one) => one[1] !== "chance").length;
    if (!found || this.gone || decided(this.state) !== decided(next)) return;
    fill(this.reply, el("b", {}, t("firstReply")), ` ${found.why.words}. `,
      el("button", { type: "button", class: "inline", onclick: () => (keep("introduces", false), (this.reply.hidden = true)) }, t("dismiss")));
    this.reply.hidden = false;
  }

  // What is shown

  /** The board from the point of view of the person here. */
  #orient() {
    const people = this.state.seats.map((spec) => spec === "person");
    const mine = this.you.length === 1 ? this.you[0] : people[1] && !people[0] ? "second" : "first";
    this.below = mine === "second" ? 1 : 0;
    const flipped = Boolean(this.state.board?.turns) && (this.below === 1) !== this.turned;
    this.flipped = flipped || (!this.state.board?.turns && this.turned);
    const turned = this.below === 1 !== this.turned;
    this.made.classList.toggle("turned", turned);
    const section = /** @type {HTMLElement} */ (this.made.firstElementChild);
    section.querySelector(".boardrow")?.before(this.strips[turned ? 0 : 1].made);
    this.table.tray.after(this.strips[turned ? 1 : 0].made);
    this.meter.turn(turned);
  }

  /**
   * @param {At} at @param {Board|null} board @param {View} view @param {boolean} animate
   */
  async #showPlace(at, board, view, animate) {
    this.at = at;
    this.view = view;
    this.board = board;
    this.along = at === this.state.ply;
    document.body.dataset.ground = board?.ground ?? "text";
    paint(document.body, board?.colours);
    const { wide, high } = board ? extent(board) : { wide: 4, high: 3 };
    const section = /** @type {HTMLElement} */ (this.made.firstElementChild);
    section.style.setProperty("--bw", String(wide));
    section.style.setProperty("--bh", String(high));
    section.style.setProperty("--foot", String(board?.columns.length ? 0.42 / high : 0));
    if (board?.faces) {
      this.#placeDie(view);
      this.die.show(view.die ?? 0, board.faces, this.state.rules.sides[view.mover === "second" ? 1 : 0]);
    }
    this.die.hidden = !board?.faces;
    this.meter.wait();
    this.#refresh();
    const address = `/game/${this.state.game}${this.along ? "" : `/${at}`}`;
    if (here().pathname !== address) history.replaceState(null, "", addressOf(address));
    await this.table.show(board, view, { animate, flipped: this.flipped, sides: this.state.rules.sides });
    if (this.at !== at || this.view !== view) return;
    this.#refresh();
    this.analysis.placed();
    tellPlace(this);
  }

  /** The die lies on the side of who rolls it. @param {View} view */
  #placeDie(view) {
    this.die.dataset.side = view.mover === "second" ? "1" : "0";
    const turned = this.made.classList.contains("turned");
    this.die.classList.toggle("above", (view.mover === "second") !== turned);
  }

  /** Everything around the board. */
  #refresh() {
    const { state } = this;
    const mine = this.you.length === 1 ? (this.you[0] === "second" ? 1 : 0) : -1;
    this.table.setQueue(this.along && !state.outcome && state.waits !== "nobody" && !this.review.trying ? mine : -1);
    this.table.setOpen(this.#mode() !== "");
    this.claim.hidden = !(this.along && state.claim !== null && this.#mode() === "play");
    this.made.classList.toggle("trying", this.#mode() === "try");
    this.made.classList.toggle("present", this.along);
    this.made.classList.toggle("attempting", Boolean(this.review.trying));
    const doing = this.along ? this.#doing(state) : "";
    const turn = this.along && state.waits !== "over" && state.waits !== "nobody" ? state.view.mover : "";
    const shown = this.along ? state : { ...state, view: this.view };
    for (const side of [0, 1]) this.strips[side].show(shown, side, this.you, turn === (side === 0 ? "first" : "second") ? doing : "");
    this.clocks.show(state.clock);
    this.moves.refresh();
    this.bar.refresh();
    this.review.at(this.at);
    if (!this.card.made.hidden && state.outcome) this.said.hidden = this.along && !this.sentence;
    this.say();
  }

  /** What a move would be now: of the game ("play"), beside it ("try"), or not possible (""). @returns {""|"play"|"try"} */
  #mode() {
    const { state } = this;
    if (this.pending || this.busy || this.waiting.length || this.gone) return "";
    if (this.review.trying) return "try";
    if (this.along && state.waits === "person") return this.you.includes(String(state.view.turn)) ? "play" : "";
    const may = !state.people.bound || state.outcome !== null;
    if (this.along && (state.waits === "computer" || state.waits === "dice")) return "";
    return may && this.view.turn !== null ? "try" : "";
  }

  /** The action of the side to act. @param {State} state */
  #doing(state) {
    const side = state.view.mover === "second" ? 1 : 0;
    if (state.waits === "computer") return state.paused ? t("paused") : t("thinking");
    if (state.waits === "dice") return t("rolls");
    if (state.waits !== "person") return "";
    const mine = this.you.includes(state.view.mover);
    const alone = state.seats.filter((spec) => spec === "person").length === 1 || state.people.bound;
    const rolled = state.view.die ? t("withDie", { face: state.view.die }) : "";
    return [alone ? t(mine ? "yourTurn" : "theirTurn") : t("toMove", { who: "" }).trim(), rolled].filter(Boolean).join(" ") || String(side);
  }

  /** The line of words beside the board. */
  say() {
    const { state } = this;
    if (this.sentence && this.sentence.at === this.at && this.sentence.seq === state.seq) {
      fill(this.said, this.sentence.words);
      return;
    }
    this.sentence = null;
    const note = this.view.notes?.find(([, whose]) => whose === null)?.[0] ?? "";
    if (state.waits === "nobody" && typeof this.at === "string") {
      const [, , text, side] = /** @type {import("./protocol.js").Variation} */ (this.lines.places.get(this.at) ?? [0, 0, "", ""]);
      const who = side === "chance" ? "" : capital(state.rules.sides[side === "second" ? 1 : 0]);
      fill(this.said, who ? `${t("played", { who, move: text })} ` : "", this.analysis.words() || capital(note));
    } else if (!this.along) {
      const beside = typeof this.at === "string";
      fill(this.said, beside ? t("inVariation") : t("inPast", { at: this.at, count: state.ply }), " ",
        this.#mode() === "try" ? t("tryHere") : "", " ", el("button", { type: "button", class: "inline", onclick: () => this.goTo(state.ply) }, t("backToGame")));
    } else if (state.outcome) fill(this.said, outcomeWords(state));
    else if (state.waits === "nobody") fill(this.said, t("analysisLead"), state.opening ? ` ${t("opening", { name: state.opening })}` : "");
    else {
      const last = state.moves.at(-1);
      const who = capital(state.rules.sides[state.view.mover === "second" ? 1 : 0]);
      const turn = state.waits === "person" ? (this.you.length === 1 ? (this.you.includes(state.view.mover) ? t("yourTurnLong") : t("waitFor", { who: seatWords(state, state.view.mover === "second" ? 1 : 0, this.you) || who })) : t("toMove", { who }))
        : `${who}: ${this.#doing(state)}`;
      const [, more = ""] = note.split(`${t("toMove", { who: "" }).trim()}, `).map(capital); // who is to move has been said
      fill(this.said, last && last[1] !== "chance" ? `${t("played", { who: capital(state.rules.sides[last[1] === "first" ? 0 : 1]), move: last[0] })} ` : "", turn, more && state.waits === "person" ? `${/[.!?]$/.test(turn) ? "" : "."} ${more}.` : "");
    }
  }

  /** Say something about the place that is shown, until it changes. @param {string} words */
  tell(words) {
    this.sentence = { at: this.at, seq: this.state.seq, words };
    this.said.hidden = false;
    this.say();
    announce(words);
  }

  /** @param {unknown} error */
  complain(error) {
    if (error instanceof Refusal && error.kind === "Stopped") return; // something newer was asked
    toast(capital(error instanceof Error ? error.message : String(error)));
  }

  #remember() {
    const { state } = this;
    if (state.waits === "nobody") return;
    const against = state.seats.map((_, side) => side).filter((side) => state.seats[side] !== "person").map((side) => t("against", { who: seatWords(state, side, this.you) }));
    rememberGame({ game: state.game, title: state.rules.title, against: against.length === 1 ? against[0] : "", moves: state.moves.filter(([, side]) => side !== "chance").length,
      over: state.outcome !== null, mine: state.waits === "person", seen: Date.now() });
  }

  #tellInvitation() {
    const waits = this.state.people.free !== null && this.you.length > 0;
    this.made.classList.toggle("inviting", waits);
    void import("./friend.js").then((m) => m.showInvitation(this, waits));
  }

  // What a person does

  /** @param {string} move */
  async #moved(move) {
    const mode = this.#mode();
    if (this.review.trying) {
      await this.review.tried(move);
      return;
    }
    if (mode === "play") await this.play(move);
    else if (mode === "try") await this.tryMove(move);
  }

  /** Make a move of the game; whatever else is touched meanwhile is refused. @param {string} move */
  async play(move) {
    const { seq } = this.state;
    this.pending = true;
    this.#refresh();
    try {
      if (this.#taught()) fill(this.said, t("teacherLooks"));
      if (this.#taught() && !(await insists(this, move))) {
        this.pending = false;
        this.#refresh();
        announce(`${t("takenBack")} ${this.#doing(this.state)}`);
        return false;
      }
      await this.link.ask("play", { move, seq });
      return true;
    } catch (error) {
      this.pending = false;
      this.complain(error);
      this.#refresh();
      return false;
    }
  }

  /** Whether a move is previewed before it is played. */
  #taught() {
    return teaches() && !this.state.people.bound;
  }

  /** Make a move beside the game. @param {string} move */
  async tryMove(move) {
    const number = ++this.looks;
    try {
      const found = await this.link.ask("try", { at: this.at, move });
      if (number !== this.looks) return true;
      this.position = found.position;
      sound("move");
      await this.#showPlace(found.at, found.board === undefined ? this.state.board : found.board, found.view, true);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** A cell was touched that can't be. @param {number} cell */
  #refused(cell) {
    const { state } = this;
    const say = (/** @type {string} */ words) => (announce(words), this.table.say(cell, words));
    if (!this.link.connected) say(t("offline"));
    else if (this.pending || this.busy) return;
    else if (this.along && state.waits === "computer") say(t("waitFor", { who: seatWords(state, state.view.mover === "second" ? 1 : 0, this.you) }));
    else if (this.along && state.waits === "person" && !this.table.open) say(this.you.length ? t("theirTurnLong") : t("watching"));
    else if (this.along && state.waits === "person" && this.board) {
      // What is wrong with it, the rules say best.
      const pieces = this.view.gestures?.some(([, , from]) => from !== null);
      const own = pieces && this.view.pieces?.some((one) => one[0] === cell && one[1] === (state.view.mover === "second" ? 1 : 0));
      const move = own ? "" : this.#meant(cell);
      if (move) void this.link.ask("play", { move, seq: state.seq }).catch((error) => say(capital(error instanceof Error ? error.message : String(error))));
      else say(t(own ? "cantMove" : "takeFirst"));
    }
    this.table.classList.remove("shake");
    if (mayMove()) requestAnimationFrame(() => this.table.classList.add("shake"));
  }

  /** The notation of the move that a touch would make if it were legal; undefined if it is ambiguous. @param {number} cell */
  #meant(cell) {
    const { falls, columns, width, names } = /** @type {Board} */ (this.board);
    const gestures = (this.view.gestures ?? []).filter(([, to]) => to !== null);
    const { picked } = this.table.hands;
    if (!gestures.some(([, , from]) => from !== null)) return falls ? columns[cell % width] : names[cell];
    const like = gestures.find(([move, to, from]) => from === picked && from !== null && to !== null && move.endsWith(names[to]));
    return like ? like[0].slice(0, -names[/** @type {number} */ (like[1])].length) + names[cell] : "";
  }

  /** Look at a place. @param {At} at */
  async goTo(at) {
    if (!this.lines.has(at)) return;
    const number = ++this.looks;
    this.aim = at;
    try {
      if (at === this.state.ply) {
        this.position = "";
        await this.#showPlace(at, this.state.board, this.state.view, this.#near(at));
        return;
      }
      const found = await this.link.ask("look", { at });
      if (number !== this.looks) return;
      this.position = found.position;
      await this.#showPlace(at, found.board === undefined ? this.state.board : found.board, found.view, this.#near(at));
    } catch (error) {
      this.complain(error);
    } finally {
      if (number === this.looks) this.aim = null;
    }
  }

  /** Whether a place is one move away, so that the way there can be seen. @param {At} at */
  #near(at) {
    return this.lines.before(at) === this.at || this.lines.before(this.at) === at;
  }

  /** @param {"first"|"back"|"forward"|"last"} where */
  step(where) {
    const { lines } = this;
    const at = this.aim !== null && lines.has(this.aim) ? this.aim : this.at;
    const to = where === "first" ? 0 : where === "back" ? lines.before(at) : where === "forward" ? lines.next(at) : lines.end(at);
    if (to !== null && to !== at) void this.goTo(to);
  }

  turn() {
    this.turned = !this.turned;
    this.#orient();
    this.table.built = "";
    void this.#showPlace(this.at, this.board, this.view, false);
  }

  /** Ask for a change of the game. @param {"undo"|"redo"|"resign"|"claim"|"draw"|"again"} what */
  async change(what) {
    try {
      await this.link.ask(what, { seq: this.state.seq });
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {import("./protocol.js").OfferEvent} offer */
  #offered({ what, by }) {
    const mine = by.some((side) => this.you.includes(side));
    if (mine) toast(t("offerSent"));
    else if (this.you.length) this.card.ask(t(what === "again" ? "offersAgain" : what === "draw" ? "offersDraw" : "offersUndo"), () => this.change(what));
  }

  /** Another game like this one. */
  async again() {
    const { state } = this;
    if (state.people.bound) {
      await this.change("again");
      return;
    }
    const { begin } = await import("./starting.js");
    const wish = kept("wish");
    const same = wish && state.rules.spec.startsWith(wish.rules);
    const [first, second] = state.seats;
    await begin(this.page, { ...(same ? wish : {}), rules: same ? wish.rules : state.rules.spec, options: same ? wish.options : {}, first: second, second: first });
  }

  /** @param {string} name */
  #tabbed(name) {
    this.card.stepAside(name === "review");
    this.made.dataset.tab = name;
    if (name === "analysis") this.analysis.opened();
    if (name === "review") this.review.opened();
    if (name === "learn") void this.learn.opened();
  }

  /** In a finished game, the wheel over the board steps through the moves. @param {WheelEvent} event */
  #wheeled(event) {
    if ((this.state.waits !== "nobody" && !this.state.outcome) || !event.deltaY || event.ctrlKey) return;
    event.preventDefault();
    if (this.aim === null) this.step(event.deltaY > 0 ? "forward" : "back");
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest("input, select, textarea, .choices, [popover]")) return;
    if (on.closest("[role=tablist]") && /^(Arrow|Home|End)/.test(event.key)) return; // they walk from tab to tab
    const steps = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" });
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) this.step(step);
    else if (!this.bar.key(event.key)) return;
    event.preventDefault();
  }

  /** The catalogue's entry of this game, where there is one. */
  async entry() {
    const name = this.state.rules.spec.split(":")[0];
    return (await catalogue()).games.find((game) => game.name === name || game.name === this.state.rules.spec) ?? null;
  }

  /** @param {boolean} on */
  setValues(on) {
    keep("values", on);
    this.analysis.setOn(on);
    this.bar.refresh();
  }
}
