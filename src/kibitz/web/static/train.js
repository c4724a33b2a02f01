// Puzzles, one after the other: a position with a task, on the board. What was solved comes again later.

import { BoardElement } from "./board.js";
import { Die } from "./die.js";
import { announce, capital, el, fill, mayMove, toast } from "./dom.js";
import { tellHost } from "./embed.js";
import { linkFor } from "./fragment.js";
import { copy } from "./friend.js";
import { Refusal, catalogue, gameName } from "./link.js";
import { extent, paint } from "./shapes.js";
import { number, t } from "./texts.js";

/** @typedef {import("./protocol.js").Puzzle} Puzzle */
/** @typedef {import("./protocol.js").PuzzleProgress} PuzzleProgress */

/** @type {import("./main.js").Show} */
export async function showTrain(page) {
  page.title(t("training"));
  const [{ games }] = await Promise.all([catalogue(), page.link.connect()]);
  const made = new Training(page, games.filter((game) => typeof game.room === "number"));
  fill(page.place, made.made);
  void made.begin(); // to make a puzzle up may take a while, and the page need not wait for it
  return () => made.leave();
}

class Training {
  /** @param {import("./main.js").Page} page @param {import("./protocol.js").GameEntry[]} games */
  constructor(page, games) {
    this.page = page;
    this.link = page.link;
    this.rules = page.query.get("game")?.split(":")[0] ?? "";
    this.mistakes = page.query.has("mistakes");
    /** The position of a puzzle that came by a link; asked for once. */
    this.position = page.query.get("position");
    /** @type {Puzzle|null} */
    this.puzzle = null;
    /** Puzzles that were passed over. @type {string[]} */
    this.skipped = [];
    this.gone = false;
    this.board = new BoardElement();
    this.die = new Die();
    this.die.hidden = true;
    this.head = el("h2", { tabIndex: -1 });
    this.about = el("p", { class: "quiet" });
    this.said = el("p", { class: "said", role: "status" });
    this.show = el("button", { type: "button", onclick: () => this.#reveal() }, t("showAnswer"));
    this.share = el("button", { type: "button", onclick: () => this.#share() }, t("sharePuzzle"));
    this.next = el("button", { type: "button", class: "primary", onclick: () => this.#next() }, t("nextPuzzle"));
    /** What to do where there is no puzzle. */
    this.nothing = el("p", { class: "ways" });
    this.course = el("div", { class: "course" });
    const choose = el("select", { id: "train-game", onchange: () => page.go(`/train${choose.value ? `?game=${encodeURIComponent(choose.value)}` : ""}`, "replace") },
      el("option", { value: "" }, t("allGames")), ...games.map((game) => el("option", { value: game.name, selected: game.name === this.rules }, gameName(game, games))));
    const own = el("button", { type: "button", "aria-pressed": String(this.mistakes), onclick: () => page.go(this.mistakes ? "/train" : "/train?mistakes", "replace") }, t("ownMistakes"));
    this.made = el("div", { class: "plainpage wide training" }, el("h1", {}, t("training")),
      el("div", { class: "asking" }, el("label", { for: "train-game" }, t("game")), choose, own),
      el("div", { class: "exercise" }, el("div", { class: "exercise-board" }, this.board, this.board.tray),
        el("div", { class: "task" }, el("div", { class: "taskhead" }, this.head, this.die), this.about, this.said, el("div", { class: "buttons" }, this.show, this.share, this.next), this.nothing)),
      this.course);
    this.board.addEventListener("move", (event) => this.#answer(/** @type {CustomEvent<string>} */ (event).detail));
    this.board.addEventListener("refused", () => this.#shake());
  }

  async begin() {
    void this.#drawCourse();
    if (this.mistakes) await this.#searchMistakes();
    await this.#next();
  }

  leave() {
    this.gone = true;
  }

  async #searchMistakes() {
    const bar = el("progress", { max: 1, value: 0, "aria-label": t("searchingMistakes") });
    fill(this.said, t("searchingMistakes"), bar);
    await this.link.ask("mistakes", {}, (done, total) => (bar.value = done / Math.max(1, total))).catch((error) => this.#complain(error));
  }

  async #next() {
    if (this.puzzle && !this.puzzle.solved && !this.puzzle.shown) this.skipped = [...this.skipped, this.puzzle.id].slice(-20);
    this.puzzle = null;
    this.board.setOpen(false);
    for (const button of [this.show, this.share, this.next]) button.disabled = true;
    fill(this.said, t("findingPuzzle"));
    try {
      const { position } = this;
      this.position = null;
      const { puzzle } = await this.link.ask("puzzle", { rules: position === null ? this.rules : (this.page.query.get("game") ?? ""), mistakes: this.mistakes, skipped: this.skipped, position });
      if (!this.gone) await this.#put(puzzle, false);
      tellHost({ type: "puzzle", game: puzzle.game, position: puzzle.position, question: puzzle.question });
      fill(this.said);
    } catch (error) {
      fill(this.said);
      this.#complain(error);
    }
    this.next.disabled = false;
  }

  /** @param {Puzzle} puzzle @param {boolean} animate */
  async #put(puzzle, animate) {
    this.puzzle = puzzle;
    this.made.classList.remove("nothing");
    const { board, view, sides, mover } = puzzle;
    document.body.dataset.ground = board?.ground ?? "text";
    paint(document.body, board?.colours);
    const { wide, high } = board ? extent(board) : { wide: 4, high: 3 };
    this.made.style.setProperty("--bw", String(wide));
    this.made.style.setProperty("--bh", String(high));
    fill(this.head, capital(puzzle.question));
    const grade = t(/** @type {any} */ (`grade_${puzzle.grade}`));
    fill(this.about, [capital(puzzle.title), grade, puzzle.played ? t("fromYourGame") : ""].filter(Boolean).join(" · "), " ",
      puzzle.record ? el("a", { href: `/game/${puzzle.record}` }, t("toGame")) : null);
    this.die.hidden = !board?.faces;
    this.die.dataset.side = mover === "second" ? "1" : "0";
    if (board?.faces) this.die.show(view.die ?? 0, board.faces, sides[mover === "second" ? 1 : 0]);
    const done = puzzle.solved || puzzle.shown;
    this.show.disabled = done;
    this.share.disabled = false;
    this.share.hidden = Boolean(puzzle.played); // such a one needs its game
    fill(this.next, done ? t("nextPuzzle") : t("skipPuzzle"));
    if (!animate) announce(capital(puzzle.question));
    await this.board.show(board, view, { sides, animate, flipped: Boolean(board?.turns) && mover === "second" });
    this.board.setOpen(!done);
  }

  /** @param {string} move */
  async #answer(move) {
    if (!this.puzzle || !this.board.open) return;
    this.board.setOpen(false);
    try {
      const found = await this.link.ask("answer", { move });
      const wrong = found.result === "wrong";
      tellHost({ type: "answer", move, result: found.result, solved: found.puzzle.solved });
      await this.#put(found.puzzle, !wrong);
      if (wrong) {
        this.#shake();
        this.#tell(`${t("notThat")} ${capital(found.why)}.`);
      } else if (found.puzzle.solved) {
        this.#tell(`${t("solved")} ${this.#line(found.puzzle)}`);
        await this.#drawCourse();
        this.next.focus();
      } else this.#tell(t("rightSoFar", { reply: found.reply ?? "" }));
    } catch (error) {
      this.#complain(error);
      this.board.setOpen(Boolean(this.puzzle && !this.puzzle.solved));
    }
  }

  /** A link to the puzzle, which anybody's Kibitz finds the answers of. */
  async #share() {
    if (!this.puzzle) return;
    const { game, start } = this.puzzle;
    await copy(await linkFor({ game, position: start, puzzle: true }));
  }

  async #reveal() {
    try {
      const { why, puzzle } = await this.link.ask("reveal");
      await this.#put(puzzle, false);
      this.board.point((puzzle.answers ?? []).map((/** @type {string} */ move) => [move, "best"]));
      this.#tell([why ? `${capital(why)}.` : (puzzle.answers ?? []).join(", "), this.#line(puzzle)].filter(Boolean).join(" "));
      await this.#drawCourse();
      this.next.focus();
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Best play from the answer on, where it is more than the answer. @param {Puzzle} puzzle */
  #line({ solution = "" }) {
    return solution.includes(" ") ? `${t("expected")} ${solution}` : "";
  }

  /** @param {string} words */
  #tell(words) {
    fill(this.said, words);
  }

  #shake() {
    this.board.classList.remove("shake");
    if (mayMove()) requestAnimationFrame(() => this.board.classList.add("shake"));
  }

  /** @param {unknown} error */
  #complain(error) {
    if (error instanceof Refusal && error.kind === "Stopped") return;
    const words = capital(error instanceof Error ? error.message : String(error));
    if (this.puzzle) {
      toast(words);
      return;
    }
    fill(this.head, words);
    fill(this.nothing, el("a", { class: "button primary", href: "/" }, t("toFront")), this.mistakes ? el("a", { class: "button", href: "/train" }, t("allPuzzles")) : null);
    this.made.classList.add("nothing");
  }

  /** How it went on the last days. */
  async #drawCourse() {
    /** @type {PuzzleProgress|null} */
    const found = (await this.link.ask("training").catch(() => null))?.progress ?? null;
    if (!found || this.gone) return;
    const most = Math.max(1, ...found.days.map(([, tries]) => tries));
    const days = found.days.map(([day, tries, good]) => {
      const bar = el("span", { class: "daybar" }, el("span", { class: "good" }));
      bar.style.height = `${(100 * tries) / most}%`;
      /** @type {HTMLElement} */ (bar.firstElementChild).style.height = `${(100 * good) / tries}%`;
      return el("li", { title: t("dayWords", { day, tries, good }) }, bar, el("span", { class: "unseen" }, t("dayWords", { day, tries, good })), el("small", { "aria-hidden": "true" }, day.slice(8)));
    });
    fill(this.course, el("h2", {}, t("yourProgress")),
      el("p", {}, found.tries ? t("triedCount", { count: found.tries, percent: number((100 * found.at_once) / found.tries) }) : t("noTries"),
        " ", found.due ? t("dueCount", { count: found.due }) : ""),
      days.length ? el("ol", { class: "days" }, ...days) : null);
  }
}
