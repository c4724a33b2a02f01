// A game that another program has open: it may be watched, gone on with as a copy, or taken over.

import { capital, el, toast } from "./dom.js";
import { openCarried } from "./fragment.js";
import { keyOf } from "./kept.js";
import { showLost } from "./lost.js";
import { t } from "./texts.js";
import { transport } from "./transport.js";

/**
 * Say who has it, and what may be done.
 * @param {import("./main.js").Page} page @param {string} name @param {Error} error
 */
export function showInUse(page, name, error) {
  const { link, go } = page;
  link.leave();
  const record = async () => {
    const answer = await transport.request(`/api/records/${name}?accept_changed=yes`);
    if (!answer.ok) throw new Error(t("oddAnswer"));
    return answer.text();
  };
  const copy = async () => {
    const { game } = await link.enter("load", { record: await record() });
    await go(`/game/${game}`, "replace");
  };
  const takeOver = async () => {
    await link.ask("join", { game: name, key: keyOf(name), take_over: true });
    await go(`/game/${name}`, "replace");
  };
  const way = (/** @type {string} */ words, /** @type {() => Promise<void>} */ does) =>
    el("button", { type: "button", onclick: () => does().catch((trouble) => toast(capital(trouble.message))) }, words);
  showLost({ ...page, head: t("inUse") }, error.message,
    way(t("watchIt"), async () => openCarried(page, { record: await record() }, "replace")),
    way(t("copyIt"), copy), way(t("takeOver"), takeOver));
}
