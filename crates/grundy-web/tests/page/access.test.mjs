/** Keyboard, screen readers, small screens, light and dark mode, and the size of the page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { listResponses, measureOverflow, readVerdict, startForTests, sumSizes, waitForPositions, waitForTurn } from "./browser.mjs";

const site = startForTests();

const VIEWS = [
  "", "#lesson=1", "#game=nim&position=3+4+5", "#game=nim&position=64+31+1000", "#game=tictactoe", "#game=kalah:3,3", "#game=chess:KRvK&position=Ke1+Ra1+ke8+w",
  "#game=moore:2&position=3+4", "#game=chomp:3,4", "#game=connect4:4x4", "#game=quixo:3", "#game=octal:0.137&position=12", "#lesson=4",
  "#view=sequence&game=kayles", "#view=heatmap&game=nim", "#view=table", "#view=rules", "#view=theory&topic=moore", "#view=lesson&topic=backwards&step=2",
  "#view=lesson&topic=mex&step=2", "#view=lesson&topic=sums&step=1", "#view=lesson&topic=wythoff&step=1", "#view=lesson&topic=periods&step=1", "#view=lesson&topic=cycles&step=2",
];
const PHONE = { viewport: { width: 360, height: 740 } };

/** Waits until the view has its content. */
const waitForView = (page) => page.waitForFunction(() => {
  const texts = [...document.querySelectorAll(".lead, .welcome, .report p, main > div > pre, .error, .topic h2, .chapter h2")].map((element) => element.textContent ?? "");
  return texts.some((text) => text && !/Solving|Computing|Checking/.test(text));
});

/** Presses Tab until the focused element matches the selector. */
async function tabTo(page, selector, limit = 60) {
  for (let i = 0; i < limit; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((text) => document.activeElement?.matches(text), selector)) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

test("a game is won with the keyboard alone", async () => {
  const page = await site.openGame("#lesson=1");
  await tabTo(page, '[data-key="heap 1"]');
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-valuetext")), "take 2 from 5");
  for (let i = 0; i < 8 && !/won/.test(await readVerdict(page)); i++) {
    const hash = await page.evaluate(() => location.hash);
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => location.hash !== before, hash);
    await waitForTurn(page);
    const sizes = (await page.locator(".heap-row .size").allInnerTexts()).map(Number);
    if (!sizes.length) break;
    const heap = sizes.length === 1 || sizes[0] > sizes[1] ? 0 : 1;
    await tabTo(page, `[data-key="heap ${heap}"]`);
    await page.keyboard.press(String(sizes.length === 1 ? sizes[0] : Math.abs(sizes[0] - sizes[1])));
  }
  assert.equal(await readVerdict(page), "You have won!");
  await tabTo(page, ".lesson a.button");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /2 of 5/.test(document.querySelector(".lesson h2")?.textContent ?? ""));
});

test("every shortcut works and is in the list", async () => {
  const page = await site.openGame("#game=nim&position=3+5&against=person");
  await page.keyboard.press(" ");
  assert.equal(await page.locator(".ply").count(), 0, "Space scrolls, unless the board has the focus");
  await page.locator(".heap").first().focus();
  await page.keyboard.press(" ");
  await waitForPositions(page, 2);
  assert.match(await page.locator(".last-move").innerText(), /take 2 from 5/);
  const readCurrent = () => page.locator(".ply[aria-current]").getAttribute("data-key");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await readCurrent(), "ply 0");
  assert.equal(await page.locator(".ply").count(), 2, "going back removes no moves");
  await page.keyboard.press("ArrowRight");
  assert.equal(await readCurrent(), "ply 1");
  await page.keyboard.press("u");
  assert.equal(await readCurrent(), "ply 0");
  await page.keyboard.press("v");
  assert.equal(await page.locator(".move .letter").count(), 0);
  await page.keyboard.press("v");
  assert.ok((await page.locator(".move .letter").count()) > 0);
  await page.keyboard.press("r");
  assert.equal(await page.locator(".move .move-count").count(), 0);
  await page.keyboard.press("h");
  assert.equal(await page.locator(".hint").count(), 1);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  const listed = await page.locator("dialog dt").allInnerTexts();
  for (const key of ["b", "Space", "←", "→", "v", "r", "h", "u", "?"]) assert.ok(listed.includes(key), key);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog"));
});

test("shortcuts of one character can be turned off", async () => {
  const page = await site.openGame("#game=nim&position=3+5&against=person");
  const setShortcuts = async (/** @type {boolean} */ value) => {
    await page.getByRole("button", { name: "keyboard shortcuts" }).click();
    await page.getByRole("checkbox", { name: /are shortcuts/ }).setChecked(value);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
  };
  await setShortcuts(false);
  await page.reload();
  await page.waitForSelector(".move .letter");
  for (const key of ["v", "b", "?"]) await page.keyboard.press(key);
  assert.equal(await page.locator("dialog").count(), 0);
  assert.ok((await page.locator(".move .letter").count()) > 0, "the values are still shown");
  assert.equal(await page.locator(".ply").count(), 0, "no move was made");
  await setShortcuts(true);
  await page.keyboard.press("v");
  assert.equal(await page.locator(".move .letter").count(), 0);
  await page.keyboard.press("r");
  assert.match(await page.locator("#announce").innerText(), /^The values are hidden/, "the number of moves is not turned off with them");
});

test("letters in a text field are not shortcuts", async () => {
  const page = await site.openGame("#game=nim&position=3+5");
  await page.locator(".chooser > summary").click();
  await page.locator("#position").fill("");
  await page.locator("#position").pressSequentially("v 7");
  assert.equal(await page.locator("#position").inputValue(), "v 7");
  assert.ok((await page.locator(".move .letter").count()) > 0, "the values are still shown");
});

test("moves and the verdict are announced", async () => {
  const page = await site.openGame("#game=nim&position=3+5&against=person");
  assert.equal(await page.locator("#announce").getAttribute("aria-live"), "polite");
  await page.getByRole("button", { name: /^take 2 from 5/ }).click();
  await waitForPositions(page, 2);
  assert.match(await page.locator("#announce").innerText(), /^Player 1: take 2 from 5\. Player 2 loses in 6 moves/);
});

test("every control has a name, and every view has headings and landmarks", async () => {
  for (const view of VIEWS) {
    const page = await site.open(view);
    await waitForView(page);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, a[href], input, select, textarea, [role=spinbutton], canvas")].filter((element) => {
      const labels = /** @type {any} */ (element).labels;
      return !(element.getAttribute("aria-label") || element.textContent?.trim() || labels?.length) && element.checkVisibility();
    }).map((element) => element.outerHTML));
    assert.deepEqual(unnamed, [], view);
    assert.equal(await page.locator("main, nav, header, h1").count(), 4, view);
    await site.closeContexts();
  }
});

test("every view fits a screen of 360 pixels", async () => {
  for (const view of VIEWS) {
    const page = await site.open(view, PHONE);
    await waitForView(page);
    assert.ok((await measureOverflow(page)) <= 0, `${view} is too wide by ${await measureOverflow(page)} pixels`);
    const small = await page.locator(".stone, button:not(.ply)").evaluateAll((elements) => elements.filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width && (box.width < 24 || box.height < 24);
    }).map((element) => element.outerHTML));
    assert.deepEqual(small, [], `${view}: controls too small for a finger`);
    await site.closeContexts();
  }
});

test("the tabs are in one row on a screen of 390 pixels", async () => {
  const page = await site.openGame("#game=nim&position=3+4+5", { viewport: { width: 390, height: 800 } });
  const tops = await page.locator("nav a").evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)));
  assert.equal(tops.length, 6);
  assert.equal(new Set(tops).size, 1, tops.join(" "));
});

test("a game is played by touch on a small screen", async () => {
  const page = await site.open("#lesson=1", { ...PHONE, hasTouch: true, isMobile: true });
  await page.locator(".heap").nth(1).locator(".stone").nth(3).tap();
  const play = page.getByRole("button", { name: /^Play: take 2 from 5/ });
  await play.tap();
  await waitForPositions(page, 3);
});

/** Finds texts with less contrast to their backgrounds than WCAG 2 requires: 4.5, or 3 for large texts. */
const findLowContrast = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  /** Returns the luminance of colours that are painted over one another. */
  const measureLuminance = (colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!hasText || !element.checkVisibility() || element.matches(":disabled, :disabled *, .underline, .underline *, option, noscript")) continue;
    const backgrounds = [];
    for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) backgrounds.unshift(getComputedStyle(ancestor).backgroundColor);
    const style = getComputedStyle(element);
    const [background, text] = [measureLuminance(["white", ...backgrounds]), measureLuminance(["white", ...backgrounds, style.color])];
    const contrast = (Math.max(background, text) + 0.05) / (Math.min(background, text) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5)) found.push(`${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 120)}`);
  }
  return found;
});

test("light and dark mode differ, and all texts have enough contrast", async () => {
  for (const view of VIEWS) {
    const backgrounds = [];
    for (const colorScheme of ["light", "dark"]) {
      const page = await site.open(view, { colorScheme });
      await waitForView(page);
      assert.deepEqual(await findLowContrast(page), [], `${view} ${colorScheme}`);
      backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      await site.closeContexts();
    }
    assert.notEqual(backgrounds[0], backgrounds[1]);
  }
});

test("a chess board has the same colours in light and dark mode", async () => {
  const boards = [];
  for (const colorScheme of ["light", "dark"]) {
    const page = await site.openGame("#game=chess:KRvK&position=Ke1+Ra1+ke8+w&values=off", { colorScheme });
    boards.push(await page.locator(".scene rect, .scene .piece path, .scene .piece circle").evaluateAll((shapes) => shapes.map((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      return `${shape.getAttribute("class")} ${shape.getAttribute("d")} ${fill} ${stroke}`;
    })));
  }
  assert.ok(boards[0].length > 70);
  assert.deepEqual(boards[0], boards[1]);
});

/** Lists the files of the page that a view has loaded, and measures the size of all responses as the browser received them. */
async function measureView(page) {
  const responses = await listResponses(page);
  return { loaded: new Set(responses.map(({ name }) => name.split("/page/")[1])), size: sumSizes(responses) };
}

test("the first view has at most 60 kB compressed, whether it is the home, a lesson or a board", async () => {
  for (const view of ["", "#lesson=1", "#game=chess:KRvK&position=Kc3+Rd1+ke5+w", "#game=kalah:3,3", "#game=connect4:4x4"]) {
    const page = await site.open(view);
    await page.waitForFunction(() => performance.getEntriesByName("drawn").length + performance.getEntriesByName("playable").length);
    await page.waitForLoadState("networkidle");
    const { loaded, size } = await measureView(page);
    assert.ok(size <= 60_000, `${view}: ${size} bytes`);
    for (const file of ["sequence.js", "heatmap.js", "tables.js", "rules.js", "editor.js", "picker.js", "chooser.js"]) assert.ok(!loaded.has(file), `${view} loads ${file}`);
    // The modules that are preloaded are all used.
    const preloaded = await page.locator("link[rel=modulepreload]").evaluateAll((links) => links.map((link) => link.getAttribute("href")?.replace("/page/", "")));
    const imported = new Set();
    const follow = (/** @type {string} */ file) => {
      if (imported.has(file)) return;
      imported.add(file);
      const text = readFileSync(new URL(`../../page/${file}`, import.meta.url), "utf8");
      for (const [, name] of text.matchAll(/^(?:import|export) .*from "(\..*)";$/gm)) follow(new URL(name, `http://x/${file}`).pathname.slice(1));
    };
    for (const file of ["main.js", view ? "play.js" : "home.js"]) follow(file);
    assert.deepEqual(preloaded.filter((file) => !imported.has(file)), [], view);
    assert.deepEqual([...imported].filter((file) => file !== "main.js" && !preloaded.includes(file)), [], `${view}: modules that are not preloaded`);
    await site.closeContexts();
  }
});
