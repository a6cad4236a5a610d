/** A game being played: the positions so far, who moved, and what each move did to the value. @module */

import { ApiError, reply, solve } from "./api.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./api.js").Value} Value */
/** @typedef {import("./api.js").Which} Which */

const RANK = { loss: 0, draw: 1, win: 2 };

/**
 * The value for the other player.
 * @param {Value} value
 * @returns {Value}
 */
export const turned = (value) => (value === "win" ? "loss" : value === "loss" ? "win" : "draw");

/** Positions and the moves between them. Player 0 begins. */
export class Session {
  /**
   * @param {Which} which
   * @param {Answer} start
   */
  constructor(which, start) {
    this.which = which;
    /** @type {Answer[]} */
    this.positions = [start];
    /** @type {Move[]} */
    this.moves = [];
    /** @type {number[]} who moves at each position */
    this.movers = [0];
    this.at = 0;
  }

  /**
   * Begins at a position and plays a line of moves.
   * @param {Which} which
   * @param {string} position
   * @param {string[]} line
   */
  static async begin(which, position, line) {
    const session = new Session(which, await solve(which, position));
    for (const text of line) {
      const move = session.now.moves.find((m) => m.move === text);
      if (!move) {
        const help = "the play stands before it; go on from here";
        session.trouble = new ApiError(0, `The link has a move "${text}", which is not one at ${session.now.position}`, help, []);
        break;
      }
      await session.play(move);
    }
    return session;
  }

  /** What went wrong with the line of a link. @type {ApiError | null} */
  trouble = null;

  /** The position on the board. */
  get now() {
    return /** @type {Answer} */ (this.positions[this.at]);
  }

  /** Who moves on the board: 0 or 1. */
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
   * Plays a move of the position on the board; what came after it is forgotten.
   * @param {Move} move
   */
  async play(move) {
    const at = this.at;
    const before = this.now;
    const after = await solve(this.which, move.after.position);
    if (this.at !== at || this.now !== before) return false;
    this.forget();
    const mover = this.movers[at] ?? 0;
    this.moves.push(move);
    this.positions.push(after);
    // In some games the same player may move again; there the position says who moves.
    this.movers.push(after.turn !== null && after.turn === before.turn ? mover : 1 - mover);
    this.at = at + 1;
    return true;
  }

  /** Forgets what came after the position on the board. */
  forget() {
    this.positions.length = this.movers.length = this.at + 1;
    this.moves.length = this.at;
  }

  /**
   * The computer's move at the position on the board.
   * @param {number} skill
   * @param {number} seed
   * @returns {Promise<Move>}
   */
  async reply(skill, seed) {
    const { now } = this;
    const { move, after } = await reply(this.which, now.position, skill, seed);
    return now.moves.find((m) => m.move === move) ?? { move, best: false, value: null, after };
  }

  /**
   * The value of a position for a player.
   * @param {number} n
   * @param {number} player
   * @returns {Value | null}
   */
  valueFor(n, player) {
    const value = this.positions[n]?.value ?? null;
    return value === null ? null : this.movers[n] === player ? value : turned(value);
  }

  /**
   * Whether the move from position `n` lost value for the player who made it.
   * @param {number} n
   */
  isMistake(n) {
    const player = this.movers[n] ?? 0;
    const [before, after] = [this.valueFor(n, player), this.valueFor(n + 1, player)];
    return before !== null && after !== null && RANK[after] < RANK[before];
  }

  /**
   * The numbers of a player's moves that lost value.
   * @param {number} player
   */
  mistakes(player) {
    return this.moves.map((_, n) => n).filter((n) => this.movers[n] === player && this.isMistake(n));
  }
}
