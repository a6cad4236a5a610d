/** Five lessons on Nim, from two equal heaps to the Nim sum. @module */

import { fill, h } from "./dom.js";
import { splitIntoPowers } from "./numbers.js";
import { getHumanPlayer, getWinner } from "./verdict.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} position
 * @property {"me" | "computer"} first
 * @property {string} task
 * @property {string} summary the text that replaces the task after a win
 * @property {string | undefined} hint a hint for the first move, instead of the general one
 */

/**
 * @param {string} title
 * @param {string} position
 * @param {string} task
 * @param {string} summary
 * @param {{first?: "me" | "computer", hint?: string}} [more]
 * @returns {Lesson}
 */
const createLesson = (title, position, task, summary, { first = "me", hint } = {}) => ({ title, position, first, task, summary, hint });

export const LESSONS = [
  createLesson("Two heaps", "3 5",
    "Take as many stones as you like from one heap. Then the computer does the same. The player who takes the last stone wins. You begin.",
    "With two equal heaps, the player to move loses. The other player copies every move in the other heap and takes the last stone."),
  createLesson("The computer begins", "4 4",
    "The heaps are equal, and the computer moves first. Show that it loses.",
    "Copying wins. In a game with two heaps, make them equal, and you win.",
    { first: "computer" }),
  createLesson("Three heaps", "1 3 5",
    "Now there are three heaps. Only one first move wins. Find it.",
    "Leave your opponent the heaps 1, 2 and 3. After any reply, you can make two equal heaps.",
    { hint: "The player who must move from the heaps 1, 2 and 3 loses. Leave these heaps to your opponent." }),
  createLesson("Matching groups", "3 4 5",
    "Each heap is divided into groups of 1, 2 and 4 stones. Make a move after which every group has a partner: a group of the same size in another heap.",
    "This is how to win at Nim. If every group of 1, 2, 4, 8, … stones has a partner, the player to move must break a pair, and the other player can make new pairs. Mathematicians call this the Nim sum. Open “Why?” to see it in binary."),
  createLesson("On your own", "1 6 10",
    "The groups now have 1, 2, 4 and 8 stones. Only one first move wins.",
    "You can now win at Nim whenever the first position allows it. Choose another game above, or play Nim with other heaps."),
];

/** The first lesson that shows the heaps in groups. */
export const FIRST_LESSON_WITH_GROUPS = 4;

/**
 * Draws the current lesson: its task, or its summary after a win.
 * @param {Play} play
 */
export function drawLesson({ session, state, panels }) {
  const lesson = LESSONS[state.lesson - 1];
  panels.lesson.hidden = !lesson;
  if (!lesson) return;
  const isWon = session?.isOver && getWinner(session) === getHumanPlayer(state);
  const next = LESSONS[state.lesson];
  fill(panels.lesson, [
    h("ol", { class: "lesson-list", "aria-label": "lessons" }, LESSONS.map(({ title }, i) => h("li", {},
      h("a", { href: `#lesson=${i + 1}`, "aria-current": i + 1 === state.lesson ? "step" : null, "aria-label": `lesson ${i + 1}: ${title}` }, String(i + 1))))),
    h("h2", {}, `Learn to win at Nim, lesson ${state.lesson} of ${LESSONS.length}: ${lesson.title}`),
    h("p", {}, isWon ? lesson.summary : lesson.task),
    isWon && next && h("a", { class: "button primary", href: `#lesson=${state.lesson + 1}`, "data-key": "next" }, `Next: ${next.title}`),
  ]);
}

/**
 * Returns a hint for a position of Nim, in the terms of the lessons.
 * @param {bigint[]} heaps
 * @returns {string}
 */
export function createNimHint(heaps) {
  const sum = heaps.reduce((a, b) => a ^ b, 0n);
  if (heaps.length === 0) return "No stones are left.";
  if (heaps.length === 1) return "Only one heap is left. You can take all of it.";
  if (heaps.length === 2) {
    return sum === 0n
      ? "The heaps are equal and it is your move, so your opponent can copy your moves and win. If you can, take a move back and leave your opponent two equal heaps."
      : "Make the two heaps equal. From then on, copy every move of your opponent in the other heap.";
  }
  const groups = heaps.map((heap) => (splitIntoPowers(heap).length > 1 ? `${heap} = ${splitIntoPowers(heap).join(" + ")}` : `${heap}`)).join("; ");
  if (sum === 0n) return `The groups: ${groups}. Every group has a partner, so your move must break a pair. If you can, take a move back and try another move.`;
  const single = splitIntoPowers(sum);
  const problem = single.length === 1 ? `One group of ${single[0]} has no partner.` : `Groups of ${single.join(" and ")} have no partner.`;
  return `The groups: ${groups}. ${problem} Change one heap so that every group has a partner.`;
}
