/** Heaps as rows of stones or pins. Selecting stones shows the result of taking them; selecting them again takes them. @module */

import { h, svg } from "../dom.js";
import { computeStrengths, createMoveButton, describeMove, describeResult } from "../moves.js";
import { findUnmatched, parseHeaps, splitIntoPowers } from "../numbers.js";
import { createText } from "../scene.js";

/** @typedef {import("../api.js").Answer} Answer */
/** @typedef {import("../api.js").Move} Move */
/** @typedef {import("../moves.js").MoveDisplay & {grouped?: boolean, before: string | null}} HeapDisplay `grouped`: stones stand in columns of groups of 1, 2, 4, 8, … stones */
/** @typedef {{start: bigint, end: bigint}} Run the selected stones of a heap, from `start` up to but without `end` */

/** The largest heap that is drawn as stones. Larger heaps have a text field. */
const MAX_DRAWN = 64;
/** Games in which stones stand in a row and are taken from any part of it. */
const ROW_GAMES = /^(kayles|dawsons-kayles|dawsons-chess|officers|treblecross|octal)\b/;
/** Games in which a move may take from several heaps. */
const WIDE_GAMES = /^(wythoff|moore)\b/;

/**
 * Finds the group of stone `i` of a heap: the stones of one power of two, the largest first.
 * @param {bigint} size
 * @param {bigint} i
 * @returns {Run}
 */
function findGroup(size, i) {
  let start = 0n;
  for (const power of splitIntoPowers(size)) {
    if (i < start + power) return { start, end: start + power };
    start += power;
  }
  return { start, end: size };
}

/** @param {bigint[]} heaps */
const toKey = (heaps) => heaps.filter((size) => size > 0n).map(String).sort().join(" ");

/**
 * Creates the heaps of a position.
 * @param {Answer} answer
 * @param {HeapDisplay} display
 * @returns {HTMLElement | null}
 */
export function createBoard(answer, display) {
  const heaps = parseHeaps(answer.game, answer.position);
  if (!heaps) return null;
  if (!heaps.length) return h("p", { class: "empty-board" }, "No stones are left.");
  const strengths = computeStrengths(answer.moves);
  const isRow = ROW_GAMES.test(answer.game);
  /** The sizes of the groups, from left to right; a heap that lacks one has its place empty. */
  const powers = display.grouped ? [...new Set(heaps.filter((size) => size <= BigInt(MAX_DRAWN)).flatMap(splitIntoPowers))].sort((a, b) => Number(b - a)) : [];
  const isWide = WIDE_GAMES.test(answer.game);
  // In Grundy's game, a move only splits a heap.
  const isSplit = answer.game === "grundys-game";
  const verb = isSplit ? "split off" : "take";
  const noun = isRow ? "pins" : "stones";
  /** @type {Map<string, Move>} the moves by the heaps that they leave */
  const byResult = new Map(answer.moves.map((move) => [toKey(parseHeaps(answer.game, move.after.position) ?? []), move]));
  /** @type {Map<number, Run>} */
  const runs = display.selection?.get("runs") ?? new Map();
  display.selection?.set("runs", runs);
  const preview = h("div", { class: "preview" });
  /** @type {(() => void)[]} */
  const redraw = [];

  /** The move that takes the selected stones. */
  const findMove = () => byResult.get(toKey(heaps.flatMap((size, heap) => {
    const run = runs.get(heap);
    if (!run) return [size];
    if (powers.length) return [size - (run.end - run.start)];
    return isSplit ? [run.start, size - run.start] : [run.start, size - run.end];
  })));

  const instruct = () => {
    const isDrawn = heaps.some((size) => size <= BigInt(MAX_DRAWN));
    const click = isSplit ? "Click a stone: the heap is split in front of it."
      : isRow ? "Click a pin to knock it down, then its neighbours."
      : powers.length ? "Click a stone to take it and those to its right in its group, then the next group."
      : `Click a stone to take it and all to its right.${isWide && heaps.length > 1 ? " Then you can select stones of another heap as well." : ""}`;
    const text = isDrawn ? `${click} Click again to play.` : `Type how many to ${verb}.`;
    return h("p", { class: "muted" }, display.disabled || !answer.moves.length ? "" : text);
  };
  const update = () => {
    redraw.forEach((draw) => draw());
    if (!runs.size) return preview.replaceChildren(instruct());
    const move = findMove();
    if (move) {
      return preview.replaceChildren(h("p", {}, describeResult(move, display)), createMoveButton(move, display, strengths, `Play: ${move.move}`));
    }
    const counts = [...runs].map(([heap, run]) => `${run.end - run.start} of ${heaps[heap]}`).join(" and ");
    const isListed = answer.moves_total === undefined;
    return preview.replaceChildren(h("p", {}, isListed ? `You cannot ${verb} ${counts} ${noun}${isRow ? " there" : ""}.` : "This move is not in the list of moves."));
  };
  /** @param {number} heap @param {Run | null} run */
  const select = (heap, run) => {
    if (!isWide) runs.clear();
    if (run && run.end > run.start) runs.set(heap, run);
    else runs.delete(heap);
    update();
  };
  const playSelected = () => {
    const move = runs.size ? findMove() : undefined;
    if (move) display.play(move);
  };

  /** Selects by a click on stone `i` of a heap. @param {number} heap @param {bigint} i */
  const clickStone = (heap, i) => {
    const size = heaps[heap] ?? 0n;
    const run = runs.get(heap);
    if (powers.length) {
      if (run && i >= run.start && i < run.end) return findMove() ? playSelected() : select(heap, null);
      const group = findGroup(size, i);
      return select(heap, { start: run?.end === group.start ? run.start : i, end: group.end });
    }
    if (!isRow) {
      if (run && run.start === i && findMove()) return playSelected();
      return select(heap, run && run.start === i ? null : { start: i, end: size });
    }
    if (run && i >= run.start && i < run.end) return findMove() ? playSelected() : select(heap, null);
    if (run && (i === run.end || i === run.start - 1n)) return select(heap, { start: i < run.start ? i : run.start, end: i < run.start ? run.end : i + 1n });
    // Where one pin cannot be taken alone, its neighbours fall too.
    for (let length = 1n; length <= 4n; length++) {
      for (let start = i; start >= 0n && start > i - length; start--) {
        if (start + length > size) continue;
        select(heap, { start, end: start + length });
        if (findMove()) return;
      }
    }
    select(heap, { start: i, end: i + 1n });
  };

  const rows = heaps.map((size, heap) => {
    if (size > BigInt(MAX_DRAWN)) return createLargeHeap(size, heap, verb, (count) => select(heap, count > 0n && count <= size ? { start: size - count, end: size } : null), playSelected, runs.get(heap), display.disabled);
    const stones = Array.from({ length: Number(size) }, () => h("span", { class: isRow ? "stone pin" : "stone", "aria-hidden": "true" }));
    const groups = powers.map((power) => {
      const first = Number(size & ~(2n * power - 1n));
      const own = stones.slice(first, first + Number(size & power));
      own.forEach((stone) => stone.classList.add(`part-${power}`));
      const group = h("span", { class: "group", "aria-hidden": "true" }, own);
      group.style.setProperty("--power", String(power));
      return group;
    });
    const row = h("div", {
      class: "heap", role: "spinbutton", tabindex: display.disabled ? -1 : 0, "data-key": `heap ${heap}`,
      "aria-label": `heap of ${size}, how many to ${verb}`, "aria-valuemin": 0, "aria-valuemax": size, "aria-valuenow": 0, "aria-valuetext": "none",
    }, powers.length ? groups : stones);
    redraw.push(() => {
      const run = runs.get(heap);
      const move = run ? findMove() : undefined;
      stones.forEach((stone, i) => stone.classList.toggle("selected", run !== undefined && BigInt(i) >= run.start && BigInt(i) < run.end));
      row.classList.toggle("illegal", run !== undefined && !move);
      const count = run ? run.end - run.start : 0n;
      row.setAttribute("aria-valuenow", String(count));
      row.setAttribute("aria-valuetext", !run ? "none" : move ? describeMove(move, display) : `${count}, not allowed`);
    });
    if (display.disabled) return row;
    stones.forEach((stone, i) => stone.addEventListener("click", () => clickStone(heap, BigInt(i))));
    row.addEventListener("keydown", (event) => {
      const run = runs.get(heap);
      const now = run ? run.end - run.start : 0n;
      /** @param {bigint} count @param {bigint} [end] */
      const change = (count, end = run && isRow ? run.end : size) => {
        event.preventDefault();
        event.stopPropagation();
        const length = count < 0n ? 0n : count > size ? size : count;
        const last = end > size ? size : end < length ? length : end;
        select(heap, { start: last - length, end: last });
      };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowUp") change(now + 1n);
      else if (event.key === "ArrowDown") change(now - 1n);
      else if (event.key === "ArrowLeft" && isRow && run) change(now, run.end - 1n);
      else if (event.key === "ArrowRight" && isRow && run) change(now, run.end + 1n);
      else if (event.key === "Home") change(0n);
      else if (event.key === "End") change(size);
      else if (/^[0-9]$/.test(event.key)) {
        const longer = now * 10n + BigInt(event.key);
        change(longer <= size ? longer : BigInt(event.key));
      } else if (event.key === "Escape") change(0n);
      else if (event.key === "Enter" && runs.size) {
        event.preventDefault();
        playSelected();
      }
    });
    return row;
  });
  update();
  const last = findUnmatched(heaps, display.before === null ? null : parseHeaps(answer.game, display.before));
  return h("div", { class: "heaps" }, rows.map((row, heap) => h("div", { class: last.has(heap) ? "heap-row last" : "heap-row" }, h("span", { class: "size", "aria-hidden": "true" }, String(heaps[heap])), row)), preview);
}

/**
 * Creates a text field for a heap that is too large to draw.
 * @param {bigint} size
 * @param {number} heap
 * @param {string} verb
 * @param {(count: bigint) => void} select
 * @param {() => void} playSelected
 * @param {Run | undefined} run the selected stones
 * @param {boolean} disabled
 */
function createLargeHeap(size, heap, verb, select, playSelected, run, disabled) {
  const field = h("input", {
    type: "text", inputmode: "numeric", size: 8, "data-key": `heap ${heap}`, disabled, "aria-label": `how many to ${verb} from ${size}`, value: run ? String(run.end - run.start) : "",
    oninput: () => select(/^\d+$/.test(field.value) ? BigInt(field.value) : 0n),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && playSelected(),
  });
  return h("div", { class: "heap large" }, h("span", { class: "heap-bar", "aria-hidden": "true" }), `${verb} `, field);
}

/**
 * Draws the heaps for a picture.
 * @param {string} game
 * @param {string} position
 * @returns {import("../scene.js").Scene | null}
 */
export function createScene(game, position) {
  const heaps = parseHeaps(game, position)?.map(Number);
  if (!heaps) return null;
  const perRow = Math.min(12, Math.max(1, ...heaps));
  const isRow = ROW_GAMES.test(game);
  let line = 0;
  const pieces = heaps.flatMap((size) => {
    const first = line;
    line += Math.max(1, Math.ceil(Math.min(size, 60) / perRow));
    return Array.from({ length: Math.min(size, 60) }, (_, i) => ({
      kind: isRow ? "pin-drawing" : "stone-drawing", x: 74 + (i % perRow) * 46, y: 34 + (first + Math.floor(i / perRow)) * 56,
      node: isRow ? svg("path", { d: "M0 -22a8 8 0 0 1 6 13q10 10 6 31h-24q-4 -21 6 -31a8 8 0 0 1 6 -13Z" }) : svg("circle", { r: 20 }),
    }));
  });
  const width = 100 + perRow * 46;
  line = 0;
  const sizes = heaps.map((size) => {
    const text = createText(26, 34 + line * 56, size, "axis");
    line += Math.max(1, Math.ceil(Math.min(size, 60) / perRow));
    return text;
  });
  return { name: "heap-picture", width, height: Math.max(1, line) * 56 + 12, background: sizes, pieces, cells: [] };
}

/**
 * Finds the stones on a board that a move takes: those that were selected, or else those at the end of the heap that changes.
 * @param {HTMLElement} board
 * @param {Answer} before
 * @param {Answer} after
 * @returns {HTMLElement[]}
 */
export function findTaken(board, before, after) {
  const left = parseHeaps(after.game, after.position);
  const heaps = parseHeaps(before.game, before.position);
  const rows = [...board.querySelectorAll(".heap")];
  if (!heaps || !left || rows.length !== heaps.length) return [];
  const total = (/** @type {bigint[]} */ list) => list.reduce((sum, size) => sum + size, 0n);
  const count = Number(total(heaps) - total(left));
  const selected = /** @type {HTMLElement[]} */ ([...board.querySelectorAll(".stone.selected")]);
  if (selected.length === count) return selected;
  /** The heaps that are not there after the move. */
  const changed = [...findUnmatched(heaps, left)].map((i) => ({ size: Number(heaps[i]), i }));
  const kept = [...findUnmatched(left, heaps)].map((i) => Number(left[i])).sort((a, b) => b - a);
  if (changed.length === 1) {
    const stones = /** @type {HTMLElement[]} */ ([...rows[changed[0]?.i ?? 0]?.querySelectorAll(".stone") ?? []]);
    // A row that is split loses the stones between its parts.
    return stones.slice(kept[0] ?? 0, (kept[0] ?? 0) + count);
  }
  // Larger heaps leave larger heaps: a heap whose rest is larger than itself shows nothing.
  return changed.sort((a, b) => b.size - a.size).flatMap(({ i }, n) => /** @type {HTMLElement[]} */ ([...rows[i]?.querySelectorAll(".stone") ?? []].slice(kept[n] ?? 0)));
}

/** @returns {import("../scene.js").Path[]} */
export const createPaths = () => [];

/** @type {import("../scene.js").Setup} */
export const setup = { pieces: [], place: (position) => position, numbers: { noun: "heap", of: "stones", most: (game) => (game.startsWith("wythoff") ? 2 : 30) } };
