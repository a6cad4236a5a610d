/** The position as one sees it and moves in it: a board where there is one, a picture, or text; and the list of moves. @module */

import { boardOf } from "./boards.js";
import { fill, h } from "./dom.js";
import { divisorBoard, numbersOf } from "./factors.js";
import { heapBoard, heapsOf } from "./heaps.js";
import { PARTS_FROM } from "./lessons.js";
import { legend, moveList } from "./moves.js";
import { names } from "./verdict.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the position and its moves.
 * @param {Play} play
 */
export function positionPanel(play) {
  const { session, state, parts } = play;
  if (!session) {
    fill(parts.board, []);
    fill(parts.moves, []);
    return;
  }
  const { now } = session;
  const shown = {
    values: state.values, remoteness: state.remoteness,
    marked: play.hinted > 1 ? now.moves[0]?.move ?? "" : "",
    disabled: play.thinking || play.isComputers,
    play: (/** @type {Move} */ move) => void play.play(move),
    grouped: state.game === "nim" && (state.lesson >= PARTS_FROM || play.hinted > 0),
  };
  const last = session.moves[session.at - 1];
  const by = names(state, session)[session.movers[session.at - 1] ?? 0];
  fill(parts.board, [boardFor(now, shown), last && h("p", { class: "last" }, `${by}: ${last.move}`)], parts.board);
  const listed = !session.isOver && (!state.lesson || state.values);
  fill(parts.moves, listed ? [
    h("h3", {}, "Moves"),
    state.values && legend(now.moves),
    ...moveList(now.moves, shown),
    now.moves_total !== undefined && h("p", { class: "quiet" }, `The best ${now.moves.length} of ${now.moves_total} moves.`),
  ] : [], parts.board);
}

/**
 * @param {Answer} now
 * @param {import("./moves.js").Shown & {grouped: boolean}} shown
 * @returns {(HTMLElement | false)[]}
 */
function boardFor(now, shown) {
  const heaps = heapsOf(now.game, now.position);
  const numbers = numbersOf(now.game, now.position);
  const board = heaps?.length ? heapBoard(now, heaps, shown) : numbers ? divisorBoard(now, numbers, shown) : boardOf(now, shown);
  if (board) return [board];
  const text = heaps ? "no stones left" : now.position;
  if (now.picture === null) return [h("pre", { class: "text-board" }, text)];
  // The picture that a rules file draws is made of characters; whoever hears the page is told the position.
  return [
    h("pre", { class: "text-board picture-board", role: "img", "aria-label": `the position ${text}` }, now.picture),
    !now.picture.includes(text) && h("p", { class: "quiet" }, text),
  ];
}
