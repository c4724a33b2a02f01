// The keys.

import { el } from "./dom.js";
import { openDialog } from "./dialog.js";
import { t } from "./texts.js";

export function openKeys() {
  /** @type {[string, string][]} */
  const rows = [["← →", t("keySteps")], ["Home End", t("keyEnds")], ["Tab, ← → ↑ ↓", t("keyWalk")], ["Enter", t("keyEnter")], ["Esc", t("keyEscape")], ["1 – 9", t("keyDigits")], [t("rightDrag"), t("keyDraw")],
    ["h", t("hint")], ["v", t("values")], ["f", t("flip")], ["u", t("undo")], ["m", t("menu")]];
  openDialog(t("keys"), () => [el("dl", { class: "keys" }, ...rows.flatMap(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]))]);
}
