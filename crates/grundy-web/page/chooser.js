/** The form for a new game: name, parameters, position, misère play, and who plays. @module */

import { h, toCode } from "./dom.js";
import { describeGame as describeTitle, findEntry, isSum, splitGame } from "./games.js";
import { findFirstPosition } from "./start.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./state.js").State} State */

/** The option for a sum of games in the list of games. */
const SUM = "+";

/**
 * Creates the form.
 * @param {State} state
 * @param {Entry[]} entries
 * @param {(change: Partial<State>) => void} start starts a new game
 * @returns {HTMLElement}
 */
export function createChooser(state, entries, start) {
  const [stateName, stateParameters] = splitGame(state.game);
  const isRules = state.rules !== "" || stateName === "rules";
  const current = isRules ? undefined : findEntry(entries, state.game);
  const isUnlisted = !isRules && !current && !isSum(state.game);

  const game = h("select", { id: "game", onchange: () => changeGame() },
    isRules && h("option", { value: "", selected: true }, "your rules file"),
    isUnlisted && h("option", { value: state.game, selected: true }, state.game),
    entries.map((entry) => h("option", { value: entry.name, selected: entry === current }, describeTitle(entry.name).title)),
    h("option", { value: SUM, selected: !isRules && isSum(state.game) }, "a sum of games"));
  const parameters = h("input", { id: "parameters", value: isSum(state.game) ? state.game : stateParameters, autocomplete: "off", spellcheck: "false" });
  const parametersLabel = h("label", { for: "parameters" });
  const position = h("input", { id: "position", value: state.position, autocomplete: "off", spellcheck: "false" });
  const positionField = h("div", { class: "field" }, h("label", { for: "position" }, "Position"), position);
  const misere = h("input", { id: "misere", type: "checkbox", checked: state.misere });
  const misereLabel = h("label", { for: "misere", class: "checkbox" }, misere, "Misère play");
  const first = h("select", { id: "first" },
    h("option", { value: "me", selected: state.first === "me" }, "I begin"),
    h("option", { value: "computer", selected: state.first === "computer" }, "The computer begins"));
  const against = h("select", { id: "against" },
    h("option", { value: "computer", selected: state.against === "computer" }, "The computer"),
    h("option", { value: "person", selected: state.against === "person" }, "Another person"));
  const skill = h("input", { id: "skill", type: "range", min: 0, max: 1, step: 0.05, value: state.skill });
  const skillPercent = h("output", { for: "skill" });
  const help = h("p", { class: "muted" });

  const update = () => {
    const entry = entries.find(({ name }) => name === game.value);
    const isSumChosen = game.value === SUM;
    const form = entry?.parameters ?? "";
    parametersLabel.hidden = parameters.hidden = !form && !isSumChosen;
    // Forms such as `PITS,SEEDS` consist of words; forms such as `KMvK` do not.
    const described = /[a-z]/.test(form) ? form : form.toLowerCase().replaceAll(",", ", ");
    parametersLabel.textContent = isSumChosen ? "Games and heaps" : `Parameters (${described})`;
    misereLabel.hidden = entry ? !entry.misere : isSumChosen;
    positionField.hidden = isSumChosen;
    help.replaceChildren(...(entry ? createHelp(entry) : []));
    first.disabled = skill.disabled = against.value === "person";
    skillPercent.textContent = `${Math.round(Number(skill.value) * 100)}%`;
  };
  const changeGame = () => {
    const example = entries.find(({ name }) => name === game.value)?.example.game ?? "";
    parameters.value = game.value === SUM ? "nim 3 5 + kayles 7" : splitGame(example)[1];
    misere.checked = false;
    update();
    position.value = suggested;
    void suggestPosition();
  };
  /** The last suggestion. A position that the user typed is not replaced. */
  let suggested = state.position;
  const suggestPosition = async () => {
    const name = game.value;
    const text = parameters.hidden ? "" : parameters.value.trim();
    const suggestion = name === SUM ? "" : await findFirstPosition(text ? `${name}:${text}` : name, entries);
    if (position.value !== suggested || game.value !== name) return;
    position.value = suggested = suggestion;
  };
  parameters.addEventListener("change", () => void suggestPosition());
  against.addEventListener("change", update);
  skill.addEventListener("input", update);
  update();

  return h("form", {
    class: "chooser-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = game.value;
      const text = parameters.hidden ? "" : parameters.value.trim();
      const keepsRules = isRules && name === "";
      start({
        game: keepsRules ? state.game : name === SUM ? text : text ? `${name}:${text}` : name,
        rules: keepsRules ? state.rules : "",
        set: keepsRules ? state.set : [],
        misere: misere.checked && !misereLabel.hidden,
        position: positionField.hidden ? "" : position.value.trim(),
        first: first.value === "computer" ? "computer" : "me",
        against: against.value === "person" ? "person" : "computer",
        skill: Number(skill.value),
        lesson: 0, values: true, remoteness: true, line: [], at: 0,
      });
    },
  },
  h("div", { class: "field" }, h("label", { for: "game" }, "Game"), game),
  h("div", { class: "field" }, parametersLabel, parameters),
  positionField,
  h("div", { class: "field" }, h("label", { for: "against" }, "Opponent"), against),
  h("div", { class: "field" }, h("label", { for: "first" }, "Who begins"), first),
  h("div", { class: "field" }, h("label", { for: "skill" }, "Computer's skill: ", skillPercent), skill),
  h("div", { class: "field" }, misereLabel),
  h("button", { type: "submit", class: "primary" }, "Start"),
  help);
}

/** @param {Entry} entry */
const createHelp = (entry) => [h("span", {}, toCode(`Position: ${entry.position}.${entry.start ? " Leave it empty for the start of the game." : ""}`))];
