// How grounds and pieces look, whatever the game. Shapes are centred on 0 and measured in cells.

import { svg } from "./dom.js";
import { FIGURES, ROLES, SECOND_PARTS } from "./figures.js";

/** @typedef {import("./protocol.js").Board} Board */

/** How large a board is drawn, with room around the cells for labels and a frame. @param {Board} board */
export function extent({ ground, rows, columns, width, height }) {
  const frame = ground === "rack" ? 0.1 : ground === "plain" ? 0 : 0.02;
  const [left, bottom] = [rows.length ? 0.42 : frame, columns.length ? 0.42 : frame];
  return { left, right: frame, top: frame, bottom, wide: width + left + frame, high: height + frame + bottom };
}

/**
 * What lies under the pieces.
 * @param {Board} board
 * @returns {SVGElement}
 */
export function groundOf({ width, height, ground, links = [] }) {
  const made = svg("g", { class: `ground ${ground}` });
  if (ground === "rack") {
    made.append(svg("rect", { x: 0, y: 0, width, height, class: "holes" }));
    return made;
  }
  if (ground !== "plain") made.append(svg("rect", { width, height, class: "field" }));
  if (ground === "checks")
    for (let cell = 0; cell < width * height; cell++) {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      if ((x + y) % 2) made.append(svg("rect", { x, y, width: 1, height: 1, class: "dark" }));
    }
  if (ground === "grid" || ground === "felt" || ground === "open") {
    const edge = ground === "open" ? 1 : 0;
    let d = "";
    for (let x = edge; x <= width - edge; x++) d += `M${x} 0V${height}`;
    for (let y = edge; y <= height - edge; y++) d += `M0 ${y}H${width}`;
    made.append(svg("path", { d, class: "line" }));
  }
  let d = "";
  if (ground === "points") {
    for (let x = 0; x < width; x++) d += `M${x + 0.5} .5V${height - 0.5}`;
    for (let y = 0; y < height; y++) d += `M.5 ${y + 0.5}H${width - 0.5}`;
  }
  for (const link of links) d += link.map((cell, end) => `${end ? "L" : "M"}${(cell % width) + 0.5} ${Math.floor(cell / width) + 0.5}`).join("");
  if (d) made.append(svg("path", { d, class: "line" }));
  if (ground === "points")
    for (const y of stars(height)) for (const x of stars(width)) made.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.1, class: "star" }));
  return made;
}

let masks = 0;

/**
 * The rack in front of falling discs, with a hole for each cell.
 * @param {Board} board
 */
export function rackOf({ width, height }) {
  const id = `holes${masks++}`;
  const mask = svg("mask", { id }, svg("rect", { x: -1, y: -1, width: width + 2, height: height + 2, fill: "white" }));
  const rims = svg("g", { class: "rims" });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      mask.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.4, fill: "black" }));
      rims.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.405 }));
    }
  const body = svg("rect", { x: -0.1, y: -0.1, width: width + 0.2, height: height + 0.2, rx: 0.22, class: "rack", mask: `url(#${id})` });
  return svg("g", {}, svg("defs", {}, mask), body, rims);
}

/** The pieces of chess, which have no room for a text on them. */
const FIGURINES = new Set(["king", "queen", "rook", "bishop", "knight", "pawn"]);

/** Whether a word is the name of a piece that can be drawn. @param {string} word */
export function isFigure(word) {
  return FIGURINES.has(word);
}

/**
 * One piece.
 * @param {string} shape
 * @param {number} side
 * @param {string} text
 */
export function pieceOf(shape, side, text) {
  const parts = [...(FIGURES[shape] ?? []), ...((side === 1 && SECOND_PARTS[shape]) || [])];
  const made = svg("g", { class: `piece ${shape} side${side}` });
  if (parts.length)
    made.append(svg("g", { transform: "scale(.01)" }, ...parts.map(([role, d]) => svg("path", { d, class: role, "stroke-width": ROLES[role] }))));
  if (text && !isFigure(shape)) made.append(svg("text", { "font-size": sizeOf(shape, text), dy: "0.02" }, text));
  return made;
}

/** The colours of the sides, for the pieces inside an element. @param {HTMLElement|SVGElement} element @param {string[]} [colours] */
export function paint(element, colours = ["red", "blue"]) {
  [element.dataset.first, element.dataset.second] = colours;
}

/** @param {string} shape @param {string} text */
function sizeOf(shape, text) {
  const large = { number: 0.58, disc: 0.36, stone: 0.44, square: 0.4, box: 0.4 }[shape] ?? 0.5;
  return text.length > 2 ? (large * 2) / text.length : large;
}

/** The cells that boards with crossing lines mark along one edge. @param {number} size */
function stars(size) {
  const near = size > 11 ? 3 : 2;
  return size < 9 ? [] : [near, ...(size % 2 ? [(size - 1) / 2] : []), size - 1 - near];
}

/**
 * An arrow from one cell to another.
 * @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {string} kind
 */
export function arrow(from, to, kind) {
  const [x1, y1, x2, y2] = [from.x + 0.5, from.y + 0.5, to.x + 0.5, to.y + 0.5];
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
  const [ex, ey] = [x2 - ux * 0.22, y2 - uy * 0.22];
  const head = `M${ex} ${ey}l${-ux * 0.3 - uy * 0.17} ${-uy * 0.3 + ux * 0.17}l${uy * 0.34} ${-ux * 0.34}z`;
  return svg("g", { class: `arrow ${kind}` },
    svg("path", { d: `M${x1 + ux * 0.3} ${y1 + uy * 0.3}L${ex - ux * 0.25} ${ey - uy * 0.25}`, class: "shaft" }), svg("path", { d: head }));
}
