/** Men on points that lines join: three men's morris, Dao and Teeko. @module */

import { svg } from "../dom.js";
import { UNIT, createGrid, createMan } from "../scene.js";
import { createCells, createPieces, findLastCells, findPaths, parseRows } from "./rows.js";
import { placeMark } from "./marks.js";

/**
 * @param {string} game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(game, position) {
  const rows = parseRows(position);
  if (!rows) return null;
  const size = rows.length;
  const grid = createGrid(size, size);
  const { x, y } = grid;
  /** @param {number} r @param {number} c @param {number} dr @param {number} dc */
  const join = (r, c, dr, dc) => svg("path", { class: "rule", d: `M${x(c) + 50} ${y(r) + 50}l${dc * UNIT} ${dr * UNIT}` });
  const lines = [];
  for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) {
    if (c + 1 < size) lines.push(join(r, c, 0, 1));
    if (r + 1 < size) lines.push(join(r, c, 1, 0));
    // In three men's morris men do not move diagonally.
    if (!game.startsWith("three-mens-morris") && r + 1 < size) {
      if (c + 1 < size) lines.push(join(r, c, 1, 1));
      if (c > 0) lines.push(join(r, c, 1, -1));
    }
  }
  const points = rows.flatMap((row, r) => [...row].map((_, c) => svg("circle", { class: "point", cx: x(c) + 50, cy: y(r) + 50, r: 13 })));
  const background = [...grid.axes, svg("rect", { class: "wood", x: x(0), y: y(0), width: size * UNIT, height: size * UNIT, rx: 14 }), ...lines, ...points];
  const pieces = createPieces(rows, grid, (mark) => (mark === "." ? null : createMan(mark, 36)));
  return { name: "points", width: grid.width, height: grid.height, background, pieces, cells: createCells(rows, grid) };
}

export const createPaths = findPaths;
export { findLastCells };

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [["X", "X"], ["O", "O"], [".", "empty"]], place: placeMark };
