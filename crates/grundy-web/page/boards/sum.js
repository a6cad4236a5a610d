/** The boards of a sum of games, side by side. @module */

import { h, svg } from "../dom.js";
import { createPositionBoard } from "../position.js";
import { createText, drawScene } from "../scene.js";
import { getBoard } from "./index.js";

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
  const before = display.before === null ? [] : splitSum(display.before);
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
    const selection = display.selection?.get(`game ${i}`) ?? new Map();
    display.selection?.set(`game ${i}`, selection);
    const board = createPositionBoard(own, { ...display, hinted: "", selection, before: before.length === parts.length ? before[i]?.position ?? null : null, play: (chosen) => {
      const pair = moves.find((each) => each.own === chosen);
      if (pair) display.play(pair.move);
    } }, null);
    return h("section", { class: "summand", "aria-label": `${part.game}, game ${i + 1} of ${parts.length}` },
      h("h3", {}, part.game), board ?? h("pre", { class: "text-board" }, part.position));
  });
  return h("div", { class: "sum" }, boards);
}

/** The distance of two boards in a picture, and the height of their titles. */
const [GAP, TITLE] = [60, 50];

/**
 * Draws the boards side by side, for a picture.
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const scenes = splitSum(position).map(({ game, position: own }) => ({ game, scene: getBoard(game)?.createScene(game, own) ?? null }));
  /** @type {SVGElement[]} */
  const background = [];
  let [width, height] = [0, 0];
  for (const { game, scene } of scenes) {
    // The picture of a sum without one of its boards would show another position.
    if (!scene) return null;
    const left = width ? width + GAP : 0;
    const group = svg("g", { class: scene.name, transform: `translate(${left} ${TITLE})` });
    group.append(...drawScene(scene).drawing.childNodes);
    background.push(createText(left + scene.width / 2, TITLE / 2, game, "axis"), group);
    if (left) background.push(svg("path", { class: "rule", d: `M${left - GAP / 2} 10V${TITLE + scene.height}` }));
    width = left + scene.width;
    height = Math.max(height, TITLE + scene.height);
  }
  return { name: "sum-picture", width, height, background, pieces: [], cells: [] };
}
/** @returns {import("../scene.js").Path[]} */
export const createPaths = () => [];
