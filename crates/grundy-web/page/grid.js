/** A board of cells on which a move is chosen by one cell, or by one and then another. @module */

import { h } from "./dom.js";
import { letter, moveButton, paint, spoken, strengths } from "./moves.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {{key: string, text: string, label: string, kind: string}} Cell */
/** A move with the cells that choose it, one or two; a name where more than the cells is needed. */
/** @typedef {{move: Move, cells: string[]}} Path */
/** @typedef {import("./moves.js").Shown} Shown */
/** What stands over the columns and before the rows, as the moves name them. */
/** @typedef {{top: (string | number)[], left: (string | number)[]}} Axes */

const BEST = { win: 2, draw: 1, loss: 0 };

/**
 * The best of some moves, by value and then by strength.
 * @param {Move[]} moves
 * @param {Map<Move, number>} strong
 */
function best(moves, strong) {
  /** @param {Move} move */
  const worth = (move) => (move.value === null ? -1 : BEST[move.value]) * 10 + (strong.get(move) ?? 0);
  return moves.reduce((a, b) => (worth(b) > worth(a) ? b : a));
}

/**
 * Draws a board.
 * @param {Cell[][]} rows
 * @param {Path[]} paths
 * @param {string} kind a class for the looks
 * @param {Shown} shown
 * @param {Axes} [axes]
 * @returns {HTMLElement}
 */
export function grid(rows, paths, kind, shown, axes) {
  const strong = strengths(paths.map((path) => path.move));
  const board = h("div", { class: `grid ${kind}${axes ? " named" : ""}`, role: "group", "aria-label": "board" });
  board.style.setProperty("--columns", String(Math.max(...rows.map((row) => row.length))));
  const more = h("div", { class: "preview" });
  /** The cell chosen first, where a move needs two. */
  let first = "";

  /** @param {string} key */
  const pick = (key) => {
    if (first && first !== key) {
      const ends = paths.filter(({ cells }) => cells[0] === first && cells[1] === key);
      if (ends.length === 1 && ends[0]) return shown.play(ends[0].move);
    }
    const begun = paths.filter(({ cells }) => cells[0] === key);
    if (begun.length === 1 && begun[0]?.cells.length === 1) return shown.play(begun[0].move);
    first = first === key || !begun.length ? "" : key;
    draw();
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-key="cell ${key}"]`))?.focus();
  };

  const draw = () => {
    /** @param {string | number} text */
    const axis = (text) => h("span", { class: "axis", "aria-hidden": "true" }, text);
    board.replaceChildren(...(axes ? ["", ...axes.top].map(axis) : []), ...rows.flatMap((row, r) => [...(axes ? [axis(axes.left[r] ?? "")] : []), ...row.map((cell) => {
      if (cell.kind === "gap") return h("span", { class: "gap" });
      const ends = first && first !== cell.key ? paths.filter(({ cells }) => cells[0] === first && cells[1] === cell.key) : [];
      const here = first ? ends : paths.filter(({ cells }) => cells[0] === cell.key);
      const can = !shown.disabled && (here.length > 0 || cell.key === first || paths.some(({ cells }) => cells[0] === cell.key));
      const moves = here.map((path) => path.move);
      const top = shown.values && moves.length ? best(moves, strong) : null;
      const said = moves.length === 1 && moves[0] ? spoken(moves[0], shown) : moves.length ? `${moves.length} moves${top ? `, the best: ${spoken(top, shown)}` : ""}` : "";
      const button = h(
        "button",
        {
          type: "button", class: `cell ${cell.kind}`, "data-key": `cell ${cell.key}`, disabled: !can,
          "aria-label": [cell.label, said].filter(Boolean).join("; "), "aria-pressed": cell.key === first ? "true" : null,
          onclick: () => pick(cell.key),
        },
        cell.text && h("span", { class: "mark", "aria-hidden": "true" }, cell.text),
        top && h("span", { class: "letter", "aria-hidden": "true" }, letter(top.value)),
      );
      if (top) paint(button, top, strong.get(top) ?? 1);
      if (here.length) button.classList.add("open");
      if (moves.some((move) => move.move === shown.marked)) button.classList.add("marked");
      return button;
    })]));
    const begun = first ? paths.filter(({ cells }) => cells[0] === first) : [];
    more.replaceChildren(
      ...(begun.length ? [h("p", { class: "quiet" }, "Now the end of the move, on the board or here:")] : []),
      ...begun.map(({ move }) => {
        const button = moveButton(move, shown, strong, move.move);
        button.setAttribute("aria-label", spoken(move, shown));
        return button;
      }),
    );
  };
  draw();
  return h("div", { class: "board" }, board, more);
}
