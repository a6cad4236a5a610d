/** Measures the time until a view can be used, the shift of its layout and its size: GRUNDY=PROGRAM node measure.mjs */

import { listResponses, start, sumSizes } from "./browser.mjs";

const ROUNDS = 15;
const VIEWS = ["", "#lesson=1", "#game=nim&position=3+4+5", "#game=tictactoe", "#game=connect4:5x4&against=person", "#view=lesson&topic=mex&step=1", "#view=lesson&topic=cycles&step=2"];

const site = await start();
for (const hash of VIEWS) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    const page = await site.open(hash);
    // The home is measured when its pictures are drawn.
    await page.waitForFunction((isHome) => performance.getEntriesByName(isHome ? "drawn" : "playable").length, !hash);
    await page.waitForTimeout(300);
    const shift = await page.evaluate(() => new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
      }).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(sum), 100);
    }));
    const round = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const playable = (performance.getEntriesByName("playable")[0] ?? performance.getEntriesByName("drawn")[0]).startTime;
      return { playable, afterLoad: playable - navigation.loadEventEnd };
    });
    const responses = await listResponses(page);
    rounds.push({ ...round, shift, bytes: sumSizes(responses), responses: responses.length });
    await site.closeContexts();
  }
  const median = (read) => rounds.map(read).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const [{ bytes, responses }] = rounds;
  console.log(`/${hash}: usable ${median((round) => round.playable).toFixed(0)} ms after the request, ${median((round) => round.afterLoad).toFixed(0)} ms after load; layout shift ${median((round) => round.shift).toFixed(4)}; ${bytes} bytes in ${responses} responses (medians of ${ROUNDS})`);
}
await site.stop();
