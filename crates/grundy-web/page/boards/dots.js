/** Dots and boxes: rows of dots and lines alternate with rows of lines and boxes. Each line is a cell. @module */

import { svg } from "../dom.js";
import { createText, toCellName, toLetter } from "../scene.js";

/** The distance of two dots, and the thickness of the cells of lines. */
const [BOX, LINE] = [110, 46];

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const fields = /^([hv./]+) (\d+):(\d+) ([AB])$/.exec(position);
  const lines = fields?.[1]?.split("/");
  const columns = lines?.[0]?.length ?? 0;
  if (!fields || !lines || lines.length % 2 === 0 || lines.some((line, r) => line.length !== columns + (r % 2))) return null;
  /** @param {number} row @param {number} place */
  const isDrawn = (row, place) => (lines[row]?.[place] ?? ".") !== ".";
  /** @param {number} n */
  const at = (n) => 60 + (n * BOX) / 2;
  const rowCount = (lines.length - 1) / 2;
  const places = lines.flatMap((line, row) => [...line].map((mark, place) => {
    const column = row % 2 ? 2 * place : 2 * place + 1;
    return { row, column, drawn: mark !== ".", isVertical: row % 2 === 1, x: at(column), y: at(row) };
  }));
  const boxes = Array.from({ length: rowCount * columns }, (_, i) => ({ r: Math.floor(i / columns), c: i % columns }))
    .filter(({ r, c }) => isDrawn(2 * r, c) && isDrawn(2 * r + 2, c) && isDrawn(2 * r + 1, c) && isDrawn(2 * r + 1, c + 1));
  const dots = Array.from({ length: (rowCount + 1) * (columns + 1) }, (_, i) => svg("circle", { class: "dot", cx: at(2 * (i % (columns + 1))), cy: at(2 * Math.floor(i / (columns + 1))), r: 9 }));
  return {
    name: "dots", width: at(2 * columns) + 40, height: at(2 * rowCount) + 40,
    background: [
      ...Array.from({ length: 2 * columns + 1 }, (_, c) => createText(at(c), 16, toLetter(c), "axis")),
      ...lines.map((_, r) => createText(16, at(r), r + 1, "axis")),
      ...places.map(({ x, y, isVertical }) => svg("path", { class: "faint", d: isVertical ? `M${x} ${y - 34}V${y + 34}` : `M${x - 34} ${y}H${x + 34}` })),
    ],
    pieces: [
      ...boxes.map(({ r, c }) => ({ kind: "complete", x: at(2 * c + 1), y: at(2 * r + 1), node: svg("rect", { class: "complete-box", x: -45, y: -45, width: 90, height: 90 }) })),
      ...places.filter(({ drawn }) => drawn).map(({ x, y, isVertical }) => ({
        kind: isVertical ? "drawn vertical" : "drawn horizontal", x, y, node: svg("path", { class: "stroke", d: isVertical ? `M0 ${-BOX / 2}V${BOX / 2}` : `M${-BOX / 2} 0H${BOX / 2}` }),
      })),
    ],
    foreground: dots,
    cells: places.map(({ row, column, drawn, isVertical, x, y }) => {
      const [w, h] = isVertical ? [LINE, BOX - LINE] : [BOX - LINE, LINE];
      const key = toCellName(row, column);
      return { key, x: x - w / 2, y: y - h / 2, w, h, kind: `line${drawn ? " drawn" : ""}`, label: `${key}, ${isVertical ? "vertical" : "horizontal"} line, ${drawn ? "drawn" : "not drawn"}` };
    }),
    note: `A has ${count(fields[2])}, B has ${count(fields[3])}.`,
  };
}

/** @param {string | undefined} boxes */
const count = (boxes) => `${boxes} ${boxes === "1" ? "box" : "boxes"}`;

/** @param {import("../api.js").Answer} answer */
export const createPaths = ({ moves }) => moves.map((move) => ({ move, cells: [move.move] }));
/** @param {string} move */
export const findLastCells = (move) => [move];

/** Counts the boxes that are complete. @param {string[][]} lines */
const countBoxes = (lines) => lines.flatMap((line, row) => (row % 2 ? line.slice(1).filter((mark, c) =>
  mark !== "." && line[c] !== "." && lines[row - 1]?.[c] !== "." && lines[row + 1]?.[c] !== ".") : [])).length;

/** @type {import("../scene.js").Setup} */
export const setup = {
  pieces: [["A", "a line; a box that it completes is A's"], ["B", "a line; a box that it completes is B's"], ["", "no line"]],
  place: (position, key, piece) => {
    const fields = /^([hv./]+) (\d+):(\d+) ([AB])$/.exec(position);
    if (!fields) return position;
    const lines = (fields[1] ?? "").split("/").map((line) => [...line]);
    const row = Number(key.slice(1)) - 1;
    // Every other column of the names has dots.
    const place = Math.floor((key.charCodeAt(0) - 97) / 2);
    const before = countBoxes(lines);
    const line = lines[row];
    if (!line || place >= line.length) return position;
    line[place] = piece ? (row % 2 ? "v" : "h") : ".";
    const change = countBoxes(lines) - before;
    let [a, b] = [Number(fields[2]), Number(fields[3])];
    if (piece === "A") a += change;
    else if (piece === "B") b += change;
    else {
      // Boxes that are no longer complete are A's first.
      const fromA = Math.min(a, -change);
      [a, b] = [a - fromA, Math.max(0, b + change + fromA)];
    }
    return `${lines.map((each) => each.join("")).join("/")} ${a}:${b} ${fields[4]}`;
  },
};
