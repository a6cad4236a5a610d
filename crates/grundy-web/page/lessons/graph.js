/** A small directed graph as SVG, with the value and the counter of each vertex. @module */

import { svg } from "../dom.js";

/** @typedef {import("../api.js").Outcome} Outcome */
/** @typedef {{name: string, options: string[]}} Vertex */

/** The places of the vertices. @type {Record<string, [number, number]>} */
const PLACES = { end: [70, 70], A: [230, 70], B: [230, 230], C: [390, 230], D: [390, 70], E: [550, 230], F: [550, 370], G: [550, 70] };
const RADIUS = 36;
const LETTER = { win: "W", loss: "L", draw: "D" };
const WORD = { win: "won", loss: "lost", draw: "draw" };

/**
 * Creates the graph.
 * @param {Vertex[]} vertices
 * @returns {{element: SVGElement, draw: (values: Map<string, Outcome>, counters: Map<string, number>, active: {from: string, to: string | null} | null, toName?: (text: string) => string) => void}}
 */
export function createGraph(vertices) {
  const arrow = svg("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 16, markerHeight: 16, orient: "auto", markerUnits: "userSpaceOnUse" }, svg("path", { class: "arrow-head", d: "M0 0L10 5L0 10Z" }));
  const lines = vertices.flatMap(({ name, options }) => options.map((option) => {
    const isMutual = vertices.some((other) => other.name === option && other.options.includes(name));
    return { name, option, line: svg("path", { class: "arrow", d: toPath(name, option, isMutual), "marker-end": "url(#arrow)" }) };
  }));
  const circles = vertices.map(({ name }) => {
    const [x, y] = PLACES[name] ?? [0, 0];
    const [label, note] = [svg("text", { class: "vertex-name", x, y: y - 9 }, name), svg("text", { class: "vertex-note", x, y: y + 15 })];
    return { name, note, group: svg("g", { class: "vertex" }, svg("circle", { cx: x, cy: y, r: RADIUS }), label, note) };
  });
  const element = svg("svg", { class: "graph", viewBox: "24 24 572 392", role: "img" }, svg("defs", {}, arrow), ...lines.map(({ line }) => line), ...circles.map(({ group }) => group));
  return { element, draw: (values, counters, active, toName = (text) => text) => {
    for (const { name, group, note } of circles) {
      const value = values.get(name);
      group.setAttribute("class", `vertex ${value ?? ""}${active && toName(active.from) === name ? " active" : ""}`);
      note.textContent = value ? LETTER[value] : counters.has(name) ? String(counters.get(name)) : "";
    }
    for (const { name, option, line } of lines) {
      const isActive = active?.to !== null && active !== null && toName(active.from) === name && toName(active.to ?? "") === option;
      line.setAttribute("class", `arrow${isActive ? " active" : ""}`);
    }
    element.setAttribute("aria-label", `graph: ${vertices.map(({ name, options }) => {
      const value = values.get(name);
      const state = value ? `, ${WORD[value]}` : counters.has(name) ? `, counter ${counters.get(name)}` : "";
      return `${name}${state}, ${options.length ? `moves to ${options.join(" and ")}` : "no moves"}`;
    }).join("; ")}`);
  } };
}

/**
 * The path of an arrow from the rim of a vertex to the rim of another one. Two arrows between the same vertices are bent.
 * @param {string} from
 * @param {string} to
 * @param {boolean} isBent
 */
function toPath(from, to, isBent) {
  const [[x, y], [u, v]] = [PLACES[from] ?? [0, 0], PLACES[to] ?? [0, 0]];
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const bend = isBent ? 13 : 0;
  const [sx, sy] = [x + dx * RADIUS - dy * bend, y + dy * RADIUS + dx * bend];
  const [ex, ey] = [u - dx * (RADIUS + 5) - dy * bend, v - dy * (RADIUS + 5) + dx * bend];
  return isBent ? `M${sx} ${sy}Q${(sx + ex) / 2 - dy * bend} ${(sy + ey) / 2 + dx * bend} ${ex} ${ey}` : `M${sx} ${sy}L${ex} ${ey}`;
}
