/** What moves: stones that are taken, and the line of best play. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readVerdict, startForTests, waitForPositions, waitForTurn } from "./browser.mjs";

const site = startForTests();

test("stones that are taken rise and fade at their places, and leave nothing behind", async () => {
  const page = await site.openGame("#game=nim&position=3+4+5&against=person");
  const stones = page.locator(".heap").nth(2).locator(".stone");
  const expected = await stones.nth(3).boundingBox();
  await page.evaluate(() => {
    Object.assign(window, { layers: [] });
    new MutationObserver((records) => {
      for (const node of records.flatMap((record) => [...record.addedNodes])) {
        if (node instanceof HTMLElement && node.className === "vanishing") {
          /** @type {any} */ (window).layers.push([...node.children].map((child) => ({ left: parseFloat(/** @type {HTMLElement} */ (child).style.left), top: parseFloat(/** @type {HTMLElement} */ (child).style.top), animations: child.getAnimations().length })));
        }
      }
    }).observe(document.body, { childList: true });
  });
  await stones.nth(3).click();
  await page.locator(".preview .move").first().click();
  await waitForPositions(page, 2);
  const layers = await page.evaluate(() => /** @type {any} */ (window).layers);
  assert.equal(layers.length, 1);
  assert.equal(layers[0].length, 2, "two stones were taken");
  assert.equal(layers[0][0].animations, 1);
  assert.ok(Math.abs(layers[0][0].left - expected.x) < 2 && Math.abs(layers[0][0].top - expected.y) < 2, "at the place of the first one");
  await page.waitForFunction(() => !document.querySelector(".vanishing"));
  // The list of moves plays as well; a heap that is taken whole is no longer on the board.
  await page.getByRole("button", { name: /^take 4 from 4/ }).click();
  await waitForPositions(page, 3);
  assert.deepEqual((await page.evaluate(() => /** @type {any} */ (window).layers)).map((layer) => layer.length), [2, 4]);
  // Going back takes nothing away.
  await page.keyboard.press("u");
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).layers.length), 2);
});

test("pins in the middle of a row fall there, and nothing moves for people who want no motion", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const page = await site.open("#game=kayles&position=5&against=person", { reducedMotion });
    await waitForTurn(page);
    const pins = page.locator(".heap .stone");
    const expected = await pins.nth(2).boundingBox();
    await page.evaluate(() => {
      Object.assign(window, { places: [] });
      new MutationObserver((records) => {
        for (const node of records.flatMap((record) => [...record.addedNodes])) {
          if (node instanceof HTMLElement && node.className === "vanishing") /** @type {any} */ (window).places.push(...[...node.children].map((child) => parseFloat(/** @type {HTMLElement} */ (child).style.left)));
        }
      }).observe(document.body, { childList: true });
    });
    await pins.nth(2).click();
    await page.locator(".preview .move").first().click();
    await waitForPositions(page, 2);
    const places = await page.evaluate(() => /** @type {any} */ (window).places);
    assert.equal(places.length, reducedMotion === "reduce" ? 0 : 1);
    if (places.length) assert.ok(Math.abs(places[0] - expected.x) < 2);
    await page.close();
  }
});

test("the best play to the end is listed and played step by step", async () => {
  const page = await site.openGame("#game=chess:KRvK&position=Kb6+Rc2+ka8+w");
  assert.match(await readVerdict(page), /mate in 1/);
  await page.locator(".line summary").click();
  assert.deepEqual(await page.locator(".best-line li").allInnerTexts(), ["Rc8#"]);
  const longer = await site.openGame("#game=tictactoe&position=XO.......&against=person");
  await longer.locator(".line summary").click();
  const line = await longer.locator(".best-line li").allInnerTexts();
  assert.equal(line.length, 5, "X wins in 5 moves");
  await longer.getByRole("button", { name: "Play it step by step" }).click();
  await longer.waitForFunction(() => /has won/.test(document.querySelector(".verdict .lead")?.textContent ?? ""));
  assert.equal(await readVerdict(longer), "X has won!");
  assert.deepEqual(new URLSearchParams(new URL(longer.url()).hash.slice(1)).getAll("m"), line);
});

test("a line that is played step by step can be stopped, and then the computer moves", async () => {
  const page = await site.openGame("#game=tictactoe&position=XO.......");
  await page.locator(".line summary").click();
  await page.getByRole("button", { name: "Play it step by step" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  await page.getByRole("button", { name: "Stop" }).click();
  await waitForPositions(page, 3);
  await waitForTurn(page);
  await page.waitForTimeout(1200);
  assert.equal(await page.locator(".ply").count(), 3, "nothing is played after the computer's answer");
  const hidden = await site.openGame("#game=tictactoe&position=XO.......&values=off");
  assert.equal(await hidden.locator(".line summary").count(), 0, "the line is hidden with the values");
});
