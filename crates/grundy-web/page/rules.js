/** The view in which one writes a rules file: checked as one types, then played. @module */

import { ApiError, rules } from "./api.js";
import { byId, h } from "./dom.js";
import { Editor } from "./editor.js";

/** @typedef {import("./picker.js").Shown} Shown */

/** How long a pause in typing is, in milliseconds. */
const PAUSE = 350;

const FIRST = `# Bachet's game: take 1, 2 or 3 stones. Whoever cannot move loses.
n    = param("n", 21)
take = param("take", [1, 2, 3])
def initial(): return n
def moves(s): return [s - k for k in take if k <= s]
`;

const BOARD = `# Tic-tac-toe: three of one's own marks in a row win.
LINES = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]
def initial(): return "." * 9
def turn(s): return "X" if s.count("X") == s.count("O") else "O"
def outcome(s):
    q = "O" if turn(s) == "X" else "X"
    for a, b, c in LINES:
        if s[a] == q and s[b] == q and s[c] == q:
            return LOSS
    return DRAW if "." not in s else None
def moves(s):
    p = turn(s)
    return [s[:i] + p + s[i+1:] for i in range(9) if s[i] == "."]
`;

const SPLIT = `# Dawson's Kayles: knock down two pins that stand side by side. A row may fall in two.
def initial(): return 11
def moves(n): return [Sum(a, n - 2 - a) for a in range(n - 1) if a <= n - 2 - a]
`;

/**
 * Opens the view.
 * @param {Shown} shown
 */
export async function show({ state, page }) {
  const report = h("div", { class: "report", role: "status", "aria-live": "polite", id: "report" });
  const parameters = h("div", { class: "tools" });
  const play = h("button", { type: "button", class: "main", disabled: true, onclick: () => begin() }, "Play it");
  let game = "";
  let wanted = 0;
  let pause = 0;

  const begin = () => {
    /** @type {string[]} */
    const set = [];
    for (const field of parameters.querySelectorAll("input")) {
      if (field.value.trim() && field.value !== field.dataset.usual) set.push(`${field.name}=${field.value.trim()}`);
    }
    page.go({ view: "play", game, rules: editor.text, set, position: "", line: [], at: 0, lesson: 0, misere: false, values: true, remoteness: true });
  };

  const check = async () => {
    const mine = ++wanted;
    const text = editor.text;
    state.rules = text;
    page.saved();
    try {
      const answer = await rules(text);
      if (mine !== wanted) return;
      game = answer.game;
      editor.show(spansOf(answer.check));
      play.disabled = false;
      report.replaceChildren(...summary(answer));
      drawParameters(answer.parameters ?? {});
    } catch (error) {
      if (mine !== wanted) return;
      play.disabled = true;
      const spans = error instanceof ApiError ? error.spans : [];
      editor.show(spans);
      const message = error instanceof ApiError ? error.message + (error.help ? `: ${error.help}` : "") : String(error);
      report.replaceChildren(
        h("p", { class: "trouble" }, spans.length ? `${spans.length === 1 ? "One error" : `${spans.length} errors`}:` : message),
        h("ul", { class: "found" }, spans.map((span) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => editor.go(span) }, `line ${span.line}`), ` ${[span.message, ...(span.notes ?? []), span.help].filter(Boolean).join("; ")}`))),
      );
    }
  };

  /** @param {Record<string, unknown>} defaults */
  const drawParameters = (defaults) => {
    const before = new Map([...parameters.querySelectorAll("input")].map((field) => [field.name, field.value]));
    const set = new Map(state.set.map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)]));
    parameters.replaceChildren(...Object.entries(defaults).map(([name, value]) => {
      const usual = String(value).replace(/^[[(]|,?[\])]$/g, "");
      const field = h("input", { id: `set-${name}`, name, "data-usual": usual, value: before.get(name) ?? set.get(name) ?? usual, spellcheck: "false" });
      return h("div", { class: "field" }, h("label", { for: `set-${name}` }, name), field);
    }));
  };

  const editor = new Editor(state.rules || FIRST, () => {
    clearTimeout(pause);
    play.disabled = true;
    wanted++;
    pause = window.setTimeout(() => void check(), PAUSE);
  });
  const example = (/** @type {string} */ name, /** @type {string} */ text) => h("button", { type: "button", onclick: () => editor.replace(text) }, name);
  byId("view").replaceChildren(
    h("h2", {}, "Rules: a game of your own"),
    h("p", {}, "A page of Starlark, which is Python's syntax: ", h("code", {}, "initial()"), " gives the first position and ", h("code", {}, "moves(s)"), " the positions that can be moved to. Whoever has no move loses, unless ", h("code", {}, "outcome(s)"), " says otherwise."),
    h("div", { class: "buttons" }, "Begin from ", example("a heap", FIRST), example("a board", BOARD), example("a row that splits", SPLIT)),
    editor.element,
    h("div", { class: "buttons" }, play),
    parameters,
    report,
  );
  await check();
  return { close: () => {
    clearTimeout(pause);
    wanted++;
  } };
}

/**
 * The findings of a check that have a place.
 * @param {any} check
 * @returns {import("./api.js").Span[]}
 */
function spansOf(check) {
  return (check?.findings ?? []).filter((/** @type {any} */ found) => typeof found.line === "number");
}

/**
 * @param {{name: string | null, check: any}} answer
 * @returns {HTMLElement[]}
 */
function summary({ name, check }) {
  if (!check) return [h("p", {}, "No errors.")];
  const moves = Number(check.moves).toLocaleString("en");
  const positions = `${Number(check.positions).toLocaleString("en")} positions${check.whole ? "" : ", and there are more"}`;
  return [
    h("p", {}, `${name ? `${name}: no` : "No"} errors. ${positions}; ${moves} moves. Play ${check.cycles ? "can" : "cannot"} come back to a position.`),
    h("ul", { class: "found" }, (check.findings ?? []).map((/** @type {any} */ found) => h("li", {}, `${found.severity}: ${found.message}${found.position ? `, as at ${found.position}` : ""}`))),
  ];
}
