/** Errors and how the page shows them. @module */

import { h, toCode } from "./dom.js";

/** @typedef {{severity?: string, line: number, column: number, end?: number, message: string, help?: string, notes?: string[]}} Diagnostic */

/** An error of a request: the problem, and what to do about it. */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0: the page found the error itself
   * @param {string} message
   * @param {string} help
   * @param {Diagnostic[]} [diagnostics] the locations in a rules file
   */
  constructor(status, message, help, diagnostics = []) {
    super(message);
    this.status = status;
    this.help = help;
    this.diagnostics = diagnostics;
  }
}

/**
 * Returns the error itself, or, for an error in the code of the page, one that says so.
 * @param {unknown} error
 * @returns {ApiError}
 */
export const toApiError = (error) => (error instanceof ApiError ? error : new ApiError(0, `The page has an error (${error})`, "reload the page"));

/**
 * Makes a text a sentence: with a capital letter and a full stop.
 * @param {string} text
 */
export function toSentence(text) {
  const trimmed = text.trim();
  if (!trimmed) return "";
  return (trimmed[0] ?? "").toUpperCase() + trimmed.slice(1) + (/[.!?:]$/.test(trimmed) ? "" : ".");
}

/**
 * Creates a paragraph that shows an error.
 * @param {unknown} error
 * @returns {HTMLElement}
 */
export function createErrorMessage(error) {
  const { message, help } = toApiError(error);
  // The help of the server names its addresses; here the home has the same list.
  const [advice = "", list] = help.split("`/api/games` lists all");
  return h("p", { class: "error", role: "alert" }, toCode([message, advice].map(toSentence).filter(Boolean).join(" ")), list === undefined ? null : [" ", h("a", { href: "#" }, "All games")]);
}

/**
 * Whether a diagnostic is an error, and not a warning or a note.
 * @param {Diagnostic} diagnostic
 */
export const isError = ({ severity = "error" }) => severity === "error";

/**
 * Describes a diagnostic: its message, its notes and its help.
 * @param {Diagnostic} diagnostic
 */
export const describeDiagnostic = ({ message, notes = [], help = "" }) => [message, ...notes, help].map(toSentence).filter(Boolean).join(" ");
