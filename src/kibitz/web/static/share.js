// Ways to take a game along: links that carry it, frames, files and pictures.

import { isFolder, linkTo } from "./address.js";
import { el, toast } from "./dom.js";
import { openDialog } from "./dialog.js";
import { linkFor, openCarried } from "./fragment.js";
import { copy } from "./friend.js";
import { call } from "./link.js";
import { t } from "./texts.js";

/** What can be taken along. @param {import("./game.js").GamePage} game */
export async function openShare(game) {
  const { record } = await game.link.ask("record");
  const { position } = await game.link.ask("look", { at: game.at });
  const at = game.along || typeof game.at === "string" ? undefined : String(game.at);
  const links = [{ record, at }, { record, tab: "review" }, { game: game.state.rules.spec, position }];
  const [whole, review, here] = await Promise.all(links.map(linkFor));
  const { local } = await call("GET /api/version").catch(() => ({ local: true }));
  const place = linkTo(`/game/${game.state.game}${game.along ? "" : `/${game.at}`}`);
  const row = (/** @type {string} */ words, /** @type {string} */ text, /** @type {string} */ note) => {
    const field = el("input", { readOnly: true, value: text, "aria-label": words, onfocus: () => field.select() });
    return el("div", { class: "sharing" }, el("h3", {}, words), el("div", { class: "copying" }, field, el("button", { type: "button", onclick: () => copy(text) }, t("copy"))), el("p", { class: "quiet" }, note));
  };
  const name = game.state.game;
  openDialog(t("share"), () => [
    row(t("linkWhole"), whole, local && !isFolder ? t("linkWholeLocal") : t("linkWholeOpen")),
    row(t("linkReview"), review, t("linkReviewNote")),
    row(t("linkPosition"), here, t("linkPositionNote")),
    row(t("embedBoard"), `<iframe src="${whole}&embed" width="480" height="560" title="Kibitz"></iframe>`, t("embedNote")),
    row(t("linkPlace"), place, isFolder ? t("linkPlaceBrowser") : local ? t("linkPlaceLocal") : t("linkPlaceOpen")),
    el("div", { class: "buttons" },
      el("button", { type: "button", id: "save", onclick: () => download(`${name}.pgn`, new Blob([record], { type: "text/plain" })) }, t("saveRecord")),
      el("button", { type: "button", onclick: () => copy(record) }, t("copyRecord")),
      el("button", { type: "button", id: "assvg", onclick: () => picture(game, false) }, t("asSvg")),
      el("button", { type: "button", id: "aspng", onclick: () => picture(game, true) }, t("asPng")))]);
}

/** @param {import("./game.js").GamePage} game @param {boolean} inPixels */
async function picture(game, inPixels) {
  const { svg } = await game.link.ask("picture", { at: game.at });
  const name = game.state.game;
  if (inPixels) download(`${name}.png`, await pixels(svg));
  else download(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }));
}

/** Open the game on an analysis board. @param {import("./game.js").GamePage} game */
export async function analyse(game) {
  const { record } = await game.link.ask("record");
  await openCarried(game.page, { record }).catch((error) => toast(error.message));
}

/** Play on from the shown position, against an opponent to be chosen. @param {import("./game.js").GamePage} game */
export async function playFromHere(game) {
  const { position } = await game.link.ask("look", { at: game.at });
  const { askForGame } = await import("./setup.js");
  await askForGame(game.page, game.state.rules.spec, position);
}

/** What searches do on the position that is shown. @param {import("./game.js").GamePage} game */
export async function toSearch(game) {
  const { position } = await game.link.ask("look", { at: game.at });
  await game.page.go(`/search?${new URLSearchParams({ game: game.state.rules.spec, position })}`);
}

/** Offer a file to be kept. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A picture in pixels, from one in shapes.
 * @param {string} source
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function pixels(source, scale = 2) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
