// Starting a game, from wherever one likes to.

import { capital, toast } from "./dom.js";
import { keep, keepKey, kept } from "./kept.js";

/** @typedef {import("./protocol.js").NewGame} Wish */

/**
 * Start against somebody on the side that was chosen.
 * @param {import("./main.js").Page} page
 * @param {{rules: string, against: string, options?: Record<string, string>}} wanted
 */
export async function start(page, { rules, against, options = {} }) {
  const side = kept("side") ?? "first";
  const second = side === "second" || (side === "either" && Math.random() < 0.5);
  await begin(page, { rules, options, first: second ? against : "person", second: second ? "person" : against });
}

/**
 * Start exactly what is wished for, and go there; what is refused is said unless `throws`.
 * @param {import("./main.js").Page} page
 * @param {Wish} wish
 * @param {boolean} [throws]
 */
export async function begin({ link, go }, wish, throws = false) {
  await link.connect();
  try {
    const answer = await link.ask("new", { ...wish });
    if (answer.key) keepKey(answer.game, answer.key);
    if (answer.invitation) keep(`invitation-${answer.game}`, answer.invitation);
    keep("wish", { ...wish, position: null, seed: null }); // those are for one game
    await go(`/game/${answer.game}`);
  } catch (error) {
    if (throws) throw error;
    toast(capital(error instanceof Error ? error.message : String(error)));
  }
}
