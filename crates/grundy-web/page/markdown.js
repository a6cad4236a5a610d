/** Converts the chapters of the theory, which are Markdown, to elements. Only the parts of Markdown that they use are known. @module */

import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/** The parts of a line: code, a picture, a link, bold and italic text, an escaped character. */
const INLINE = /(`+)(.+?)\1|(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*(?=\S)(.+?)\*|\\([\\`*_[\]<>|#~-])/s;
/** A line that begins a block other than a paragraph. */
const BLOCK = /^(#{1,6} |```|\||[-*] |\d+\. |> )/;

/**
 * Converts a text without blocks.
 * @param {string} text
 * @param {(target: string) => string | null} toHref the address of a link or a picture, or null for its text alone
 * @returns {Child[]}
 */
export function parseInline(text, toHref) {
  /** @type {Child[]} */
  const children = [];
  let rest = text;
  for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
    children.push(rest.slice(0, match.index));
    const [all, , code, picture, label = "", target = "", bold, italic, escaped] = match;
    if (code !== undefined) children.push(h("code", {}, code.trim()));
    else if (bold !== undefined) children.push(h("strong", {}, ...parseInline(bold, toHref)));
    else if (italic !== undefined) children.push(h("em", {}, ...parseInline(italic, toHref)));
    else if (escaped !== undefined) children.push(escaped);
    else if (picture) children.push(h("img", { src: toHref(target) ?? target, alt: label, loading: "lazy" }));
    else {
      const href = toHref(target);
      const content = parseInline(label, toHref);
      children.push(...(href === null ? content : [h("a", { href }, ...content)]));
    }
    rest = rest.slice(match.index + all.length);
  }
  return [...children, rest];
}

/**
 * Converts a text.
 * @param {string} text
 * @param {(target: string) => string | null} toHref
 * @returns {HTMLElement[]}
 */
export function parseMarkdown(text, toHref) {
  const lines = text.split("\n");
  /** @type {HTMLElement[]} */
  const blocks = [];
  /** @param {string} line */
  const inline = (line) => parseInline(line, toHref);
  let i = 0;
  /** Takes lines while a condition holds. @param {(line: string) => boolean} holds */
  const take = (holds) => {
    const from = i;
    while (i < lines.length && holds(lines[i] ?? "")) i++;
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const line = lines[i] ?? "";
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const item = /^([-*]|\d+\.) /.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      // The heading of the page is above that of the chapter.
      blocks.push(h(heading[1]?.length === 1 ? "h2" : heading[1]?.length === 2 ? "h3" : "h4", {}, ...inline(heading[2] ?? "")));
      i++;
    } else if (line.startsWith("```")) {
      i++;
      const code = take((each) => !each.startsWith("```"));
      i++;
      blocks.push(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (line.startsWith("|")) {
      const rows = take((each) => each.startsWith("|")).map((row) => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim()));
      const [head = [], , ...body] = rows;
      blocks.push(h("table", { tabindex: 0 }, h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, ...inline(cell))))),
        h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...inline(cell))))))));
    } else if (item) {
      /** An item has its text, and the lines of a list within it. @type {{text: string, inner: string[]}[]} */
      const items = [];
      for (const each of take((next) => /^([-*]|\d+\.) /.test(next) || /^ {2,}\S/.test(next))) {
        const last = items.at(-1);
        const part = each.startsWith(" ".repeat(item[0].length)) ? each.slice(item[0].length) : each.trimStart();
        if (/^([-*]|\d+\.) /.test(each) || !last) items.push({ text: each.replace(/^([-*]|\d+\.) /, ""), inner: [] });
        else if (last.inner.length || /^([-*]|\d+\.) /.test(part)) last.inner.push(part);
        else last.text += ` ${each.trim()}`;
      }
      blocks.push(h(/\d/.test(item[1] ?? "") ? "ol" : "ul", {}, ...items.map(({ text: own, inner }) => h("li", {}, ...inline(own), ...parseMarkdown(inner.join("\n"), toHref)))));
    } else if (line.startsWith("> ")) {
      blocks.push(h("blockquote", {}, ...inline(take((each) => each.startsWith(">")).map((each) => each.slice(2)).join(" "))));
    } else {
      i++;
      blocks.push(h("p", {}, ...inline([line, ...take((each) => each.trim() !== "" && !BLOCK.test(each))].join(" "))));
    }
  }
  return blocks;
}
