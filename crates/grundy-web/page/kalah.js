/** The pits and stores of Kalah. The upper row is North's, so its pits are numbered from right to left. @module */

import { createGrid } from "./grid.js";

/**
 * Creates the board of a position, or returns null if the position cannot be parsed.
 * @param {import("./api.js").Answer} answer
 * @param {import("./moves.js").MoveDisplay} display
 * @returns {HTMLElement | null}
 */
export function createKalahBoard(answer, display) {
  const fields = /^([\d ]+) \+(\d+) \/ ([\d ]+) \+(\d+) ([SN])$/.exec(answer.position);
  if (!fields) return null;
  const [, southPits = "", southStore = "", northPits = "", northStore = "", mover = ""] = fields;
  const paths = answer.moves.map((move) => ({ move, cells: [`${mover} ${move.move.replace(/^sow /, "")}`] }));
  /**
   * @param {"S" | "N"} player
   * @param {string} pits
   */
  const createPits = (player, pits) => pits.split(" ").map((count, i) => ({
    key: `${player} ${i + 1}`, text: count, label: `${player === "S" ? "South" : "North"}, pit ${i + 1}, ${formatSeeds(count)}`, kind: "pit",
  }));
  /**
   * @param {string} player
   * @param {string} count
   */
  const createStore = (player, count) => ({ key: `${player} store`, text: count, label: `${player}'s store, ${formatSeeds(count)}`, kind: "store" });
  const gap = { key: "", text: "", label: "", kind: "gap" };
  return createGrid(
    [[createStore("North", northStore), ...createPits("N", northPits).reverse(), gap], [gap, ...createPits("S", southPits), createStore("South", southStore)]],
    paths, "kalah", display,
  );
}

/** @param {string} count */
const formatSeeds = (count) => `${count} ${count === "1" ? "seed" : "seeds"}`;
