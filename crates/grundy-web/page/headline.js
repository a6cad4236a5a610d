/** The panel above the board: the game, its rules, and who can win. @module */

import { fill, h, toCode } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { findEntry } from "./chooser.js";
import { describeInTheory, describePosition } from "./verdict.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the panel.
 * @param {Play} play
 */
export function drawHeadline(play) {
  const { session, state } = play;
  const rules = state.rules ? "" : findEntry(play.entries, state.game)?.rules ?? "";
  const title = play.rulesName || (state.rules ? "Your rules file" : state.game + (state.misere ? ", misère" : ""));
  const verdict = play.isThinking ? "The computer is thinking …" : session ? describePosition(session, state) : play.error ? "" : "Solving …";
  const hasValue = session && state.values && !play.isThinking && !session.isOver;
  const theory = hasValue ? describeInTheory(session) : "";
  fill(play.panels.verdict, [
    state.lesson ? [] : [h("h2", {}, title), ...createRules(rules, state.misere)],
    h("p", { class: `lead ${hasValue ? session.now.value ?? "" : ""}` }, verdict, theory && h("span", { class: "theory" }, ` (${theory})`)),
    play.error && createErrorMessage(play.error),
  ]);
}

/** Longer rules show their first sentences, and the rest on request. */
const MAX_UNFOLDED = 240;

/**
 * @param {string} rules
 * @param {boolean} isMisere
 * @returns {HTMLElement[]}
 */
function createRules(rules, isMisere) {
  const misere = isMisere && h("p", { class: "rules" }, "Misère play: the player who cannot move wins.");
  const end = rules.length > MAX_UNFOLDED ? rules.indexOf(". ", 90) + 1 : 0;
  const paragraphs = !rules ? [] : !end ? [h("p", { class: "rules" }, toCode(rules))] : [
    h("p", { class: "rules" }, toCode(rules.slice(0, end))),
    h("details", { class: "rules" }, h("summary", {}, "More rules"), h("p", {}, toCode(rules.slice(end + 1)))),
  ];
  return misere ? [...paragraphs, misere] : paragraphs;
}
