/** Crosses and rings on a ruled grid: tic-tac-toe, m,n,k, and every rules file whose positions are rows of marks. @module */

import { svg } from "../dom.js";
import { UNIT, createCross, createGrid, createRing, createText } from "../scene.js";
import { createCells, createPieces, findLastCells, findPaths, parseRows } from "./rows.js";

/** @typedef {import("../api.js").Answer} Answer */

/**
 * @param {string} _game
 * @param {string} position
 * @param {Answer} [answer]
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position, answer) {
  const rows = parseRows(position);
  if (!rows) return null;
  // Rules whose picture has lines of different lengths, such as a slanted board, are shown as the picture.
  const lines = answer?.picture?.replace(/\n$/, "").split("\n") ?? [];
  if (lines.some((line) => line.length !== lines[0]?.length)) return null;
  const columns = rows[0]?.length ?? 0;
  const grid = createGrid(columns, rows.length);
  const { x, y } = grid;
  const ruled = [
    ...Array.from({ length: columns - 1 }, (_, c) => svg("path", { class: "rule", d: `M${x(c + 1)} ${y(0)}V${y(rows.length)}` })),
    ...Array.from({ length: rows.length - 1 }, (_, r) => svg("path", { class: "rule", d: `M${x(0)} ${y(r + 1)}H${x(columns)}` })),
  ];
  const background = [...grid.axes, svg("rect", { class: "paper", x: x(0), y: y(0), width: columns * UNIT, height: rows.length * UNIT, rx: 8 }), ...ruled];
  return { name: "marks", width: grid.width, height: grid.height, background, pieces: createPieces(rows, grid, drawMark), cells: createCells(rows, grid) };
}

/** @param {string} mark */
function drawMark(mark) {
  if (mark === ".") return null;
  if (mark === "#") return svg("rect", { class: "taken", x: -44, y: -44, width: 88, height: 88, rx: 8 });
  if (mark === "X" || mark === "x") return createCross();
  if (mark === "O" || mark === "o") return createRing();
  return createText(0, 0, mark, "glyph");
}

export const createPaths = findPaths;
export { findLastCells };

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [["X", "X"], ["O", "O"], [".", "empty"]], place: placeMark };

/**
 * Puts a mark into a cell of a position.
 * @param {string} position
 * @param {string} key
 * @param {string} mark
 */
export function placeMark(position, key, mark) {
  const rows = parseRows(position);
  if (!rows) return position;
  const [row, column] = [Number(key.slice(1)) - 1, key.charCodeAt(0) - 97];
  const next = rows.map((line, r) => (r === row ? line.slice(0, column) + mark + line.slice(column + 1) : line));
  return next.join(position.includes("/") ? "/" : "") + (/ [A-Za-z]$/.exec(position)?.[0] ?? "");
}
