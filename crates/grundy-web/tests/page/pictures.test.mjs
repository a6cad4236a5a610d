/** Reference pictures of the boards, and of the layout of the views: light and dark, 1280 and 390 pixels wide. UPDATE_PICTURES=1 writes them,
 * PICTURES=PATTERN restricts the test to those whose names match. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startForTests, waitForTurn } from "./browser.mjs";

const site = startForTests();
const FOLDER = new URL("./pictures/", import.meta.url);

/** The largest share of pixels of a board that may differ from its picture. Texts, which differ between machines, are hidden. */
const TOLERANCE = 0.0006;
/** Which pictures are tested or written. */
const ONLY = new RegExp(process.env.PICTURES ?? "");
/** The difference of a channel from which a pixel differs. */
const THRESHOLD = 48;

const BOARDS = {
  nim: "#game=nim&position=3+4+5", kayles: "#game=kayles&position=3+7", divisor: "#game=divisor&position=12+30", tictactoe: "#game=tictactoe&m=b2&m=a1", mnk: "#game=mnk:5,4,4&m=b2&m=c3",
  connect4: "#game=connect4:5x4&m=c&m=c&m=b", chess: "#game=chess:KQvK&position=Kc3+Qd1+ke5+w", pawn: "#game=chess:KPvK&position=Kc6+Pb5+ka8+w", rook: "#game=chess:KRvK&position=Kc3+Rd1+ke5+b",
  king: "#game=king&position=4+6", kalah: "#game=kalah:3,3&m=sow+1&m=sow+2", morris: "#game=three-mens-morris&m=b2&m=a1", "mens-morris": "#game=five-mens-morris&position=XX./.O./.O.X/.../O.X+X", dao: "#game=dao", teeko: "#game=teeko-movement&position=...../.XO../.XO../.OX../..OX.+X",
  quixo: "#game=quixo:3&m=a1+from+right", dots: "#game=dots-and-boxes:2x2&position=hh/vv./h./.v./..+1:0+B", hex: "#game=hex:4&m=b2&m=c2", domineering: "#game=domineering:3x3&m=a1",
  cram: "#game=cram:3x4&m=a1+b1", "node-kayles": "#game=node-kayles:3x4&m=b2", othello: "#game=othello:4&m=b1", chomp: "#game=chomp:3,4&m=eat+3+3", calendar: "#game=calendar&position=2001-10-02",
  sum: "#game=nim+3+5+%2B+king+3+4",
};
/** Lessons, each with something done in it. */
const LESSONS = { backwards: "2", mex: "1", sums: "3", wythoff: "1", periods: "1", cycles: "2", misere: "2" };
const VIEWS = {
  ...Object.fromEntries(Object.entries(LESSONS).map(([topic, step]) => [`lesson-${topic}`, `#view=lesson&topic=${topic}&step=${step}`])), theory: "#view=theory&topic=wythoff",
  home: "", lesson: "#lesson=1", play: "#game=nim&position=3+4+5", sequence: "#view=sequence&game=kayles", heatmap: "#view=heatmap&game=nim", table: "#view=table", rules: "#view=rules",
};

/** Compares two pictures in the browser, and returns the share of pixels that differ, or 1 if the sizes differ by more than a pixel. */
const compare = (page, one, two) => page.evaluate(async ({ pictures, threshold }) => {
  const bitmaps = await Promise.all(pictures.map(async (text) => createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], { type: "image/png" }))));
  const [width, height] = [Math.min(...bitmaps.map((b) => b.width)), Math.min(...bitmaps.map((b) => b.height))];
  if (bitmaps.some((bitmap) => bitmap.width - width > 1 || bitmap.height - height > 1)) return 1;
  const [a, b] = bitmaps.map((bitmap) => {
    const context = /** @type {any} */ (new OffscreenCanvas(width, height).getContext("2d"));
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  });
  let count = 0;
  for (let i = 0; i < a.length; i += 4) if ([0, 1, 2].some((k) => Math.abs(a[i + k] - b[i + k]) > threshold)) count++;
  return count / (width * height);
}, { pictures: [one, two].map((bytes) => bytes.toString("base64")), threshold: THRESHOLD });

/** Compares a picture with the reference, or writes the reference. */
async function check(page, name, bytes, tolerance) {
  const file = new URL(`${name}.png`, FOLDER);
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(dirname(fileURLToPath(file)), { recursive: true });
    writeFileSync(file, bytes);
    return;
  }
  assert.ok(existsSync(file), `there is no picture ${name}.png: UPDATE_PICTURES=1 writes it`);
  const share = await compare(page, readFileSync(file), bytes);
  if (share > tolerance && process.env.PICTURES_FOLDER) writeFileSync(`${process.env.PICTURES_FOLDER}/${name}.png`, bytes);
  assert.ok(share <= tolerance, `${name}: ${(100 * share).toFixed(2)} % of the pixels differ from the picture`);
}

/** Takes the picture of a board without its texts. */
async function takeBoardOnce(page) {
  // Fonts differ between machines.
  await page.evaluate(() => {
    for (const text of document.querySelectorAll(".board text, .board p, .board .size, .board h3, .board .muted")) /** @type {HTMLElement} */ (text).style.visibility = "hidden";
    for (const text of document.querySelectorAll(".board button.stone")) /** @type {HTMLElement} */ (text).style.color = "transparent";
    // Boards have a fixed width here, so that the height of the texts above them does not matter.
    for (const board of document.querySelectorAll(".surface")) /** @type {HTMLElement} */ (board).style.width = "18rem";
  });
  return page.locator(".board .surface, .board .heaps .heap").first().screenshot();
}

/** What a browser says of an element that was replaced while its picture was taken: Playwright finds it detached, or Chromium finds no box of it. */
const REPLACED = /not attached|not visible or not an HTMLElement/;

/** Takes pictures of a board until two in a row are equal: the value of a position may arrive meanwhile, which replaces the board or moves it. */
async function takeBoard(page) {
  let last;
  for (let attempt = 0; attempt < 10; attempt++) {
    const picture = await takeBoardOnce(page).catch((/** @type {Error} */ error) => {
      if (!REPLACED.test(error.message)) throw error;
    });
    if (picture && last?.equals(picture)) return picture;
    last = picture;
  }
  throw new Error("in ten attempts, no two pictures of the board in a row were equal");
}

/** Calls `act` in light mode and then in dark mode of one page. */
async function inBothSchemes(page, act) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await act(colorScheme);
  }
}

for (const width of [1280, 390]) {
  test(`boards look as in their pictures, ${width} pixels wide`, async () => {
    for (const [name, hash] of Object.entries(BOARDS).filter(([each]) => ONLY.test(each))) {
      const page = await site.open(`${hash}&against=person&values=off`, { viewport: { width, height: 800 }, reducedMotion: "reduce" });
      await page.waitForSelector(".board .surface, .board .heaps");
      await waitForTurn(page);
      await inBothSchemes(page, async (scheme) => check(page, `${name}-${scheme}-${width}`, await takeBoard(page), TOLERANCE));
      await page.close();
    }
  });

  test(`views look as in their pictures, ${width} pixels wide`, async () => {
    for (const [name, hash] of Object.entries(VIEWS).filter(([each]) => ONLY.test(each))) {
      const page = await site.open(hash, { viewport: { width, height: 800 }, reducedMotion: "reduce", deviceScaleFactor: 0.25 });
      await page.waitForFunction(() => [...document.querySelectorAll(".lead, .welcome, .report p, main > div > pre, .topic h2, .chapter h2")].some((element) => element.textContent && !/Solving|Computing|Checking/.test(element.textContent)));
      // The editor comes later than the report of the check.
      if (name === "rules") await page.waitForFunction(() => document.querySelector("#rules")?.shadowRoot?.querySelector(".cm-line span"));
      if (name === "lesson-periods") await page.locator("#columns").fill("12");
      if (name === "lesson-cycles") await page.locator('[data-key="end"]').click();
      if (name === "theory") await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > 1600));
      if (!hash) await page.waitForFunction(() => performance.getEntriesByName("drawn").length);
      // A quarter of the size: the layout and the colours count, not the letters.
      await inBothSchemes(page, async (scheme) => check(page, `view-${name}-${scheme}-${width}`, await page.screenshot(), 0.06));
      await page.close();
    }
  });
}
