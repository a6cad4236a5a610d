/** Kayles and periods: the learner folds the values until the columns agree, and the program proves the period. @module */

import { get } from "../api.js";
import { h } from "../dom.js";
import { askNumbers, explain, linkToTheory, run } from "./tools.js";

/** The number of heaps that are shown. */
const COUNT = 180;
/** The number of heaps in which the server searches for a period. */
const SEARCHED = "20000";

/** @typedef {{period: number, preperiod: number, theorem?: string, heaps: number, proved: boolean}} Period */

/** @returns {Promise<Period>} */
const loadPeriod = () => get("/api/period", [["game", "kayles"], ["limit", SEARCHED]]);

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "Fold the values", create: async (tools) => {
    const { terms } = await get("/api/sequence", [["game", "kayles"], ["to", String(COUNT - 1)]]);
    /** @type {number[]} */
    const values = terms.map((/** @type {{grundy: number}} */ { grundy }) => grundy);
    const largest = Math.max(...values);
    const grid = h("div", { class: "fold", role: "img" });
    const field = h("input", { id: "columns", type: "range", min: 5, max: 20, value: 10, oninput: () => draw() });
    const output = h("output", { for: "columns" });
    const draw = () => {
      const columns = Number(field.value);
      output.textContent = field.value;
      field.setAttribute("aria-valuetext", `${columns} heaps in a row`);
      grid.style.setProperty("--columns", String(columns));
      grid.setAttribute("aria-label", `values of the heaps 0 to ${COUNT - 1}, ${columns} in a row`);
      grid.replaceChildren(...values.map((value, n) => {
        const isSame = n + columns < values.length ? values[n + columns] === value : values[n - columns] === value;
        const cell = h("span", { class: isSame ? "same" : "", title: `heap ${n}: ${value}` }, value);
        cell.style.setProperty("--strength", `${Math.round((70 * value) / largest)}%`);
        return cell;
      }));
    };
    const check = () => run(tools, async () => {
      const columns = Number(field.value);
      const { period, preperiod, theorem, heaps } = await loadPeriod();
      if (columns % period === 0) {
        return tools.praise(`Right: from heap ${preperiod} on, the values repeat every ${period} heaps. This is proved, by ${heaps} heaps and a theorem: ${theorem}.`);
      }
      const n = values.findLastIndex((value, i) => i >= columns && value !== values[i - columns]);
      tools.correct(`Not ${columns}: heap ${n - columns} has the value ${values[n - columns]}, and heap ${n} has ${values[n]}.`);
    });
    draw();
    return [
      h("p", {}, "These are the values of rows of 0, 1, 2, … pins in Kayles, line by line. Change the number of heaps in a line until the columns agree. Cells that agree with the cell below have a frame. The first lines may be exceptions."),
      h("div", { class: "question" }, h("label", { for: "columns" }, "Heaps in a line"), field, output, h("button", { type: "button", onclick: () => void check() }, "Ask the program")),
      grid,
    ];
  } },
  { title: "Use the period", create: async (tools) => {
    const { period, preperiod } = await loadPeriod();
    const first = preperiod + ((period - (preperiod % period)) % period);
    const big = 1000;
    const question = askNumbers([`A heap from ${first} to ${first + period - 1}`], ([heap = 0]) => void run(tools, async () => {
      if (heap < first || heap >= first + period) return tools.correct(`Choose a heap from ${first} to ${first + period - 1}.`);
      const [small, large] = await Promise.all([explain("kayles", heap), explain("kayles", big)]);
      if ((big - heap) % period === 0) return tools.praise(`Right: ${big} is ${heap} and ${(big - heap) / period} times ${period} more. Both have the value ${large.grundy}, says the program.`);
      tools.correct(`From ${heap} to ${big} it is ${big - heap}, and that is not a multiple of ${period}. (Heap ${heap} has the value ${small.grundy}.)`);
    }));
    return [
      h("p", {}, `Richard Guy and Cedric Smith proved in 1956: if the values of such a game have repeated for long enough, they repeat for ever. Kayles repeats every ${period} heaps from heap ${preperiod} on.`),
      h("p", {}, `So the value of a row of ${big} pins can be read off a short table. Which of these rows has the same value, by the period?`),
      question,
      h("p", { class: "further" }, "Not every game has a period that somebody has found: of Grundy's game and of Officers, billions of values are known, and no period. ",
        h("a", { href: "#view=sequence&game=officers" }, "See the values of Officers")),
      linkToTheory("take-and-break-games", "the chapter on take-and-break games"),
    ];
  } },
];
