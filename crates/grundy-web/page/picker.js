/** What the views beside the play share: which game, and what went wrong. @module */

import { ApiError } from "./api.js";
import { h } from "./dom.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./state.js").State} State */
/**
 * @typedef {{state: State, entries: Entry[], tables: import("./api.js").TableName[],
 *   page: {saved: () => void, go: (change: Partial<State>) => void, say: (text: string) => void}}} Shown
 */

/**
 * A field for a game by its name and parameters.
 * @param {State} state
 * @param {Entry[]} entries
 * @param {(entry: Entry) => boolean} fits which games are proposed
 * @returns {{fields: HTMLElement[], read: () => Partial<State>}}
 */
export function gamePicker(state, entries, fits) {
  if (state.rules) {
    const keep = h("p", {}, "of your rules file ", h("button", { type: "button", onclick: () => {
      location.hash = `view=${state.view}&game=nim`;
    } }, "another game"));
    return { fields: [keep], read: () => ({}) };
  }
  const game = h("input", { id: "which", list: "forms", value: state.game, autocomplete: "off", spellcheck: "false", required: true });
  const list = h("datalist", { id: "forms" }, entries.filter(fits).map((entry) => h("option", { value: entry.example.game }, entry.form)));
  const misere = h("input", { id: "misere", type: "checkbox", checked: state.misere });
  return {
    fields: [
      h("div", { class: "field" }, h("label", { for: "which" }, "game"), game, list),
      h("label", { class: "check" }, misere, "misère"),
    ],
    read: () => ({ game: game.value.trim(), misere: misere.checked, position: "", line: [], at: 0, lesson: 0 }),
  };
}

/**
 * The part of a request that names the game.
 * @param {State} state
 * @returns {[string, string][]}
 */
export function settings(state) {
  /** @type {[string, string][]} */
  const query = [["game", state.game]];
  if (state.misere) query.push(["misere", "yes"]);
  for (const setting of state.set) query.push(["set", setting]);
  return query;
}

/**
 * @param {unknown} error
 * @returns {HTMLElement}
 */
export function trouble(error) {
  const text = error instanceof ApiError ? `${error.message}${error.help ? `: ${error.help}` : ""}` : String(error);
  return h("p", { class: "trouble", role: "alert" }, text);
}
