// How boards and pieces look. Shapes are centred on 0 and measured in cells.

import { svg } from "./dom.js";

/** @typedef {import("./types.js").Board} Board */

/**
 * What lies under the pieces.
 * @param {Board} board
 * @returns {SVGElement}
 */
export function ground(board) {
  const { width, height, look } = board;
  const made = svg("g", { class: "ground" });
  made.append(svg("rect", { width, height, class: look === "discs" ? "holes" : "board" }));
  if (look === "discs") return made;
  if (look === "stones")
    for (const [x, y] of [[0, 0], [width - 1, height - 1]])
      made.append(svg("rect", { x, y, width: 1, height: 1, class: "goal" }));
  const edge = look === "stones" ? 0 : 1;
  for (let x = edge; x <= width - edge; x++) made.append(svg("path", { d: `M${x} 0V${height}`, class: "line" }));
  for (let y = edge; y <= height - edge; y++) made.append(svg("path", { d: `M0 ${y}H${width}`, class: "line" }));
  return made;
}

/**
 * The rack in front of falling discs, with a hole for each cell.
 * @param {Board} board
 */
export function rack({ width, height }) {
  const mask = svg("mask", { id: "holes" }, svg("rect", { width, height, fill: "white" }));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) mask.append(svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.4, fill: "black" }));
  return svg("g", {}, svg("defs", {}, mask),
    svg("rect", { width, height, rx: 0.15, class: "rack", mask: "url(#holes)" }));
}

/**
 * One piece.
 * @param {Board["look"]} look
 * @param {number} side
 * @param {string} text
 */
export function piece(look, side, text) {
  const made = svg("g", { class: `piece ${look} side${side}` });
  if (look === "marks") {
    made.append(side === 0 ? svg("path", { d: "M-.27-.27L.27.27M-.27.27L.27-.27" }) : svg("circle", { r: 0.3 }));
    return made;
  }
  if (look === "discs") made.append(svg("circle", { r: 0.43 }));
  if (look === "stones")
    made.append(side === 0 ? svg("circle", { r: 0.36 })
      : svg("rect", { x: -0.33, y: -0.33, width: 0.66, height: 0.66, rx: 0.09 }));
  made.append(svg("text", { "font-size": look === "numbers" ? 0.6 : 0.42, dy: "0.02" }, text));
  return made;
}
