/** The pits and stores of Kalah, each player's row sown to the right as they see it. @module */

import { grid } from "./grid.js";

/**
 * @param {import("./api.js").Answer} answer
 * @param {import("./moves.js").Shown} shown
 * @returns {HTMLElement | null}
 */
export function kalah(answer, shown) {
  const text = /^([\d ]+) \+(\d+) \/ ([\d ]+) \+(\d+) ([SN])$/.exec(answer.position);
  if (!text) return null;
  const [, south = "", store = "", north = "", other = "", side = ""] = text;
  const paths = answer.moves.map((move) => ({ move, cells: [`${side} ${move.move.replace(/^sow /, "")}`] }));
  /**
   * @param {string} who
   * @param {string} seeds
   */
  const row = (who, seeds) => seeds.split(" ").map((count, i) => ({
    key: `${who} ${i + 1}`, text: count, label: `${who === "S" ? "South" : "North"}, pit ${i + 1}, ${count} seeds`, kind: "pit",
  }));
  /**
   * @param {string} who
   * @param {string} seeds
   */
  const kept = (who, seeds) => ({ key: `${who} store`, text: seeds, label: `${who}'s store, ${seeds} seeds`, kind: "store" });
  const gap = { key: "", text: "", label: "", kind: "gap" };
  return grid(
    [[kept("North", other), ...row("N", north).reverse(), gap], [gap, ...row("S", south), kept("South", store)]],
    paths, "kalah", shown,
  );
}
