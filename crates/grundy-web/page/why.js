/** The text of an explanation as paragraphs, what is set in columns kept so. @module */

import { fill, h } from "./dom.js";

/**
 * Draws the reason, folded until it is asked for.
 * @param {import("./play.js").Play} play
 */
export function whyPanel({ session, parts }) {
  if (!session) return fill(parts.why, []);
  if (!parts.why.firstChild) {
    parts.why.append(h("details", {}, h("summary", {}, "Why?"), h("div", { class: "because" })));
  }
  parts.why.querySelector(".because")?.replaceChildren(
    ...paragraphs(session.now.why),
    ...(session.now.notes ?? []).map((note) => h("p", { class: "quiet" }, note)),
  );
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function paragraphs(text) {
  return text.trim().split(/\n\s*\n/).map((block) => {
    const lines = block.split("\n");
    if (!lines.some((line) => line.startsWith("  "))) return h("p", {}, lines.join(" "));
    const lead = lines.findIndex((line) => line.startsWith("  "));
    const before = lines.slice(0, lead).join(" ");
    return h("div", {}, before && h("p", {}, before), h("pre", { tabindex: 0 }, lines.slice(lead).join("\n")));
  });
}
