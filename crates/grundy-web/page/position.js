/** The position as a board, a picture or text, and the list of moves. @module */

import { getBoard } from "./boards/index.js";
import { fill, h } from "./dom.js";
import { toSentence } from "./error.js";
import { FIRST_LESSON_WITH_GROUPS } from "./nim-lessons.js";
import { createLegend, createMoveList, findBestMove, isChess } from "./moves.js";
import { animateScene, vanish } from "./scene.js";
import { createSurface } from "./surface.js";
import { describeMistake, describeTurn } from "./verdict.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./moves.js").MoveDisplay & {grouped: boolean, before: string | null}} PositionDisplay `before`: the position before the last move */
/**
 * The move that led to the position, and the scene that is left.
 * `isNew`: the move is drawn for the first time.
 * @typedef {{move: string, before: Answer, scene: import("./scene.js").Scene | null, elapsed: number, isNew: boolean}} Step
 */

/** The time in milliseconds after which a motion is over. */
const MOTION_TIME = 2200;

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
  /** @type {PositionDisplay} */
  const display = {
    values: state.values && !now.isSolving && !now.error, remoteness: state.remoteness, isChess: isChess(now.game),
    hinted: play.hintLevel > 1 ? findBestMove(now)?.move ?? "" : "",
    disabled: play.isThinking || play.isComputerTurn,
    play: (/** @type {Move} */ move) => void play.play(move),
    selection: play.selectAt(now.position),
    before: session.positions[session.at - 1]?.position ?? null,
    grouped: state.game === "nim" && (state.lesson >= FIRST_LESSON_WITH_GROUPS || play.hintLevel > 0),
  };
  const last = session.moves[session.at - 1];
  const mistake = state.values && session.at ? describeMistake(session, state, session.at - 1) : "";
  const step = createStep(play);
  // The board still shows the position before the move.
  if (step?.isNew) vanish(getBoard(now.game)?.findTaken?.(panels.board, step.before, now) ?? []);
  fill(panels.board, [
    createPositionBoard(now, display, step) ?? createText(now),
    h("p", { class: last ? "last-move" : "no-move" }, last ? describeTurn(session, state) : ""),
    mistake && h("p", { class: "mistake-note" }, mistake),
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
 * Returns the move that led to the position on the board, with the scene that was drawn before it.
 * @param {Play} play
 * @returns {Step | null}
 */
function createStep(play) {
  const { session } = play;
  const [move, before] = [session?.moves[session.at - 1], session?.positions[session.at - 1]];
  if (!session || !move || !before) {
    play.drawn = session?.now.position ?? "";
    return null;
  }
  // A motion is shown once, when a move has been made; a value that arrives later does not repeat or end it.
  const isNew = play.drawn === before.position && session.now.position !== before.position;
  if (isNew) play.motionStart = performance.now();
  else if (play.drawn !== session.now.position) play.motionStart = -Infinity;
  play.drawn = session.now.position;
  const elapsed = performance.now() - play.motionStart;
  const scene = elapsed < MOTION_TIME ? getBoard(before.game)?.createScene(before.game, before.position, before) ?? null : null;
  return { move: move.move, before, scene, elapsed, isNew };
}

/**
 * Creates the board of a position, or returns null if there is none.
 * @param {Answer} answer
 * @param {PositionDisplay} display
 * @param {Step | null} step
 * @returns {HTMLElement | null}
 */
export function createPositionBoard(answer, display, step) {
  const board = getBoard(answer.game);
  if (!board) return null;
  if (board.createBoard) return board.createBoard(answer, display);
  const scene = board.createScene(answer.game, answer.position, answer);
  if (!scene) return null;
  const texts = /** @type {const} */ ([step?.move ?? "", step?.before.position ?? "", answer.position]);
  if (step) board.addMotion?.(scene, ...texts);
  const { element, groups } = createSurface(scene, board.createPaths(answer), display, step ? board.findLastCells?.(...texts) ?? [] : []);
  if (step?.scene) animateScene(groups, scene, step.scene, step.elapsed);
  return element;
}

/**
 * Creates the text or the picture of a position without a board.
 * @param {Answer} now
 */
function createText(now) {
  if (now.picture === null) return [h("pre", { class: "text-board" }, now.position)];
  // The picture of a rules file consists of characters, so a screen reader gets the text of the position instead.
  return [
    h("pre", { class: "text-board picture-board", role: "img", "aria-label": `position ${now.position}` }, now.picture),
    !now.picture.includes(now.position) && h("p", { class: "muted" }, now.position),
  ];
}
