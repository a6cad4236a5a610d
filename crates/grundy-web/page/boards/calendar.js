/** The page of a calendar with the date of the calendar game. The days that moves lead to are cells. @module */

import { svg } from "../dom.js";
import { createText } from "../scene.js";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const [year = 0, month = 0, day = 0] = position.split("-").map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(position)) return null;
  // Two pages: the month and the next one.
  const pages = [0, 1].map((i) => new Date(Date.UTC(year, month - 1 + i, 1)));
  /** @type {import("../scene.js").Scene} */
  const scene = { name: "calendar", width: 2 * 460 + 60, height: 500, background: [], pieces: [], cells: [] };
  pages.forEach((first, i) => {
    const [left, y, m] = [20 + i * 480, first.getUTCFullYear(), first.getUTCMonth()];
    scene.background.push(svg("rect", { class: "paper", x: left, y: 6, width: 460, height: 488, rx: 16 }), createText(left + 230, 40, `${MONTHS[m]} ${y}`, "month"));
    const days = new Date(Date.UTC(y, m + 1, 0)).getUTCDate();
    for (let d = 1; d <= days; d++) {
      const place = d - 1 + ((first.getUTCDay() + 6) % 7);
      const [cx, cy] = [left + 50 + (place % 7) * 60, 98 + Math.floor(place / 7) * 68];
      const isNow = i === 0 && d === day;
      const key = `${y}-${String(m + 1).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
      if (isNow) scene.pieces.push({ kind: "today", x: cx, y: cy, node: svg("circle", { r: 27 }) });
      scene.foreground ??= [];
      scene.foreground.push(createText(cx, cy, d, isNow ? "day now" : "day"));
      scene.cells.push({ key, x: cx - 28, y: cy - 30, w: 56, h: 60, label: `${key}${isNow ? ", now" : ""}`, kind: "round" });
    }
  });
  return scene;
}

/** @param {import("../api.js").Answer} answer */
export const createPaths = ({ moves }) => moves.map((move) => ({ move, cells: [move.move.replace(/^to /, "")] }));
/** @param {string} move */
export const findLastCells = (move) => [move.replace(/^to /, "")];

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [["date", "the date"]], place: (_position, key) => key, isDate: true };
