/** What the page shows, as one object, and the same as the address: a link is a lesson. @module */

/** @typedef {"play" | "sequence" | "heatmap" | "table" | "rules"} View */
/**
 * @typedef {object} State
 * @property {View} view
 * @property {string} game the game with its parameters
 * @property {boolean} misere
 * @property {string[]} set parameters of a rules file, each `NAME=VALUE`
 * @property {string} position where the play begins; empty: the game's start
 * @property {string[]} line the moves played from there
 * @property {number} at how many of them are on the board
 * @property {"me" | "computer"} first
 * @property {"computer" | "person"} against
 * @property {number} skill of the computer, 0 to 1
 * @property {boolean} values whether moves show their values
 * @property {boolean} remoteness whether they show how soon
 * @property {number} lesson 0 where none is on
 * @property {string} rules the text of a rules file
 * @property {string} table the table that is looked at
 * @property {number} to the last heap of the sequence
 * @property {number} fold how many heaps a row of the sequence has; 0: by the period
 * @property {number} size of the heat map
 */

/** @type {State} */
const PLAIN = {
  view: "play", game: "nim", misere: false, set: [], position: "", line: [], at: 0, first: "me", against: "computer",
  skill: 1, values: true, remoteness: true, lesson: 0, rules: "", table: "", to: 200, fold: 0, size: 30,
};

const VIEWS = new Set(["play", "sequence", "heatmap", "table", "rules"]);

/**
 * @param {string | null} text
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
function number(text, least, most, otherwise) {
  const n = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(n) ? Math.min(most, Math.max(least, n)) : otherwise;
}

/**
 * Reads the part of an address after `#`. What it does not say is as usual; an empty one is the first lesson.
 * @param {string} hash
 * @returns {State}
 */
export function read(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if (![...words.keys()].length) return { ...PLAIN, lesson: 1, values: false, remoteness: false, position: "" };
  const view = words.get("view") ?? "";
  const line = words.getAll("m").slice(0, 1000);
  const lesson = Math.trunc(number(words.get("lesson"), 0, 99, 0));
  /** @param {string} name */
  const shown = (name) => (words.has(name) ? words.get(name) !== "off" : lesson === 0);
  return {
    view: VIEWS.has(view) ? /** @type {View} */ (view) : "play",
    game: words.get("game") || PLAIN.game,
    misere: words.get("misere") === "yes",
    set: words.getAll("set"),
    position: words.get("position") ?? "",
    line,
    at: Math.trunc(number(words.get("at"), 0, line.length, line.length)),
    first: words.get("first") === "computer" ? "computer" : "me",
    against: words.get("against") === "person" ? "person" : "computer",
    skill: number(words.get("skill"), 0, 1, 1),
    values: shown("values"),
    remoteness: shown("remoteness"),
    lesson,
    rules: words.get("rules") ?? "",
    table: words.get("table") ?? "",
    to: Math.trunc(number(words.get("to"), 1, 10000, PLAIN.to)),
    fold: Math.trunc(number(words.get("fold"), 0, 1000, 0)),
    size: Math.trunc(number(words.get("size"), 1, 1000, PLAIN.size)),
  };
}

/**
 * Writes the part of an address after `#`; `read` gives the state back.
 * @param {State} state
 * @returns {string}
 */
export function write(state) {
  const words = new URLSearchParams();
  if (state.view !== "play") words.set("view", state.view);
  if (state.lesson) words.set("lesson", String(state.lesson));
  if (!state.rules) words.set("game", state.game);
  if (state.misere) words.set("misere", "yes");
  for (const setting of state.set) words.append("set", setting);
  if (state.position) words.set("position", state.position);
  for (const move of state.line) words.append("m", move);
  if (state.at < state.line.length) words.set("at", String(state.at));
  if (state.first !== "me") words.set("first", state.first);
  if (state.against !== "computer") words.set("against", state.against);
  if (state.skill !== 1) words.set("skill", String(state.skill));
  for (const name of /** @type {const} */ (["values", "remoteness"])) {
    if (state[name] !== (state.lesson === 0)) words.set(name, state[name] ? "on" : "off");
  }
  if (state.table) words.set("table", state.table);
  if (state.view === "sequence") {
    words.set("to", String(state.to));
    if (state.fold) words.set("fold", String(state.fold));
  }
  if (state.view === "heatmap") words.set("size", String(state.size));
  if (state.rules) words.set("rules", state.rules);
  return "#" + words.toString();
}
