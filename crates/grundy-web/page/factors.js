/** Numbers as stones, one for each prime factor: a move leaves some of them out. @module */

import { h } from "./dom.js";
import { describe } from "./heaps.js";
import { moveButton, strengths } from "./moves.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./moves.js").Shown} Shown */

/** Numbers up to this are factored here, by a million divisions at most; larger ones are played by the list of moves. */
const FACTORED = 10n ** 12n;

/**
 * The numbers of a position of the divisor game; null for other games.
 * @param {string} game
 * @param {string} position
 * @returns {bigint[] | null}
 */
export function numbersOf(game, position) {
  return game === "divisor" && /^\d+( \d+)*$/.test(position) ? position.split(" ").map(BigInt) : null;
}

/**
 * The prime factors of a number, ascending, each as often as it divides; null if the number is too large.
 * @param {bigint} number
 * @returns {number[] | null}
 */
export function primesOf(number) {
  if (number > FACTORED) return null;
  const out = [];
  let rest = Number(number);
  for (let p = 2; p * p <= rest; p += p === 2 ? 1 : 2) {
    while (rest % p === 0) {
      out.push(p);
      rest /= p;
    }
  }
  return rest > 1 ? [...out, rest] : out;
}

/**
 * Draws numbers.
 * @param {Answer} answer
 * @param {bigint[]} numbers
 * @param {Shown} shown
 * @returns {HTMLElement}
 */
export function divisorBoard(answer, numbers, shown) {
  const strong = strengths(answer.moves);
  const preview = h("div", { class: "preview" });
  const rows = numbers.map((number) => ({ number, primes: primesOf(number), stones: /** @type {HTMLElement[]} */ ([]) }));

  /** @param {typeof rows[number]} row */
  const draw = (row) => {
    let left = 1;
    row.primes?.forEach((prime, i) => (left *= row.stones[i]?.getAttribute("aria-pressed") === "true" ? 1 : prime));
    const move = answer.moves.find((one) => one.move === `${row.number} to ${left}`);
    preview.replaceChildren(
      ...(move ? [h("p", {}, describe(move, shown)), moveButton(move, shown, strong, `Play: ${move.move}`)] : [hint(answer, shown)]),
    );
  };
  /** @param {typeof rows[number]} row @param {HTMLElement} stone */
  const toggle = (row, stone) => {
    for (const other of rows) {
      for (const one of other.stones) {
        const out = other === row && (one === stone) !== (one.getAttribute("aria-pressed") === "true");
        one.setAttribute("aria-pressed", String(out));
        one.classList.toggle("taken", out);
      }
    }
    draw(row);
  };

  const drawn = rows.map((row, n) => {
    row.stones = (row.primes ?? []).map((prime, i) => {
      const stone = h("button", {
        type: "button", class: "stone prime", disabled: shown.disabled, "data-key": `factor ${n} ${i}`, "aria-pressed": "false",
        "aria-label": `leave out ${prime}, a factor of ${row.number}`, onclick: () => toggle(row, stone),
      }, prime);
      return stone;
    });
    const none = row.primes === null ? "too large to be factored here: choose from the list" : row.primes.length ? "" : "no factor to leave out";
    return h("div", { class: "heap-row" },
      h("span", { class: "size" }, String(row.number)),
      h("div", { class: "heap", role: "group", "aria-label": `the prime factors of ${row.number}` }, row.stones, none && h("span", { class: "quiet" }, none)));
  });
  preview.append(hint(answer, shown));
  return h("div", { class: "heaps" }, drawn, preview);
}

/**
 * @param {Answer} answer
 * @param {Shown} shown
 */
function hint(answer, shown) {
  return h("p", { class: "quiet" }, shown.disabled || !answer.moves.length ? "" : "Each stone is a prime factor. Choose those to leave out of one number: what is left is its divisor.");
}
