/** Creates and fills elements. Text from the server stays text and is never parsed as markup. @module */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. An attribute `on…` adds a listener; `true` sets an attribute without a value; null, undefined and
 * false omit it.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "value" && "value" in element) {
      /** @type {HTMLInputElement} */ (/** @type {unknown} */ (element)).value = String(value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

/**
 * Converts a text to children: the parts between backticks become `code` elements.
 * @param {string} text
 * @returns {Child[]}
 */
export const toCode = (text) => text.split(/`([^`]*)`/).map((part, i) => (i % 2 ? h("code", {}, part) : part));

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the children of an element. If one of the old children had the focus, the new child with the same `data-key`
 * gets it, or else `fallback`.
 * @param {HTMLElement} parent
 * @param {(Child | Child[])[]} children
 * @param {HTMLElement | null} [fallback]
 */
export function fill(parent, children, fallback = null) {
  const active = document.activeElement;
  const hadFocus = active instanceof HTMLElement && active !== parent && parent.contains(active);
  const key = hadFocus ? active.dataset.key : undefined;
  parent.replaceChildren();
  append(parent, children);
  if (!hadFocus) return;
  const next = key === undefined ? null : parent.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (next instanceof HTMLElement) next.focus();
  else fallback?.focus();
}

/**
 * Returns the element with this id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element "${id}"`);
  return element;
}

/**
 * Loads a style sheet that a view needs, once.
 * @param {string} href
 * @returns {Promise<void>}
 */
export function loadStyles(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => resolve() }));
  });
}
