/** The boards of a sum of games, side by side. @module */

import { h } from "../dom.js";
import { createPositionBoard } from "../position.js";

/** @typedef {import("../api.js").Answer} Answer */

/**
 * Splits a sum such as `nim 3 5 + kayles 7` into games with positions.
 * @param {string} position
 */
const splitSum = (position) => position.split(" + ").map((part) => {
  const space = part.indexOf(" ");
  return space < 0 ? { game: part, position: "" } : { game: part.slice(0, space), position: part.slice(space + 1) };
});

/**
 * @param {Answer} answer
 * @param {import("../position.js").PositionDisplay} display
 * @returns {HTMLElement | null}
 */
export function createBoard(answer, display) {
  const parts = splitSum(answer.position);
  const results = answer.moves.map((move) => splitSum(move.after.position));
  if (results.some((result) => result.length !== parts.length)) return null;
  const boards = parts.map((part, i) => {
    /** The moves of this game, with the position of this game after them. */
    const moves = answer.moves.flatMap((move, n) => {
      const after = results[n]?.[i];
      if (!after || after.position === part.position) return [];
      const text = move.move.slice(move.move.indexOf(": ") + 2);
      return [{ own: { ...move, move: text, after: { ...move.after, position: after.position } }, move }];
    });
    /** @type {Answer} */
    const own = { ...answer, ...part, moves: moves.map((pair) => pair.own), picture: null };
    const board = createPositionBoard(own, { ...display, hinted: "", play: (chosen) => {
      const pair = moves.find((each) => each.own === chosen);
      if (pair) display.play(pair.move);
    } }, null);
    return h("section", { class: "summand", "aria-label": `${part.game}, game ${i + 1} of ${parts.length}` },
      h("h3", {}, part.game), board ?? h("pre", { class: "text-board" }, part.position));
  });
  return h("div", { class: "sum" }, boards);
}

/** @returns {null} */
export const createScene = () => null;
/** @returns {import("../scene.js").Path[]} */
export const createPaths = () => [];
