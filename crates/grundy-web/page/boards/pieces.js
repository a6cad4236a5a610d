/** Drawings of chess pieces, made for this page. Each is drawn around 0 0, in a square of 100 units. @module */

import { svg } from "../dom.js";

const BASE = "M-28 40h56v-8q0 -5 -6 -6h-44q-6 1 -6 6Z";
/** The outlines, and the lines inside them. @type {Record<string, [string, string]>} */
const SHAPES = {
  p: ["M0 -32a13 13 0 0 1 8 23q13 13 15 35h-46q2 -22 15 -35a13 13 0 0 1 8 -23Z", "M-9 -8H9"],
  r: ["M-24 -32h11v8h8v-8h10v8h8v-8h11v20l-8 7l3 31h-38l3 -31l-8 -7Z", "M-16 -5H16"],
  b: ["M0 -42a6 6 0 0 1 4 10q19 14 19 30q0 10 -10 15l4 13h-34l4 -13q-10 -5 -10 -15q0 -16 19 -30a6 6 0 0 1 4 -10Z", "M0 -20V0M-9 -11H9"],
  n: ["M-17 26q-2 -18 14 -31q-8 1 -14 8l-8 4q-7 -3 -4 -11q7 -17 18 -23l2 -12l9 8q24 3 27 32q1 12 0 25Z", "M-7 -16h.5M14 -8q4 14 3 30"],
  q: ["M-33 -18l14 19l3 -30l16 27l16 -27l3 30l14 -19l-9 44h-48Z", "M-23 14H23"],
  k: ["M0 -8q7 -15 20 -11q15 6 9 24q-4 10 -8 21h-42q-4 -11 -8 -21q-6 -18 9 -24q13 -4 20 11Z", "M0 -10V24M-21 14H21"],
};

/**
 * Draws a piece. Pieces have the same colours in light and dark mode.
 * @param {string} letter a capital letter is White's
 */
export function drawPiece(letter) {
  const [outline, lines] = SHAPES[letter.toLowerCase()] ?? ["", ""];
  const balls = letter.toLowerCase() === "q" ? [[-34, -22], [-16, -33], [16, -33], [34, -22]].map(([cx = 0, cy = 0]) => svg("circle", { cx, cy, r: 5 })) : [];
  const cross = letter.toLowerCase() === "k" ? [svg("path", { class: "king-cross", d: "M0 -22V-44M-9 -36H9" })] : [];
  return svg("g", { class: letter === letter.toUpperCase() ? "white-man" : "black-man" }, ...cross, svg("path", { d: outline }), svg("path", { d: BASE }), ...balls, svg("path", { class: "inner", d: lines }));
}
