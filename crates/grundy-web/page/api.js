/** Requests to the server and a cache of its answers. @module */

import { ApiError } from "./error.js";

/** @typedef {"win" | "draw" | "loss"} Outcome */
/** @typedef {"win-or-draw" | "draw-or-loss"} Bound what is proved where the value is not */
/** @typedef {{position: string, value: Outcome | null, bound?: Bound, remoteness: number | string | null, grundy: number | string | null, loopy?: (number | string)[]}} PositionValue */
/**
 * A move. `notes` say how the computer chose it.
 * @typedef {{move: string, best: boolean | null, value: Outcome | null, bound?: Bound, after: PositionValue, notes?: string[]}} Move
 */
/**
 * A position: solved, or with what is proved of it. `turn` names the player to move in games where the two players have different moves.
 * `isSolving`: its value was not requested yet, or the server is solving it. `error`: the request for its value failed.
 * @typedef {PositionValue & {game: string, play: string, moves: Move[], moves_total?: number | string, method: string | null,
 *   proved: boolean, notes?: string[], why: string, line?: string[], turn: string | null, picture: string | null, isSolving?: boolean, error?: ApiError}} Answer
 */
/**
 * A game of the catalogue.
 * @typedef {{name: string, aliases: string[], form: string, rules: string, position: string, move: string, start: string | null,
 *   misere: boolean, source: string | null,
 *   parameters: string | null, single_heaps: boolean, two_heaps: boolean, column_moves: boolean,
 *   example: {game: string, position: string | null}, rules_of_example: string}} Entry
 */
/** @typedef {{name: string, game: string | null, rules: string | null, play: string}} TableEntry */
/** @typedef {import("./error.js").Diagnostic} Diagnostic */
/** @typedef {{game: string, misere?: boolean, set?: string[]}} GameQuery */

/** The largest number of answers in the cache. */
const CACHE_SIZE = 500;
/** Answers by their addresses. The same request always has the same answer. @type {Map<string, Promise<any>>} */
const cache = new Map();
/** The texts of the rules files that this page posted, by the names that the server gave them. @type {Map<string, string>} */
const postedRules = new Map();

/**
 * Sends a request and parses its answer.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function send(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, "The server does not answer", "start it with `grundy serve`, then reload the page");
  }
  /** @type {any} */
  let body = null;
  try {
    body = await response.json();
  } catch {
    // The status describes an answer that is not JSON.
  }
  if (response.ok && body !== null) return body;
  const error = body?.error ?? {};
  throw new ApiError(response.status, error.message ?? `The server answered with status ${response.status}`, error.help ?? "", locate(error));
}

/**
 * Returns the located findings of an error; if there are none, the location of the error itself.
 * @param {any} error
 * @returns {Diagnostic[]}
 */
function locate(error) {
  const findings = findLocated(error.findings);
  return findings.length ? findings : findLocated([error]);
}

/**
 * Returns the findings of a check that have a line.
 * @param {any[] | undefined} findings
 * @returns {Diagnostic[]}
 */
export const findLocated = (findings) => (findings ?? []).filter((finding) => typeof finding.line === "number");

/**
 * Sends a GET request, or takes its answer from the cache.
 * @param {string} path
 * @param {[string, string][]} query
 * @param {AbortSignal} [signal] ends the request, and with it the work of the server
 * @returns {Promise<any>}
 */
export function get(path, query = [], signal) {
  const params = new URLSearchParams(query).toString();
  const url = params ? `${path}?${params}` : path;
  const cached = cache.get(url);
  if (cached) return cached;
  const answer = send(url, { signal }).catch(async (error) => {
    // The server stores only the rules files that were used last. Post the text again if it was removed.
    const text = postedRules.get(query.find(([name]) => name === "game")?.[1] ?? "");
    if (!(error instanceof ApiError) || error.status !== 404 || text === undefined) throw error;
    await checkRules(text);
    return send(url, { signal });
  });
  cache.set(url, answer);
  const forget = () => {
    if (cache.get(url) === answer) cache.delete(url);
  };
  answer.catch(forget);
  // A request that was ended does not answer the next one.
  signal?.addEventListener("abort", forget);
  if (cache.size > CACHE_SIZE) {
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      break;
    }
  }
  return answer;
}

/**
 * Returns the parameters of a request that name its game.
 * @param {GameQuery} game
 * @returns {[string, string][]}
 */
export function toParams({ game, misere, set }) {
  /** @type {[string, string][]} */
  const params = [["game", game]];
  if (misere) params.push(["misere", "yes"]);
  for (const setting of set ?? []) params.push(["set", setting]);
  return params;
}

/**
 * Lists the games of the catalogue and the loaded tables.
 * @returns {Promise<{games: Entry[], tables: TableEntry[]}>}
 */
export const listGames = () => get("/api/games");

/**
 * Describes a game with its parameters. Its example is the same game, with a first position.
 * @param {string} game
 * @returns {Promise<Entry>}
 */
export const describeGame = (game) => get("/api/games", [["name", game]]);

/**
 * Solves a position: its value, its moves and the reason for the value, or what is proved within the limits of the server. An empty position
 * is the start of the game.
 * @param {GameQuery} game
 * @param {string} position
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export const solve = (game, position, signal) => get("/api/explain", toPositionParams(game, position), signal);

/**
 * Lists the moves of a position without solving it.
 * @param {GameQuery} game
 * @param {string} position
 * @returns {Promise<Answer>}
 */
export const listMoves = (game, position) => get("/api/moves", toPositionParams(game, position));

/**
 * @param {GameQuery} game
 * @param {string} position
 * @returns {[string, string][]}
 */
const toPositionParams = (game, position) => (position ? [...toParams(game), ["position", position]] : toParams(game));

/**
 * Requests a move of the computer.
 * @param {GameQuery} game
 * @param {string} position
 * @param {number} skill
 * @param {number} seed
 * @param {AbortSignal} signal
 * @returns {Promise<{move: string, after: PositionValue, notes?: string[]}>}
 */
export const requestReply = (game, position, skill, seed, signal) =>
  get("/api/reply", [...toParams(game), ["position", position], ["skill", String(skill)], ["seed", String(seed)]], signal);

/**
 * Posts a rules file, which the server checks. Returns the name of its game, or throws an error with diagnostics.
 * @param {string} text
 * @returns {Promise<{game: string, name: string | null, parameters: Record<string, unknown>, check: any}>}
 */
export async function checkRules(text) {
  const init = { method: "POST", headers: { "content-type": "application/x-starlark" }, body: text };
  const answer = await send("/api/rules", init);
  postedRules.set(answer.game, text);
  return answer;
}
