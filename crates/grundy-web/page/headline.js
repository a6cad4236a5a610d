/** What stands above the board: which game, its rules, and the verdict on the position. @module */

import { fill, h } from "./dom.js";
import { inTheory, verdict } from "./verdict.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the game's name and rules, the verdict, and what went wrong.
 * @param {Play} play
 */
export function headline(play) {
  const { session, state } = play;
  const entry = play.entries.find((one) => one.name === state.game.split(":")[0]);
  const rules = entry && !state.rules ? entry.rules : "";
  const title = play.rulesName || (state.rules ? "Your rules file" : state.game + (state.misere ? ", misère" : ""));
  const said = play.thinking ? "The computer is thinking …" : session ? verdict(session, state) : play.trouble ? "" : "Working it out …";
  const theory = session && state.values && !play.thinking && !session.isOver ? inTheory(session) : "";
  const value = session && state.values && !play.thinking && !session.isOver ? session.now.value : null;
  const head = !state.lesson && [h("h2", {}, title), ...rulesOf(rules, state.misere)];
  fill(play.parts.verdict, [
    head || [],
    h("p", { class: `said ${value ?? ""}` }, said, theory && h("span", { class: "theory" }, ` (${theory})`)),
    play.trouble && h("p", { class: "trouble", role: "alert" }, `${play.trouble.message}${play.trouble.help ? `: ${play.trouble.help}` : ""}`),
  ]);
}

/** Rules that are longer are folded after their first sentences. */
const SHORT = 240;

/**
 * @param {string} text
 * @param {boolean} misere
 * @returns {HTMLElement[]}
 */
function rulesOf(text, misere) {
  const rules = text.replaceAll("`", "");
  const turned = misere && h("p", { class: "rules" }, "Misère play: it is the other way round, and whoever cannot move wins.");
  const end = rules.length > SHORT ? rules.indexOf(". ", 90) + 1 : 0;
  const shown = !rules ? [] : !end ? [h("p", { class: "rules" }, rules)] : [
    h("p", { class: "rules" }, rules.slice(0, end)),
    h("details", { class: "rules" }, h("summary", {}, "the rest of the rules"), h("p", {}, rules.slice(end + 1))),
  ];
  return turned ? [...shown, turned] : shown;
}
