/** Loads positions: their moves at once, and their values when the server has found them. @module */

import { listMoves, solve } from "./api.js";
import { toApiError } from "./error.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./error.js").ApiError} ApiError */
/** @typedef {{answer: Answer | null, error: ApiError | null}} Result */

/** The time in milliseconds for which the page waits for a value before it shows the moves alone. */
const PATIENCE = 150;
/** The statuses of a server that has too much to do, or that a position is too large for. */
const LIMIT_STATUSES = [429, 503];

/**
 * Waits for an answer or its error.
 * @param {Promise<Answer>} request
 * @returns {Promise<Result>}
 */
const settle = (request) => request.then((answer) => ({ answer, error: null }), (error) => ({ answer: null, error: toApiError(error) }));

/** @param {number} time in milliseconds */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Loads the positions of one game. At most one value is requested at a time: a new request ends the one before. */
export class PositionLoader {
  /**
   * @param {import("./api.js").GameQuery} game
   * @param {(answer: Answer) => void} onValue receives a position whose value has arrived after its moves, or whose request has failed
   */
  constructor(game, onValue) {
    this.game = game;
    this.onValue = onValue;
    /** The current request for a value. @type {{controller: AbortController, answer: Answer | null} | null} */
    this.request = null;
  }

  /**
   * Loads a position without its value.
   * @param {string} position
   * @returns {Promise<Answer>}
   */
  async loadMoves(position) {
    return { ...(await listMoves(this.game, position)), isSolving: true };
  }

  /**
   * Loads a position. If its value takes long, the answer has the moves alone, and `isSolving` until the value has arrived in it.
   * @param {string} position
   * @returns {Promise<Answer | null>} null if another request has replaced this one
   */
  async load(position) {
    const request = this.startRequest(null);
    let isSolved = false;
    const solved = settle(solve(this.game, position, request.controller.signal)).finally(() => (isSolved = true));
    const listed = wait(PATIENCE).then(() => (isSolved ? solved : settle(listMoves(this.game, position))));
    // If the moves cannot be listed, the error of the other request says why.
    const moves = await Promise.race([solved, listed.then((result) => (result.answer ? result : solved))]);
    const first = isSolved ? await solved : moves;
    if (request !== this.request) return null;
    if (first.error && LIMIT_STATUSES.includes(first.error.status)) {
      const { answer } = await settle(listMoves(this.game, position));
      if (answer) return { ...answer, error: first.error };
    }
    if (first.error) throw first.error;
    const answer = { .../** @type {Answer} */ (first.answer) };
    if (isSolved) return answer;
    answer.isSolving = true;
    request.answer = answer;
    void solved.then((result) => this.complete(request, result));
    return answer;
  }

  /**
   * Requests the value of a position whose moves are known.
   * @param {Answer} answer
   */
  requestValue(answer) {
    if (this.request?.answer === answer) return;
    const request = this.startRequest(answer);
    answer.isSolving = true;
    void settle(solve(this.game, answer.position, request.controller.signal)).then((result) => this.complete(request, result));
  }

  /** Ends the current request. */
  stop() {
    this.request?.controller.abort();
    this.request = null;
  }

  /** @param {Answer | null} answer */
  startRequest(answer) {
    this.stop();
    return (this.request = { controller: new AbortController(), answer });
  }

  /**
   * Writes a value, or the error of its request, into the answer that has the moves.
   * @param {NonNullable<PositionLoader["request"]>} request
   * @param {Result} result
   */
  complete(request, result) {
    const { answer } = request;
    if (request !== this.request || !answer) return;
    this.request = null;
    answer.isSolving = false;
    if (result.answer) {
      delete answer.error;
      delete answer.bound;
      Object.assign(answer, result.answer);
    } else {
      answer.error = result.error ?? undefined;
    }
    this.onValue(answer);
  }
}
