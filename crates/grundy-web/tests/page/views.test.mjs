/** The views beside the play: sequence, heat map, table, rules. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { forTests, said, settled } from "./browser.mjs";

/** A rules file that draws itself, and has no cells that could be clicked. */
const DRAWN = `rows, columns = param("rows", 3), param("columns", 4)
def initial(): return (rows, columns)
def moves(s): return [(r, s[1]) for r in range(s[0])] + [(s[0], c) for c in range(s[1])]
def show(s): return "\\n".join(["# " * s[1]] * s[0])
`;

const folder = mkdtempSync(join(tmpdir(), "grundy-page-"));
const site = forTests(() => {
  const tables = ["ttt", "drawn"].map((name) => join(folder, `${name}.parquet`));
  const rules = join(folder, "drawn.star");
  writeFileSync(rules, DRAWN);
  const games = ["tictactoe", rules];
  if (process.env.GRUNDY) tables.forEach((table, i) => execFileSync(process.env.GRUNDY, ["build", games[i], "-o", table], { stdio: "ignore" }));
  return tables;
});
after(() => rmSync(folder, { recursive: true }));

/** What the editor shows under its lines. */
const faults = (page) => page.locator(".fault").evaluateAll((all) => all.map((one) => ({
  line: Number(one.dataset.line), text: one.textContent,
  // The first pixel of the message, in lines of the text.
  at: (one.getBoundingClientRect().top - document.querySelector("#rules").getBoundingClientRect().top) / parseFloat(getComputedStyle(document.querySelector("#rules")).lineHeight),
})));

test("a sequence is folded by its period and saved as a b-file", async () => {
  const page = await site.open("#view=sequence&game=kayles&to=240");
  await page.waitForSelector(".folded");
  assert.match(await page.locator(".said").innerText(), /From heap 71 on the values repeat every 12 heaps, which is proved/);
  assert.equal(await page.locator(".folded").evaluate((grid) => grid.style.getPropertyValue("--columns")), "12");
  assert.equal(await page.locator(".term").count(), 241);
  // The fourteen exceptions of Kayles, Guy and Smith 1956.
  assert.equal(await page.locator(".term.odd").count(), 14);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as b-file" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8").split("\n");
  assert.deepEqual(lines.slice(0, 7), ["0 0", "1 1", "2 2", "3 3", "4 1", "5 4", "6 3"]);
  assert.equal(lines.length, 242);
});

test("a sequence has as many columns as one asks for", async () => {
  const page = await site.open("#view=sequence&game=subtraction:1,3,4&to=30");
  await page.waitForSelector(".folded");
  assert.equal(await page.locator(".folded").evaluate((grid) => grid.style.getPropertyValue("--columns")), "14");
  await page.getByLabel("heaps in a row").fill("7");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForFunction(() => document.querySelector(".folded")?.style.getPropertyValue("--columns") === "7");
  assert.match(page.url(), /fold=7/);
});

test("Wythoff's cold pairs lead to the heat map", async () => {
  const page = await site.open("#view=sequence&game=wythoff&to=10");
  await page.waitForSelector("table");
  assert.equal(await page.locator("tbody tr").nth(4).innerText(), "4\t6\t10");
  await page.getByRole("link", { name: "See them as two rays." }).click();
  await page.waitForSelector("canvas");
  assert.match(page.url(), /game=wythoff/);
});

test("the heat map has Wythoff's two rays and leads to the play", async () => {
  const page = await site.open("#view=heatmap&game=wythoff&size=20");
  await page.waitForSelector("canvas");
  // 0 0 and, twice each, 1 2, 3 5, 4 7, 6 10, 8 13, 9 15, 11 18, 12 20.
  assert.match(await page.locator(".said").innerText(), /^17 of 441 positions/);
  await page.locator("canvas").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  assert.match(await page.locator("[aria-live=polite]").first().innerText(), /^1 2: a P-position/);
  const orange = await page.locator("canvas").evaluate((canvas) => {
    const step = canvas.width / 21;
    const pixel = canvas.getContext("2d").getImageData(2.2 * step, canvas.height - 1.2 * step, 1, 1).data;
    return pixel[0] > pixel[2];
  });
  assert.ok(orange, "the cell 1 2 has the colour of the lost");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".heap");
  await settled(page);
  assert.match(await said(page), /^You lose in 2 moves/);
});

test("a table is counted, and its longest wins are links", async () => {
  const page = await site.open("#view=table");
  await page.waitForSelector(".bars");
  assert.match(await page.locator(".said").innerText(), /5,478 positions; for the player to move 2,836 won, 1,574 lost, 1,068 drawn/);
  await page.locator("main li a").first().click();
  await page.waitForSelector(".cell");
  await settled(page);
  assert.match(await said(page), /can win in 5 moves/);
});

test("a wrong rules file shows its error under the line as one types", async () => {
  const page = await site.open("#view=rules");
  const area = page.getByLabel("rules file");
  await page.waitForFunction(() => /No errors/.test(document.querySelector(".report")?.textContent ?? ""));
  await area.fill("");
  await area.pressSequentially("def initial(): return 5\ndef moves(s):\n    return [x for x in rnge(s)]\n");
  await page.waitForSelector(".fault[data-line='3']");
  const [fault] = await faults(page);
  assert.match(fault.text, /rnge/);
  assert.ok(fault.at > 3 && fault.at < 4, `the message stands under line 3, and not at ${fault.at}`);
  assert.match(await page.locator(".report").innerText(), /line 3/);
  assert.equal(await page.locator(".under mark").innerText(), "rnge");
  assert.ok(await page.getByRole("button", { name: "Play it" }).isDisabled());
  await area.fill("def initial(): return 5\ndef moves(s):\n    return [x for x in range(s)]\n");
  await page.waitForFunction(() => !document.querySelector(".fault"));
  await page.waitForFunction(() => /No errors/.test(document.querySelector(".report")?.textContent ?? ""));
});

test("a rules file is played, with its parameters, and shared by its link", async () => {
  const page = await site.open("#view=rules");
  await page.waitForFunction(() => /No errors/.test(document.querySelector(".report")?.textContent ?? ""));
  await page.getByLabel("n", { exact: true }).fill("22");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".text-board");
  await settled(page);
  assert.equal(await page.locator(".text-board").innerText(), "22");
  assert.match(await said(page), /^You can win/);
  const other = await site.open(new URL(page.url()).hash);
  await other.waitForSelector(".text-board");
  assert.equal(await other.locator(".text-board").innerText(), "22");
});

test("rules that the server has forgotten are given to it again", async () => {
  const page = await site.open("#view=rules");
  await page.waitForFunction(() => /No errors/.test(document.querySelector(".report")?.textContent ?? ""));
  let [refused, posted] = [0, 0];
  await page.route(/api\/explain/, (route) => (refused++ ? route.continue() : route.fulfill({ status: 404, json: { error: { status: 404, message: "no such rules" } } })));
  await page.route(/api\/rules/, (route) => (posted++, route.continue()));
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".text-board");
  assert.equal(await page.locator(".trouble").count(), 0);
  assert.equal(posted, 2, "once to open the view, once more after the refusal");
  assert.ok(site.complaints.splice(0).every((one) => /status of 404/.test(one)));
});

test("a rules file with a board is played on it", async () => {
  const page = await site.open("#view=rules");
  await page.getByRole("button", { name: "a board" }).click();
  await page.waitForFunction(() => /5,478 positions/.test(document.querySelector(".report")?.textContent ?? ""));
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".cell");
  await settled(page);
  await page.locator('[data-key="cell b2"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".cell .mark").length === 2);
});

test("a rules file without a board is seen as it draws itself", async () => {
  const page = await site.play(`#rules=${encodeURIComponent(DRAWN)}`);
  const picture = page.getByRole("img", { name: "the position (3, 4)" });
  assert.equal(await picture.innerText(), "# # # # \n# # # # \n# # # # ");
  assert.match(await picture.evaluate((one) => getComputedStyle(one).fontFamily), /monospace/);
  await page.getByRole("button", { name: /^to \(3, 3\)/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
  assert.notEqual(await page.locator(".picture-board").innerText(), "# # # # \n# # # # \n# # # # ");
});

test("a slanted board is seen as it draws itself", async () => {
  const rules = "def initial(): return '.' * 4\n" +
    "def moves(s): return [s[:i] + 'X' + s[i + 1:] for i in range(4) if s[i] == '.']\n" +
    "def show(s): return s[:2] + '\\n ' + s[2:]\n";
  const page = await site.play(`#rules=${encodeURIComponent(rules)}`);
  assert.equal(await page.locator(".picture-board").innerText(), "..\n ..");
  assert.equal(await page.locator(".cell").count(), 0);
});

test("a table of a rules file is looked at, and played under its name", async () => {
  const page = await site.open("#view=table&table=table:drawn");
  await page.waitForSelector(".bars");
  assert.match(await page.locator(".said").innerText(), /^drawn\.star: 20 positions/);
  await page.getByRole("link", { name: "Play it" }).click();
  await page.waitForSelector(".picture-board");
  await settled(page);
  assert.equal(await page.locator(".verdict h2").innerText(), "drawn.star");
  assert.match(await said(page), /^You can win in 7 moves/);
});

test("a heat map of a thousand heaps a side has its sizes beside it", async () => {
  const page = await site.open("#view=heatmap&game=nim&size=1000");
  await page.waitForSelector("canvas");
  assert.match(await page.locator(".said").innerText(), /^1,001 of 1,002,001 positions/);
  assert.deepEqual(await page.locator(".axes .along span").allInnerTexts(), ["0", "100", "200", "300", "400", "500", "600", "700", "800", "900", "1000"]);
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator("[aria-live=polite]").first().innerText(), /^0 1: the player to move wins, Grundy value 1/);
});
