// A game gone through: its course as a graph under the board, its mistakes as a list to try again on the board.

import { capital, el, fill, svg, toast } from "./dom.js";
import { number, known, t } from "./texts.js";
import { pill, valueWords } from "./values.js";

/** @typedef {import("./protocol.js").At} At */
/** @typedef {import("./protocol.js").Value} Value */
/** @typedef {import("./protocol.js").Decision} Decision */
/** @typedef {import("./protocol.js").Summary} Summary */
/** @typedef {import("./protocol.js").GameReview} GameReview */

/** Moves from which on a game is looked at briefly first. */
const LONG = 12;
/** Verdicts that are no mistake. */
const FINE = ["forced", "best", "good", "slower", "loses sooner"];
const [WIDTH, HEIGHT] = [600, 64];

export class ReviewPanel {
  /** @param {import("./game.js").GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {GameReview|null} */
    this.found = null;
    /** Marks of moves by ply. @type {Map<number, string>} */
    this.marks = new Map();
    /** The mistake that is being tried again. @type {Decision|null} */
    this.trying = null;
    /** @type {Promise<GameReview|null>|null} */
    this.asked = null;
    /** The mistakes of one's own, in their order. @type {Decision[]} */
    this.faults = [];
    this.task = el("div", { class: "lessontask", hidden: true, role: "status" });
    this.mark = svg("line", { y1: 0, y2: HEIGHT, class: "here" });
    this.graph = el("div", { class: "graph" });
    this.made = el("div", { class: "review-panel" });
    this.progress = el("progress", { max: 1, value: 0, "aria-label": t("reviewing") });
  }

  /** Discard the review, as the game has changed. */
  clear() {
    this.found = null;
    this.asked = null;
    this.trying = null;
    this.marks = new Map();
    this.faults = [];
    this.task.hidden = true;
    fill(this.made);
    fill(this.graph);
    if (this.game.tabs?.current === "review") this.opened();
  }

  opened() {
    const { state } = this.game;
    if (!state.moves.some(([, side]) => side !== "chance")) fill(this.made, el("p", { class: "quiet empty" }, t("nothingToReview")));
    else if (state.people.bound && !state.outcome) fill(this.made, el("p", { class: "quiet empty" }, t("adviceLater")));
    else if (this.found) this.#draw();
    else if (state.outcome || state.waits === "nobody") void this.#ask();
    else fill(this.made, el("p", { class: "quiet" }, t("reviewLead")), el("button", { type: "button", class: "primary", id: "goover", onclick: () => this.#ask() }, t("reviewNow")));
  }

  /** Go through the game, once. @returns {Promise<GameReview|null>} */
  #ask() {
    const { game } = this;
    fill(this.made, el("p", {}, t("reviewing")), this.progress);
    this.asked ??= this.#look().then(({ review, seq }) => {
      if (game.gone || seq !== game.state.seq) return null;
      this.found = review;
      this.marks = new Map(review.decisions.flatMap((/** @type {Decision} */ one) => (one.mark ? [[one.ply, one.mark]] : [])));
      this.#draw();
      game.moves.refresh();
      return review;
    }).catch((error) => {
      this.asked = null;
      fill(this.made);
      game.complain(error);
      return null;
    });
    return this.asked;
  }

  /** A review; of a long game first a brief one, which is shown meanwhile. */
  async #look() {
    const { game } = this;
    if (game.state.ply >= LONG) {
      const { review, seq } = await game.link.ask("review", { quick: true });
      if (!game.gone && seq === game.state.seq) this.#drawFirst(review);
    }
    return game.link.ask("review", {}, (done, total) => (this.progress.value = done / total));
  }

  /** The course of the game by a brief search; its mistakes come when more is known. @param {GameReview} review */
  #drawFirst(review) {
    this.#drawGraph(review);
    fill(this.made, el("p", {}, t("firstLook")), this.progress, ...this.#summaries(review), this.#phases(review));
  }

  /** For the result card: the summary of a side, once it is known. @param {"first"|"second"|null} side @param {(words: string) => void} tell */
  async summarise(side, tell) {
    if (side === null || this.game.state.moves.length < 4) return;
    const found = await this.#ask();
    if (found) tell(summaryWords(found[side], this.game.state.rules, found.exact));
  }

  #draw() {
    const { found, game } = this;
    if (!found) return;
    this.#drawGraph(found);
    this.faults = found.decisions.filter((one) => found.own.includes(one.side) && !FINE.includes(one.label));
    const { faults } = this;
    fill(this.made, ...this.#summaries(found), found.exact ? null : el("p", { class: "quiet" }, t("bySearch")),
      found.said.stopped ? el("p", { class: "quiet" }, found.said.stopped) : null,
      this.#phases(found),
      faults.length ? el("button", { type: "button", class: "primary", id: "learn-mistakes", onclick: () => this.#tryAgain(faults[0]) }, t("learnMistakes")) : null, this.task,
      el("h2", {}, faults.length ? t("mistakes", { count: faults.length }) : t("noMistakes")),
      el("ol", { class: "faults" }, ...faults.map((one) => this.#fault(one))),
      found.said.chances.length ? el("ul", { class: "quiet" }, ...found.said.chances.map((words) => el("li", {}, words))) : null);
    this.at(game.at);
  }

  /** How both did, one's own side first. @param {GameReview} found */
  #summaries(found) {
    const { rules } = this.game.state;
    const order = [.../** @type {const} */ (["first", "second"])].sort((one, other) => Number(found.own.includes(other)) - Number(found.own.includes(one)));
    return order.map((side) => el("p", { class: "summary" },
      el("b", {}, capital(rules.sides[side === "first" ? 0 : 1])), ` ${summaryWords(found[side], rules, found.exact)}`));
  }

  /** @param {GameReview} found */
  #phases(found) {
    return el("ul", { class: "quiet phases" }, ...found.said.phases.map((words) => el("li", {}, words)));
  }

  /** @param {Decision} one */
  #fault(one) {
    const { game } = this;
    const { sides } = game.state.rules;
    const said = known(`label_${one.label.replaceAll(" ", "_")}`) ? t(/** @type {any} */ (`label_${one.label.replaceAll(" ", "_")}`)) : one.label;
    const go = el("button", { type: "button", class: "fault", onclick: () => game.goTo(one.ply + 1) },
      el("b", {}, `${capital(sides[one.side === "first" ? 0 : 1])} ${one.written}`), ` ${said}: `, pill(one.value), ` ${t("insteadOf")} `, pill(one.best_value));
    return el("li", {}, go, this.#lesson(one),
      el("button", { type: "button", class: "again", "aria-label": t("tryAgainAt", { move: one.move }), onclick: () => this.#tryAgain(one) }, t("tryAgain")));
  }

  /** Why a move was a mistake and which was better: folded up, as it reveals the answer. @param {Decision} one */
  #lesson({ ply }) {
    const lesson = this.found?.said.lessons.find((each) => each.ply === ply);
    if (!lesson) return null;
    return el("details", {}, el("summary", {}, t("whyMistake")), el("p", {}, `${lesson.why} ${lesson.reply}`),
      lesson.refutation ? el("p", {}, `${t("refutation")} `, el("span", { class: "moves-line" }, lesson.refutation)) : null,
      el("p", {}, `${t("better")} ${lesson.better} `, el("span", { class: "moves-line" }, lesson.line)));
  }

  /** @param {GameReview} found */
  #drawGraph({ prospects, decisions }) {
    const { game } = this;
    const { sides } = game.state.rules;
    const points = prospects.map((share, ply) => `${this.#x(ply)} ${HEIGHT * (1 - share)}`);
    const made = svg("svg", { viewBox: `0 -3 ${WIDTH} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graphWords", { first: sides[0], second: sides[1] }) },
      svg("path", { d: `M0 ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}Z`, class: "area" }), svg("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "even" }),
      svg("path", { d: `M${points.join("L")}`, class: "course" }), this.mark);
    for (const { ply, label } of decisions)
      if (!FINE.includes(label)) made.append(svg("path", { d: `M${this.#x(ply + 1)} ${HEIGHT * (1 - prospects[ply + 1])}h.01`, class: "dot" }));
    let last = -1;
    const scrub = (/** @type {PointerEvent} */ event) => {
      const box = made.getBoundingClientRect();
      const ply = Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (prospects.length - 1));
      if (ply !== last) void game.goTo((last = ply));
    };
    made.addEventListener("pointerdown", (event) => {
      last = -1;
      made.setPointerCapture(event.pointerId);
      scrub(event);
    });
    made.addEventListener("pointermove", (event) => made.hasPointerCapture(event.pointerId) && scrub(event));
    fill(this.graph, /** @type {any} */ (made));
  }

  /** Where a ply lies on the graph. @param {number} ply */
  #x(ply) {
    return (WIDTH * ply) / Math.max(1, (this.found?.prospects.length ?? 2) - 1);
  }

  /** Show which ply is on the board. @param {At} at */
  at(at) {
    if (!this.found) return;
    const x = String(this.#x(this.game.lines.ply(at)));
    for (const name of ["x1", "x2"]) this.mark.setAttribute(name, x);
    if (this.trying && this.game.lines.ply(at) !== this.trying.ply) this.trying = null;
  }

  // Trying again

  /** Find a better move where one was missed; nothing that would give it away is shown. @param {Decision} one */
  async #tryAgain(one) {
    const { game } = this;
    await game.goTo(one.ply);
    this.trying = one;
    this.#drawTask(one, false);
    game.table.showValues(null);
    game.meter.clear();
    game.table.setOpen(true);
    game.tell(t("findBetter", { who: capital(game.state.rules.sides[one.side === "first" ? 0 : 1]), move: one.written.replace(/[?!]+$/, "") }));
    game.table.scrollIntoView({ block: "nearest" });
  }

  /** What can be done about a mistake: see the solution, play on, or go to the next one. @param {Decision} one @param {boolean} done */
  #drawTask(one, done) {
    const { game, faults } = this;
    const at = faults.indexOf(one);
    const next = faults[at + 1];
    fill(this.task, el("h2", { tabIndex: -1 }, t("mistakeOf", { at: at + 1, count: faults.length })),
      el("p", {}, done ? t("whatNext") : t("findBetter", { who: capital(game.state.rules.sides[one.side === "first" ? 0 : 1]), move: one.written.replace(/[?!]+$/, "") })),
      el("div", { class: "buttons" },
        done ? null : el("button", { type: "button", onclick: () => this.#solution(one) }, t("showAnswer")),
        el("button", { type: "button", onclick: () => this.#playOn(one) }, t("playFromHere")),
        next ? el("button", { type: "button", class: done ? "primary" : "", onclick: () => this.#tryAgain(next) }, t("nextMistake")) : null));
    this.task.hidden = false;
  }

  /** Show the better move on the board, with its reasons. @param {Decision} one */
  async #solution(one) {
    const { game } = this;
    this.trying = null;
    await game.goTo(one.ply);
    const lesson = this.found?.said.lessons.find((each) => each.ply === one.ply);
    await game.tryMove(one.best);
    game.tell(lesson ? `${t("better")} ${lesson.better}` : t("bestIs", { move: one.best }));
    this.#drawTask(one, true);
  }

  /** Play the game again from before a mistake. @param {Decision} one */
  async #playOn(one) {
    const { game } = this;
    await game.goTo(one.ply);
    await (await import("./share.js")).playFromHere(game);
  }

  /** Show a tried move on the board, then evaluate it. @param {string} move */
  async tried(move) {
    const { game, trying } = this;
    if (!trying) return;
    try {
      const { why } = await game.link.ask("why", { at: trying.ply, move });
      if (this.trying !== trying) return;
      if (why.best) {
        this.trying = null;
        await game.tryMove(move);
        game.tell(`${t("right")} ${capital(why.words)}.`);
        this.#drawTask(trying, true);
      } else {
        game.tell(`${t("notBest", { move, value: valueWords(why.value) })} ${t("tryAnother")}`);
        toast(t("notBest", { move, value: valueWords(why.value) }));
      }
    } catch (error) {
      game.complain(error);
    }
  }
}

/** The summary of a side in one line. @param {Summary} summary @param {import("./protocol.js").GameRules} rules @param {boolean} exact */
function summaryWords(summary, { dice, points }, exact) {
  const [fine, tenths] = exact ? [2, 1] : [1, 0];
  const parts = [];
  const sign = summary.luck < 0 ? "−" : "+";
  if (dice && points) // losses are a share of all points that can be won or lost
    parts.push(t("gaveAwayPoints", { points: number(summary.given_away * 2 * points, fine) }), t("luckPoints", { points: `${sign}${number(Math.abs(summary.luck) * 2 * points, fine)}` }));
  else if (dice) parts.push(t("gaveAway", { percent: number(summary.given_away * 100, tenths) }), t("luck", { percent: `${sign}${number(Math.abs(summary.luck) * 100, tenths)}` }));
  if (summary.critical) parts.push(t("criticalMoves", { found: summary.found, critical: summary.critical }));
  if (summary.accuracy !== null) parts.push(t("accuracy", { percent: number(summary.accuracy * 100) }));
  return parts.length ? `${parts.join(", ")}.` : "";
}
