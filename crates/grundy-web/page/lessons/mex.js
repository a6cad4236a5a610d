/** Grundy values by hand: the learner types the least missing number. @module */

import { get } from "../api.js";
import { h } from "../dom.js";
import { askNumbers, createLine, explain, join, linkToTheory } from "./tools.js";

/** @typedef {{part: string, options: {position: string, grundy: number | string}[], grundy: number | string}} MexStep */
/** @typedef {import("../lesson.js").Tools} Tools */

const GAME = "subtraction:1,3,4";

/**
 * Returns the step that leads to the value of a single heap.
 * @param {import("../api.js").Answer} answer
 */
const getMex = (answer) => /** @type {{mex?: MexStep[]}} */ (answer).mex?.[0] ?? { part: answer.position, options: [], grundy: answer.grundy ?? 0 };

/**
 * Says why a number is or is not the least missing one.
 * @param {MexStep} step
 * @param {number} typed
 */
function tellMex({ options, grundy, part }, typed) {
  const values = options.map((option) => Number(option.grundy));
  const value = Number(grundy);
  if (typed === value) {
    if (!options.length) return `There is no move, so no number is there, and the least missing one is 0.`;
    const smaller = [...new Set(values)].filter((each) => each < value).sort((a, b) => a - b);
    return `${smaller.length ? `${join(smaller)} ${smaller.length === 1 ? "is" : "are"} there, and ${value} is not` : "0 is not there"}: ${part} has the value ${value}.`;
  }
  const option = options.find((each) => Number(each.grundy) === typed);
  if (option) return `${typed} is there: a move leads to ${option.position}, which has the value ${typed}.`;
  return `${typed} is missing, but it is not the least number that is: ${value} is smaller.`;
}

/**
 * Requests the values of heaps, one after another.
 * @param {Tools} tools
 * @param {string} game
 * @param {number[]} heaps the heaps to ask for, in order
 * @param {string} summary
 */
async function askHeaps(tools, game, heaps, summary) {
  const count = Math.max(...heaps) + 1;
  const steps = (await Promise.all(Array.from({ length: count }, (_, heap) => explain(game, heap)))).map(getMex);
  const asked = [...heaps];
  const [line, question] = [h("div", {}), h("div", {})];
  const draw = (isNext = false) => {
    const heap = asked[0];
    line.replaceChildren(createLine(steps.map(({ grundy }, n) => ({ heap: n, text: asked.includes(n) ? "" : String(grundy), kind: asked.includes(n) ? "" : grundy === 0 ? "loss" : "win", isCurrent: n === heap })), "the values that are known"));
    const step = heap === undefined ? undefined : steps[heap];
    if (!step) return question.replaceChildren();
    const options = step.options.map((option) => option.position || "0");
    const values = step.options.map((option) => option.grundy);
    const form = askNumbers([`The least number that is missing among ${values.join(", ")}`], ([typed = 0]) => check(typed));
    question.replaceChildren(
      h("p", { class: "sum-up" }, h("b", {}, `${heap}`), ` → ${options.join(", ")}`, h("span", { class: "muted" }, ` with the ${values.length === 1 ? "value" : "values"} `), h("b", {}, values.join(", "))), form);
    if (isNext) form.querySelector("input")?.focus();
  };
  /** @param {number} typed */
  const check = (typed) => {
    const step = steps[asked[0] ?? 0];
    if (!step) return;
    if (typed !== Number(step.grundy)) return tools.correct(tellMex(step, typed));
    asked.shift();
    if (asked.length) tools.tell(`Right. ${tellMex(step, typed)}`);
    else tools.praise(`${tellMex(step, typed)} ${summary}`);
    draw(true);
  };
  draw();
  return [line, question];
}

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "The least missing number", create: async (tools) => [
    h("p", {}, "P and N say who wins one game. A number says more: with it, games can be added. The ", h("b", {}, "Grundy value"), " of a position is the least of the numbers 0, 1, 2, … that is not the value of a position that a move leads to. ",
      "Mathematicians call it the ", h("b", {}, "mex"), ", the minimum that is excluded."),
    h("p", {}, "A move takes 1, 3 or 4 stones. From heap 0 there is no move, so its value is 0. Find the others."),
    ...await askHeaps(tools, GAME, [1, 2, 3, 4, 5, 6, 7], "Now you can find every value of such a game."),
  ] },
  { title: "The zeros", create: async (tools) => {
    const { terms } = await get("/api/sequence", [["game", GAME], ["to", "13"]]);
    /** @type {Set<number>} */
    const chosen = new Set();
    const buttons = terms.map((/** @type {{n: number, grundy: number}} */ { n, grundy }) => {
      const button = h("button", { type: "button", "aria-pressed": "false", "data-key": `heap ${n}`, onclick: () => {
        if (!chosen.delete(n)) chosen.add(n);
        button.setAttribute("aria-pressed", String(chosen.has(n)));
      } }, h("span", { class: "heap-number" }, h("span", { class: "visually-hidden" }, "heap "), n), h("b", {}, h("span", { class: "visually-hidden" }, " with value "), grundy));
      return h("li", {}, button);
    });
    const check = () => {
      const wrong = terms.find((/** @type {{n: number, value: string}} */ { n, value }) => (value === "loss") !== chosen.has(n));
      if (!wrong) return tools.praise("Right: exactly the heaps with the value 0. From a value other than 0, some move leads to 0; from 0, no move does.");
      if (wrong.value === "loss") return tools.correct(`Heap ${wrong.n} is lost as well: no move from it leads to a lost heap.`);
      tools.correct(`Heap ${wrong.n} is won: ${wrong.winning_moves[0]} leads to a lost heap.`);
    };
    return [
      h("p", {}, "Here are more values of the same game. Choose all heaps that are lost for the player to move, then check."),
      h("ol", { class: "line choices", "aria-label": "heaps with their values" }, buttons),
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: check }, "Check")),
    ];
  } },
  { title: "Heaps that are split", create: async (tools) => [
    h("p", {}, "In Kayles a move knocks down one pin or two neighbours, anywhere in the row. What is left may be two rows. The program gives the value of two rows; the next lesson shows how it finds it."),
    ...await askHeaps(tools, "kayles", [3, 4, 5], "So the values of Kayles begin with 0, 1, 2, 3, 1, 4."),
    linkToTheory("equal-games", "the chapter on equal games"),
  ] },
];
