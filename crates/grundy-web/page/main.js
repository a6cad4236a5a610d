/** Opens the view that the address names, and keeps the address up to date. @module */

import { checkRules, listGames } from "./api.js";
import { byId } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { getTitle } from "./games.js";
import { listenForKeys } from "./keys.js";
import { parseHash, toHash } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").View} View */
/**
 * What a view can do with the page.
 * @typedef {object} Page
 * @property {() => void} save writes the state to the address, without a new entry in the browser's history
 * @property {(change: Partial<State>) => void} navigate changes the state and opens its view
 * @property {(title: string) => void} setTitle sets the title of the window
 * @property {(text: string) => void} announce announces a text to screen readers
 */

/** @type {State} */
let state = parseHash(location.hash);
/** @type {{close: () => void} | null} */
let view = null;
/** The view of the game, while it is open. @type {import("./play.js").Play | null} */
let play = null;
/** The number of times that a view was opened. */
let openCount = 0;

/** The titles of the views. The view of a game replaces its own. @type {Record<View, string>} */
const TITLES = { home: "Games", play: "Play", sequence: "Sequence", heatmap: "Heat map", table: "Table", rules: "Rules", lesson: "Lesson", theory: "Theory" };

/** @param {string} title */
const setTitle = (title) => (document.title = `${title} · grundy`);

/** @param {string} text */
function announce(text) {
  byId("announce").textContent = text;
}

function save() {
  history.replaceState(null, "", toHash(state));
  updateTabs();
}

/** @param {Partial<State>} change */
function navigate(change) {
  Object.assign(state, change);
  history.pushState(null, "", toHash(state));
  void open();
}

function updateTabs() {
  for (const tab of document.querySelectorAll("nav a")) {
    const name = /** @type {HTMLElement} */ (tab).dataset.view;
    if (name === state.view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    // The other views show the same game, but they are not part of a lesson.
    const target = { ...state, view: /** @type {View} */ (name), lesson: name === "play" ? state.lesson : 0 };
    /** @type {HTMLAnchorElement} */ (tab).href = toHash(target);
  }
}

async function open() {
  const id = ++openCount;
  const isCurrent = () => id === openCount;
  view?.close();
  view = play = null;
  setTitle(TITLES[state.view]);
  updateTabs();
  if (state.rules) {
    const { askToRun, isConfirmed } = await import("./confirmed-rules.js");
    if (!isCurrent()) return;
    if (!isConfirmed(state.rules)) return askToRun(state.rules, () => void open());
  }
  /** @type {Page} */
  const page = { save, navigate, setTitle, announce: (text) => void (isCurrent() && announce(text)) };
  try {
    const catalogue = listGames();
    let rulesName = "";
    if (state.rules && state.view !== "rules") {
      const { game, name } = await checkRules(state.rules);
      if (!isCurrent()) return;
      state.game = game;
      rulesName = name ?? "";
    }
    const { games: entries, tables } = await catalogue;
    if (!isCurrent()) return;
    rulesName ||= tables.find((table) => table.name === state.game)?.rules ?? "";
    if (state.view === "play") {
      const { Play } = await import("./play.js");
      if (!isCurrent()) return;
      play = new Play(state, entries, page, rulesName);
      view = play;
      const started = play.start();
      // Keyboard users continue at the board.
      if (id > 1) play.panels.board.focus({ preventScroll: true });
      await started;
    } else {
      const { show } = await importView(state.view);
      if (!isCurrent()) return;
      if ((state.view === "sequence" || state.view === "heatmap") && !state.rules) setTitle(`${TITLES[state.view]}: ${getTitle(entries, state.game)}`);
      if (id > 1) byId("view").focus({ preventScroll: true });
      view = show({ state, entries, tables, page });
    }
  } catch (error) {
    if (isCurrent()) byId("view").replaceChildren(createErrorMessage(error));
  }
}

/**
 * Imports the module of a view when it is first needed.
 * @param {Exclude<View, "play">} name
 */
function importView(name) {
  switch (name) {
    case "home": return import("./home.js");
    case "sequence": return import("./sequence.js");
    case "heatmap": return import("./heatmap.js");
    case "table": return import("./tables.js");
    case "rules": return import("./rules.js");
    case "lesson": return import("./lesson.js");
    case "theory": return import("./theory.js");
  }
}

/** @returns {import("./keys.js").Shortcut[]} */
function listShortcuts() {
  const help = { keys: ["?"], name: "?", description: "show this list", run: () => void openShortcutList() };
  const game = play;
  if (!game) return [help];
  return [
    { keys: ["b"], name: "b", description: "play the best move", run: () => game.playBest() },
    { keys: [" "], name: "Space", description: "with the focus on the board: play the best move", run: () => game.playBest() },
    { keys: ["ArrowLeft"], name: "←", description: "go to the previous position", run: () => game.goTo((game.session?.at ?? 0) - 1) },
    { keys: ["ArrowRight"], name: "→", description: "go to the next position", run: () => game.goTo((game.session?.at ?? 0) + 1) },
    { keys: ["["], name: "[", description: "go to the previous position, from the board too", run: () => game.goTo((game.session?.at ?? 0) - 1) },
    { keys: ["]"], name: "]", description: "go to the next position, from the board too", run: () => game.goTo((game.session?.at ?? 0) + 1) },
    { keys: ["v"], name: "v", description: "show or hide the values", run: () => game.toggle("values") },
    { keys: ["r"], name: "r", description: "show or hide the number of moves to the end", run: () => game.toggle("remoteness") },
    { keys: ["h"], name: "h", description: "show a hint; again: show the move", run: () => game.showHint() },
    { keys: ["u"], name: "u", description: "take a move back", run: () => game.undo() },
    ...(game.hasColumns ? [{ keys: [..."123456789"], name: "1–9", description: "play this column", run: (/** @type {string} */ key) => game.playColumn(Number(key)) }] : []),
    help,
  ];
}

async function openShortcutList() {
  const { showShortcuts } = await import("./shortcuts.js");
  showShortcuts(listShortcuts());
}

/** The modules that a view imports, so that the browser loads them at once. */
const MODULES = {
  home: ["home", "games", "scene", "numbers", "topics", "boards/index"],
  play: ["play", "boards/index", "games", "headline", "history", "loader", "moves", "nim-lessons", "notes", "numbers", "position", "review", "scene", "session", "start", "surface", "verdict", "why"],
  lesson: ["boards/index", "games", "lesson", "lessons/tools", "moves", "nim-lessons", "numbers", "position", "scene", "surface", "topics", "verdict"],
};

/** @param {"home" | "play" | "lesson"} name */
function preload(name) {
  for (const module of MODULES[name]) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/page/${module}.js` }));
  }
}

listenForKeys(listShortcuts);
byId("help").addEventListener("click", () => void openShortcutList());
byId("skip-link").addEventListener("click", (event) => {
  // Following the link would replace the state in the address.
  event.preventDefault();
  byId("view").focus();
});
addEventListener("popstate", () => {
  state = parseHash(location.hash);
  if (state.view === "play" || state.view === "home" || state.view === "lesson") preload(state.view);
  void open();
});
if (state.view === "play" || state.view === "home" || state.view === "lesson") preload(state.view);
void open();
