/** The rhombus of Hex. Each cell is two columns of the grid wide, and each row begins one column to the right of the row above. @module */

import { h } from "./dom.js";
import { createGrid } from "./grid.js";

/** @typedef {import("./grid.js").Cell} Cell */

/**
 * Creates the board of a position, or returns null if the position cannot be parsed.
 * @param {import("./api.js").Answer} answer
 * @param {import("./moves.js").MoveDisplay} display
 * @returns {HTMLElement | null}
 */
export function createHexBoard(answer, display) {
  const marks = answer.position.split("/");
  const size = marks.length;
  if (marks.some((row) => row.length !== size || !/^[XO.]+$/.test(row))) return null;
  /** @param {number} count @returns {Cell[]} */
  const createHalves = (count) => Array.from({ length: count }, () => createGap("half", ""));
  const letters = Array.from({ length: size }, (_, c) => createGap("whole", String.fromCharCode(97 + c)));
  const rows = marks.map((row, r) => [
    ...createHalves(r), createGap("whole", String(r + 1)),
    ...[...row].map((mark, c) => createCell(`${String.fromCharCode(97 + c)}${r + 1}`, mark)),
    ...createHalves(size - r),
  ]);
  const paths = answer.moves.map((move) => ({ move, cells: [move.move] }));
  // The letters stand half a cell to the left of the first row, along the slant of the columns.
  const top = [createGap("half", ""), ...letters, ...createHalves(size + 1)];
  const board = createGrid([top, ...rows], paths, "hex-board", display);
  /** @type {HTMLElement | null} */ (board.querySelector(".hex-board"))?.style.setProperty("--columns", String(3 * size + 2));
  board.append(h("p", { class: "muted" }, "X joins the top and the bottom row, O the left and the right side."));
  return board;
}

/**
 * Creates a cell.
 * @param {string} name
 * @param {string} mark
 * @returns {Cell}
 */
const createCell = (name, mark) => ({
  key: name, text: mark === "." ? "" : mark, label: `${name} ${mark === "." ? "empty" : mark}`, kind: mark === "." ? "" : mark.toLowerCase(),
});

/**
 * Creates a part of the board that is no button.
 * @param {string} kind
 * @param {string} text
 * @returns {Cell}
 */
const createGap = (kind, text) => ({ key: "", text, label: "", kind: `gap ${kind}` });
