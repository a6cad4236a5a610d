/** A scene is a picture of a position: SVG elements, pieces with places, and the cells that a person can choose. @module */

import { svg } from "./dom.js";

/** @typedef {{key: string, x: number, y: number, w: number, h: number, label: string, kind?: string}} Cell a rectangle in units of the scene */
/** @typedef {{kind: string, x: number, y: number, node: SVGElement}} Piece the node is drawn around the point 0 0 */
/**
 * @typedef {object} Scene
 * @property {string} name the CSS class
 * @property {number} width
 * @property {number} height
 * @property {SVGElement[]} background
 * @property {Piece[]} pieces
 * @property {SVGElement[]} [foreground] drawn over the pieces
 * @property {Cell[]} cells
 * @property {string} [note] a sentence below the board
 * @property {(piece: Piece, before: Scene) => {x: number, y: number, delay?: number} | null} [enter] where a new piece comes from
 */
/**
 * How a position is set up: the pieces with their names, and what a position becomes when one is put into a cell; or the numbers that a
 * position consists of; or a date.
 * @typedef {{pieces: [string, string][], place: (position: string, key: string, piece: string) => string,
 *   numbers?: {noun: string, of: string, most: (game: string) => number, least?: bigint}, isDate?: boolean,
 *   check?: (game: string, position: string) => string}} Setup `check` says what is missing for a position of the game, or ""
 */
/** @typedef {{move: import("./api.js").Move, cells: string[]}} Path a move with the keys of the one or two cells that choose it */
/**
 * A kind of board: a module of `boards/`.
 * @typedef {object} BoardKind
 * @property {(game: string, position: string, answer?: import("./api.js").Answer) => Scene | null} createScene
 * @property {(answer: import("./api.js").Answer) => Path[]} createPaths
 * @property {(answer: import("./api.js").Answer, display: import("./position.js").PositionDisplay) => HTMLElement | null} [createBoard] makes the whole board; without it, the scene under buttons
 * @property {(move: string, before: string, after: string) => string[]} [findLastCells] the cells that the last move is marked on
 * @property {(scene: Scene, move: string, before: string, after: string) => void} [addMotion] says where the pieces of a move come from
 * @property {(board: HTMLElement, before: import("./api.js").Answer, after: import("./api.js").Answer) => HTMLElement[]} [findTaken] the elements of a board that a move takes away
 * @property {Setup} [setup] how a position is set up
 */

/** The side of a cell. */
export const UNIT = 100;
const MARGIN = 38;
const EDGE = 8;

/** @param {number} column */
export const toLetter = (column) => String.fromCharCode(97 + column);
/** @param {number} row @param {number} column */
export const toCellName = (row, column) => `${toLetter(column)}${row + 1}`;

/**
 * The places of a grid with names of columns above it and of rows on its left.
 * @param {number} columns
 * @param {number} rows
 * @param {{top?: (string | number)[], left?: (string | number)[]}} [names]
 */
export function createGrid(columns, rows, { top = Array.from({ length: columns }, (_, c) => toLetter(c)), left = Array.from({ length: rows }, (_, r) => r + 1) } = {}) {
  /** @param {number} column */
  const x = (column) => MARGIN + column * UNIT;
  /** @param {number} row */
  const y = (row) => MARGIN + row * UNIT;
  const axes = [
    ...top.map((name, c) => createText(x(c) + UNIT / 2, MARGIN / 2, name, "axis")),
    ...left.map((name, r) => createText(MARGIN / 2, y(r) + UNIT / 2, name, "axis")),
  ];
  return { x, y, axes, columns, rows, width: MARGIN + columns * UNIT + EDGE, height: MARGIN + rows * UNIT + EDGE };
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {string} kind
 */
export const createText = (x, y, text, kind) => svg("text", { x, y, class: kind, "text-anchor": "middle", "dominant-baseline": "central" }, text);

/** A cross of two strokes around 0 0. @param {number} [r] */
export const createCross = (r = 26) => svg("path", { class: "cross", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}` });
/** A ring around 0 0. @param {number} [r] */
export const createRing = (r = 29) => svg("circle", { class: "ring", r });

/**
 * A man: a disc with a cross for the first player and a ring for the second, so that they differ without colour.
 * @param {string} mark
 * @param {number} [r]
 */
export function createMan(mark, r = 38) {
  const isFirst = mark.toLowerCase() === "x";
  const sign = isFirst ? createCross(r * 0.33) : createRing(r * 0.42);
  return svg("g", { class: `man ${isFirst ? "first" : "second"}` }, svg("circle", { class: "disc", r }), sign);
}

/**
 * Draws a scene.
 * @param {Scene} scene
 * @returns {{drawing: SVGElement, groups: SVGElement[]}} `groups` has the elements of the pieces
 */
export function drawScene({ name, width, height, background, pieces, foreground = [] }) {
  const groups = pieces.map(({ kind, node }) => svg("g", { class: `piece ${kind}` }, node));
  const drawing = svg("svg", { class: `scene ${name}`, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...background,
    ...groups.map((group, i) => svg("g", { transform: `translate(${pieces[i]?.x} ${pieces[i]?.y})` }, group)),
    ...foreground);
  return { drawing, groups };
}

/** Whether the reader of the page wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Moves the pieces from their places in an earlier scene to their places now.
 * @param {SVGElement[]} groups
 * @param {Scene} scene
 * @param {Scene} before
 * @param {number} elapsed the time in milliseconds since the motion began
 */
export function animateScene(groups, scene, before, elapsed) {
  if (isStill() || !groups[0]?.animate) return;
  /** @param {Piece} a @param {Piece} b */
  const isSame = (a, b) => a.kind === b.kind && a.x === b.x && a.y === b.y;
  const gone = before.pieces.filter((piece) => !scene.pieces.some((other) => isSame(piece, other)));
  scene.pieces.forEach((piece, i) => {
    if (!scene.enter && before.pieces.some((other) => isSame(piece, other))) return;
    let from = scene.enter?.(piece, before) ?? null;
    if (scene.enter && !from) return;
    if (!from) {
      const [nearest] = gone.filter(({ kind }) => kind === piece.kind).sort((a, b) => measureDistance(a, piece) - measureDistance(b, piece));
      if (nearest) {
        gone.splice(gone.indexOf(nearest), 1);
        from = nearest;
      }
    }
    const { x = piece.x, y = piece.y } = from ?? {};
    const delay = (from && "delay" in from ? Number(from.delay) : 0) - elapsed;
    const start = from ? { transform: `translate(${x - piece.x}px, ${y - piece.y}px)` } : { transform: "scale(.3)", opacity: 0 };
    const duration = from ? 160 + Math.min(260, measureDistance(piece, { x, y }) * 0.45) : 160;
    groups[i]?.animate([start, { transform: "none", opacity: 1 }], { duration, delay, easing: y < piece.y - 150 ? "ease-in" : "ease-out", fill: "backwards" });
  });
}

/** The time in milliseconds in which a piece that is taken disappears. */
const VANISH_TIME = 420;

/**
 * Lets copies of elements that are taken away rise and fade at their places, over whatever is drawn there next.
 * @param {HTMLElement[]} elements
 */
export function vanish(elements) {
  if (isStill() || !elements.length) return;
  const layer = document.createElement("div");
  layer.className = "vanishing";
  layer.setAttribute("aria-hidden", "true");
  elements.forEach((element, i) => {
    const box = element.getBoundingClientRect();
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    copy.classList.remove("selected");
    Object.assign(copy.style, { left: `${box.left + scrollX}px`, top: `${box.top + scrollY}px`, width: `${box.width}px`, height: `${box.height}px` });
    layer.append(copy);
    copy.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(-1.6rem) scale(.6)", opacity: 0 }], { duration: VANISH_TIME, delay: Math.min(180, i * 30), easing: "ease-in", fill: "both" });
  });
  document.body.append(layer);
  setTimeout(() => layer.remove(), VANISH_TIME + 200);
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
const measureDistance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
