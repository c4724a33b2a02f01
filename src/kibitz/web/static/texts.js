// All texts of the page, in the reader's language. Each language is a table.

import en from "./en.js";

/**
 * A table of a language: the page's own texts, and those of the service by their English words (translate.js).
 * @typedef {{default: typeof en, service: Record<string, Record<string, string>>}} Table
 */
/** Languages besides English, each in a file that is loaded when it is wanted. @type {Record<string, {name: string, load: () => Promise<Table>}>} */
const OTHERS = { de: { name: "Deutsch", load: () => import("./de.js") } };

/** @type {Record<string, any>} */
let table = en;
/** The translator of the service's texts. @type {import("./translate.js").Translator|null} */
let translator = null;
export let language = "en";

/** The languages to choose from. @returns {[string, string][]} */
export function languages() {
  return [["en", "English"], ...Object.entries(OTHERS).map(([code, { name }]) => /** @type {[string, string]} */ ([code, name]))];
}

/** Speak the language that was chosen, or the browser's if there is a table for it. @param {string|null} chosen */
export async function speak(chosen) {
  const wanted = chosen ?? navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag === "en" || tag in OTHERS) ?? "en";
  language = wanted in OTHERS ? wanted : "en";
  const [{ Translator }, found] = language === "en" ? [{ Translator: null }, null] : await Promise.all([import("./translate.js"), OTHERS[language].load()]);
  table = found ? { ...en, ...found.default } : en;
  translator = found && Translator && new Translator(found.service);
  document.documentElement.lang = language;
}

/**
 * What to say: the text of a key with its gaps filled. A text may differ for one thing and for several:
 * then it is two, and `count` decides.
 * @param {keyof typeof en} key
 * @param {Record<string, string|number>} [gaps]
 * @returns {string}
 */
export function t(key, gaps = {}) {
  const found = table[key];
  const text = Array.isArray(found) ? found[Number(gaps.count) === 1 ? 0 : 1] : found;
  return String(text ?? key).replace(/\{(\w+)\}/g, (_, name) => String(gaps[name] ?? ""));
}

/** Translate a text of the service to the page's language; English if the table lacks it. @param {string} text @param {string} [section] */
export function said(text, section) {
  const words = translator ? translator.translate(text, section) : text;
  if (words === null) document.dispatchEvent(new CustomEvent("kibitz-untranslated", { detail: text }));
  return words ?? text;
}

/** Translate all texts in a message of the service. @template T @param {T} message @returns {T} */
export function inLanguage(message) {
  translator?.translateAll(message, said);
  return message;
}

/** Whether there is a text of a key. @param {string} key @returns {key is keyof typeof en} */
export function known(key) {
  return key in table;
}

/** A number as people write it. @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
