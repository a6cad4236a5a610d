/** The explanation of a value, as paragraphs and preformatted columns. @module */

import { fill, h } from "./dom.js";

/**
 * Draws the explanation, which is folded at first.
 * @param {import("./play.js").Play} play
 */
export function drawWhy(play) {
  const { session, panels } = play;
  if (!session) return fill(panels.why, []);
  drawLine(play);
  if (!panels.why.firstChild) {
    panels.why.append(h("details", {}, h("summary", {}, "Why?"), h("div", { class: "reason" })));
  }
  panels.why.querySelector(".reason")?.replaceChildren(
    ...createParagraphs(session.now.why || (session.now.isSolving ? "The position is not solved yet." : "The value is not known.")),
    ...(session.now.isSolving ? [] : session.now.notes ?? []).map((note) => h("p", { class: "muted" }, note)),
  );
}

/**
 * Draws the line of best play to the end, with a button that plays it, if the server gives one and values are shown.
 * @param {import("./play.js").Play} play
 */
function drawLine(play) {
  const { session, state, panels } = play;
  const line = session && state.values && !state.lesson && !session.now.isSolving ? session.now.line ?? [] : [];
  const buttons = play.isDemonstrating
    ? [h("button", { type: "button", "data-key": "line", onclick: () => play.stopDemonstration() }, "Stop")]
    : line.length ? [h("button", { type: "button", "data-key": "line", onclick: () => void play.demonstrate() }, "Play it step by step")] : [];
  if (!line.length && !buttons.length) return fill(panels.line, []);
  const box = panels.line.querySelector("details") ?? h("details", {}, h("summary", {}, "Best play to the end"), h("div", {}));
  if (!box.parentNode) panels.line.replaceChildren(box);
  fill(/** @type {HTMLElement} */ (box.lastElementChild), [
    h("ol", { class: "best-line" }, line.map((move) => h("li", {}, move))),
    h("div", { class: "buttons" }, buttons),
  ], panels.board);
}

/**
 * Converts a text to paragraphs. Indented lines are columns, which keep their spaces.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function createParagraphs(text) {
  return text.trim().split(/\n\s*\n/).map((block) => {
    const lines = block.split("\n");
    const indented = lines.findIndex((line) => line.startsWith("  "));
    if (indented < 0) return h("p", {}, lines.join(" "));
    const before = lines.slice(0, indented).join(" ");
    return h("div", {}, before && h("p", {}, before), h("pre", { tabindex: 0 }, lines.slice(indented).join("\n")));
  });
}
