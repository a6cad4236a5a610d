/** Opens the view that the address names, and keeps the address up to date. @module */

import { checkRules, listGames } from "./api.js";
import { byId } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { listenForKeys, showShortcuts } from "./keys.js";
import { Play } from "./play.js";
import { parseHash, toHash } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").View} View */
/**
 * What a view can do with the page.
 * @typedef {object} Page
 * @property {() => void} save writes the state to the address, without a new entry in the browser's history
 * @property {(change: Partial<State>) => void} navigate changes the state and opens its view
 * @property {(text: string) => void} announce announces a text to screen readers
 */

/** @type {State} */
let state = parseHash(location.hash);
/** @type {{close: () => void} | null} */
let view = null;
/** The number of times that a view was opened. */
let openCount = 0;

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
  view = null;
  updateTabs();
  /** @type {Page} */
  const page = { save, navigate, announce: (text) => void (isCurrent() && announce(text)) };
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
      const play = new Play(state, entries, page, rulesName);
      view = play;
      const started = play.start();
      // Keyboard users continue at the board.
      if (id > 1) play.panels.board.focus({ preventScroll: true });
      await started;
    } else {
      const { show } = await importView(state.view);
      if (!isCurrent()) return;
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
    case "sequence": return import("./sequence.js");
    case "heatmap": return import("./heatmap.js");
    case "table": return import("./tables.js");
    case "rules": return import("./rules.js");
  }
}

/** @returns {import("./keys.js").Shortcut[]} */
function listShortcuts() {
  const help = { key: "?", name: "?", description: "show this list", run: () => showShortcuts(listShortcuts()) };
  const play = view instanceof Play ? view : null;
  if (!play) return [help];
  return [
    { key: " ", name: "Space", description: "play the best move", run: () => play.playBest() },
    { key: "ArrowLeft", name: "←", description: "go to the previous position", run: () => play.goTo((play.session?.at ?? 0) - 1) },
    { key: "ArrowRight", name: "→", description: "go to the next position", run: () => play.goTo((play.session?.at ?? 0) + 1) },
    { key: "v", name: "v", description: "show or hide the values", run: () => play.toggle("values") },
    { key: "r", name: "r", description: "show or hide the number of moves to the end", run: () => play.toggle("remoteness") },
    { key: "h", name: "h", description: "show a hint; again: show the move", run: () => play.showHint() },
    { key: "u", name: "u", description: "take a move back", run: () => play.undo() },
    help,
  ];
}

listenForKeys(listShortcuts);
byId("help").addEventListener("click", () => showShortcuts(listShortcuts()));
byId("skip-link").addEventListener("click", (event) => {
  // Following the link would replace the state in the address.
  event.preventDefault();
  byId("view").focus();
});
addEventListener("popstate", () => {
  state = parseHash(location.hash);
  void open();
});
void open();
