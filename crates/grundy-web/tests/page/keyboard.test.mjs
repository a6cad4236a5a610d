/** Three games are played with the keyboard alone: by stones, on a board of cells, and with pieces. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readVerdict, startForTests, waitForPositions, waitForTurn } from "./browser.mjs";

const site = startForTests();

/** Presses Tab until the focused element matches the selector. */
async function tabTo(page, selector, limit = 60) {
  for (let i = 0; i < limit; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((text) => document.activeElement?.matches(text), selector)) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Walks with the arrow keys from the focused cell. */
async function walk(page, keys, key) {
  for (const each of keys) await page.keyboard.press(`Arrow${each}`);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-key")), `cell ${key}`);
}

test("tic-tac-toe is won with arrows and Enter", async () => {
  const page = await site.openGame("#game=tictactoe&against=person");
  await tabTo(page, ".cell");
  let count = 1;
  for (const [keys, cell] of /** @type {[string[], string][]} */ ([
    [["Right", "Down"], "b2"], [["Up"], "b1"], [["Left", "Down", "Up"], "a1"], [["Right", "Right"], "c1"], [["Down", "Down"], "c3"],
  ])) {
    await walk(page, keys, cell);
    await page.keyboard.press("Enter");
    await waitForPositions(page, ++count);
  }
  assert.equal(await readVerdict(page), "X has won!");
  const label = await page.locator('[data-key="cell c3"]').getAttribute("aria-label");
  assert.equal(label, "c3 X; last move");
});

test("connect four is won with arrows and Enter", async () => {
  const page = await site.openGame("#game=connect4:4x4&against=person");
  await tabTo(page, ".cell");
  let count = 1;
  for (let i = 0; i < 7; i++) {
    const column = i % 2 ? "b" : "a";
    if (i) await walk(page, [i % 2 ? "Right" : "Left"], column);
    await page.keyboard.press("Enter");
    await waitForPositions(page, ++count);
  }
  assert.equal(await readVerdict(page), "X has won!");
});

test("connect four is won with typed columns", async () => {
  const page = await site.openGame("#game=connect4:7x6&position=44&against=person");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  assert.ok((await page.locator("dialog dt").allInnerTexts()).includes("1–9"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog"));
  let count = 1;
  for (const column of "5566") {
    await page.keyboard.press(column);
    await waitForPositions(page, ++count);
  }
  await page.keyboard.press("8");
  await page.keyboard.press("3");
  await waitForPositions(page, ++count);
  assert.equal(await readVerdict(page), "X has won!");
});

test("a rook is moved with arrows and Enter, and Space does not play from elsewhere", async () => {
  const page = await site.openGame("#game=chess:KRvK&position=Kb6+Rc1+ka8+w&against=person");
  assert.match(await readVerdict(page), /^White wins with best play, mate in 1 \(1 ply\)\./);
  await page.keyboard.press(" ");
  await tabTo(page, ".cell");
  const start = await page.evaluate(() => document.activeElement?.getAttribute("data-key"));
  assert.equal(start, "cell b6");
  await walk(page, [..."DDDDD"].map(() => "Down"), "b1");
  await walk(page, ["Right"], "c1");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator('[data-key="cell c1"]').getAttribute("aria-pressed"), "true");
  assert.ok((await page.locator(".cell.target").count()) > 5, "the targets are marked");
  await walk(page, [..."UUUUUUU"].map(() => "Up"), "c8");
  await page.keyboard.press("Enter");
  await waitForPositions(page, 2);
  assert.equal(await readVerdict(page), "White has won!");
  assert.equal(await page.locator(".last-move").innerText(), "White: Rc8#");
});

test("a piece is dragged to its target", async () => {
  const page = await site.openGame("#game=chess:KRvK&position=Kb6+Rc1+ka8+w&against=person");
  const centre = async (/** @type {string} */ key) => {
    const box = await page.locator(`[data-key="cell ${key}"]`).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [from, wrong, to] = [await centre("c1"), await centre("d3"), await centre("c8")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(wrong.x, wrong.y, { steps: 4 });
  await page.mouse.up();
  assert.equal(await page.locator(".ply").count(), 0, "d3 is no target");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await waitForTurn(page);
  assert.equal(await page.locator(".last-move").innerText(), "White: Rc8#");
});
