/** Heaps as rows of stones. Selecting a stone shows the result of taking it and all stones to its right. @module */

import { h } from "./dom.js";
import { computeStrengths, countMovesToEnd, createMoveButton, describeMove, formatMoveCount, sortForDisplay } from "./moves.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./moves.js").MoveDisplay} MoveDisplay */

/** The largest heap that is drawn as stones. Larger heaps have a text field. */
const MAX_DRAWN = 64;

const GAMES = new Set([
  "nim", "moore", "bash", "bachet", "subtraction", "octal", "kayles", "dawsons-kayles", "dawsons-chess", "officers",
  "treblecross", "grundys-game", "wythoff",
]);

/**
 * Parses the heaps of a position. Returns null for games without heaps.
 * @param {string} game
 * @param {string} position
 * @returns {bigint[] | null}
 */
export function parseHeaps(game, position) {
  if (!GAMES.has(game.split(":")[0] ?? "") || !/^\d+( \d+)*$/.test(position)) return null;
  return position.split(" ").map(BigInt).filter((size) => size > 0n);
}

/**
 * Finds the moves that take `count` stones from a heap of `size`, or that split this heap so that one part has `count`.
 * @param {Move[]} moves
 * @param {bigint} size
 * @param {bigint} count
 * @param {boolean} isOnlyHeap
 */
function findMoves(moves, size, count, isOnlyHeap) {
  return moves.filter(({ move }) => {
    const take = /^take (\d+)(?: from (\d+|both))?(?:, leave [\d ]+)?$/.exec(move);
    if (take) return BigInt(take[1] ?? 0) === count && (take[2] === undefined ? isOnlyHeap : take[2] === "both" || BigInt(take[2]) === size);
    const to = /^(\d+) to (\d+)$/.exec(move);
    if (to) return BigInt(to[1] ?? 0) === size && size - BigInt(to[2] ?? 0) === count;
    const split = /^split (\d+) into (\d+) (\d+)$/.exec(move);
    return split !== null && BigInt(split[1] ?? 0) === size && split.slice(2).some((part) => BigInt(part ?? 0) === count);
  });
}

/**
 * Splits a number into powers of two, the largest first.
 * @param {bigint} n
 */
export function splitIntoPowers(n) {
  const powers = [];
  for (let power = 1n; power <= n; power *= 2n) if (n & power) powers.unshift(power);
  return powers;
}

/**
 * Creates the heaps of a position.
 * @param {Answer} answer
 * @param {bigint[]} heaps
 * @param {MoveDisplay & {grouped: boolean}} display `grouped`: stones stand in groups of 1, 2, 4, 8, … stones
 * @returns {HTMLElement}
 */
export function createHeapBoard(answer, heaps, display) {
  const strengths = computeStrengths(answer.moves);
  const isOnlyHeap = heaps.length === 1;
  // In Grundy's game, a move only splits a heap.
  const verb = answer.moves.length > 0 && answer.moves.every(({ move }) => move.startsWith("split ")) ? "split off" : "take";
  const preview = h("div", { class: "preview" });
  /** @type {{heap: number, count: bigint} | null} */
  let selected = null;
  /** @type {((heap: number, count: bigint) => void)[]} */
  const redraw = [];
  /** @param {bigint} size @param {bigint} count */
  const find = (size, count) => sortForDisplay(findMoves(answer.moves, size, count, isOnlyHeap), display);
  const createInstruction = () => {
    const isDrawn = heaps.some((size) => size <= BigInt(MAX_DRAWN));
    const click = verb === "take"
      ? "Click a stone to select it and all stones to its right."
      : "Click a stone: the heap is split in front of it.";
    const text = isDrawn ? `${click} Or select a heap and type a number.` : `Type how many to ${verb}.`;
    return h("p", { class: "muted" }, display.disabled || !answer.moves.length ? "" : text);
  };

  /**
   * Selects stones and shows the moves with them.
   * @param {number} heap
   * @param {bigint} count
   */
  const select = (heap, count) => {
    const size = heaps[heap] ?? 0n;
    selected = count > 0n ? { heap, count } : null;
    redraw.forEach((draw) => draw(heap, count));
    if (!selected) return preview.replaceChildren(createInstruction());
    const moves = find(size, count);
    if (!moves.length) {
      preview.replaceChildren(h("p", {}, `You cannot ${verb} ${count} of ${size} stones.`));
      return;
    }
    preview.replaceChildren(
      h("p", {}, moves.length > 1 ? "Choose a move:" : describeResult(/** @type {Move} */ (moves[0]), display)),
      ...moves.map((move) => createMoveButton(move, display, strengths, moves.length > 1 ? move.move : `Play: ${move.move}`)),
    );
  };

  /**
   * Plays the move with the selected stones, if there is exactly one.
   * @param {number} heap
   * @param {bigint} count
   */
  const playSelected = (heap, count) => {
    const moves = find(heaps[heap] ?? 0n, count);
    if (moves.length === 1 && moves[0]) display.play(moves[0]);
    else if (moves.length > 1) /** @type {HTMLElement | null} */ (preview.querySelector("button"))?.focus();
  };

  const rows = heaps.map((size, heap) => {
    if (size > BigInt(MAX_DRAWN)) return createLargeHeap(size, heap, verb, select, playSelected, display.disabled);
    const stones = Array.from({ length: Number(size) }, () => h("span", { class: "stone", "aria-hidden": "true" }));
    if (display.grouped) {
      let start = 0;
      for (const power of splitIntoPowers(size).slice(0, -1)) {
        start += Number(power);
        stones[start]?.classList.add("group-start");
      }
    }
    const row = h(
      "div",
      {
        class: "heap", role: "spinbutton", tabindex: display.disabled ? -1 : 0, "data-key": `heap ${heap}`,
        "aria-label": `heap of ${size}, how many to ${verb}`, "aria-valuemin": 0, "aria-valuemax": size, "aria-valuenow": 0,
        "aria-valuetext": "none",
      },
      stones,
    );
    redraw.push((selectedHeap, count) => {
      const selectedCount = selectedHeap === heap ? Number(count) : 0;
      const moves = selectedCount ? find(size, BigInt(selectedCount)) : [];
      stones.forEach((stone, i) => stone.classList.toggle("selected", i >= stones.length - selectedCount));
      row.classList.toggle("illegal", selectedCount > 0 && !moves.length);
      row.setAttribute("aria-valuenow", String(selectedCount));
      const only = moves.length === 1 ? moves[0] : undefined;
      const text = !selectedCount ? "none" : only ? describeMove(only, display) : moves.length ? `${selectedCount}, ${moves.length} moves` : `${selectedCount}, not allowed`;
      row.setAttribute("aria-valuetext", text);
    });
    if (display.disabled) return row;
    stones.forEach((stone, i) => {
      const count = size - BigInt(i);
      stone.addEventListener("click", () => {
        if (selected?.heap === heap && selected.count === count) return playSelected(heap, count);
        select(heap, count);
      });
    });
    row.addEventListener("keydown", (event) => {
      const now = selected?.heap === heap ? selected.count : 0n;
      /** @param {bigint} count */
      const change = (count) => {
        event.preventDefault();
        event.stopPropagation();
        select(heap, count < 0n ? 0n : count > size ? size : count);
      };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowUp") change(now + 1n);
      else if (event.key === "ArrowDown") change(now - 1n);
      else if (event.key === "Home") change(0n);
      else if (event.key === "End") change(size);
      else if (/^[0-9]$/.test(event.key)) {
        const longer = now * 10n + BigInt(event.key);
        change(longer <= size ? longer : BigInt(event.key));
      } else if (event.key === "Escape") change(0n);
      else if (event.key === "Enter" && now > 0n) {
        event.preventDefault();
        playSelected(heap, now);
      }
    });
    return row;
  });
  preview.append(createInstruction());
  return h("div", { class: "heaps" }, rows.map((row, heap) => h("div", { class: "heap-row" }, h("span", { class: "size", "aria-hidden": "true" }, String(heaps[heap])), row)), preview);
}

/**
 * Describes the result of a move in one or two sentences.
 * @param {Move} move
 * @param {{values: boolean, remoteness: boolean}} display
 */
export function describeResult(move, display) {
  const { position } = move.after;
  const result = position === "0" ? "This takes the last stone." : `This leaves ${position}.`;
  if (!display.values || move.value === null) return result;
  const count = display.remoteness ? countMovesToEnd(move) : null;
  const verb = { win: "It wins", draw: "It keeps the draw", loss: "It loses" }[move.value];
  return `${result} ${verb}${count === null ? "" : ` in ${formatMoveCount(count)}`}${move.value === "loss" ? " against best play" : ""}.`;
}

/**
 * Creates a text field for a heap that is too large to draw.
 * @param {bigint} size
 * @param {number} heap
 * @param {string} verb
 * @param {(heap: number, count: bigint) => void} select
 * @param {(heap: number, count: bigint) => void} playSelected
 * @param {boolean} disabled
 */
function createLargeHeap(size, heap, verb, select, playSelected, disabled) {
  const parseField = () => (/^\d+$/.test(field.value) ? BigInt(field.value) : 0n);
  const field = h("input", {
    type: "text", inputmode: "numeric", size: 8, "data-key": `heap ${heap}`, disabled, "aria-label": `how many to ${verb} from ${size}`,
    oninput: () => select(heap, parseField()),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && playSelected(heap, parseField()),
  });
  return h("div", { class: "heap large" }, h("span", { class: "heap-bar", "aria-hidden": "true" }), `${verb} `, field);
}
