/** Games that can go on for ever: the program's trace of retrograde analysis, step by step on a drawn graph. @module */

import { checkRules, get } from "../api.js";
import { confirmRules } from "../confirmed-rules.js";
import { h } from "../dom.js";
import { createGraph } from "./graph.js";
import { askChoice, join, linkToTheory, run } from "./tools.js";

/** @typedef {import("../api.js").Outcome} Outcome */
/** @typedef {{from: string | null, position: string, counter: number, decided: Outcome | null}} TraceStep */
/** @typedef {{position: string, options: string[], value: Outcome, remoteness: number | null}} TracedPosition */
/** @typedef {{positions: TracedPosition[], rounds: {round: number, queue: string[], steps: TraceStep[]}[], left_over: string[]}} Trace */

/** The game: a vertex is a position, and the lines of the graph are the moves. */
const RULES = `GRAPH = {
    "end": [], "A": ["end", "B"], "B": ["A"], "C": ["A", "B"],
    "D": ["A", "C"], "E": ["A", "F"], "F": ["C", "E"], "G": ["D", "E"],
}
def initial(): return "G"
def moves(vertex): return GRAPH[vertex]
def show(vertex): return vertex
`;

/** @returns {Promise<Trace>} */
async function loadTrace() {
  const { game } = await checkRules(RULES);
  return get("/api/trace", [["game", game]]);
}

/** What happens at one moment of the trace. @typedef {{round: number, queue: string[], step: TraceStep | null, text: string}} Moment */

const WORD = { win: "won", loss: "lost", draw: "a draw" };

/**
 * Lists the moments of a trace: its steps, and the end.
 * @param {Trace} trace
 * @returns {Moment[]}
 */
function listMoments({ positions, rounds, left_over }) {
  /** @type {Map<string, Outcome>} */
  const decided = new Map();
  /** @type {Moment[]} */
  const moments = [{ round: 0, queue: [], step: null, text: "No position is decided. Each counter is the number of moves from a position." }];
  for (const { round, queue, steps } of rounds) {
    if (!steps.length) moments.push({ round, queue, step: null, text: `Round ${round}: ${name(queue)}. No position with a move there is undecided.` });
    for (const step of steps) {
      const value = step.decided;
      if (value) decided.set(step.position, value);
      moments.push({ round, queue, step, text: `Round ${round}: ${tellStep(step, decided)}` });
    }
  }
  const moves = positions.filter(({ position }) => left_over.includes(position)).map(({ position, options }) => `${toName(position)} can move to ${join(options.map(toName))}`);
  moments.push({ round: rounds.length, queue: [], step: null, text: left_over.length
    ? `The queue is empty. ${join(left_over.map(toName))} are left over: draws. ${moves.join("; ")}. A player who leaves the circle loses, so nobody does.`
    : "The queue is empty, and every position is decided." });
  return moments;
}

/** @param {string[]} queue */
const chips = (queue) => (queue.length ? queue.map((position) => h("span", { class: "chip" }, toName(position))) : [h("span", { class: "muted" }, "empty")]);

/** The name of a vertex, of the text of its position. @param {string} position */
const toName = (position) => position.replace(/^"|"$/g, "");
/** @param {string[]} queue */
const name = (queue) => (queue.length ? `the queue has ${join(queue.map(toName))}` : "the queue is empty");

/**
 * @param {TraceStep} step
 * @param {Map<string, Outcome>} decided the values up to this step
 */
function tellStep({ from, position, counter, decided: value }, decided) {
  const vertex = toName(position);
  if (from === null) return `${vertex} has no moves, so it is ${value ? WORD[value] : "decided"}.`;
  const source = `${toName(from)} is ${WORD[decided.get(from) ?? "draw"]}, and ${vertex} has a move there`;
  if (value === "win") return `${source}: ${vertex} is won.`;
  if (value === "loss") return `${source}. The counter of ${vertex} falls to ${counter}: every move leads to a won position, so ${vertex} is lost.`;
  return `${source}. The counter of ${vertex} falls to ${counter}: it still has another move to hope for.`;
}

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "A game without an end", create: async (tools) => {
    const { positions } = await loadTrace();
    const graph = createGraph(positions.map(({ position, options }) => ({ name: toName(position), options: options.map(toName) })));
    graph.draw(new Map(), new Map(), null);
    /** @param {string} vertex */
    const find = (vertex) => positions.find(({ position }) => toName(position) === vertex);
    const value = find("E")?.value;
    const check = (/** @type {number} */ choice) => run(tools, async () => {
      const answer = /** @type {const} */ (["win", "draw", "loss"])[choice];
      if (answer === value) return tools.praise("Right. E to A loses, because A is next to the end. E to F and back can go on for ever, and neither player does better: a draw. How can a program find that? The next step shows it.");
      tools.correct(answer === "win" ? "From E you can go to A, and from there your opponent takes the end. Or to F: can your opponent not go back to E?" : "Nobody forces you to go to A. What if both players go between E and F?");
    });
    return [
      h("p", {}, "One piece stands on a vertex. The players in turn move it along an arrow. Who cannot move, at the end, loses. You begin at E. With best play, do you win, draw or lose?"),
      graph.element,
      askChoice("From E, the player to move", ["wins", "draws", "loses"], (choice) => void check(choice)),
    ];
  } },
  { title: "Retrograde analysis", create: async (tools) => {
    const trace = await loadTrace();
    const moments = listMoments(trace);
    const graph = createGraph(trace.positions.map(({ position, options }) => ({ name: toName(position), options: options.map(toName) })));
    let at = 0;
    const [queue, text] = [h("p", { class: "queue" }), h("p", { class: "trace-text", role: "status" })];
    const back = h("button", { type: "button", "data-key": "back", onclick: () => go(at - 1) }, "Back");
    const forward = h("button", { type: "button", class: "primary", "data-key": "forward", onclick: () => go(at + 1) }, "Next");
    const end = h("button", { type: "button", "data-key": "end", onclick: () => go(moments.length - 1) }, "To the end");
    const place = h("span", { class: "muted" });
    /** @param {number} next */
    const go = (next) => {
      at = Math.min(moments.length - 1, Math.max(0, next));
      /** @type {Map<string, Outcome>} */
      const values = new Map();
      const counters = new Map(trace.positions.map(({ position, options }) => [toName(position), options.length]));
      for (const { step } of moments.slice(0, at + 1)) {
        if (!step) continue;
        if (step.from !== null) counters.set(toName(step.position), step.counter);
        if (step.decided) values.set(toName(step.position), step.decided);
      }
      const moment = moments[at];
      if (!moment) return;
      const isEnd = at === moments.length - 1;
      if (isEnd) for (const position of trace.left_over) values.set(toName(position), "draw");
      graph.draw(values, counters, moment.step && { from: moment.step.position, to: moment.step.from }, toName);
      // Positions that a step has decided in this round wait for the next round.
      const waiting = moments.slice(0, at + 1).flatMap(({ step, round }) => (step?.decided && round === moment.round && !isEnd ? [step.position] : []));
      queue.replaceChildren("Queue: ", ...chips(moment.queue), h("span", { class: "muted" }, "  next round: "), ...chips(waiting));
      text.textContent = moment.text;
      place.textContent = `${at} of ${moments.length - 1}`;
      back.toggleAttribute("disabled", at === 0);
      forward.toggleAttribute("disabled", isEnd);
      end.toggleAttribute("disabled", isEnd);
      if (isEnd) tools.praise("That is retrograde analysis. The program solves chess endgames, Dao and other games that can go on for ever in the same way.");
    };
    const box = h("div", { class: "trace", onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const change = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!change) return;
      event.preventDefault();
      event.stopPropagation();
      go(at + change);
    } }, graph.element, h("div", {}, h("div", { class: "buttons" }, back, forward, end, place), text, queue));
    go(0);
    return [
      h("p", {}, "The program works backwards from positions that are decided. They wait in a queue. For each one, it looks at the positions with a move to it. A move to a lost position wins. A move to a won position is no help: a counter goes down, and when it is 0, the position is lost."),
      box,
    ];
  } },
  { title: "What is left over", create: async (tools) => {
    const trace = await loadTrace();
    const graph = createGraph(trace.positions.map(({ position, options }) => ({ name: toName(position), options: options.map(toName) })));
    const names = trace.positions.map(({ position }) => toName(position)).filter((vertex) => vertex !== "end").sort();
    graph.draw(new Map(), new Map(), null);
    /** @type {Set<string>} */
    const chosen = new Set();
    const buttons = names.map((vertex) => {
      const button = h("button", { type: "button", "aria-pressed": "false", onclick: () => {
        if (!chosen.delete(vertex)) chosen.add(vertex);
        button.setAttribute("aria-pressed", String(chosen.has(vertex)));
      } }, vertex);
      return button;
    });
    const check = () => {
      const wrong = trace.positions.find(({ position, value }) => (value === "draw") !== chosen.has(toName(position)) && toName(position) !== "end");
      if (!wrong) {
        graph.draw(new Map(trace.positions.map(({ position, value }) => [toName(position), value])), new Map(), null);
        return tools.praise("Right. All other positions are won or lost, as the colours show.");
      }
      const vertex = toName(wrong.position);
      tools.correct(wrong.value === "draw" ? `From ${vertex} nobody can be forced to lose. Look for moves that go round.` : `${vertex} is ${WORD[wrong.value]}, in ${wrong.remoteness} ${wrong.remoteness === 1 ? "move" : "moves"}.`);
    };
    return [
      h("p", {}, "Without looking back: which positions are draws? Choose them all, then check."),
      graph.element,
      h("div", { class: "question", role: "group", "aria-label": "positions that are draws" }, buttons, h("button", { type: "button", onclick: check }, "Check")),
      h("p", { class: "further" }, h("a", { href: `#${new URLSearchParams({ against: "person", rules: RULES })}`, onclick: () => confirmRules(RULES) }, "Play on this graph"), ", a game that a rules file of six lines describes."),
      linkToTheory("retrograde-analysis", "the chapter on retrograde analysis"),
    ];
  } },
];
