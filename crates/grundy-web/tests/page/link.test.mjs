/** Links: the address contains the game, its parameters, the position, the moves and the options. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHash, toHash } from "../../page/state.js";
import { readVerdict, startForTests, waitForPositions, waitForTurn } from "./browser.mjs";

const site = startForTests();

test("parsing an address returns the state that was formatted", () => {
  const texts = ["", "take 3 from both", "a b+c", "ü & = # %", "x\ny"];
  const bools = [true, false];
  let n = 0;
  for (const position of texts) for (const misere of bools) for (const values of bools) for (const lesson of [0, 2]) {
    const line = texts.slice(0, n % 5);
    const state = {
      ...parseHash("#game=x"), game: ["nim", "mnk:4,3,3", "subtraction:all-but:1,2"][n % 3], misere, values, remoteness: n % 2 === 0, lesson,
      position, line, at: n % (line.length + 1), set: n % 4 ? [] : ["n=3", "take=1,2"], first: n % 3 ? "me" : "computer",
      against: n % 5 ? "computer" : "person", skill: [1, 0, 0.35][n % 3],
    };
    assert.deepEqual(parseHash(toHash(state)), state);
    n++;
  }
});

test("invalid values in an address are replaced by defaults", () => {
  const state = parseHash("#view=nowhere&skill=lots&at=-4&m=a&m=b&size=1e9&to=&lesson=no");
  assert.deepEqual([state.view, state.skill, state.at, state.size, state.to, state.lesson], ["play", 1, 0, 1000, 200, 0]);
});

test("a shared link shows the same game", async () => {
  const one = await site.openGame("#game=nim&position=3+4+5&skill=0.5");
  await one.getByRole("button", { name: /^take 1 from 5/ }).click();
  await waitForPositions(one, 3);
  await waitForTurn(one);
  await one.getByLabel("Show the number of moves").uncheck();
  const address = one.url();
  const two = await site.open(new URL(address).hash);
  await waitForPositions(two, 3);
  await waitForTurn(two);
  assert.equal(await two.locator(".board").innerText(), await one.locator(".board").innerText());
  assert.equal(await readVerdict(two), await readVerdict(one));
  assert.equal(await two.getByLabel("Show the number of moves").isChecked(), false);
  assert.equal(two.url(), address);
});

test("a link to an earlier position does not let the computer move", async () => {
  const page = await site.open("#game=nim&position=3+4+5&m=take+2+from+3&m=take+1+from+5&at=0");
  await waitForPositions(page, 3);
  assert.equal(await page.locator(".ply[aria-current]").getAttribute("data-key"), "ply 0");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".last-move").innerText(), /take 2 from 3/);
});

test("a link with an illegal move shows an error", async () => {
  const page = await site.open("#game=nim&position=3+5&m=take+9+from+3");
  await page.waitForSelector(".error");
  assert.match(await page.locator(".error").innerText(), /"take 9 from 3", which is not a legal move in the position 3 5/);
});

test("the browser's back button returns to the game", async () => {
  const page = await site.openGame("#game=nim&position=3+5");
  await page.getByRole("link", { name: "Sequence" }).click();
  await page.waitForSelector(".folded");
  await page.goBack();
  await page.waitForSelector(".heap");
  assert.match(page.url(), /position=3\+5/);
});

test("misère play is part of the link", async () => {
  const page = await site.openGame("#game=nim&misere=yes&position=1");
  assert.match(await readVerdict(page), /^You lose in 1 move against/);
  assert.match(await page.locator(".rules").last().innerText(), /the player who cannot move wins/);
});
