/** Boards read from the text of a position; a game that has none here is played by its list of moves. @module */

import { grid } from "./grid.js";
import { kalah } from "./kalah.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./grid.js").Cell} Cell */
/** @typedef {import("./grid.js").Path} Path */
/** @typedef {import("./moves.js").Shown} Shown */

/** Cells along a side that are still drawn. */
const SIDE = 16;

/**
 * The board of a position, or null.
 * @param {Answer} answer
 * @param {Shown} shown
 * @returns {HTMLElement | null}
 */
export function boardOf(answer, shown) {
  const game = answer.game.split(":")[0] ?? "";
  switch (game) {
    case "chomp": return chomp(answer, shown);
    case "king": return king(answer, shown);
    case "kalah": return kalah(answer, shown);
    case "chess": return chess(answer, shown);
    default: return marks(answer, shown);
  }
}

/**
 * The rows of a text such as `X.O/.../... X`, or of nine letters without strokes.
 * @param {string} text
 * @returns {string[] | null}
 */
function rowsOf(text) {
  const cells = text.replace(/^"|"$/g, "").replace(/ [A-Za-z]$/, "");
  if (!/^[A-Za-z.]+(\/[A-Za-z.]+)*$/.test(cells) || !/[.XOxo]/.test(cells)) return null;
  const rows = cells.split("/");
  if (rows.length > 1) return rows.every((row) => row.length === rows[0]?.length) && rows.length <= SIDE ? rows : null;
  const side = Math.sqrt(cells.length);
  if (!Number.isInteger(side) || side < 2 || side > SIDE) return null;
  return Array.from({ length: side }, (_, r) => cells.slice(r * side, (r + 1) * side));
}

/**
 * @param {number} row
 * @param {number} column
 */
const name = (row, column) => `${String.fromCharCode(97 + column)}${row + 1}`;

/** @param {number} n */
const letters = (n) => Array.from({ length: n }, (_, c) => String.fromCharCode(97 + c));
/** @param {number} n */
const numbers = (n) => Array.from({ length: n }, (_, r) => r + 1);

/**
 * Marks and men in cells. A move is chosen by the cell that it changes, or by the two, the man's first.
 * @param {Answer} answer
 * @param {Shown} shown
 */
function marks(answer, shown) {
  const rows = rowsOf(answer.position);
  if (!rows) return null;
  // Rules that draw their board with lines of different lengths, such as a slanted one, mean it.
  const lines = answer.picture?.split("\n") ?? [];
  if (lines.some((line) => line.length !== lines[0]?.length)) return null;
  /** @type {Path[]} */
  const paths = [];
  for (const move of answer.moves) {
    const cube = /^([a-z]\d+) from /.exec(move.move);
    if (cube) {
      paths.push({ move, cells: [cube[1] ?? "", move.move] });
      continue;
    }
    const after = rowsOf(move.after.position);
    if (!after) return null;
    const changed = rows.flatMap((row, r) => [...row].flatMap((cell, c) => {
      const then = after[r]?.[c];
      return then === cell ? [] : [{ key: name(r, c), was: cell, is: then, column: c }];
    }));
    const [one, two] = changed;
    if (changed.length === 1 && one) {
      // A disc that falls is dropped anywhere in its column.
      const falls = /^[a-z]$/.test(move.move);
      if (!falls) paths.push({ move, cells: [one.key] });
      else rows.forEach((row, r) => row[one.column] === "." && paths.push({ move, cells: [name(r, one.column)] }));
    } else if (changed.length === 2 && one && two) {
      paths.push({ move, cells: one.is === "." ? [one.key, two.key] : [two.key, one.key] });
    }
  }
  const cells = rows.map((row, r) => [...row].map((mark, c) => ({
    key: name(r, c),
    text: mark === "." ? "" : mark,
    label: `${name(r, c)} ${mark === "." ? "empty" : mark}`,
    kind: mark === "." ? "" : mark.toLowerCase() === "x" ? "x" : "o",
  })));
  return grid(cells, paths, "marks", shown, { top: letters(rows[0]?.length ?? 0), left: numbers(rows.length) });
}

/**
 * The bar of chocolate.
 * @param {Answer} answer
 * @param {Shown} shown
 */
function chomp(answer, shown) {
  const left = answer.position.split(" ").map(Number);
  const size = answer.game.split(":")[1]?.split(",").map(Number) ?? [];
  const [height, width] = [Math.max(size[0] ?? 0, left.length), Math.max(size[1] ?? 0, ...left)];
  if (!(height <= SIDE && width <= SIDE)) return null;
  const paths = answer.moves.map((move) => ({ move, cells: [move.move.replace(/^eat /, "")] }));
  const cells = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => {
    const there = c < (left[r] ?? 0);
    const poison = r === 0 && c === 0 && there;
    return {
      key: `${r + 1} ${c + 1}`,
      text: poison ? "☠" : "",
      label: `row ${r + 1}, column ${c + 1}${poison ? ", poisoned" : there ? "" : ", eaten"}`,
      kind: there ? "chocolate" : "eaten",
    };
  }));
  return grid(cells, paths, "bar-of-chocolate", shown, { top: numbers(width), left: numbers(height) });
}

/**
 * The king on its way to the corner, which is at the bottom left.
 * @param {Answer} answer
 * @param {Shown} shown
 */
function king(answer, shown) {
  const [row, column] = answer.position.split(" ").map(Number);
  if (!row || !column || row > SIDE || column > SIDE || /[^\d ]/.test(answer.position)) return null;
  const paths = answer.moves.map((move) => ({ move, cells: [move.move.replace(/^to /, "")] }));
  const high = Math.max(row, 4);
  const wide = Math.max(column, 4);
  const cells = Array.from({ length: high }, (_, i) => Array.from({ length: wide }, (_, c) => {
    const r = high - 1 - i;
    const here = r + 1 === row && c + 1 === column;
    return { key: `${r + 1} ${c + 1}`, text: here ? "♚" : "", label: `${r + 1} ${c + 1}${here ? ", the king" : ""}`, kind: (r + c) % 2 ? "light" : "dark" };
  }));
  return grid(cells, paths, "chess-board", shown, { top: numbers(wide), left: numbers(high).reverse() });
}

/** @type {Record<string, string>} */
const MEN = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚" };

/**
 * A board of chess with few men. A move is chosen by the man's square and where it goes.
 * @param {Answer} answer
 * @param {Shown} shown
 */
function chess(answer, shown) {
  const words = answer.position.split(" ");
  const side = words.pop();
  /** @type {Map<string, string>} */
  const at = new Map();
  for (const word of words) {
    const man = /^([KQRBNPk])?([a-h][1-8])$/.exec(word);
    if (!man) return null;
    at.set(man[2] ?? "", man[1] ?? "P");
  }
  /** @type {Path[]} */
  const paths = [];
  for (const move of answer.moves) {
    const said = /^([KQRBN]?)[a-h]?x?([a-h][1-8])/.exec(move.move);
    const letter = said?.[1] || "P";
    const from = [...at].find(([square, man]) => (side === "b" ? man === "k" : man === letter) && (man !== "P" || square[0] === move.move[0]));
    if (said?.[2] && from) paths.push({ move, cells: [from[0], said[2]] });
  }
  const cells = Array.from({ length: 8 }, (_, r) => Array.from({ length: 8 }, (_, c) => {
    const square = `${String.fromCharCode(97 + c)}${8 - r}`;
    const man = at.get(square);
    return { key: square, text: man ? MEN[man] ?? man : "", label: man ? `${square} ${man === "k" ? "black king" : man}` : square, kind: (r + c) % 2 ? "dark" : "light" };
  }));
  return grid(cells, paths, "chess-board", shown, { top: letters(8), left: numbers(8).reverse() });
}
