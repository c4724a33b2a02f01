// Data in this browser's storage.

/** What was kept under a name, or nothing that can be read. @param {string} name @returns {any} */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`kibitz-${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something; where that is not allowed, forget it. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`kibitz-${name}`);
    else localStorage.setItem(`kibitz-${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Stored games, the latest first. */
const MOST = 12;

/**
 * @typedef {{game: string, title: string, against: string, moves: number, over: boolean, mine: boolean, seen: number}} Played
 */

/** The games played here, the last one first. @returns {Played[]} */
export function playedHere() {
  const found = kept("games");
  return Array.isArray(found) ? found.filter((one) => one && typeof one.game === "string") : [];
}

/** Store the state of a game. @param {Played} game */
export function rememberGame(game) {
  keep("games", [game, ...playedHere().filter((one) => one.game !== game.game)].slice(0, MOST));
}

/** Forget a game that is no longer there. @param {string} name */
export function forgetGame(name) {
  keep("games", playedHere().filter((one) => one.game !== name));
}

/** What lets this browser move in a game with a friend. @param {string} game @returns {string} */
export function keyOf(game) {
  return kept("keys")?.[game] ?? "";
}

/** @param {string} game @param {string} key */
export function keepKey(game, key) {
  const all = Object.entries(kept("keys") ?? {}).filter(([name]) => name !== game).slice(-49);
  keep("keys", Object.fromEntries([...all, [game, key]]));
}
