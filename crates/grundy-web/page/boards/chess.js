/** Chess endgames, and the king that walks to the corner at the bottom left. @module */

import { svg } from "../dom.js";
import { UNIT, createGrid } from "../scene.js";
import { drawPiece } from "./pieces.js";

/** @type {Record<string, string>} */
const NAMES = { K: "white king", Q: "white queen", R: "white rook", B: "white bishop", N: "white knight", P: "white pawn", k: "black king" };
const FILES = [..."abcdefgh"];

/**
 * Parses a position such as `Kc3 Rd1 ke5 w`.
 * @param {string} position
 * @returns {{pieces: Map<string, string>, mover: string} | null} the letters of the pieces by their squares
 */
function parseChess(position) {
  const words = position.split(" ");
  const mover = words.pop() ?? "";
  const pieces = new Map();
  for (const word of words) {
    const piece = /^([KQRBNPk])?([a-h][1-8])$/.exec(word);
    if (!piece) return null;
    pieces.set(piece[2], piece[1] ?? "P");
  }
  return { pieces, mover };
}

/**
 * @param {string} game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(game, position) {
  if (game.split(":")[0] === "king") return createKingScene(position);
  const parsed = parseChess(position);
  if (!parsed) return null;
  const places = Array.from({ length: 64 }, (_, i) => ({ r: i >> 3, c: i & 7, key: `${FILES[i & 7]}${8 - (i >> 3)}` }));
  return createBoard(8, 8, { top: FILES, left: [8, 7, 6, 5, 4, 3, 2, 1] }, places.map((place) => {
    const letter = parsed.pieces.get(place.key) ?? "";
    return { ...place, letter, label: letter ? `${place.key} ${NAMES[letter]}` : place.key };
  }));
}

/** @param {string} position */
function createKingScene(position) {
  const [row = 0, column = 0] = position.split(" ").map(Number);
  if (!row || !column || row > 20 || column > 20 || /[^\d ]/.test(position)) return null;
  const [height, width] = [Math.max(row, 4), Math.max(column, 4)];
  /** @param {number} n */
  const count = (n) => Array.from({ length: n }, (_, i) => i + 1);
  const places = count(height).reverse().flatMap((r, i) => count(width).map((c) => {
    const hasKing = r === row && c === column;
    return { r: i, c: c - 1, key: `${r} ${c}`, letter: hasKing ? "k" : "", label: `row ${r}, column ${c}${hasKing ? ", the king" : ""}` };
  }));
  return createBoard(width, height, { top: count(width), left: count(height).reverse() }, places);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {{top: (string | number)[], left: (string | number)[]}} names
 * @param {{r: number, c: number, key: string, letter: string, label: string}[]} places
 * @returns {import("../scene.js").Scene}
 */
function createBoard(width, height, names, places) {
  const grid = createGrid(width, height, names);
  const { x, y } = grid;
  return {
    name: "chess", width: grid.width, height: grid.height,
    // The square at the bottom left is dark.
    background: [...grid.axes, ...places.map(({ r, c }) => svg("rect", { class: (height - 1 - r + c) % 2 ? "light" : "dark", x: x(c), y: y(r), width: UNIT, height: UNIT }))],
    pieces: places.filter(({ letter }) => letter).map(({ r, c, letter }) => ({ kind: `piece-${letter}`, x: x(c) + 50, y: y(r) + 50, node: drawPiece(letter) })),
    cells: places.map(({ r, c, key, label }) => ({ key, x: x(c), y: y(r), w: UNIT, h: UNIT, label, kind: "square" })),
  };
}

/**
 * @param {import("../api.js").Answer} answer
 * @returns {import("../scene.js").Path[]}
 */
export function createPaths(answer) {
  if (answer.game.split(":")[0] === "king") return answer.moves.map((move) => ({ move, cells: [move.move.replace(/^to /, "")] }));
  return answer.moves.flatMap((move) => {
    const cells = findLastCells(move.move, answer.position, move.after.position);
    return cells.length === 2 ? [{ move, cells }] : [];
  });
}

/**
 * The squares that a move leaves and reaches.
 * @param {string} move
 * @param {string} before
 * @param {string} after
 */
export function findLastCells(move, before, after) {
  if (move.startsWith("to ")) return [before, move.slice(3)];
  const [now, next] = [parseChess(before), parseChess(after)];
  if (!now || !next) return [];
  /** @param {Map<string, string>} pieces */
  const listOwn = (pieces) => [...pieces].filter(([, letter]) => (letter === "k") === (now.mover === "b"));
  const from = listOwn(now.pieces).find(([square, letter]) => next.pieces.get(square) !== letter);
  const to = listOwn(next.pieces).find(([square, letter]) => now.pieces.get(square) !== letter);
  return from && to ? [from[0], to[0]] : [];
}

/** @type {import("../scene.js").Setup} */
export const setup = {
  pieces: [["K", "white king"], ["Q", "white queen"], ["R", "white rook"], ["P", "white pawn"], ["k", "black king"], [".", "empty"]],
  place: (position, square, letter) => {
    const parsed = parseChess(position) ?? { pieces: new Map(), mover: "w" };
    // There is one piece of each kind at most.
    for (const [other, each] of parsed.pieces) if (each === letter || other === square) parsed.pieces.delete(other);
    if (letter !== ".") parsed.pieces.set(square, letter);
    const order = "KQRBNPk";
    const words = [...parsed.pieces].sort((a, b) => order.indexOf(a[1]) - order.indexOf(b[1])).map(([at, each]) => each + at);
    return [...words, parsed.mover].join(" ");
  },
};
