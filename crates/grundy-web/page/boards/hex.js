/** The rhombus of Hex. Each row begins half a cell to the right of the row above. @module */

import { svg } from "../dom.js";
import { createMan, createText, toCellName, toLetter } from "../scene.js";
import { createCells, findLastCells, findPaths, parseRows } from "./rows.js";
import { placeMark } from "./marks.js";

const [WIDTH, STEP, RADIUS] = [100, 86.6, 57.7];

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const rows = parseRows(position);
  if (!rows || rows.some((row) => row.length !== rows.length)) return null;
  const size = rows.length;
  /** @param {number} r @param {number} c */
  const toCentre = (r, c) => ({ x: 112 + c * WIDTH + (r * WIDTH) / 2, y: 90 + r * STEP });
  const [width, height] = [toCentre(size - 1, size - 1).x + 80, toCentre(size - 1, 0).y + 80];
  const corner = [-90, -30, 30, 90, 150, 210].map((degrees) => [RADIUS * Math.cos((degrees * Math.PI) / 180), RADIUS * Math.sin((degrees * Math.PI) / 180)]);
  const hexagon = `M${corner.map(([a = 0, b = 0]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L")}Z`;
  const places = rows.flatMap((row, r) => [...row].map((mark, c) => ({ mark, key: toCellName(r, c), ...toCentre(r, c) })));
  /** @param {number} r @param {number} c */
  const at = (r, c) => `${toCentre(r, c).x} ${toCentre(r, c).y}`;
  const [last, e] = [size - 1, 42];
  /** @param {number} r0 @param {number} c0 @param {number} r1 @param {number} c1 @param {number} dx @param {number} dy @param {string} kind */
  const edge = (r0, c0, r1, c1, dx, dy, kind) => svg("path", { class: kind, d: `M${at(r0, c0)}L${at(r1, c1)}`, transform: `translate(${dx} ${dy})` });
  return {
    name: "hex", width, height,
    background: [
      edge(0, 0, 0, last, 0, -e, "edge-first"), edge(last, 0, last, last, 0, e, "edge-first"),
      edge(0, 0, last, 0, -e, 22, "edge-second"), edge(0, last, last, last, e, -22, "edge-second"),
      ...places.map(({ x, y }) => svg("path", { class: "hexagon", d: hexagon, transform: `translate(${x} ${y})` })),
      ...rows.map((_, i) => createText(toCentre(0, i).x - 34, 16, toLetter(i), "axis")),
      ...rows.map((_, i) => createText(toCentre(i, 0).x - 92, toCentre(i, 0).y - 6, i + 1, "axis")),
    ],
    pieces: places.filter(({ mark }) => mark !== ".").map(({ mark, x, y }) => ({ kind: `mark-${mark.toLowerCase()}`, x, y, node: createMan(mark, 36) })),
    cells: createCells(rows, { x: () => 0, y: () => 0 }).map((cell, i) => ({ ...cell, x: (places[i]?.x ?? 0) - 43, y: (places[i]?.y ?? 0) - 43, w: 86, h: 86, kind: "round" })),
    note: "X joins the top and the bottom row, O the left and the right side.",
  };
}

export const createPaths = findPaths;
export { findLastCells };

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [["X", "X"], ["O", "O"], [".", "empty"]], place: placeMark };
