/** The explanation of a value, as paragraphs and preformatted columns. @module */

import { fill, h } from "./dom.js";

/**
 * Draws the explanation, which is folded at first.
 * @param {import("./play.js").Play} play
 */
export function drawWhy({ session, panels }) {
  if (!session) return fill(panels.why, []);
  if (!panels.why.firstChild) {
    panels.why.append(h("details", {}, h("summary", {}, "Why?"), h("div", { class: "reason" })));
  }
  panels.why.querySelector(".reason")?.replaceChildren(
    ...createParagraphs(session.now.why || (session.now.isSolving ? "The position is not solved yet." : "The value is not known.")),
    ...(session.now.notes ?? []).map((note) => h("p", { class: "muted" }, note)),
  );
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
