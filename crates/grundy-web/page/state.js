/** The state of the page as one object. The address contains all of it, so every state has a link. @module */

/** @typedef {"home" | "play" | "sequence" | "heatmap" | "table" | "rules" | "lesson" | "theory"} View */
/**
 * @typedef {object} State
 * @property {View} view
 * @property {string} game the game with its parameters
 * @property {boolean} misere
 * @property {string[]} set parameters of a rules file, each `NAME=VALUE`
 * @property {string} position the first position; empty: the start of the game
 * @property {string[]} line the moves played from the first position
 * @property {number} at the number of these moves that are on the board
 * @property {"me" | "computer"} first
 * @property {"computer" | "person"} against
 * @property {number} skill the skill of the computer, 0 to 1
 * @property {boolean} values whether moves show their outcomes
 * @property {boolean} remoteness whether moves show the number of moves to the end
 * @property {number} lesson the number of the lesson on Nim, from 1; 0: no lesson
 * @property {string} topic the topic of a lesson, or the chapter of the theory
 * @property {number} step the number of the step of the lesson on a topic, from 1
 * @property {string} rules the text of a rules file
 * @property {string} table the table in the view of tables
 * @property {number} to the last heap of the sequence
 * @property {number} fold the number of heaps in a row of the sequence; 0: the period decides
 * @property {number} size the largest heap of the heat map
 */

/** @type {State} */
const DEFAULTS = {
  view: "play", game: "nim", misere: false, set: [], position: "", line: [], at: 0, first: "me", against: "computer",
  skill: 1, values: true, remoteness: true, lesson: 0, topic: "", step: 1, rules: "", table: "", to: 200, fold: 0, size: 30,
};

const VIEWS = new Set(["home", "play", "sequence", "heatmap", "table", "rules", "lesson", "theory"]);

/**
 * Parses a number and clamps it to a range. Returns `fallback` if the text is not a number.
 * @param {string | null} text
 * @param {number} min
 * @param {number} max
 * @param {number} fallback
 */
function parseNumber(text, min, max, fallback) {
  const n = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(n) ? Math.min(max, Math.max(min, n)) : fallback;
}

/**
 * Parses the part of an address after `#`. Missing parameters have their defaults; an empty text is the home.
 * @param {string} hash
 * @returns {State}
 */
export function parseHash(hash) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  if (![...params.keys()].length) return { ...DEFAULTS, view: "home" };
  const view = params.get("view") ?? "";
  const line = params.getAll("m").slice(0, 1000);
  const lesson = Math.trunc(parseNumber(params.get("lesson"), 0, 99, 0));
  /** @param {string} name */
  const isOn = (name) => (params.has(name) ? params.get(name) !== "off" : lesson === 0);
  return {
    view: VIEWS.has(view) ? /** @type {View} */ (view) : "play",
    game: params.get("game") || DEFAULTS.game,
    misere: params.get("misere") === "yes",
    set: params.getAll("set"),
    position: params.get("position") ?? "",
    line,
    at: Math.trunc(parseNumber(params.get("at"), 0, line.length, line.length)),
    first: params.get("first") === "computer" ? "computer" : "me",
    against: params.get("against") === "person" ? "person" : "computer",
    skill: parseNumber(params.get("skill"), 0, 1, 1),
    values: isOn("values"),
    remoteness: isOn("remoteness"),
    lesson,
    topic: params.get("topic") ?? "",
    step: Math.trunc(parseNumber(params.get("step"), 1, 99, 1)),
    rules: params.get("rules") ?? "",
    table: params.get("table") ?? "",
    to: Math.trunc(parseNumber(params.get("to"), 1, 10000, DEFAULTS.to)),
    fold: Math.trunc(parseNumber(params.get("fold"), 0, 1000, 0)),
    size: Math.trunc(parseNumber(params.get("size"), 1, 1000, DEFAULTS.size)),
  };
}

/**
 * Formats a state as the part of an address after `#`, which `parseHash` parses.
 * @param {State} state
 * @returns {string}
 */
export function toHash(state) {
  const params = new URLSearchParams();
  if (state.view === "home") return "#";
  if (state.view !== "play") params.set("view", state.view);
  if (state.view === "lesson" || state.view === "theory") {
    params.set("topic", state.topic);
    if (state.view === "lesson") params.set("step", String(state.step));
    return "#" + params.toString();
  }
  if (state.lesson) params.set("lesson", String(state.lesson));
  if (!state.rules) params.set("game", state.game);
  if (state.misere) params.set("misere", "yes");
  for (const setting of state.set) params.append("set", setting);
  if (state.position) params.set("position", state.position);
  for (const move of state.line) params.append("m", move);
  if (state.at < state.line.length) params.set("at", String(state.at));
  if (state.first !== "me") params.set("first", state.first);
  if (state.against !== "computer") params.set("against", state.against);
  if (state.skill !== 1) params.set("skill", String(state.skill));
  for (const name of /** @type {const} */ (["values", "remoteness"])) {
    if (state[name] !== (state.lesson === 0)) params.set(name, state[name] ? "on" : "off");
  }
  if (state.table) params.set("table", state.table);
  if (state.view === "sequence") {
    params.set("to", String(state.to));
    if (state.fold) params.set("fold", String(state.fold));
  }
  if (state.view === "heatmap") params.set("size", String(state.size));
  if (state.rules) params.set("rules", state.rules);
  return "#" + params.toString();
}
