// Puzzles, one after the other: a position with a task, on the board. What was solved comes again later.

import { BoardElement } from "./board.js";
import { Die } from "./die.js";
import { announce, capital, el, fill, mayMove, svg, toast } from "./dom.js";
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

/** The themes of puzzles: tasks of games without dice, and with dice. */
const THEMES = ["win in so many moves", "the only winning move", "the only move that saves the draw"];
const DICE_THEMES = ["the best move", "the best roll"];
/** The size of the graph of ratings. */
const [WIDE, HIGH] = [320, 64];

/** @param {string} theme */
const themeName = (theme) => t(/** @type {any} */ (`theme_${theme.replaceAll(" ", "_")}`));

class Training {
  /** @param {import("./main.js").Page} page @param {import("./protocol.js").GameEntry[]} games */
  constructor(page, games) {
    this.page = page;
    this.link = page.link;
    this.rules = page.query.get("game")?.split(":")[0] ?? "";
    this.theme = page.query.get("theme") ?? "";
    this.mistakes = page.query.has("mistakes");
    /** As it was last shown. */
    this.rating = 0;
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
    this.score = el("p", { class: "score" });
    this.clue = el("button", { type: "button", onclick: () => this.#hint() }, t("hint"));
    this.show = el("button", { type: "button", onclick: () => this.#reveal() }, t("showAnswer"));
    this.share = el("button", { type: "button", onclick: () => this.#share() }, t("sharePuzzle"));
    this.next = el("button", { type: "button", onclick: () => this.#next() }, t("nextPuzzle"));
    /** What to do where there is no puzzle. */
    this.nothing = el("p", { class: "ways" });
    this.course = el("div", { class: "course" });
    const chosen = () => {
      const asked = new URLSearchParams(Object.entries({ game: choose.value, theme: themes.value }).filter(([, value]) => value));
      void page.go(asked.size ? `/train?${asked}` : "/train", "replace");
    };
    const dice = games.find((game) => game.name === this.rules)?.dice;
    const fit = this.rules ? (dice ? DICE_THEMES : THEMES) : [...THEMES, ...DICE_THEMES];
    if (!fit.includes(this.theme)) this.theme = "";
    const themes = el("select", { id: "train-theme", disabled: this.mistakes, onchange: chosen }, el("option", { value: "" }, t("allThemes")),
      ...fit.map((theme) => el("option", { value: theme, selected: theme === this.theme }, themeName(theme))));
    const choose = el("select", { id: "train-game", onchange: chosen },
      el("option", { value: "" }, t("allGames")), ...games.map((game) => el("option", { value: game.name, selected: game.name === this.rules }, gameName(game, games))));
    const own = el("button", { type: "button", "aria-pressed": String(this.mistakes), onclick: () => page.go(this.mistakes ? "/train" : "/train?mistakes", "replace") }, t("ownMistakes"));
    this.made = el("div", { class: "plainpage wide training" }, el("h1", {}, t("training")),
      el("div", { class: "asking" }, el("label", { for: "train-game" }, t("game")), choose, el("label", { for: "train-theme" }, t("theme_")), themes, own),
      el("div", { class: "exercise" }, el("div", { class: "exercise-board" }, this.board, this.board.tray),
        el("div", { class: "task" }, el("div", { class: "taskhead" }, this.head, this.die), this.about, this.said, el("div", { class: "buttons" }, this.clue, this.show, this.share, this.next), this.score, this.nothing)),
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
    for (const button of [this.clue, this.show, this.share, this.next]) button.disabled = true;
    fill(this.said, t("findingPuzzle"));
    try {
      const { position } = this;
      this.position = null;
      const { puzzle } = await this.link.ask("puzzle", { rules: position === null ? this.rules : (this.page.query.get("game") ?? ""), mistakes: this.mistakes, skipped: this.skipped, theme: this.theme, position });
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
    this.clue.disabled = this.show.disabled = done;
    this.next.classList.toggle("primary", done);
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

  async #hint() {
    try {
      this.#tell((await this.link.ask("clue")).clue);
    } catch (error) {
      this.#complain(error);
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
    const found = (await this.link.ask("training", { rules: this.rules, theme: this.theme }).catch(() => null))?.progress ?? null;
    if (!found || this.gone) return;
    this.#drawScore(found);
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
      days.length ? el("ol", { class: "days" }, ...days) : null, ratingGraph(found.ratings),
      found.themes.length > 1 ? el("ul", { class: "quiet themes" }, ...found.themes.map(([theme, tries, good]) => el("li", {}, t("themeWords", { theme: themeName(theme), tries, good })))) : null);
  }

  /** The rating, what the last puzzle changed, and the puzzles in a row that were right at once. @param {PuzzleProgress} found */
  #drawScore({ rating, streak, best_streak: best }) {
    const change = this.rating && rating && this.puzzle ? rating - this.rating : 0;
    this.rating = rating ?? 0;
    fill(this.score, rating === null ? null : el("span", {}, t("rating", { rating: number(rating) }), change ? el("b", { class: change > 0 ? "up" : "down" }, ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`) : null),
      streak > 1 ? el("span", {}, t("streak", { count: streak })) : null, best > Math.max(2, streak) ? el("span", { class: "quiet" }, t("bestStreak", { count: best })) : null);
  }
}

/** The rating day by day, from the second day on. @param {[string, number][]} ratings */
function ratingGraph(ratings) {
  if (ratings.length < 2) return null;
  const values = ratings.map(([, rating]) => rating);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, at) => `${(WIDE * at) / (values.length - 1)},${HIGH - (HIGH * (value - low)) / Math.max(1, high - low)}`);
  return el("figure", { class: "ratings" }, svg("svg", { viewBox: `-3 -3 ${WIDE + 6} ${HIGH + 6}`, role: "img", "aria-label": t("ratingGraph", { first: values[0], last: values[values.length - 1] }) },
    svg("polyline", { points: points.join(" ") })), el("figcaption", { class: "quiet" }, `${number(low)} – ${number(high)}`));
}
