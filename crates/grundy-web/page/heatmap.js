/** All positions of two heaps as a square: lost positions stand out, Grundy values shade the rest. @module */

import { get } from "./api.js";
import { byId, h } from "./dom.js";
import { gamePicker, settings, trouble } from "./picker.js";

/** @typedef {import("./picker.js").Shown} Shown */

/** The longest side of the picture, in pixels of the style sheet. */
const SIDE = 640;
/** Cells so large carry their number. */
const NUMBERED = 18;

/**
 * Opens the view.
 * @param {Shown} shown
 */
export async function show({ state, entries, page }) {
  const out = h("div", {}, h("p", { class: "quiet" }, "Working …"));
  const picker = gamePicker(state, entries, (entry) => entry.two_heaps);
  const size = h("input", { id: "size", type: "number", min: 1, max: 1000, value: state.size });
  byId("view").replaceChildren(
    h("h2", {}, "Heat map: two heaps"),
    h("form", { class: "tools", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      page.go({ ...picker.read(), size: Number(size.value) || 30 });
    } }, picker.fields, h("div", { class: "field" }, h("label", { for: "size" }, "heaps up to"), size), h("button", { type: "submit", class: "main" }, "Show")),
    h("p", { class: "quiet" }, "Try ", ["nim", "wythoff", "subtraction:1,3,4", "kayles"].flatMap((game, i) => [i ? ", " : "", h("a", { href: `#view=heatmap&game=${encodeURIComponent(game)}&size=${state.size}` }, game)]), "."),
    out,
  );
  try {
    const answer = await get("/api/heatmap", [...settings(state), ["size", String(state.size)]]);
    out.replaceChildren(...picture(answer, state.game, page));
    page.say(out.querySelector("p")?.textContent ?? "");
  } catch (error) {
    out.replaceChildren(trouble(error));
  }
  return { close: () => {} };
}

/**
 * The colour of a variable of the style sheet.
 * @param {string} name
 */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * @param {{grundy: (number | string | null)[][], values: string[], least: number}} answer the values are letters, P, N or D
 * @param {string} game
 * @param {Shown["page"]} page
 * @returns {HTMLElement[]}
 */
function picture({ grundy, values, least: first }, game, page) {
  const count = values.length;
  const fine = Math.max(1, Math.min(3, Math.round(devicePixelRatio || 1)));
  const wide = Math.min(SIDE, byId("view").clientWidth - 62);
  const step = Math.max(1, Math.floor((wide * fine) / count));
  const canvas = h("canvas", { width: count * step, height: count * step, tabindex: 0, role: "application", "aria-roledescription": "heat map", "aria-label": `two heaps of ${game}, ${first} to ${first + count - 1}: arrows move, Enter plays` });
  const readout = h("p", { class: "quiet", "aria-live": "polite" }, "Point at a cell, or move with the arrows; click or Enter plays it.");
  const most = grundy.reduce((all, line) => line.reduce((/** @type {number} */ one, value) => Math.max(one, Number(value ?? 0)), all), 1);
  canvas.style.width = `${(count * step) / fine}px`;
  let [row, column] = [0, 0];

  /** @param {number} i @param {number} j */
  const lost = (i, j) => values[i]?.[j] === "P";
  /** The square without the cell that is pointed at: there may be a million others. */
  const all = h("canvas", { width: canvas.width, height: canvas.height });
  const paint = () => {
    const context = all.getContext("2d");
    if (!context) return;
    const [loss, win, ground, ink, none] = [colour("--loss"), colour("--win"), colour("--mix"), colour("--ink"), colour("--draw")];
    context.fillStyle = ground;
    context.fillRect(0, 0, all.width, all.height);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        // The corner 0 0 is at the bottom left, as in a drawing of functions.
        const [x, y] = [j * step, (count - 1 - i) * step];
        const value = grundy[i]?.[j] ?? null;
        context.globalAlpha = lost(i, j) ? 1 : value === null ? 0.2 : 0.12 + (0.83 * Number(value)) / most;
        context.fillStyle = lost(i, j) ? loss : values[i]?.[j] === "D" ? none : win;
        context.fillRect(x, y, step, step);
        if (step >= NUMBERED * fine && value !== null) {
          context.globalAlpha = 1;
          context.fillStyle = lost(i, j) ? "#000" : ink;
          context.font = `${Math.floor(step * 0.45)}px sans-serif`;
          context.textAlign = "center";
          context.textBaseline = "middle";
          context.fillText(String(value), x + step / 2, y + step / 2);
        }
      }
    }
  };
  const draw = () => {
    const context = canvas.getContext("2d");
    if (!context) return;
    context.drawImage(all, 0, 0);
    context.strokeStyle = colour("--ink");
    context.lineWidth = 2;
    // A cell of a few pixels is framed from outside.
    const around = step < 6 ? 3 : -1;
    context.strokeRect(column * step - around, (count - 1 - row) * step - around, step + 2 * around, step + 2 * around);
  };
  /** @param {number} i @param {number} j */
  const read = (i, j) => {
    [row, column] = [Math.min(count - 1, Math.max(0, i)), Math.min(count - 1, Math.max(0, j))];
    const value = grundy[row]?.[column];
    const what = lost(row, column) ? "a P-position: the player to move loses" : values[row]?.[column] === "D" ? "a draw" : "the player to move wins";
    readout.textContent = `${row + first} ${column + first}: ${what}${value === null || value === undefined ? "" : `, Grundy value ${value}`}`;
    draw();
  };
  /** @param {MouseEvent} event */
  const under = (event) => {
    const box = canvas.getBoundingClientRect();
    const cell = box.width / count;
    read(count - 1 - Math.floor((event.clientY - box.top) / cell), Math.floor((event.clientX - box.left) / cell));
  };
  const play = () => page.go({ view: "play", position: `${row + first} ${column + first}`, line: [], at: 0, lesson: 0, values: true, remoteness: true });
  canvas.addEventListener("mousemove", under);
  canvas.addEventListener("click", (event) => {
    under(event);
    play();
  });
  canvas.addEventListener("keydown", (event) => {
    const by = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (by) {
      event.preventDefault();
      read(row + (by[0] ?? 0), column + (by[1] ?? 0));
    } else if (event.key === "Enter") play();
  });
  paint();
  draw();
  const losses = [...values.join("")].filter((one) => one === "P").length;
  return [
    h("p", { class: "said" }, `${losses.toLocaleString("en")} of ${(count * count).toLocaleString("en")} positions are lost for the player to move.`),
    h("p", { class: "quiet" }, h("span", { class: "swatch zero" }), " lost; blue: won, the stronger the greater the Grundy value. The first heap goes up, the second to the right."),
    h("div", { class: "picture" }, h("div", { class: "axes" }, canvas, axis("up", "bottom", first, count), axis("along", "left", first, count))),
    readout,
  ];
}

/**
 * The sizes of the heaps along a side, some ten of them.
 * @param {string} kind a class for the looks
 * @param {"left" | "bottom"} side
 * @param {number} first
 * @param {number} count
 */
function axis(kind, side, first, count) {
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => count / step <= 10.5) ?? 200;
  const sizes = Array.from({ length: count }, (_, i) => first + i).filter((size) => size % every === 0);
  return h("div", { class: kind, "aria-hidden": "true" }, sizes.map((size) => {
    const mark = h("span", {}, size);
    mark.style[side] = `${(100 * (size - first + 0.5)) / count}%`;
    return mark;
  }));
}
