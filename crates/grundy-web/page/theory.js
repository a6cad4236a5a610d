/** The view of a chapter of the theory, or of the reference of rules files, which the server has beside the page. @module */

import { byId, h, loadStyles } from "./dom.js";
import { ApiError, createErrorMessage } from "./error.js";
import { parseMarkdown } from "./markdown.js";

/** The chapter of the guide that is not of the theory. */
const RULES = "rules-files";

/**
 * Returns the address of a link of a chapter: another chapter, a picture, or another site. Other pages of the guide are not here.
 * @param {string} target
 */
function toHref(target) {
  const chapter = /^([a-z-]+)\.md(#.*)?$/.exec(target)?.[1];
  if (chapter) return `#view=theory&topic=${chapter === "README" ? "" : chapter}`;
  if (/^pictures\/[\w.-]+$/.test(target)) return `/page/theory/${target}`;
  return /^https:\/\//.test(target) ? target : null;
}

/**
 * Opens the view.
 * @param {import("./picker.js").ViewContext} context
 */
export function show({ state, page }) {
  const name = /^[a-z-]+$/.test(state.topic) ? state.topic : "README";
  let isClosed = false;
  const open = async () => {
    const [response] = await Promise.all([fetch(`/page/theory/${name}.md`), loadStyles("/page/theory.css")]);
    if (!response.ok) throw new ApiError(response.status, `The server has no chapter "${name}"`, `the chapters are files in docs/theory of the source`);
    const toOwnHref = name === RULES ? (/** @type {string} */ target) => (target.startsWith("theory/") ? toHref(target.slice(7)) : null) : toHref;
    const chapter = h("article", { class: "chapter" }, ...parseMarkdown(await response.text(), toOwnHref));
    if (isClosed) return;
    page.setTitle(chapter.querySelector("h2")?.textContent ?? "Theory");
    byId("view").replaceChildren(...(name === "README" ? [] : name === RULES ? [h("p", {}, h("a", { href: "#view=rules" }, "Write your own game"))] : [h("p", {}, h("a", { href: "#view=theory&topic=" }, "All chapters of the theory"))]), chapter);
    performance.mark("playable");
  };
  void open().catch((error) => !isClosed && byId("view").replaceChildren(createErrorMessage(error)));
  return { close: () => {
    isClosed = true;
  } };
}
