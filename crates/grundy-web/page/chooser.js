/** The form by which a game is chosen: name, parameters, position, misère play, who plays. @module */

import { described } from "./api.js";
import { h } from "./dom.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./state.js").State} State */

/**
 * The position that a play of this game begins with, where the game has no start of its own: one that fits its parameters.
 * @param {string} game
 * @param {Entry[]} entries
 * @returns {Promise<string>}
 */
export async function usualPosition(game, entries) {
  const entry = entries.find((one) => one.name === splitName(game)[0]);
  if (!entry || entry.start) return "";
  const usual = entry.example.position ?? "";
  if (game === entry.example.game || game === entry.name) return usual;
  // What is wrong with the parameters is said when the position is asked for.
  return described(game).then(({ example }) => example.position ?? usual, () => usual);
}

/** Stands for a sum across games in the list of games. */
const SUM = "+";

/**
 * @param {State} state
 * @param {Entry[]} entries
 * @param {(change: Partial<State>) => void} begin starts a game that differs so
 * @returns {HTMLElement}
 */
export function chooser(state, entries, begin) {
  const [plain = "", parameters = ""] = splitName(state.game);
  const isRules = state.rules !== "" || plain === "rules";
  const isSum = state.game.includes(" + ");
  const known = entries.some((entry) => entry.name === plain);

  const select = h("select", { id: "game", onchange: () => change() },
    isRules && h("option", { value: "", selected: true }, "your rules file"),
    !isRules && !known && !isSum && h("option", { value: state.game, selected: true }, state.game),
    entries.map((entry) => h("option", { value: entry.name, selected: !isRules && entry.name === plain }, entry.name)),
    h("option", { value: SUM, selected: isSum }, "a sum of games"));
  const parameter = h("input", { id: "parameters", value: isSum ? state.game : parameters, autocomplete: "off", spellcheck: "false" });
  const parameterLabel = h("label", { for: "parameters" }, "parameters");
  const position = h("input", { id: "position", value: state.position, autocomplete: "off", spellcheck: "false" });
  const positionField = h("div", { class: "field" }, h("label", { for: "position" }, "position"), position);
  const misere = h("input", { id: "misere", type: "checkbox", checked: state.misere });
  const misereLabel = h("label", { for: "misere", class: "check" }, misere, "misère");
  const first = h("select", { id: "first" },
    h("option", { value: "me", selected: state.first === "me" }, "I begin"),
    h("option", { value: "computer", selected: state.first === "computer" }, "the computer begins"));
  const against = h("select", { id: "against" },
    h("option", { value: "computer", selected: state.against === "computer" }, "the computer"),
    h("option", { value: "person", selected: state.against === "person" }, "another person here"));
  const skill = h("input", { id: "skill", type: "range", min: 0, max: 1, step: 0.05, value: state.skill });
  const skilled = h("output", { for: "skill" });
  const help = h("p", { class: "quiet" });

  const show = () => {
    const entry = entries.find((one) => one.name === select.value);
    const sum = select.value === SUM;
    const form = sum ? "games with their heaps" : entry?.parameters;
    parameterLabel.hidden = parameter.hidden = !form;
    // `SET` and `PITS,SEEDS` are words; `KMvK` is not.
    parameterLabel.textContent = form && /[a-z]/.test(form) && !sum ? `as ${form}` : (form ?? "").toLowerCase();
    misereLabel.hidden = entry ? !entry.misere : sum;
    positionField.hidden = sum;
    help.textContent = entry ? `Position: ${entry.position.replaceAll("`", "")}.${entry.start ? " Empty: the start." : ""}` : "";
    const alone = against.value === "person";
    first.disabled = skill.disabled = alone;
    skilled.textContent = `${Math.round(Number(skill.value) * 100)} %`;
  };
  const change = () => {
    const example = entries.find((one) => one.name === select.value)?.example.game ?? "";
    parameter.value = select.value === SUM ? "nim 3 5 + kayles 7" : splitName(example)[1];
    misere.checked = false;
    show();
    position.value = proposed;
    void propose();
  };
  /** The position that was proposed last: one that somebody wrote for this game is left alone. */
  let proposed = state.position;
  const propose = async () => {
    const of = select.value + (parameter.hidden || !parameter.value.trim() ? "" : `:${parameter.value.trim()}`);
    const usual = await usualPosition(of, entries);
    if (position.value !== proposed || select.value !== splitName(of)[0]) return;
    position.value = proposed = usual;
  };
  parameter.addEventListener("change", () => void propose());
  against.addEventListener("change", show);
  skill.addEventListener("input", show);
  show();

  const form = h("form", {
    class: "chooser",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = select.value;
      const words = parameter.hidden ? "" : parameter.value.trim();
      const own = isRules && name === "";
      begin({
        game: own ? state.game : name === SUM ? words : words ? `${name}:${words}` : name,
        rules: own ? state.rules : "",
        set: own ? state.set : [],
        misere: misere.checked && !misereLabel.hidden,
        position: positionField.hidden ? "" : position.value.trim(),
        first: first.value === "computer" ? "computer" : "me",
        against: against.value === "person" ? "person" : "computer",
        skill: Number(skill.value),
        lesson: 0, values: true, remoteness: true, line: [], at: 0,
      });
    },
  },
  h("div", { class: "field" }, h("label", { for: "game" }, "game"), select),
  h("div", { class: "field" }, parameterLabel, parameter),
  positionField,
  h("div", { class: "field" }, h("label", { for: "against" }, "against"), against),
  h("div", { class: "field" }, h("label", { for: "first" }, "who begins"), first),
  h("div", { class: "field" }, h("label", { for: "skill" }, "its skill ", skilled), skill),
  h("div", { class: "field" }, misereLabel),
  h("button", { type: "submit", class: "main" }, "Begin"),
  help);
  return form;
}

/**
 * @param {string} game
 * @returns {[string, string]}
 */
function splitName(game) {
  const colon = game.indexOf(":");
  return colon < 0 ? [game, ""] : [game.slice(0, colon), game.slice(colon + 1)];
}
