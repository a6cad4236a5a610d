/** By keyboard alone, heard, on a small screen, in light and dark, and soon there. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { forTests, overflow, said, settled } from "./browser.mjs";

const site = forTests();

const VIEWS = [
  "", "#game=nim&position=3+4+5", "#game=nim&position=64+31+1000", "#game=tictactoe", "#game=kalah:3,3", "#game=chess:KRvK&position=Ke1+Ra1+ke8+w",
  "#game=moore:2&position=3+4", "#game=chomp:3,4", "#game=connect4:4x4", "#game=quixo:3", "#game=octal:0.137&position=12", "#lesson=4",
  "#view=sequence&game=kayles", "#view=heatmap&game=nim", "#view=table", "#view=rules",
];
const PHONE = { viewport: { width: 360, height: 740 } };

/** Waits for the view to be there. */
const ready = (page) => page.waitForFunction(() => {
  const texts = [...document.querySelectorAll(".said, .report p, main > div > pre, .trouble")].map((one) => one.textContent ?? "");
  return texts.some((text) => text && !/Working/.test(text));
});

/** Presses Tab until this holds of the element with the focus. */
async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

test("a game is won by keyboard alone", async () => {
  const page = await site.play("");
  await tabTo(page, '[data-key="heap 1"]');
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-valuetext")), "take 2 from 5");
  for (let i = 0; i < 8 && !/won/.test(await said(page)); i++) {
    const hash = await page.evaluate(() => location.hash);
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => location.hash !== old, hash);
    await settled(page);
    const sizes = (await page.locator(".heap-row .size").allInnerTexts()).map(Number);
    if (!sizes.length) break;
    const from = sizes.length === 1 || sizes[0] > sizes[1] ? 0 : 1;
    await tabTo(page, `[data-key="heap ${from}"]`);
    await page.keyboard.press(String(sizes.length === 1 ? sizes[0] : Math.abs(sizes[0] - sizes[1])));
  }
  assert.equal(await said(page), "You have won!");
  await tabTo(page, ".lesson a.button");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /2 of 5/.test(document.querySelector(".lesson h2")?.textContent ?? ""));
});

test("every key does what the list of keys says", async () => {
  const page = await site.play("#game=nim&position=3+5&against=person");
  const count = () => page.locator(".ply").count();
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  assert.match(await page.locator(".last").innerText(), /take 2 from 5/);
  const current = () => page.locator(".ply[aria-current]").getAttribute("data-key");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await current(), "ply 0");
  assert.equal(await count(), 2, "going back forgets nothing");
  await page.keyboard.press("ArrowRight");
  assert.equal(await current(), "ply 1");
  await page.keyboard.press("u");
  assert.equal(await current(), "ply 0");
  await page.keyboard.press("v");
  assert.equal(await page.locator(".move .letter").count(), 0);
  await page.keyboard.press("v");
  assert.ok((await page.locator(".move .letter").count()) > 0);
  await page.keyboard.press("r");
  assert.equal(await page.locator(".move .soon").count(), 0);
  await page.keyboard.press("h");
  assert.equal(await page.locator(".hint").count(), 1);
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog[open]").count(), 1);
  const listed = await page.locator("dialog dt").allInnerTexts();
  for (const key of ["Space", "←", "→", "v", "r", "h", "u", "?"]) assert.ok(listed.includes(key), key);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog"));
});

test("letters typed into a field are text", async () => {
  const page = await site.play("#game=nim&position=3+5");
  await page.locator(".choose > summary").click();
  await page.locator("#position").fill("");
  await page.locator("#position").pressSequentially("v 7");
  assert.equal(await page.locator("#position").inputValue(), "v 7");
  assert.ok((await page.locator(".move .letter").count()) > 0, "the values are still shown");
});

test("moves and the verdict are announced", async () => {
  const page = await site.play("#game=nim&position=3+5&against=person");
  const heard = () => page.locator("#announce").innerText();
  assert.equal(await page.locator("#announce").getAttribute("aria-live"), "polite");
  await page.getByRole("button", { name: /^take 2 from 5/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  assert.match(await heard(), /^Player 1: take 2 from 5\. Player 2 loses in 6 moves/);
});

test("everything that can be pressed has a name, and headings and landmarks are there", async () => {
  for (const view of VIEWS) {
    const page = await site.open(view);
    await ready(page);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, a[href], input, select, textarea, [role=spinbutton], canvas")].filter((one) => {
      const labels = /** @type {any} */ (one).labels;
      return !(one.getAttribute("aria-label") || one.textContent?.trim() || labels?.length) && one.checkVisibility();
    }).map((one) => one.outerHTML));
    assert.deepEqual(nameless, [], view);
    assert.equal(await page.locator("main, nav, header, h1").count(), 4, view);
    await site.closeContexts();
  }
});

test("nothing is wider than a screen of 360 pixels", async () => {
  for (const view of VIEWS) {
    const page = await site.open(view, PHONE);
    await ready(page);
    assert.ok((await overflow(page)) <= 0, `${view} is wider by ${await overflow(page)}`);
    const small = await page.locator(".stone, button:not(.ply)").evaluateAll((all) => all.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width && (box.width < 24 || box.height < 24);
    }).map((one) => one.outerHTML));
    assert.deepEqual(small, [], `${view}: large enough for a finger`);
    await site.closeContexts();
  }
});

test("a game is played with a finger on a small screen", async () => {
  const page = await site.play("", { ...PHONE, hasTouch: true, isMobile: true });
  await page.locator(".heap").nth(1).locator(".stone").nth(3).tap();
  const play = page.getByRole("button", { name: /^Play: take 2 from 5/ });
  await play.tap();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
});

/** Texts on their grounds with less contrast than WCAG 2 asks for: 4.5, for large ones 3. */
const faint = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  /** Paints colours over one another; gives the luminance. */
  const over = (colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility() || one.matches(":disabled, :disabled *, .under, .under *, option, noscript")) continue;
    const grounds = [];
    for (let up = one; up; up = up.parentElement) grounds.unshift(getComputedStyle(up).backgroundColor);
    const style = getComputedStyle(one);
    const [ground, ink] = [over(["white", ...grounds]), over(["white", ...grounds, style.color])];
    const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) found.push(`${contrast.toFixed(2)}: ${one.outerHTML.slice(0, 120)}`);
  }
  return found;
});

test("light and dark are different, and can be read", async () => {
  for (const view of VIEWS) {
    const grounds = [];
    for (const colorScheme of ["light", "dark"]) {
      const page = await site.open(view, { colorScheme });
      await ready(page);
      assert.deepEqual(await faint(page), [], `${view} ${colorScheme}`);
      grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      await site.closeContexts();
    }
    assert.notEqual(grounds[0], grounds[1]);
  }
});

test("the first view weighs at most 60 kB compressed, and asks nobody else", async () => {
  const page = await site.play("");
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name));
  const folder = new URL("../../page/", import.meta.url);
  const files = ["index.html", ...loaded.filter((url) => url.includes("/page/")).map((url) => url.split("/page/")[1])];
  const bytes = new Set(files);
  let sum = 0;
  for (const file of bytes) sum += gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length;
  assert.ok(sum <= 60_000, `${sum} bytes`);
  const lazy = ["sequence.js", "heatmap.js", "tables.js", "rules.js", "editor.js", "picker.js"];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    assert.equal(bytes.has(file), !lazy.includes(file), `${file} is ${lazy.includes(file) ? "not " : ""}part of the first view`);
    if (!lazy.includes(file) && file !== "main.js") {
      assert.ok(readFileSync(new URL("index.html", folder), "utf8").includes(`modulepreload" href="/page/${file}"`), `${file} is loaded beforehand`);
    }
  }
});
