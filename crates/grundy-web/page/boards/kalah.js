/** The pits, stores and seeds of Kalah. The upper row is North's, so its pits are numbered from right to left. @module */

import { svg } from "../dom.js";
import { createText } from "../scene.js";

/** @typedef {{pits: number[][], stores: number[], mover: number}} Kalah the pits and stores of South and North */

const [SIDE, STORE, TOP] = [130, 130, 44];

/**
 * @param {string} position
 * @returns {Kalah | null}
 */
function parseKalah(position) {
  const fields = /^([\d ]+) \+(\d+) \/ ([\d ]+) \+(\d+) ([SN])$/.exec(position);
  if (!fields) return null;
  /** @param {string | undefined} text */
  const parse = (text) => (text ?? "").split(" ").map(Number);
  return { pits: [parse(fields[1]), parse(fields[3])], stores: [Number(fields[2]), Number(fields[4])], mover: fields[5] === "S" ? 0 : 1 };
}

/**
 * The centre of a pit, or of a store, which has the number of the pits.
 * @param {number} player
 * @param {number} pit
 * @param {number} count
 */
function toPlace(player, pit, count) {
  const column = player === 0 ? pit : count - 1 - pit;
  return { x: STORE + column * SIDE + SIDE / 2 + 10, y: pit === count ? TOP + SIDE : TOP + SIDE / 2 + (player === 0 ? SIDE : 0) };
}

/**
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const board = parseKalah(position);
  if (!board) return null;
  const count = board.pits[0]?.length ?? 0;
  const [width, height] = [2 * STORE + count * SIDE + 20, 2 * SIDE + 2 * TOP];
  const holes = [0, 1].flatMap((player) => Array.from({ length: count + 1 }, (_, pit) => {
    const seeds = pit === count ? board.stores[player] ?? 0 : board.pits[player]?.[pit] ?? 0;
    return { player, pit, seeds, isStore: pit === count, ...toPlace(player, pit, count) };
  }));
  return {
    name: "kalah", width, height,
    background: [
      svg("rect", { class: "wood", x: 4, y: TOP, width: width - 8, height: 2 * SIDE, rx: 60 }),
      ...holes.map(({ x, y, isStore }) => (isStore ? svg("rect", { class: "pit", x: x - 50, y: y - 105, width: 100, height: 210, rx: 46 }) : svg("circle", { class: "pit", cx: x, cy: y, r: 54 }))),
      createText(width / 2, TOP / 2, "North", board.mover === 1 ? "side to-move" : "side"),
      createText(width / 2, height - TOP / 2, "South", board.mover === 0 ? "side to-move" : "side"),
    ],
    pieces: holes.flatMap(({ x, y, seeds, isStore }) => Array.from({ length: Math.min(seeds, 72) }, (_, i) => ({ kind: "seed", ...scatter(x, y, i, isStore), node: svg("circle", { r: 11 }) }))),
    foreground: holes.map(({ x, y, seeds, player, isStore }) => createText(isStore ? x : x + 42, isStore ? y + (player ? -118 : 118) + (player ? 22 : -22) : y + (player ? -42 : 42), seeds, "count")),
    cells: holes.map(({ player, pit, x, y, seeds, isStore }) => {
      const name = player === 0 ? "South" : "North";
      return isStore
        ? { key: `${name} store`, x: x - 50, y: y - 105, w: 100, h: 210, label: `${name}'s store, ${formatSeeds(seeds)}`, kind: "store" }
        : { key: `${name[0]} ${pit + 1}`, x: x - 54, y: y - 54, w: 108, h: 108, label: `${name}, pit ${pit + 1}, ${formatSeeds(seeds)}`, kind: "round" };
    }),
  };
}

/** @param {number} seeds */
const formatSeeds = (seeds) => `${seeds} ${seeds === 1 ? "seed" : "seeds"}`;

/** Places seed `i` of a pit on a spiral. @param {number} x @param {number} y @param {number} i @param {boolean} isStore */
function scatter(x, y, i, isStore) {
  const [angle, distance] = [i * 2.4 + (isStore ? 1 : 0), 12.5 * Math.sqrt(i + 0.3)];
  return { x: Math.round(x + distance * Math.cos(angle) * (isStore ? 0.55 : 1)), y: Math.round(y + distance * Math.sin(angle) * (isStore ? 1.05 : 1)) };
}

/** @param {import("../api.js").Answer} answer */
export function createPaths({ position, moves }) {
  return moves.map((move) => ({ move, cells: [`${position.slice(-1)} ${move.move.replace(/^sow /, "")}`] }));
}

/** @param {string} move @param {string} before */
export const findLastCells = (move, before) => [`${before.slice(-1)} ${move.replace(/^sow /, "")}`];

/**
 * Sows the seeds one by one: each new seed leaves the pit of the move a little later than the one before.
 * @param {import("../scene.js").Scene} scene
 * @param {string} move
 * @param {string} before
 */
export function addMotion(scene, move, before) {
  const board = parseKalah(before);
  if (!board) return;
  const [count, origin] = [board.pits[0]?.length ?? 0, Number(move.replace(/^sow /, "")) - 1];
  const from = toPlace(board.mover, origin, count);
  /** The places in the order of sowing. @type {{x: number, y: number}[]} */
  const route = [];
  let [player, pit] = [board.mover, origin];
  for (let seeds = board.pits[board.mover]?.[origin] ?? 0; seeds > 0; seeds--) {
    pit++;
    if (pit > count || (pit === count && player !== board.mover)) [player, pit] = [1 - player, 0];
    route.push(toPlace(player, pit, count));
  }
  const pause = Math.min(140, 1200 / Math.max(1, route.length));
  scene.enter = (piece, earlier) => {
    if (earlier.pieces.some(({ x, y }) => x === piece.x && y === piece.y)) return null;
    const step = route.findIndex(({ x, y }) => Math.hypot(x - piece.x, (y - piece.y) / (Math.abs(y - TOP - SIDE) < 1 ? 2 : 1)) < 56);
    return step < 0 ? { ...(route.at(-1) ?? from), delay: pause * route.length } : { ...from, delay: pause * step };
  };
}

/** @type {import("../scene.js").Setup} */
export const setup = {
  pieces: [["1", "one seed more"], ["-1", "one seed less"], ["0", "empty"]],
  place: (position, key, piece) => {
    const board = parseKalah(position);
    if (!board) return position;
    const player = key.startsWith("S") ? 0 : 1;
    /** @param {number} seeds */
    const change = (seeds) => (piece === "0" ? 0 : Math.max(0, seeds + Number(piece)));
    const pits = board.pits[player] ?? [];
    if (key.endsWith("store")) board.stores[player] = change(board.stores[player] ?? 0);
    else pits[Number(key.slice(2)) - 1] = change(pits[Number(key.slice(2)) - 1] ?? 0);
    const sides = [0, 1].map((side) => `${board.pits[side]?.join(" ")} +${board.stores[side]}`);
    return `${sides.join(" / ")} ${board.mover === 0 ? "S" : "N"}`;
  },
  check: (game, position) => {
    const board = parseKalah(position);
    const [pits = 0, seeds = 0] = (game.split(":")[1] ?? "").split(",").map(Number);
    const missing = 2 * pits * seeds - [...(board?.pits.flat() ?? []), ...(board?.stores ?? [])].reduce((sum, each) => sum + each, 0);
    if (!board || !missing) return "";
    return missing > 0 ? `${formatSeeds(missing)} of the game ${missing === 1 ? "is" : "are"} not on the board yet.` : `There ${missing === -1 ? "is" : "are"} ${formatSeeds(-missing)} too many on the board.`;
  },
};
