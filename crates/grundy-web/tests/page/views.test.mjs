/** The views beside the game: sequence, heat map, table and rules. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readVerdict, startForTests, waitForPositions, waitForTurn } from "./browser.mjs";

/** A rules file with a picture and without cells to click. */
const WITH_PICTURE = `rows, columns = param("rows", 3), param("columns", 4)
def initial(): return (rows, columns)
def moves(s): return [(r, s[1]) for r in range(s[0])] + [(s[0], c) for c in range(s[1])]
def show(s): return "\\n".join(["# " * s[1]] * s[0])
`;

const folder = mkdtempSync(join(tmpdir(), "grundy-page-"));
const site = startForTests(() => {
  const rules = join(folder, "picture.star");
  writeFileSync(rules, WITH_PICTURE);
  const builds = { tictactoe: ["tictactoe"], misere: ["king", "6 6", "--misere"], picture: [rules] };
  return Object.entries(builds).map(([name, args]) => {
    const table = join(folder, `${name}.parquet`);
    if (process.env.GRUNDY) execFileSync(process.env.GRUNDY, ["build", ...args, "-o", table], { stdio: "ignore" });
    return table;
  });
});
after(() => rmSync(folder, { recursive: true }));

/** Waits until the report about the rules file matches. */
const waitForReport = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".report")?.textContent ?? ""), pattern.source);

/** Returns the messages in the editor, with the number of the line that each one is under. */
const readMessages = (page) => page.locator(".message").evaluateAll((messages) => messages.map((message) => {
  const lines = [...message.parentElement.querySelectorAll(".cm-line")];
  const { top } = message.getBoundingClientRect();
  return { line: Number(message.dataset.line), text: message.textContent, under: lines.filter((line) => line.getBoundingClientRect().bottom <= top + 4).length };
}));

/** Replaces the text of the editor by pasting. */
async function write(page, text) {
  await page.getByLabel("rules file").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.locator(".cm-content").evaluate((content, value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", value);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Returns the text of the editor. */
const read = (page) => page.locator(".cm-line").allTextContents().then((lines) => lines.join("\n"));

test("a sequence has a row for each period and is saved as a b-file", async () => {
  const page = await site.open("#view=sequence&game=kayles&to=240");
  await page.waitForSelector(".folded");
  assert.equal(await page.locator(".lead").innerText(), "From heap 71 on, the values repeat every 12 heaps. This is proved.");
  assert.equal(await page.getByText("Proof:").innerText(), "Proof: each heap from 71 on has the value of the heap 12 larger (Guy and Smith 1956).");
  assert.equal(await page.locator(".folded").evaluate((grid) => grid.style.getPropertyValue("--columns")), "12");
  assert.equal(await page.locator(".term").count(), 241);
  // The fourteen exceptions of Kayles, Guy and Smith 1956.
  assert.equal(await page.locator(".term.exception").count(), 14);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as b-file" }).click();
  const lines = readFileSync(await (await download).path(), "utf8").split("\n");
  assert.deepEqual(lines.slice(0, 7), ["0 0", "1 1", "2 2", "3 3", "4 1", "5 4", "6 3"]);
  assert.equal(lines.length, 242);
});

test("a value of a sequence opens its heap, by a click and by the keyboard", async () => {
  const page = await site.open("#view=sequence&game=kayles&to=60");
  const heap = (/** @type {number} */ n) => page.locator(`.term[aria-label^="heap ${n}:"]`);
  await heap(20).click();
  await waitForTurn(page);
  assert.match(page.url(), /#game=kayles&position=20$/);
  await page.goBack();
  await heap(0).focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), await heap(2).getAttribute("aria-label"));
  assert.equal(await page.locator(".term[tabindex='0']").count(), 1, "one stop for the Tab key");
  await page.keyboard.press("Enter");
  await waitForTurn(page);
  assert.match(page.url(), /#game=kayles&position=2$/);
});

test("the user sets the number of columns of a sequence", async () => {
  const page = await site.open("#view=sequence&game=subtraction:1,3,4&to=30");
  await page.waitForSelector(".folded");
  assert.equal(await page.locator(".folded").evaluate((grid) => grid.style.getPropertyValue("--columns")), "14");
  await page.getByLabel("Heaps per row").fill("7");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForFunction(() => document.querySelector(".folded")?.style.getPropertyValue("--columns") === "7");
  assert.match(page.url(), /fold=7/);
});

test("the sequence of Wythoff's game is its cold pairs, with a link to the heat map", async () => {
  const page = await site.open("#view=sequence&game=wythoff&to=10");
  await page.waitForSelector("table");
  assert.equal(await page.locator("tbody tr").nth(4).innerText(), "4\t6\t10");
  await page.getByRole("link", { name: "Show the pairs on the heat map" }).click();
  await page.waitForSelector("canvas");
  assert.match(page.url(), /game=wythoff/);
});

test("the heat map shows Wythoff's cold pairs, and a position can be played", async () => {
  const page = await site.open("#view=heatmap&game=wythoff&size=20");
  await page.waitForSelector("canvas");
  // 0 0 and, twice each, 1 2, 3 5, 4 7, 6 10, 8 13, 9 15, 11 18, 12 20.
  assert.equal(await page.locator(".lead").innerText(), "The player to move loses in 17 of 441 positions.");
  await page.locator("canvas").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  assert.match(await page.locator("[aria-live=polite]").first().innerText(), /^1 2: the player to move loses \(P-position\)/);
  const isOrange = await page.locator("canvas").evaluate((canvas) => {
    const step = canvas.width / 21;
    const pixel = canvas.getContext("2d").getImageData(2.2 * step, canvas.height - 1.2 * step, 1, 1).data;
    return pixel[0] > pixel[2];
  });
  assert.ok(isOrange, "the cell 1 2 has the colour of a P-position");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".heap");
  await waitForTurn(page);
  assert.match(await readVerdict(page), /^You lose in 2 moves/);
});

test("a view that loads slowly does not disturb the next view", async () => {
  const page = await site.open("#view=sequence&game=kayles");
  await page.waitForSelector(".folded");
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  await page.route(/api\/heatmap/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("link", { name: "Heat map" }).click();
  await page.waitForFunction(() => /Computing/.test(document.querySelector("main")?.textContent ?? ""));
  await page.getByRole("link", { name: "Play" }).click();
  await waitForTurn(page);
  const response = page.waitForResponse(/api\/heatmap/);
  release();
  await response;
  await page.keyboard.press("v");
  assert.equal(await page.locator(".move .letter").count(), 0, "the keys work");
  assert.match(await page.locator("#announce").innerText(), /^The values are hidden/);
});

test("a table shows its counts and links to its longest wins", async () => {
  const page = await site.open("#view=table&table=table:tictactoe");
  await page.waitForSelector(".bars");
  assert.equal(await page.locator(".lead").innerText(), "tictactoe: 5,478 positions. The player to move wins 2,836, loses 1,574 and draws 1,068 of them.");
  assert.match(await page.locator("main").innerText(), /The longest wins: 5 moves/);
  await page.locator("main li a").first().click();
  await page.waitForSelector(".cell");
  await waitForTurn(page);
  assert.match(await readVerdict(page), /wins with best play, in 5 moves/);
});

test("a table of misère play is played under misère play, from its own start", async () => {
  const page = await site.open("#view=table&table=table:misere");
  await page.waitForSelector(".bars");
  assert.match(await page.locator(".lead").innerText(), /^king, misère: 36 positions/);
  await page.getByRole("link", { name: "Play it" }).click();
  await page.waitForSelector(".cell");
  await waitForTurn(page);
  assert.equal(await page.locator(".verdict h2").innerText(), "The king to the corner, misère");
  assert.match(await readVerdict(page), /^You win with best play, in 8 moves/);
});

test("an error in a rules file appears under its line during typing", async () => {
  const page = await site.open("#view=rules");
  const area = page.getByLabel("rules file");
  await waitForReport(page, /No errors/);
  await write(page, "# start");
  await page.keyboard.press("Enter");
  // The editor indents the line after the colon.
  await area.pressSequentially("def initial(): return 5\ndef moves(s):\nreturn [x for x in rnge(s)]");
  assert.equal(await read(page), "# start\ndef initial(): return 5\ndef moves(s):\n    return [x for x in rnge(s)]");
  await page.waitForSelector(".message[data-line='4']");
  const [message] = await readMessages(page);
  assert.match(message.text, /rnge/);
  assert.equal(message.under, 4, "the message is under its line and covers no other");
  assert.match(await page.locator(".report").innerText(), /line 4/);
  assert.equal(await page.locator(".underlined").innerText(), "rnge");
  await page.getByRole("button", { name: "line 4" }).click();
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await page.locator(".cm-activeLine").innerText(), "    return [x for x in rnge(s)]");
  assert.ok(await page.getByRole("button", { name: "Play it" }).isDisabled());
  // A change removes the messages at once.
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  await page.route(/api\/rules/, async (route) => {
    await released;
    await route.continue();
  });
  await write(page, "def initial(): return 5\ndef moves(s):\n    return [x for x in range(s)]\n");
  assert.equal(await page.locator(".message").count(), 0);
  assert.equal(await page.locator(".report").innerText(), "Checking …");
  release();
  await waitForReport(page, /No errors/);
});

test("a rules file is played with its parameters, and a link shares it", async () => {
  const page = await site.open("#view=rules");
  await waitForReport(page, /No errors/);
  await page.getByLabel("n", { exact: true }).fill("22");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".text-board");
  await waitForTurn(page);
  assert.equal(await page.locator(".text-board").innerText(), "22");
  assert.match(await readVerdict(page), /^You win/);
  const other = await site.open(new URL(page.url()).hash);
  await other.getByRole("button", { name: "Run these rules" }).click();
  await other.waitForSelector(".text-board");
  assert.equal(await other.locator(".text-board").innerText(), "22");
});

test("rules of a link run only once the user says so", async () => {
  const rules = encodeURIComponent("def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n");
  for (const hash of [`#rules=${rules}`, `#view=rules&rules=${rules}`, `#view=sequence&rules=${rules}`]) {
    const page = await site.open("#game=nim&position=3+5");
    await waitForTurn(page);
    /** @type {string[]} */
    const posted = [];
    page.on("request", (request) => void (request.method() === "POST" && posted.push(request.url())));
    // As a window of another website does that has opened this one.
    await page.evaluate((hash) => (location.hash = hash), hash);
    const run = page.getByRole("button", { name: "Run these rules" });
    await run.waitFor();
    assert.match(await page.locator(".linked-rules").innerText(), /^def initial\(\): return 3/);
    await page.reload();
    await run.waitFor();
    assert.deepEqual(posted, []);
    await run.click();
    await run.waitFor({ state: "detached" });
    await page.waitForFunction(() => !document.querySelector(".linked-rules"));
    await page.reload();
    await page.waitForSelector(".cm-editor, .text-board, .folded, #rules");
    assert.equal(await run.count(), 0, "once confirmed, a reload does not ask again");
    assert.ok(posted.length > 0);
  }
});

test("a question mark is typed in the editor of rules", async () => {
  const page = await site.open("#view=rules");
  await waitForReport(page, /No errors/);
  await page.getByLabel("rules file").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# who?");
  assert.match(await read(page), /# who\?$/);
  assert.equal(await page.locator("dialog").count(), 0);
});

test("a busy server is reported when the period is searched for", async () => {
  const page = await site.open("#game=nim&position=3+5");
  await page.route(/api\/period/, (route) => route.fulfill({ status: 503, json: { error: { status: 503, message: "the server's queue is full", help: "try again" } } }));
  await page.evaluate(() => (location.hash = "#view=sequence&game=kayles"));
  await page.waitForSelector(".folded");
  assert.equal(await page.locator(".lead").innerText(), "The period was not searched for: the server's queue is full.");
  assert.ok(site.errors.splice(0).every((text) => /status of 503/.test(text)));
});

test("a parameter that the user did not change follows the default in the rules file", async () => {
  const page = await site.open("#view=rules");
  await waitForReport(page, /No errors/);
  await write(page, (await read(page)).replace('param("n", 21)', 'param("n", 30)'));
  await page.waitForFunction(() => document.querySelector("#set-n").value === "30");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".text-board");
  assert.equal(await page.locator(".text-board").innerText(), "30");
});

test("parameters are those of the file that was checked", async () => {
  const page = await site.open("#view=rules");
  await waitForReport(page, /No errors/);
  await page.getByLabel("n", { exact: true }).fill("25");
  // While a file is checked, the fields of the one before are out of use; a file with errors has none.
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(/api\/rules/, async (route) => {
    await held;
    await route.continue();
  });
  const text = await read(page);
  await write(page, text.replace('param("n", 21)', 'param("n", 6)'));
  await waitForReport(page, /Checking/);
  assert.ok(await page.locator(".tools:has(#set-n)").evaluate((fields) => /** @type {HTMLElement} */ (fields).inert));
  release();
  await waitForReport(page, /No errors/);
  assert.equal(await page.locator("#set-n").inputValue(), "6", "25 was typed for another default");
  assert.ok(!(await page.locator(".tools:has(#set-n)").evaluate((fields) => /** @type {HTMLElement} */ (fields).inert)));
  await write(page, "def initial(): return 3\n");
  await waitForReport(page, /no function/);
  assert.equal(await page.locator("#set-n").count(), 0);
  await write(page, text);
  await waitForReport(page, /No errors/);
  assert.equal(await page.locator("#set-n").inputValue(), "21");
});

test("opening the rules does not end the current game, but a new rules file does", async () => {
  const page = await site.openGame("#game=nim&position=3+5&against=person");
  await page.getByRole("link", { name: "Rules" }).click();
  await waitForReport(page, /No errors/);
  await page.getByRole("link", { name: "Play" }).click();
  await page.waitForSelector(".heap");
  await page.getByRole("link", { name: "Rules" }).click();
  await waitForReport(page, /No errors/);
  await page.getByRole("button", { name: "a row that splits" }).click();
  await waitForReport(page, /No errors/);
  await page.getByRole("link", { name: "Play" }).click();
  await page.waitForSelector(".text-board");
  assert.equal(await page.locator(".text-board").innerText(), "11");
});

test("the page posts rules again that the server no longer has", async () => {
  const page = await site.open("#view=rules");
  await waitForReport(page, /No errors/);
  let [refused, posted] = [0, 0];
  await page.route(/api\/explain/, (route) => (refused++ ? route.continue() : route.fulfill({ status: 404, json: { error: { status: 404, message: "no such rules" } } })));
  await page.route(/api\/rules/, (route) => (posted++, route.continue()));
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".text-board");
  assert.equal(await page.locator(".error").count(), 0);
  assert.equal(posted, 2, "once to open the view, once more after the refusal");
  assert.ok(site.errors.splice(0).every((text) => /status of 404/.test(text)));
});

test("a rules file with a board is played on it", async () => {
  const page = await site.open("#view=rules");
  await page.getByRole("button", { name: "a board" }).click();
  await waitForReport(page, /5,478 positions/);
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForSelector(".cell");
  await waitForTurn(page);
  await page.locator('[data-key="cell b2"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".cell[data-filled]").length === 2);
});

test("a rules file without a board shows its picture", async () => {
  const page = await site.openGame(`#rules=${encodeURIComponent(WITH_PICTURE)}`);
  const picture = page.getByRole("img", { name: "position (3, 4)" });
  assert.equal(await picture.innerText(), "# # # # \n# # # # \n# # # # ");
  assert.match(await picture.evaluate((element) => getComputedStyle(element).fontFamily), /monospace/);
  await page.getByRole("button", { name: /^to \(3, 3\)/ }).click();
  await waitForPositions(page, 3);
  assert.notEqual(await page.locator(".picture-board").innerText(), "# # # # \n# # # # \n# # # # ");
});

test("a move of a rules file previews the picture of the position that it leads to", async () => {
  const page = await site.openGame(`#rules=${encodeURIComponent(WITH_PICTURE)}`);
  const move = page.getByRole("button", { name: /^to \(3, 2\)/ });
  await move.hover();
  await page.waitForSelector(".move-preview");
  assert.equal(await page.locator(".move-preview").textContent(), "# # \n# # \n# # ");
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector(".move-preview"));
  await page.getByRole("button", { name: /^to \(1, 4\)/ }).focus();
  await page.waitForSelector(".move-preview");
  assert.equal(await page.locator(".move-preview").textContent(), "# # # # ");
});

test("the editor has the colours of Python, and only the view of rules loads it", async () => {
  const page = await site.open("#view=rules");
  await waitForReport(page, /No errors/);
  await page.waitForFunction(() => {
    const spans = [...(document.querySelector("#rules")?.shadowRoot?.querySelectorAll(".cm-line span") ?? [])];
    return new Set(spans.map((span) => getComputedStyle(span).color)).size >= 3;
  });
  const loadsEditor = (other) => other.evaluate(() => performance.getEntriesByType("resource").some((entry) => /codemirror/.test(entry.name)));
  assert.ok(await loadsEditor(page));
  assert.ok(!(await loadsEditor(await site.openGame("#game=nim&position=3+5"))));
});

test("the view of rules links to the reference, which the program contains", async () => {
  const page = await site.open("#view=rules");
  await page.getByRole("link", { name: "the reference of rules files" }).click();
  await page.waitForSelector(".chapter");
  const title = /^# (.*)$/m.exec(readFileSync(new URL("../../../../docs/rules-files.md", import.meta.url), "utf8"))?.[1];
  assert.equal(await page.locator(".chapter h2").innerText(), title);
  // A link within the guide that the page does not have is text.
  for (const href of await page.locator(".chapter a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))) assert.match(href ?? "", /^(#view=theory&topic=(loopy-values|nimber-search)$|https:)/);
  await page.getByRole("link", { name: "Write your own game" }).click();
  await page.waitForSelector("#rules");
});

test("a rules file with a slanted board shows its picture", async () => {
  const rules = "def initial(): return '.' * 4\n" +
    "def moves(s): return [s[:i] + 'X' + s[i + 1:] for i in range(4) if s[i] == '.']\n" +
    "def show(s): return s[:2] + '\\n ' + s[2:]\n";
  const page = await site.openGame(`#rules=${encodeURIComponent(rules)}`);
  assert.equal(await page.locator(".picture-board").innerText(), "..\n ..");
  assert.equal(await page.locator(".cell").count(), 0);
});

test("a table of a rules file is shown and played under the name of the file", async () => {
  const page = await site.open("#view=table&table=table:picture");
  await page.waitForSelector(".bars");
  assert.match(await page.locator(".lead").innerText(), /^picture\.star: 20 positions/);
  await page.getByRole("link", { name: "Play it" }).click();
  await page.waitForSelector(".picture-board");
  await waitForTurn(page);
  assert.equal(await page.locator(".verdict h2").innerText(), "picture.star");
  assert.match(await readVerdict(page), /^You win with best play, in 7 moves/);
});

test("a heat map has the same colours after a change of mode as when it is opened in that mode", async () => {
  // The last cell that is painted is transparent, since it is not lost.
  const hash = "#view=heatmap&game=wythoff&size=60";
  const read = async (page) => {
    await page.waitForSelector("canvas");
    return page.evaluate(() => /** @type {HTMLCanvasElement} */ (document.querySelector("canvas")).toDataURL());
  };
  const dark = await read(await site.open(hash, { colorScheme: "dark" }));
  const page = await site.open(hash, { colorScheme: "light" });
  assert.notEqual(await read(page), dark);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction((expected) => /** @type {HTMLCanvasElement} */ (document.querySelector("canvas")).toDataURL() === expected, dark);
});

test("a heat map of a thousand heaps has labels on its sides", async () => {
  const page = await site.open("#view=heatmap&game=nim&size=1000");
  await page.waitForSelector("canvas");
  assert.equal(await page.locator(".lead").innerText(), "The player to move loses in 1,001 of 1,002,001 positions.");
  assert.deepEqual(await page.locator(".axes .horizontal span").allInnerTexts(), ["0", "100", "200", "300", "400", "500", "600", "700", "800", "900", "1000"]);
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator("[aria-live=polite]").first().innerText(), /^0 1: the player to move wins \(N-position\), Grundy value 1/);
});
