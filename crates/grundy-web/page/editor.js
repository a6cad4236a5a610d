/** The editor for a rules file: CodeMirror with the syntax of Python, and with diagnostics under their lines. @module */

import { h, toCode } from "./dom.js";
import { describeDiagnostic, isError } from "./error.js";
import * as bundle from "./vendor/codemirror.js";

/** @typedef {import("./error.js").Diagnostic} Diagnostic */

const {
  Decoration, EditorState, EditorView, HighlightStyle, StateEffect, StateField, WidgetType, bracketMatching, defaultKeymap, drawSelection, highlightActiveLine,
  history, historyKeymap, indentOnInput, indentUnit, indentWithTab, keymap, lineNumbers, python, syntaxHighlighting, tags,
} = /** @type {any} */ (bundle);

/** A message under a line. */
class Message extends WidgetType {
  /** @param {Diagnostic} diagnostic */
  constructor(diagnostic) {
    super();
    this.diagnostic = diagnostic;
  }

  toDOM() {
    const { diagnostic } = this;
    return h("div", { class: `message ${isError(diagnostic) ? "" : "note"}`, "data-line": diagnostic.line }, toCode(describeDiagnostic(diagnostic)));
  }
}

/** Replaces the diagnostics. */
const setDiagnostics = StateEffect.define();
/** The underlines and messages of the diagnostics. They move with the text. */
const diagnosticsField = StateField.define({
  create: () => Decoration.none,
  update: (/** @type {any} */ decorations, /** @type {any} */ transaction) => {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setDiagnostics)) next = createDecorations(transaction.state.doc, effect.value);
    return next;
  },
  provide: (/** @type {any} */ field) => EditorView.decorations.from(field),
});

/**
 * @param {any} doc
 * @param {Diagnostic[]} diagnostics
 */
function createDecorations(doc, diagnostics) {
  return Decoration.set(diagnostics.flatMap((diagnostic) => {
    const line = doc.line(Math.min(doc.lines, Math.max(1, diagnostic.line)));
    const from = Math.min(line.to, line.from + Math.max(0, diagnostic.column - 1));
    const to = Math.min(line.to, Math.max(from + 1, line.from + (diagnostic.end ?? diagnostic.column + 1) - 1));
    const message = Decoration.widget({ widget: new Message(diagnostic), block: true, side: 1 }).range(line.to);
    return to > from ? [Decoration.mark({ class: "underlined" }).range(from, to), message] : [message];
  }), true);
}

const theme = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--surface)", fontSize: ".95rem" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.6", maxHeight: "34rem", minHeight: "14rem" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", borderRight: "1px solid var(--border)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--link) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--link) 30%, transparent)" },
  ".underlined": { textDecoration: "underline wavy var(--loss) 2px", textUnderlineOffset: "3px" },
  ".message": { fontFamily: "system-ui, sans-serif", fontSize: ".85rem", lineHeight: "1.4", whiteSpace: "normal", borderLeft: "5px solid var(--loss)", padding: ".15rem .5rem", margin: ".1rem .5rem .2rem", maxWidth: "44rem" },
  ".message.note": { borderLeftColor: "var(--draw)" },
});
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], color: "var(--first)", fontWeight: "600" },
  { tag: [tags.string], color: "var(--second)" },
  { tag: [tags.number, tags.bool], color: "var(--accent)" },
  { tag: [tags.comment], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName))], color: "var(--link)" },
]);

/** The editor. */
export class Editor {
  /**
   * @param {string} text
   * @param {() => void} onChange
   */
  constructor(text, onChange) {
    this.element = h("div", { class: "editor", id: "rules" });
    // In a shadow root the style sheets of CodeMirror are allowed by the security policy of the page.
    const root = this.element.attachShadow({ mode: "open" });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: text, extensions: [
        lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(), indentUnit.of("    "), EditorState.tabSize.of(4),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]), python(), syntaxHighlighting(highlight), theme, diagnosticsField,
        EditorView.contentAttributes.of({ "aria-label": "rules file", spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((/** @type {any} */ update) => update.docChanged && onChange()),
      ] }),
    });
  }

  /** @returns {string} */
  get text() {
    return this.view.state.doc.toString();
  }

  /**
   * Replaces the text.
   * @param {string} text
   */
  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /**
   * Underlines the locations of diagnostics and shows their messages below their lines.
   * @param {Diagnostic[]} diagnostics
   */
  showDiagnostics(diagnostics) {
    this.view.contentDOM.setAttribute("aria-invalid", String(diagnostics.some(isError)));
    this.view.dispatch({ effects: setDiagnostics.of(diagnostics) });
  }

  /**
   * Moves the cursor to a diagnostic.
   * @param {Diagnostic} diagnostic
   */
  moveCursorTo(diagnostic) {
    const { doc } = this.view.state;
    const line = doc.line(Math.min(doc.lines, diagnostic.line));
    this.view.focus();
    this.view.dispatch({ selection: { anchor: Math.min(line.to, line.from + diagnostic.column - 1) }, scrollIntoView: true });
  }
}
