/** The parts of lessons: questions with an answer to type or to choose, boards to move on, and lines of values. @module */

import { solve } from "../api.js";
import { loadBoard } from "../boards/index.js";
import { h } from "../dom.js";
import { toApiError, toSentence } from "../error.js";
import { createPositionBoard } from "../position.js";

/** @typedef {import("../api.js").Answer} Answer */
/** @typedef {import("../api.js").Move} Move */
/** @typedef {import("../lesson.js").Tools} Tools */

/**
 * Solves a position and explains its value.
 * @param {string} game
 * @param {string | number} position
 * @param {boolean} [misere]
 * @returns {Promise<Answer>}
 */
export const explain = (game, position, misere = false) => solve({ game, misere }, String(position));

/**
 * Runs the check of an answer. An error of the server is shown as the feedback.
 * @param {Tools} tools
 * @param {() => Promise<void>} check
 */
export const run = (tools, check) => check().catch((error) => tools.correct(toSentence(toApiError(error).message)));

/**
 * Shows fields in which the reader writes numbers.
 * @param {string[]} labels one for each field
 * @param {(numbers: number[], fields: HTMLInputElement[]) => void} check receives the numbers that were typed
 * @param {string} [action] the text of the button
 */
export function askNumbers(labels, check, action = "Check") {
  const fields = labels.map((label) => h("input", { type: "number", inputmode: "numeric", min: 0, required: true, "aria-label": label, autocomplete: "off" }));
  return h("form", { class: "question", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    check(fields.map((field) => Number(field.value)), fields);
  } },
  ...labels.map((label, i) => h("label", {}, h("span", {}, label), fields[i])),
  h("button", { type: "submit" }, action));
}

/**
 * Shows answers of which the reader chooses one.
 * @param {string} question
 * @param {string[]} answers
 * @param {(index: number) => void} check receives the index of the answer
 */
export const askChoice = (question, answers, check) => h("div", { class: "question", role: "group", "aria-label": question },
  h("span", {}, question),
  ...answers.map((answer, i) => h("button", { type: "button", "data-key": `answer ${i}`, onclick: () => check(i) }, answer)));

/**
 * Creates the board of a position, on which a move is the answer.
 * @param {Answer} answer
 * @param {(move: Move) => void} play
 * @returns {Promise<HTMLElement>}
 */
export async function createTaskBoard(answer, play) {
  await loadBoard(answer.game);
  const box = h("div", { class: "board", role: "group", "aria-label": `position ${answer.position}` });
  const draw = () => {
    const board = createPositionBoard(answer, { values: false, remoteness: false, hinted: "", disabled: false, grouped: false, before: null, play: (move) => {
      play(move);
      // The selection is removed, and the focus returns to its heap or cell.
      const key = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      draw();
      if (key) /** @type {HTMLElement | null} */ (box.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
    } }, null);
    box.replaceChildren(board ?? h("pre", { class: "text-board" }, answer.position));
  };
  draw();
  return box;
}

/**
 * Creates a line of cells: the heaps 0, 1, 2, … with what is known of them.
 * @param {{heap: number | string, text: string, kind: string, isCurrent?: boolean}[]} cells
 * @param {string} label
 */
export const createLine = (cells, label) => h("ol", { class: "line", "aria-label": label }, cells.map(({ heap, text, kind, isCurrent }) =>
  h("li", { class: kind, "aria-current": isCurrent ? "true" : null }, h("span", { class: "heap-number" }, heap), h("b", {}, text || "?"))));

/**
 * Lists words: `3, 2 and 1`.
 * @param {(string | number)[]} words
 */
export const join = (words) => (words.length < 2 ? String(words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/**
 * Says why a position is won or lost, by the moves from it.
 * @param {Answer} answer
 */
export function tellReason({ position, value, moves }) {
  if (!moves.length) return `From ${position} there is no move.`;
  const lost = moves.find((move) => move.after.value === "loss");
  if (value === "win" && lost) return `From ${position} you can leave ${lost.after.position}, a P-position (${lost.move}).`;
  const left = moves.map((move) => move.after.position);
  return `From ${position} you can only leave ${join(left)}, and ${left.length === 1 ? "that is an N-position" : "all of them are N-positions"}.`;
}

/**
 * A link to play a position without values.
 * @param {string} text
 * @param {Record<string, string>} state
 */
export const linkToPlay = (text, state) => h("p", { class: "further" }, h("a", { href: `#${new URLSearchParams({ ...state, values: "off" })}` }, text));

/**
 * A link to a chapter of the theory.
 * @param {string} chapter
 * @param {string} text
 */
export const linkToTheory = (chapter, text) => h("p", { class: "further muted" }, "Proofs: ", h("a", { href: `#view=theory&topic=${chapter}` }, text));
