/** The board of each game. A module is loaded when a game needs it. @module */

import { isHeapGame } from "../numbers.js";

/** @typedef {import("../scene.js").BoardKind} BoardKind */

/** @type {Record<string, () => Promise<BoardKind>>} */
const KINDS = {
  marks: () => import("./marks.js"), connect4: () => import("./connect4.js"), chess: () => import("./chess.js"), kalah: () => import("./kalah.js"),
  points: () => import("./points.js"), mensMorris: () => import("./mens-morris.js"), quixo: () => import("./quixo.js"), tiles: () => import("./tiles.js"), chomp: () => import("./chomp.js"),
  hex: () => import("./hex.js"), dots: () => import("./dots.js"), heaps: () => import("./heaps.js"), factors: () => import("./factors.js"),
  sum: () => import("./sum.js"), calendar: () => import("./calendar.js"),
};
/** @type {Record<string, keyof typeof KINDS>} */
const NAMES = {
  tictactoe: "marks", mnk: "marks", connect4: "connect4", chess: "chess", king: "chess", kalah: "kalah", "three-mens-morris": "points", dao: "points",
  "nine-mens-morris": "mensMorris", "six-mens-morris": "mensMorris", "five-mens-morris": "mensMorris", teeko: "points", "teeko-movement": "points", quixo: "quixo", cram: "tiles", domineering: "tiles", "node-kayles": "tiles", othello: "tiles",
  chomp: "chomp", hex: "hex", "dots-and-boxes": "dots", divisor: "factors", calendar: "calendar",
};
/** The modules that are loaded. @type {Map<string, BoardKind>} */
const loaded = new Map();

/** @param {string} game */
const getKindName = (game) => (game.includes(" + ") ? "sum" : isHeapGame(game) ? "heaps" : NAMES[game.split(":")[0] ?? ""] ?? "marks");

/**
 * Loads the board of a game. A position whose text has rows of marks has a board too.
 * @param {string} game
 * @returns {Promise<BoardKind>}
 */
export async function loadBoard(game) {
  const name = getKindName(game);
  // The boards of a sum are those of its games.
  if (name === "sum") await Promise.all(game.split(" + ").map((part) => loadBoard(part.split(" ")[0] ?? "")));
  const kind = loaded.get(name) ?? (await /** @type {() => Promise<BoardKind>} */ (KINDS[name])());
  loaded.set(name, kind);
  return kind;
}

/**
 * Returns the board of a game, if it is loaded.
 * @param {string} game
 * @returns {BoardKind | undefined}
 */
export const getBoard = (game) => loaded.get(getKindName(game));
