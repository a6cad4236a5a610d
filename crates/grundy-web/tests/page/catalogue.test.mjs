/** Every game of the catalogue is shown at home, has rules with its own numbers, and one move of it is played on its board. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startForTests, waitForTurn } from "./browser.mjs";

const site = startForTests();

/** Lists the games of the cards at home. */
async function listCards(page) {
  await page.waitForFunction(() => performance.getEntriesByName("drawn").length);
  return page.locator(".card[data-game]").evaluateAll((cards) => cards.map((card) => ({
    game: card.getAttribute("data-game"), href: card.getAttribute("href"), title: card.querySelector("b").textContent, text: card.textContent,
    shapes: card.querySelectorAll(".thumbnail .scene :is(circle, rect, path)").length,
  })));
}

test("the home has a card with a picture for every game of the catalogue", async () => {
  const page = await site.open("");
  assert.equal(await page.title(), "Games · grundy");
  const { games } = await page.evaluate(() => fetch("/api/games").then((response) => response.json()));
  const cards = await listCards(page);
  assert.ok(games.length >= 29);
  for (const { name } of games) assert.ok(cards.some(({ game }) => game.split(":")[0] === name), `${name} has a card`);
  for (const { game, shapes, text } of cards) {
    assert.ok(shapes > 2, `${game} has a picture`);
    // X, O, A and B are players, and P and N are kinds of positions.
    assert.doesNotMatch(text, /\b(PITS|SEEDS|SET|CODE|[KMNWHRC])\b/, game);
  }
  // The sentence of a game that is not the example of the catalogue arrives later, with the numbers of the game.
  await page.waitForFunction(() => /board of 5 columns and 4 rows/.test(document.querySelector('.card[data-game="mnk:5,4,4"]')?.textContent ?? ""));
  await page.waitForFunction(() => /one of 5 columns/.test(document.querySelector('.card[data-game="connect4:5x4"]')?.textContent ?? ""));
  assert.equal(await page.getByRole("link", { name: "Write your own game" }).getAttribute("href"), "#view=rules");
  assert.equal(await page.locator(".lessons-box ol a").count(), 5);
  assert.equal(await page.locator(".lessons-box .topics a").count(), 7);
});

test("every game of the catalogue opens with a title and rules in its own numbers, and a move is played on its board", async () => {
  const home = await site.open("");
  for (const { href, game, title } of await listCards(home)) {
    const page = await site.open(`${href}&against=person`, { reducedMotion: "reduce" });
    await page.waitForSelector(".board .cell, .board .stone");
    assert.equal(await page.title(), `${title} · grundy`);
    assert.equal(await page.locator(".verdict h2").innerText(), title);
    assert.doesNotMatch(await page.locator(".verdict").innerText(), /\b(PITS|SEEDS|SET|[KMWHRC])\b/, game);
    await page.locator(".about summary").click();
    assert.match(await page.locator(".about a").getAttribute("href") ?? "", /^#view=theory&topic=[a-z-]+$/, game);
    const board = page.locator(".board");
    if (await board.locator(".cell").count()) {
      const cells = board.locator(".cell:not([aria-disabled])");
      await cells.first().click();
      if (!(await page.locator(".last-move").count())) {
        await page.waitForFunction(() => document.querySelector(".last-move, .cell.target")).catch(() => assert.fail(`${game}: a click on a cell changed nothing`));
        if (await page.locator(".cell.target").count()) await page.locator(".cell.target").first().click();
      }
    } else {
      await board.locator(".stone").last().click();
      await board.locator(".preview .move").first().click();
    }
    await page.waitForSelector(".last-move", { timeout: 20_000 }).catch(() => assert.fail(`${game}: no move was played`));
    assert.match(page.url(), /[&?]m=/, game);
    await page.close();
  }
});

test("the rules of games with parameters are told with their numbers", async () => {
  for (const [game, rules] of [
    ["bash:3", "Take 1 up to 3 stones from one heap."], ["bash:10", "Take 1 up to 10 stones from one heap."], ["subtraction:1,3,4", "Take 1, 3 or 4 stones from one heap."],
    ["subtraction:2", "Take 2 stones from one heap."], ["kalah:4,3", "Two rows of 4 pits with 3 seeds in each, and a store for each player."], ["mnk:5,4,3", "a board of 5 columns and 4 rows"],
    ["mnk:5,4,3", "3 in a row, column or diagonal"], ["connect4:7x6", "one of 7 columns"], ["domineering:3x5", "3 rows and 5 columns"], ["hex:4", "4 rows of 4 hexagons"],
    ["chess:KQvK", "White has a king and a queen, and Black has a king."], ["othello:6", "a board of 6 by 6, X first, and each player"], ["octal:0.137", "by the code 0.137:"],
    ["subtraction:all-but:1,2", "Take any number of stones but 1 or 2 from one heap."],
  ]) {
    const page = await site.open(`#game=${game}&against=person`);
    await page.waitForSelector(".rules");
    await page.waitForSelector(".about");
    const text = (await page.locator(".verdict .rules, .verdict .about").allTextContents()).join(" ");
    assert.ok(text.includes(rules), `${game}: ${text}`);
    await page.close();
  }
});

test("boards do not shift while the page loads and while a value arrives", async () => {
  for (const hash of ["", "#view=lesson&topic=sums&step=3", "#view=lesson&topic=cycles&step=2", "#view=theory&topic=wythoff", "#game=moore:3&position=3+4+5&against=person", "#game=tictactoe", "#game=chess:KRvK&position=Kc3+Rd1+ke5+w", "#game=nim&position=3+4+5", "#lesson=1"]) {
    const page = await site.open("#view=table");
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${site.url}/${hash}`);
    await page.reload();
    await page.waitForFunction(() => performance.getEntriesByName("drawn").length + performance.getEntriesByName("playable").length);
    if (hash.startsWith("#game") || hash.startsWith("#lesson")) await waitForTurn(page);
    await page.waitForTimeout(300);
    const shift = await page.evaluate(() => /** @type {any} */ (window).shift);
    assert.ok(shift < 0.02, `${hash || "home"}: ${shift}`);
    await page.close();
  }
});
