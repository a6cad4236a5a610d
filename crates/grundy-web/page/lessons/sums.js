/** Adding games: the values are added in binary without carries, and the learner finds the winning move. @module */

import { h } from "../dom.js";
import { askNumbers, createTaskBoard, explain, join, linkToPlay, linkToTheory, run } from "./tools.js";

/** @typedef {import("../lesson.js").Tools} Tools */
/** @typedef {{part: string, grundy: number | string}} Part */

const TWO = "subtraction:1,3,4 5 + nim 2";
const THREE = "kayles 5 + nim 3 + bash:3 6";

/** @param {import("../api.js").Answer} answer @returns {Part[]} */
const getParts = (answer) => /** @type {{mex?: Part[]}} */ (answer).mex ?? [];

/**
 * The values of the games in binary, under one another.
 * @param {Part[]} parts
 * @param {string} sum what stands in the last row
 */
function createBinary(parts, sum) {
  const width = Math.max(...parts.map(({ grundy }) => Number(grundy).toString(2).length));
  const rows = parts.map(({ part, grundy }) => h("tr", {}, h("th", { scope: "row" }, part), h("td", {}, grundy), h("td", { class: "binary" }, Number(grundy).toString(2).padStart(width, "0"))));
  return h("div", { class: "scroll-x" }, h("table", { class: "binary-sum" },
    h("thead", {}, h("tr", {}, ...["game", "value", "in binary"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows), h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "together"), h("td", {}, sum), h("td", { class: "binary" }, sum === "?" ? "?" : Number(sum).toString(2).padStart(width, "0"))))));
}

/**
 * A step in which the move that leaves the value 0 is found on the board.
 * @param {Tools} tools
 * @param {string} sum
 */
async function createMoveStep(tools, sum) {
  const answer = await explain(sum, "");
  return createTaskBoard(answer, (move) => void run(tools, async () => {
    const after = await explain(sum, move.after.position);
    const values = getParts(after).map(({ grundy }) => grundy);
    const text = `${move.move}: the values are now ${join(values)}, together ${after.grundy}.`;
    if (move.value === "win") return tools.praise(`${text} Your opponent must change one of them, and then you can make it 0 again.`);
    tools.correct(`${text} That is not 0, so your opponent can make it 0, by “${after.moves[0]?.move}”.`);
  }));
}

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "The value of a sum", create: async (tools) => {
    const answer = await explain(TWO, "");
    const parts = getParts(answer);
    const table = h("div", {}, createBinary(parts, "?"));
    const question = askNumbers(["The value of both together"], ([typed = 0]) => {
      if (typed === Number(answer.grundy)) {
        table.replaceChildren(createBinary(parts, String(typed)));
        return tools.praise(`Right: the value is ${typed}. It is not 0, so the player to move wins.`);
      }
      const plain = parts.reduce((sum, { grundy }) => sum + Number(grundy), 0);
      tools.correct(typed === plain ? `${typed} is the usual sum. Do not carry: 1 + 1 in a column gives 0, and nothing goes to the next column.`
        : "Add column by column: a column with an odd number of ones has a 1 below, any other a 0. Then read the result as a binary number.");
    });
    return [
      h("p", {}, "Two games stand on the table. A move is a move in one of them; who cannot move in either loses. In the first, a heap of 5, a move takes 1, 3 or 4 stones. The second is a heap of 2 in Nim."),
      h("p", {}, "Sprague and Grundy found in the 1930s: the value of the whole is the sum of the values ", h("b", {}, "in binary, without carries"), "."),
      table, question,
    ];
  } },
  { title: "The winning move", create: async (tools) => [
    h("p", {}, "The same two games, with the values 3 and 2. You win if you leave the value 0: two values that are equal. Make the move."),
    await createMoveStep(tools, TWO),
  ] },
  { title: "Three games", create: async (tools) => {
    const answer = await explain(THREE, "");
    return [
      h("p", {}, "A row of 5 pins in Kayles, a heap of 3 in Nim, and a heap of 6 from which a move takes 1, 2 or 3 stones. Their values together are not 0. Which move makes them 0?"),
      createBinary(getParts(answer), String(answer.grundy)),
      await createMoveStep(tools, THREE),
      linkToPlay("Play this sum against the computer", { game: THREE }),
      linkToTheory("nim-and-sums", "the chapter on Nim and sums"),
    ];
  } },
];
