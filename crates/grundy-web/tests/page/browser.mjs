/** Starts the server and a browser for the tests of the page. PAGE_TIMEOUT: the milliseconds to wait for something, on a slow machine. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

/**
 * Starts `grundy serve` on a free port, with a time limit that suits slow machines unless the arguments have one. If PAGE_URL is set, uses that server instead.
 * @param {string[]} args
 */
async function startServer(args) {
  if (process.env.PAGE_URL) return { url: process.env.PAGE_URL, stop: async () => {} };
  const program = process.env.GRUNDY;
  assert.ok(program, "the variable GRUNDY must be the path of the program to test");
  const time = args.includes("--time") ? [] : ["--time", "300"];
  const child = spawn(program, ["serve", "--port", "0", ...time, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (url) {
      const stop = async () => {
        child.kill("SIGINT");
        await exited;
      };
      return { url, stop };
    }
  }
  throw new Error("the server did not print its address");
}

/**
 * Starts a server and a browser.
 * @param {string[]} args arguments of the server
 */
export async function start(args = []) {
  const server = await startServer(args);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  /** @type {string[]} */
  const errors = [];
  const contexts = [];
  return {
    url: server.url,
    /** Errors on the console, exceptions, and requests to other servers. */
    errors,
    /**
     * Opens a page.
     * @param {string} hash the part of the address after the path
     * @param {import("playwright-core").BrowserContextOptions} [options]
     */
    async open(hash, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(Number(process.env.PAGE_TIMEOUT ?? 180_000));
      page.on("console", (message) => {
        // The browser logs every error status. Status 422 is the normal answer to wrong rules.
        if (message.type() === "error" && !/status of 422/.test(message.text())) errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url())) errors.push(`request to ${request.url()}`);
      });
      await page.goto(`${server.url}/${hash}`);
      return page;
    },
    /**
     * Opens a page and waits until a person can move.
     * @param {string} hash
     * @param {import("playwright-core").BrowserContextOptions} [options]
     */
    async openGame(hash, options) {
      const page = await this.open(hash, options);
      if (hash.includes("rules=")) await page.getByRole("button", { name: "Run these rules" }).click();
      await waitForTurn(page);
      return page;
    },
    async closeContexts() {
      for (const context of contexts.splice(0)) await context.close();
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

/**
 * Starts a server and a browser for the tests of a file. A test fails if its page had errors.
 * @param {() => string[]} [prepare] returns the arguments of the server
 * @returns {Awaited<ReturnType<typeof start>>}
 */
export function startForTests(prepare = () => []) {
  const site = /** @type {any} */ ({});
  before(async () => Object.assign(site, await start(prepare())));
  after(() => site.stop());
  afterEach(async () => {
    await site.closeContexts();
    assert.deepEqual(site.errors.splice(0), []);
  });
  return site;
}

/** Returns the sentence about the position. */
export const readVerdict = (page) => page.locator(".verdict .lead").innerText();

/** Waits until a person can move or the game is over. */
export const waitForTurn = (page) => page.waitForFunction(() => {
  const text = document.querySelector(".verdict .lead")?.textContent ?? "";
  return text !== "" && !/thinking|Solving|^The computer/.test(text) || /over|has won/.test(text);
});

/** Waits until the history shows this number of positions, and the last one is solved. */
export const waitForPositions = (page, count) => page.waitForFunction((n) => {
  const text = document.querySelector(".verdict .lead")?.textContent ?? "";
  return document.querySelectorAll(".ply").length === n && !/Solving/.test(text);
}, count);

/** Returns by how many pixels the page is wider than the window. */
export const measureOverflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Lists the responses that a page has received, with their sizes as they were sent, in bytes. */
export const listResponses = (page) => page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((entry) => ({ name: entry.name, size: /** @type {PerformanceResourceTiming} */ (entry).encodedBodySize })));

/** Adds the sizes of responses. */
export const sumSizes = (responses) => responses.reduce((sum, { size }) => sum + size, 0);
