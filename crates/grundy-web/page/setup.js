/** Sets up a position: pieces are placed and removed on a board, or the text of a position is typed or pasted. @module */

import { getBoard } from "./boards/index.js";
import { fill, h } from "./dom.js";
import { createPictureButtons } from "./share.js";
import { drawScene } from "./scene.js";

/** The two players, as the last word of a position names them. */
const PLAYERS = ["wb", "XO", "VH", "SN", "AB"];

/**
 * Creates the panel.
 * @param {import("./play.js").Play} play
 * @returns {HTMLElement[]}
 */
export function createSetup(play) {
  const { session, state } = play;
  if (!session) return [];
  const { game, position } = session.now;
  const board = getBoard(game);
  const setup = board?.setup;
  const numbers = setup?.numbers;
  let draft = position;
  let piece = setup?.pieces[0]?.[0] ?? "";
  const field = h("input", { id: "setup-position", type: setup?.isDate ? "date" : "text", value: draft, autocomplete: "off", spellcheck: "false", oninput: () => {
    draft = field.value.trim();
    drawBoard();
  } });
  const picture = h("div", { class: "setup-board" });
  /** @param {string} next */
  const change = (next) => {
    draft = field.value = next;
    drawBoard();
  };
  const note = h("p", { class: "muted", role: "status" });
  const rows = h("ol", { class: "setup-rows", "aria-label": `the ${numbers?.noun}s of the position` });
  const drawBoard = () => {
    note.textContent = setup?.check?.(game, draft) ?? "";
    if (numbers) fill(rows, createRows(game, draft, numbers, change), field);
    const scene = setup && board?.createScene(game, draft);
    if (!scene || !setup) return picture.replaceChildren(...(setup ? [h("p", { class: "muted" }, "This text is not a position of the board.")] : []));
    const surface = h("div", { class: `surface ${scene.name}-surface`, role: "group", "aria-label": "board to set up" }, drawScene(scene).drawing);
    surface.style.setProperty("--ratio", String(scene.width / scene.height));
    surface.style.setProperty("--units", String(scene.width));
    surface.append(...scene.cells.map((cell) => {
      const button = h("button", { type: "button", class: `cell ${cell.kind ?? ""}`, "aria-label": cell.label, "data-key": `setup ${cell.key}`, onclick: () => {
        change(setup.place(draft, cell.key, piece));
        /** @type {HTMLElement | null} */ (picture.querySelector(`[data-key="setup ${cell.key}"]`))?.focus();
      } });
      Object.assign(button.style, { left: `${(100 * cell.x) / scene.width}%`, top: `${(100 * cell.y) / scene.height}%`, width: `${(100 * cell.w) / scene.width}%`, height: `${(100 * cell.h) / scene.height}%` });
      return button;
    }));
    picture.replaceChildren(surface);
  };
  const palette = setup && setup.pieces.length > 1 ? h("fieldset", { class: "palette" }, h("legend", {}, "Choose a piece, then the cells to put it on"), setup.pieces.map(([mark, name], i) => {
    const radio = h("input", { type: "radio", name: "piece", checked: i === 0, onchange: () => (piece = mark) });
    return h("label", { class: "checkbox" }, radio, " ", name);
  })) : "";
  const player = PLAYERS.find((pair) => pair.includes(draft.split(" ").at(-1) ?? "-") && draft.split(" ").at(-1)?.length === 1);
  const turn = player ? h("button", { type: "button", onclick: () => {
    const words = draft.split(" ");
    const mover = words.pop() ?? "";
    change([...words, player[0] === mover ? player[1] : player[0]].join(" "));
  } }, "Change who moves") : "";
  drawBoard();
  return [
    h("form", { class: "setup-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      play.page.navigate({ position: draft, line: [], at: 0, lesson: 0 });
    } },
    palette, numbers ? rows : "", picture, setup?.check ? note : "",
    h("div", { class: "field" }, h("label", { for: "setup-position" }, setup?.isDate ? "Date" : "Position, as text"), field),
    h("div", { class: "buttons" }, h("button", { class: "primary" }, "Play this position"), turn,
      h("button", { type: "button", onclick: () => change(position) }, "Back to the position on the board"))),
    h("h3", {}, "Share"),
    ...createPictureButtons(game, session.now.position, state),
  ];
}

/**
 * Creates a row for each number of a position, with buttons that change it.
 * @param {string} game
 * @param {string} draft
 * @param {NonNullable<import("./scene.js").Setup["numbers"]>} kind
 * @param {(draft: string) => void} change
 * @returns {HTMLElement[]}
 */
function createRows(game, draft, { noun, of, most, least = 0n }, change) {
  const values = (draft.match(/\d+/g) ?? []).map(BigInt);
  /** @param {(bigint | null)[]} next without the numbers that are null */
  const set = (next) => change(next.filter((value) => value !== null).join(" ") || String(least));
  /** @param {number} i @param {bigint | null} value */
  const replace = (i, value) => set(values.map((each, n) => (n === i ? value : each)));
  const rows = values.map((value, i) => {
    const name = `${noun} ${i + 1}`;
    /** @param {string} text @param {string} key @param {bigint | null} next @param {string} label */
    const createButton = (text, key, next, label) => h("button", { type: "button", "data-key": `setup ${key} ${i}`, "aria-label": label, disabled: next !== null && next < least, onclick: () => replace(i, next) }, text);
    return h("li", {}, h("span", {}, name), createButton("−", "less", value - 1n, `${name}: one less`), h("output", { "aria-label": name }, `${value}${of && ` ${value === 1n ? of.slice(0, -1) : of}`}`),
      createButton("+", "more", value + 1n, `${name}: one more`), createButton("Remove", "remove", null, `remove ${name}`));
  });
  const add = h("li", {}, h("button", { type: "button", "data-key": "setup add", disabled: values.length >= most(game), onclick: () => set([...values, 1n]) }, `Add a ${noun}`));
  return [...rows, add];
}
