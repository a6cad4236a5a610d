/** The moves of a position as buttons: lettered W D L, coloured, and fainter the worse their remoteness. @module */

import { h } from "./dom.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {{values: boolean, remoteness: boolean, marked: string, play: (move: Move) => void, disabled: boolean}} Shown */

/** Moves that are listed before one asks for the rest. */
const FIRST = 60;
const LETTER = { win: "W", draw: "D", loss: "L" };
const WORD = { win: "wins", draw: "draws", loss: "loses" };

/**
 * The letter of a value.
 * @param {import("./api.js").Value | null} value
 */
export const letter = (value) => (value === null ? "?" : LETTER[value]);

/**
 * How soon a move ends the game, counted from before it.
 * @param {Move} move
 */
export function soon(move) {
  const { remoteness } = move.after;
  return remoteness === null ? null : BigInt(remoteness) + 1n;
}

/**
 * How strongly each move is coloured, 1 for the best of its value down to 0.35 for the worst.
 * @param {Move[]} moves
 * @returns {Map<Move, number>}
 */
export function strengths(moves) {
  /** @type {Map<Move, number>} */
  const out = new Map();
  for (const value of /** @type {const} */ (["win", "draw", "loss"])) {
    const group = moves.filter((move) => move.value === value);
    const steps = [...new Set(group.map((move) => move.after.remoteness))]
      .sort((a, b) => Number(a ?? 0) - Number(b ?? 0));
    if (value === "loss") steps.reverse();
    for (const move of group) {
      const rank = steps.indexOf(move.after.remoteness);
      out.set(move, steps.length < 2 ? 1 : 1 - (0.65 * rank) / (steps.length - 1));
    }
  }
  return out;
}

/**
 * Gives an element the colour of a move.
 * @param {HTMLElement} element
 * @param {Move} move
 * @param {number} strength
 */
export function paint(element, move, strength) {
  if (move.value === null) return;
  element.classList.add(move.value);
  element.style.setProperty("--strength", `${Math.round(strength * 100)}%`);
}

/**
 * What a move does, for those who hear it.
 * @param {Move} move
 * @param {{values: boolean, remoteness: boolean}} shown
 */
export function spoken(move, shown) {
  if (!shown.values || move.value === null) return move.move;
  const steps = soon(move);
  return `${move.move}: ${WORD[move.value]}${shown.remoteness && steps !== null ? ` in ${steps}` : ""}`;
}

/**
 * What the letters beside the moves mean, those that are there.
 * @param {Move[]} moves
 */
export function legend(moves) {
  const there = /** @type {const} */ (["win", "draw", "loss"]).filter((value) => moves.some((move) => move.value === value));
  const said = there.map((value) => `${LETTER[value]} ${WORD[value]}`).join(", ");
  return there.length > 0 && h("p", { class: "quiet" }, `${said} for whoever makes the move; the fainter, the worse.`);
}

/**
 * A move as a button that plays it.
 * @param {Move} move
 * @param {Shown} shown
 * @param {Map<Move, number>} strong
 * @param {string} text
 */
export function moveButton(move, shown, strong, text) {
  const button = h(
    "button",
    { type: "button", class: "move", disabled: shown.disabled, onclick: () => shown.play(move) },
    shown.values && h("span", { class: "letter" }, letter(move.value)),
    h("span", { class: "text" }, text),
  );
  if (shown.values) paint(button, move, strong.get(move) ?? 1);
  return button;
}

/**
 * @param {Move[]} moves
 * @param {Shown} shown
 * @returns {HTMLElement[]}
 */
export function moveList(moves, shown) {
  // The server's order tells the best move, which one who hides the values does not want to see.
  const order = shown.values ? moves : [...moves].sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
  const strong = strengths(moves);
  /** @param {Move} move */
  const item = (move) => {
    const steps = soon(move);
    const button = h(
      "button",
      {
        type: "button", class: "move", "data-key": `move ${move.move}`, disabled: shown.disabled,
        "aria-label": spoken(move, shown), onclick: () => shown.play(move),
      },
      shown.values && h("span", { class: "letter", "aria-hidden": "true" }, letter(move.value)),
      h("span", { class: "text" }, move.move),
      shown.values && shown.remoteness && steps !== null && h("span", { class: "soon" }, `in ${steps}`),
    );
    if (shown.values) paint(button, move, strong.get(move) ?? 1);
    if (shown.marked === move.move) button.classList.add("marked");
    return h("li", {}, button);
  };
  const list = h("ul", { class: "moves" }, order.slice(0, FIRST).map(item));
  if (order.length <= FIRST) return [list];
  const more = h("button", { type: "button", class: "plain", onclick: () => {
    list.append(...order.slice(FIRST).map(item));
    more.remove();
  } }, `Show all ${order.length}`);
  return [list, more];
}
