/** Dots and boxes: rows of dots and lines alternate with rows of lines and boxes. Each line that is not drawn is a button. @module */

import { createGrid } from "./grid.js";

/** @typedef {import("./grid.js").Cell} Cell */

/**
 * Creates the board of a position, or returns null if the position cannot be parsed.
 * @param {import("./api.js").Answer} answer
 * @param {import("./moves.js").MoveDisplay} display
 * @returns {HTMLElement | null}
 */
export function createDotsBoard(answer, display) {
  const fields = /^([hv./]+) (\d+):(\d+) ([AB])$/.exec(answer.position);
  const lines = fields?.[1]?.split("/");
  const columns = lines?.[0]?.length ?? 0;
  if (!lines || lines.length % 2 === 0 || lines.some((line, r) => line.length !== columns + (r % 2))) return null;
  /** @param {number} row @param {number} place */
  const isDrawn = (row, place) => (lines[row]?.[place] ?? ".") !== ".";
  /** @param {number} row @param {number} column */
  const createCell = (row, column) => {
    const name = `${String.fromCharCode(97 + column)}${row + 1}`;
    if (row % 2 === 0 && column % 2 === 0) return createGap("dot", "•");
    const place = Math.floor(column / 2);
    if (row % 2 === 1 && column % 2 === 1) {
      const isComplete = [isDrawn(row - 1, place), isDrawn(row + 1, place), isDrawn(row, place), isDrawn(row, place + 1)].every(Boolean);
      return createGap(isComplete ? "box complete" : "box", "");
    }
    const drawn = isDrawn(row, place);
    const direction = row % 2 ? "vertical" : "horizontal";
    return { key: name, text: "", label: `${name}, ${direction} line, ${drawn ? "drawn" : "not drawn"}`, kind: `line ${direction}${drawn ? " drawn" : ""}` };
  };
  const width = 2 * columns + 1;
  const rows = lines.map((_, row) => Array.from({ length: width }, (_, column) => createCell(row, column)));
  const paths = answer.moves.map((move) => ({ move, cells: [move.move] }));
  const axes = { top: Array.from({ length: width }, (_, column) => String.fromCharCode(97 + column)), left: rows.map((_, row) => row + 1) };
  const board = createGrid(rows, paths, "dots-board", display, axes);
  /** @type {HTMLElement | null} */ (board.querySelector(".dots-board"))?.style.setProperty("--boxes", String(columns));
  return board;
}

/**
 * Creates a part of the board that is no button.
 * @param {string} kind
 * @param {string} text
 * @returns {Cell}
 */
const createGap = (kind, text) => ({ key: "", text, label: "", kind: `gap ${kind}` });
