/** No view has a violation that axe-core finds, in light and dark mode. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { startForTests } from "./browser.mjs";

const site = startForTests();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const VIEWS = {
  "the home": "", "a lesson": "#lesson=1", Nim: "#game=nim&position=3+4+5", Kayles: "#game=kayles&position=7", "connect four": "#game=connect4:4x4&m=a",
  "tic-tac-toe": "#game=tictactoe&m=b2&against=person", "tic-tac-toe without values": "#game=tictactoe&m=b2&against=person&values=off", chess: "#game=chess:KRvK&position=Kc3+Rd1+ke5+w", Kalah: "#game=kalah:3,3", Dao: "#game=dao", Quixo: "#game=quixo:3",
  Hex: "#game=hex:3", "dots and boxes": "#game=dots-and-boxes:1x2", Chomp: "#game=chomp:3,4", Othello: "#game=othello:4", divisors: "#game=divisor&position=12+30", "a sum": "#game=nim+3+5+%2B+kayles+7",
  "a game that is over": "#game=nim&position=1&m=take+1&against=person", "the sequence": "#view=sequence&game=kayles", "the heat map": "#view=heatmap&game=nim",
  "the table": "#view=table", "the rules": "#view=rules", "a chapter": "#view=theory&topic=subtraction-games",
  ...Object.fromEntries(["backwards&step=2", "mex&step=1", "mex&step=2", "sums&step=3", "wythoff&step=1", "wythoff&step=2", "periods&step=1", "cycles&step=2", "misere&step=1"]
    .map((step) => [`the lesson ${step}`, `#view=lesson&topic=${step}`])),
};

for (const [name, hash] of Object.entries(VIEWS)) {
  test(`axe finds nothing in ${name}`, async () => {
    const page = await site.open(hash, { reducedMotion: "reduce" });
    await page.waitForFunction(() => [...document.querySelectorAll(".lead, .welcome, .report p, main > div > pre, .topic h2, .chapter h2")].some((element) => element.textContent && !/Solving|Computing|Checking/.test(element.textContent)));
    await page.evaluate(AXE);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" ")}`), [], `${name}, ${colorScheme}`);
    }
  });
}
