/** Heaps as rows of stones: choosing a stone shows what taking it and all to its right would do. @module */

import { h } from "./dom.js";
import { moveButton, soon, spoken, strengths } from "./moves.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./moves.js").Shown} Shown */

/** Stones that are drawn one by one; a larger heap is a number. */
const DRAWN = 64;

const GAMES = new Set([
  "nim", "moore", "bash", "bachet", "subtraction", "octal", "kayles", "dawsons-kayles", "dawsons-chess", "officers",
  "treblecross", "grundys-game", "wythoff",
]);

/**
 * The heaps of a position, where the game is one of heaps.
 * @param {string} game
 * @param {string} position
 * @returns {bigint[] | null}
 */
export function heapsOf(game, position) {
  if (!GAMES.has(game.split(":")[0] ?? "") || !/^\d+( \d+)*$/.test(position)) return null;
  return position.split(" ").map(BigInt).filter((size) => size > 0n);
}

/**
 * The moves that take `count` stones from a heap of `size`, or split it so that `count` are apart.
 * @param {Move[]} moves
 * @param {bigint} size
 * @param {bigint} count
 * @param {boolean} alone whether there is no other heap
 */
function choices(moves, size, count, alone) {
  return moves.filter(({ move }) => {
    const take = /^take (\d+)(?: from (\d+|both))?(?:, leave [\d ]+)?$/.exec(move);
    if (take) return BigInt(take[1] ?? 0) === count && (take[2] === undefined ? alone : take[2] === "both" || BigInt(take[2]) === size);
    const to = /^(\d+) to (\d+)$/.exec(move);
    if (to) return BigInt(to[1] ?? 0) === size && size - BigInt(to[2] ?? 0) === count;
    const split = /^split (\d+) into (\d+) (\d+)$/.exec(move);
    return split !== null && BigInt(split[1] ?? 0) === size && split.slice(2).some((part) => BigInt(part ?? 0) === count);
  });
}

/**
 * A number as powers of two, the largest first.
 * @param {bigint} n
 */
export function parts(n) {
  const out = [];
  for (let power = 1n; power <= n; power *= 2n) if (n & power) out.unshift(power);
  return out;
}

/**
 * Draws heaps.
 * @param {Answer} answer
 * @param {bigint[]} heaps
 * @param {Shown & {grouped: boolean}} shown
 * @returns {HTMLElement}
 */
export function heapBoard(answer, heaps, shown) {
  const strong = strengths(answer.moves);
  const alone = heaps.length === 1;
  const preview = h("div", { class: "preview" });
  /** @type {{heap: number, count: bigint} | null} */
  let chosen = null;
  /** @type {((heap: number, count: bigint) => void)[]} */
  const redraw = [];

  /**
   * @param {number} heap
   * @param {bigint} count
   */
  const choose = (heap, count) => {
    const size = heaps[heap] ?? 0n;
    chosen = count > 0n ? { heap, count } : null;
    redraw.forEach((draw) => draw(heap, count));
    const open = choices(answer.moves, size, count, alone);
    if (!chosen) return preview.replaceChildren(hint(answer, shown.disabled, heaps.some((size) => size <= BigInt(DRAWN))));
    if (!open.length) {
      preview.replaceChildren(h("p", {}, `The rules do not allow ${count} from ${size}.`));
      return;
    }
    preview.replaceChildren(
      h("p", {}, open.length > 1 ? "Which of these?" : describe(/** @type {Move} */ (open[0]), shown)),
      ...open.map((move) => moveButton(move, shown, strong, open.length > 1 ? move.move : `Play: ${move.move}`)),
    );
  };

  /**
   * Plays what is chosen, where that is one move.
   * @param {number} heap
   * @param {bigint} count
   */
  const take = (heap, count) => {
    const open = choices(answer.moves, heaps[heap] ?? 0n, count, alone);
    if (open.length === 1 && open[0]) shown.play(open[0]);
    else if (open.length > 1) /** @type {HTMLElement | null} */ (preview.querySelector("button"))?.focus();
  };

  const rows = heaps.map((size, heap) => {
    if (size > BigInt(DRAWN)) return large(size, heap, choose, take, shown.disabled);
    const stones = Array.from({ length: Number(size) }, () => h("span", { class: "stone", "aria-hidden": "true" }));
    if (shown.grouped) {
      let from = 0;
      for (const part of parts(size).slice(0, -1)) {
        from += Number(part);
        stones[from]?.classList.add("part");
      }
    }
    const row = h(
      "div",
      {
        class: "heap", role: "spinbutton", tabindex: shown.disabled ? -1 : 0, "data-key": `heap ${heap}`,
        "aria-label": `heap of ${size}, how many to take`, "aria-valuemin": 0, "aria-valuemax": size, "aria-valuenow": 0,
        "aria-valuetext": "none",
      },
      stones,
    );
    redraw.push((which, count) => {
      const taken = which === heap ? Number(count) : 0;
      const open = taken ? choices(answer.moves, size, BigInt(taken), alone) : [];
      stones.forEach((stone, i) => stone.classList.toggle("taken", i >= stones.length - taken));
      row.classList.toggle("refused", taken > 0 && !open.length);
      row.setAttribute("aria-valuenow", String(taken));
      const only = open.length === 1 ? open[0] : undefined;
      const text = !taken ? "none" : only ? spoken(only, shown) : open.length ? `${taken}, then choose` : `${taken}, not allowed`;
      row.setAttribute("aria-valuetext", text);
    });
    if (shown.disabled) return row;
    stones.forEach((stone, i) => {
      const count = size - BigInt(i);
      stone.addEventListener("click", () => {
        if (chosen?.heap === heap && chosen.count === count) return take(heap, count);
        choose(heap, count);
      });
    });
    row.addEventListener("keydown", (event) => {
      const now = chosen?.heap === heap ? chosen.count : 0n;
      /** @param {bigint} count */
      const to = (count) => {
        event.preventDefault();
        event.stopPropagation();
        choose(heap, count < 0n ? 0n : count > size ? size : count);
      };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowUp") to(now + 1n);
      else if (event.key === "ArrowDown") to(now - 1n);
      else if (event.key === "Home") to(0n);
      else if (event.key === "End") to(size);
      else if (/^[0-9]$/.test(event.key)) {
        const longer = now * 10n + BigInt(event.key);
        to(longer <= size ? longer : BigInt(event.key));
      } else if (event.key === "Escape") to(0n);
      else if (event.key === "Enter" && now > 0n) {
        event.preventDefault();
        take(heap, now);
      }
    });
    return row;
  });
  preview.append(hint(answer, shown.disabled, heaps.some((size) => size <= BigInt(DRAWN))));
  return h("div", { class: "heaps" }, rows.map((row, heap) => h("div", { class: "heap-row" }, h("span", { class: "size", "aria-hidden": "true" }, String(heaps[heap])), row)), preview);
}

/**
 * @param {Answer} answer
 * @param {boolean} disabled
 * @param {boolean} drawn whether some heap is drawn stone by stone
 */
function hint(answer, disabled, drawn) {
  const some = drawn ? "Choose a stone: it goes, with all to its right. Or choose a heap and type a number." : "Type how many to take.";
  return h("p", { class: "quiet" }, disabled || !answer.moves.length ? "" : some);
}

/**
 * What a move leads to, in a sentence.
 * @param {Move} move
 * @param {{values: boolean, remoteness: boolean}} shown
 */
export function describe(move, shown) {
  const { position } = move.after;
  const leaves = position === "0" ? "This takes the last stone." : `This leaves ${position}.`;
  if (!shown.values || move.value === null) return leaves;
  const steps = shown.remoteness ? soon(move) : null;
  const words = { win: "It wins", draw: "It keeps a draw", loss: "It loses against right play" };
  return `${leaves} ${words[move.value]}${steps === null ? "" : `, in ${steps}`}.`;
}

/**
 * A heap too large to draw.
 * @param {bigint} size
 * @param {number} heap
 * @param {(heap: number, count: bigint) => void} choose
 * @param {(heap: number, count: bigint) => void} take
 * @param {boolean} disabled
 */
function large(size, heap, choose, take, disabled) {
  const read = () => (/^\d+$/.test(field.value) ? BigInt(field.value) : 0n);
  const field = h("input", {
    type: "text", inputmode: "numeric", size: 8, "data-key": `heap ${heap}`, disabled, "aria-label": `take how many from ${size}`,
    oninput: () => choose(heap, read()),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && take(heap, read()),
  });
  return h("div", { class: "heap large" }, h("span", { class: "bar", "aria-hidden": "true" }), "take ", field);
}
