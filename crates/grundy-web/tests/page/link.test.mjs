/** A link is a lesson: the address holds game, parameters, position, moves and options. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, write } from "../../page/state.js";
import { forTests, said, settled } from "./browser.mjs";

const site = forTests();

test("an address is read as it was written", () => {
  const texts = ["", "take 3 from both", "a b+c", "ü & = # %", "x\ny"];
  const bools = [true, false];
  let n = 0;
  for (const position of texts) for (const misere of bools) for (const values of bools) for (const lesson of [0, 2]) {
    const line = texts.slice(0, n % 5);
    const state = {
      ...read("#game=x"), game: ["nim", "mnk:4,3,3", "subtraction:all-but:1,2"][n % 3], misere, values, remoteness: n % 2 === 0, lesson,
      position, line, at: n % (line.length + 1), set: n % 4 ? [] : ["n=3", "take=1,2"], first: n % 3 ? "me" : "computer",
      against: n % 5 ? "computer" : "person", skill: [1, 0, 0.35][n % 3],
    };
    assert.deepEqual(read(write(state)), state);
    n++;
  }
});

test("what an address says wrongly is as usual, not a failure", () => {
  const state = read("#view=nowhere&skill=lots&at=-4&m=a&m=b&size=1e9&to=&lesson=no");
  assert.deepEqual([state.view, state.skill, state.at, state.size, state.to, state.lesson], ["play", 1, 0, 1000, 200, 0]);
});

test("a shared link shows the same play", async () => {
  const one = await site.play("#game=nim&position=3+4+5&skill=0.5");
  await one.getByRole("button", { name: /^take 1 from 5/ }).click();
  await one.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
  await settled(one);
  await one.getByLabel("and how soon").uncheck();
  const address = one.url();
  const two = await site.open(new URL(address).hash);
  await two.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
  await settled(two);
  assert.equal(await two.locator(".board").innerText(), await one.locator(".board").innerText());
  assert.equal(await said(two), await said(one));
  assert.equal(await two.getByLabel("and how soon").isChecked(), false);
  assert.equal(two.url(), address);
});

test("a link to the middle of a play waits there", async () => {
  const page = await site.open("#game=nim&position=3+4+5&m=take+2+from+3&m=take+1+from+5&at=0");
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
  assert.equal(await page.locator(".ply[aria-current]").getAttribute("data-key"), "ply 0");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".last").innerText(), /take 2 from 3/);
});

test("a link with a move that is none says so", async () => {
  const page = await site.open("#game=nim&position=3+5&m=take+9+from+3");
  await page.waitForSelector(".trouble");
  assert.match(await page.locator(".trouble").innerText(), /"take 9 from 3", which is not one at 3 5/);
});

test("the browser's step back goes to the game before", async () => {
  const page = await site.play("#game=nim&position=3+5");
  await page.getByRole("link", { name: "Sequence" }).click();
  await page.waitForSelector(".folded");
  await page.goBack();
  await page.waitForSelector(".heap");
  assert.match(page.url(), /position=3\+5/);
});

test("misère play is part of the link", async () => {
  const page = await site.play("#game=nim&misere=yes&position=1");
  assert.match(await said(page), /^You lose in 1 move/);
  assert.match(await page.locator(".rules").last().innerText(), /whoever cannot move wins/);
});
