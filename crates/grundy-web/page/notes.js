/** What stands below the board: hints, the buttons of the play, and at the end the account of it. @module */

import { fill, h } from "./dom.js";
import { heapsOf } from "./heaps.js";
import { LESSONS, nimHint } from "./lessons.js";
import { account, gentle, human } from "./verdict.js";

/**
 * Draws them.
 * @param {import("./play.js").Play} play
 */
export function notesPanel(play) {
  const { session, state, parts } = play;
  if (!session) return fill(parts.notes, []);
  const { now } = session;
  const heaps = heapsOf(now.game, now.position);
  const lesson = LESSONS[state.lesson - 1];
  const thought = lesson?.hint && session.at === 0 ? lesson.hint
    : state.game === "nim" && !state.misere && heaps ? nimHint(heaps) : gentle(session);
  const lost = session.mistakes(human(state))[0];
  const over = session.isOver;
  const stuck = play.isComputers && !play.thinking && (!session.isLatest || play.trouble !== null);
  fill(parts.notes, [
    h("div", { class: "buttons" },
      !over && h("button", { type: "button", "data-key": "hint", disabled: play.thinking || play.isComputers, onclick: () => play.hint() }, play.hinted === 1 ? "Show the move" : "Hint"),
      h("button", { type: "button", "data-key": "undo", disabled: play.chosenAt < 0, onclick: () => play.undo() }, "Take back"),
      h("button", { type: "button", "data-key": "again", onclick: () => play.page.go({ line: [], at: 0 }) }, "New game"),
      stuck && !over && h("button", { type: "button", onclick: () => play.letGo() }, "Let the computer move"),
      over && lost !== undefined && h("button", { type: "button", class: "main", "data-key": "mistake", onclick: () => play.goTo(lost) }, "Back to the first mistake"),
    ),
    over && h("p", {}, account(session, state)),
    !over && play.hinted > 0 && h("p", { class: "hint" }, thought),
    !over && play.hinted > 1 && now.moves[0] && h("p", { class: "hint" }, now.value === "loss" ? `The longest defence: ${now.moves[0].move}.` : `The best move: ${now.moves[0].move}.`),
  ], parts.board);
}
