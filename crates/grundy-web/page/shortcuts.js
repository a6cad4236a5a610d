/** The list of the keyboard shortcuts. @module */

import { h } from "./dom.js";
import { areCharactersShortcuts, setCharactersAreShortcuts } from "./keys.js";

/** @typedef {import("./keys.js").Shortcut} Shortcut */

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
    h("label", { class: "checkbox" },
      h("input", { type: "checkbox", checked: areCharactersShortcuts(), onchange: (/** @type {Event} */ event) => setCharactersAreShortcuts(/** @type {HTMLInputElement} */ (event.target).checked) }),
      "Letters, digits and other characters are shortcuts"),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
