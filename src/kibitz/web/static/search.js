// Searches compared by their work, and the tree of a search, step by step.

import { capital, el, fill, svg } from "./dom.js";
import { call, catalogue, gameName } from "./link.js";
import { number, t } from "./texts.js";
import { TreeView } from "./tree.js";

/** @typedef {import("./protocol.js").SearchRow} Row */

/** @type {import("./main.js").Show} */
export async function showSearch(page) {
  const { place, query, link } = page;
  page.title(t("searches"));
  const all = await catalogue();
  await link.connect();
  const spec = query.get("game") ?? all.games[0].name;
  const entry = all.games.find((game) => game.name === spec.split(":")[0]) ?? all.games[0];
  const names = all.searchers.filter((name) => entry.players.includes(name));
  const where = { game: spec, position: query.get("position") };
  const tree = new TreeView();

  const game = el("select", { id: "search-game", onchange: () => page.go(`/search?${new URLSearchParams({ game: game.value })}`, "replace") },
    ...all.games.map((one) => el("option", { value: one.name, selected: one === entry }, gameName(one, all.games))));
  const who = el("select", { id: "search-who" }, ...names.map((name) => el("option", { value: name, selected: name === (query.get("player") ?? "alphabeta") }, capital(name))));
  const depth = el("input", { id: "tree-depth", type: "number", min: "1", max: "12", value: query.get("depth") ?? "2" });
  const told = el("p", { role: "status", class: "trouble" });
  const grow = async () => {
    told.textContent = "";
    try {
      tree.show(await call("POST /api/tree", { ...where, player: who.value, depth: Number(depth.value) }));
    } catch (error) {
      told.textContent = capital(error instanceof Error ? error.message : String(error));
    }
  };
  const chart = el("div", { class: "chart" });
  const progress = el("progress", { max: 1, value: 0, hidden: true, "aria-label": t("comparing") });
  const most = el("input", { id: "search-depth", type: "number", min: "1", max: "12", value: "5" });
  const compare = async () => {
    progress.hidden = false;
    try {
      const { rows } = await link.ask("compare", { ...where, depth: Number(most.value) }, (done, total) => (progress.value = done / total));
      fill(chart, /** @type {any} */ (drawChart(rows)), table(rows), el("p", { class: "quiet" }, t("compareNote"), " ", agreement(rows)));
    } catch (error) {
      fill(chart, el("p", { class: "trouble" }, capital(error instanceof Error ? error.message : String(error))));
    }
    progress.hidden = true;
  };
  fill(place, el("div", { class: "plainpage wide searching" }, el("h1", {}, t("searches")), el("p", { class: "lead" }, t("searchLead")),
    where.position ? el("p", { class: "quiet" }, t("onPosition"), " ", el("code", {}, where.position)) : null,
    el("section", { class: "box" }, el("h2", {}, t("treeTitle")),
      el("div", { class: "asking" }, el("label", { for: "search-game" }, t("game"), game), el("label", { for: "search-who" }, t("whoSearches"), who), el("label", { for: "tree-depth" }, t("depth"), depth),
        el("button", { type: "button", id: "tree-go", class: "primary", onclick: grow }, t("showTree"))), told, tree.made),
    el("section", { class: "box" }, el("h2", {}, t("compareTitle")), el("p", { class: "quiet" }, t("compareLead")),
      el("div", { class: "asking" }, el("label", { for: "search-depth" }, t("upToDepth")), most, el("button", { type: "button", id: "search-go", class: "primary", onclick: compare }, t("compare"))), progress, chart)));
  await grow();
  return () => tree.stop();
}

/** Whether all values agree, or which players have other evaluations. @param {Row[]} rows */
function agreement(rows) {
  const judging = new Map(rows.map(({ player, judges }) => [player, judges]));
  if (new Set(judging.values()).size <= 1) return t("valuesAgree");
  return t("valuesDiffer", { who: [...judging].filter(([, how]) => how).map(([player, how]) => `${player} (${how})`).join(", ") });
}

/** @param {Row[]} rows */
function table(rows) {
  const players = [...new Set(rows.map(({ player }) => player))];
  const depths = [...new Set(rows.map((row) => row.depth))];
  const last = (/** @type {string} */ player) => rows.filter((row) => row.player === player).at(-1);
  return el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": t("compareTitle") }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("player")), ...depths.map((depth) => el("th", { scope: "col" }, t("depthN", { n: depth }))), el("th", { scope: "col" }, t("cuts")), el("th", { scope: "col" }, t("milliseconds")))),
    el("tbody", {}, ...players.map((player) => el("tr", {}, el("th", { scope: "row" }, player),
      ...depths.map((depth) => el("td", {}, number(rows.find((row) => row.player === player && row.depth === depth)?.nodes ?? 0).replace(/^0$/, "–"))),
      el("td", {}, number(last(player)?.cutoffs ?? 0)), el("td", {}, number((last(player)?.seconds ?? 0) * 1000, 1)))))));
}

const [HIGH, LEFT] = [240, 56];

/** Positions by depth, on a scale of powers of ten; each player has a line of its own kind. @param {Row[]} rows */
function drawChart(rows) {
  const WIDE = innerWidth < 600 ? 360 : 640; // so that the text is legible
  const most = Math.max(10, ...rows.map((row) => row.nodes));
  const deepest = Math.max(2, ...rows.map((row) => row.depth));
  const x = (/** @type {number} */ depth) => LEFT + ((WIDE - LEFT - 120) * (depth - 1)) / (deepest - 1);
  const y = (/** @type {number} */ nodes) => HIGH - 24 - ((HIGH - 40) * Math.log10(Math.max(1, nodes))) / Math.log10(most);
  const made = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "plot", role: "img", "aria-label": t("compareTitle") });
  for (let power = 1; power <= most; power *= 10)
    made.append(svg("path", { d: `M${LEFT} ${y(power)}H${WIDE - 110}`, class: "even" }), svg("text", { x: LEFT - 6, y: y(power) + 4, class: "axis end" }, number(power)));
  for (let depth = 1; depth <= deepest; depth++) made.append(svg("text", { x: x(depth), y: HIGH - 4, class: "axis" }, String(depth)));
  const ends = [];
  for (const [index, player] of [...new Set(rows.map((row) => row.player))].entries()) {
    const points = rows.filter((row) => row.player === player).map((row) => [x(row.depth), y(row.nodes)]);
    made.append(svg("path", { d: `M${points.map((p) => p.join(" ")).join("L")}`, class: `course kind${index}` }));
    for (const [px, py] of points) made.append(svg("circle", { cx: px, cy: py, r: 3.2, class: `kind${index}` }));
    ends.push({ player, index, x: points.at(-1)?.[0] ?? 0, y: points.at(-1)?.[1] ?? 0 });
  }
  ends.sort((a, b) => a.y - b.y);
  let free = 0;
  for (const { player, index, x: px, y: py } of ends) {
    free = Math.max(free + 15, py + 4);
    made.append(svg("text", { x: px + 8, y: free, class: `axis start kind${index}` }, player));
  }
  return made;
}
