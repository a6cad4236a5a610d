/** A solved table: counts by value and remoteness, the longest wins, and the way to play them. @module */

import { get } from "./api.js";
import { byId, h } from "./dom.js";
import { trouble } from "./picker.js";

/** @typedef {import("./picker.js").Shown} Shown */

/**
 * Opens the view.
 * @param {Shown} shown
 */
export async function show({ state, tables, page }) {
  const out = h("div", {});
  const names = tables.map((table) => table.name);
  const name = state.table || names[0] || "";
  const choose = h("select", { id: "which-table", onchange: () => page.go({ table: choose.value }) }, names.map((one) => h("option", { value: one, selected: one === name }, one)));
  byId("view").replaceChildren(
    h("h2", {}, "Table: a game solved whole"),
    names.length > 1 ? h("div", { class: "tools" }, h("div", { class: "field" }, h("label", { for: "which-table" }, "table"), choose)) : "",
    out,
  );
  if (!name) {
    out.replaceChildren(
      h("p", {}, "No table is loaded. Make one, and start the server with it:"),
      h("pre", {}, "grundy build tictactoe -o tictactoe.parquet\ngrundy serve tictactoe.parquet"),
    );
    return { close: () => {} };
  }
  out.append(h("p", { class: "quiet" }, "Working …"));
  try {
    // A table of a graph file, or of a rules file, is a game by the name of the table alone.
    const table = tables.find((one) => one.name === name);
    const game = table?.game ?? name;
    out.replaceChildren(...drawn(await get("/api/stats", [["table", name]]), name, game, table?.rules ?? game));
    page.say(out.querySelector("p")?.textContent ?? "");
  } catch (error) {
    out.replaceChildren(trouble(error));
  }
  return { close: () => {} };
}

/**
 * @param {any} stats
 * @param {string} table
 * @param {string} game
 * @param {string} called
 * @returns {HTMLElement[]}
 */
function drawn(stats, table, game, called) {
  const { win, loss, draw } = stats.histogram ?? { win: {}, loss: {}, draw: 0 };
  /** @type {{value: string, remoteness: string, count: number}[]} */
  const bars = [];
  for (const [value, counts] of [["win", win], ["loss", loss]]) {
    for (const [remoteness, count] of Object.entries(counts ?? {})) bars.push({ value, remoteness, count: Number(count) });
  }
  bars.sort((a, b) => Number(a.remoteness) - Number(b.remoteness) || a.value.localeCompare(b.value));
  if (draw) bars.push({ value: "draw", remoteness: "", count: Number(draw) });
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  /** @param {unknown} n */
  const grouped = (n) => Number(n).toLocaleString("en");
  const rows = bars.flatMap(({ value, remoteness, count }) => {
    const length = h("span", { class: `length ${value}`, "aria-hidden": "true" });
    length.style.width = `${(100 * count) / most}%`;
    return [h("span", {}, remoteness), h("span", {}, value), length, h("span", {}, grouped(count))];
  });
  const longest = /** @type {string[]} */ (stats.longest?.positions ?? []);
  const line = /** @type {string[]} */ (stats.longest?.line ?? []);
  /** @param {string} position @param {string[]} moves */
  const link = (position, moves) => "#" + new URLSearchParams([["game", game], ["position", position], ...moves.map((move) => ["m", move]), ...(moves.length ? [["at", "0"]] : []), ["against", "person"]]).toString();
  return [
    h("p", { class: "said" }, `${called}: ${grouped(stats.positions)} positions; for the player to move ${grouped(stats.win)} won, ${grouped(stats.loss)} lost, ${grouped(stats.draw)} drawn.`),
    stats.start ? h("p", {}, `The start is ${{ win: "won", loss: "lost", draw: "a draw" }[/** @type {"win" | "loss" | "draw"} */ (stats.start.value)]} for the player to move${stats.start.remoteness === null ? "" : `, in ${stats.start.remoteness} moves`}. `, h("a", { href: "#" + new URLSearchParams({ game }).toString() }, "Play it")) : "",
    h("h3", {}, "Positions by remoteness: moves to the end with best play"),
    h("div", { class: "bars" }, h("b", {}, "moves"), h("b", {}, "value"), h("b", {}, ""), h("b", {}, "positions"), rows),
    longest.length ? h("h3", {}, `The longest wins: ${stats.max_remoteness} moves`) : "",
    longest.length ? h("ul", {}, longest.slice(0, 20).map((position, i) => h("li", {}, h("a", { href: link(position, i ? [] : line) }, position), i || !line.length ? "" : `, best play ${line.join(", ")}`))) : "",
    h("p", { class: "quiet" }, table),
  ].filter((part) => part instanceof HTMLElement);
}
