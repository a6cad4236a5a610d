/** Sentences about a position and a game. @module */

import { toSentence } from "./error.js";
import { BOUND_TEXT, countMovesToEnd, formatLength, formatMoveCount, isChess, isKnown } from "./moves.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./state.js").State} State */

/**
 * Returns the number of the player at the page. With two people at the page, this is the first one.
 * @param {State} state
 */
export const getHumanPlayer = (state) => (state.against === "computer" && state.first === "computer" ? 1 : 0);

/**
 * Returns the names of the two players.
 * @param {State} state
 * @param {Session | null} session
 * @returns {string[]}
 */
export function getPlayerNames(state, session) {
  if (state.against === "computer") return getHumanPlayer(state) === 0 ? ["You", "Computer"] : ["Computer", "You"];
  /** @param {number} player */
  const getName = (player) => {
    const turn = session?.positions.find((answer, n) => session.movers[n] === player && answer.turn)?.turn;
    return turn ? turn[0]?.toUpperCase() + turn.slice(1) : `Player ${player + 1}`;
  };
  return [getName(0), getName(1)];
}

/**
 * Returns the winner of a game that is over: 0, 1, or null for a draw.
 * @param {Session} session
 */
export function getWinner(session) {
  const { value } = session.now;
  return value === "win" ? session.mover : value === "loss" ? 1 - session.mover : null;
}

/**
 * Whether the game is a draw because the computer, moving several times in a row, has come back to a position and could do so for ever.
 * @param {Session} session
 * @param {State} state
 */
export function isDrawByRepetition(session, state) {
  if (state.against !== "computer" || session.isOver || session.mover === getHumanPlayer(state)) return false;
  // With a skill below 1, the first return may be a mistake. After it the computer plays its best, and the second return is a draw.
  return session.countReturns() > (state.skill < 1 ? 1 : 0);
}

/**
 * Describes the position on the board: who can win, and in how many moves.
 * @param {Session} session
 * @param {State} state
 * @returns {string}
 */
export function describePosition(session, state) {
  const players = getPlayerNames(state, session);
  const player = players[session.mover] ?? "";
  const { now } = session;
  const isYou = player === "You";
  const name = player === "Computer" ? "The computer" : player;
  if (session.isOver) {
    const winner = getWinner(session);
    if (winner === null) return "The game is over: a draw.";
    if (players[winner] === "Computer") return "The computer has won.";
    return players[winner] === "You" ? "You have won!" : `${players[winner]} has won!`;
  }
  if (isDrawByRepetition(session, state)) return "The computer can repeat these moves for ever without your turn coming: the game is a draw.";
  const solving = now.isSolving ? " Solving …" : "";
  if (!state.values || now.value === null) {
    const unknown = state.values && now.value === null && !now.isSolving ? ` ${describeUnknown(now)}` : "";
    return (isYou ? "It is your move." : `${name} to move.`) + unknown + solving;
  }
  const when = state.remoteness && now.remoteness !== null ? formatLength(now.remoteness, isChess(now.game)) : "";
  switch (now.value) {
    case "win": return `${isYou ? "You win" : `${name} wins`} with best play${when && `, ${when}`}.${solving}`;
    case "loss": return `${isYou ? "You lose" : `${name} loses`}${when && ` ${when}`} against best play.${solving}`;
    case "draw": return `A draw with best play${when && `, ${when}`}.${solving}`;
  }
}

/**
 * Describes what is known of a position without its value.
 * @param {import("./api.js").Answer} answer
 */
function describeUnknown({ error, bound }) {
  if (error) return `The value of the position is not known. ${[error.message, error.help].map(toSentence).join(" ")}`;
  return bound ? `The position is proved to be ${BOUND_TEXT[bound]}. More is not proved within the limits.` : "The value of the position is not proved within the limits.";
}

/**
 * Formats an infinite Grundy value.
 * @param {(number | string)[]} numbers
 */
export const formatInfinite = (numbers) => `∞(${numbers.join(", ")})`;

/**
 * Describes the position in the terms of the theory: P, N or D, and the Grundy value.
 * @param {Session} session
 */
export function describeInTheory(session) {
  const { value, grundy, loopy } = session.now;
  if (value === null) return "";
  const kind = { loss: "a P-position", win: "an N-position", draw: "a D-position" }[value];
  if (loopy) return `${kind}, Grundy value ${formatInfinite(loopy)}`;
  return grundy === null ? kind : `${kind}, Grundy value ${grundy}`;
}

/**
 * Describes the player's mistakes at the end of a game: how many, and the first of them.
 * @param {Session} session
 * @param {State} state
 */
export function describeMistakes(session, state) {
  const player = getHumanPlayer(state);
  const mistakes = session.findMistakes(player);
  const name = state.against === "computer" ? "You" : getPlayerNames(state, session)[player] ?? "";
  const first = mistakes[0];
  const unknown = session.moves.filter((_, n) => session.movers[n] === player && !session.isJudged(n)).length;
  const rest = unknown ? ` The value of ${unknown === 1 ? "one move" : `${unknown} moves`} is not known.` : "";
  if (first === undefined) return unknown ? `No mistake is known.${rest}` : `${name} made no mistakes.`;
  const position = session.positions[first];
  const better = position?.moves.find((move) => move.value === position.value);
  const outcome = { win: "win", draw: "draw", loss: "game" }[session.outcomeFor(first, player) ?? "loss"];
  const correction = better ? ` The move “${better.move}” would have kept the ${outcome}.` : "";
  const count = mistakes.length === 1 ? `${name} made one mistake:` : `${name} made ${mistakes.length} mistakes. The first was`;
  return `${count} move ${first + 1}, “${session.moves[first]?.move}”, in the position ${position?.position}.${correction}${rest}`;
}

/**
 * Names a player in the middle of a sentence.
 * @param {State} state
 * @param {Session} session
 * @param {number} player
 */
const getSubject = (state, session, player) => getPlayerNames(state, session)[player]?.replace(/^Computer$/, "The computer") ?? "";

/**
 * Describes a mistake: how the outcome changed, and the move that would have kept it. Returns "" if the move was none.
 * @param {Session} session
 * @param {State} state
 * @param {number} n the index of the move
 */
export function describeMistake(session, state, n) {
  if (!session.isMistake(n)) return "";
  const player = session.movers[n] ?? 0;
  const [before, after] = [session.outcomeFor(n, player), session.outcomeFor(n + 1, player)];
  const position = session.positions[n];
  const better = position?.moves.find((move) => move.value === position.value);
  const name = getSubject(state, session, player);
  const kept = better ? `; ${better.move} kept the ${before}` : "";
  return `${name === "You" ? "Your mistake" : `${name} made a mistake`}: from a ${before} to a ${after}${kept}.`;
}

/**
 * Describes the last turn: its player and move, or its moves if the player moved several times.
 * @param {Session} session
 * @param {State} state
 */
export function describeTurn(session, state) {
  const end = session.at;
  const mover = session.movers[end - 1] ?? 0;
  let start = end - 1;
  while (start > 0 && session.movers[start - 1] === mover) start--;
  const moves = session.moves.slice(start, end).map((move) => move.move);
  const count = moves.length > 1 ? ` (${moves.length} moves in one turn)` : "";
  return `${getPlayerNames(state, session)[mover]}: ${moves.join(", then ")}${count}`;
}

/**
 * Describes the moves without naming the best one.
 * @param {Session} session
 */
export function describeHint(session) {
  const { value, moves, moves_total, isSolving } = session.now;
  if (isSolving) return "The position is not solved yet.";
  if (moves.some((move) => move.value === null)) return describeProved(session.now);
  const good = moves.filter((move) => move.value === value).length;
  // The best moves are listed first. If all listed moves are equally good, more of them may not be listed.
  const count = `${moves_total !== undefined && good === moves.length ? "At least " : ""}${good} of ${formatMoveCount(moves_total ?? moves.length)}`;
  if (value === "win") return `${count} ${good === 1 ? "wins" : "win"}.`;
  if (value === "draw") return `No move wins. ${count} ${good === 1 ? "keeps" : "keep"} the draw.`;
  const best = moves[0];
  const length = best ? countMovesToEnd(best) : null;
  return `Every move loses against best play.${length === null ? "" : ` You can make the game last ${formatMoveCount(length)}.`}`;
}

/**
 * Describes what is proved of the moves of a position that is not solved.
 * @param {import("./api.js").Answer} answer
 */
function describeProved({ moves, moves_total }) {
  /** @param {(move: import("./api.js").Move) => boolean} has @param {string} what */
  const count = (has, what) => {
    const found = moves.filter(has).length;
    return found ? `${found} of ${formatMoveCount(moves_total ?? moves.length)} ${found === 1 ? "is" : "are"} proved to ${what}.` : "";
  };
  if (!moves.some(isKnown)) return "Nothing is proved of the moves.";
  return [
    count(({ value }) => value === "win", "win"),
    count(({ value, bound }) => value === "draw" || bound === "win-or-draw", "be at least a draw"),
    count(({ bound }) => bound === "draw-or-loss", "be at most a draw"),
    count(({ value }) => value === "loss", "lose"),
  ].filter(Boolean).join(" ");
}
