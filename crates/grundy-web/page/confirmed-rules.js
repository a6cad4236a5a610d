/** The rules files that the user wants to run. A link on any website may open the page with rules of its own. @module */

import { byId, h } from "./dom.js";

/** The key of the rules in the storage of the tab, so that a reload need not ask again. */
const KEY = "rules";

/** The rules that were confirmed since the page was loaded. @type {Set<string>} */
const confirmed = new Set();

/** @param {string} rules */
export function isConfirmed(rules) {
  return confirmed.has(rules) || readStored() === rules;
}

/**
 * Records that the user has typed these rules, or wants to run them.
 * @param {string} rules
 */
export function confirmRules(rules) {
  confirmed.add(rules);
  try {
    sessionStorage.setItem(KEY, rules);
  } catch {
    // The browser stores nothing for this page.
  }
}

function readStored() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * Shows rules from the address, and asks whether to run them.
 * @param {string} rules
 * @param {() => void} run
 */
export function askToRun(rules, run) {
  const button = h("button", { type: "button", class: "primary", onclick: () => {
    confirmRules(rules);
    run();
  } }, "Run these rules");
  byId("view").replaceChildren(
    h("h2", {}, "Rules from a link"),
    h("p", {}, "The address of this page has the rules of a game: a program. If you run it, the server does so, in a sandbox."),
    h("div", { class: "buttons" }, button),
    h("pre", { class: "linked-rules", tabindex: "0", "aria-label": "The rules" }, rules),
  );
}
