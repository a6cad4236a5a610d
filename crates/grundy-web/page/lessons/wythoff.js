/** Wythoff's pairs: the learner finds them on a square of positions, then by their rule. @module */

import { get } from "../api.js";
import { h } from "../dom.js";
import { askNumbers, explain, linkToPlay, linkToTheory, run } from "./tools.js";

/** The largest heap of the square. */
const SIZE = 10;
/** The number of pairs to find, besides 0 0. */
const GOAL = 4;

/** @typedef {{index: number, smaller: number, larger: number}} Pair */

/** @param {number} to @returns {Promise<Pair[]>} */
const loadPairs = async (to) => (await get("/api/sequence", [["game", "wythoff"], ["to", String(to)]])).cold_pairs;

/**
 * The square of positions. Arrow keys walk on it.
 * @param {(row: number, column: number) => void} choose
 */
function createSquare(choose) {
  const cells = Array.from({ length: SIZE + 1 }, (_, row) => Array.from({ length: SIZE + 1 }, (_, column) =>
    h("button", { type: "button", class: "square-cell", tabindex: row || column ? -1 : 0, "data-key": `pair ${row} ${column}`, onclick: () => choose(row, column) })));
  const square = h("div", { class: "square-map", role: "group", "aria-label": "positions of two heaps; arrow keys walk, Enter chooses" },
    // The position 0 0 is at the bottom left, as in the heat map.
    [...cells].reverse().flatMap((row, i) => [h("span", { class: "heap-number", "aria-hidden": "true" }, SIZE - i), ...row]),
    h("span", {}), cells.map((_, n) => h("span", { class: "heap-number", "aria-hidden": "true" }, n)));
  square.addEventListener("keydown", (event) => {
    const [dr, dc] = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
    const row = cells.findIndex((line) => line.some((cell) => cell === document.activeElement));
    if (dr === undefined || dc === undefined || row < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const column = cells[row]?.findIndex((cell) => cell === document.activeElement) ?? 0;
    const next = cells[row + dr]?.[column + dc];
    if (!next) return;
    for (const cell of cells.flat()) cell.tabIndex = cell === next ? 0 : -1;
    next.focus();
  });
  return { cells, square };
}

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "Find the pairs", create: async (tools) => {
    /** The lost positions that are known. @type {[number, number][]} */
    const known = [[0, 0]];
    /** Positions that were chosen and are won. @type {Set<string>} */
    const won = new Set();
    let count = 0;
    const { cells, square } = createSquare((row, column) => void run(tools, () => check(row, column)));
    const draw = () => cells.forEach((line, row) => line.forEach((cell, column) => {
      const isLost = known.some(([a, b]) => a === row && b === column);
      // A move leads to a known pair: along a row, a column or a diagonal.
      const reached = known.find(([a, b]) => a <= row && b <= column && (a === row || b === column || row - a === column - b));
      const isWon = !isLost && (reached !== undefined || won.has(`${row} ${column}`));
      cell.className = `square-cell ${isLost ? "loss" : isWon ? "win" : ""}`;
      cell.textContent = isLost ? "P" : isWon ? "N" : "";
      cell.setAttribute("aria-label", `${row} ${column}: ${isLost ? "lost, P" : isWon ? `won, N${reached ? `, a move leads to ${reached.join(" ")}` : ""}` : "not known"}`);
    }));
    /** @param {number} row @param {number} column */
    const check = async (row, column) => {
      const answer = await explain("wythoff", `${row} ${column}`);
      if (known.some(([a, b]) => a === row && b === column)) return tools.tell(`${row} ${column} is known to be lost.`);
      if (answer.value === "win") {
        won.add(`${row} ${column}`);
        draw();
        const move = answer.moves.find(({ value }) => value === "win");
        return tools.correct(`${row} ${column} is won: “${move?.move}” leaves ${move?.after.position.includes(" ") ? move.after.position : `${move?.after.position} 0`}.`.replace("leaves 0 0", "leaves nothing"));
      }
      // Another click on the same pair, with its heaps exchanged, adds nothing.
      known.push([row, column], [column, row]);
      count++;
      draw();
      const pair = `${Math.min(row, column)} ${Math.max(row, column)}`;
      if (count < GOAL) return tools.tell(`Right: ${pair} is lost. Every position from which a move leads there is won. Find the next pair.`);
      tools.praise(`Right: ${pair}. You have found ${GOAL} pairs of lost positions, and the program agrees with each of them.`);
    };
    draw();
    return [
      h("p", {}, "There are two heaps. A move takes any number of stones from one heap, or the same number from both. Whoever takes the last stone wins."),
      h("p", {}, "Each cell is a position: the first heap grows upwards, the second to the right. The position 0 0 is lost. So every cell in its row, its column and its diagonal is won, by a move to 0 0. Choose a cell from which no move leads to a lost one: it is lost as well."),
      square,
    ];
  } },
  { title: "The next pair", create: async (tools) => {
    const pairs = await loadPairs(5);
    const wanted = pairs[5];
    const question = askNumbers(["Smaller heap", "Larger heap"], ([a = 0, b = 0]) => void run(tools, async () => {
      if (a > 1000 || b > 1000) return tools.correct("It is much nearer.");
      const answer = await explain("wythoff", `${a} ${b}`);
      const move = answer.moves.find(({ value }) => value === "win");
      if (wanted && Math.min(a, b) === wanted.smaller && Math.max(a, b) === wanted.larger) {
        return tools.praise(`Right. ${wanted.smaller} is the least number that no earlier pair has, and the difference is ${wanted.index}.`);
      }
      if (answer.value === "win") return tools.correct(`${a} ${b} is won: “${move?.move}” leaves ${move?.after.position}. Take the least number that no earlier pair has, and look at the differences.`);
      tools.correct(`${a} ${b} is lost, but it is not pair number 5.`);
    }));
    return [
      h("p", {}, "These are the pairs so far. Look at the differences, and at the numbers that do not occur yet."),
      h("table", {}, h("thead", {}, h("tr", {}, ["number", "smaller", "larger", "difference"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, pairs.slice(0, 5).map(({ index, smaller, larger }) => h("tr", {}, h("td", {}, index), h("td", {}, smaller), h("td", {}, larger), h("td", {}, larger - smaller))))),
      h("p", {}, "What is pair number 5?"),
      question,
    ];
  } },
  { title: "The golden ratio", create: async (tools) => {
    const question = askNumbers(["The larger heap, beside 100"], ([larger = 0]) => void run(tools, async () => {
      if (larger > 100_000) return tools.correct("It is much nearer.");
      const answer = await explain("wythoff", `100 ${larger}`);
      if (answer.value === "loss" && larger > 100) return tools.praise(`Right: 100 ${larger} is lost. It is pair number ${larger - 100}.`);
      if (answer.value === "loss") return tools.correct(`100 ${larger} is lost, but here 100 is the larger number.`);
      const move = answer.moves.find(({ value }) => value === "win");
      tools.correct(`100 ${larger} is won: “${move?.move}” leaves ${move?.after.position}. Divide 100 by 1.618 and round up: that is the number of the pair.`);
    }));
    return [
      h("p", {}, "Willem Wythoff found in 1907 how to compute pair number ", h("i", {}, "n"), " at once: the smaller number is ", h("i", {}, "n"), " times the golden ratio 1.618…, rounded down, and the larger one is ", h("i", {}, "n"), " more."),
      h("p", {}, "There is a pair whose smaller number is 100. What is the larger one?"),
      question,
      h("p", { class: "further" }, h("a", { href: "#view=heatmap&game=wythoff&size=60" }, "See the pairs on the heat map: they lie along two lines")),
      linkToPlay("Play Wythoff's game against the computer", { game: "wythoff", position: "7 12" }),
      linkToTheory("wythoff", "the chapter on Wythoff's game"),
    ];
  } },
];
