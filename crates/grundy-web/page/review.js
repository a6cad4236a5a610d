/** The review of a game that is over: each move with the value before and after it, and what would have been better. @module */

import { h } from "./dom.js";
import { describeMistake, getPlayerNames } from "./verdict.js";

const WORD = { win: "a win", draw: "a draw", loss: "a loss" };

/**
 * Creates the review.
 * @param {import("./play.js").Play} play
 * @returns {HTMLElement}
 */
export function createReview(play) {
  const { session, state } = play;
  if (!session) return h("div");
  const names = getPlayerNames(state, session);
  const items = session.moves.map((move, n) => {
    const player = session.movers[n] ?? 0;
    const after = session.outcomeFor(n + 1, player);
    const mistake = describeMistake(session, state, n);
    const text = mistake || (after && session.isJudged(n) ? `Keeps ${WORD[after]}.` : "The value is not known.");
    return h("li", { class: mistake ? "mistake-item" : "" },
      h("button", { type: "button", class: "link-button", "data-key": `review ${n}`, onclick: () => play.goTo(n) }, `${names[player]}: ${move.move}`),
      h("span", { class: mistake ? "" : "muted" }, ` ${mistake ? "✗ " : ""}${text}`));
  });
  return h("details", { class: "review", open: items.length <= 12 }, h("summary", {}, "Review of the game, move by move"), h("ol", {}, items));
}
