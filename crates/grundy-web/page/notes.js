/** The panel below the board: the buttons, the hints, and at the end of a game the mistakes. @module */

import { fill, h } from "./dom.js";
import { parseHeaps } from "./numbers.js";
import { LESSONS, createNimHint } from "./nim-lessons.js";
import { BOUND_TEXT, findBestMove } from "./moves.js";
import { createReview } from "./review.js";
import { describeHint, describeMistakes, getHumanPlayer } from "./verdict.js";

/**
 * Draws the panel.
 * @param {import("./play.js").Play} play
 */
export function drawNotes(play) {
  const { session, state, panels } = play;
  if (!session) return fill(panels.notes, []);
  const { now } = session;
  const isOver = play.isGameOver;
  const mistake = session.findMistakes(getHumanPlayer(state))[0];
  // The computer does not move by itself at an earlier position, or after an error.
  const isWaiting = play.isComputerTurn && !play.isThinking && (!session.isLatest || play.error !== null);
  fill(panels.notes, [
    h("div", { class: "buttons" },
      !isOver && h("button", { type: "button", "data-key": "hint", disabled: !play.hasHint, onclick: () => play.showHint() }, play.hintLevel === 1 ? "Show the move" : "Hint"),
      h("button", { type: "button", "data-key": "undo", disabled: play.lastOwnMove < 0, onclick: () => play.undo() }, "Take back"),
      h("button", { type: "button", "data-key": "new-game", onclick: () => play.page.navigate({ line: [], at: 0 }) }, "New game"),
      isWaiting && !isOver && h("button", { type: "button", onclick: () => play.moveComputer() }, "Let the computer move"),
      isOver && mistake !== undefined && h("button", { type: "button", class: "primary", "data-key": "mistake", onclick: () => play.goTo(mistake) }, "Back to the first mistake"),
    ),
    isOver && h("p", {}, describeMistakes(session, state)),
    isOver && session.moves.length > 0 && createReview(play),
    !isOver && play.hintLevel > 0 && h("p", { class: "hint" }, createHint(play)),
    !isOver && play.hintLevel > 1 && h("p", { class: "hint" }, describeBestMove(now)),
  ], panels.board);
}

/**
 * Names the best move, and what is proved of it.
 * @param {import("./api.js").Answer} now
 */
function describeBestMove(now) {
  const best = findBestMove(now);
  if (!best) return "The best move is not known.";
  if (best.value === null && best.bound) return `The best move by what is proved: ${best.move}, ${BOUND_TEXT[best.bound]}.`;
  if (best.best !== true && best.value !== "win") return `The best move by what is proved: ${best.move}.`;
  if (now.value === "loss" && now.remoteness !== null) return `This move delays the loss longest: ${best.move}. That is proved.`;
  return `The best move: ${best.move}. That is proved.`;
}

/**
 * Returns the hint of the lesson, of Nim, or the general one.
 * @param {import("./play.js").Play} play
 */
function createHint({ session, state }) {
  if (!session) return "";
  const lesson = LESSONS[state.lesson - 1];
  if (lesson?.hint && session.at === 0) return lesson.hint;
  const heaps = parseHeaps(session.now.game, session.now.position);
  return state.game === "nim" && !state.misere && heaps ? createNimHint(heaps) : describeHint(session);
}
