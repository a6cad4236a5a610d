/** Shares a position: a link to it, or a picture of it as SVG or PNG. @module */

import { getBoard } from "./boards/index.js";
import { h } from "./dom.js";
import { drawScene } from "./scene.js";
import { toHash } from "./state.js";

/** The properties that the style sheet sets on the shapes of a scene. */
const PROPERTIES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "paint-order"];
/** The width of a picture, in pixels. */
const WIDTH = 900;

/**
 * Returns a scene as the text of an SVG file, with the colours of the page.
 * @param {import("./scene.js").Scene} scene
 */
export function toSvg(scene) {
  const { drawing } = drawScene(scene);
  const stage = h("div", { class: "visually-hidden", "aria-hidden": "true" });
  stage.style.setProperty("--units", String(scene.width));
  stage.append(drawing);
  document.body.append(stage);
  for (const shape of drawing.querySelectorAll("path, circle, rect, text")) {
    const style = getComputedStyle(shape);
    for (const name of PROPERTIES) {
      if (shape.tagName !== "text" && /^(font|paint)/.test(name)) continue;
      const value = style.getPropertyValue(name);
      if (value && value !== "auto") shape.setAttribute(name, value);
    }
  }
  const background = getComputedStyle(document.body).backgroundColor;
  stage.remove();
  for (const element of [drawing, ...drawing.querySelectorAll("[class]")]) element.removeAttribute("class");
  drawing.setAttribute("width", String(WIDTH));
  drawing.setAttribute("height", String(Math.round((WIDTH * scene.height) / scene.width)));
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", scene.width], ["height", scene.height], ["fill", background]]) sheet.setAttribute(String(name), String(value));
  drawing.prepend(sheet);
  return new XMLSerializer().serializeToString(drawing);
}

/**
 * Paints the text of an SVG file.
 * @param {string} text
 * @returns {Promise<Blob>}
 */
async function toPng(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/**
 * Saves a file.
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Creates the buttons that share a position.
 * @param {string} game
 * @param {string} position
 * @param {import("./state.js").State} state
 * @returns {HTMLElement[]}
 */
export function createPictureButtons(game, position, state) {
  const scene = getBoard(game)?.createScene(game, position);
  const name = `${game}-${position}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "").slice(0, 60);
  const link = new URL(toHash({ ...state, position, line: [], at: 0, lesson: 0 }), location.href).href;
  const field = h("input", { id: "share-link", value: link, readonly: true, onfocus: () => field.select() });
  const report = h("span", { class: "muted", role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard.writeText(link).then(() => (report.textContent = "The link is copied."), () => (report.textContent = "Copy the link that is selected."));
  };
  return [
    h("div", { class: "field" }, h("label", { for: "share-link" }, "Link to this position"), field),
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: copy }, "Copy the link"),
      scene && h("button", { type: "button", onclick: () => save(new Blob([toSvg(scene)], { type: "image/svg+xml" }), `${name}.svg`) }, "Save as SVG"),
      scene && h("button", { type: "button", onclick: async () => save(await toPng(toSvg(scene)), `${name}.png`) }, "Save as PNG"), report),
  ];
}
