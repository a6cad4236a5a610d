/** The server's answers: requests, their cache, and what goes wrong with them. @module */

/** @typedef {"win" | "draw" | "loss"} Value */
/** @typedef {{position: string, value: Value | null, remoteness: number | string | null, grundy: number | string | null}} Facts */
/** @typedef {{move: string, best: boolean, value: Value | null, after: Facts}} Move */
/**
 * A position as the server describes it; `turn` names who moves, where the two players have different moves.
 * @typedef {Facts & {game: string, play: string, moves: Move[], moves_total?: number | string, method: string,
 *   proved: boolean, notes?: string[], why: string, turn: string | null, picture: string | null}} Answer
 */
/**
 * A game of the catalogue.
 * @typedef {{name: string, form: string, rules: string, position: string, move: string, start: string | null,
 *   misere: boolean, source: string | null,
 *   parameters: string | null, single_heaps: boolean, two_heaps: boolean,
 *   example: {game: string, position: string | null}}} Entry
 */
/** @typedef {{name: string, game: string | null, rules: string | null, play: string}} TableName */
/** @typedef {{line: number, column: number, end?: number, message: string, help?: string, notes?: string[]}} Span */
/** @typedef {{game: string, misere?: boolean, set?: string[]}} Which */

/** An answer that is an error: what is wrong and what to do next. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string} help
   * @param {Span[]} spans
   */
  constructor(status, message, help, spans) {
    super(message);
    this.status = status;
    this.help = help;
    this.spans = spans;
  }
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();
/** The texts of the rules files that were posted, by the names they were given. @type {Map<string, string>} */
const posted = new Map();
/** Answers kept; they are functions of the request. */
const KEEP = 500;

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function request(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, "The server does not answer", "start it again with `grundy serve`, then reload the page", []);
  }
  /** @type {any} */
  let body = null;
  try {
    body = await response.json();
  } catch {
    // What is not JSON is told by its status.
  }
  if (response.ok && body !== null) return body;
  const error = body?.error ?? {};
  // Rules are checked to the end where that is possible; else there is the one place at which they stopped.
  const places = [...(error.findings ?? []), error].filter((one) => typeof one.line === "number");
  const spans = places.length > 1 && error.findings ? places.slice(0, -1) : places;
  throw new ApiError(response.status, error.message ?? `the server answered ${response.status}`, error.help ?? "", spans);
}

/**
 * Asks with GET; the same question is asked once.
 * @param {string} path
 * @param {[string, string][]} query
 * @returns {Promise<any>}
 */
export function get(path, query = []) {
  const words = new URLSearchParams(query).toString();
  const url = words ? `${path}?${words}` : path;
  const known = kept.get(url);
  if (known) return known;
  const answer = request(url).catch(async (error) => {
    // A server keeps the rules files that were asked for last; it is given the text again.
    const text = posted.get(query.find(([name]) => name === "game")?.[1] ?? "");
    if (!(error instanceof ApiError) || error.status !== 404 || text === undefined) throw error;
    await rules(text);
    return request(url);
  });
  kept.set(url, answer);
  answer.catch(() => kept.delete(url));
  if (kept.size > KEEP) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  }
  return answer;
}

/**
 * @param {Which} which
 * @returns {[string, string][]}
 */
function question(which) {
  /** @type {[string, string][]} */
  const query = [["game", which.game]];
  if (which.misere) query.push(["misere", "yes"]);
  for (const setting of which.set ?? []) query.push(["set", setting]);
  return query;
}

/** @returns {Promise<{games: Entry[], tables: TableName[]}>} */
export const games = () => get("/api/games");

/**
 * A game with these parameters: its example is that game, at a position to begin with.
 * @param {string} game
 * @returns {Promise<Entry>}
 */
export const described = (game) => get("/api/games", [["name", game]]);

/**
 * The position with its moves, and why it has its value; without a position, the start.
 * @param {Which} which
 * @param {string} position
 * @returns {Promise<Answer>}
 */
export function solve(which, position) {
  const query = question(which);
  if (position) query.push(["position", position]);
  return get("/api/explain", query);
}

/**
 * The computer's move.
 * @param {Which} which
 * @param {string} position
 * @param {number} skill
 * @param {number} seed
 * @returns {Promise<{move: string, after: Facts, notes?: string[]}>}
 */
export const reply = (which, position, skill, seed) =>
  get("/api/reply", [...question(which), ["position", position], ["skill", String(skill)], ["seed", String(seed)]]);

/**
 * Has a rules file checked; gives the name by which it is a game, or fails with the places that are wrong.
 * @param {string} text
 * @returns {Promise<{game: string, name: string | null, parameters: Record<string, unknown>, check: any}>}
 */
export async function rules(text) {
  const init = { method: "POST", headers: { "content-type": "application/x-starlark" }, body: text };
  const answer = await request("/api/rules", init);
  posted.set(answer.game, text);
  return answer;
}
