/** A board of cells. One cell, or a first and a second cell, choose a move. @module */

import { h } from "./dom.js";
import { applyColour, computeStrengths, createMoveButton, describeMove, isKnown, rankMove, sortForDisplay, toMoveLetter } from "./moves.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {{key: string, text: string, label: string, kind: string}} Cell `kind` has the CSS classes; if the first one is `gap`, it is no cell */
/** @typedef {{move: Move, cells: string[]}} Path a move with the keys of the one or two cells that choose it */
/** @typedef {import("./moves.js").MoveDisplay} MoveDisplay */
/** @typedef {{top: (string | number)[], left: (string | number)[]}} Axes the names of the columns and of the rows */

/**
 * Returns the best of some moves, by outcome and then by strength.
 * @param {Move[]} moves
 * @param {Map<Move, number>} strengths
 */
function findBest(moves, strengths) {
  /** @param {Move} move */
  const score = (move) => rankMove(move) * 10 + (strengths.get(move) ?? 0);
  return moves.reduce((a, b) => (score(b) > score(a) ? b : a));
}

/**
 * Creates a board.
 * @param {Cell[][]} rows
 * @param {Path[]} paths
 * @param {string} kind the CSS class of the board
 * @param {MoveDisplay} display
 * @param {Axes} [axes]
 * @returns {HTMLElement}
 */
export function createGrid(rows, paths, kind, display, axes) {
  const strengths = computeStrengths(paths.map((path) => path.move));
  const board = h("div", { class: `grid ${kind}${axes ? " with-axes" : ""}`, role: "group", "aria-label": "board" });
  board.style.setProperty("--columns", String(Math.max(...rows.map((row) => row.length))));
  const secondCells = h("div", { class: "preview" });
  /** The key of the first cell, while a move with two cells is chosen. */
  let first = "";

  /** @param {string} key */
  const findFrom = (key) => paths.filter(({ cells }) => cells[0] === key);
  /** @param {string} key */
  const findTo = (key) => paths.filter(({ cells }) => cells[0] === first && cells[1] === key);

  /** @param {string} key */
  const choose = (key) => {
    if (first && first !== key) {
      const complete = findTo(key);
      if (complete.length === 1 && complete[0]) return display.play(complete[0].move);
    }
    const started = findFrom(key);
    if (started.length === 1 && started[0]?.cells.length === 1) return display.play(started[0].move);
    first = first === key || !started.length ? "" : key;
    draw();
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-key="cell ${key}"]`))?.focus();
  };

  /** @param {Cell} cell */
  const createCell = (cell) => {
    if (cell.kind.split(" ")[0] === "gap") return h("span", { class: cell.kind, "aria-hidden": "true" }, cell.text);
    const complete = first && first !== cell.key ? findTo(cell.key) : [];
    const here = first ? complete : findFrom(cell.key);
    const isEnabled = !display.disabled && (here.length > 0 || cell.key === first || findFrom(cell.key).length > 0);
    const moves = here.map((path) => path.move);
    const best = display.values && moves.length ? findBest(moves, strengths) : null;
    const description = moves.length === 1 && moves[0] ? describeMove(moves[0], display)
      : moves.length ? `${moves.length} moves${best ? `, best ${describeMove(best, display)}` : ""}` : "";
    const button = h(
      "button",
      {
        type: "button", class: `cell ${cell.kind}`, "data-key": `cell ${cell.key}`, disabled: !isEnabled,
        "aria-label": [cell.label, description].filter(Boolean).join("; "), "aria-pressed": cell.key === first ? "true" : null,
        onclick: () => choose(cell.key),
      },
      cell.text && h("span", { class: "mark", "aria-hidden": "true" }, cell.text),
      best && isKnown(best) && h("span", { class: "letter", "aria-hidden": "true" }, toMoveLetter(best)),
    );
    if (best) applyColour(button, best, strengths.get(best) ?? 1);
    if (moves.some((move) => move.move === display.hinted)) button.classList.add("hinted");
    return button;
  };

  const draw = () => {
    /** @param {string | number} text */
    const createAxis = (text) => h("span", { class: "axis", "aria-hidden": "true" }, text);
    board.replaceChildren(
      ...(axes ? ["", ...axes.top].map(createAxis) : []),
      ...rows.flatMap((row, r) => [...(axes ? [createAxis(axes.left[r] ?? "")] : []), ...row.map(createCell)]),
    );
    const started = first ? sortForDisplay(findFrom(first).map((path) => path.move), display) : [];
    secondCells.replaceChildren(
      ...(started.length ? [h("p", { class: "muted" }, "Choose the rest of the move, on the board or here:")] : []),
      ...started.map((move) => {
        const button = createMoveButton(move, display, strengths, move.move);
        button.setAttribute("aria-label", describeMove(move, display));
        return button;
      }),
    );
  };
  draw();
  return h("div", { class: "board" }, board, secondCells);
}
