// Icons: small drawings in the colour of the text beside them.

import { svg } from "./dom.js";

/** Each is drawn in a field of 24 by 24. @type {Record<string, string>} */
const PATHS = {
  first: "M7 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M17 5v14M5 5l9 7-9 7z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.5 1 1.2 1 2.1h5c0-.9.3-1.6 1-2.1A6 6 0 0 0 12 3z",
  values: "M4 20V10M10 20V4M16 20v-8M21 20H3",
  flip: "M7 20V5M3.5 8.5L7 5l3.5 3.5M17 4v15M13.5 15.5L17 19l3.5-3.5",
  undo: "M4 9h10a5 5 0 0 1 0 10h-4M4 9l4-4M4 9l4 4",
  redo: "M20 9H10a5 5 0 0 0 0 10h4M20 9l-4-4M20 9l-4 4",
  flag: "M6 21V4M6 4h11l-2 4 2 4H6",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 0 1 0 6",
  mute: "M4 9v6h4l5 4V5L8 9zM17 10l4 4M21 10l-4 4",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5l9 7-9 7zM19 5v14",
  link: "M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M11 8l2.5-2.5a3.5 3.5 0 0 1 5 5L16 13",
  again: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  look: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  scissors: "M6 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 8l12 10M8 16L20 6",
};

/** Icons whose shapes are filled, not drawn by a line alone. */
const FULL = new Set(["first", "back", "forward", "last", "play", "step"]);

/** @param {string} name */
export function icon(name) {
  return svg("svg", { class: FULL.has(name) ? "icon full" : "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] ?? "" }));
}
