/** Misère Nim: the player who takes the last stone loses. @module */

import { h } from "../dom.js";
import { askChoice, createTaskBoard, explain, linkToPlay, linkToTheory, run } from "./tools.js";

/** @typedef {import("../lesson.js").Tools} Tools */

/**
 * A step in which the winning move of misère Nim is found on the board.
 * @param {Tools} tools
 * @param {string} position
 * @param {string} praise
 */
async function createMoveStep(tools, position, praise) {
  const answer = await explain("nim", position, true);
  return createTaskBoard(answer, (move) => void run(tools, async () => {
    if (move.value === "win") return tools.praise(`Right: this leaves ${move.after.position}. ${praise}`);
    const after = await explain("nim", move.after.position, true);
    const reply = after.moves.find(({ value }) => value === "win");
    tools.correct(reply ? `This leaves ${move.after.position}. Your opponent answers “${reply.move}” and wins.` : `This leaves ${move.after.position}: your opponent has no move, and in misère play that wins.`);
  }));
}

/** @type {import("../lesson.js").Step[]} */
export const STEPS = [
  { title: "Only ones", create: async (tools) => {
    const positions = ["1", "1 1", "1 1 1", "1 1 1 1"];
    const answers = await Promise.all(positions.map((position) => explain("nim", position, true)));
    let at = 0;
    const box = h("div", {});
    const draw = () => {
      const answer = answers[at];
      const hadFocus = box.contains(document.activeElement);
      box.replaceChildren(...(answer ? [askChoice(`Heaps ${answer.position}: the player to move`, ["wins", "loses"], check)] : []));
      if (hadFocus) box.querySelector("button")?.focus();
    };
    /** @param {number} choice */
    const check = (choice) => {
      const answer = answers[at];
      if (!answer) return;
      const count = answer.position.split(" ").length;
      const reason = `There ${count === 1 ? "is 1 move" : `are ${count} moves`} left, and the ${answer.value === "win" ? "other player" : "player to move"} makes the last one.`;
      if ((choice === 0) !== (answer.value === "win")) return tools.correct(`No. ${reason}`);
      at++;
      if (at < answers.length) tools.tell(`Right. ${reason}`);
      else tools.praise(`Right. ${reason} With heaps of 1 alone, an odd number of them is lost, an even number is won. In normal play it is the other way round.`);
      draw();
    };
    draw();
    return [h("p", {}, "In misère play, whoever takes the last stone ", h("b", {}, "loses"), ": a player who cannot move has won. Begin with heaps of 1, where there is no choice."), box];
  } },
  { title: "The moment to change", create: async (tools) => [
    h("p", {}, "Two heaps of 1 and one of 5. In normal play you would take all 5. Here, whoever takes the last stone loses. Make the move that wins."),
    await createMoveStep(tools, "1 1 5", "That is an odd number of ones, which is lost for your opponent."),
  ] },
  { title: "Before that, as usual", create: async (tools) => [
    h("p", {}, "While two or more heaps are larger than 1, the winning moves are those of normal Nim: make the sum in binary without carries 0. Charles Bouton proved this in 1901. Heaps of 2, 2 and 5: make the move."),
    await createMoveStep(tools, "2 2 5", "The sum is 0, as in normal play. Copy your opponent's moves until a move of yours would leave ones alone; then leave an odd number of them."),
    linkToPlay("Play misère Nim against the computer", { game: "nim", misere: "yes", position: "3 4 5" }),
    h("p", { class: "further" }, "In other games, misère play is far harder than normal play: values cannot simply be added."),
    linkToTheory("misere-play", "the chapter on misère play"),
  ] },
];
