/** The values of single heaps, a row of cells a period, so that what repeats stands in columns. @module */

import { ApiError, get } from "./api.js";
import { byId, h } from "./dom.js";
import { gamePicker, settings, trouble } from "./picker.js";

/** @typedef {import("./picker.js").Shown} Shown */
/** @typedef {{n: number, value: "win" | "loss" | "draw" | null, grundy: number | string | null}} Term */
/** @typedef {{period: number | null, preperiod: number, saltus: number, proved: boolean, theorem?: string, heaps: number}} Found */

/** Heaps among which a period is looked for. */
const LOOK = 20000;
/** Columns of a sequence without a period, and at least how many others have, where the period divides them. */
const COLUMNS = 20;

/**
 * Opens the view.
 * @param {Shown} shown
 */
export async function show({ state, entries, page }) {
  let closed = false;
  const out = h("div", {});
  const picker = gamePicker(state, entries, (entry) => entry.single_heaps || entry.name === "wythoff");
  const to = h("input", { id: "to", type: "number", min: 1, max: 10000, value: state.to });
  const fold = h("input", { id: "fold", type: "number", min: 0, max: 1000, value: state.fold || "", placeholder: "period" });
  byId("view").replaceChildren(
    h("h2", {}, "Sequence: the values of single heaps"),
    h("form", { class: "tools", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      page.go({ ...picker.read(), to: Number(to.value) || 200, fold: Number(fold.value) || 0 });
    } }, picker.fields,
    h("div", { class: "field" }, h("label", { for: "to" }, "heaps up to"), to),
    h("div", { class: "field" }, h("label", { for: "fold" }, "heaps in a row"), fold),
    h("button", { type: "submit", class: "main" }, "Show")),
    out,
  );
  out.append(h("p", { class: "quiet" }, "Working …"));
  try {
    const query = settings(state);
    const answer = await get("/api/sequence", [...query, ["to", String(state.to)]]);
    if (answer.cold_pairs) out.replaceChildren(...coldPairs(state.game, answer.cold_pairs));
    else {
      /** @type {Found | null} */
      let found = null;
      try {
        if (!state.misere && !state.rules) found = await get("/api/period", [["game", state.game], ["limit", String(LOOK)]]);
      } catch (error) {
        // A game may have values and no search for a period; the values are shown all the same.
        if (!(error instanceof ApiError)) throw error;
      }
      if (!closed) out.replaceChildren(...folded(state.game, answer.terms, found, state.fold));
    }
    page.say(out.querySelector("p")?.textContent ?? "");
  } catch (error) {
    out.replaceChildren(trouble(error));
  }
  return { close: () => void (closed = true) };
}

/**
 * What is known of the period, in a sentence.
 * @param {Found | null} found
 */
function sentence(found) {
  if (!found) return "No period is looked for in this game.";
  if (!found.period) return `No period was found among ${found.heaps} heaps. That proves nothing about larger ones.`;
  const saltus = found.saltus ? `, each time greater by ${found.saltus}` : "";
  const from = found.preperiod ? `From heap ${found.preperiod} on the` : "The";
  return `${from} values repeat every ${found.period} heaps${saltus}${found.proved ? ", which is proved" : ", as far as was looked"}.`;
}

/**
 * @param {string} game
 * @param {Term[]} terms
 * @param {Found | null} found
 * @param {number} fold
 */
function folded(game, terms, found, fold) {
  const period = found?.period ?? 0;
  const columns = fold || (period ? period * Math.max(1, Math.floor(COLUMNS / period)) : COLUMNS);
  const least = terms[0]?.n ?? 0;
  const values = terms.map(({ grundy }) => (grundy === null ? null : Number(grundy)));
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  /** @param {number} n the value that the period would give heap `n` */
  const expected = (n) => {
    if (!period || !found) return null;
    let ahead = 0;
    while (n + ahead * period < found.preperiod) ahead++;
    const value = values[n + ahead * period - least];
    return value === undefined || value === null ? null : value - ahead * found.saltus;
  };
  let exceptions = 0;
  const cells = [];
  const first = Math.floor(least / columns) * columns;
  for (let n = first; n <= (terms.at(-1)?.n ?? 0); n++) {
    if ((n - first) % columns === 0) cells.push(h("span", { class: "from", role: "rowheader" }, n));
    const term = terms[n - least];
    if (!term) {
      cells.push(h("span", {}));
      continue;
    }
    const value = values[n - least] ?? null;
    const usual = expected(n);
    const odd = usual !== null && value !== usual;
    if (odd) exceptions++;
    const lost = term.value === "loss";
    const cell = h("span", { class: `term${lost ? " zero" : ""}${odd ? " odd" : ""}`, title: `heap ${n}: ${term.value}${value === null ? "" : `, Grundy value ${value}`}${odd ? "; an exception to the period" : ""}` },
      value ?? (term.value === "loss" ? "P" : term.value === "win" ? "N" : "D"));
    cell.style.setProperty("--strength", `${value === null ? 0 : Math.round((75 * value) / most)}%`);
    cells.push(cell);
  }
  const grid = h("div", { class: "folded", role: "img", "aria-label": `Grundy values of heaps ${least} to ${terms.at(-1)?.n}, ${columns} in a row; the list is in the b-file` }, cells);
  grid.style.setProperty("--columns", String(columns));
  const known = terms.filter((term) => term.grundy !== null);
  return [
    h("p", { class: "said" }, sentence(found)),
    found?.period && found.theorem ? h("p", { class: "quiet" }, `The proof: ${found.theorem}.`) : h("p", {}),
    h("p", { class: "quiet" }, h("span", { class: "swatch zero" }), " value 0: the player to move loses. ",
      exceptions > 0 && h("span", {}, h("span", { class: "swatch odd" }), ` ${exceptions} ${exceptions === 1 ? "exception" : "exceptions"} before the period begins.`)),
    h("div", { class: "folded-scroll", tabindex: 0, role: "group", "aria-label": "the values, row by row" }, grid),
    h("div", { class: "buttons" },
      known.length > 0 && download(game, known.map((term) => `${term.n} ${term.grundy}`))),
  ];
}

/**
 * @param {string} game
 * @param {{index: number, smaller: number | string, larger: number | string}[]} pairs
 */
function coldPairs(game, pairs) {
  return [
    h("p", { class: "said" }, "The pairs that the player to move loses."),
    h("p", { class: "quiet" }, "The smaller heaps grow as n times the golden ratio, the larger by n more. ", h("a", { href: `#view=heatmap&game=${encodeURIComponent(game)}` }, "See them as two rays.")),
    h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, ...["n", "smaller", "larger"].map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", {}, pairs.map((pair) => h("tr", {}, h("td", {}, pair.index), h("td", {}, String(pair.smaller)), h("td", {}, String(pair.larger))))))),
    h("div", { class: "buttons" }, download(game, pairs.map((pair) => `${pair.index} ${pair.smaller}`))),
  ];
}

/**
 * A link that saves lines as a b-file, the form of the On-Line Encyclopedia of Integer Sequences.
 * @param {string} game
 * @param {string[]} lines
 */
function download(game, lines) {
  const url = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/plain" }));
  return h("a", { class: "button", href: url, download: `b-${game.replace(/[^A-Za-z0-9.-]+/g, "-")}.txt` }, "Download as b-file");
}
