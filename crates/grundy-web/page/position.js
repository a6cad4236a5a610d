/** The position as a board, a picture or text, and the list of moves. @module */

import { createBoard } from "./boards.js";
import { fill, h } from "./dom.js";
import { toSentence } from "./error.js";
import { createDivisorBoard, parseNumbers } from "./factors.js";
import { createHeapBoard, parseHeaps } from "./heaps.js";
import { FIRST_LESSON_WITH_GROUPS } from "./lessons.js";
import { createLegend, createMoveList, findBestMove } from "./moves.js";
import { getPlayerNames } from "./verdict.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the position and its moves.
 * @param {Play} play
 */
export function drawPosition(play) {
  const { session, state, panels } = play;
  if (!session) {
    fill(panels.board, []);
    fill(panels.moves, []);
    return;
  }
  const { now } = session;
  const display = {
    values: state.values && !now.isSolving && !now.error, remoteness: state.remoteness,
    hinted: play.hintLevel > 1 ? findBestMove(now)?.move ?? "" : "",
    disabled: play.isThinking || play.isComputerTurn,
    play: (/** @type {Move} */ move) => void play.play(move),
    grouped: state.game === "nim" && (state.lesson >= FIRST_LESSON_WITH_GROUPS || play.hintLevel > 0),
  };
  const last = session.moves[session.at - 1];
  const player = getPlayerNames(state, session)[session.movers[session.at - 1] ?? 0];
  fill(panels.board, [
    createPosition(now, display),
    last && h("p", { class: "last-move" }, `${player}: ${last.move}`),
    ...(state.values && last?.notes || []).map((note) => h("p", { class: "muted move-note" }, toSentence(note))),
  ], panels.board);
  const hasList = !session.isOver && (!state.lesson || state.values);
  const listed = `${now.moves.length} of ${now.moves_total} moves`;
  fill(panels.moves, hasList ? [
    h("h3", {}, "Moves"),
    display.values && createLegend(now),
    ...createMoveList(now.moves, display),
    now.moves_total !== undefined && h("p", { class: "muted" }, display.values ? `These are the best ${listed}.` : `The list has ${listed}.`),
  ] : [], panels.board);
}

/**
 * @param {Answer} now
 * @param {import("./moves.js").MoveDisplay & {grouped: boolean}} display
 * @returns {(HTMLElement | false)[]}
 */
function createPosition(now, display) {
  const heaps = parseHeaps(now.game, now.position);
  const numbers = parseNumbers(now.game, now.position);
  const board = heaps?.length ? createHeapBoard(now, heaps, display) : numbers ? createDivisorBoard(now, numbers, display) : createBoard(now, display);
  if (board) return [board];
  const text = heaps ? "No stones are left." : now.position;
  if (now.picture === null) return [h("pre", { class: "text-board" }, text)];
  // The picture of a rules file consists of characters, so a screen reader gets the text of the position instead.
  return [
    h("pre", { class: "text-board picture-board", role: "img", "aria-label": `position ${text}` }, now.picture),
    !now.picture.includes(text) && h("p", { class: "muted" }, text),
  ];
}
