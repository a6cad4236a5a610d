/** The panel above the board: the game, its rules, and who can win. @module */

import { fill, h, toCode } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { describeGame, findEntry, getTitle } from "./games.js";
import { describeInTheory, describePosition } from "./verdict.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the panel.
 * @param {Play} play
 */
export function drawHeadline(play) {
  const { session, state } = play;
  const entry = state.rules ? undefined : findEntry(play.entries, state.game);
  const rules = entry ? play.rules : "";
  const verdict = play.isThinking ? "The computer is thinking …" : session ? describePosition(session, state) : play.error ? "" : "Solving …";
  const hasValue = session && state.values && !play.isThinking && !play.isGameOver;
  const theory = hasValue ? describeInTheory(session) : "";
  fill(play.panels.verdict, [
    state.lesson ? [] : [h("h2", {}, getPlayTitle(play)), ...createRules(rules, state.misere, entry)],
    h("p", { class: `lead ${hasValue ? session.now.value ?? "" : ""}` }, verdict, theory && h("span", { class: "theory" }, ` (${theory})`)),
    play.error && createErrorMessage(play.error),
  ]);
}

/**
 * Returns the title of the game that is played.
 * @param {Play} play
 */
export function getPlayTitle({ rulesName, state, entries }) {
  return rulesName || (state.rules ? "Your rules file" : getTitle(entries, state.game) + (state.misere ? ", misère" : ""));
}

/** Longer rules show their first sentences, and the rest on request. */
const MAX_UNFOLDED = 240;

/**
 * Creates the rules, and on request the rest of them with the history, the source and the chapter of the theory.
 * @param {string} rules
 * @param {boolean} isMisere
 * @param {import("./api.js").Entry | undefined} entry
 * @returns {HTMLElement[]}
 */
function createRules(rules, isMisere, entry) {
  const end = rules.length > MAX_UNFOLDED ? rules.indexOf(". ", 90) + 1 : rules.length;
  const { history, chapter } = describeGame(entry?.name ?? "");
  const rest = rules.slice(end + 1);
  return [
    ...(rules ? [h("p", { class: "rules" }, toCode(rules.slice(0, end)))] : []),
    ...(isMisere ? [h("p", { class: "rules misere" }, "Misère play: the player who cannot move wins.")] : []),
    ...(entry ? [h("details", { class: "about" }, h("summary", {}, rest ? "More rules and history" : "History"),
      rest && h("p", {}, toCode(rest)), h("p", {}, history), entry.source && h("p", {}, `Source: ${entry.source}.`),
      chapter && h("p", {}, "Theory: ", h("a", { href: `#view=theory&topic=${chapter}` }, `the chapter “${chapter.replaceAll("-", " ")}”`)))] : []),
  ];
}
