/** The editor for a rules file. The server checks the file during typing, and then it can be played. @module */

import { checkRules, findLocated } from "./api.js";
import { confirmRules } from "./confirmed-rules.js";
import { byId, h, toCode } from "./dom.js";
import { Editor } from "./editor.js";
import { createErrorMessage, describeDiagnostic, isError, toApiError, toSentence } from "./error.js";

/** @typedef {import("./error.js").Diagnostic} Diagnostic */
/** @typedef {import("./picker.js").ViewContext} ViewContext */

/** The pause in typing after which the file is checked, in milliseconds. */
const CHECK_DELAY = 350;

const HEAP = `# Bachet's game: take 1, 2 or 3 stones. A player who cannot move loses.
n    = param("n", 21)
take = param("take", [1, 2, 3])
def initial(): return n
def moves(s): return [s - k for k in take if k <= s]
`;

const BOARD = `# Tic-tac-toe: three of your own marks in a row win.
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

const SPLIT = `# Dawson's Kayles: knock down two adjacent pins. This can split a row in two.
def initial(): return 11
def moves(n): return [Sum(a, n - 2 - a) for a in range(n - 1) if a <= n - 2 - a]
`;

/**
 * Opens the view.
 * @param {ViewContext} context
 */
export function show({ state, page }) {
  const report = h("div", { class: "report", role: "status", "aria-live": "polite", id: "report" });
  const parameters = h("div", { class: "tools" });
  const playButton = h("button", { type: "button", class: "primary", disabled: true, onclick: () => play() }, "Play it");
  let game = "";
  /** The number of the last check. Answers to earlier checks are ignored. */
  let checkId = 0;
  let timer = 0;
  /** The default values of the parameters, as text. @type {Map<string, string>} */
  let defaults = new Map();
  /** The parameters whose fields are drawn, as JSON. */
  let drawn = "";
  /** The values that the user changed. */
  const changed = new Map(state.set.map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)]));

  const play = () => {
    page.navigate({ view: "play", game, rules: editor.text, set: listSettings(), position: "", line: [], at: 0, lesson: 0, misere: false, values: true, remoteness: true });
  };

  const check = async () => {
    const id = ++checkId;
    const text = editor.text;
    // The first example replaces the current game only after a change.
    if (text !== state.rules && (state.rules || text !== HEAP)) {
      Object.assign(state, { rules: text, position: "", line: [], at: 0, lesson: 0, misere: false });
    }
    page.save();
    // The view opens with confirmed rules only, and all others are typed or chosen here.
    confirmRules(text);
    try {
      const answer = await checkRules(text);
      if (id !== checkId) return;
      game = answer.game;
      editor.showDiagnostics(findLocated(answer.check?.findings));
      playButton.disabled = false;
      report.replaceChildren(...createSummary(answer));
      drawParameters(answer.parameters ?? {});
    } catch (error) {
      if (id !== checkId) return;
      const { diagnostics } = toApiError(error);
      parameters.replaceChildren();
      drawn = "";
      editor.showDiagnostics(diagnostics);
      const count = diagnostics.filter(isError).length;
      report.replaceChildren(
        count ? h("p", { class: "error" }, count === 1 ? "1 error:" : `${count} errors:`) : createErrorMessage(error),
        createFindings(diagnostics, (diagnostic) => editor.moveCursorTo(diagnostic)),
      );
    }
  };

  /** Removes the result of the last check and starts a new check after a pause in typing. */
  const scheduleCheck = () => {
    clearTimeout(timer);
    checkId++;
    playButton.disabled = true;
    parameters.inert = true;
    editor.showDiagnostics([]);
    showChecking();
    timer = window.setTimeout(() => void check(), CHECK_DELAY);
  };
  const showChecking = () => {
    if (!report.querySelector(".checking")) report.replaceChildren(h("p", { class: "muted checking" }, "Checking …"));
  };

  /** Lists the parameters that differ from their defaults, each `NAME=VALUE`. */
  const listSettings = () => [...defaults.keys()].filter((name) => changed.has(name)).map((name) => `${name}=${changed.get(name)}`);

  /** @param {Record<string, unknown>} values the default values */
  const drawParameters = (values) => {
    // Fields that stay the same keep the focus.
    const json = JSON.stringify(values);
    parameters.inert = false;
    if (json === drawn) return saveSettings();
    drawn = json;
    const before = defaults;
    // A list is edited without its brackets.
    defaults = new Map(Object.entries(values).map(([name, value]) => [name, String(value).replace(/^[[(]|,?[\])]$/g, "")]));
    // A value that was typed for another default is that of another file.
    for (const [name, value] of before) if (defaults.get(name) !== value) changed.delete(name);
    parameters.replaceChildren(...[...defaults].map(([name, value]) => {
      const field = h("input", { id: `set-${name}`, name, value: changed.get(name) ?? value, spellcheck: "false", oninput: () => {
        const text = field.value.trim();
        if (text && text !== value) changed.set(name, text);
        else changed.delete(name);
        saveSettings();
      } });
      return h("div", { class: "field" }, h("label", { for: field.id }, name), field);
    }));
    saveSettings();
  };
  const saveSettings = () => {
    if (!state.rules) return;
    state.set = listSettings();
    page.save();
  };

  const editor = new Editor(state.rules || HEAP, scheduleCheck);
  const createExample = (/** @type {string} */ name, /** @type {string} */ text) => h("button", { type: "button", onclick: () => {
    changed.clear();
    drawn = "";
    editor.replace(text);
  } }, name);
  byId("view").replaceChildren(
    h("h2", {}, "Rules: write your own game"),
    h("p", {}, ...toCode("Write the rules in Starlark, a language with the syntax of Python. `initial()` returns the first position. `moves(s)` returns the positions that a player can move to from the position `s`. A player who cannot move loses, unless `outcome(s)` gives another result."),
      " Everything else is in ", h("a", { href: "#view=theory&topic=rules-files" }, "the reference of rules files"), "."),
    h("div", { class: "buttons" }, "Start from an example: ", createExample("a heap", HEAP), createExample("a board", BOARD), createExample("a row that splits", SPLIT)),
    editor.element,
    h("p", { class: "muted" }, "Tab indents. Press Escape and then Tab to leave the editor."),
    h("div", { class: "buttons" }, playButton),
    parameters,
    report,
  );
  showChecking();
  void check();
  return { close: () => {
    clearTimeout(timer);
    checkId++;
  } };
}

/**
 * Creates the summary of a file without errors.
 * @param {{name: string | null, check: any}} answer
 * @returns {HTMLElement[]}
 */
function createSummary({ name, check }) {
  if (!check) return [h("p", {}, "No errors.")];
  const positions = `${check.whole ? "" : "at least "}${Number(check.positions).toLocaleString("en")} ${check.counted}`;
  const moves = `${Number(check.moves).toLocaleString("en")} moves`;
  const text = `No errors. ${name || "The game"} has ${positions} and ${moves}. A ${check.counted === "components" ? "component" : "position"} ${check.cycles ? "can" : "cannot"} occur twice in a game.`;
  return [h("p", {}, text), createFindings(check.findings ?? [], null)];
}

/**
 * Creates a list of findings. Those with a line have a button that moves the cursor to it.
 * @param {(Partial<Diagnostic> & {message: string, position?: string | null})[]} findings
 * @param {((diagnostic: Diagnostic) => void) | null} moveCursorTo
 */
function createFindings(findings, moveCursorTo) {
  return h("ul", { class: "findings" }, findings.map((finding) => {
    const diagnostic = /** @type {Diagnostic} */ (finding);
    const severity = isError(diagnostic) ? "" : `${diagnostic.severity}: `;
    const text = toSentence(severity + describeDiagnostic(diagnostic));
    return h("li", {},
      moveCursorTo && h("button", { type: "button", class: "link-button", onclick: () => moveCursorTo(diagnostic) }, `line ${diagnostic.line}`), " ",
      toCode(text), finding.position ? ` For example, in the position ${finding.position}.` : "");
  }));
}
