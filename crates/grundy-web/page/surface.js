/** A board that is played on: a scene under buttons, one for each cell. One cell, or a first and a second one, choose a move. @module */

import { h } from "./dom.js";
import { applyColour, computeStrengths, createMoveButton, describeMove, isKnown, rankMove, sortForDisplay, toMoveLetter } from "./moves.js";
import { drawScene } from "./scene.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./moves.js").MoveDisplay} MoveDisplay */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {import("./scene.js").Path} Path */
/** @typedef {import("./scene.js").Scene} Scene */

/** The distance in pixels after which a pointer drags a piece. */
const DRAG_START = 6;

/**
 * Returns the best of some moves, by outcome and then by strength.
 * @param {Move[]} moves
 * @param {Map<Move, number>} strengths
 */
function findBest(moves, strengths) {
  /** @param {Move} move */
  const score = (move) => rankMove(move) * 10 + (strengths.get(move) ?? 0);
  return moves.reduce((a, b) => (score(b) > score(a) ? b : a));
}

/**
 * Creates the board.
 * @param {Scene} scene
 * @param {Path[]} paths
 * @param {MoveDisplay} display
 * @param {string[]} last the cells of the last move
 * @returns {{element: HTMLElement, groups: SVGElement[]}}
 */
export function createSurface(scene, paths, display, last) {
  const strengths = computeStrengths(paths.map((path) => path.move));
  const { drawing, groups } = drawScene(scene);
  const surface = h("div", { class: `surface ${scene.name}-surface`, role: "group", "aria-label": "board" }, drawing);
  surface.style.setProperty("--ratio", String(scene.width / scene.height));
  surface.style.setProperty("--units", String(scene.width));
  const preview = h("div", { class: "preview" });
  /** The key of the first cell, while a move with two cells is chosen. @type {string} */
  let first = display.selection?.get("first") ?? "";

  /** @param {string} key */
  const findFrom = (key) => paths.filter(({ cells }) => cells[0] === key);
  /** @param {string} key */
  const findTo = (key) => paths.filter(({ cells }) => cells[0] === first && cells[1] === key);

  /** @param {string} key */
  const choose = (key) => {
    if (display.disabled) return;
    const complete = first && first !== key ? findTo(key) : [];
    if (complete.length === 1 && complete[0]) return display.play(complete[0].move);
    if (complete.length > 1) return drawPreview(complete);
    const started = findFrom(key);
    if (started.length === 1 && started[0]?.cells.length === 1) return display.play(started[0].move);
    first = first === key || !started.length ? "" : key;
    display.selection?.set("first", first);
    update();
  };

  const buttons = scene.cells.map((cell) => {
    const button = h("button", { type: "button", class: `cell ${cell.kind ?? ""}`, "data-key": `cell ${cell.key}`, onclick: () => choose(cell.key) });
    const { style } = button;
    style.left = `${(100 * cell.x) / scene.width}%`;
    style.top = `${(100 * cell.y) / scene.height}%`;
    style.width = `${(100 * cell.w) / scene.width}%`;
    style.height = `${(100 * cell.h) / scene.height}%`;
    if (last.includes(cell.key)) button.classList.add("last");
    if (findPiece(scene, cell) >= 0) button.dataset.filled = "";
    return button;
  });
  /** The index of the cell that Tab reaches. */
  let reached = Math.max(0, scene.cells.findIndex((cell) => findFrom(cell.key).length > 0));

  /** @param {Cell} cell @param {HTMLElement} button */
  const updateCell = (cell, button) => {
    const complete = first && first !== cell.key ? findTo(cell.key) : [];
    const here = first ? complete : findFrom(cell.key);
    const isEnabled = !display.disabled && (here.length > 0 || cell.key === first || findFrom(cell.key).length > 0);
    const moves = here.map((path) => path.move);
    const best = display.values && moves.length ? findBest(moves, strengths) : null;
    const description = moves.length === 1 && moves[0] ? describeMove(moves[0], display)
      : moves.length ? `${moves.length} moves${best ? `, best ${describeMove(best, display)}` : ""}` : "";
    button.setAttribute("aria-label", [cell.label, last.includes(cell.key) ? "last move" : "", description].filter(Boolean).join("; "));
    button.classList.remove("win", "draw", "loss", "target", "hinted");
    button.toggleAttribute("aria-disabled", false);
    if (!isEnabled) button.setAttribute("aria-disabled", "true");
    if (cell.key === first) button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
    button.replaceChildren(...(best && isKnown(best) ? [h("span", { class: "letter", "aria-hidden": "true" }, toMoveLetter(best))] : []));
    if (best) applyColour(button, best, strengths.get(best) ?? 1);
    if (complete.length) button.classList.add("target");
    if (moves.some((move) => move.move === display.hinted)) button.classList.add("hinted");
  };
  /** @param {Path[]} chosen */
  const drawPreview = (chosen) => {
    const moves = sortForDisplay(chosen.map((path) => path.move), display);
    preview.replaceChildren(
      ...(moves.length ? [h("p", { class: "muted" }, "Choose the rest of the move, on the board or here:")] : []),
      ...moves.map((move) => createMoveButton(move, display, strengths, move.move)),
    );
  };
  const update = () => {
    scene.cells.forEach((cell, i) => {
      const button = /** @type {HTMLElement} */ (buttons[i]);
      updateCell(cell, button);
      button.tabIndex = i === reached ? 0 : -1;
    });
    drawPreview(first ? findFrom(first) : []);
  };
  update();
  surface.append(...buttons);
  surface.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && first) return choose(first);
    const next = findNeighbour(scene.cells, buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)), event);
    if (next < 0) return;
    event.preventDefault();
    buttons[next]?.focus();
  });
  surface.addEventListener("focusin", (event) => {
    const i = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (i < 0) return;
    buttons.forEach((button, n) => (button.tabIndex = n === i ? 0 : -1));
    reached = i;
  });
  listenForDrags(surface, (key) => {
    if (display.disabled || !findFrom(key).some(({ cells }) => cells.length > 1)) return null;
    const cell = scene.cells.find((each) => each.key === key);
    const index = cell ? findPiece(scene, cell) : -1;
    return {
      group: groups[index] ?? null, scale: scene.width / surface.clientWidth,
      start: () => first !== key && choose(key),
      drop: (/** @type {string} */ target) => target !== key && choose(target),
    };
  });
  return { element: h("div", { class: "board-box" }, surface, scene.note ? h("p", { class: "muted" }, scene.note) : "", preview), groups };
}

/**
 * Returns the index of the piece in a cell, or -1.
 * @param {Scene} scene
 * @param {Cell} cell
 */
const findPiece = ({ pieces }, cell) => pieces.findIndex(({ x, y }) => x >= cell.x && x <= cell.x + cell.w && y >= cell.y && y <= cell.y + cell.h);

/**
 * Returns the index of the cell that an arrow key leads to, or -1.
 * @param {Cell[]} cells
 * @param {number} from
 * @param {KeyboardEvent} event
 */
function findNeighbour(cells, from, { key, ctrlKey, metaKey, altKey }) {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const cell = cells[from];
  if (!direction || !cell || ctrlKey || metaKey || altKey) return -1;
  const [dx = 0, dy = 0] = direction;
  let [best, least] = [from, Infinity];
  cells.forEach((other, i) => {
    const x = other.x + other.w / 2 - cell.x - cell.w / 2;
    const y = other.y + other.h / 2 - cell.y - cell.h / 2;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 1 && aside <= ahead && ahead + 3 * aside < least) [best, least] = [i, ahead + 3 * aside];
  });
  return best;
}

/** @typedef {{group: SVGElement | null, scale: number, start: () => void, drop: (key: string) => void}} Drag */

/**
 * Lets a pointer drag pieces to their cells.
 * @param {HTMLElement} surface
 * @param {(key: string) => Drag | null} begin
 */
function listenForDrags(surface, begin) {
  /** @param {Element | null} element */
  const getKey = (element) => /** @type {HTMLElement | null | undefined} */ (element?.closest(".cell"))?.dataset.key?.slice(5) ?? "";
  /** @type {{drag: Drag, x: number, y: number, isMoving: boolean} | null} */
  let current = null;
  surface.addEventListener("pointerdown", (event) => {
    const drag = event.button === 0 ? begin(getKey(/** @type {Element} */ (event.target))) : null;
    current = drag && { drag, x: event.clientX, y: event.clientY, isMoving: false };
  });
  surface.addEventListener("pointermove", (event) => {
    if (!current) return;
    const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
    if (!current.isMoving && Math.hypot(dx, dy) < DRAG_START) return;
    if (!current.isMoving) {
      current.isMoving = true;
      current.drag.start();
      surface.setPointerCapture(event.pointerId);
      surface.classList.add("dragging");
    }
    const { group, scale } = current.drag;
    if (group) group.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!current) return;
    const { drag, isMoving } = current;
    current = null;
    surface.classList.remove("dragging");
    if (drag.group) drag.group.style.transform = "";
    if (!isMoving) return;
    // The click that follows the drag does not choose a cell.
    surface.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => surface.dispatchEvent(new MouseEvent("click")), 0);
    if (event.type === "pointerup") drag.drop(getKey(document.elementFromPoint(event.clientX, event.clientY)));
  };
  surface.addEventListener("pointerup", end);
  surface.addEventListener("pointercancel", end);
}
