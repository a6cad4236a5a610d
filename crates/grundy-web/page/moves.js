/** The moves of a position as buttons: a letter W, D or L, and a colour that is stronger for a better move. @module */

import { h } from "./dom.js";

/** @typedef {import("./api.js").Move} Move */
/**
 * How moves are displayed.
 * @typedef {object} MoveDisplay
 * @property {boolean} values whether moves show their outcomes
 * @property {boolean} remoteness whether moves show the number of moves to the end
 * @property {string} hinted the move that the hint marks, or ""
 * @property {boolean} disabled whether no move can be played now
 * @property {boolean} [isChess] whether the moves of the winner are counted
 * @property {(move: Move) => void} play
 * @property {Map<string, any>} [selection] what is selected of a move on the board; a board that is drawn again, with a value that has arrived, begins with it
 */

/** The number of moves that the list shows at first. */
const LIST_LENGTH = 60;
const LETTER = { win: "W", draw: "D", loss: "L" };
const VERB = { win: "wins", draw: "draws", loss: "loses" };
/** What is proved of a move whose outcome is not. */
const BOUND_LETTER = { "win-or-draw": "≥D", "draw-or-loss": "≤D" };
/** @type {Record<import("./api.js").Bound, string>} */
export const BOUND_TEXT = { "win-or-draw": "at least a draw", "draw-or-loss": "at most a draw" };

/**
 * Returns the letter of an outcome.
 * @param {import("./api.js").Outcome | null} outcome
 */
export const toLetter = (outcome) => (outcome === null ? "?" : LETTER[outcome]);

/**
 * Returns the letter of a move: its outcome, or what is proved where that is not.
 * @param {Move} move
 */
export const toMoveLetter = ({ value, bound }) => (value === null && bound ? BOUND_LETTER[bound] : toLetter(value));

/**
 * Whether the outcome of a move or a bound of it is proved.
 * @param {Move} move
 */
export const isKnown = ({ value, bound }) => value !== null || bound !== undefined;

/**
 * Returns the best move of a position, or undefined if nothing is proved of it. The server lists the best move first.
 * @param {import("./api.js").Answer} answer
 */
export const findBestMove = ({ moves, isSolving }) => moves.slice(0, 1).find((move) => isKnown(move) && !isSolving);

/**
 * Returns the rank of a move, a higher one for a better move. A move of which nothing is proved is better than one that loses.
 * @param {Move} move
 */
export function rankMove({ value, bound }) {
  if (value !== null) return { win: 5, draw: 3, loss: 0 }[value];
  return bound ? { "win-or-draw": 4, "draw-or-loss": 1 }[bound] : 2;
}

/**
 * Formats a number of moves, such as "1 move" or "7 moves".
 * @param {number | bigint | string} count
 */
export const formatMoveCount = (count) => `${count} ${String(count) === "1" ? "move" : "moves"}`;

/** @param {string} game */
export const isChess = (game) => game.startsWith("chess:");

/**
 * Formats the number of moves to the end. In chess, the moves of the winner are counted, as chess players do.
 * @param {bigint | number | string} count
 * @param {boolean | undefined} isChess
 */
export const formatLength = (count, isChess) =>
  isChess ? `mate in ${(BigInt(count) + 1n) / 2n} (${count} ${String(count) === "1" ? "ply" : "plies"})` : `in ${formatMoveCount(count)}`;

/**
 * Returns the number of moves from a move to the end of the game, the move itself included.
 * @param {Move} move
 */
export function countMovesToEnd(move) {
  const { remoteness } = move.after;
  return remoteness === null ? null : BigInt(remoteness) + 1n;
}

/**
 * Returns the strength of each move's colour, from 1 for the best move with the same outcome to 0.35 for the worst.
 * @param {Move[]} moves
 * @returns {Map<Move, number>}
 */
export function computeStrengths(moves) {
  /** @type {Map<Move, number>} */
  const strengths = new Map();
  for (const outcome of /** @type {const} */ (["win", "draw", "loss"])) {
    const group = moves.filter((move) => move.value === outcome);
    const lengths = [...new Set(group.map((move) => move.after.remoteness))]
      .sort((a, b) => Number(a ?? 0) - Number(b ?? 0));
    if (outcome === "loss") lengths.reverse();
    for (const move of group) {
      const rank = lengths.indexOf(move.after.remoteness);
      strengths.set(move, lengths.length < 2 ? 1 : 1 - (0.65 * rank) / (lengths.length - 1));
    }
  }
  return strengths;
}

/**
 * Sorts moves for display. The server lists the best move first, so moves without their values are sorted by their text.
 * @param {Move[]} moves
 * @param {{values: boolean}} display
 */
export function sortForDisplay(moves, { values }) {
  return values ? moves : [...moves].sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
}

/**
 * Gives an element the colour of a move.
 * @param {HTMLElement} element
 * @param {Move} move
 * @param {number} strength
 */
export function applyColour(element, move, strength) {
  if (move.value === null) return;
  element.classList.add(move.value);
  element.style.setProperty("--strength", `${Math.round(strength * 100)}%`);
}

/**
 * Describes a move and its outcome for a screen reader.
 * @param {Move} move
 * @param {{values: boolean, remoteness: boolean, isChess?: boolean}} display
 */
export function describeMove(move, display) {
  if (!display.values) return move.move;
  if (move.value === null) return `${move.move}: ${move.bound ? BOUND_TEXT[move.bound] : "not proved"}`;
  const count = countMovesToEnd(move);
  return `${move.move}: ${VERB[move.value]}${display.remoteness && count !== null ? ` ${display.isChess ? "with " : ""}${formatLength(count, display.isChess)}` : ""}`;
}

/**
 * Describes the result of a move in one or two sentences.
 * @param {Move} move
 * @param {{values: boolean, remoteness: boolean}} display
 */
export function describeResult(move, display) {
  const { position } = move.after;
  const result = position === "0" ? "This takes the last stone." : `This leaves ${position}.`;
  if (!display.values || move.value === null) return result;
  const count = display.remoteness ? countMovesToEnd(move) : null;
  const verb = { win: "It wins", draw: "It keeps the draw", loss: "It loses" }[move.value];
  return `${result} ${verb}${count === null ? "" : ` in ${formatMoveCount(count)}`}${move.value === "loss" ? " against best play" : ""}.`;
}

/**
 * Creates the legend for the letters of the moves of a position.
 * @param {import("./api.js").Answer} answer
 */
export function createLegend({ moves, proved }) {
  const outcomes = /** @type {const} */ (["win", "draw", "loss"]).filter((outcome) => moves.some((move) => move.value === outcome));
  const bounds = /** @type {const} */ (["win-or-draw", "draw-or-loss"]).filter((bound) => moves.some((move) => move.bound === bound));
  const unknown = moves.filter((move) => !isKnown(move)).length;
  const letters = [
    ...outcomes.map((outcome) => `${LETTER[outcome]} ${VERB[outcome]}`),
    ...bounds.map((bound) => `${BOUND_LETTER[bound]} ${BOUND_TEXT[bound]}`),
    ...(unknown ? ["? not proved"] : []),
  ].join(", ");
  if (!moves.length) return false;
  if (unknown === moves.length) return h("p", { class: "muted" }, "Nothing is proved of the moves.");
  const isProved = proved || unknown || bounds.length ? ` ${unknown || bounds.length ? "The letters" : "All values"} are proved.` : "";
  return h("p", { class: "muted" }, `For the player who makes the move: ${letters}. A stronger colour is a better move.${isProved}`);
}

/**
 * Creates a button that plays a move.
 * @param {Move} move
 * @param {MoveDisplay} display
 * @param {Map<Move, number>} strengths
 * @param {string} text
 */
export function createMoveButton(move, display, strengths, text) {
  const button = h(
    "button",
    { type: "button", class: "move", disabled: display.disabled, onclick: () => display.play(move) },
    display.values && h("span", { class: "letter" }, toMoveLetter(move)),
    h("span", { class: "text" }, text),
  );
  if (display.values) applyColour(button, move, strengths.get(move) ?? 1);
  return button;
}

/**
 * Creates the list of moves, and a button for the rest of a long list.
 * @param {Move[]} moves
 * @param {MoveDisplay} display
 * @returns {HTMLElement[]}
 */
export function createMoveList(moves, display) {
  const sorted = sortForDisplay(moves, display);
  const strengths = computeStrengths(moves);
  /** @param {Move} move */
  const createItem = (move) => {
    const count = countMovesToEnd(move);
    const button = h(
      "button",
      {
        type: "button", class: "move", "data-key": `move ${move.move}`, disabled: display.disabled, onclick: () => display.play(move),
      },
      display.values && h("span", { class: "letter", "aria-hidden": "true" }, toMoveLetter(move)),
      h("span", { class: "text" }, move.move),
      // A screen reader reads the outcome as a word.
      h("span", { class: "visually-hidden" }, describeMove(move, { ...display, remoteness: false }).slice(move.move.length) + " "),
      display.values && display.remoteness && count !== null && h("span", { class: "move-count" }, formatLength(count, display.isChess).replace(/ \(.*/, "")),
    );
    if (display.values) applyColour(button, move, strengths.get(move) ?? 1);
    if (display.hinted === move.move) button.classList.add("hinted");
    return h("li", {}, button);
  };
  const list = h("ul", { class: "move-list" }, sorted.slice(0, LIST_LENGTH).map(createItem));
  if (sorted.length <= LIST_LENGTH) return [list];
  const showAll = h("button", { type: "button", class: "link-button", onclick: () => {
    list.append(...sorted.slice(LIST_LENGTH).map(createItem));
    showAll.remove();
  } }, `Show all ${sorted.length}`);
  return [list, showAll];
}
