/** The page: reads the address, opens the view it names, and keeps the address true. @module */

import { ApiError, games, rules } from "./api.js";
import { byId, h } from "./dom.js";
import { listen, showKeys } from "./keys.js";
import { Play } from "./play.js";
import { read, write } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").View} View */

/** @type {State} */
let state = read(location.hash);
/** @type {{close: () => void} | null} */
let view = null;
/** Counts the views opened, so that one that comes late is not shown. */
let opened = 0;

/** @param {string} text */
function say(text) {
  byId("announce").textContent = text;
}

/** The address tells what is shown; the step back in the browser stays where it was. */
function saved() {
  history.replaceState(null, "", write(state));
  tabs();
}

/** @param {Partial<State>} change */
function go(change) {
  Object.assign(state, change);
  history.pushState(null, "", write(state));
  void open();
}

function tabs() {
  for (const tab of document.querySelectorAll("nav a")) {
    const name = /** @type {HTMLElement} */ (tab).dataset.view;
    const current = name === state.view;
    if (current) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    // A view takes the game along, but not the play.
    const to = { ...state, view: /** @type {View} */ (name), lesson: name === "play" ? state.lesson : 0 };
    /** @type {HTMLAnchorElement} */ (tab).href = write(to);
  }
}

async function open() {
  const mine = ++opened;
  view?.close();
  view = null;
  tabs();
  try {
    const catalogue = games();
    let name = "";
    if (state.rules && state.view !== "rules") {
      const own = await rules(state.rules);
      state.game = own.game;
      name = own.name ?? "";
    }
    const { games: entries, tables } = await catalogue;
    name ||= tables.find((table) => table.name === state.game)?.rules ?? "";
    if (mine !== opened) return;
    const page = { saved, go, say };
    if (state.view === "play") {
      const play = new Play(state, entries, page);
      play.rulesName = name;
      view = play;
      const begun = play.begin();
      // One who came by a key or a link of the page goes on from the board.
      if (mine > 1) play.parts.board.focus({ preventScroll: true });
      await begun;
    } else {
      const { show } = await later(state.view);
      if (mine !== opened) return;
      if (mine > 1) byId("view").focus({ preventScroll: true });
      view = await show({ state, entries, tables, page });
    }
  } catch (error) {
    if (mine !== opened) return;
    const [message, help] = error instanceof ApiError ? [error.message, error.help] : [`The page failed: ${error}`, "reload it"];
    byId("view").replaceChildren(h("p", { class: "trouble", role: "alert" }, help ? `${message}: ${help}` : message));
  }
}

/**
 * The views that are loaded when they are wanted.
 * @param {Exclude<View, "play">} name
 */
function later(name) {
  switch (name) {
    case "sequence": return import("./sequence.js");
    case "heatmap": return import("./heatmap.js");
    case "table": return import("./tables.js");
    case "rules": return import("./rules.js");
  }
}

/** @returns {import("./keys.js").Key[]} */
function keys() {
  const help = { key: "?", name: "?", does: "this list", run: () => showKeys(keys()) };
  const play = view instanceof Play ? view : null;
  if (!play) return [help];
  return [
    { key: " ", name: "Space", does: "play the best move", run: () => play.best() },
    { key: "ArrowLeft", name: "←", does: "back through the moves", run: () => play.goTo((play.session?.at ?? 0) - 1) },
    { key: "ArrowRight", name: "→", does: "forward through the moves", run: () => play.goTo((play.session?.at ?? 0) + 1) },
    { key: "v", name: "v", does: "show or hide the values", run: () => play.toggle("values") },
    { key: "r", name: "r", does: "show or hide how soon", run: () => play.toggle("remoteness") },
    { key: "h", name: "h", does: "a hint, then the move", run: () => play.hint() },
    { key: "u", name: "u", does: "take a move back", run: () => play.undo() },
    help,
  ];
}

listen(keys);
byId("help").addEventListener("click", () => showKeys(keys()));
byId("skip").addEventListener("click", (event) => {
  // The address holds the state; a jump must not write over it.
  event.preventDefault();
  byId("view").focus();
});
addEventListener("popstate", () => {
  state = read(location.hash);
  void open();
});
void open();
