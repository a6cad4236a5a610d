/** The text of an explanation as paragraphs, what is set in columns kept so. @module */

import { h } from "./dom.js";

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text.trim().split(/\n\s*\n/).map((block) => {
    const lines = block.split("\n");
    if (!lines.some((line) => line.startsWith("  "))) return h("p", {}, lines.join(" "));
    const lead = lines.findIndex((line) => line.startsWith("  "));
    const before = lines.slice(0, lead).join(" ");
    return h("div", {}, before && h("p", {}, before), h("pre", { tabindex: 0 }, lines.slice(lead).join("\n")));
  });
}
