/** Boards that are read from the text of a position. Games without a board are played from the list of moves. @module */

import { createDotsBoard } from "./dots.js";
import { createGrid } from "./grid.js";
import { createHexBoard } from "./hex.js";
import { createKalahBoard } from "./kalah.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./grid.js").Path} Path */
/** @typedef {import("./moves.js").MoveDisplay} MoveDisplay */

/** The largest number of rows or columns of a board. */
const MAX_SIDE = 16;

/**
 * Creates the board of a position, or returns null if there is none.
 * @param {Answer} answer
 * @param {MoveDisplay} display
 * @returns {HTMLElement | null}
 */
export function createBoard(answer, display) {
  const game = answer.game.split(":")[0] ?? "";
  switch (game) {
    case "chomp": return createChompBoard(answer, display);
    case "king": return createKingBoard(answer, display);
    case "kalah": return createKalahBoard(answer, display);
    case "dots-and-boxes": return createDotsBoard(answer, display);
    case "hex": return createHexBoard(answer, display);
    case "chess": return createChessBoard(answer, display);
    default: return createMarksBoard(answer, display);
  }
}

/**
 * Parses the rows of a text such as `X.O/.../... X`, or of a square board without slashes, such as nine letters.
 * @param {string} text
 * @returns {string[] | null}
 */
function parseRows(text) {
  const cells = text.replace(/^"|"$/g, "").replace(/ [A-Za-z]$/, "");
  if (!/^[A-Za-z.#]+(\/[A-Za-z.#]+)*$/.test(cells) || !/[.XOxo#]/.test(cells)) return null;
  const rows = cells.split("/");
  if (rows.length > 1) return rows.every((row) => row.length === rows[0]?.length) && rows.length <= MAX_SIDE ? rows : null;
  const side = Math.sqrt(cells.length);
  if (!Number.isInteger(side) || side < 2 || side > MAX_SIDE) return null;
  return Array.from({ length: side }, (_, r) => cells.slice(r * side, (r + 1) * side));
}

/**
 * Returns the name of a cell, such as `b3`.
 * @param {number} row
 * @param {number} column
 */
const toCellName = (row, column) => `${String.fromCharCode(97 + column)}${row + 1}`;

/** @param {number} n */
const listLetters = (n) => Array.from({ length: n }, (_, c) => String.fromCharCode(97 + c));
/** @param {number} n */
const listNumbers = (n) => Array.from({ length: n }, (_, r) => r + 1);

/**
 * Creates a board of marks or pieces. The cell that changes chooses the move. If two cells change, the piece's cell is
 * chosen first.
 * @param {Answer} answer
 * @param {MoveDisplay} display
 */
function createMarksBoard(answer, display) {
  const rows = parseRows(answer.position);
  if (!rows) return null;
  // Rules whose picture has lines of different lengths, such as a slanted board, are shown as the picture.
  const lines = answer.picture?.replace(/\n$/, "").split("\n") ?? [];
  if (lines.some((line) => line.length !== lines[0]?.length)) return null;
  /** @type {Path[]} */
  const paths = [];
  for (const move of answer.moves) {
    // Quixo: a cube is chosen, then the side from which it is pushed in, which is in the list alone.
    const cube = /^([a-z]\d+) from /.exec(move.move);
    if (cube) {
      paths.push({ move, cells: [cube[1] ?? "", move.move] });
      continue;
    }
    const after = parseRows(move.after.position);
    if (!after) return null;
    const changes = rows.flatMap((row, r) => [...row].flatMap((before, c) => {
      const now = after[r]?.[c];
      return now === before ? [] : [{ key: toCellName(r, c), now, column: c }];
    }));
    // Cram and Node Kayles: the move names the cells that it takes.
    if (/^(cram|node-kayles):/.test(answer.game)) {
      paths.push({ move, cells: move.move.split(" ") });
      continue;
    }
    const [one, two] = changes;
    if (changes.length === 1 && one) {
      // Connect Four: a disc falls, so every empty cell of the column chooses the move.
      const isDrop = /^[a-z]$/.test(move.move);
      if (!isDrop) paths.push({ move, cells: [one.key] });
      else rows.forEach((row, r) => row[one.column] === "." && paths.push({ move, cells: [toCellName(r, one.column)] }));
    } else if (changes.length === 2 && one && answer.game.startsWith("domineering:")) {
      // The upper or left cell of a domino chooses the move, because each player has one direction.
      paths.push({ move, cells: [one.key] });
    } else if (changes.length > 1 && /^[a-z]\d+$/.test(move.move)) {
      // Othello: the cell of the disc chooses the move; other discs change too.
      paths.push({ move, cells: [move.move] });
    } else if (changes.length === 2 && one && two) {
      paths.push({ move, cells: one.now === "." ? [one.key, two.key] : [two.key, one.key] });
    }
  }
  const cells = rows.map((row, r) => [...row].map((mark, c) => ({
    key: toCellName(r, c),
    text: mark === "." ? "" : mark,
    label: `${toCellName(r, c)} ${mark === "." ? "empty" : mark}`,
    kind: mark === "." ? "" : mark.toLowerCase() === "x" ? "x" : "o",
  })));
  return createGrid(cells, paths, "marks", display, { top: listLetters(rows[0]?.length ?? 0), left: listNumbers(rows.length) });
}

/**
 * Creates the chocolate bar of Chomp.
 * @param {Answer} answer
 * @param {MoveDisplay} display
 */
function createChompBoard(answer, display) {
  const lengths = answer.position.split(" ").map(Number);
  const size = answer.game.split(":")[1]?.split(",").map(Number) ?? [];
  const [height, width] = [Math.max(size[0] ?? 0, lengths.length), Math.max(size[1] ?? 0, ...lengths)];
  if (!(height <= MAX_SIDE && width <= MAX_SIDE)) return null;
  const paths = answer.moves.map((move) => ({ move, cells: [move.move.replace(/^eat /, "")] }));
  const cells = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => {
    const isLeft = c < (lengths[r] ?? 0);
    const isPoisoned = r === 0 && c === 0 && isLeft;
    return {
      key: `${r + 1} ${c + 1}`,
      text: isPoisoned ? "☠" : "",
      label: `row ${r + 1}, column ${c + 1}${isPoisoned ? ", poisoned" : isLeft ? "" : ", eaten"}`,
      kind: isLeft ? "chocolate" : "eaten",
    };
  }));
  return createGrid(cells, paths, "chomp-board", display, { top: listNumbers(width), left: listNumbers(height) });
}

/**
 * Creates the board of the king that walks to the corner at the bottom left.
 * @param {Answer} answer
 * @param {MoveDisplay} display
 */
function createKingBoard(answer, display) {
  const [row, column] = answer.position.split(" ").map(Number);
  if (!row || !column || row > MAX_SIDE || column > MAX_SIDE || /[^\d ]/.test(answer.position)) return null;
  const paths = answer.moves.map((move) => ({ move, cells: [move.move.replace(/^to /, "")] }));
  const height = Math.max(row, 4);
  const width = Math.max(column, 4);
  const cells = Array.from({ length: height }, (_, i) => Array.from({ length: width }, (_, c) => {
    const r = height - 1 - i;
    const hasKing = r + 1 === row && c + 1 === column;
    return {
      key: `${r + 1} ${c + 1}`, text: hasKing ? "♚" : "", label: `row ${r + 1}, column ${c + 1}${hasKing ? ", the king" : ""}`,
      kind: (r + c) % 2 ? "light" : "dark",
    };
  }));
  return createGrid(cells, paths, "chess-board", display, { top: listNumbers(width), left: listNumbers(height).reverse() });
}

/** @type {Record<string, {symbol: string, name: string}>} */
const PIECES = {
  K: { symbol: "♔", name: "white king" }, Q: { symbol: "♕", name: "white queen" }, R: { symbol: "♖", name: "white rook" },
  B: { symbol: "♗", name: "white bishop" }, N: { symbol: "♘", name: "white knight" }, P: { symbol: "♙", name: "white pawn" },
  k: { symbol: "♚", name: "black king" },
};

/**
 * Creates the board of a chess endgame. The square of the piece is chosen first, then the square that it moves to.
 * @param {Answer} answer
 * @param {MoveDisplay} display
 */
function createChessBoard(answer, display) {
  const words = answer.position.split(" ");
  const mover = words.pop();
  /** @type {Map<string, string>} letters of the pieces by their squares */
  const pieces = new Map();
  for (const word of words) {
    const piece = /^([KQRBNPk])?([a-h][1-8])$/.exec(word);
    if (!piece) return null;
    pieces.set(piece[2] ?? "", piece[1] ?? "P");
  }
  /** @type {Path[]} */
  const paths = [];
  for (const move of answer.moves) {
    const notation = /^([KQRBN]?)[a-h]?x?([a-h][1-8])/.exec(move.move);
    const letter = notation?.[1] || "P";
    const from = [...pieces].find(([square, piece]) => (mover === "b" ? piece === "k" : piece === letter) && (piece !== "P" || square[0] === move.move[0]));
    if (notation?.[2] && from) paths.push({ move, cells: [from[0], notation[2]] });
  }
  const cells = Array.from({ length: 8 }, (_, r) => Array.from({ length: 8 }, (_, c) => {
    const square = `${String.fromCharCode(97 + c)}${8 - r}`;
    const piece = PIECES[pieces.get(square) ?? ""];
    return { key: square, text: piece?.symbol ?? "", label: piece ? `${square} ${piece.name}` : square, kind: (r + c) % 2 ? "dark" : "light" };
  }));
  return createGrid(cells, paths, "chess-board", display, { top: listLetters(8), left: listNumbers(8).reverse() });
}
