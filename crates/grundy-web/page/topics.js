/** The topics of the lessons beyond Nim, in the order in which they build on one another. @module */

/** @typedef {{id: string, title: string, summary: string}} Topic */

/** @type {Topic[]} */
export const TOPICS = [
  { id: "backwards", title: "Who wins with 21 stones?", summary: "Lost and won positions, found backwards from the end." },
  { id: "mex", title: "Grundy values by hand", summary: "The least number that is missing: a value for every position." },
  { id: "sums", title: "Adding games", summary: "Several games at once: add the values in binary without carries." },
  { id: "wythoff", title: "Wythoff's pairs", summary: "A game on two heaps, and the golden ratio." },
  { id: "periods", title: "Kayles and periods", summary: "Values that repeat for ever, and how the program proves it." },
  { id: "cycles", title: "Games that can go on for ever", summary: "Retrograde analysis, one step at a time, and the draws that it leaves over." },
  { id: "misere", title: "The last stone loses", summary: "Misère Nim: play as usual until almost the end." },
];

/**
 * Returns the address of a step of a lesson.
 * @param {string} topic
 * @param {number} [step]
 */
export const toLessonHash = (topic, step = 1) => `#view=lesson&topic=${topic}&step=${step}`;
