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
