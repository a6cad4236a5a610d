/** A field for a rules file with numbered lines, and what is wrong written under the line that it is in. @module */

import { h } from "./dom.js";

/** @typedef {import("./api.js").Span} Span */

/** The field. */
export class Editor {
  /**
   * @param {string} text
   * @param {() => void} changed
   */
  constructor(text, changed) {
    this.area = h("textarea", { id: "rules", "aria-label": "rules file", "aria-describedby": "report", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" });
    this.area.value = text;
    this.numbers = h("div", {});
    this.faults = h("div", {});
    /** @type {Span[]} */
    this.spans = [];
    this.element = h("div", { class: "editor" },
      h("div", { class: "gutter", "aria-hidden": "true" }, this.numbers), this.area, h("div", { class: "faults", "aria-hidden": "true" }, this.faults));
    this.area.addEventListener("input", () => {
      this.number();
      changed();
    });
    this.changed = changed;
    this.area.addEventListener("scroll", () => this.place());
    for (const name of ["keyup", "click", "focus"]) this.area.addEventListener(name, () => this.stepAside());
    this.number();
  }

  get text() {
    return this.area.value;
  }

  /**
   * Puts another text in.
   * @param {string} text
   */
  replace(text) {
    this.area.value = text;
    this.number();
    this.show([]);
    this.changed();
  }

  number() {
    const lines = this.area.value.split("\n").length;
    this.numbers.textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
    this.place();
  }

  /**
   * Shows what is wrong.
   * @param {Span[]} spans
   */
  show(spans) {
    this.spans = spans;
    const lines = this.area.value.split("\n");
    const high = parseFloat(getComputedStyle(this.area).lineHeight) || 24;
    /** @type {Map<number, number>} how far down the messages of a line reach */
    const below = new Map();
    this.area.setAttribute("aria-invalid", spans.length ? "true" : "false");
    this.faults.replaceChildren();
    for (const span of spans) {
      const line = lines[span.line - 1] ?? "";
      const from = Math.max(0, span.column - 1);
      const to = Math.max(from + 1, (span.end ?? span.column + 1) - 1);
      const top = (span.line - 1) * high;
      const marked = h("div", { class: "under" }, line.slice(0, from), h("mark", {}, line.slice(from, to) || " "));
      marked.style.top = `${top}px`;
      const fault = h("div", { class: "fault", "data-line": span.line }, span.message, ...[...(span.notes ?? []), span.help].filter(Boolean).map((more) => `; ${more}`));
      fault.style.top = `${top + high + (below.get(span.line) ?? 0)}px`;
      fault.style.left = `calc(${Math.min(from, 24)} * 1ch)`;
      this.faults.append(marked, fault);
      below.set(span.line, (below.get(span.line) ?? 0) + fault.offsetHeight + 2);
    }
    this.place();
    this.stepAside();
  }

  /** Lays numbers and messages where the text has been scrolled to. */
  place() {
    const { scrollTop, scrollLeft } = this.area;
    this.numbers.style.transform = `translateY(${-scrollTop}px)`;
    this.faults.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }

  /** A message lets the line be seen in which one writes. */
  stepAside() {
    const line = this.area.value.slice(0, this.area.selectionStart).split("\n").length;
    const high = parseFloat(getComputedStyle(this.area).lineHeight) || 24;
    for (const fault of /** @type {NodeListOf<HTMLElement>} */ (this.faults.querySelectorAll(".fault"))) {
      const first = Math.round(fault.offsetTop / high) + 1;
      const last = first + Math.ceil(fault.offsetHeight / high) - 1;
      fault.classList.toggle("away", document.activeElement === this.area && line >= first && line <= last);
    }
  }

  /**
   * Puts the cursor where something is wrong.
   * @param {Span} span
   */
  go(span) {
    const lines = this.area.value.split("\n").slice(0, span.line - 1);
    const at = lines.reduce((sum, line) => sum + line.length + 1, 0) + span.column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.stepAside();
  }
}
