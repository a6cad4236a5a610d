/** The view of a lesson: the steps of its topic, each a task that the program checks, and a text for every answer. @module */

import { byId, h, loadStyles } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { TOPICS, toLessonHash } from "./topics.js";

/**
 * What a step can do with the view.
 * @typedef {object} Tools
 * @property {(...texts: import("./dom.js").Child[]) => void} praise shows that the answer is right, and why; the step is done
 * @property {(...texts: import("./dom.js").Child[]) => void} correct shows that the answer is wrong, and why
 * @property {(...texts: import("./dom.js").Child[]) => void} tell shows a text about an answer that is neither
 */
/** @typedef {{title: string, create: (tools: Tools) => Promise<import("./dom.js").Child[]>}} Step */

/**
 * Imports the steps of a topic.
 * @param {string} id
 * @returns {Promise<{STEPS: Step[]}>}
 */
function importSteps(id) {
  switch (id) {
    case "mex": return import("./lessons/mex.js");
    case "sums": return import("./lessons/sums.js");
    case "wythoff": return import("./lessons/wythoff.js");
    case "periods": return import("./lessons/periods.js");
    case "cycles": return import("./lessons/cycles.js");
    case "misere": return import("./lessons/misere.js");
    default: return import("./lessons/backwards.js");
  }
}

/**
 * Opens the view.
 * @param {import("./picker.js").ViewContext} context
 */
export function show({ state, page }) {
  const topic = TOPICS.find(({ id }) => id === state.topic) ?? /** @type {import("./topics.js").Topic} */ (TOPICS[0]);
  let isClosed = false;
  const open = async () => {
    const [{ STEPS }] = await Promise.all([importSteps(topic.id), loadStyles("/page/lessons/lesson.css")]);
    const number = Math.min(state.step, STEPS.length);
    const step = /** @type {Step} */ (STEPS[number - 1]);
    page.setTitle(`${topic.title} ${number} of ${STEPS.length}`);
    const feedback = h("p", { class: "feedback", role: "status" });
    const next = createNext(topic.id, number, STEPS);
    /** @param {string} kind @param {string} mark */
    const show = (kind, mark) => (/** @type {import("./dom.js").Child[]} */ ...texts) => {
      feedback.className = `feedback ${kind}`;
      feedback.replaceChildren(h("span", {}, mark, ...texts));
      if (kind === "right") next.classList.add("primary");
    };
    const content = await step.create({ praise: show("right", "✓ "), correct: show("wrong", "✗ "), tell: show("", "") });
    if (isClosed) return;
    byId("view").replaceChildren(
      h("section", { class: "topic", "data-step": `${topic.id} ${number}` },
        h("ol", { class: "lesson-list", "aria-label": "steps" }, STEPS.map(({ title }, i) => h("li", {},
          h("a", { href: toLessonHash(topic.id, i + 1), "aria-current": i + 1 === number ? "step" : null, "aria-label": `step ${i + 1}: ${title}` }, String(i + 1))))),
        h("p", { class: "muted" }, `${topic.title.replace(/([^?])$/, "$1,")} step ${number} of ${STEPS.length}`),
        h("h2", {}, step.title),
        ...content.filter((child) => !isFurther(child)),
        feedback,
        h("div", { class: "buttons" }, next),
        ...content.filter(isFurther)));
    performance.mark("playable");
  };
  void open().catch((error) => !isClosed && byId("view").replaceChildren(createErrorMessage(error)));
  return { close: () => {
    isClosed = true;
  } };
}

/** Whether a part of a step leads further, so that it follows the feedback. @param {import("./dom.js").Child} child */
const isFurther = (child) => child instanceof HTMLElement && child.classList.contains("further");

/**
 * Creates the link to the next step, to the next topic, or to the home.
 * @param {string} topic
 * @param {number} number
 * @param {Step[]} steps
 */
function createNext(topic, number, steps) {
  const step = steps[number];
  const after = TOPICS[TOPICS.findIndex(({ id }) => id === topic) + 1];
  if (step) return h("a", { class: "button", href: toLessonHash(topic, number + 1), "data-key": "next" }, `Next step: ${step.title}`);
  if (after) return h("a", { class: "button", href: toLessonHash(after.id), "data-key": "next" }, `Next lesson: ${after.title}`);
  return h("a", { class: "button", href: "#", "data-key": "next" }, "To the games");
}
