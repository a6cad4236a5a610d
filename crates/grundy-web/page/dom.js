/** Elements made from data: text stays text, never markup. @module */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. `class` and attributes by name; `on…` adds a listener; `true` sets an attribute without a value;
 * null, undefined and false leave it out.
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
 * Makes an element of a drawing.
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
 * Puts new children into an element and keeps the focus on the one with the same `data-key`, where there is one; else
 * on `fallback`.
 * @param {HTMLElement} parent
 * @param {(Child | Child[])[]} children
 * @param {HTMLElement | null} [fallback]
 */
export function fill(parent, children, fallback = null) {
  const active = document.activeElement;
  const had = active instanceof HTMLElement && active !== parent && parent.contains(active);
  const key = had ? active.dataset.key : undefined;
  parent.replaceChildren();
  append(parent, children);
  if (!had) return;
  const same = key === undefined ? null : parent.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (same instanceof HTMLElement) same.focus();
  else fallback?.focus();
}

/**
 * The element with this id, which the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element "${id}"`);
  return element;
}
