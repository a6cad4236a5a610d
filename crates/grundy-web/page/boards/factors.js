/** The numbers of the divisor game as stones, one for each prime factor. A move removes some of them. @module */

import { h, svg } from "../dom.js";
import { computeStrengths, createMoveButton, describeResult } from "../moves.js";
import { findUnmatched } from "../numbers.js";
import { createText } from "../scene.js";

/** @typedef {import("../api.js").Answer} Answer */
/** @typedef {import("../moves.js").MoveDisplay & {before: string | null}} FactorDisplay */

/** The largest number that the page factors, by at most a million divisions. Larger numbers are played from the list of moves. */
const MAX_FACTORED = 10n ** 12n;

/** @param {string} position */
const parseNumbers = (position) => (/^\d+( \d+)*$/.test(position) ? position.split(" ").map(BigInt) : null);

/**
 * Returns the prime factors of a number in ascending order, with multiplicity, or null if the number is too large.
 * @param {bigint} number
 * @returns {number[] | null}
 */
export function factor(number) {
  if (number > MAX_FACTORED) return null;
  const primes = [];
  let rest = Number(number);
  for (let p = 2; p * p <= rest; p += p === 2 ? 1 : 2) {
    while (rest % p === 0) {
      primes.push(p);
      rest /= p;
    }
  }
  return rest > 1 ? [...primes, rest] : primes;
}

/**
 * Creates the numbers of a position.
 * @param {Answer} answer
 * @param {FactorDisplay} display
 * @returns {HTMLElement | null}
 */
export function createBoard(answer, display) {
  const numbers = parseNumbers(answer.position);
  if (!numbers) return null;
  const strengths = computeStrengths(answer.moves);
  const preview = h("div", { class: "preview" });
  /** The selected stones: their places, which are those of one number. @type {Set<string>} */
  const selected = display.selection?.get("factors") ?? new Set();
  display.selection?.set("factors", selected);
  const rows = numbers.map((number) => ({ number, primes: factor(number), stones: /** @type {HTMLElement[]} */ ([]) }));

  /** @param {HTMLElement | undefined} stone */
  const isSelected = (stone) => selected.has(stone?.dataset.key ?? "");
  const update = () => {
    for (const stone of rows.flatMap((row) => row.stones)) {
      stone.setAttribute("aria-pressed", String(isSelected(stone)));
      stone.classList.toggle("selected", isSelected(stone));
    }
    const row = rows.find(({ stones }) => stones.some(isSelected));
    const divisor = row?.primes?.reduce((product, prime, i) => (isSelected(row.stones[i]) ? product : product * prime), 1);
    const move = row && answer.moves.find((each) => each.move === `${row.number} to ${divisor}`);
    preview.replaceChildren(
      ...(move ? [h("p", {}, describeResult(move, display)), createMoveButton(move, display, strengths, `Play: ${move.move}`)] : [createInstruction(answer, display)]),
    );
  };
  /** @param {number} n @param {string} key */
  const toggle = (n, key) => {
    for (const other of selected) if (!other.startsWith(`factor ${n} `)) selected.delete(other);
    if (!selected.delete(key)) selected.add(key);
    update();
  };

  const last = findUnmatched(numbers, display.before === null ? null : parseNumbers(display.before));
  const elements = rows.map((row, n) => {
    row.stones = (row.primes ?? []).map((prime, i) => {
      const key = `factor ${n} ${i}`;
      return h("button", {
        type: "button", class: "stone prime", disabled: display.disabled, "data-key": key, "aria-label": `remove ${prime}, a factor of ${row.number}`,
        onclick: () => toggle(n, key),
      }, prime);
    });
    const note = row.primes === null ? "too large to factor here: choose from the list of moves" : row.primes.length ? "" : "no prime factors";
    return h("div", { class: last.has(n) ? "heap-row last" : "heap-row" },
      h("span", { class: "size" }, String(row.number)),
      h("div", { class: "heap", role: "group", "aria-label": `prime factors of ${row.number}` }, row.stones, note && h("span", { class: "muted" }, note)));
  });
  update();
  return h("div", { class: "heaps" }, elements, preview);
}

/**
 * @param {Answer} answer
 * @param {FactorDisplay} display
 */
function createInstruction(answer, display) {
  const text = "Each stone is a prime factor. Click the factors of one number that you want to remove. The product of the others is the new number.";
  return h("p", { class: "muted" }, display.disabled || !answer.moves.length ? "" : text);
}

/**
 * Draws the numbers for a picture.
 * @param {string} _game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(_game, position) {
  const numbers = parseNumbers(position)?.slice(0, 8);
  if (!numbers) return null;
  const primes = numbers.map((number) => factor(number) ?? []);
  const longest = Math.max(1, ...primes.map((row) => row.length));
  return {
    name: "heap-picture", width: 110 + longest * 76, height: numbers.length * 76 + 14, cells: [],
    background: numbers.map((number, row) => createText(46, 44 + row * 76, String(number), "axis")),
    pieces: primes.flatMap((row, r) => row.map((prime, i) => ({
      kind: "prime-drawing", x: 130 + i * 76, y: 44 + r * 76, node: svg("g", {}, svg("circle", { r: 32 }), createText(0, 2, prime, "on-stone")),
    }))),
  };
}

/** @returns {import("../scene.js").Path[]} */
export const createPaths = () => [];

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [], place: (position) => position, numbers: { noun: "number", of: "", most: () => 30, least: 1n } };
