/** The values of single heaps. Each row shows one period, so repeated values form columns. @module */

import { get, toParams } from "./api.js";
import { byId, h } from "./dom.js";
import { ApiError, createErrorMessage } from "./error.js";
import { toHash } from "./state.js";
import { createGamePicker } from "./picker.js";
import { formatInfinite } from "./verdict.js";

/** @typedef {import("./picker.js").ViewContext} ViewContext */
/** @typedef {{n: number, value: "win" | "loss" | "draw" | null, grundy: number | string | null, loopy?: (number | string)[]}} Term */
/** @typedef {{period: number | null, preperiod: number, saltus: number, proved: boolean, theorem?: string, heaps: number}} PeriodSearch */

/** The number of heaps in which the server searches for a period. */
const SEARCHED_HEAPS = 20000;
/** The number of columns without a period. A short period is repeated in a row up to this number of columns. */
const COLUMNS = 20;
const LETTER = { win: "N", loss: "P", draw: "D" };

/**
 * Opens the view.
 * @param {ViewContext} context
 */
export function show({ state, entries, page }) {
  const content = h("div", {}, h("p", { class: "muted" }, "Computing …"));
  const picker = createGamePicker(state, entries, (entry) => entry.single_heaps || entry.name === "wythoff");
  const to = h("input", { id: "to", type: "number", min: 1, max: 10000, value: state.to });
  const fold = h("input", { id: "fold", type: "number", min: 0, max: 1000, value: state.fold || "", placeholder: "period" });
  byId("view").replaceChildren(
    h("h2", {}, "Sequence: the values of single heaps"),
    h("form", { class: "tools", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      page.navigate({ ...picker.read(), to: Number(to.value) || 200, fold: Number(fold.value) || 0 });
    } }, picker.fields,
    h("div", { class: "field" }, h("label", { for: "to" }, "Largest heap"), to),
    h("div", { class: "field" }, h("label", { for: "fold" }, "Heaps per row"), fold),
    h("button", { type: "submit", class: "primary" }, "Show")),
    content,
  );
  // The state changes when another view opens, so the requests use a copy.
  void load(content, { ...state }, page);
  return { close: () => {} };
}

/**
 * Requests the values and shows them.
 * @param {HTMLElement} content
 * @param {ViewContext["state"]} state
 * @param {ViewContext["page"]} page
 */
async function load(content, state, page) {
  const { game, fold } = state;
  try {
    const answer = await get("/api/sequence", [...toParams(state), ["to", String(state.to)]]);
    if (answer.cold_pairs) content.replaceChildren(...createColdPairs(game, answer.cold_pairs));
    else content.replaceChildren(...createFolded(state, answer.terms, await searchPeriod(state), fold));
    page.announce(content.querySelector("p")?.textContent ?? "");
  } catch (error) {
    content.replaceChildren(createErrorMessage(error));
  }
}

/**
 * Searches for the period of a game. Returns null if there is no such search in this game, and the error of a search that failed.
 * @param {ViewContext["state"]} state
 * @returns {Promise<PeriodSearch | ApiError | null>}
 */
async function searchPeriod({ game, misere, rules }) {
  if (misere || rules) return null;
  try {
    return await get("/api/period", [["game", game], ["limit", String(SEARCHED_HEAPS)]]);
  } catch (error) {
    if (error instanceof ApiError) return error.status === 400 || error.status === 404 ? null : error;
    throw error;
  }
}

/**
 * Describes the period in one or two sentences.
 * @param {PeriodSearch | ApiError | null} search
 */
function describePeriod(search) {
  if (!search) return "There is no search for a period in this game.";
  if (search instanceof ApiError) return `The period was not searched for: ${search.message}.`;
  const { period, preperiod, saltus, proved, heaps } = search;
  if (!period) return `The first ${heaps.toLocaleString("en")} heaps show no period. Larger heaps may still have one.`;
  const start = preperiod ? `From heap ${preperiod} on, ` : "";
  const rule = period === 1
    ? saltus ? `each value is ${saltus} more than the one before` : "all values are equal"
    : `the values repeat every ${period} heaps${saltus ? `, increased by ${saltus} each time` : ""}`;
  const sentence = `${start}${rule}`;
  const status = proved ? "This is proved." : `This is not proved; it holds for the first ${heaps.toLocaleString("en")} heaps.`;
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}. ${status}`;
}

/**
 * Describes the proof of a period. Where the name of the theorem has symbols, what it says of this period, with its source.
 * @param {string} theorem
 * @param {PeriodSearch} search
 */
function describeProof(theorem, { period, preperiod }) {
  const source = /^matches from n0.*(\(.*\))$/.exec(theorem)?.[1];
  return source ? `each heap${preperiod ? ` from ${preperiod} on` : ""} has the value of the heap ${period} larger ${source}` : theorem;
}

/**
 * Creates the rows of values. Each is a link to its heap; the arrow keys walk over them.
 * @param {ViewContext["state"]} state
 * @param {Term[]} terms
 * @param {PeriodSearch | ApiError | null} found
 * @param {number} fold
 * @returns {HTMLElement[]}
 */
function createFolded(state, terms, found, fold) {
  const search = found instanceof ApiError ? null : found;
  const period = search?.period ?? 0;
  const columns = fold || (period ? period * Math.max(1, Math.floor(COLUMNS / period)) : COLUMNS);
  const firstHeap = terms[0]?.n ?? 0;
  const lastHeap = terms.at(-1)?.n ?? 0;
  const values = terms.map(({ grundy }) => (grundy === null ? null : Number(grundy)));
  const largest = Math.max(1, ...values.map((value) => value ?? 0));
  /** @param {number} n the value of heap `n` if the period began at the first heap */
  const predict = (n) => {
    if (!period || !search) return null;
    let periods = 0;
    while (n + periods * period < search.preperiod) periods++;
    const value = values[n + periods * period - firstHeap];
    return value === undefined || value === null ? null : value - periods * search.saltus;
  };
  let exceptions = 0;
  const cells = [];
  const start = Math.floor(firstHeap / columns) * columns;
  for (let n = start; n <= lastHeap; n++) {
    if ((n - start) % columns === 0) cells.push(h("span", { class: "row-start" }, n));
    const term = terms[n - firstHeap];
    if (!term) {
      cells.push(h("span", {}));
      continue;
    }
    const value = values[n - firstHeap] ?? null;
    const predicted = predict(n);
    const isException = predicted !== null && value !== predicted;
    if (isException) exceptions++;
    const title = [`heap ${n}: ${term.value ?? "unknown"}`, value !== null && `Grundy value ${value}`, term.loopy && `Grundy value ${formatInfinite(term.loopy)}`, isException && "an exception to the period"].filter(Boolean).join(", ");
    const heap = { ...state, view: /** @type {const} */ ("play"), position: String(n), line: [], at: 0, lesson: 0, values: true, remoteness: true };
    const cell = h("a", { href: toHash(heap), tabindex: n === firstHeap ? 0 : -1, "aria-label": title, class: `term${term.value === "loss" ? " p-position" : ""}${isException ? " exception" : ""}`, title },
      value ?? (term.loopy ? "∞" : term.value ? LETTER[term.value] : "?"));
    cell.style.setProperty("--strength", `${value === null ? 0 : Math.round((75 * value) / largest)}%`);
    cells.push(cell);
  }
  const grid = h("div", { class: "folded", role: "group", "aria-label": `values of heaps ${firstHeap} to ${lastHeap}, ${columns} in a row; the b-file is the list of values`, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const links = /** @type {HTMLElement[]} */ ([...grid.querySelectorAll(".term")]);
    const next = step && links[links.indexOf(/** @type {HTMLElement} */ (event.target)) + step];
    if (!next) return;
    event.preventDefault();
    links.forEach((link) => (link.tabIndex = link === next ? 0 : -1));
    next.focus();
  } }, cells);
  grid.style.setProperty("--columns", String(columns));
  const known = terms.filter((term) => term.grundy !== null);
  return [
    h("p", { class: "lead" }, describePeriod(found)),
    search?.period && search.theorem ? h("p", { class: "muted" }, `Proof: ${describeProof(search.theorem, search)}.`) : h("p", {}),
    h("p", { class: "muted" }, h("span", { class: "swatch p-position" }), " The player to move loses. ",
      exceptions > 0 && h("span", {}, h("span", { class: "swatch exception" }), ` ${exceptions} ${exceptions === 1 ? "exception" : "exceptions"} before the period begins.`)),
    h("div", { class: "folded-scroll" }, grid),
    h("div", { class: "buttons" },
      known.length > 0 && createDownload(state.game, known.map((term) => `${term.n} ${term.grundy}`))),
  ];
}

/**
 * Creates the table of the cold pairs of Wythoff's game.
 * @param {string} game
 * @param {{index: number, smaller: number | string, larger: number | string}[]} pairs
 * @returns {HTMLElement[]}
 */
function createColdPairs(game, pairs) {
  return [
    h("p", { class: "lead" }, "The cold pairs: with these two heaps, the player to move loses."),
    h("p", { class: "muted" }, "In pair n, the smaller heap is n times the golden ratio 1.618…, rounded down. The larger heap is the smaller one plus n. ", h("a", { href: `#view=heatmap&game=${encodeURIComponent(game)}` }, "Show the pairs on the heat map")),
    h("div", { class: "scroll-x" }, h("table", {}, h("thead", {}, h("tr", {}, ...["n", "smaller heap", "larger heap"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, pairs.map((pair) => h("tr", {}, h("td", {}, pair.index), h("td", {}, String(pair.smaller)), h("td", {}, String(pair.larger))))))),
    h("div", { class: "buttons" }, createDownload(game, pairs.map((pair) => `${pair.index} ${pair.smaller}`))),
  ];
}

/**
 * Creates a link that saves lines as a b-file, the format of the On-Line Encyclopedia of Integer Sequences.
 * @param {string} game
 * @param {string[]} lines
 */
function createDownload(game, lines) {
  const url = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/plain" }));
  return h("a", { class: "button", href: url, download: `b-${game.replace(/[^A-Za-z0-9.-]+/g, "-")}.txt` }, "Download as b-file");
}
