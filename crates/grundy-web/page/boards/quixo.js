/** Quixo: a cube is taken from the border and pushed in at an end of its row or column, which slides. @module */

import { svg } from "../dom.js";
import { createCross, createGrid, createRing, toCellName } from "../scene.js";
import { createCells, createPieces, parseRows } from "./rows.js";
import { placeMark } from "./marks.js";

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const rows = parseRows(position);
  if (!rows) return null;
  const grid = createGrid(rows.length, rows.length);
  const pieces = createPieces(rows, grid, (mark) => svg("g", {},
    svg("rect", { class: "cube", x: -47, y: -47, width: 94, height: 94, rx: 12 }), mark === "." ? null : mark === "X" ? createCross(22) : createRing(25)));
  const note = "Choose a cube of the border, then the end where it is pushed in.";
  return { name: "quixo", width: grid.width, height: grid.height, background: grid.axes, pieces, cells: createCells(rows, grid, (mark) => (mark === "." ? "blank" : mark)), note };
}

/**
 * Returns the cell at the end of a row or column that a cube enters from.
 * @param {string} cube
 * @param {string} side
 * @param {number} size
 */
function findEnd(cube, side, size) {
  const [row, column] = [Number(cube.slice(1)) - 1, cube.charCodeAt(0) - 97];
  if (side === "left" || side === "right") return toCellName(row, side === "left" ? 0 : size - 1);
  return toCellName(side === "top" ? 0 : size - 1, column);
}

/**
 * @param {import("../api.js").Answer} answer
 * @returns {import("../scene.js").Path[]}
 */
export function createPaths({ position, moves }) {
  const size = parseRows(position)?.length ?? 0;
  return moves.flatMap((move) => {
    const [cube = "", side] = move.move.split(" from ");
    return side ? [{ move, cells: [cube, findEnd(cube, side, size)] }] : [];
  });
}

/**
 * @param {string} move
 * @param {string} _before
 * @param {string} after
 */
export function findLastCells(move, _before, after) {
  const [cube = "", side = ""] = move.split(" from ");
  return [findEnd(cube, side, parseRows(after)?.length ?? 0)];
}

/**
 * Lets the row slide: each cube between the taken one and the end comes from its neighbour.
 * @param {import("../scene.js").Scene} scene
 * @param {string} move
 * @param {string} before
 * @param {string} after
 */
export function addMotion(scene, move, before, after) {
  const [cube = ""] = move.split(" from ");
  const [end = ""] = findLastCells(move, before, after);
  /** @param {string} key */
  const toPlace = (key) => ({ c: key.charCodeAt(0) - 97, r: Number(key.slice(1)) - 1 });
  const [from, to] = [toPlace(cube), toPlace(end)];
  const [dc, dr] = [Math.sign(to.c - from.c), Math.sign(to.r - from.r)];
  const grid = createGrid(0, 0);
  scene.enter = (piece) => {
    const [c, r] = [Math.round((piece.x - 50 - grid.x(0)) / 100), Math.round((piece.y - 50 - grid.y(0)) / 100)];
    const isInLine = dc ? r === from.r && (c - from.c) * dc >= 0 && (to.c - c) * dc >= 0 : c === from.c && (r - from.r) * dr >= 0 && (to.r - r) * dr >= 0;
    return isInLine ? { x: piece.x + dc * 100, y: piece.y + dr * 100, delay: 60 } : null;
  };
}

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [["X", "X"], ["O", "O"], [".", "blank"]], place: placeMark };
