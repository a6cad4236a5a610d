/** The keyboard shortcuts. @module */

/** @typedef {{keys: string[], name: string, description: string, run: (key: string) => void}} Shortcut */

/** Elements that use keys themselves. */
const FIELDS = "input, textarea, select, [contenteditable]";

/** The key of the setting in the storage of the browser. */
const KEY = "character-keys";

/** Whether letters, digits and other characters are shortcuts. Speech input may send them by mistake, so they can be turned off. */
let hasCharacterKeys = readSetting();

function readSetting() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export const areCharactersShortcuts = () => hasCharacterKeys;

/** @param {boolean} value */
export function setCharactersAreShortcuts(value) {
  hasCharacterKeys = value;
  try {
    if (value) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // The browser stores nothing for this page: the setting is lost with the page.
  }
}

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
    if (!hasCharacterKeys && event.key.length === 1 && event.key !== " ") return;
    const shortcut = listShortcuts().find(({ keys }) => keys.includes(event.key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(event.key);
  });
}
