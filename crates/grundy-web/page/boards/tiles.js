/** Boards with dominoes, taken cells or two-coloured discs: Cram, Domineering, Node Kayles and Othello. @module */

import { svg } from "../dom.js";
import { UNIT, createGrid } from "../scene.js";
import { createCells, createPieces, findLastCells, findPaths, listChanges, parseRows } from "./rows.js";
import { placeMark } from "./marks.js";

/**
 * @param {string} game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(game, position) {
  const rows = parseRows(position);
  if (!rows) return null;
  const isOthello = game.startsWith("othello");
  const grid = createGrid(rows[0]?.length ?? 0, rows.length);
  const { x, y } = grid;
  const squares = rows.flatMap((row, r) => [...row].map((_, c) => svg("rect", { class: isOthello ? "felt" : "square", x: x(c), y: y(r), width: UNIT, height: UNIT })));
  const pieces = createPieces(rows, grid, (mark) => (mark === "." ? null : isOthello ? drawDisc(mark) : drawTile()));
  return { name: isOthello ? "othello" : "tiles", width: grid.width, height: grid.height, background: [...grid.axes, ...squares], pieces, cells: createCells(rows, grid) };
}

/** @param {string} mark */
const drawDisc = (mark) => svg("circle", { class: mark === "X" ? "black-disc" : "white-disc", r: 40 });

/** A taken cell. The text of a position does not say which cells are one domino. */
const drawTile = () => svg("g", {}, svg("rect", { class: "tile", x: -45, y: -45, width: 90, height: 90, rx: 10 }), svg("path", { class: "engraving", d: "M-18 -18L18 18M18 -18L-18 18" }));

/**
 * @param {import("../api.js").Answer} answer
 * @returns {import("../scene.js").Path[]}
 */
export function createPaths(answer) {
  if (!answer.game.startsWith("domineering")) return findPaths(answer);
  // The upper or left cell of a domino chooses the move, because each player has one direction.
  const rows = parseRows(answer.position) ?? [];
  return answer.moves.flatMap((move) => {
    const [change] = listChanges(rows, parseRows(move.after.position) ?? []);
    return change ? [{ move, cells: [change.key] }] : [];
  });
}
export { findLastCells };

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [["X", "X"], ["O", "O"], ["#", "taken"], [".", "empty"]], place: placeMark };
