/** Measures how soon the page can be played and what it weighs: GRUNDY=PROGRAM node measure.mjs */

import { start } from "./browser.mjs";

const ROUNDS = 15;

const site = await start();
for (const hash of ["", "#game=nim&position=3+4+5", "#game=tictactoe"]) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    const page = await site.open(hash);
    await page.waitForFunction(() => performance.getEntriesByName("playable").length);
    rounds.push(await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const all = [navigation, ...performance.getEntriesByType("resource")];
      const playable = performance.getEntriesByName("playable")[0].startTime;
      return { playable, after: playable - navigation.loadEventEnd, bytes: all.reduce((sum, one) => sum + one.encodedBodySize, 0), answers: all.length };
    }));
    await site.closeContexts();
  }
  const median = (of) => rounds.map(of).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  console.log(`/${hash}: playable ${median((one) => one.playable).toFixed(0)} ms after the request, ${median((one) => one.after).toFixed(0)} ms after load; ${rounds[0].bytes} bytes in ${rounds[0].answers} answers (medians of ${ROUNDS})`);
}
await site.stop();
