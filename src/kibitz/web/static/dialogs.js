// What opens over the page: made when it is first asked for, from what the server says about its games.

import { byId } from "./dom.js";
import { Files } from "./files.js";
import { Searches } from "./searches.js";
import { Setup } from "./setup.js";
import { Solving } from "./solving.js";

/**
 * What the page knows when a dialog opens, and what a dialog may ask of it.
 * @typedef {object} Page
 * @property {import("./types.js").State|null} state
 * @property {string} position The one on the board.
 * @property {import("./types.js").Wish} wish
 * @property {import("./link.js").Link} link
 * @property {(wish: import("./types.js").Wish) => Promise<unknown>} start
 * @property {() => void} solved
 */

/** @type {Promise<import("./types.js").Catalogue>|null} */
let asked = null;
/** @type {{setup?: Setup, files?: Files, solving?: Solving, searches?: Searches}} */
const made = {};

/** The games and players; asked for once. */
async function catalogue() {
  asked ??= fetch("/api/games").then((answer) => answer.json());
  try {
    return await asked;
  } catch {
    asked = null; // next time there may be a connection
    throw new Error("the server does not answer");
  }
}

export const dialogs = {
  /** @param {Page} page */
  async new({ wish, start }) {
    made.setup ??= new Setup(byId("setup", HTMLDialogElement), await catalogue(), start);
    made.setup.show(wish);
  },

  /** @param {Page} page */
  async open({ link }) {
    made.files ??= new Files(byId("files", HTMLDialogElement),
      (name) => link.enter("join", { game: name }), (record) => link.enter("load", { record }));
    await made.files.show();
  },

  /** @param {Page} page */
  async solve({ state, solved }) {
    made.solving ??= new Solving(byId("solving", HTMLDialogElement), solved);
    if (state) made.solving.show(state.rules);
  },

  /** @param {Page} page */
  async inside({ state, position }) {
    made.searches ??= new Searches(byId("searches", HTMLDialogElement), await catalogue());
    if (state) made.searches.show(state, position);
  },
};
