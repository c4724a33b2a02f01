// Translates the service's English texts by the table of the page's language.
//
// A table has sections: "text" for sentences and phrases, others for parts of them, such as "side" or "acc" (the
// accusative of pieces). A key is English with gaps, as "forks {acc} and {acc2}"; a gap names the section that translates
// what is in it. Gaps without a section are a move (m), moves (line), cells, a number (n), a name or any
// words (w), which stay.

/** @typedef {{parts: string[], gaps: [string, string][], to: string}} Pattern */

/** What a gap without a section may hold, and how it is written. @type {Record<string, (text: string) => string|null>} */
const PLAIN = {
  m: (text) => (/^((?=.*\d|O-O)[^\s,;:()]{1,14}|[xo]|(roll|hold|go|stay|pass)[?!]{0,2})$/.test(text) && !/^\d+%$/.test(text) ? text : null),
  line: (text) => (text.split(" ").every((one) => one === "..." || /^(?=.*\d|O-O)[^\s,;:()]{1,14}$/.test(one)) ? text : null),
  n: (text) => (/^[-+]?\d[\d.,]*%?$/.test(text) ? germanic(text) : null),
  cells: (text) => (/^[a-z]?\d+([-+][a-z]?\d+)*(: \d+(\+\d+)*)?$/.test(text) ? text : null),
  name: (text) => (/^[^,\d]+$/.test(text) ? text : null),
  w: (text) => (text.length <= 300 ? text : null),
};

/** The size of the translation cache. */
const MOST_KNOWN = 3000;

/** Fields of replies that hold texts for people, or lists of them. */
const TEXTS = new Set(["title", "summary", "known", "short", "words", "help", "sides", "message", "detail", "claim",
  "question", "why", "reply", "phases", "chances", "stopped", "notes", "better", "by"]);
/** Fields of lists in which one entry is a text for people. @type {Record<string, number>} */
const ENTRIES = { pieces: 4, supply: 3, notes: 0 };

export class Translator {
  /** @param {Record<string, Record<string, string>>} sections */
  constructor(sections) {
    this.sections = sections;
    /** Patterns of each section by their first word, those with the most words of their own first. @type {Map<string, Map<string, Pattern[]>>} */
    this.patterns = new Map();
    /** @type {Map<string, string|null>} */
    this.found = new Map();
  }

  /**
   * A sentence, a phrase or several sentences in the page's language; null where the table lacks them.
   * @param {string} text @param {string} [section] @returns {string|null}
   */
  translate(text, section = "text") {
    return /\p{L}{2}/u.test(text) ? this.#part(section, text) : text;
  }

  /** Replace the texts for people in a reply or event. @param {any} message @param {(text: string, section?: string) => string} say */
  translateAll(message, say) {
    if (Array.isArray(message)) for (const one of message) this.translateAll(one, say);
    else if (message && typeof message === "object") {
      for (const [key, value] of Object.entries(message)) {
        if (typeof value === "string") {
          if (key === "opening") message[key] = say(value, "opening");
          else if (isText(key, message)) message[key] = say(value);
        } else if (Array.isArray(value) && key in ENTRIES && Array.isArray(value[0])) {
          for (const entry of value) entry[ENTRIES[key]] = say(entry[ENTRIES[key]]);
        } else if (Array.isArray(value) && isText(key, message) && typeof value[0] === "string") {
          message[key] = value.map((one) => say(one));
        } else this.translateAll(value, say);
      }
    }
  }

  /** @param {string} section @param {string} text @returns {string|null} */
  #part(section, text) {
    if (!(section in this.sections)) return PLAIN[section](text);
    const key = `${section}\n${text}`;
    const known = this.found.get(key);
    if (known !== undefined) return known;
    if (this.found.size > MOST_KNOWN) this.found.clear();
    const said = this.#look(section, text);
    this.found.set(key, said);
    return said;
  }

  /** @param {string} section @param {string} text @returns {string|null} */
  #look(section, text) {
    const table = this.sections[section];
    if (Object.hasOwn(table, text)) return table[text];
    if ("*" in table && /^[\w'-]+( [\w'-]+){0,2}$/.test(text)) return text; // a name given by a user
    const several = section === "text" ? text.split(/(?<=[.!?]) (?=\p{Lu})/u) : [];
    if (several.length > 1) {
      const said = several.map((one) => this.#part("text", one));
      return said.includes(null) ? null : said.join(" ");
    }
    for (const pattern of this.#candidates(section, text)) {
      const gaps = this.#fit(pattern, 0, text);
      if (gaps) return pattern.to.replace(/\{(\w+)\}/g, (_, name) => gaps[name]);
    }
    return section === "text" ? this.#plainly(text) : null;
  }

  /** A sentence without its full stop or its capital letter. @param {string} text @returns {string|null} */
  #plainly(text) {
    const [, inside, end] = /** @type {RegExpMatchArray} */ (text.match(/^(.*?)([.!?…]?)$/s));
    if (end && inside) {
      const said = this.#part("text", inside);
      if (said !== null) return said + end;
    }
    if (!inside) return null;
    const small = text[0].toLowerCase() + text.slice(1);
    const said = small === text ? null : this.#part("text", small);
    return said === null ? null : said[0].toUpperCase() + said.slice(1);
  }

  /** Patterns that begin as a text does, or with a gap. @param {string} section @param {string} text */
  #candidates(section, text) {
    let byWord = this.patterns.get(section);
    if (!byWord) this.patterns.set(section, (byWord = compile(this.sections[section])));
    return [...(byWord.get(firstWord(text)) ?? []), ...(byWord.get("") ?? [])];
  }

  /**
   * Fill the gaps of a pattern from one on, if the text that is left fits.
   * @param {Pattern} pattern @param {number} at @param {string} text @returns {Record<string, string>|null}
   */
  #fit({ parts, gaps, to }, at, text) {
    if (!text.startsWith(parts[at])) return null;
    const rest = text.slice(parts[at].length);
    if (at === gaps.length) return rest ? null : {};
    const [name, section] = gaps[at];
    const next = parts[at + 1];
    const last = at + 1 === gaps.length;
    for (let end = last ? rest.length - next.length : rest.indexOf(next, 1); end > 0; end = last ? -1 : rest.indexOf(next, end + 1)) {
      const others = this.#fit({ parts, gaps, to }, at + 1, rest.slice(end));
      const said = others && this.#part(section, rest.slice(0, end));
      if (typeof said === "string") return { ...others, [name]: said };
    }
    return null;
  }
}

/** Whether a field holds a text for people; texts of jobs are translated by their dialog. @param {string} key @param {any} message */
function isText(key, message) {
  if (key === "words" && "decisions" in message) return false; // a review as text, which the page composes itself
  if (key === "source") return "share" in message; // of values, not of a game
  return TEXTS.has(key) ? !(key === "message" && "total" in message) : key === "text" && "kind" in message;
}

/** @param {string} text */
function firstWord(text) {
  return text.split(/[\s{]/, 1)[0];
}

/** @param {Record<string, string>} table @returns {Map<string, Pattern[]>} */
function compile(table) {
  /** @type {Map<string, Pattern[]>} */
  const found = new Map();
  const patterns = Object.entries(table).filter(([from]) => from.includes("{"));
  const own = (/** @type {string} */ from) => from.replace(/\{\w+\}/g, "").length;
  for (const [from, to] of patterns.sort(([a], [b]) => own(b) - own(a))) {
    const parts = from.split(/\{\w+\}/);
    const gaps = [...from.matchAll(/\{(([a-z]+)\d*)\}/g)].map(([, name, section]) => /** @type {[string, string]} */ ([name, section]));
    const word = /\s/.test(parts[0]) ? firstWord(from) : "";
    found.set(word, [...(found.get(word) ?? []), { parts, gaps, to }]);
  }
  return found;
}

/** A number with a comma for its decimals. @param {string} text */
function germanic(text) {
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return text.replaceAll(",", ".");
  return text.replace(".", ",").replace("%", "\u00a0%");
}
