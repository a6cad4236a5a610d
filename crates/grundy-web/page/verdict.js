/** What is said about a position and a game, in sentences. @module */

import { soon } from "./moves.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./state.js").State} State */

/**
 * The number of the player who sits at the page, where the other is the computer.
 * @param {State} state
 */
export const human = (state) => (state.against === "computer" && state.first === "computer" ? 1 : 0);

/**
 * What the two players are called.
 * @param {State} state
 * @param {Session | null} session
 * @returns {string[]}
 */
export function names(state, session) {
  if (state.against === "computer") return human(state) === 0 ? ["You", "Computer"] : ["Computer", "You"];
  /** @param {number} player */
  const called = (player) => {
    const turn = session?.positions.find((answer, n) => session.movers[n] === player && answer.turn)?.turn;
    return turn ? turn[0]?.toUpperCase() + turn.slice(1) : `Player ${player + 1}`;
  };
  return [called(0), called(1)];
}

/**
 * Who has won a game that is over: 0, 1 or null for a draw.
 * @param {Session} session
 */
export function winner(session) {
  const { value } = session.now;
  return value === "win" ? session.mover : value === "loss" ? 1 - session.mover : null;
}

/**
 * The verdict on the position on the board.
 * @param {Session} session
 * @param {State} state
 * @returns {string}
 */
export function verdict(session, state) {
  const who = names(state, session);
  const said = who[session.mover] ?? "";
  const { now } = session;
  const you = said === "You";
  const name = said === "Computer" ? "The computer" : said;
  if (session.isOver) {
    const won = winner(session);
    if (won === null) return "The game is over: a draw.";
    if (who[won] === "Computer") return "The computer has won this one.";
    return who[won] === "You" ? "You have won!" : `${who[won]} has won!`;
  }
  if (!state.values || now.value === null) {
    const unknown = state.values && now.value === null ? " The value is not known." : "";
    return you ? `It is your move.${unknown}` : `${name} to move.${unknown}`;
  }
  const steps = state.remoteness && now.remoteness !== null ? ` in ${now.remoteness} ${String(now.remoteness) === "1" ? "move" : "moves"}` : "";
  const verb = {
    win: you ? "You can win" : `${name} can win`,
    loss: you ? "You lose" : `${name} loses`,
    draw: you ? "You can hold a draw" : `${name} can hold a draw`,
  }[now.value];
  const tail = { win: "", loss: ", if the other side makes no mistake", draw: ", and no more, if the other side makes no mistake" }[now.value];
  return `${verb}${steps}${tail}.`;
}

/**
 * P, N or D, with the Grundy value: the words of the theory.
 * @param {Session} session
 */
export function inTheory(session) {
  const { value, grundy } = session.now;
  if (value === null) return "";
  const kind = { loss: "a P-position", win: "an N-position", draw: "a D-position" }[value];
  return grundy === null ? kind : `${kind}, Grundy value ${grundy}`;
}

/**
 * The account at the end: the player's moves that lost value, and the first of them.
 * @param {Session} session
 * @param {State} state
 */
export function account(session, state) {
  const player = human(state);
  const wrong = session.mistakes(player);
  const whose = state.against === "computer" ? "you" : names(state, session)[player];
  const first = wrong[0];
  if (first === undefined) return whose === "you" ? "None of your moves lost value." : `No move of ${whose} lost value.`;
  const at = session.positions[first];
  const better = at?.moves[0];
  const kept = better ? `; ${better.move} would have kept it` : "";
  const whom = whose === "you" ? "yours" : whose;
  const many = wrong.length === 1 ? `One move of ${whom} lost value:` : `${wrong.length} moves of ${whom} lost value; the first was`;
  return `${many} move ${first + 1}, ${session.moves[first]?.move} at ${at?.position}${kept}.`;
}

/**
 * A hint that does not give the move away.
 * @param {Session} session
 */
export function gentle(session) {
  const { now } = session;
  const total = now.moves.length;
  const good = now.moves.filter((move) => move.value === now.value).length;
  if (now.value === "win") return `${good} of ${total} moves ${good === 1 ? "wins" : "win"}.`;
  if (now.value === "draw") return `Nothing wins here; ${good} of ${total} moves keep${good === 1 ? "s" : ""} the draw.`;
  const best = now.moves[0];
  const steps = best ? soon(best) : null;
  return `Every move loses here against right play${steps === null ? "" : `; you can hold out for ${steps} moves`}.`;
}
