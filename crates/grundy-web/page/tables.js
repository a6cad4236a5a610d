/** A solved table: its positions by outcome and remoteness, the longest wins, and links to play them. @module */

import { get } from "./api.js";
import { byId, h } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { formatMoveCount } from "./moves.js";

/** @typedef {import("./api.js").Outcome} Outcome */
/** @typedef {import("./api.js").TableEntry} TableEntry */
/** @typedef {import("./picker.js").ViewContext} ViewContext */

/** The number of longest wins that are listed. */
const LISTED_WINS = 20;

/**
 * Opens the view.
 * @param {ViewContext} context
 */
export function show({ state, tables, page }) {
  const content = h("div", {});
  const names = tables.map((table) => table.name);
  const name = state.table || names[0] || "";
  const select = h("select", { id: "table", onchange: () => page.navigate({ table: select.value }) }, names.map((each) => h("option", { value: each, selected: each === name }, each)));
  byId("view").replaceChildren(
    h("h2", {}, "Table: a solved game"),
    names.length > 1 ? h("div", { class: "tools" }, h("div", { class: "field" }, h("label", { for: "table" }, "Table"), select)) : "",
    content,
  );
  if (name) {
    content.append(h("p", { class: "muted" }, "Loading …"));
    void load(content, name, tables.find((table) => table.name === name), page);
  } else {
    content.append(
      h("p", {}, "No table is loaded. Build a table and start the server with it:"),
      h("pre", {}, "grundy build tictactoe -o tictactoe.parquet\ngrundy serve tictactoe.parquet"),
    );
  }
  return { close: () => {} };
}

/**
 * Requests the statistics of a table and shows them.
 * @param {HTMLElement} content
 * @param {string} name
 * @param {TableEntry | undefined} table
 * @param {ViewContext["page"]} page
 */
async function load(content, name, table, page) {
  try {
    content.replaceChildren(...createStatistics(await get("/api/stats", [["table", name]]), name, table));
    page.announce(content.querySelector("p")?.textContent ?? "");
  } catch (error) {
    content.replaceChildren(createErrorMessage(error));
  }
}

/** @param {unknown} n */
const formatNumber = (n) => Number(n).toLocaleString("en");

/**
 * Creates the statistics.
 * @param {any} stats
 * @param {string} name
 * @param {TableEntry | undefined} table
 * @returns {HTMLElement[]}
 */
function createStatistics(stats, name, table) {
  // A table of a graph or of a rules file is a game only under the name of the table.
  const game = table?.game ?? name;
  const isMisere = table?.play === "misere";
  /** @param {[string, string][]} params */
  const toLink = (params) => "#" + new URLSearchParams([["game", game], ...(isMisere ? [["misere", "yes"]] : []), ...params]).toString();
  const title = (table?.rules ?? game) + (isMisere ? ", misère" : "");
  const counts = stats.positions_by_remoteness ?? stats.histogram;
  const wins = Object.keys(counts?.win ?? {}).map(Number);
  const positions = /** @type {string[]} */ (stats.longest?.positions ?? []);
  const line = /** @type {string[]} */ (stats.longest?.line ?? []);
  // The moves of best play are known for the first of the longest wins.
  const longest = positions.slice(0, LISTED_WINS).map((position, i) => {
    const moves = i ? [] : line;
    /** @type {[string, string][]} */
    const params = [["position", position], ...moves.map((move) => /** @type {[string, string]} */ (["m", move]))];
    if (moves.length) params.push(["at", "0"]);
    return h("li", {}, h("a", { href: toLink([...params, ["against", "person"]]) }, position), moves.length ? `, best play ${moves.join(", ")}` : "");
  });
  return [
    h("p", { class: "lead" }, `${title}: ${formatNumber(stats.positions)} positions. The player to move wins ${formatNumber(stats.win)}, loses ${formatNumber(stats.loss)} and draws ${formatNumber(stats.draw)} of them.`),
    stats.start && h("p", {}, `${describeStart(stats.start)} `, h("a", { href: toLink([["position", stats.start.position]]) }, "Play it")),
    h("h3", {}, "Positions by the number of moves to the end, with best play"),
    createBars(counts),
    positions.length > 0 && h("h3", {}, `The longest wins: ${formatMoveCount(Math.max(...wins))}`),
    positions.length > 0 && h("ul", {}, longest),
    h("p", { class: "muted" }, name),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {{value: Outcome, remoteness: number | null}} start */
function describeStart({ value, remoteness }) {
  const when = remoteness === null ? "" : ` in ${formatMoveCount(remoteness)}`;
  return { win: `The first player wins${when}.`, loss: `The second player wins${when}.`, draw: "With best play, the game is a draw." }[value];
}

/**
 * Creates a bar for each outcome and remoteness.
 * @param {{win: Record<string, number>, loss: Record<string, number>, draw: number} | null} counts
 */
function createBars(counts) {
  const { win = {}, loss = {}, draw = 0 } = counts ?? {};
  /** @type {{outcome: Outcome, remoteness: string, count: number}[]} */
  const bars = [];
  for (const [outcome, group] of /** @type {const} */ ([["win", win], ["loss", loss]])) {
    for (const [remoteness, count] of Object.entries(group)) bars.push({ outcome, remoteness, count: Number(count) });
  }
  bars.sort((a, b) => Number(a.remoteness) - Number(b.remoteness) || a.outcome.localeCompare(b.outcome));
  if (draw) bars.push({ outcome: "draw", remoteness: "", count: Number(draw) });
  const largest = Math.max(1, ...bars.map((bar) => bar.count));
  return h("div", { class: "bars" },
    ...["moves", "value", "", "positions"].map((heading) => h("b", {}, heading)),
    ...bars.flatMap(({ outcome, remoteness, count }) => {
      const bar = h("span", { class: `bar ${outcome}`, "aria-hidden": "true" });
      bar.style.width = `${(100 * count) / largest}%`;
      return [h("span", {}, remoteness), h("span", {}, outcome), bar, h("span", {}, formatNumber(count))];
    }));
}
