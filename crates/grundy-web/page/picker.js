/** The field for the game in the views beside the game itself. @module */

import { h } from "./dom.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./state.js").State} State */
/**
 * What a view is opened with.
 * @typedef {{state: State, entries: Entry[], tables: import("./api.js").TableEntry[], page: import("./main.js").Page}} ViewContext
 */

/**
 * Creates a field for a game with its parameters.
 * @param {State} state
 * @param {Entry[]} entries
 * @param {(entry: Entry) => boolean} isSuggested whether a game is suggested
 * @returns {{fields: HTMLElement[], read: () => Partial<State>}} `read` returns the game that the user chose
 */
export function createGamePicker(state, entries, isSuggested) {
  if (state.rules) {
    const text = h("p", {}, "Game: your rules file ", h("button", { type: "button", onclick: () => {
      location.hash = `view=${state.view}&game=nim`;
    } }, "Choose another game"));
    return { fields: [text], read: () => ({}) };
  }
  const game = h("input", { id: "game", list: "game-forms", value: state.game, autocomplete: "off", spellcheck: "false", required: true });
  const list = h("datalist", { id: "game-forms" }, entries.filter(isSuggested).map((entry) => h("option", { value: entry.example.game }, entry.form)));
  const misere = h("input", { id: "misere", type: "checkbox", checked: state.misere });
  return {
    fields: [
      h("div", { class: "field" }, h("label", { for: "game" }, "Game"), game, list),
      h("label", { class: "checkbox" }, misere, "Misère play"),
    ],
    read: () => ({ game: game.value.trim(), misere: misere.checked, position: "", line: [], at: 0, lesson: 0 }),
  };
}
