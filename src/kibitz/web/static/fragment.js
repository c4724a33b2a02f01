// What a link carries after its #: a game as its record, a position, or a puzzle, and how to show it. The service behind
// the page need not have seen any of it before. docs/embed.md describes the fields.

import { base } from "./address.js";
import { t } from "./texts.js";

/**
 * A game by its record, or a position of a game: on an analysis board, between two players, or as a puzzle.
 * @typedef {{record?: string, game?: string, position?: string, first?: string, second?: string, puzzle?: boolean, at?: string, tab?: string}} Carried
 */

/** Characters of a packed record at most. */
const LONGEST = 60_000;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream|DecompressionStream} through
 */
async function piped(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text */
async function packed(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
async function unpacked(text) {
  if (text.length > LONGEST) throw new Error(t("lostLink"));
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw")));
}

/** A link that carries data to any Kibitz that opens it. @param {Carried} carried */
export async function linkFor({ record, puzzle, ...texts }) {
  const fields = new URLSearchParams();
  if (record !== undefined) fields.set("record", await packed(record));
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) fields.set(name, text);
  if (puzzle) fields.set("puzzle", "");
  return `${base}#${fields}`;
}

/** Whether the fragment of an address carries data. @param {string} hash */
export function carries(hash) {
  return /^#(?!\/)(.*&)?(record|game)=/.test(hash);
}

/** What is in the part of a link after the #; an error if it can't be read. @param {string} hash @returns {Promise<Carried>} */
export async function carriedIn(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const text = (/** @type {string} */ name) => fields.get(name) ?? undefined;
  const record = text("record");
  try {
    return {
      record: record === undefined ? undefined : await unpacked(record),
      game: text("game"), position: text("position"), first: text("first"), second: text("second"), puzzle: fields.has("puzzle"), at: text("at"), tab: text("tab"),
    };
  } catch {
    throw new Error(t("lostLink"));
  }
}

/**
 * Show what a link carries: games and positions on an analysis board, as whoever played need not be here.
 * @param {Pick<import("./main.js").Page, "link"|"go">} page @param {Carried} carried @param {"push"|"replace"} [how]
 */
export async function openCarried({ link, go }, { record, game = "", position, first, second, puzzle, at, tab }, how = "push") {
  if (record === undefined && puzzle) {
    await go(`/train?${new URLSearchParams({ game, ...(position === undefined ? {} : { position }) })}`, how);
    return;
  }
  await link.connect();
  const players = first === undefined && second === undefined ? { analysis: true } : { first: first ?? "person", second: second ?? "person" };
  const entered = record === undefined ? await link.ask("new", { rules: game, position: position ?? null, ...players })
    : await link.enter("load", { record, analysis: true });
  await go(`/game/${entered.game}${at === undefined ? "" : `/${encodeURIComponent(at)}`}${tab === undefined ? "" : `?tab=${encodeURIComponent(tab)}`}`, how);
}
