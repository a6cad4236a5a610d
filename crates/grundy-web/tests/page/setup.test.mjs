/** Positions are set up on the board or as text, and shared as a link or a picture. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readVerdict, startForTests, waitForTurn } from "./browser.mjs";

const site = startForTests();

/** Opens a game and its panel to set up a position. */
async function openSetup(hash) {
  const page = await site.openGame(hash);
  await page.locator(".setup summary").click();
  await page.waitForSelector("#setup-position");
  return page;
}

test("pieces are placed and removed, and the position is played", async () => {
  const page = await openSetup("#game=chess:KRvK&position=Kc3+Rd1+ke5+w&against=person");
  await page.getByLabel("black king", { exact: true }).check();
  await page.locator('[data-key="setup a8"]').click();
  await page.getByLabel("white king", { exact: true }).check();
  await page.locator('[data-key="setup b6"]').click();
  await page.getByLabel("white rook", { exact: true }).check();
  await page.locator('[data-key="setup c1"]').click();
  assert.equal(await page.locator("#setup-position").inputValue(), "Kb6 Rc1 ka8 w");
  await page.getByRole("button", { name: "Change who moves" }).click();
  assert.equal(await page.locator("#setup-position").inputValue(), "Kb6 Rc1 ka8 b");
  await page.getByRole("button", { name: "Change who moves" }).click();
  await page.getByRole("button", { name: "Play this position" }).click();
  await page.waitForFunction(() => /mate in 1/.test(document.querySelector(".verdict .lead")?.textContent ?? ""));
});

test("discs are added on top of a column and removed from there, and a mark can be emptied", async () => {
  const page = await openSetup("#game=connect4:4x4&m=a&against=person");
  await page.getByLabel("O", { exact: true }).check();
  await page.locator('[data-key="setup a"]').click();
  assert.equal(await page.locator("#setup-position").inputValue(), "..../..../O.../X...");
  await page.getByLabel("remove", { exact: true }).check();
  await page.locator('[data-key="setup a"]').click();
  assert.equal(await page.locator("#setup-position").inputValue(), "..../..../..../X...");
  const other = await openSetup("#game=tictactoe&m=b2&against=person");
  await other.getByLabel("empty", { exact: true }).check();
  await other.locator('[data-key="setup b2"]').click();
  assert.equal(await other.locator("#setup-position").inputValue(), ".........");
});

test("a position is typed, and an impossible one is an error", async () => {
  const page = await openSetup("#game=nim&position=3+5&against=person");
  await page.locator("#setup-position").fill("1 2");
  await page.getByRole("button", { name: "Play this position" }).click();
  await page.waitForFunction(() => /wins with best play, in 3 moves/.test(document.querySelector(".verdict .lead")?.textContent ?? ""));
  const other = await openSetup("#game=tictactoe&against=person");
  await other.locator("#setup-position").fill("XXX......");
  await other.getByRole("button", { name: "Play this position" }).click();
  await other.waitForSelector(".error");
  assert.ok(site.errors.splice(0).every((text) => /status of 400/.test(text)));
});

test("a position is shared as a link and as pictures", async () => {
  const page = await openSetup("#game=chess:KRvK&position=Kc3+Rd1+ke5+w&m=Rh1&against=person");
  const link = await page.locator("#share-link").inputValue();
  const other = await site.open(new URL(link).hash);
  await waitForTurn(other);
  assert.match(await readVerdict(other), /^Black loses/);
  const svg = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SVG" }).click();
  const text = readFileSync(await (await svg).path(), "utf8");
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(text, /fill="rgb\(183, 155, 118\)"/);
  assert.doesNotMatch(text, /class=|var\(/);
  const png = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as PNG" }).click();
  const bytes = readFileSync(await (await png).path());
  assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.equal(bytes.readUInt32BE(16), 900);
  // The corner of the board is not empty: a square is painted.
  const colours = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: "image/png" }));
    const context = /** @type {any} */ (new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d"));
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(60, 850, 1, 1).data];
  }, bytes.toString("base64"));
  assert.deepEqual(colours, [183, 155, 118, 255]);
});

test("heaps and numbers are set up by buttons", async () => {
  const page = await openSetup("#game=nim&position=3+5&against=person");
  const read = () => page.locator("#setup-position").inputValue();
  await page.getByRole("button", { name: "heap 1: one more" }).click();
  assert.equal(await read(), "4 5");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-key")), "setup more 0", "the focus stays");
  await page.getByRole("button", { name: "heap 2: one less" }).click();
  await page.getByRole("button", { name: "Add a heap" }).click();
  assert.equal(await read(), "4 4 1");
  await page.getByRole("button", { name: "remove heap 1" }).click();
  assert.equal(await read(), "4 1");
  assert.equal(await page.locator(".setup-board .scene circle").count(), 5);
  await page.getByRole("button", { name: "Play this position" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".board .stone").length === 5);
  const wythoff = await openSetup("#game=wythoff&position=3+5&against=person");
  assert.ok(await wythoff.getByRole("button", { name: "Add a heap" }).isDisabled(), "Wythoff's game has two heaps");
  const divisor = await openSetup("#game=divisor&position=12&against=person");
  await divisor.getByRole("button", { name: "number 1: one more" }).click();
  await divisor.getByRole("button", { name: "Add a number" }).click();
  assert.equal(await divisor.locator("#setup-position").inputValue(), "13 1");
});

test("seeds, lines, chocolate and dates are set up by clicks, and the positions are accepted", async () => {
  for (const { game, clicks, position, missing } of [
    { game: "kalah:3,3", clicks: [["one seed more", "S 1"], ["one seed less", "N 3"], ["empty", "S 2"], ["one seed more", "North store"], ["", "North store"], ["", "North store"]], position: "4 0 3 +0 / 3 3 2 +3 S", missing: "3 seeds of the game are not on the board yet." },
    { game: "dots-and-boxes:1x2", clicks: [["a line; a box that it completes is A's", "b1"], ["", "a2"], ["", "c2"], ["", "b3"], ["a line; a box that it completes is B's", "d1"]], position: "hh/vv./h. 1:0 A" },
    { game: "chomp:3,4", clicks: [["eat this square and all below and to the right", "2 3"], ["", "3 2"]], position: "4 2 1" },
    { game: "calendar", clicks: [["", "2001-10-20"]], position: "2001-10-20" },
  ]) {
    const page = await openSetup(`#game=${game}&against=person`);
    for (const [piece, cell] of clicks) {
      if (piece) await page.getByLabel(piece, { exact: true }).check();
      await page.locator(`[data-key="setup ${cell}"]`).click();
      if (missing && cell === "S 2") assert.equal(await page.locator(".setup-form [role=status]").innerText(), missing);
    }
    assert.equal(await page.locator("#setup-position").inputValue(), position, game);
    await page.getByRole("button", { name: "Play this position" }).click();
    await page.waitForFunction((text) => new URLSearchParams(location.hash.slice(1)).get("position") === text, position);
    await waitForTurn(page);
    assert.equal(await page.locator(".error").count(), 0, game);
    await page.close();
  }
  // A line that is removed takes its box from its owner; what was eaten is filled again.
  const dots = await openSetup("#game=dots-and-boxes:1x2&position=hh/vv./h.+1:0+A&against=person");
  await dots.getByLabel("no line", { exact: true }).check();
  await dots.locator('[data-key="setup a2"]').click();
  assert.equal(await dots.locator("#setup-position").inputValue(), "hh/.v./h. 0:0 A");
  const chomp = await openSetup("#game=chomp:3,4&position=2+1&against=person");
  await chomp.getByLabel("fill up to this square", { exact: true }).check();
  await chomp.locator('[data-key="setup 3 3"]').click();
  assert.equal(await chomp.locator("#setup-position").inputValue(), "3 3 3");
});

test("the picture of a sum has all its boards", async () => {
  const page = await openSetup("#game=nim+3+5+%2B+king+3+4&against=person");
  const svg = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SVG" }).click();
  const text = readFileSync(await (await svg).path(), "utf8");
  assert.equal(text.match(/<circle /g)?.length, 8, "the stones of Nim");
  assert.ok((text.match(/<rect /g)?.length ?? 0) > 12, "the squares of the king's board");
  assert.match(text, />nim<.*>king</s);
  assert.doesNotMatch(text, /class=|var\(/);
  const png = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as PNG" }).click();
  assert.deepEqual([...readFileSync(await (await png).path()).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
});
