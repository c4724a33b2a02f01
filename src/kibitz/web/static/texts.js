// Everything that the page says, in the language of whoever reads it. A language is one table more.

import en from "./en.js";

/** Languages besides English, each in a file that is loaded when it is wanted. @type {Record<string, {name: string, load: () => Promise<{default: typeof en}>}>} */
const OTHERS = { de: { name: "Deutsch", load: () => import("./de.js") } };

/** @type {Record<string, any>} */
let table = en;
export let language = "en";

/** The languages to choose from. @returns {[string, string][]} */
export function languages() {
  return [["en", "English"], ...Object.entries(OTHERS).map(([code, { name }]) => /** @type {[string, string]} */ ([code, name]))];
}

/** Speak the language that was chosen, or the browser's if there is a table for it. @param {string|null} chosen */
export async function speak(chosen) {
  const wanted = chosen ?? navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag === "en" || tag in OTHERS) ?? "en";
  language = wanted in OTHERS ? wanted : "en";
  table = language === "en" ? en : { ...en, ...(await OTHERS[language].load()).default };
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

/** Whether there is a text of a key. @param {string} key @returns {key is keyof typeof en} */
export function known(key) {
  return key in table;
}

/** A number as people write it. @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
