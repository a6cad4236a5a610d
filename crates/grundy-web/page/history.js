/** The values of the game so far as a line: a win at the top, sooner wins higher, a loss at the bottom. A step down is a mistake. @module */

import { fill, h, svg } from "./dom.js";
import { toLetter } from "./moves.js";
import { getHumanPlayer, getPlayerNames } from "./verdict.js";

/** @typedef {import("./session.js").Session} Session */

/** The width of a step, in pixels. */
const STEP_WIDTH = 34;
/** The height of a row, in pixels. */
const ROW_HEIGHT = 30;

/**
 * Draws the history.
 * @param {import("./play.js").Play} play
 */
export function drawHistory(play) {
  const { session, state, panels } = play;
  if (!session || !session.moves.length) return fill(panels.history, []);
  const player = getHumanPlayer(state);
  const names = getPlayerNames(state, session);
  const playerName = state.against === "computer" ? "you" : names[player] ?? "";
  fill(panels.history, [
    h("h3", {}, state.values ? `The value for ${playerName} after each move` : "The moves so far"),
    createHistory(session, player, { values: state.values, names, playerName, goTo: (n) => play.goTo(n) }),
  ], panels.board);
  const current = panels.history.querySelector("[aria-current]");
  const box = panels.history.querySelector(".history-scroll");
  if (current instanceof HTMLElement && box) box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
}

/**
 * Returns the height of position `n` on the line, from 0 for a win at once to 2 for a loss at once, or null if its value is not known.
 * @param {Session} session
 * @param {number} n
 * @param {number} player
 */
function toRow(session, n, player) {
  const outcome = session.outcomeFor(n, player);
  const moves = Number(session.positions[n]?.remoteness ?? 0);
  if (outcome === null) return null;
  return outcome === "draw" ? 1 : outcome === "win" ? (0.7 * moves) / (moves + 12) : 2 - (0.7 * moves) / (moves + 12);
}

/**
 * @param {Session} session
 * @param {number} player the player for whom the outcomes are shown
 * @param {{values: boolean, names: string[], playerName: string, goTo: (n: number) => void}} options
 * @returns {HTMLElement}
 */
function createHistory(session, player, { values, names, playerName, goTo }) {
  const buttons = session.positions.map((answer, n) => {
    const outcome = values ? session.outcomeFor(n, player) : null;
    const move = n ? session.moves[n - 1]?.move : "";
    const mover = n ? names[session.movers[n - 1] ?? 0] : "";
    const isMistake = n > 0 && session.isMistake(n - 1);
    const label = [
      // The name contains the text of the button, which is a number while the value is not known.
      n ? `${n}. ${mover}: ${move}` : `0. start, ${answer.position}`,
      outcome && `a ${outcome} for ${playerName}`,
      outcome && isMistake && "a mistake",
    ].filter(Boolean).join("; ");
    const button = h(
      "button",
      {
        type: "button", class: "ply", "data-key": `ply ${n}`, "aria-label": label, title: label,
        "aria-current": n === session.at ? "step" : null, onclick: () => goTo(n),
      },
      outcome ? toLetter(outcome) : n,
    );
    button.style.setProperty("--row", String((values ? toRow(session, n, player) : null) ?? (values ? 1 : 0)));
    if (outcome) button.classList.add(outcome);
    if (outcome && isMistake) button.classList.add("mistake");
    return h("li", {}, button);
  });
  const line = values && h("div", { class: "steps", "aria-hidden": "true" }, createSteps(session, player));
  return h("div", { class: "history-scroll" }, line, h("ol", { class: values ? "plies with-values" : "plies" }, buttons));
}

/**
 * Creates the line that connects the outcomes. A step down is drawn thick.
 * @param {Session} session
 * @param {number} player
 */
function createSteps(session, player) {
  const count = session.positions.length;
  const [width, height] = [count * STEP_WIDTH, 3 * ROW_HEIGHT];
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  const middle = 1.5 * ROW_HEIGHT;
  drawing.append(svg("path", { class: "middle", d: `M0 ${middle}H${width}` }));
  for (let n = 0; n + 1 < count; n++) {
    const [from, to] = [toRow(session, n, player), toRow(session, n + 1, player)];
    if (from === null || to === null) continue;
    const [x, y, z] = [n * STEP_WIDTH + STEP_WIDTH / 2, (from + 0.5) * ROW_HEIGHT, (to + 0.5) * ROW_HEIGHT];
    const isFall = session.isMistake(n) && session.movers[n] === player;
    const isRise = session.isMistake(n) && !isFall;
    drawing.append(
      svg("path", { class: `area ${y + z < 2 * middle ? "above" : "below"}`, d: `M${x} ${middle}V${y}L${x + STEP_WIDTH} ${z}V${middle}Z` }),
      svg("path", { d: `M${x} ${y}L${x + STEP_WIDTH} ${z}`, class: isFall ? "fall" : isRise ? "rise" : "level" }));
  }
  return drawing;
}
