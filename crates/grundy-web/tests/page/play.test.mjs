/** Playing: Nim won by one who has never heard of it, boards, values, history, a second person. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { forTests, said, settled } from "./browser.mjs";

const site = forTests();

/** The heaps on the board. */
const heaps = (page) => page.locator(".heap-row .size").allInnerTexts().then((sizes) => sizes.map(Number));

/** Takes stones: the first click shows what would happen, the button does it. */
async function take(page, heap, count) {
  const stones = page.locator(".heap").nth(heap).locator(".stone");
  await stones.nth((await stones.count()) - count).click();
  const before = await page.evaluate(() => location.hash);
  await page.getByRole("button", { name: /^Play: / }).click();
  await page.waitForFunction((hash) => location.hash !== hash, before);
  await settled(page);
}

test("the first page is a small game of Nim that hints and explains", async () => {
  const page = await site.play("");
  assert.match(await page.locator(".lesson").innerText(), /Whoever takes the very last stone wins/);
  assert.deepEqual(await heaps(page), [3, 5]);
  assert.equal(await said(page), "It is your move.");
  assert.equal(await page.locator(".board .letter").count(), 0, "nothing is given away");
  await page.getByRole("button", { name: "Hint" }).click();
  assert.match(await page.locator(".hint").innerText(), /Make the two heaps equal/);
  await page.getByRole("button", { name: "Show the move" }).click();
  assert.match(await page.locator(".notes").innerText(), /The best move: take 2 from 5/);
  await page.locator(".why summary").click();
  const why = await page.locator(".because").innerText();
  assert.match(why, /011\b/);
  assert.match(why, /Nim sum/);
});

test("a game of Nim is won by following the hint", async () => {
  const page = await site.play("");
  await take(page, 1, 2);
  for (let i = 0; i < 8; i++) {
    const [a, b] = await heaps(page);
    if (a === undefined) break;
    if (b === undefined) await take(page, 0, a);
    else await take(page, a > b ? 0 : 1, Math.abs(a - b));
  }
  assert.equal(await said(page), "You have won!");
  assert.match(await page.locator(".lesson").innerText(), /the other player copies every move/);
  assert.match(await page.locator(".notes").innerText(), /None of your moves lost value/);
  await page.getByRole("link", { name: "Next: The other one begins" }).click();
  await page.waitForFunction(() => /2 of 5/.test(document.querySelector(".lesson h2")?.textContent ?? ""));
  await page.waitForSelector(".last");
  assert.match(await page.locator(".last").innerText(), /^Computer: /);
  await settled(page);
  assert.ok(await page.getByRole("button", { name: "Take back" }).isDisabled(), "no move of one's own yet");
});

test("every lesson can be won by the moves it shows", async () => {
  for (const lesson of [1, 2, 3, 4, 5]) {
    const page = await site.play(`#lesson=${lesson}`);
    for (let i = 0; i < 20 && !/won/.test(await said(page)); i++) {
      const before = await page.evaluate(() => location.hash);
      await page.keyboard.press(" ");
      await page.waitForFunction((hash) => location.hash !== hash, before);
      await settled(page);
    }
    assert.equal(await said(page), "You have won!", `lesson ${lesson}`);
  }
});

test("choosing stones shows what taking them does before it is done", async () => {
  const page = await site.play("#game=nim&position=3+5");
  const stones = page.locator(".heap").nth(1).locator(".stone");
  await stones.nth(3).click();
  assert.equal(await page.locator(".stone.taken").count(), 2);
  assert.match(await page.locator(".preview").innerText(), /This leaves 3 3\. It wins, in 7\./);
  await stones.nth(2).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 3 2\. It loses against right play, in 6\./);
  assert.deepEqual(await heaps(page), [3, 5], "nothing is played yet");
  await stones.nth(2).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
});

test("moves are lettered and coloured, fainter for a worse remoteness", async () => {
  const page = await site.play("#game=nim&position=3+5");
  const moves = await page.locator("ul.moves .move").evaluateAll((all) => all.map((one) => ({
    text: one.querySelector(".text").textContent, letter: one.querySelector(".letter").textContent,
    soon: one.querySelector(".soon").textContent, kind: one.classList.contains("win") ? "win" : one.classList.contains("loss") ? "loss" : "",
    strength: parseInt(one.style.getPropertyValue("--strength")), colour: getComputedStyle(one).backgroundColor,
  })));
  assert.equal(moves.length, 8);
  assert.deepEqual(moves[0], { ...moves[0], text: "take 2 from 5", letter: "W", soon: "in 7", kind: "win", strength: 100 });
  const losses = moves.slice(1);
  assert.ok(losses.every((one) => one.letter === "L" && one.kind === "loss"));
  assert.ok(losses[0].strength > losses.at(-1).strength);
  assert.notEqual(losses[0].colour, losses.at(-1).colour);
  assert.notEqual(moves[0].colour, losses[0].colour);
  await page.getByLabel("show values").uncheck();
  assert.equal(await page.locator(".move .letter").count(), 0);
  assert.equal(await page.locator("ul.moves .move .text").first().innerText(), "take 1 from 3", "the order tells nothing");
});

test("a mistake is a step down in the history, and the account names it", async () => {
  const page = await site.play("#game=nim&position=3+5&against=person");
  await page.getByRole("button", { name: /^take 1 from 5/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  const plies = page.locator(".ply");
  const [first, second] = [await plies.nth(0).boundingBox(), await plies.nth(1).boundingBox()];
  assert.ok(second.y > first.y + 20, "the step goes down");
  assert.match(await plies.nth(1).getAttribute("aria-label"), /Player 1: take 1 from 5; a loss for Player 1; a mistake/);
  assert.equal(await page.locator(".steps .fall").count(), 1);
  assert.match(await said(page), /^Player 2 can win in 7 moves\./);
});

test("a lost game names the first mistake and goes back to it", async () => {
  const page = await site.play("#game=nim&position=1+2");
  await page.getByRole("button", { name: /^take 1 from 1/ }).click();
  await page.waitForFunction(() => /has won/.test(document.querySelector(".said")?.textContent ?? ""));
  assert.match(await page.locator(".notes").innerText(), /One move of yours lost value: move 1, take 1 from 1 at 1 2; take 1 from 2 would have kept it\./);
  await page.getByRole("button", { name: "Back to the first mistake" }).click();
  assert.match(await said(page), /^You can win in 3 moves\./);
});

test("tic-tac-toe is played on its board", async () => {
  const page = await site.play("#game=tictactoe&against=person");
  assert.equal(await page.locator(".cell").count(), 9);
  for (const cell of ["a1", "b2", "b1", "a2", "c1"]) {
    await page.locator(`[data-key="cell ${cell}"]`).click();
    await page.waitForFunction((name) => document.querySelector(`[data-key="cell ${name}"] .mark`), cell);
  }
  assert.equal(await said(page), "X has won!");
});

test("Kalah lets the same player move again", async () => {
  const page = await site.play("#game=kalah:3,3&against=person");
  const name = async () => (await said(page)).split(" ")[0];
  assert.equal(await name(), "South");
  // The last of three seeds from the first pit falls into the third; from the second into the other row.
  await page.locator('[data-key="cell S 1"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  const turn = await page.evaluate(() => fetch(`/api/explain?${new URLSearchParams([["game", "kalah:3,3"], ["position", "0 4 4 +1 / 3 3 3 +0 S"]])}`).then((r) => r.json()).then((r) => r.turn));
  assert.match(turn, /south/i);
  assert.equal(await name(), "South");
  // South wins before and after: the value is not turned round.
  assert.deepEqual(await page.locator(".ply").allInnerTexts(), ["W", "W"]);
  assert.equal(await page.locator(".steps .fall").count(), 0);
});

test("a move of two cells is chosen by both", async () => {
  const page = await site.play("#game=three-mens-morris&position=X.X/.O./OXO+X&against=person");
  const all = await page.locator("ul.moves .text").allInnerTexts();
  const [from, to] = all[0].split(" to ");
  await page.locator(`[data-key="cell ${from}"]`).click();
  await page.locator(`[data-key="cell ${to}"]`).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  assert.equal(await page.locator(".last").innerText(), `X: ${all[0]}`);
});

test("a game is chosen from the catalogue with its parameters", async () => {
  const page = await site.play("");
  await page.locator(".choose > summary").click();
  await page.getByLabel("game", { exact: true }).selectOption("subtraction");
  await page.getByLabel("set", { exact: true }).fill("1,3,4");
  await page.getByLabel("position", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => document.querySelector(".verdict h2")?.textContent === "subtraction:1,3,4");
  await settled(page);
  assert.match(await said(page), /^You can win in 11 moves\. \(an N-position, Grundy value 2\)/);
  assert.match(page.url(), /game=subtraction%3A1%2C3%2C4&position=20$/);
});

test("a sum of games is chosen and played", async () => {
  const page = await site.play("#game=nim&position=3+5");
  await page.locator(".choose > summary").click();
  await page.getByLabel("game", { exact: true }).selectOption("a sum of games");
  await page.getByLabel("games with their heaps").fill("nim 3 5 + kayles 7");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: /^nim: take 4 from 5/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
  assert.match(await page.locator(".text-board").innerText(), /^nim .* \+ kayles/);
});

test("what the server refuses is said where one reads it", async () => {
  const page = await site.open("#game=nim&position=3+x");
  await page.waitForSelector(".trouble");
  assert.match(await page.locator(".trouble").innerText(), /x/);
  // The browser notes the refusal itself.
  assert.ok(site.complaints.splice(0).every((one) => /status of 400/.test(one)));
});

test("a number of the divisor game is its prime factors, some of which are left out", async () => {
  const page = await site.play("#game=divisor&position=12+30&against=person");
  const row = page.getByRole("group", { name: "the prime factors of 12" });
  assert.deepEqual(await row.locator(".stone").allInnerTexts(), ["2", "2", "3"]);
  await row.locator(".stone").nth(0).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 6 30\./);
  // Factors of one number alone are left out, and those that were chosen can be chosen back.
  await page.getByRole("group", { name: "the prime factors of 30" }).locator(".stone").nth(2).click();
  assert.equal(await page.locator(".stone.taken").count(), 1);
  await row.locator(".stone").nth(2).focus();
  await page.keyboard.press("Enter");
  await row.locator(".stone").nth(1).focus();
  await page.keyboard.press(" ");
  assert.equal(await row.locator("[aria-pressed=true]").count(), 2);
  await page.getByRole("button", { name: "Play: 12 to 2" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);
  assert.deepEqual(await page.locator(".heap-row .size").allInnerTexts(), ["2", "30"]);
});

test("a game with parameters begins where they fit, and a position of one's own stays", async () => {
  const page = await site.play("#game=subtraction:50,60");
  assert.deepEqual(await heaps(page), [160]);
  await page.locator(".choose > summary").click();
  await page.getByLabel("game", { exact: true }).selectOption("bash");
  await page.getByLabel("m", { exact: true }).fill("30");
  await page.getByLabel("m", { exact: true }).press("Tab");
  await page.waitForFunction(() => document.querySelector("#position").value === "32");
  await page.getByLabel("position", { exact: true }).fill("40");
  await page.getByLabel("m", { exact: true }).fill("5");
  await page.getByLabel("m", { exact: true }).press("Tab");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => document.querySelector(".verdict h2")?.textContent === "bash:5");
  assert.match(page.url(), /position=40$/);
});

test("the letters beside the moves are said to mean what they mean, and boards have coordinates", async () => {
  const page = await site.play("#game=tictactoe&position=XO.......");
  assert.match(await page.locator("section.moves").innerText(), /W wins, D draws, L loses|W wins, D draws for whoever makes the move/);
  assert.deepEqual(await page.locator(".axis").allInnerTexts(), ["", "a", "b", "c", "1", "2", "3"]);
  await page.getByLabel("show values").uncheck();
  assert.doesNotMatch(await page.locator("section.moves").innerText(), /whoever makes the move/);
});
