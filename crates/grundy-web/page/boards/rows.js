/** Positions that are written as rows of marks, and how a move changes them. @module */

import { toCellName } from "../scene.js";

/** The largest number of rows or columns of a board. */
const MAX_SIDE = 26;

/**
 * Parses the rows of a text such as `X.O/.../... X`, or of a square board without slashes, such as nine letters.
 * @param {string} text
 * @returns {string[] | null}
 */
export function parseRows(text) {
  const cells = text.replace(/^"|"$/g, "").replace(/ [A-Za-z]$/, "");
  if (!/^[A-Za-z.#]+(\/[A-Za-z.#]+)*$/.test(cells) || !/[.XOxo#]/.test(cells)) return null;
  const rows = cells.split("/");
  if (rows.length > 1) return rows.every((row) => row.length === rows[0]?.length && row.length <= MAX_SIDE) && rows.length <= MAX_SIDE ? rows : null;
  const side = Math.sqrt(cells.length);
  if (!Number.isInteger(side) || side < 2 || side > MAX_SIDE) return null;
  return Array.from({ length: side }, (_, r) => cells.slice(r * side, (r + 1) * side));
}

/** @param {string} mark */
export const nameMark = (mark) => (mark === "." ? "empty" : mark === "#" ? "taken" : mark);

/**
 * Lists the cells that differ between two positions.
 * @param {string[]} before
 * @param {string[]} after
 */
export const listChanges = (before, after) => before.flatMap((row, r) => [...row].flatMap((was, c) => {
  const now = after[r]?.[c] ?? ".";
  return now === was ? [] : [{ key: toCellName(r, c), was, now }];
}));

/**
 * Finds the cells that choose each move: the cell that changes, or the cell of the piece and the one that it moves to.
 * @param {import("../api.js").Answer} answer
 * @returns {import("../scene.js").Path[]}
 */
export function findPaths(answer) {
  const rows = parseRows(answer.position);
  if (!rows) return [];
  return answer.moves.flatMap((move) => {
    // The move names the cells that it takes, or the cell of a disc or mark.
    if (/^[a-z]\d+( [a-z]\d+)?$/.test(move.move)) return [{ move, cells: move.move.split(" ") }];
    const after = parseRows(move.after.position);
    const [one, two, ...more] = after ? listChanges(rows, after) : [];
    if (!one || more.length) return [];
    if (!two) return [{ move, cells: [one.key] }];
    return [{ move, cells: one.now === "." ? [one.key, two.key] : [two.key, one.key] }];
  });
}

/**
 * Finds the cells that a move filled or left.
 * @param {string} _move
 * @param {string} before
 * @param {string} after
 */
export function findLastCells(_move, before, after) {
  const [rows, next] = [parseRows(before), parseRows(after)];
  return rows && next ? listChanges(rows, next).filter(({ was, now }) => was === "." || now === ".").map(({ key }) => key) : [];
}

/**
 * Creates the cells of a grid.
 * @param {string[]} rows
 * @param {{x: (c: number) => number, y: (r: number) => number}} grid
 * @param {(mark: string) => string} [name]
 * @returns {import("../scene.js").Cell[]}
 */
export const createCells = (rows, { x, y }, name = nameMark) => rows.flatMap((row, r) => [...row].map((mark, c) => {
  const key = toCellName(r, c);
  return { key, x: x(c), y: y(r), w: 100, h: 100, label: `${key} ${name(mark)}` };
}));

/**
 * Creates a piece for each mark that `draw` draws.
 * @param {string[]} rows
 * @param {{x: (c: number) => number, y: (r: number) => number}} grid
 * @param {(mark: string) => SVGElement | null} draw
 * @returns {import("../scene.js").Piece[]}
 */
export const createPieces = (rows, { x, y }, draw) => rows.flatMap((row, r) => [...row].flatMap((mark, c) => {
  const node = draw(mark);
  return node ? [{ kind: `mark-${mark === "#" ? "taken" : mark.toLowerCase()}`, x: x(c) + 50, y: y(r) + 50, node }] : [];
}));
