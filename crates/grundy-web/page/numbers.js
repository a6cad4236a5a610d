/** Positions that are lists of numbers: the heaps of heap games and the numbers of the divisor game. @module */

const HEAP_GAMES = new Set([
  "nim", "moore", "bash", "bachet", "subtraction", "octal", "kayles", "dawsons-kayles", "dawsons-chess", "officers",
  "treblecross", "grundys-game", "wythoff",
]);

/** @param {string} game */
export const isHeapGame = (game) => !game.includes(" + ") && HEAP_GAMES.has(game.split(":")[0] ?? "");

/**
 * Returns the places of the heaps that have no equal in another position, such as those that a move made. Each heap there is the equal of one.
 * @param {bigint[]} heaps
 * @param {bigint[] | null} others the heaps of the other position; null if there is none
 * @returns {Set<number>}
 */
export function findUnmatched(heaps, others) {
  if (!others) return new Set();
  const rest = [...others];
  return new Set(heaps.flatMap((size, i) => {
    const same = rest.indexOf(size);
    if (same >= 0) rest.splice(same, 1);
    return same < 0 ? [i] : [];
  }));
}

/**
 * Parses the heaps of a position. Returns null for games without heaps.
 * @param {string} game
 * @param {string} position
 * @returns {bigint[] | null}
 */
export function parseHeaps(game, position) {
  if (!isHeapGame(game) || !/^\d+( \d+)*$/.test(position)) return null;
  return position.split(" ").map(BigInt).filter((size) => size > 0n);
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
