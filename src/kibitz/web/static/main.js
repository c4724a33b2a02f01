// The page put together: what the server says is shown, what a person does is asked of the server.

import { BoardElement } from "./board.js";
import { Clocks } from "./clocks.js";
import { Die } from "./die.js";
import { byId, mayMove, wait } from "./dom.js";
import { Link, Refusal } from "./link.js";
import { listMoves, listValues, showBar, tellLine } from "./panels.js";
import { Review } from "./review.js";
import { download, linkFor, pixels, recordIn } from "./share.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Wish} Wish */

const board = byId("board", BoardElement);
const die = byId("die", Die);
const clocks = new Clocks();
const button = (/** @type {string} */ id) => byId(id, HTMLButtonElement);
const said = byId("said", HTMLElement);
const status = byId("status", HTMLElement);

/** What is on the table now. @type {State|null} */
let state = null;
/** The ply that is looked at; the last one unless a person looks back. */
let shown = 0;
let valuesOn = localStorage.getItem("kibitz-values") === "on";
/** What to play when nothing else is asked for. @type {Wish} */
const USUAL = { rules: "tictactoe", options: {}, first: "person", second: "level" };
/** @type {Wish} */
let wish = USUAL;
/** States that wait until what led to the last one has been seen. @type {State[]} */
const queue = [];
let showing = false;
/** The position in which a better move is looked for. @type {{ply: number, values: import("./types.js").Values}|null} */
let practice = null;
const review = new Review(byId("review", HTMLElement), (ply) => void look(ply), (ply) => void practise(ply));

const link = new Link(
  (next) => {
    queue.push(next);
    if (!showing) void showQueued();
  },
  (connected) => {
    byId("offline", HTMLElement).hidden = connected;
    if (!connected) clocks.stand();
    document.body.classList.toggle("offline", !connected);
  },
  (message) => say(message),
);

/** Say something to everybody, those who listen included. @param {string} text */
function say(text) {
  said.textContent = text;
}

/** @param {unknown} error */
function complain(error) {
  if (error instanceof Refusal && error.kind === "Stopped") return; // something newer was asked
  if (error instanceof Refusal && error.kind === "Lost") say(`${capital(error.message)}. It will come back by itself.`);
  else say(error instanceof Error ? capital(error.message) : String(error));
}

/** The first letter large; a mark such as x stays as it is. @param {string} text */
function capital(text) {
  if (/^\S( |$)/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function showQueued() {
  showing = true;
  while (queue.length) {
    // Far behind, as after a sleep: only the present matters.
    if (queue.length > 12) queue.splice(0, queue.length - 1);
    const next = /** @type {State} */ (queue.shift());
    await showState(next);
    if (queue.length && mayMove()) await wait(next.event.kind === "move" ? 380 : 150);
  }
  showing = false;
  if (state) afterwards();
}

/** @param {State} next */
async function showState(next) {
  const fresh = state?.game !== next.game;
  state = next;
  shown = next.ply;
  if (fresh || next.event.kind !== "joined") review.clear();
  if (fresh) {
    history.replaceState(null, "", `#play=${next.game}`);
    document.title = `${capital(next.rules.title)} – Kibitz`;
    byId("title", HTMLElement).textContent = capital(next.rules.title);
    keepShape(next.view.board);
    for (const [side, id] of ["first", "second"].entries())
      byId(id, HTMLElement).textContent = `${next.rules.sides[side]}: ${seatWords(next.players[side])}`;
    if (next.players[0] === "person" && next.players[1] === "person")
      for (const [side, id] of ["first", "second"].entries()) byId(id, HTMLElement).textContent = next.rules.sides[side];
    board.flip(next.players[0] !== "person" && next.players[1] === "person" && next.view.board?.look === "stones");
  }
  const faces = next.view.board?.faces ?? 0;
  die.hidden = faces === 0;
  const mover = next.rules.sides[next.view.mover === "first" ? 0 : 1];
  if (next.event.kind === "roll" && faces) await die.roll(next.view.board?.die ?? 0, faces, mover);
  else if (faces && (next.view.board?.die || fresh || next.waits === "over" || next.event.kind !== "move"))
    die.show(next.view.board?.die ?? 0, faces, mover);
  die.classList.toggle("side1", next.view.mover === "second");
  clocks.show(next.clock);
  showView(next.view, !fresh);
  announce(next);
}

/** The shape of the board, kept so that there is a place for it when the page is opened. @param {Board|null} board */
function keepShape(board) {
  const { look = "", width = 1, height = 1 } = board ?? {};
  const shape = { look, columns: width, rows: look === "discs" ? height + 0.5 : height };
  localStorage.setItem("kibitz-shape", JSON.stringify(shape));
  setShape(shape);
}

/** @param {{look?: string, columns?: number, rows?: number}} shape */
function setShape({ look = "", columns = 1, rows = 1 }) {
  document.body.dataset.look = look;
  const table = /** @type {HTMLElement} */ (board.parentElement); // what stands above the board is as wide as it is
  table.style.setProperty("--columns", String(columns));
  table.style.setProperty("--rows", String(rows));
}

/** What was kept under a name, or nothing that can be read. @param {string} name @returns {any} */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Who sits there, for people. @param {string} spec */
function seatWords(spec) {
  const [name, options = ""] = spec.split(/:(.*)/s);
  return name === "person" ? "you" : [name, options.replaceAll("=", " ").replaceAll(",", ", ")].filter(Boolean).join(" · ");
}

/** @param {View} view @param {boolean} animate */
function showView(view, animate) {
  if (!state) return;
  const now = view.ply === state.ply;
  practice = null;
  byId("valued", HTMLElement).hidden = !valuesOn;
  review.at(view.ply);
  const playable = now && state.waits === "person" && queue.length === 0;
  board.show(view, { sides: state.rules.sides, playable, animate });
  for (const id of ["first", "second"])
    byId(id, HTMLElement).parentElement?.classList.toggle("turn", now && state.waits !== "over" && view.mover === id);
  listMoves(byId("moves", HTMLElement), state, view.ply, look);
  status.textContent = now ? statusWords(state) : `After ${view.ply} of ${state.ply}; the newest move brings you back`;
  const mine = state.waits === "person";
  button("undo").disabled = !state.canUndo;
  button("redo").disabled = !state.canRedo;
  button("hint").disabled = !mine;
  button("resign").disabled = !mine;
  button("why").disabled = button("goover").disabled = !state.moves.some(({ side }) => side !== "chance");
  byId("typed", HTMLInputElement).disabled = !mine;
  byId("typed", HTMLInputElement).placeholder = mine ? `such as ${state.view.legal[0]}` : "";
}

/** @param {State} now */
function statusWords(now) {
  if (now.outcome) return now.outcome.words;
  const mover = now.rules.sides[now.view.mover === "first" ? 0 : 1];
  if (now.waits === "computer") return `${capital(mover)} is thinking…`;
  if (now.waits === "dice") return `${capital(mover)} rolls the die`;
  const rolled = now.view.board?.die ? ` with a ${now.view.board.die}` : "";
  const alone = now.players.filter((player) => player === "person").length === 1;
  return `${alone ? `Your turn${rolled}: ` : ""}${mover} to move${alone ? "" : rolled}`;
}

/** @param {State} next */
function announce(next) {
  const { kind, side, move } = next.event;
  const who = side === "first" || side === "second" ? next.rules.sides[side === "first" ? 0 : 1] : "";
  const words = kind === "move" ? `${who} played ${move}.` : kind === "roll" ? `Rolled ${String(move).replace(/^d/, "")}.`
    : kind === "undo" ? "Taken back." : kind === "redo" ? "Played again." : "";
  say([words, next.outcome ? `${next.outcome.words}.` : ""].filter(Boolean).join(" "));
}

/** What can wait until nothing moves any more. */
function afterwards() {
  if (!state) return;
  showView(state.view, true);
  if (valuesOn) void fetchValues(shown);
}

/** @param {number} ply */
async function look(ply) {
  if (!state) return;
  shown = ply;
  try {
    const view = ply === state.ply ? state.view : (await link.ask("look", { ply })).view;
    showView(view, false);
    if (valuesOn) await fetchValues(ply);
  } catch (error) {
    complain(error);
  }
}

/** @param {number} ply */
async function fetchValues(ply) {
  if (!state) return;
  const { seq, game } = state;
  document.body.classList.add("waiting"); // what is shown still belongs to another position
  try {
    const { values } = await link.ask("values", { ply });
    if (!valuesOn || state.seq !== seq || state.game !== game || shown !== ply) return;
    document.body.classList.remove("waiting");
    board.showValues(values);
    showBar(values, state, ply === state.ply);
    byId("ranking", HTMLElement).hidden = values.moves.length + values.rolls.length === 0;
    listValues(values, play, ply === state.ply && state.waits === "person");
  } catch (error) {
    complain(error);
  }
}

/** Make place for values, or take it away. */
function switchValues() {
  button("values").setAttribute("aria-pressed", String(valuesOn));
  byId("bar", HTMLElement).hidden = !valuesOn;
  byId("valued", HTMLElement).hidden = !valuesOn;
}

function showValuesOrNot() {
  switchValues();
  if (valuesOn) {
    if (state) showBar(null, state, false);
    void fetchValues(shown);
  } else board.showValues(null);
}

// What a person does

/** @param {string} what @param {Record<string, unknown>} [fields] */
async function ask(what, fields = {}) {
  try {
    return await link.ask(what, { ...fields, seq: state?.seq });
  } catch (error) {
    complain(error);
    return null;
  }
}

/** @param {string} move */
function play(move) {
  return ask("play", { move });
}

async function hint() {
  say("Thinking about a hint…");
  const answer = await ask("hint");
  if (!answer) return;
  const { move, words, line } = answer.hint;
  if (answer.seq === state?.seq && shown === state?.ply) board.showHint(move);
  say(`Hint: ${words}.${line.length > 1 ? ` Expected: ${line.join(" ")}` : ""}`);
}

async function why() {
  say("Thinking about the last move…");
  const answer = await ask("why");
  if (answer) say(`${answer.why.words}.`);
}

/** Go through the game so far. */
async function goOver() {
  review.wait();
  try {
    const answer = await link.ask("review", {}, (done, total) => review.wait(done, total));
    if (state) review.show(answer.review, state);
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === "Stopped")) review.clear();
    complain(error);
  }
}

/**
 * Practise: find a better move where one was missed.
 * @param {number} ply
 */
async function practise(ply) {
  if (!state) return;
  const game = state.game;
  try {
    const [{ view }, { values }] = await Promise.all([link.ask("look", { ply }), link.ask("values", { ply })]);
    if (state.game !== game) return;
    shown = ply;
    showView(view, false);
    board.show(view, { sides: state.rules.sides, playable: true, animate: false });
    practice = { ply, values };
    showBar(null, state, false); // what is known would give it away
    byId("valued", HTMLElement).hidden = true;
    status.textContent = `${capital(state.rules.sides[view.mover === "first" ? 0 : 1])} to move: find the better move`;
    say("Play the move that you should have played. The game itself does not change.");
    board.scrollIntoView({ block: "nearest" });
  } catch (error) {
    complain(error);
  }
}

/** @param {string} move */
function tried(move) {
  if (!practice) return;
  const { values } = practice;
  const found = values.moves.find((one) => one.move === move);
  if (!found) say(`${move} is not allowed there.`);
  else if (found.value.text === values.moves[0].value.text) {
    say(`Right: ${move} ${found.value.words}. Expected: ${found.line.join(" ")}`);
    board.showHint(move);
  } else say(`${move} ${found.value.words}; there is better. Try again.`);
}

/** @param {Wish} wanted */
async function start(wanted) {
  const answer = await link.ask("new", { ...wanted });
  wish = { ...wanted, position: null, seed: null }; // those are for one game
  localStorage.setItem("kibitz-wish", JSON.stringify(wish));
  return answer;
}

async function share() {
  const answer = await ask("record");
  if (!answer) return;
  const address = await linkFor(answer.record);
  try {
    await navigator.clipboard.writeText(address);
    say("The link with the whole game is on the clipboard.");
  } catch {
    prompt("The link with the whole game:", address);
  }
}

async function save() {
  const answer = await ask("record");
  if (answer) download(`${state?.game ?? "game"}.pgn`, new Blob([answer.record], { type: "text/plain" }));
}

/** @param {boolean} inPixels */
async function picture(inPixels) {
  const answer = await ask("picture");
  if (!answer) return;
  const name = state?.game ?? "board";
  if (inPixels) download(`${name}.png`, await pixels(answer.svg));
  else download(`${name}.svg`, new Blob([answer.svg], { type: "image/svg+xml" }));
}

function flip() {
  board.flip(!board.flipped);
  if (state) void look(shown);
}

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("kibitz-theme", root.dataset.theme);
}

function toggleValues() {
  valuesOn = !valuesOn;
  localStorage.setItem("kibitz-values", valuesOn ? "on" : "off");
  showValuesOrNot();
}

/** What each button does, and the key that does the same where there is one. */
const ACTIONS = /** @type {Record<string, {do: () => unknown, key?: string}>} */ ({
  undo: { do: () => ask("undo"), key: "u" },
  redo: { do: () => ask("redo"), key: "r" },
  hint: { do: hint, key: "h" },
  why: { do: why, key: "w" },
  goover: { do: goOver },
  values: { do: toggleValues, key: "v" },
  flip: { do: flip, key: "f" },
  resign: { do: () => confirm("Give up this game?") && ask("resign") },
  share: { do: share },
  save: { do: save },
  assvg: { do: () => picture(false) },
  aspng: { do: () => picture(true) },
  theme: { do: theme },
});

function listen() {
  for (const [id, action] of Object.entries(ACTIONS)) button(id).addEventListener("click", () => action.do());
  board.addEventListener("move", (event) => {
    const move = /** @type {CustomEvent<string>} */ (event).detail;
    if (practice) tried(move);
    else void play(move);
  });
  board.addEventListener("point", (event) => tellLine(/** @type {CustomEvent<string[]>} */ (event).detail));
  byId("typing", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = byId("typed", HTMLInputElement);
    if (typed.value.trim() && (await play(typed.value.trim()))) typed.value = "";
  });
  // Only while the board has the focus: single keys anywhere else may mean something else to somebody.
  board.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = Object.entries(ACTIONS).find(([, one]) => one.key === event.key);
    if (action && !button(action[0]).disabled) void action[1].do();
  });
  // What is asked for later is loaded later, so that the first move need not wait for it.
  for (const name of /** @type {const} */ (["new", "open", "solve", "inside"]))
    button(name).addEventListener("click", () => import("./dialogs.js")
      .then(({ dialogs }) => dialogs[name]({ state, position: board.view?.position ?? "", wish, link, start, solved }))
      .catch(complain));
  addEventListener("hashchange", () => void enter(false));
}

/** A game was solved, so its values may be known better now. */
function solved() {
  if (valuesOn) void fetchValues(shown);
}

/** Come to the game that the address names; a new one if it names none. @param {boolean} otherwiseNew */
async function enter(otherwiseNew) {
  const record = await recordIn(location.hash);
  const named = /^#play=([\w-]{1,80})$/.exec(location.hash)?.[1];
  if (named && named === state?.game) return;
  try {
    if (record) await link.enter("load", { record });
    else if (named) await link.enter("join", { game: named });
    else if (otherwiseNew) await start(wish);
    return;
  } catch (error) {
    complain(error);
  }
  // What the address names or was played last is not there: better a game than an empty page.
  if (otherwiseNew) await start(named || record ? wish : USUAL).catch(() => start(USUAL)).catch(complain);
}

async function begin() {
  const theme = localStorage.getItem("kibitz-theme");
  if (theme) document.documentElement.dataset.theme = theme;
  setShape(kept("kibitz-shape") ?? {});
  switchValues();
  listen();
  wish = kept("kibitz-wish") ?? wish;
  // A game without moves is not on disk, so it is gone when the server was started anew.
  link.onGone = () => void start(wish).catch(complain);
  await link.connect();
  await enter(true);
  document.body.dataset.ready = "yes";
}

void begin();
