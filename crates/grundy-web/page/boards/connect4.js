/** Connect four: discs fall into the columns of an upright board. Each column is one button. @module */

import { svg } from "../dom.js";
import { UNIT, createMan, createText, toLetter } from "../scene.js";
import { createPieces, listChanges, parseRows } from "./rows.js";
import { placeMark } from "./marks.js";

/** The height above the board, where the values of the columns stand. */
const TOP = 76;

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const rows = parseRows(position);
  if (!rows) return null;
  const columns = rows[0]?.length ?? 0;
  const [width, height] = [columns * UNIT + 24, TOP + rows.length * UNIT + 64];
  const grid = { x: (/** @type {number} */ c) => 12 + c * UNIT, y: (/** @type {number} */ r) => TOP + 10 + r * UNIT };
  const holes = rows.flatMap((row, r) => [...row].map((_, c) => circle(grid.x(c) + 50, grid.y(r) + 50)));
  const board = `M20 ${TOP}H${width - 20}Q${width} ${TOP} ${width} ${TOP + 20}V${height - 42}Q${width} ${height - 36} ${width - 8} ${height - 36}H8Q0 ${height - 36} 0 ${height - 42}V${TOP + 20}Q0 ${TOP} 20 ${TOP}Z`;
  return {
    name: "connect4", width, height,
    background: [svg("rect", { class: "behind", x: 6, y: TOP + 4, width: width - 12, height: height - TOP - 44, rx: 12 })],
    pieces: createPieces(rows, grid, (mark) => (mark === "." ? null : createMan(mark, 43))),
    // The discs fall behind the board, whose holes show them.
    foreground: [
      svg("path", { class: "front", "fill-rule": "evenodd", d: board + holes.join("") }),
      ...Array.from({ length: columns }, (_, c) => createText(grid.x(c) + 50, height - 17, toLetter(c), "axis")),
    ],
    cells: Array.from({ length: columns }, (_, c) => {
      const discs = rows.map((row) => row[c]).filter((mark) => mark !== ".").reverse();
      const label = `column ${toLetter(c)}, ${discs.length ? `${discs.join(" ")} from the bottom` : "empty"}`;
      return { key: toLetter(c), x: grid.x(c), y: 0, w: UNIT, h: height - 36, label, kind: "column" };
    }),
    enter: (piece, before) => (before.pieces.some(({ x, y }) => x === piece.x && y === piece.y) ? null : { x: piece.x, y: TOP - 50 }),
  };
}

/** @param {number} x @param {number} y */
const circle = (x, y) => `M${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0Z`;

/** @param {import("../api.js").Answer} answer */
export const createPaths = ({ moves }) => moves.map((move) => ({ move, cells: [move.move] }));

/**
 * The column of the last move. Its disc is marked.
 * @param {string} move
 */
export const findLastCells = (move) => [move];

/**
 * Marks the last disc.
 * @param {import("../scene.js").Scene} scene
 * @param {string} _move
 * @param {string} before
 * @param {string} after
 */
export function addMotion(scene, _move, before, after) {
  const [rows, next] = [parseRows(before), parseRows(after)];
  const [change] = rows && next ? listChanges(rows, next) : [];
  if (!change) return;
  const [c, r] = [change.key.charCodeAt(0) - 97, Number(change.key.slice(1)) - 1];
  scene.foreground?.push(svg("circle", { class: "last-ring", cx: 12 + c * UNIT + 50, cy: TOP + 10 + r * UNIT + 50, r: 44 }));
}

/** @type {import("../scene.js").Setup} */
export const setup = {
  pieces: [["X", "X"], ["O", "O"], [".", "remove"]],
  // Discs are added on top of a column and removed from there.
  place: (position, column, mark) => {
    const rows = parseRows(position) ?? [];
    const c = column.charCodeAt(0) - 97;
    const empty = rows.filter((row) => row[c] === ".").length;
    const row = mark === "." ? empty : empty - 1;
    return row < 0 || row >= rows.length ? position : placeMark(position, `${column}${row + 1}`, mark);
  },
};
