/** The keyboard shortcuts, and the list of them. @module */

import { h } from "./dom.js";

/** @typedef {{keys: string[], name: string, description: string, run: (key: string) => void}} Shortcut */

/** Elements that use keys themselves. */
const FIELDS = "input, textarea, select, [contenteditable]";

/**
 * Runs the shortcut of every key that is pressed.
 * @param {() => Shortcut[]} listShortcuts
 */
export function listenForKeys(listShortcuts) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // The field itself, also if it is in a shadow tree, as the editor of rules is.
    const [first] = event.composedPath();
    const target = first instanceof Element ? first : null;
    if (target?.closest("dialog")) return;
    // A checkbox uses only the space bar.
    if (target?.closest(FIELDS) && !(target instanceof HTMLInputElement && target.type === "checkbox" && event.key !== " ")) return;
    // The space bar scrolls the page, unless the board has the focus.
    if (event.key === " " && (target?.closest("button, a, summary") || !target?.closest("section.board"))) return;
    const shortcut = listShortcuts().find(({ keys }) => keys.includes(event.key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(event.key);
  });
}

/**
 * Opens a dialog that lists the shortcuts.
 * @param {Shortcut[]} shortcuts
 */
export function showShortcuts(shortcuts) {
  const dialog = h("dialog", { class: "shortcuts", "aria-labelledby": "shortcuts-title", onclose: () => dialog.remove() },
    h("h2", { id: "shortcuts-title" }, "Keyboard shortcuts"),
    h("dl", {}, shortcuts.flatMap(({ name, description }) => [h("dt", {}, h("kbd", {}, name)), h("dd", {}, description)]),
      h("dt", {}, h("kbd", {}, "Tab")), h("dd", {}, "go to the next heap, cell, move or button"),
      h("dt", {}, h("kbd", {}, "↑ ↓ 0–9")), h("dd", {}, "on a heap: choose how many stones; Enter takes them"),
      h("dt", {}, h("kbd", {}, "← ↑ → ↓")), h("dd", {}, "on a board: go to the next cell; Enter plays there or chooses the piece"),
    ),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
