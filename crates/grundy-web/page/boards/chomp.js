/** The chocolate bar of Chomp. @module */

import { svg } from "../dom.js";
import { createGrid } from "../scene.js";

/** The largest side of a bar that is drawn. */
const MAX_SIDE = 26;

/**
 * @param {string} game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(game, position) {
  const lengths = position.split(" ").map(Number);
  const size = game.split(":")[1]?.split(",").map(Number) ?? [];
  const [height, width] = [Math.max(size[0] ?? 0, lengths.length), Math.max(size[1] ?? 0, ...lengths)];
  if (!(height <= MAX_SIDE && width <= MAX_SIDE && width > 0)) return null;
  /** @param {number} count */
  const count = (count) => Array.from({ length: count }, (_, i) => i + 1);
  const grid = createGrid(width, height, { top: count(width), left: count(height) });
  const places = count(height).flatMap((row) => count(width).map((column) => ({ row, column, isLeft: column <= (lengths[row - 1] ?? 0) })));
  return {
    name: "chomp", width: grid.width, height: grid.height, background: grid.axes,
    pieces: places.filter(({ isLeft }) => isLeft).map(({ row, column }) => ({
      kind: "chocolate", x: grid.x(column - 1) + 50, y: grid.y(row - 1) + 50, node: drawSquare(row === 1 && column === 1),
    })),
    cells: places.map(({ row, column, isLeft }) => ({
      key: `${row} ${column}`, x: grid.x(column - 1), y: grid.y(row - 1), w: 100, h: 100, kind: isLeft ? "" : "eaten",
      label: `row ${row}, column ${column}${row === 1 && column === 1 && isLeft ? ", poisoned" : isLeft ? "" : ", eaten"}`,
    })),
  };
}

/** @param {boolean} isPoisoned */
function drawSquare(isPoisoned) {
  return svg("g", {}, svg("rect", { class: "bar", x: -49, y: -49, width: 98, height: 98, rx: 8 }), svg("rect", { class: "bar-top", x: -34, y: -34, width: 68, height: 68, rx: 8 }),
    isPoisoned && svg("g", { class: "skull" }, svg("path", { d: "M-22 -6a22 20 0 1 1 44 0q0 10 -8 14v10h-28v-10q-8 -4 -8 -14Z" }),
      svg("path", { class: "hollow", d: "M-12 -9a5 6 0 1 0 10 0a5 6 0 1 0 -10 0ZM2 -9a5 6 0 1 0 10 0a5 6 0 1 0 -10 0ZM-6 18v-8M0 18v-8M6 18v-8" })));
}

/** @param {import("../api.js").Answer} answer */
export const createPaths = ({ moves }) => moves.map((move) => ({ move, cells: [move.move.replace(/^eat /, "")] }));
/** @param {string} move */
export const findLastCells = (move) => [move.replace(/^eat /, "")];

/** @type {import("../scene.js").Setup} */
export const setup = {
  pieces: [["eat", "eat this square and all below and to the right"], ["fill", "fill up to this square"]],
  place: (position, key, piece) => {
    const [row = 1, column = 1] = key.split(" ").map(Number);
    const lengths = position.split(" ").map(Number);
    while (lengths.length < row) lengths.push(0);
    const changed = lengths.map((length, r) => (piece === "fill" ? (r < row ? Math.max(length, column) : length) : r >= row - 1 ? Math.min(length, column - 1) : length));
    // The poisoned square stays: the game ends with it.
    return changed.filter((length) => length > 0).join(" ") || "1";
  },
};
