/** A path of five small games of Nim, from equal heaps to the Nim sum. @module */

import { fill, h } from "./dom.js";
import { parts } from "./heaps.js";
import { human, winner } from "./verdict.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} position
 * @property {"me" | "computer"} first
 * @property {string} task
 * @property {string} learnt what is said once it is won
 * @property {string | undefined} hint for the first move, where the general one says too much or too little
 */

/**
 * @param {string} title
 * @param {string} position
 * @param {string} task
 * @param {string} learnt
 * @param {{first?: "me" | "computer", hint?: string}} [more]
 * @returns {Lesson}
 */
const lesson = (title, position, task, learnt, { first = "me", hint } = {}) => ({ title, position, first, task, learnt, hint });

export const LESSONS = [
  lesson("Two heaps", "3 5",
    "Take as many stones as you like, but from one heap only. Then the computer does the same. Whoever takes the very last stone wins. You begin.",
    "Two equal heaps are lost for whoever must move: the other player copies every move in the other heap, and so has the last word."),
  lesson("The other one begins", "4 4",
    "The heaps are equal and the computer has to begin. Show that it has lost.",
    "Copying wins. So in any game of two heaps, make them equal, and you have won.",
    { first: "computer" }),
  lesson("Three heaps", "1 3 5",
    "Now there are three heaps. One first move wins. Which?",
    "1 2 3 is a position to leave to the other player: whatever they do, you can answer by two equal heaps.",
    { hint: "The smallest three different heaps that lose for whoever must move are 1, 2 and 3. Leave those." }),
  lesson("Parts with partners", "3 4 5",
    "Each heap is shown in parts of 1, 2 and 4 stones. Leave every part with a partner of its size in another heap.",
    "That is the whole secret: if every part 1, 2, 4, 8, … has a partner, whoever must move breaks a pair, and the other player can mend it. This is called the Nim sum; Why writes it in binary."),
  lesson("On your own", "6 9 12",
    "Parts of 1, 2, 4 and 8. There is one winning move.",
    "You can win Nim now, from any heaps that can be won. Choose another game above, or change the heaps."),
];

/** In which lesson heaps are first shown in parts. */
export const PARTS_FROM = 4;

/**
 * Draws the lesson that is on: what is to be done, and what was learnt.
 * @param {Play} play
 */
export function lessonPanel({ session, state, parts: panels }) {
  const lesson = LESSONS[state.lesson - 1];
  panels.lesson.hidden = !lesson;
  if (!lesson) return;
  const won = session?.isOver && winner(session) === human(state);
  const next = LESSONS[state.lesson];
  fill(panels.lesson, [
    h("ol", { class: "path", "aria-label": "lessons" }, LESSONS.map((one, i) => h("li", {},
      h("a", { href: `#lesson=${i + 1}`, "aria-current": i + 1 === state.lesson ? "step" : null, "aria-label": `lesson ${i + 1}: ${one.title}` }, String(i + 1))))),
    h("h2", {}, `Learn to win Nim, ${state.lesson} of ${LESSONS.length}: ${lesson.title}`),
    h("p", {}, won ? lesson.learnt : lesson.task),
    won && next && h("a", { class: "button main", href: `#lesson=${state.lesson + 1}`, "data-key": "next" }, `Next: ${next.title}`),
  ]);
}

/**
 * A hint for a position of Nim, in the words of the lessons.
 * @param {bigint[]} heaps
 * @returns {string}
 */
export function nimHint(heaps) {
  const sum = heaps.reduce((a, b) => a ^ b, 0n);
  if (heaps.length === 0) return "No stone is left.";
  if (heaps.length === 1) return "One heap is left. You may take all of it.";
  if (heaps.length === 2) {
    return sum === 0n
      ? "The heaps are equal, and it is your move: the computer can copy you. Take a move back, and look for one that leaves the computer equal heaps."
      : "Make the two heaps equal. From then on, whatever the computer takes from one heap, take the same from the other.";
  }
  const split = heaps.map((heap) => (parts(heap).length > 1 ? `${heap} = ${parts(heap).join(" + ")}` : `${heap}`)).join("; ");
  if (sum === 0n) return `In parts: ${split}. Every part has a partner, and your move must break a pair. Take a move back and look for another way.`;
  const alone = parts(sum);
  const said = alone.length === 1 ? `A part of ${alone[0]} has no partner.` : `Parts of ${alone.join(" and ")} have no partner.`;
  return `In parts: ${split}. ${said} Change one heap so that every part has one.`;
}
