/** A game in progress: its positions, its moves, and how each move changed the outcome. @module */

import { requestReply } from "./api.js";
import { ApiError } from "./error.js";
import { PositionLoader } from "./loader.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").GameQuery} GameQuery */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./api.js").Outcome} Outcome */

const RANK = { loss: 0, draw: 1, win: 2 };

/**
 * Returns the outcome for the other player.
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
export const invert = (outcome) => (outcome === "win" ? "loss" : outcome === "loss" ? "win" : "draw");

/** Positions and the moves between them. Player 0 moves first. */
export class Session {
  /**
   * @param {GameQuery} game
   * @param {PositionLoader} loader
   * @param {Answer} start
   */
  constructor(game, loader, start) {
    this.game = game;
    this.loader = loader;
    /** @type {Answer[]} */
    this.positions = [start];
    /** @type {Move[]} */
    this.moves = [];
    /** @type {number[]} the player to move at each position */
    this.movers = [0];
    /** The number of moves that are on the board. */
    this.at = 0;
  }

  /**
   * Starts at a position and plays the moves of a link.
   * @param {GameQuery} game
   * @param {string} position
   * @param {string[]} line
   * @param {(answer: Answer) => void} onValue receives a position whose value has arrived after its moves
   */
  static async start(game, position, line, onValue) {
    const loader = new PositionLoader(game, onValue);
    const session = new Session(game, loader, (await loader.load(position)) ?? (await loader.loadMoves(position)));
    for (const text of line) {
      const { now } = session;
      const move = now.moves.find((m) => m.move === text);
      if (!move) {
        const problem = now.moves_total === undefined ? "which is not a legal move" : `which is not among the ${now.moves.length} moves listed`;
        session.error = new ApiError(0, `The link contains the move "${text}", ${problem} in the position ${now.position}`, "the game continues from the move before it");
        break;
      }
      await session.play(move, !now.isSolving);
    }
    return session;
  }

  /** The error in the moves of a link. @type {ApiError | null} */
  error = null;

  /** The position on the board. */
  get now() {
    return /** @type {Answer} */ (this.positions[this.at]);
  }

  /** The player to move on the board: 0 or 1. */
  get mover() {
    return this.movers[this.at] ?? 0;
  }

  get isOver() {
    return this.now.moves.length === 0;
  }

  /** Whether the last position is on the board. */
  get isLatest() {
    return this.at === this.moves.length;
  }

  /**
   * Counts how often the player to move has come back to a position since the other player's last turn. After each return the count starts
   * anew from that position.
   */
  countReturns() {
    let from = this.at;
    while (from > 0 && this.movers[from - 1] === this.mover) from--;
    let count = 0;
    const seen = new Set();
    for (const { position } of this.positions.slice(from, this.at + 1)) {
      if (seen.has(position)) {
        count++;
        seen.clear();
      }
      seen.add(position);
    }
    return count;
  }

  /**
   * Plays a move in the position on the board and removes the moves after that position.
   * @param {Move} move
   * @param {boolean} [withValue] whether to wait a moment for the value of the new position
   * @returns {Promise<boolean>} false if the board changed during the request
   */
  async play(move, withValue = true) {
    const at = this.at;
    const before = this.now;
    let after;
    try {
      after = await (withValue ? this.loader.load(move.after.position) : this.loader.loadMoves(move.after.position));
    } catch (error) {
      this.requestValue();
      throw error;
    }
    if (!after || this.at !== at || this.now !== before) return false;
    this.removeLaterMoves();
    const mover = this.movers[at] ?? 0;
    this.moves.push(move);
    this.positions.push(after);
    // In some games a player may move twice in a row. There, the position names the player to move.
    this.movers.push(after.turn !== null && after.turn === before.turn ? mover : 1 - mover);
    this.at = at + 1;
    return true;
  }

  /**
   * Requests the value of the position on the board if it was not requested yet. If that value is known, requests the last one that is missing:
   * where one position is solved within the limits, those near it may be.
   */
  requestValue() {
    const { now } = this;
    const next = now.isSolving ? now : now.value === null ? null : this.positions.findLast((answer) => answer.isSolving);
    if (next) this.loader.requestValue(next);
  }

  /** Removes the moves after the position on the board. */
  removeLaterMoves() {
    this.positions.length = this.movers.length = this.at + 1;
    this.moves.length = this.at;
  }

  /**
   * Requests the computer's move in the position on the board.
   * @param {number} skill
   * @param {number} seed
   * @param {AbortSignal} signal
   * @returns {Promise<Move>}
   */
  async requestReply(skill, seed, signal) {
    const { now } = this;
    const { move, after, notes } = await requestReply(this.game, now.position, skill, seed, signal);
    const listed = now.moves.find((m) => m.move === move) ?? { move, best: null, value: null, after };
    return { ...listed, notes };
  }

  /**
   * Returns the outcome of position `n` for a player.
   * @param {number} n
   * @param {number} player
   * @returns {Outcome | null}
   */
  outcomeFor(n, player) {
    const outcome = this.positions[n]?.value ?? null;
    return outcome === null ? null : this.movers[n] === player ? outcome : invert(outcome);
  }

  /**
   * Whether the values before and after the move from position `n` are known.
   * @param {number} n
   */
  isJudged(n) {
    return this.outcomeFor(n, 0) !== null && this.outcomeFor(n + 1, 0) !== null;
  }

  /**
   * Whether the move from position `n` made the outcome worse for the player who made it.
   * @param {number} n
   */
  isMistake(n) {
    const player = this.movers[n] ?? 0;
    const [before, after] = [this.outcomeFor(n, player), this.outcomeFor(n + 1, player)];
    return before !== null && after !== null && RANK[after] < RANK[before];
  }

  /**
   * Returns the indices of a player's mistakes.
   * @param {number} player
   */
  findMistakes(player) {
    return this.moves.map((_, n) => n).filter((n) => this.movers[n] === player && this.isMistake(n));
  }
}
