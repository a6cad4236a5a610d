/** The first position of a game. @module */

import { describeGame } from "./api.js";
import { findEntry } from "./games.js";

/** @typedef {import("./api.js").Entry} Entry */

/**
 * Returns a first position that fits the parameters of a game, or "" if the game has a start of its own.
 * @param {string} game
 * @param {Entry[]} entries
 * @returns {Promise<string>}
 */
export async function findFirstPosition(game, entries) {
  const entry = findEntry(entries, game);
  if (!entry || entry.start) return "";
  const example = entry.example.position ?? "";
  if (game === entry.example.game || game === entry.name) return example;
  // If the parameters are wrong, the request for the position reports the error.
  return describeGame(game).then((described) => described.example.position ?? example, () => example);
}
