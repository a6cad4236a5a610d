/** Playing games: the lessons on Nim, boards, values, the history, and two people at one page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readVerdict, startForTests, waitForPositions, waitForTurn } from "./browser.mjs";

const site = startForTests();

/** Returns the heaps on the board. */
const readHeaps = (page) => page.locator(".heap-row .size").allInnerTexts().then((sizes) => sizes.map(Number));

/** Takes stones: selects them with a click and plays the move with the button. */
async function take(page, heap, count) {
  const stones = page.locator(".heap").nth(heap).locator(".stone");
  await stones.nth((await stones.count()) - count).click();
  const before = await page.evaluate(() => location.hash);
  await page.getByRole("button", { name: /^Play: / }).click();
  await page.waitForFunction((hash) => location.hash !== hash, before);
  await waitForTurn(page);
}

/** Opens the form for a new game and chooses a game. */
async function chooseGame(page, name) {
  await page.locator(".chooser > summary").click();
  await page.getByLabel("Game", { exact: true }).selectOption({ value: name === "a sum of games" ? "+" : name });
}

test("the first page is a lesson on Nim with hints and an explanation", async () => {
  const page = await site.openGame("#lesson=1");
  assert.match(await page.locator(".lesson").innerText(), /The player who takes the last stone wins/);
  assert.deepEqual(await readHeaps(page), [3, 5]);
  assert.equal(await readVerdict(page), "It is your move.");
  assert.equal(await page.locator(".board .letter").count(), 0, "the values are hidden");
  await page.getByRole("button", { name: "Hint" }).click();
  assert.match(await page.locator(".hint").innerText(), /Make the two heaps equal/);
  assert.equal(await page.locator("#announce").innerText(), await page.locator(".hint").innerText());
  await page.getByRole("button", { name: "Show the move" }).click();
  assert.match(await page.locator(".notes").innerText(), /The best move: take 2 from 5/);
  await page.locator(".why summary").click();
  const reason = await page.locator(".reason").innerText();
  assert.match(reason, /011\b/);
  assert.match(reason, /Nim sum/);
});

test("following the hint wins a game of Nim", async () => {
  const page = await site.openGame("#lesson=1");
  await take(page, 1, 2);
  for (let i = 0; i < 8; i++) {
    const [a, b] = await readHeaps(page);
    if (a === undefined) break;
    if (b === undefined) await take(page, 0, a);
    else await take(page, a > b ? 0 : 1, Math.abs(a - b));
  }
  assert.equal(await readVerdict(page), "You have won!");
  assert.match(await page.locator(".lesson").innerText(), /The other player copies every move/);
  assert.match(await page.locator(".notes").innerText(), /You made no mistakes\./);
  await page.getByRole("link", { name: "Next: The computer begins" }).click();
  await page.waitForFunction(() => /2 of 5/.test(document.querySelector(".lesson h2")?.textContent ?? ""));
  await page.waitForSelector(".last-move");
  assert.match(await page.locator(".last-move").innerText(), /^Computer: /);
  await waitForTurn(page);
  assert.ok(await page.getByRole("button", { name: "Take back" }).isDisabled(), "the person has not moved yet");
});

test("the best moves win every lesson", async () => {
  for (const lesson of [1, 2, 3, 4, 5]) {
    const page = await site.openGame(`#lesson=${lesson}`);
    for (let i = 0; i < 20 && !/won/.test(await readVerdict(page)); i++) {
      const before = await page.evaluate(() => location.hash);
      await page.keyboard.press("b");
      await page.waitForFunction((hash) => location.hash !== hash, before);
      await waitForTurn(page);
    }
    assert.equal(await readVerdict(page), "You have won!", `lesson ${lesson}`);
  }
});

test("selecting stones shows the result of the move before it is played", async () => {
  const page = await site.openGame("#game=nim&position=3+5");
  const stones = page.locator(".heap").nth(1).locator(".stone");
  await stones.nth(3).click();
  assert.equal(await page.locator(".stone.selected").count(), 2);
  assert.match(await page.locator(".preview").innerText(), /This leaves 3 3\. It wins in 7 moves\./);
  await stones.nth(2).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 3 2\. It loses in 6 moves against best play\./);
  assert.deepEqual(await readHeaps(page), [3, 5], "no move is played yet");
  await stones.nth(2).click();
  await waitForPositions(page, 3);
});

test("in the lesson on groups, the groups are columns, and a click takes from one group", async () => {
  const page = await site.openGame("#lesson=4");
  const lefts = await page.locator(".heap").evaluateAll((heaps) => heaps.map((heap) => Object.fromEntries([1, 2, 4].map((power) => [power, heap.querySelector(`.part-${power}`)?.getBoundingClientRect().left]))));
  for (const power of [1, 2, 4]) assert.equal(new Set(lefts.map((heap) => heap[power]).filter((left) => left !== undefined)).size, 1, `groups of ${power} begin at one place`);
  // 3 = 2 + 1: the group of two alone, then both groups.
  const stones = page.locator(".heap").nth(0).locator(".stone");
  const select = async (i) => {
    await stones.nth(i).click();
    return page.locator(".stone").evaluateAll((all) => all.flatMap((stone, at) => (stone.classList.contains("selected") ? [at] : [])));
  };
  assert.deepEqual(await select(0), [0, 1]);
  assert.match(await page.locator(".preview").innerText(), /Play: take 2 from 3/);
  assert.deepEqual(await select(2), [0, 1, 2]);
  assert.match(await page.locator(".preview").innerText(), /Play: take 3 from 3/);
  // Of 5 = 4 + 1, one of the four.
  const five = page.locator(".heap").nth(2).locator(".stone");
  await five.nth(3).click();
  assert.match(await page.locator(".preview").innerText(), /Play: take 1 from 5/);
  await stones.nth(0).click();
  await stones.nth(1).click();
  await waitForPositions(page, 3);
  assert.match(page.url(), /m=take\+2\+from\+3/);
});

test("the heaps that the last move made are marked", async () => {
  for (const [hash, expected] of /** @type {const} */ ([
    ["#game=nim&position=3+4+5&m=take+2+from+4", [false, true, false]], ["#game=kayles&position=7&m=take+1+from+7,+leave+3+3", [true, true]], ["#game=nim&position=3+4+5", [false, false, false]],
    ["#game=nim+3+5+%2B+kayles+7&m=nim:+take+1+from+5", [false, true, false]], ["#game=divisor&position=12+9&m=12+to+6", [true, false]],
  ])) {
    const page = await site.openGame(`${hash}&against=person`);
    const marked = await page.locator(".heap-row").evaluateAll((rows) => rows.map((row) => row.classList.contains("last")));
    assert.deepEqual(marked, [...expected], hash);
    await page.close();
  }
});

test("the boards of a sum stand side by side, and stones grow with the window", async () => {
  const widths = [];
  for (const width of [1280, 2400]) {
    const page = await site.openGame("#game=nim+3+5+%2B+kayles+7", { viewport: { width, height: 900 } });
    const boxes = await page.locator(".summand").evaluateAll((summands) => summands.map((each) => each.getBoundingClientRect()).map(({ left, top }) => ({ left, top })));
    assert.equal(boxes[0]?.top, boxes[1]?.top);
    assert.ok((boxes[0]?.left ?? 0) < (boxes[1]?.left ?? 0));
    widths.push(...await page.locator(".stone").evaluateAll((stones) => [stones[0], stones.at(-1)].map((stone) => stone?.getBoundingClientRect().width ?? 0)));
  }
  const [stone = 0, pin = 0, largeStone = 0, largePin = 0] = widths;
  assert.ok(largeStone > 1.3 * stone && largePin > 1.3 * pin, `${widths}`);
});

test("in Grundy's game, selecting a stone splits the heap", async () => {
  const page = await site.openGame("#game=grundys-game&position=7&against=person");
  assert.match(await page.locator(".preview").innerText(), /the heap is split in front of it/);
  const stones = page.locator(".heap .stone");
  await stones.nth(0).click();
  assert.equal(await page.locator(".preview").innerText(), "You cannot split off 7 of 7 stones.");
  await stones.nth(4).click();
  await page.getByRole("button", { name: "Play: split 7 into 3 4" }).click();
  await waitForPositions(page, 2);
});

test("pins of Kayles are knocked down in the middle of a row", async () => {
  const page = await site.openGame("#game=kayles&position=7&against=person");
  const pins = page.locator(".heap .stone");
  await pins.nth(2).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 2 4\./);
  await pins.nth(3).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 2 3\./);
  assert.equal(await page.locator(".stone.selected").count(), 2);
  await pins.nth(4).click();
  assert.match(await page.locator(".preview").innerText(), /^You cannot take 3 of 7 pins there\.$/);
  await pins.nth(0).click();
  await page.keyboard.press("Tab");
  await page.locator(".heap").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".preview").innerText(), /This leaves 1 5\./);
  await page.keyboard.press("Enter");
  await waitForPositions(page, 2);
  assert.deepEqual(await readHeaps(page), [1, 5]);
});

test("stones of two heaps are taken together in Wythoff's game and in Moore's Nim", async () => {
  const page = await site.openGame("#game=wythoff&position=4+6&against=person");
  await page.locator(".heap").nth(0).locator(".stone").nth(2).click();
  await page.locator(".heap").nth(1).locator(".stone").nth(4).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 2 4\./);
  await page.locator(".heap").nth(1).locator(".stone").nth(3).click();
  assert.equal(await page.locator(".preview").innerText(), "You cannot take 2 of 4 and 3 of 6 stones.");
  await page.locator(".heap").nth(1).locator(".stone").nth(4).click();
  await page.getByRole("button", { name: "Play: take 2 from both" }).click();
  await waitForPositions(page, 2);
  const moore = await site.openGame("#game=moore:2&position=3+4+5&against=person");
  await moore.locator(".heap").nth(0).locator(".stone").nth(1).click();
  await moore.locator(".heap").nth(2).locator(".stone").nth(0).click();
  await moore.getByRole("button", { name: "Play: 3 to 1, 5 to 0" }).click();
  await waitForPositions(moore, 2);
  assert.deepEqual(await moore.locator(".heap-row .size").allInnerTexts(), ["1", "4"]);
});

test("a mistake is told with the move that kept the value, and the game is reviewed at the end", async () => {
  const page = await site.openGame("#game=nim&position=1+2&against=person");
  await page.getByRole("button", { name: /^take 1 from 1/ }).click();
  await waitForPositions(page, 2);
  assert.equal(await page.locator(".mistake-note").innerText(), "Player 1 made a mistake: from a win to a loss; take 1 from 2 kept the win.");
  await page.getByRole("button", { name: /^take 2 from 2/ }).click();
  await waitForPositions(page, 3);
  assert.equal(await page.locator(".mistake-note").count(), 0);
  const review = await page.locator(".review li").allInnerTexts();
  assert.deepEqual(review.map((text) => text.replace(/\s+/g, " ")), [
    "Player 1: take 1 from 1 ✗ Player 1 made a mistake: from a win to a loss; take 1 from 2 kept the win.", "Player 2: take 2 from 2 Keeps a win."]);
  await page.locator(".review button").first().click();
  assert.equal(await page.locator(".ply[aria-current]").getAttribute("data-key"), "ply 0");
  // Hidden values stay hidden.
  const hidden = await site.openGame("#game=nim&position=1+2&against=person&values=off&m=take+1+from+1");
  assert.equal(await hidden.locator(".mistake-note").count(), 0);
});

test("several moves in one turn are told together", async () => {
  const page = await site.openGame("#game=kalah:3,3&against=person&m=sow+1&m=sow+2");
  assert.equal(await page.locator(".last-move").innerText(), "South: sow 1, then sow 2 (2 moves in one turn)");
});

test("discs of connect four fall, and nothing moves for people who want no motion", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const page = await site.openGame("#game=connect4:4x4&against=person", { reducedMotion });
    await page.locator('[data-key="cell c"]').click();
    await page.waitForSelector(".last-move");
    const motions = await page.evaluate(() => document.getAnimations().map((animation) => /** @type {any} */ (animation.effect).getKeyframes()[0].transform));
    assert.equal(motions.length, reducedMotion === "reduce" ? 0 : 1, String(motions));
    if (motions.length) assert.match(motions[0], /translate\(0px, -4\d\dpx\)/);
  }
});

test("moves have letters, and the colour of a better move is stronger", async () => {
  const page = await site.openGame("#game=nim&position=3+5");
  const moves = await page.locator(".move-list .move").evaluateAll((buttons) => buttons.map((button) => ({
    text: button.querySelector(".text").textContent, letter: button.querySelector(".letter").textContent,
    count: button.querySelector(".move-count").textContent, outcome: button.classList.contains("win") ? "win" : button.classList.contains("loss") ? "loss" : "",
    strength: parseInt(button.style.getPropertyValue("--strength")), colour: getComputedStyle(button).backgroundColor,
  })));
  assert.equal(moves.length, 8);
  assert.deepEqual(moves[0], { ...moves[0], text: "take 2 from 5", letter: "W", count: "in 7 moves", outcome: "win", strength: 100 });
  const losses = moves.slice(1);
  assert.ok(losses.every((move) => move.letter === "L" && move.outcome === "loss"));
  assert.ok(losses[0].strength > losses.at(-1).strength);
  assert.notEqual(losses[0].colour, losses.at(-1).colour);
  assert.notEqual(moves[0].colour, losses[0].colour);
});

test("hidden values do not appear in the order of the moves", async () => {
  const list = await site.openGame("#game=nim&position=3+5&values=off");
  assert.equal(await list.locator(".move .letter").count(), 0);
  assert.equal(await list.locator(".move-list .move .text").first().innerText(), "take 1 from 3");
  // Quixo: the first cell chooses several moves.
  const board = await site.openGame("#game=quixo:3&values=off");
  await board.locator('[data-key="cell a1"]').click();
  const pushes = await board.locator(".preview .move .text").allInnerTexts();
  assert.ok(pushes.length > 1);
  assert.deepEqual(pushes, [...pushes].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
});

test("a mistake is a step down in the history and has a label", async () => {
  const page = await site.openGame("#game=nim&position=3+5&against=person");
  await page.getByRole("button", { name: /^take 1 from 5/ }).click();
  await waitForPositions(page, 2);
  const plies = page.locator(".ply");
  const [first, second] = [await plies.nth(0).boundingBox(), await plies.nth(1).boundingBox()];
  assert.ok(second.y > first.y + 20, "the step goes down");
  assert.match(await plies.nth(1).getAttribute("aria-label"), /Player 1: take 1 from 5; a loss for Player 1; a mistake/);
  assert.equal(await page.locator(".steps .fall").count(), 1);
  assert.match(await readVerdict(page), /^Player 2 wins with best play, in 7 moves\./);
});

test("the end of a lost game names the first mistake, and a button returns to it", async () => {
  const page = await site.openGame("#game=nim&position=1+2");
  await page.getByRole("button", { name: /^take 1 from 1/ }).click();
  await page.waitForFunction(() => /has won/.test(document.querySelector(".verdict .lead")?.textContent ?? ""));
  const notes = await page.locator(".notes").innerText();
  assert.match(notes, /You made one mistake: move 1, “take 1 from 1”, in the position 1 2\. The move “take 1 from 2” would have kept the win\./);
  await page.getByRole("button", { name: "Back to the first mistake" }).click();
  assert.match(await readVerdict(page), /^You win with best play, in 3 moves\./);
});

test("tic-tac-toe is played on a board", async () => {
  const page = await site.openGame("#game=tictactoe&against=person");
  assert.equal(await page.locator(".cell").count(), 9);
  for (const cell of ["a1", "b2", "b1", "a2", "c1"]) {
    await page.locator(`[data-key="cell ${cell}"]`).click();
    await page.waitForFunction((name) => document.querySelector(`[data-key="cell ${name}"][data-filled]`), cell);
  }
  assert.equal(await readVerdict(page), "X has won!");
});

test("in Kalah, the same player can move twice in a row", async () => {
  const page = await site.openGame("#game=kalah:3,3&against=person");
  const readPlayer = async () => (await readVerdict(page)).split(" ")[0];
  assert.equal(await readPlayer(), "South");
  // Sowing the first pit with three seeds ends in the store, so South moves again.
  await page.locator('[data-key="cell S 1"]').click();
  await waitForPositions(page, 2);
  const turn = await page.evaluate(() => fetch(`/api/explain?${new URLSearchParams([["game", "kalah:3,3"], ["position", "0 4 4 +1 / 3 3 3 +0 S"]])}`).then((r) => r.json()).then((r) => r.turn));
  assert.match(turn, /south/i);
  assert.equal(await readPlayer(), "South");
  // South wins before and after the move: the outcome is not inverted.
  assert.deepEqual(await page.locator(".ply").allInnerTexts(), ["W", "W"]);
  assert.equal(await page.locator(".steps .fall").count(), 0);
});

test("lines of dots and boxes are drawn by a click, and a complete box gives another move", async () => {
  const page = await site.openGame("#game=dots-and-boxes:1x2&position=h./vv./..+0:0+B&against=person");
  const readPlayer = async () => (await readVerdict(page)).split(" ")[0];
  assert.equal(await page.locator(".dots-surface .line").count(), 7);
  assert.equal(await page.locator(".dots-surface .cell.drawn").count(), 3);
  assert.equal(await readPlayer(), "B");
  await page.locator('[data-key="cell b3"]').click();
  await waitForPositions(page, 2);
  assert.equal(await page.locator(".dots .complete").count(), 1);
  assert.equal(await readPlayer(), "B");
  await page.locator('[data-key="cell d1"]').click();
  await waitForPositions(page, 3);
  assert.equal(await readPlayer(), "A");
});

test("the rows of Hex are slanted", async () => {
  const page = await site.openGame("#game=hex:3&against=person");
  /** @param {string} cell */
  const readLeft = async (cell) => (await page.locator(`[data-key="cell ${cell}"]`).boundingBox())?.x ?? 0;
  const [a1, b1, a2] = [await readLeft("a1"), await readLeft("b1"), await readLeft("a2")];
  assert.ok(a1 < a2 && a2 < b1, `${a1} ${a2} ${b1}`);
  for (const cell of ["b2", "a1", "b1", "c1", "b3"]) {
    await page.locator(`[data-key="cell ${cell}"]`).click();
    await page.waitForFunction((name) => document.querySelector(`[data-key="cell ${name}"][data-filled]`), cell);
  }
  assert.equal(await readVerdict(page), "X has won!");
});

test("a disc of Othello and a domino are placed by one click", async () => {
  const page = await site.openGame("#game=othello:4&against=person");
  assert.equal(await page.locator(".cell:not([aria-disabled])").count(), 4);
  await page.locator('[data-key="cell b1"]').click();
  await waitForPositions(page, 2);
  assert.equal(await page.locator(".scene .mark-x").count(), 4);
  const other = await site.openGame("#game=domineering:3x3&against=person");
  assert.equal(await other.locator(".cell:not([aria-disabled])").count(), 6);
  await other.locator('[data-key="cell b1"]').click();
  await waitForPositions(other, 2);
  assert.equal(await other.locator(".scene .mark-x").count(), 2);
});

test("a board of more than 64 cells is shown and played", async () => {
  const rows = ["XXOOXXOOXXOOX", "OOXXOOXXOOXXO", "XXOOXXOOXXOOX", "OOXXOOXXOOXXO", "XXOOXXOOXXOO."];
  const page = await site.openGame(`#game=mnk:13,5,5&position=${rows.join("/")}&against=person`);
  assert.equal(await page.locator(".marks-surface .cell").count(), 65);
  await page.locator('[data-key="cell m5"]').click();
  await waitForPositions(page, 2);
  assert.match(await readVerdict(page), /draw/i);
});

test("a move with two cells is chosen by both cells", async () => {
  const page = await site.openGame("#game=three-mens-morris&position=X.X/.O./OXO+X&against=person");
  const moves = await page.locator(".move-list .text").allInnerTexts();
  const [from, to] = moves[0].split(" to ");
  await page.locator(`[data-key="cell ${from}"]`).click();
  await page.locator(`[data-key="cell ${to}"]`).click();
  await waitForPositions(page, 2);
  assert.equal(await page.locator(".last-move").innerText(), `X: ${moves[0]}`);
});

test("a game is chosen from the catalogue with its parameters", async () => {
  const page = await site.openGame("#lesson=1");
  await chooseGame(page, "subtraction");
  await page.getByLabel("Parameters (set)").fill("1,3,4");
  await page.getByLabel("Position", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelector(".verdict h2")?.textContent === "Subtraction game, 1, 3, 4");
  await waitForTurn(page);
  assert.match(await readVerdict(page), /^You win with best play, in 11 moves\. \(an N-position, Grundy value 2\)/);
  assert.match(page.url(), /game=subtraction%3A1%2C3%2C4&position=20$/);
});

test("an alias of a game has the rules and the first position of the game", async () => {
  const page = await site.openGame("#game=bachet:3");
  assert.match(await page.locator(".rules").innerText(), /stones/);
  assert.equal((await readHeaps(page)).length, 1);
});

test("a sum of games is chosen and played", async () => {
  const page = await site.openGame("#game=nim&position=3+5");
  await chooseGame(page, "a sum of games");
  await page.getByLabel("Games and heaps").fill("nim 3 5 + kayles 7");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: /^nim: take 4 from 5/ }).click();
  await waitForPositions(page, 3);
  assert.deepEqual(await page.locator(".summand h3").allInnerTexts(), ["nim", "kayles"]);
});

test("a sum that begins with a game with parameters is played", async () => {
  const page = await site.openGame("#game=subtraction:1,2+5+%2B+nim+3&against=person");
  assert.equal(await page.locator(".error").count(), 0);
  assert.equal(await page.locator(".verdict .rules").count(), 0);
  assert.deepEqual(await page.locator(".summand h3").allInnerTexts(), ["subtraction:1,2", "nim"]);
});

test("an error of the server is shown on the page", async () => {
  const page = await site.open("#game=nim&position=3+x");
  await page.waitForSelector(".error");
  assert.match(await page.locator(".error").innerText(), /x/);
  // The browser logs the status of the answer.
  assert.ok(site.errors.splice(0).every((text) => /status of 400/.test(text)));
});

test("in the divisor game, a move removes prime factors of a number", async () => {
  const page = await site.openGame("#game=divisor&position=12+30&against=person");
  const row = page.getByRole("group", { name: "prime factors of 12" });
  assert.deepEqual(await row.locator(".stone").allInnerTexts(), ["2", "2", "3"]);
  await row.locator(".stone").nth(0).click();
  assert.match(await page.locator(".preview").innerText(), /This leaves 6 30\./);
  // Only factors of one number can be selected. A second click deselects a factor.
  await page.getByRole("group", { name: "prime factors of 30" }).locator(".stone").nth(2).click();
  assert.equal(await page.locator(".stone.selected").count(), 1);
  await row.locator(".stone").nth(2).focus();
  await page.keyboard.press("Enter");
  await row.locator(".stone").nth(1).focus();
  await page.keyboard.press(" ");
  assert.equal(await row.locator("[aria-pressed=true]").count(), 2);
  await page.getByRole("button", { name: "Play: 12 to 2" }).click();
  await waitForPositions(page, 2);
  assert.deepEqual(await page.locator(".heap-row .size").allInnerTexts(), ["2", "30"]);
});

test("the suggested position fits the parameters and does not replace a typed one", async () => {
  const page = await site.openGame("#game=subtraction:50,60");
  assert.deepEqual(await readHeaps(page), [160]);
  await chooseGame(page, "bash");
  const parameters = page.getByLabel("Parameters (m)");
  await parameters.fill("30");
  await parameters.press("Tab");
  await page.waitForFunction(() => document.querySelector("#position").value === "32");
  await page.getByLabel("Position", { exact: true }).fill("40");
  await parameters.fill("5");
  await parameters.press("Tab");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelector(".verdict h2")?.textContent === "Bachet's game, 5");
  assert.match(page.url(), /position=40$/);
});

test("a legend explains the letters, and boards have coordinates", async () => {
  const page = await site.openGame("#game=tictactoe&position=XO.......");
  assert.match(await page.locator("section.moves").innerText(), /For the player who makes the move: W wins, D draws/);
  assert.deepEqual(await page.locator(".axis").allTextContents(), ["a", "b", "c", "1", "2", "3"]);
  await page.getByLabel("Show values").uncheck();
  assert.doesNotMatch(await page.locator("section.moves").innerText(), /makes the move/);
});

/** The computer moves alone, from one number to the other or back to 0, and can never win. */
const WITHOUT_END = `
def initial(): return ("computer", 0)
def turn(s): return s[0]
def moves(s): return [("computer", 0), ("computer", 1 - s[1])]
`;
/** The computer moves alone, to the next number or back to 0. After the last number the person is to move and has lost. */
const WITH_A_WIN = `
def initial(): return ("computer", 0)
def turn(s): return s[0]
def moves(s):
    if s[0] == "person": return []
    return [("computer", 0), ("computer", s[1] + 1) if s[1] < 16 else ("person", 17)]
`;

for (const [name, rules, skill, verdict] of /** @type {const} */ ([
  ["a computer that can move for ever without a win ends in a draw", WITHOUT_END, 1, "The computer can repeat these moves for ever without your turn coming: the game is a draw."],
  ["a computer that moved back to a position by mistake goes on to its win", WITH_A_WIN, 0, "The computer has won."],
])) {
  test(name, async () => {
    const page = await site.open(`#rules=${encodeURIComponent(rules)}&first=computer&skill=${skill}`);
    await page.getByRole("button", { name: "Run these rules" }).click();
    await page.waitForFunction((expected) => document.querySelector(".verdict .lead")?.textContent === expected, verdict);
    assert.match(await page.locator(".notes").innerText(), /You made no mistakes\./);
    // The shortest way to the win has 18 positions.
    if (rules === WITH_A_WIN) assert.ok((await page.locator(".ply").count()) > 18, "it moved back to a position first");
    const address = page.url();
    // Longer than the computer waits before a move.
    await page.waitForTimeout(1500);
    assert.equal(page.url(), address, "no move is played after the end");
  });
}
