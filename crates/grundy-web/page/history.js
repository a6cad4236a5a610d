/** The values of the play so far as a line of steps: a mistake is a step down. @module */

import { fill, h, svg } from "./dom.js";
import { letter } from "./moves.js";
import { human, names } from "./verdict.js";

/** @typedef {import("./session.js").Session} Session */

const ROW = { win: 0, draw: 1, loss: 2 };
const STEP = 34;
const HIGH = 30;

/**
 * Draws the history of the play.
 * @param {import("./play.js").Play} play
 */
export function historyPanel(play) {
  const { session, state, parts } = play;
  if (!session || !session.moves.length) return fill(parts.history, []);
  const player = human(state);
  const of = state.against === "computer" ? "you" : names(state, session)[player] ?? "";
  fill(parts.history, [
    h("h3", {}, state.values ? `The value for ${of}, move by move` : "The moves so far"),
    ...historyOf(session, player, { values: state.values, names: names(state, session), of, go: (n) => play.goTo(n) }),
  ], parts.board);
  const current = parts.history.querySelector("[aria-current]");
  const box = parts.history.querySelector(".history-scroll");
  if (current instanceof HTMLElement && box) box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
}

/**
 * @param {Session} session
 * @param {number} player whose value is drawn
 * @param {{values: boolean, names: string[], of: string, go: (n: number) => void}} shown
 * @returns {HTMLElement[]}
 */
function historyOf(session, player, shown) {
  const buttons = session.positions.map((answer, n) => {
    const value = session.valueFor(n, player);
    const move = n ? session.moves[n - 1]?.move : "";
    const by = n ? shown.names[session.movers[n - 1] ?? 0] : "";
    const wrong = n > 0 && session.isMistake(n - 1);
    const tells = shown.values && value !== null;
    const label = [
      n ? `${n}. ${by}: ${move}` : `the start, ${answer.position}`,
      tells ? `a ${value} for ${shown.of}` : "",
      tells && wrong ? "a mistake" : "",
    ].filter(Boolean).join("; ");
    const button = h(
      "button",
      {
        type: "button", class: "ply", "data-key": `ply ${n}`, "aria-label": label, title: label,
        "aria-current": n === session.at ? "step" : null, onclick: () => shown.go(n),
      },
      tells ? letter(value) : n,
    );
    if (tells) {
      button.classList.add(value);
      button.style.setProperty("--row", String(ROW[value]));
      if (wrong) button.classList.add("mistake");
    } else {
      button.style.setProperty("--row", "0");
    }
    return h("li", {}, button);
  });
  const line = shown.values ? steps(session, player) : null;
  const rows = h("ol", { class: shown.values ? "plies levels" : "plies" }, buttons);
  return [h("div", { class: "history-scroll" }, line && h("div", { class: "steps", "aria-hidden": "true" }, line), rows)];
}

/**
 * The line that joins the values, mistakes drawn thick.
 * @param {Session} session
 * @param {number} player
 */
function steps(session, player) {
  const count = session.positions.length;
  const drawing = svg("svg", { width: count * STEP, height: HIGH * 3, viewBox: `0 0 ${count * STEP} ${HIGH * 3}` });
  for (let n = 0; n + 1 < count; n++) {
    const [from, to] = [session.valueFor(n, player), session.valueFor(n + 1, player)];
    if (from === null || to === null) continue;
    const [x, y, z] = [n * STEP + STEP / 2, ROW[from] * HIGH + HIGH / 2, ROW[to] * HIGH + HIGH / 2];
    drawing.append(svg("path", { d: `M${x} ${y}L${x + STEP} ${z}`, class: z > y ? "fall" : z < y ? "rise" : "keep" }));
  }
  return drawing;
}
