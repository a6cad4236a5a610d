/** The boards of nine, six and five men's morris: squares inside one another. @module */

import { svg } from "../dom.js";
import { UNIT, createGrid, createMan, toCellName } from "../scene.js";
import { nameMark } from "./rows.js";

/** The side of the board with so many points. @type {Record<number, number>} */
const SIDES = { 16: 5, 24: 7 };

/**
 * Lists the points of a board as columns and rows, row by row from the top: those of each square, at its corners and the middles of its sides.
 * @param {number} side
 */
function listPoints(side) {
  const middle = (side - 1) / 2;
  const points = [];
  for (let r = 0; r < side; r++) for (let c = 0; c < side; c++) {
    const [dx, dy] = [Math.abs(c - middle), Math.abs(r - middle)];
    if ((dx === dy || dx === 0 || dy === 0) && Math.max(dx, dy) > 0) points.push({ c, r });
  }
  return points;
}

/**
 * Parses a position: the marks of the points, and the words after the board.
 * @param {string} position
 */
function parse(position) {
  const [board = "", ...words] = position.split(" ");
  const marks = board.replaceAll("/", "").toUpperCase();
  const side = SIDES[marks.length];
  if (!side || !/^[XO.]+$/.test(marks)) return null;
  return { side, words, points: listPoints(side).map(({ c, r }, i) => ({ c, r, key: toCellName(r, c), mark: marks[i] ?? "." })) };
}

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const parsed = parse(position);
  if (!parsed) return null;
  const { side, points, words } = parsed;
  const grid = createGrid(side, side);
  /** @param {number} c */
  const x = (c) => grid.x(c) + UNIT / 2;
  /** @param {number} r */
  const y = (r) => grid.y(r) + UNIT / 2;
  const middle = (side - 1) / 2;
  const squares = Array.from({ length: middle }, (_, i) => svg("path", { class: "rule", d: `M${x(i)} ${y(i)}H${x(side - 1 - i)}V${y(side - 1 - i)}H${x(i)}Z` }));
  const inner = middle - 1;
  const across = [
    `M${x(middle)} ${y(0)}V${y(inner)}`, `M${x(middle)} ${y(side - 1)}V${y(side - 1 - inner)}`,
    `M${x(0)} ${y(middle)}H${x(inner)}`, `M${x(side - 1)} ${y(middle)}H${x(side - 1 - inner)}`,
  ].map((d) => svg("path", { class: "rule", d }));
  const background = [
    ...grid.axes, svg("rect", { class: "wood", x: grid.x(0), y: grid.y(0), width: side * UNIT, height: side * UNIT, rx: 14 }), ...squares, ...across,
    ...points.map(({ c, r }) => svg("circle", { class: "point", cx: x(c), cy: y(r), r: 13 })),
  ];
  const pieces = points.filter(({ mark }) => mark !== ".").map(({ c, r, mark }) => ({ kind: `mark-${mark.toLowerCase()}`, x: x(c), y: y(r), node: createMan(mark, 36) }));
  const cells = points.map(({ c, r, key, mark }) => ({ key, x: grid.x(c), y: grid.y(r), w: UNIT, h: UNIT, label: `${key} ${nameMark(mark)}` }));
  const [, xHand, oHand] = words;
  const note = xHand && oHand ? `In hand: X ${xHand}, O ${oHand}.` : "";
  return { name: "points", width: grid.width, height: grid.height, background, pieces, cells, note };
}

/**
 * Finds the points that choose each move: of the man and of its goal. After a man from the hand, the man that it takes is chosen.
 * @param {import("../api.js").Answer} answer
 * @returns {import("../scene.js").Path[]}
 */
export function createPaths(answer) {
  return answer.moves.map((move) => {
    const [, from, to, taken] = /^(?:(\w+) to )?(\w+)(?:, take (\w+))?$/.exec(move.move) ?? [];
    return { move, cells: (from ? [from, to] : [to, taken]).filter((key) => key !== undefined) };
  });
}

/**
 * Finds the points that a move filled or left.
 * @param {string} move
 */
export const findLastCells = (move) => (/^(?:(\w+) to )?(\w+)/.exec(move) ?? []).slice(1).filter(Boolean);

/** @type {import("../scene.js").Setup} */
export const setup = {
  pieces: [["X", "X"], ["O", "O"], [".", "empty"]],
  place: (position, key, mark) => {
    const parsed = parse(position);
    if (!parsed) return position;
    const marks = parsed.points.map((point) => (point.key === key ? mark : point.mark));
    // Rows are as long as in the text.
    const rows = position.split(" ")[0]?.split("/").map((row) => marks.splice(0, row.length).join("")) ?? [];
    return [rows.join("/"), ...parsed.words].join(" ");
  },
};
