/** Games that take long to solve, or cannot be solved: the board comes at once, then the values or what is proved. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readVerdict, startForTests, waitForPositions, waitForTurn } from "./browser.mjs";

const site = startForTests(() => ["--time", "2"]);

/** Holds the requests for values until the returned function is called. */
async function holdValues(page) {
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(/api\/explain/, async (route) => {
    await released;
    // The page may have ended the request.
    await route.continue().catch(() => {});
  });
  return release;
}

/** Waits until the sentence about the position matches. */
const waitForVerdict = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".verdict .lead")?.textContent ?? ""), pattern.source);

/** Answers requests for values with `change` applied to the moves without values. */
const changeValues = (page, change) => page.route(/api\/explain/, async (route) => {
  const response = await route.fetch({ url: route.request().url().replace("/api/explain", "/api/moves") });
  const answer = await response.json();
  change(answer);
  await route.fulfill({ json: answer });
});

/** Opens the page without a game that is played, so that requests can be routed first. */
async function openWith(prepare, hash) {
  const page = await site.open("#view=sequence&game=nim&to=3");
  const result = await prepare(page);
  await page.evaluate((target) => (location.hash = target), hash);
  await page.waitForSelector(".board .cell, .board .stone, .board .heap");
  return { page, result };
}

test("the board is shown and played before its value is known", async () => {
  const { page, result: release } = await openWith(holdValues, "#game=tictactoe&against=person");
  assert.equal(await page.locator(".cell:not([aria-disabled])").count(), 9);
  assert.equal(await readVerdict(page), "X to move. Solving …");
  assert.equal(await page.locator(".letter").count(), 0, "no move has a value");
  await page.getByRole("button", { name: "Hint" }).click();
  assert.equal(await page.locator(".hint").innerText(), "The position is not solved yet.");
  await page.locator('[data-key="cell b2"]').click();
  await page.waitForSelector('[data-key="cell b2"][data-filled]');
  assert.equal(await readVerdict(page), "O to move. Solving …");
  assert.deepEqual(await page.locator(".ply").allInnerTexts(), ["0", "1"]);
  release();
  await waitForVerdict(page, /^A draw with best play/);
  assert.equal(await page.locator(".move-list .letter").count(), 8);
  // The value of the start is requested again.
  await page.waitForFunction(() => [...document.querySelectorAll(".ply")].map((ply) => ply.textContent).join() === "D,D");
});

test("a move that is chosen twice while its value is open is played once", async () => {
  const { page, result: release } = await openWith(holdValues, "#game=tictactoe&against=person");
  await page.evaluate(() => {
    const cell = /** @type {HTMLElement} */ (document.querySelector('[data-key="cell b2"]'));
    cell.click();
    cell.click();
  });
  await page.waitForSelector('[data-key="cell b2"][data-filled]');
  release();
  await waitForVerdict(page, /^A draw with best play/);
  assert.equal(await page.locator(".error").count(), 0);
  assert.deepEqual(await page.locator(".last-move").allInnerTexts(), ["X: b2"]);
});

test("the focus stays on its cell when the value arrives", async () => {
  const { page, result: release } = await openWith(holdValues, "#game=tictactoe&against=person");
  await page.locator('[data-key="cell c3"]').focus();
  release();
  await waitForVerdict(page, /^A draw with best play/);
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.key), "cell c3");
});

test("what is selected of a move stays selected when the value arrives", async () => {
  for (const [hash, cell, selected] of /** @type {const} */ ([
    ["game=chess:KQvK", ".cell:not([aria-disabled])", ".cell.target"],
    ["game=nim&position=3%205", ".heap:nth-child(2) .stone:last-child", ".stone.selected"],
    ["game=divisor&position=60", ".stone >> nth=0", ".stone.selected"],
    ["game=nim+3+%2B+kayles+7", ".summand:nth-child(1) .stone:last-child", ".stone.selected"],
  ])) {
    const { page, result: release } = await openWith(holdValues, `#${hash}&against=person`);
    await page.locator(`.board ${cell}`).first().click();
    const count = await page.locator(`.board ${selected}`).count();
    assert.ok(count > 0, hash);
    release();
    await page.waitForFunction(() => !document.querySelector(".verdict .lead")?.textContent?.includes("Solving"));
    assert.equal(await page.locator(`.board ${selected}`).count(), count, hash);
    await page.close();
  }
});

test("a number that is typed for a large heap stays when the value arrives", async () => {
  const { page, result: release } = await openWith(holdValues, "#game=nim&position=3%20500&against=person");
  await page.locator(".heap.large input").fill("497");
  release();
  await page.waitForFunction(() => !document.querySelector(".verdict .lead")?.textContent?.includes("Solving"));
  assert.equal(await page.locator(".heap.large input").inputValue(), "497");
  await page.locator(".heap.large input").press("Enter");
  await page.waitForSelector(".last-move");
  assert.match(await page.locator(".last-move").innerText(), /take 497 from 500/);
});

test("boards that cannot be solved are shown at once and played", async () => {
  for (const [game, cell, count] of /** @type {const} */ ([
    ["hex:7", "c3", 49], ["connect4:8x7", "d", 8], ["mnk:15,15,5", "h8", 225], ["dots-and-boxes:5x5", "b1", 60],
  ])) {
    const page = await site.open(`#game=${game}&against=person`);
    await page.waitForSelector(".board .cell");
    assert.match(await readVerdict(page), /Solving …$/, game);
    assert.equal(await page.locator(".board .cell:not([aria-disabled])").count(), count, game);
    await page.locator(`[data-key="cell ${cell}"]`).click();
    await page.waitForSelector(".last-move");
    assert.match(await readVerdict(page), /Solving …$/, game);
    await waitForPositions(page, 2);
    assert.match(await readVerdict(page), /The value of the position is not proved within the limits\.$/, game);
    assert.match(await page.locator("section.moves").innerText(), /Nothing is proved of the moves\./, game);
    assert.equal(await page.locator(".error").count(), 0, game);
  }
});

test("the computer says that nothing is proved of its move", async () => {
  const page = await site.openGame("#game=hex:7&first=computer");
  assert.match(await page.locator(".last-move").innerText(), /^Computer: [a-g][1-7]$/);
  assert.match(await page.locator(".move-note").innerText(), /^The position is not solved, and nothing is proved of the move: the position .* the time was up after \d+ positions\.$/);
});

test("what is proved of moves is shown, hinted and played", async () => {
  // Three in a column: one move wins at once, and the others are not searched to the end.
  const page = await site.openGame("#game=connect4:8x7&position=121212");
  assert.match(await readVerdict(page), /^You win with best play, in 1 move\./);
  const letters = await page.locator(".move-list .letter").allInnerTexts();
  assert.equal(letters[0], "W");
  assert.ok(letters.includes("?") && letters.every((letter) => "WDL?".includes(letter)), letters.join());
  assert.match(await page.locator("section.moves").innerText(), /W wins, .*\? not proved\. .* The letters are proved\./);
  await page.getByRole("button", { name: "Hint" }).click();
  assert.match(await page.locator(".hint").innerText(), /^1 of 8 moves is proved to win\./);
  await page.getByRole("button", { name: "Show the move" }).click();
  assert.match(await page.locator(".notes").innerText(), /The best move: a\. That is proved\./);
  // The computer makes the only move that does not lose at once.
  const other = await site.openGame("#game=connect4:8x7&position=12121&first=computer");
  assert.equal(await other.locator(".last-move").innerText(), "Computer: a");
  const winning = await site.open("#game=connect4:8x7&position=121212&first=computer");
  await winning.waitForSelector(".last-move");
  assert.equal(await winning.locator(".last-move").innerText(), "Computer: a");
  assert.equal(await winning.locator(".move-note").innerText(), "The move is proved to be a win in 1 move, and no move is better.");
});

test("bounds are shown", async () => {
  const { page } = await openWith((page) => changeValues(page, (answer) => {
    answer.bound = "win-or-draw";
    answer.why = "Proved to be at least a draw.";
    Object.assign(answer.moves[0], { bound: "win-or-draw" });
    Object.assign(answer.moves[1], { bound: "draw-or-loss" });
    Object.assign(answer.moves[2], { value: "loss" });
  }), "#game=tictactoe");
  await waitForTurn(page);
  assert.equal(await readVerdict(page), "It is your move. The position is proved to be at least a draw. More is not proved within the limits.");
  assert.deepEqual((await page.locator(".move-list .letter").allInnerTexts()).slice(0, 4), ["≥D", "≤D", "L", "?"]);
  assert.deepEqual(await page.locator(".cell .letter").allInnerTexts(), ["≥D", "≤D", "L"]);
  assert.equal(await page.getByRole("button", { name: /^a1 ?: at least a draw/ }).count(), 1, "the move in the list has the bound in its name");
  assert.match(await page.locator("section.moves").innerText(), /≥D at least a draw, ≤D at most a draw, \? not proved/);
  await page.getByRole("button", { name: "Hint" }).click();
  assert.equal(await page.locator(".hint").innerText(), "1 of 9 moves is proved to be at least a draw. 1 of 9 moves is proved to be at most a draw. 1 of 9 moves is proved to lose.");
  await page.getByRole("button", { name: "Show the move" }).click();
  assert.match(await page.locator(".notes").innerText(), /The best move by what is proved: a1, at least a draw\./);
});

test("a proved draw is not called the best move while another move may win", async () => {
  const { page } = await openWith((page) => changeValues(page, (answer) => {
    answer.bound = "win-or-draw";
    Object.assign(answer.moves[0], { value: "draw" });
  }), "#game=tictactoe");
  await waitForTurn(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("button", { name: "Show the move" }).click();
  assert.match(await page.locator(".notes").innerText(), /The best move by what is proved: a1\./);
});

test("the board is shown if the server has no time for its value, and the value is requested again", async () => {
  let isBusy = true;
  const { page } = await openWith((page) => page.route(/api\/explain/, (route) =>
    isBusy ? route.fulfill({ status: 503, json: { error: { status: 503, message: "the server's queue is full", help: "try again" } } }) : route.continue(),
  ), "#game=tictactoe&against=person");
  await waitForVerdict(page, /The value of the position is not known\. The server's queue is full\. Try again\.$/);
  await page.locator('[data-key="cell b2"]').click();
  await page.waitForSelector(".last-move");
  isBusy = false;
  await page.keyboard.press("[");
  await waitForVerdict(page, /^A draw with best play/);
  assert.ok(site.errors.splice(0).every((text) => /status of 503/.test(text)));
});

test("mistakes are counted only where values are known", async () => {
  const { page } = await openWith((page) => changeValues(page, () => {}), "#game=tictactoe&position=XX.O.....&against=person");
  await page.locator('[data-key="cell c3"]').click();
  await page.waitForSelector('[data-key="cell c3"][data-filled]');
  await page.locator('[data-key="cell c1"]').click();
  await waitForVerdict(page, /X has won/);
  assert.match(await page.locator(".notes").innerText(), /No mistake is known\. The value of one move is not known\./);
});
