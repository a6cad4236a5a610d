/** The keys of the page, and the list of them. @module */

import { h } from "./dom.js";

/** @typedef {{key: string, name: string, does: string, run: () => void}} Key */

/** Where keys are text or have a use of their own. */
const TAKEN = "input, textarea, select, [contenteditable]";

/**
 * Listens to keys.
 * @param {() => Key[]} keys
 */
export function listen(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("dialog")) return;
    // Checkboxes have no use for letters and arrows; other fields have.
    if (target?.closest(TAKEN) && !(target instanceof HTMLInputElement && target.type === "checkbox" && event.key !== " ")) return;
    if (event.key === " " && target?.closest("button, a, summary")) return;
    const key = keys().find((one) => one.key === event.key);
    if (!key) return;
    event.preventDefault();
    key.run();
  });
}

/**
 * Shows the list of keys.
 * @param {Key[]} keys
 */
export function showKeys(keys) {
  const dialog = h("dialog", { class: "keys", "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("h2", { id: "keys-title" }, "Keys"),
    h("dl", {}, keys.flatMap((key) => [h("dt", {}, h("kbd", {}, key.name)), h("dd", {}, key.does)]),
      h("dt", {}, h("kbd", {}, "Tab")), h("dd", {}, "to heaps, cells, moves and switches"),
      h("dt", {}, h("kbd", {}, "↑ ↓ 0–9")), h("dd", {}, "on a heap: how many to take; Enter takes them"),
    ),
    h("form", { method: "dialog" }, h("button", { class: "main" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
