/** Measures the time until a game can be played and the size of the page: GRUNDY=PROGRAM node measure.mjs */

import { start } from "./browser.mjs";

const ROUNDS = 15;

const site = await start();
for (const hash of ["#lesson=1", "#game=nim&position=3+4+5", "#game=tictactoe"]) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    const page = await site.open(hash);
    await page.waitForFunction(() => performance.getEntriesByName("playable").length);
    rounds.push(await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const responses = [navigation, ...performance.getEntriesByType("resource")];
      const playable = performance.getEntriesByName("playable")[0].startTime;
      const bytes = responses.reduce((sum, response) => sum + response.encodedBodySize, 0);
      return { playable, afterLoad: playable - navigation.loadEventEnd, bytes, responses: responses.length };
    }));
    await site.closeContexts();
  }
  const median = (read) => rounds.map(read).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)].toFixed(0);
  const [{ bytes, responses }] = rounds;
  console.log(`/${hash}: playable ${median((round) => round.playable)} ms after the request, ${median((round) => round.afterLoad)} ms after load; ${bytes} bytes in ${responses} responses (medians of ${ROUNDS})`);
}
await site.stop();
