/** All positions of two heaps as a square: P-positions are orange, and Grundy values set the strength of the blue. @module */

import { get, toParams } from "./api.js";
import { byId, h } from "./dom.js";
import { createErrorMessage } from "./error.js";
import { createGamePicker } from "./picker.js";
import { formatInfinite } from "./verdict.js";

/** @typedef {import("./picker.js").ViewContext} ViewContext */

/** The longest side of the map, in CSS pixels. */
const MAX_SIDE = 640;
/** The least size of a cell with a number, in CSS pixels. */
const MIN_NUMBERED = 18;

/**
 * Opens the view.
 * @param {ViewContext} context
 */
export function show({ state, entries, page }) {
  const content = h("div", {}, h("p", { class: "muted" }, "Computing …"));
  const picker = createGamePicker(state, entries, (entry) => entry.two_heaps);
  const size = h("input", { id: "size", type: "number", min: 1, max: 1000, value: state.size });
  const examples = ["nim", "wythoff", "subtraction:1,3,4", "kayles"].flatMap((game, i) => [i ? ", " : "", h("a", { href: `#view=heatmap&game=${encodeURIComponent(game)}&size=${state.size}` }, game)]);
  byId("view").replaceChildren(
    h("h2", {}, "Heat map: two heaps"),
    h("form", { class: "tools", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      page.navigate({ ...picker.read(), size: Number(size.value) || 30 });
    } }, picker.fields, h("div", { class: "field" }, h("label", { for: "size" }, "Largest heap"), size), h("button", { type: "submit", class: "primary" }, "Show")),
    h("p", { class: "muted" }, "Examples: ", examples),
    content,
  );
  void load(content, { ...state }, page);
  return { close: () => {} };
}

/**
 * Requests the values and shows them.
 * @param {HTMLElement} content
 * @param {ViewContext["state"]} state
 * @param {ViewContext["page"]} page
 */
async function load(content, state, page) {
  try {
    const answer = await get("/api/heatmap", [...toParams(state), ["size", String(state.size)]]);
    content.replaceChildren(...createMap(answer, state.game, page));
    page.announce(content.querySelector("p")?.textContent ?? "");
  } catch (error) {
    content.replaceChildren(createErrorMessage(error));
  }
}

// The colours of a style sheet change with light and dark mode, but those on a canvas stay.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => document.querySelector(".map-scroll canvas")?.dispatchEvent(new Event("repaint")));

/**
 * Returns a colour of the style sheet.
 * @param {string} name
 */
const getColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Creates the map.
 * @param {{grundy: (number | string | null)[][], loopy?: ((number | string)[] | null)[][], values: string[], least: number}} answer `values` has rows of the letters P, N and D
 * @param {string} game
 * @param {ViewContext["page"]} page
 * @returns {HTMLElement[]}
 */
function createMap({ grundy, loopy, values, least }, game, page) {
  const count = values.length;
  const scale = Math.max(1, Math.min(3, Math.round(devicePixelRatio || 1)));
  const width = Math.min(MAX_SIDE, byId("view").clientWidth - 62);
  /** The side of a cell, in pixels of the canvas. */
  const step = Math.max(1, Math.floor((width * scale) / count));
  const label = `two heaps of ${game}, from ${least} to ${least + count - 1}: choose a position with the arrow keys and play it with Enter`;
  const canvas = h("canvas", { width: count * step, height: count * step, tabindex: 0, role: "application", "aria-roledescription": "heat map", "aria-label": label });
  const readout = h("p", { class: "muted", "aria-live": "polite" }, "Point at a position, or choose one with the arrow keys. Click it or press Enter to play it.");
  const largest = grundy.reduce((max, row) => row.reduce((/** @type {number} */ rowMax, value) => Math.max(rowMax, Number(value ?? 0)), max), 1);
  canvas.style.width = `${(count * step) / scale}px`;
  let [row, column] = [0, 0];

  /** @param {number} i @param {number} j */
  const isLost = (i, j) => values[i]?.[j] === "P";
  /** The map without the frame of the chosen cell. Painting it takes long, because it may have a million cells. */
  const map = h("canvas", { width: canvas.width, height: canvas.height });
  const paintMap = () => {
    const context = map.getContext("2d");
    if (!context) return;
    const [loss, win, draw, background, text] = ["--loss", "--win", "--draw", "--mix", "--text"].map(getColour);
    context.globalAlpha = 1;
    context.fillStyle = background ?? "";
    context.fillRect(0, 0, map.width, map.height);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        // The position 0 0 is at the bottom left, as in a graph of a function.
        const [x, y] = [j * step, (count - 1 - i) * step];
        const value = grundy[i]?.[j] ?? null;
        context.globalAlpha = isLost(i, j) ? 1 : value === null ? 0.2 : 0.12 + (0.83 * Number(value)) / largest;
        context.fillStyle = (isLost(i, j) ? loss : values[i]?.[j] === "D" ? draw : win) ?? "";
        context.fillRect(x, y, step, step);
        const shown = loopy?.[i]?.[j] ? "∞" : value;
        if (step >= MIN_NUMBERED * scale && shown !== null) {
          context.globalAlpha = 1;
          context.fillStyle = (isLost(i, j) ? "#000" : text) ?? "";
          context.font = `${Math.floor(step * 0.45)}px sans-serif`;
          context.textAlign = "center";
          context.textBaseline = "middle";
          context.fillText(String(shown), x + step / 2, y + step / 2);
        }
      }
    }
  };
  const draw = () => {
    const context = canvas.getContext("2d");
    if (!context) return;
    context.drawImage(map, 0, 0);
    context.strokeStyle = getColour("--text");
    context.lineWidth = 2;
    // The frame of a small cell is outside the cell.
    const margin = step < 6 ? 3 : -1;
    context.strokeRect(column * step - margin, (count - 1 - row) * step - margin, step + 2 * margin, step + 2 * margin);
  };
  /** @param {number} i @param {number} j */
  const choose = (i, j) => {
    [row, column] = [Math.min(count - 1, Math.max(0, i)), Math.min(count - 1, Math.max(0, j))];
    const numbers = loopy?.[row]?.[column];
    const value = numbers ? formatInfinite(numbers) : grundy[row]?.[column];
    const outcome = isLost(row, column) ? "the player to move loses (P-position)" : values[row]?.[column] === "D" ? "a draw" : "the player to move wins (N-position)";
    readout.textContent = `${row + least} ${column + least}: ${outcome}${value === null || value === undefined ? "" : `, Grundy value ${value}`}`;
    draw();
  };
  /** @param {MouseEvent} event */
  const choosePointed = (event) => {
    const box = canvas.getBoundingClientRect();
    const cell = box.width / count;
    choose(count - 1 - Math.floor((event.clientY - box.top) / cell), Math.floor((event.clientX - box.left) / cell));
  };
  const play = () => page.navigate({ view: "play", position: `${row + least} ${column + least}`, line: [], at: 0, lesson: 0, values: true, remoteness: true });
  canvas.addEventListener("mousemove", choosePointed);
  canvas.addEventListener("click", (event) => {
    choosePointed(event);
    play();
  });
  canvas.addEventListener("keydown", (event) => {
    const change = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (change) {
      event.preventDefault();
      choose(row + (change[0] ?? 0), column + (change[1] ?? 0));
    } else if (event.key === "Enter") play();
  });
  const repaint = () => {
    paintMap();
    draw();
  };
  canvas.addEventListener("repaint", repaint);
  repaint();
  const letters = new Set(values.join(""));
  const losses = values.reduce((sum, line) => sum + line.split("P").length - 1, 0);
  return [
    h("p", { class: "lead" }, `The player to move loses in ${losses.toLocaleString("en")} of ${(count * count).toLocaleString("en")} positions.`),
    h("p", { class: "muted" },
      h("span", { class: "swatch p-position" }), " The player to move loses. ",
      h("span", { class: "swatch n-position" }), " The player to move wins; a stronger blue is a larger Grundy value. ",
      letters.has("D") && h("span", {}, h("span", { class: "swatch d-position" }), " Draw. "),
      "The first heap grows upwards, the second heap to the right."),
    h("div", { class: "map-scroll" }, h("div", { class: "axes" }, canvas, createAxis("vertical", "bottom", least, count), createAxis("horizontal", "left", least, count))),
    readout,
  ];
}

/**
 * Creates about ten labels along a side: the sizes of the heaps.
 * @param {string} kind the CSS class
 * @param {"left" | "bottom"} side
 * @param {number} least
 * @param {number} count
 */
function createAxis(kind, side, least, count) {
  const interval = [1, 2, 5, 10, 20, 50, 100].find((step) => count / step <= 10.5) ?? 200;
  const sizes = Array.from({ length: count }, (_, i) => least + i).filter((size) => size % interval === 0);
  return h("div", { class: kind, "aria-hidden": "true" }, sizes.map((size) => {
    const label = h("span", {}, size);
    label.style[side] = `${(100 * (size - least + 0.5)) / count}%`;
    return label;
  }));
}
