/** Lessons beyond Nim: each is done by its answers, wrong answers are explained, and the program gives the values. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { listResponses, measureOverflow, startForTests, sumSizes } from "./browser.mjs";

const site = startForTests();

/** Opens a step of a lesson. */
async function openStep(topic, step, options = {}) {
  const page = await site.open(`#view=lesson&topic=${topic}&step=${step}`, options);
  await page.waitForSelector(`[data-step="${topic} ${step}"] .feedback`);
  return page;
}

/** Waits until the feedback matches. */
const waitForFeedback = (page, pattern) => page.waitForFunction(({ source, flags }) => new RegExp(source, flags).test(document.querySelector(".feedback")?.textContent ?? ""), { source: pattern.source, flags: pattern.flags })
  .catch(async () => assert.fail(`the feedback is "${await page.locator(".feedback").innerText()}", not ${pattern}`));
const isDone = (page) => page.locator(".feedback.right").count();
const answer = (page, n) => page.locator(`[data-key="answer ${n}"]`).click();

/** Types numbers into the fields of a question and checks them. */
async function type(page, ...numbers) {
  for (const [i, number] of numbers.entries()) await page.locator(".question input[type=number]").nth(i).fill(String(number));
  await page.locator(".question button").first().click();
}

/** Takes stones of a heap on a board, from the right. */
async function take(page, heap, count) {
  const stones = page.locator(".topic .heap").nth(heap).locator(".stone");
  await stones.nth((await stones.count()) - count).click();
  await page.locator(".preview .move").first().click();
}

test("the home lists the lessons, and each has an address, steps, and a way to the next", async () => {
  const home = await site.open("");
  await home.waitForSelector(".topics a");
  const links = await home.locator(".topics a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.equal(links.length, 7);
  const page = await site.open(links[0]);
  let count = 0;
  const seen = new Set();
  for (; ; count++) {
    const hash = await page.evaluate(() => location.hash);
    const [, topic, step] = /topic=(\w+)&step=(\d+)/.exec(hash) ?? [];
    // The step before stays until the next one has its values.
    await page.waitForSelector(`[data-step="${topic} ${step}"] .feedback`);
    seen.add(topic);
    assert.equal(await page.locator(".lesson-list [aria-current]").count(), 1, hash);
    assert.match(await page.title(), new RegExp(` ${step} of \\d · grundy$`));
    const next = await page.locator('[data-key="next"]').getAttribute("href");
    if (next === "#") break;
    await page.locator('[data-key="next"]').click();
    await page.waitForFunction((before) => location.hash !== before, hash);
  }
  assert.equal(seen.size, 7);
  assert.ok(count > 15);
});

test("21 stones: a guess, labels from the end, the move, and another rule", async () => {
  let page = await openStep("backwards", 1);
  assert.match(await page.locator(".topic").innerText(), /Take 1 up to 3 stones from one heap/);
  await answer(page, 1);
  await waitForFeedback(page, /moves first wins/);
  assert.equal(await isDone(page), 0);
  await answer(page, 0);
  await waitForFeedback(page, /^✓ Right/);
  page = await openStep("backwards", 2);
  await answer(page, 0);
  await waitForFeedback(page, /Look again\. From 1 you can leave 0, a P-position \(take 1\)/);
  for (const heap of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await answer(page, heap % 4 ? 1 : 0);
    await waitForFeedback(page, new RegExp(`So ${heap} is`));
  }
  await waitForFeedback(page, /The P-positions so far are 0, 4, 8/);
  assert.equal(await page.locator(".line").innerText().then((text) => text.replace(/\s+/g, "")), "0P1N2N3N4P5N6N7N8P9N");
  page = await openStep("backwards", 3);
  await take(page, 0, 3);
  await waitForFeedback(page, /This leaves 18, an N-position: your opponent answers take 2, which leaves 16/);
  await take(page, 0, 1);
  await waitForFeedback(page, /^✓ Right: take 1 leaves 20/);
  page = await openStep("backwards", 4);
  await type(page, 8);
  await waitForFeedback(page, /From 8 you can leave 7, a P-position/);
  await type(page, 9);
  await waitForFeedback(page, /there is a smaller one/);
  await type(page, 7);
  await waitForFeedback(page, /leaves 0 or 2 on division by 7/);
});

test("mex: values by hand, the zeros, and heaps that are split", async () => {
  let page = await openStep("mex", 1);
  for (const [heap, value] of [1, 0, 1, 2, 3, 2, 0].entries()) {
    if (heap === 1) {
      await type(page, 1);
      await waitForFeedback(page, /1 is there: a move leads to 1/);
    }
    if (heap === 4) {
      await type(page, 7);
      await waitForFeedback(page, /7 is missing, but it is not the least number that is: 3 is smaller/);
    }
    await type(page, value);
    await waitForFeedback(page, new RegExp(`${heap + 1} has the value ${value}`));
  }
  assert.equal(await isDone(page), 1);
  page = await openStep("mex", 2);
  const check = () => page.getByRole("button", { name: "Check" }).click();
  await page.locator('[data-key="heap 0"]').click();
  await check();
  await waitForFeedback(page, /Heap 2 is lost as well/);
  for (const heap of [2, 3, 7, 9]) await page.locator(`[data-key="heap ${heap}"]`).click();
  await check();
  await waitForFeedback(page, /Heap 3 is won: take 1/);
  await page.locator('[data-key="heap 3"]').click();
  await check();
  await waitForFeedback(page, /^✓ Right/);
  page = await openStep("mex", 3);
  for (const value of [3, 1, 4]) await type(page, value);
  await waitForFeedback(page, /^✓ .*5 has the value 4/);
});

test("sums: the value without carries, and the winning move on the boards", async () => {
  let page = await openStep("sums", 1);
  await type(page, 5);
  await waitForFeedback(page, /5 is the usual sum/);
  await type(page, 1);
  await waitForFeedback(page, /^✓ Right: the value is 1/);
  assert.match(await page.locator(".binary-sum tfoot").innerText(), /1\s*01/);
  page = await openStep("sums", 2);
  await take(page, 1, 1);
  await waitForFeedback(page, /values are now 3 and 1, together 2\. That is not 0/);
  await take(page, 0, 1);
  await waitForFeedback(page, /^✓ .*values are now 2 and 2, together 0/);
  page = await openStep("sums", 3);
  await page.locator(".topic .heap").first().locator(".stone").first().click();
  await page.locator(".preview .move").first().click();
  await waitForFeedback(page, /^✓ .*together 0/);
});

test("Wythoff: pairs on the square, by their rule, and by the golden ratio", async () => {
  let page = await openStep("wythoff", 1);
  const choose = (/** @type {string} */ pair) => page.locator(`[data-key="pair ${pair}"]`).click();
  await choose("3 6");
  await waitForFeedback(page, /3 6 is won: “take 1 from 6” leaves 3 5/);
  for (const pair of ["1 2", "5 3", "4 7", "6 10"]) {
    await choose(pair);
    await waitForFeedback(page, new RegExp(`Right: ${pair.split(" ").sort((a, b) => Number(a) - Number(b)).join(" ")}`));
  }
  assert.equal(await isDone(page), 1);
  assert.equal(await page.locator(".square-cell.loss").count(), 9);
  assert.equal(await page.locator('[data-key="pair 2 1"]').getAttribute("aria-label"), "2 1: lost, P");
  page = await openStep("wythoff", 2);
  await type(page, 8, 12);
  await waitForFeedback(page, /8 12 is won: “take .*” leaves \d+ \d+\. Take the least number/);
  await type(page, 8, 13);
  await waitForFeedback(page, /^✓ Right\. 8 is the least number/);
  page = await openStep("wythoff", 3);
  await type(page, 161);
  await waitForFeedback(page, /100 161 is won/);
  await type(page, 162);
  await waitForFeedback(page, /^✓ Right: 100 162 is lost\. It is pair number 62/);
});

test("periods: columns that agree, the proof, and a large heap", async () => {
  let page = await openStep("periods", 1);
  const ask = () => page.getByRole("button", { name: "Ask the program" }).click();
  await ask();
  await waitForFeedback(page, /Not 10: heap \d+ has the value \d, and heap \d+ has \d/);
  await page.locator("#columns").fill("12");
  assert.ok((await page.locator(".fold .same").count()) > 150);
  await ask();
  await waitForFeedback(page, /from heap 71 on, the values repeat every 12 heaps\. This is proved.*Guy and Smith/);
  page = await openStep("periods", 2);
  await type(page, 75);
  await waitForFeedback(page, /not a multiple of 12/);
  await type(page, 76);
  await waitForFeedback(page, /^✓ Right: 1000 is 76 and 77 times 12 more/);
});

test("cycles: the trace of retrograde analysis is stepped through, with queue, counters and the draws left over", async () => {
  let page = await openStep("cycles", 1);
  await answer(page, 0);
  await waitForFeedback(page, /can your opponent not go back to E/);
  await answer(page, 1);
  await waitForFeedback(page, /^✓ Right/);
  page = await openStep("cycles", 2);
  const read = () => page.locator(".trace-text").innerText();
  const state = () => page.locator(".graph .vertex").evaluateAll((all) => all.map((vertex) => vertex.textContent).sort().join(" "));
  assert.equal(await state(), "A2 B1 C2 D2 E2 F2 G2 end0");
  const forward = page.locator('[data-key="forward"]');
  await forward.click();
  assert.equal(await read(), "Round 0: end has no moves, so it is lost.");
  await forward.click();
  assert.equal(await read(), "Round 1: end is lost, and A has a move there: A is won.");
  assert.match(await page.locator(".queue").innerText(), /Queue: end\s+next round: A/);
  await page.keyboard.press("ArrowRight");
  assert.match(await read(), /^Round 2: A is won, and [CDE] has a move there\. The counter of [CDE] falls to 1/);
  const fallen = /The counter of ([CDE])/.exec(await read())?.[1];
  assert.ok((await state()).split(" ").includes(`${fallen}1`), "the counter in the graph falls too");
  await page.keyboard.press("ArrowLeft");
  assert.match(await read(), /^Round 1/);
  await page.locator('[data-key="end"]').click();
  assert.match(await read(), /^The queue is empty\. E and F are left over: draws/);
  assert.equal(await state(), "AW BL CW DL ED FD GW endL");
  assert.match(await page.locator(".graph").getAttribute("aria-label"), /E, draw, moves to A and F/);
  // The program's own solution agrees.
  const { values, counters } = await page.evaluate(async () => {
    const rules = 'G = {"end": [], "A": ["end", "B"], "B": ["A"], "C": ["A", "B"], "D": ["A", "C"], "E": ["A", "F"], "F": ["C", "E"], "G": ["D", "E"]}\ndef initial(): return "G"\ndef moves(v): return G[v]\n';
    const { game } = await (await fetch("/api/rules", { method: "POST", headers: { "content-type": "application/x-starlark" }, body: rules })).json();
    const trace = await (await fetch(`/api/trace?game=${game}`)).json();
    return { values: trace.positions.map((each) => each.value), counters: trace.left_over };
  });
  assert.equal(values.filter((value) => value === "draw").length, 2);
  assert.deepEqual(counters, ['"E"', '"F"']);
  page = await openStep("cycles", 3);
  const choose = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true }).click();
  await choose("E");
  await choose("G");
  await choose("Check");
  await waitForFeedback(page, /G is won, in 5 moves|From F nobody/);
  await choose("G");
  await choose("F");
  await choose("Check");
  await waitForFeedback(page, /^✓ Right/);
  await page.getByRole("link", { name: "Play on this graph" }).click();
  await page.waitForSelector(".moves .move");
});

test("misère Nim: ones, the moment to change, and before that", async () => {
  let page = await openStep("misere", 1);
  await answer(page, 0);
  await waitForFeedback(page, /No\. There is 1 move left, and the player to move makes the last one/);
  for (const choice of [1, 0, 1, 0]) await answer(page, choice);
  await waitForFeedback(page, /^✓ Right\. .*odd number of them is lost/);
  page = await openStep("misere", 2);
  await take(page, 2, 5);
  await waitForFeedback(page, /This leaves 1 1\. Your opponent answers “take 1 from 1” and wins/);
  await take(page, 2, 4);
  await waitForFeedback(page, /^✓ Right: this leaves 1 1 1/);
  page = await openStep("misere", 3);
  await take(page, 2, 5);
  await waitForFeedback(page, /^✓ Right: this leaves 2 2/);
  await page.getByRole("link", { name: "Play misère Nim" }).click();
  await page.waitForFunction(() => /misère/.test(document.querySelector(".verdict h2")?.textContent ?? ""));
});

test("a lesson is done with the keyboard alone, and the focus stays at the question", async () => {
  const page = await openStep("backwards", 2);
  await page.locator('[data-key="answer 1"]').focus();
  for (const key of ["Enter", "Enter", "Enter"]) await page.keyboard.press(key);
  await waitForFeedback(page, /So 3 is an N-position/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-key")), "answer 1");
  const mex = await openStep("mex", 1);
  await mex.locator(".question input").focus();
  for (const value of [1, 0, 1, 2, 3, 2, 0]) {
    await mex.keyboard.type(String(value));
    await mex.keyboard.press("Enter");
  }
  await waitForFeedback(mex, /^✓/);
  const square = await openStep("wythoff", 1);
  await square.locator('[data-key="pair 0 0"]').focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight", "Enter"]) await square.keyboard.press(key);
  await waitForFeedback(square, /Right: 1 2/);
});

test("lessons fit 360 pixels and 60 kB, and load their own files only", async () => {
  /** The modules that every lesson imports. @type {Set<string>} */
  const imports = new Set();
  const follow = (/** @type {string} */ file) => {
    if (imports.has(file)) return;
    imports.add(file);
    const text = readFileSync(new URL(`../../page/${file}`, import.meta.url), "utf8");
    for (const [, name] of text.matchAll(/^(?:import|export) .*from "(\..*)";$/gm)) follow(new URL(name ?? "", `http://x/${file}`).pathname.slice(1));
  };
  for (const file of ["main.js", "lesson.js", "lessons/tools.js"]) follow(file);
  const topics = ["backwards", "mex", "sums", "wythoff", "periods", "cycles", "misere"];
  for (const topic of topics) {
    for (let step = 1; ; step++) {
      const page = await openStep(topic, step, { viewport: { width: 360, height: 740 } });
      assert.ok((await measureOverflow(page)) <= 0, `${topic} ${step} is too wide`);
      const small = await page.locator(".topic .stone, .topic button").evaluateAll((elements) => elements.filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width && (box.width < 24 || box.height < 24);
      }).length);
      assert.equal(small, 0, `${topic} ${step}: controls too small for a finger`);
      const files = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
      for (const other of topics) assert.equal(files.some((name) => name.endsWith(`/lessons/${other}.js`)), other === topic, `${topic} and ${other}`);
      const preloaded = await page.locator("link[rel=modulepreload]").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      assert.deepEqual(preloaded.filter((name) => !imports.has(name.slice(6))), [], "modules that are preloaded and not used");
      assert.deepEqual([...imports].filter((name) => name !== "main.js" && !preloaded.includes(`/page/${name}`)), [], "modules that are not preloaded");
      const size = sumSizes(await listResponses(page));
      assert.ok(size <= 60_000, `${topic} ${step}: ${size} bytes`);
      const isLast = (await page.locator(".lesson-list li").count()) === step;
      await site.closeContexts();
      if (isLast) break;
    }
  }
  const home = await site.open("");
  await home.waitForFunction(() => performance.getEntriesByName("drawn").length);
  assert.equal(await home.evaluate(() => performance.getEntriesByType("resource").filter((entry) => /\/lessons\/|lesson\.js/.test(entry.name)).length), 0);
});

test("the page computes no value in a lesson: a server that does not solve is an error", async () => {
  const page = await site.open("");
  await page.route("**/api/explain*", (route) => route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify({ error: { message: "the time is up", help: "" } }) }));
  await page.evaluate(() => (location.hash = "#view=lesson&topic=sums&step=1"));
  await page.waitForSelector("#view .error");
  assert.match(await page.locator("#view .error").innerText(), /The time is up/);
  assert.ok(site.errors.splice(0).every((text) => /503/.test(text)));
});

test("a chapter of the theory is shown as a page, and links lead to it", async () => {
  const page = await site.openGame("#game=wythoff&position=3+4");
  await page.locator(".about summary").click();
  await page.locator(".about a").click();
  await page.waitForSelector(".chapter h2");
  assert.equal(await page.locator(".chapter h2").innerText(), "Wythoff's game");
  assert.ok((await page.locator(".chapter p").count()) > 10);
  assert.deepEqual(await page.locator(".chapter strong", { hasText: "Theorem" }).allInnerTexts(), ["Theorem", "Theorem"]);
  assert.equal(await page.locator(".chapter li li").count(), 4, "lists within lists");
  assert.ok(await page.locator(".chapter img").evaluate((image) => /** @type {HTMLImageElement} */ (image).decode().then(() => true)));
  const folder = new URL("../../../../docs/theory/", import.meta.url);
  await page.getByRole("link", { name: "All chapters" }).click();
  await page.waitForFunction(() => document.querySelector(".chapter h2")?.textContent === "Theory");
  const links = await page.locator(".chapter a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const chapters = [...new Set(links.filter((href) => href?.startsWith("#view=theory")).map((href) => href?.split("topic=")[1]))];
  assert.ok(chapters.length > 15);
  for (const chapter of chapters) {
    await page.evaluate((topic) => (location.hash = `#view=theory&topic=${topic}`), chapter);
    const title = /^# (.*)$/m.exec(readFileSync(new URL(`${chapter}.md`, folder), "utf8"))?.[1] ?? "";
    await page.waitForFunction((text) => document.querySelector(".chapter h2")?.textContent === text, title);
    // No mark of Markdown is left in the text.
    const marks = await page.locator(".chapter :is(p, li, td, h3)").evaluateAll((all) => all.flatMap((element) => {
      const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
      for (const code of copy.querySelectorAll("code")) code.remove();
      return /\]\(|\*\*|`|^#/.test(copy.textContent ?? "") ? [copy.textContent] : [];
    }));
    assert.deepEqual(marks, [], chapter);
  }
});
