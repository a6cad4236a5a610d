/** A text field for a rules file, with line numbers and with diagnostics under their lines. @module */

import { h, toCode } from "./dom.js";
import { describeDiagnostic, isError } from "./error.js";

/** @typedef {import("./error.js").Diagnostic} Diagnostic */

/** The largest indentation of a message, in characters. */
const MAX_INDENT = 24;

/** The text field. */
export class Editor {
  /**
   * @param {string} text
   * @param {() => void} onChange
   */
  constructor(text, onChange) {
    this.onChange = onChange;
    this.area = h("textarea", { id: "rules", "aria-label": "rules file", "aria-describedby": "report", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" });
    this.area.value = text;
    this.numbers = h("div", {});
    this.diagnostics = h("div", {});
    this.element = h("div", { class: "editor" },
      h("div", { class: "gutter", "aria-hidden": "true" }, this.numbers), this.area, h("div", { class: "diagnostics", "aria-hidden": "true" }, this.diagnostics));
    this.area.addEventListener("input", () => {
      this.updateLineNumbers();
      this.onChange();
    });
    this.area.addEventListener("scroll", () => this.updateScroll());
    for (const name of ["keyup", "click", "focus"]) this.area.addEventListener(name, () => this.fadeMessages());
    this.updateLineNumbers();
  }

  get text() {
    return this.area.value;
  }

  /** The height of a line, in pixels. */
  get lineHeight() {
    return parseFloat(getComputedStyle(this.area).lineHeight) || 24;
  }

  /**
   * Replaces the text.
   * @param {string} text
   */
  replace(text) {
    this.area.value = text;
    this.updateLineNumbers();
    this.onChange();
  }

  updateLineNumbers() {
    const lines = this.area.value.split("\n").length;
    this.numbers.textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
    this.updateScroll();
  }

  /**
   * Underlines the locations of diagnostics and shows their messages below.
   * @param {Diagnostic[]} diagnostics
   */
  showDiagnostics(diagnostics) {
    const lines = this.area.value.split("\n");
    const { lineHeight } = this;
    /** @type {Map<number, number>} the height of the messages under each line, in pixels */
    const heights = new Map();
    this.area.setAttribute("aria-invalid", String(diagnostics.some(isError)));
    this.diagnostics.replaceChildren();
    for (const diagnostic of diagnostics) {
      const text = lines[diagnostic.line - 1] ?? "";
      const start = Math.max(0, diagnostic.column - 1);
      const end = Math.max(start + 1, (diagnostic.end ?? diagnostic.column + 1) - 1);
      const top = (diagnostic.line - 1) * lineHeight;
      const height = heights.get(diagnostic.line) ?? 0;
      const underline = h("div", { class: "underline" }, text.slice(0, start), h("mark", {}, text.slice(start, end) || " "));
      underline.style.top = `${top}px`;
      const message = h("div", { class: "message", "data-line": diagnostic.line }, toCode(describeDiagnostic(diagnostic)));
      message.style.top = `${top + lineHeight + height}px`;
      message.style.left = `calc(${Math.min(start, MAX_INDENT)} * 1ch)`;
      this.diagnostics.append(underline, message);
      heights.set(diagnostic.line, height + message.offsetHeight + 2);
    }
    this.updateScroll();
    this.fadeMessages();
  }

  /** Moves the line numbers and diagnostics with the text. */
  updateScroll() {
    const { scrollTop, scrollLeft } = this.area;
    this.numbers.style.transform = `translateY(${-scrollTop}px)`;
    this.diagnostics.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }

  /** Fades the messages that cover the line of the cursor. */
  fadeMessages() {
    const line = this.area.value.slice(0, this.area.selectionStart).split("\n").length;
    const { lineHeight } = this;
    for (const message of /** @type {NodeListOf<HTMLElement>} */ (this.diagnostics.querySelectorAll(".message"))) {
      const first = Math.round(message.offsetTop / lineHeight) + 1;
      const last = first + Math.ceil(message.offsetHeight / lineHeight) - 1;
      message.classList.toggle("faded", document.activeElement === this.area && line >= first && line <= last);
    }
  }

  /**
   * Moves the cursor to a diagnostic.
   * @param {Diagnostic} diagnostic
   */
  moveCursorTo(diagnostic) {
    const lines = this.area.value.split("\n").slice(0, diagnostic.line - 1);
    const at = lines.reduce((sum, line) => sum + line.length + 1, 0) + diagnostic.column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.fadeMessages();
  }
}
