// The board alone, in a frame of another page, and the messages that the two exchange: docs/embed.md describes them.

import { carriedIn, openCarried } from "./fragment.js";

/** Whether only the board is shown. */
export const isEmbedded = parent !== window && new URLSearchParams(location.hash.slice(1)).has("embed");

/** The game that is shown. @type {import("./game.js").GamePage|null} */
let shown = null;

/** Tell the page around the frame something. @param {Record<string, unknown>} message */
export function tellHost(message) {
  if (isEmbedded) parent.postMessage({ kibitz: 1, ...message }, "*");
}

/** Send the position to the embedding page. @param {import("./game.js").GamePage} game */
export function tellPlace(game) {
  shown = game;
  const { state, at, view } = game;
  tellHost({ type: "state", game: state.rules.spec, at, moves: game.lines.moves(state, at), turn: view.turn, outcome: at === state.ply && state.outcome ? state.outcome : null });
}

/** Show the board alone, and follow requests of the embedding page. @param {Pick<import("./main.js").Page, "link"|"go">} page */
export function embed(page) {
  document.body.classList.add("embedded");
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.kibitz === 1) void obey(page, data).catch((error) => tellHost({ type: "error", message: error instanceof Error ? error.message : String(error) }));
  });
  tellHost({ type: "ready" });
}

/** @param {Pick<import("./main.js").Page, "link"|"go">} page @param {any} message */
async function obey(page, message) {
  const text = (/** @type {string} */ name) => (typeof message[name] === "string" ? message[name] : undefined);
  const game = shown && !shown.gone ? shown : null;
  if (message.do === "open") {
    const fragment = text("fragment");
    const carried = fragment === undefined
      ? { record: text("record"), game: text("game"), position: text("position"), first: text("first"), second: text("second"), puzzle: message.puzzle === true } : await carriedIn(`#${fragment}`);
    await openCarried(page, carried, "replace");
  } else if (message.do === "look" && game && game.lines.has(message.at)) await game.goTo(message.at);
  else if (message.do === "play" && game && text("move") !== undefined) game.table.dispatchEvent(new CustomEvent("move", { detail: text("move") }));
  else if (message.do === "flip" && game) game.turn();
  else throw new Error(`the message ${JSON.stringify(message).slice(0, 200)} is not understood here; docs/embed.md lists them`);
}
