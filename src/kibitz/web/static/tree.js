// The tree that a search visits: drawn, unfolded ply by ply, and walked through with the reason for every cut.

import { capital, el, fill, svg } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

/** @typedef {import("./protocol.js").TreeNode} TreeNode */
/** @typedef {import("./protocol.js").TreeStep} TreeStep */
/** @typedef {import("./protocol.js").SearchTree} Tree */

const [COLUMN, ROW, TOP] = [58, 92, 34];
/** More nodes than this are only shown unfolded. */
const MOST_DRAWN = 700;

export class TreeView {
  constructor() {
    /** @type {Tree|null} */
    this.tree = null;
    /** @type {number[][]} */
    this.children = [];
    /** How deep each node is. @type {number[]} */
    this.depths = [];
    /** Steps taken so far; all of them unless the tree is stepped through. */
    this.done = 0;
    this.timer = 0;
    this.shownDepth = 99;
    this.said = el("p", { class: "treesaid", "aria-live": "polite" });
    this.picture = el("div", { class: "treepicture", tabIndex: 0, role: "region", "aria-label": t("treeTitle") });
    this.plies = el("input", { type: "range", min: "1", max: "4", value: "4", "aria-label": t("pliesShown"), oninput: () => ((this.shownDepth = Number(this.plies.value)), this.#draw()) });
    this.pace = el("input", { type: "range", min: "1", max: "20", value: "4", "aria-label": t("speed") });
    this.runs = el("button", { type: "button", id: "tree-run", onclick: () => (this.timer ? this.stop() : this.run()) });
    this.slider = el("input", { type: "range", min: "0", max: "1", value: "1", class: "wide", "aria-label": t("stepOfTree"), oninput: () => (this.stop(), this.walk(Number(this.slider.value))) });
    this.made = el("div", { class: "treeview" },
      el("p", { class: "legend" }, t("treeLegend")),
      el("div", { class: "asking" }, el("button", { type: "button", onclick: () => (this.stop(), this.walk(0)) }, t("fromStart")),
        el("button", { type: "button", onclick: () => (this.stop(), this.walk(this.done - 1)) }, t("back")), el("button", { type: "button", id: "tree-step", onclick: () => (this.stop(), this.walk(this.done + 1)) }, t("step")),
        this.runs, el("label", {}, t("speed"), this.pace), el("label", {}, t("pliesShown"), this.plies)),
      this.slider, this.said, this.picture);
    this.made.addEventListener("keydown", (event) => this.#keyed(event));
    this.stop();
  }

  /** @param {Tree} tree */
  show(tree) {
    this.stop();
    this.tree = tree;
    this.children = tree.nodes.map(() => []);
    this.depths = tree.nodes.map(() => 0);
    tree.nodes.forEach((node, index) => {
      if (node.parent === null) return;
      this.children[node.parent].push(index);
      this.depths[index] = this.depths[node.parent] + 1;
    });
    const deepest = Math.max(1, ...this.depths);
    this.shownDepth = tree.nodes.length > MOST_DRAWN ? 2 : deepest;
    this.plies.max = String(deepest);
    this.plies.value = String(this.shownDepth);
    this.slider.max = String(tree.steps.length);
    this.walk(tree.steps.length);
    const roots = this.picture.querySelectorAll(".root");
    if (roots[0]) this.picture.scrollLeft = roots[0].getBoundingClientRect().left - this.picture.getBoundingClientRect().left + this.picture.scrollLeft - this.picture.clientWidth / 2;
    const cut = tree.nodes.reduce((sum, node) => sum + node.skipped, 0);
    this.said.textContent = `${t("treeCounts", { nodes: tree.nodes.length, cut, count: tree.nodes.length })} ${t("treeWalk")}`;
  }

  /** Show the tree as it was after so many steps. @param {number} done */
  walk(done) {
    const { tree } = this;
    if (!tree) return;
    this.done = Math.max(0, Math.min(tree.steps.length, done));
    this.slider.value = String(this.done);
    if (this.done > 0) this.said.textContent = this.#words(tree.steps[this.done - 1]);
    this.#draw();
  }

  run() {
    const { tree } = this;
    if (!tree) return;
    if (this.done >= tree.steps.length) this.walk(0);
    const beat = () => {
      this.walk(this.done + 1);
      if (this.done < tree.steps.length) this.timer = window.setTimeout(beat, 2200 / Number(this.pace.value));
      else this.stop();
    };
    this.timer = window.setTimeout(beat, 0);
    fill(this.runs, /** @type {any} */ (icon("pause")), t("pause"));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    fill(this.runs, /** @type {any} */ (icon("play")), t("walkThrough"));
  }

  /** What a step does and why. @param {TreeStep} step */
  #words([kind, at, value, by, alpha, beta]) {
    const { nodes, sides } = /** @type {Tree} */ (this.tree);
    const node = nodes[at];
    const who = capital(sides[node.mover === "first" ? 0 : 1]);
    const other = capital(sides[node.mover === "first" ? 1 : 0]);
    const path = this.#path(at);
    if (kind === "enter") return node.parent === null ? t("walkRoot", { who, alpha: alpha ?? "", beta: beta ?? "" }) : t(node.kind === "chance" ? "walkChance" : "walkEnter", { path, who, alpha: alpha ?? "", beta: beta ?? "" });
    if (kind === "leaf") return t(node.kind === "end" ? "walkEnd" : node.kind === "table" ? "walkTable" : "walkLeaf", { path, value: value ?? "", who });
    if (kind === "raise") return t("walkRaise", { who, move: by === null ? "" : nodes[by].move, alpha: value ?? "", path: path || t("theRoot") });
    if (kind === "cut") {
      const gaps = { who, other, path: path || t("theRoot"), value: value ?? "", beta: beta ?? "", count: node.skipped, move: by === null ? "" : nodes[by].move };
      return t(node.kind === "chance" ? "walkCutChance" : by === null ? "walkCutWindow" : "walkCut", gaps);
    }
    const bound = node.bound === "most" ? t("atMost") : node.bound === "least" ? t("atLeast") : "";
    return t("walkLeave", { path: path || t("theRoot"), value: [bound, value].filter(Boolean).join(" "), who });
  }

  /** The moves that lead to a node. @param {number} at */
  #path(at) {
    const { nodes } = /** @type {Tree} */ (this.tree);
    const moves = [];
    for (let here = /** @type {number|null} */ (at); here !== null && nodes[here].parent !== null; here = nodes[here].parent) moves.unshift(nodes[here].move);
    return moves.join(" ");
  }

  #draw() {
    const { tree } = this;
    if (!tree) return;
    const all = this.done >= tree.steps.length;
    /** What is known of each node so far. @type {Map<number, {alpha: string, beta: string, value: string, cut: boolean, left: boolean}>} */
    const seen = new Map();
    for (const [kind, at, value, , alpha, beta] of tree.steps.slice(0, this.done)) {
      const node = seen.get(at) ?? { alpha: "", beta: "", value: "", cut: false, left: false };
      if (alpha !== null) node.alpha = alpha;
      if (beta !== null) node.beta = beta;
      if (kind === "raise" || kind === "leaf" || kind === "leave") node.value = value ?? "";
      if (kind === "cut") node.cut = true;
      if (kind === "leaf" || kind === "leave") node.left = true;
      seen.set(at, node);
    }
    const now = all || !this.done ? -1 : tree.steps[this.done - 1][1];
    const by = all || !this.done ? -1 : tree.steps[this.done - 1][3] ?? -1;
    const roots = tree.nodes.flatMap((node, index) => (node.parent === null ? [index] : []));
    fill(this.picture, ...roots.map((root) => /** @type {any} */ (this.#drawing(root, seen, now, by))));
    this.picture.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /**
   * @param {number} root
   * @param {Map<number, {alpha: string, beta: string, value: string, cut: boolean, left: boolean}>} seen
   * @param {number} now @param {number} by
   */
  #drawing(root, seen, now, by) {
    const { nodes } = /** @type {Tree} */ (this.tree);
    const [lines, shapes] = [svg("g"), svg("g")];
    let column = 0.5;
    let lowest = 0;
    /** Draw the children, then the node above their middle; return its column. @param {number} at @param {number} row @returns {number} */
    const place = (at, row) => {
      const node = nodes[at];
      const open = row < this.shownDepth;
      const known = seen.get(at);
      lowest = Math.max(lowest, row);
      const below = open ? this.children[at].filter((child) => seen.has(child)).map((child) => /** @type {[number, number]} */ ([child, place(child, row + 1)])) : [];
      const stub = open && known?.cut ? column++ : null;
      const x = below.length ? (below[0][1] + below[below.length - 1][1]) / 2 : stub ?? column++;
      const [px, py] = [x * COLUMN, TOP + row * ROW];
      for (const [child, where] of below) lines.append(branch(px, py, where * COLUMN, py + ROW, nodes[child].move, child === by));
      if (stub !== null) lines.append(cutOff(px, py, stub * COLUMN, py + ROW * 0.5, node.skipped));
      shapes.append(this.#shape(node, at, px, py, known, at === now));
      return x;
    };
    if (!seen.has(root)) return svg("svg", { width: 10, height: 10 });
    place(root, 0);
    const [wide, high] = [Math.ceil((column + 0.5) * COLUMN), TOP + lowest * ROW + 36];
    return svg("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, class: "tree", role: "img", "aria-label": t("treeTitle") }, lines, shapes);
  }

  /** @param {TreeNode} node @param {number} at @param {number} x @param {number} y @param {{alpha: string, beta: string, value: string, left: boolean}|undefined} known @param {boolean} now */
  #shape(node, at, x, y, known, now) {
    const kind = node.kind === "chance" ? "chance" : node.mover;
    const body = kind === "chance" ? svg("path", { d: `M${x} ${y - 17}l31 17l-31 17l-31 -17z` })
      : kind === "first" ? svg("rect", { x: x - 24, y: y - 13, width: 48, height: 26, rx: 3 }) : svg("ellipse", { cx: x, cy: y, rx: 25, ry: 14 });
    const sign = known?.left && node.bound !== "exact" ? (node.bound === "most" ? "≤" : "≥") : "";
    const made = svg("g", { class: `node ${kind} ${node.kind}${now ? " now" : ""}${known?.left ? "" : " openend"}${node.parent === null ? " root" : ""}` }, svg("title", {}, `${this.#path(at)} [${node.alpha}, ${node.beta}] ${node.position}`), body,
      svg("text", { x, y: y + 4 }, `${sign}${known?.value || "?"}`));
    if (this.children[at].length || now) made.append(svg("text", { x, y: y - 19, class: "window" }, `[${known?.alpha ?? ""}, ${known?.beta ?? ""}]`));
    return made;
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement && event.key === " ") return;
    if (event.key === " ") this.walk(this.done + 1);
    else if (event.key === "ArrowRight") this.run();
    else if (event.key === "ArrowLeft") this.walk(this.done - 1);
    else return;
    event.preventDefault();
  }
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} label @param {boolean} marked */
function branch(x1, y1, x2, y2, label, marked) {
  const [mx, my] = [0.42 * x1 + 0.58 * x2, 0.42 * y1 + 0.58 * y2];
  return svg("g", { class: marked ? "branch by" : "branch" }, svg("path", { d: `M${x1} ${y1}L${x2} ${y2}` }), svg("text", { x: mx, y: my }, label));
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} count */
function cutOff(x1, y1, x2, y2, count) {
  return svg("g", { class: "cutoff" }, svg("path", { d: `M${x1} ${y1}L${x2} ${y2}` }), svg("text", { x: x2, y: y2 + 13 }, `✂ ${count}`));
}
