/** Who wins with 21 stones: positions are found to be lost or won backwards from the end. @module */

import { describeGame } from "../api.js";
import { h } from "../dom.js";
import { askChoice, askNumbers, createLine, createTaskBoard, explain, linkToPlay, linkToTheory, run, tellReason } from "./tools.js";

/** The largest heap that is labelled by hand. */
const LAST = 9;
const GAME = "bash:3";
const OTHER = "subtraction:1,3,4";

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "A guess", create: async (tools) => {
    const { rules_of_example: rules } = await describeGame(GAME);
    const answer = await explain(GAME, 21);
    /** @param {number} choice */
    const check = (choice) => {
      const winner = answer.value === "win" ? 0 : 1;
      const text = `With 21 stones, the player who moves ${winner === 0 ? "first" : "second"} wins with best play.`;
      if (choice === winner) tools.praise(`Right. ${text} The next step shows how one can know.`);
      else tools.correct(`${text} The next step shows how one can know.`);
    };
    return [
      h("p", {}, `There are 21 stones. ${rules} So whoever takes the last stone wins.`),
      h("p", {}, "You may choose who moves first. Nobody can see the end from here, so make a guess."),
      askChoice("Who should move first?", ["I move first", "My opponent moves first"], check),
    ];
  } },
  { title: "Backwards from the end", create: async (tools) => {
    const answers = await Promise.all(Array.from({ length: LAST + 1 }, (_, heap) => explain(GAME, heap)));
    let at = 1;
    const line = h("div", {});
    const question = h("div", {});
    const draw = () => {
      line.replaceChildren(createLine(answers.map(({ value }, heap) => ({
        heap, text: heap < at ? toKind(value) : "", kind: heap < at ? value ?? "" : "", isCurrent: heap === at,
      })), "the heaps that are known"));
      const hadFocus = question.contains(document.activeElement);
      const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : "";
      question.replaceChildren(at > LAST ? "" : askChoice(`A heap of ${at}:`, ["P: the player to move loses", "N: the player to move wins"], check));
      if (hadFocus) /** @type {HTMLElement | null} */ (question.querySelector(`[data-key="${key}"]`))?.focus();
    };
    /** @param {number} choice */
    const check = (choice) => {
      const answer = answers[at];
      if (!answer) return;
      const reason = `${tellReason(answer)} So ${at} is ${answer.value === "loss" ? "a P-position" : "an N-position"}.`;
      if ((choice === 0) !== (answer.value === "loss")) return tools.correct(`Look again. ${reason}`);
      at++;
      if (at > LAST) {
        const lost = answers.filter(({ value }) => value === "loss").map(({ position }) => position);
        tools.praise(`${reason} The P-positions so far are ${lost.join(", ")}: they are 4 apart.`);
      } else tools.tell(`Right. ${reason}`);
      draw();
    };
    draw();
    return [
      h("p", {}, "Begin at the end. With 0 stones there is no move: the player to move has lost. Call such a position ", h("b", {}, "P"), ": the ", h("b", {}, "p"), "revious player wins. ",
        "A position is ", h("b", {}, "N"), " if some move leads to a P-position: the ", h("b", {}, "n"), "ext player wins. It is P if every move leads to an N-position."),
      h("p", {}, "A move takes 1, 2 or 3 stones. Label the heaps one after another."),
      line, question,
    ];
  } },
  { title: "The move", create: async (tools) => {
    const answer = await explain(GAME, 21);
    const board = await createTaskBoard(answer, (move) => {
      const after = move.after.position;
      if (move.value === "win") tools.praise(`Right: ${move.move} leaves ${after}, a P-position. Whatever your opponent takes, you make it up to 4.`);
      else {
        void run(tools, async () => {
          const reply = (await explain(GAME, after)).moves.find(({ value }) => value === "win");
          tools.correct(`This leaves ${after}, an N-position: your opponent answers ${reply?.move}, which leaves ${reply?.after.position}.`);
        });
      }
    });
    return [
      h("p", {}, "The P-positions are 0, 4, 8, 12, 16, 20: the multiples of 4. There are 21 stones, and it is your move. Which move wins?"),
      board, linkToPlay("Play it to the end against the computer", { game: GAME, position: "21" }),
    ];
  } },
  { title: "Other numbers", create: async (tools) => {
    const answers = await Promise.all(Array.from({ length: 7 }, (_, heap) => explain(OTHER, heap)));
    const { rules_of_example: rules } = await describeGame(OTHER);
    const question = askNumbers(["The next P-position after 2"], ([heap = 0]) => void run(tools, async () => {
      if (heap <= 6) {
        const answer = answers[heap];
        return tools.correct(heap <= 2 ? `Look for one above 2.` : answer ? tellReason(answer) : "");
      }
      if (heap > 100) return tools.correct("It is much nearer.");
      const answer = await explain(OTHER, heap);
      if (answer.value === "win") return tools.correct(tellReason(answer));
      if (heap > 7) return tools.correct(`${heap} is a P-position, but there is a smaller one after 2.`);
      const rule = /** @type {{p_positions?: {period: number, residues: number[]}}} */ (answer).p_positions;
      tools.praise(`Right. ${tellReason(answer)} The program proves the rule: a heap is lost exactly when it leaves ${rule?.residues.join(" or ")} on division by ${rule?.period}.`);
    }));
    return [
      h("p", {}, `Now the rules are others: ${rules} The heaps 0 to 6 are labelled.`),
      createLine(answers.map(({ value }, heap) => ({ heap, text: toKind(value), kind: value ?? "" })), "the heaps that are known"),
      h("p", {}, "Continue in your head. Which heap is the next one that is lost for the player to move?"),
      question, linkToTheory("subtraction-games", "the chapter on subtraction games"),
    ];
  } },
];

/** @param {import("../api.js").Outcome | null} value */
const toKind = (value) => (value === "loss" ? "P" : value === "win" ? "N" : "?");
