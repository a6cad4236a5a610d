/** A server of the program and a browser, for the tests of the page. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

/** Starts `grundy serve` with these arguments on a free port, with time for a slow machine; or takes a server that runs already. */
async function serve(args) {
  if (process.env.PAGE_URL) return { url: process.env.PAGE_URL, stop: async () => {} };
  const program = process.env.GRUNDY;
  assert.ok(program, "GRUNDY names the program to be tested");
  const child = spawn(program, ["serve", "--port", "0", "--time", "300", ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((done) => child.on("exit", done));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (url) {
      const stop = async () => {
        child.kill("SIGINT");
        await ended;
      };
      return { url, stop };
    }
  }
  throw new Error("the server did not say where it listens");
}

/**
 * A browser at a server. `open` gives a page at an address after `#`, and keeps what the page complains of.
 * @param {string[]} args for the server
 */
export async function start(args = []) {
  const server = await serve(args);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  /** @type {string[]} */
  const complaints = [];
  const contexts = [];
  return {
    url: server.url,
    complaints,
    /** @param {string} hash @param {import("playwright-core").BrowserContextOptions} [options] */
    async open(hash, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on("console", (message) => {
        // The browser itself notes every answer that is an error; that rules are wrong is one.
        if (message.type() === "error" && !/status of 422/.test(message.text())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
      });
      await page.goto(`${server.url}/${hash}`);
      return page;
    },
    /** The same, when the play there waits for a person. */
    async play(hash, options) {
      const page = await this.open(hash, options);
      await settled(page);
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
 * The same for the tests of a file: begun before them and ended after; a page that complained fails its test.
 * @param {() => string[]} [prepare] gives the arguments for the server
 * @returns {Awaited<ReturnType<typeof start>>}
 */
export function forTests(prepare = () => []) {
  const site = /** @type {any} */ ({});
  before(async () => Object.assign(site, await start(prepare())));
  after(() => site.stop());
  afterEach(async () => {
    await site.closeContexts();
    assert.deepEqual(site.complaints.splice(0), []);
  });
  return site;
}

/** The text of the verdict. */
export const said = (page) => page.locator(".verdict .said").innerText();

/** Waits until it is a person's move, or the game is over. */
export const settled = (page) => page.waitForFunction(() => {
  const text = document.querySelector(".verdict .said")?.textContent ?? "";
  return text !== "" && !/thinking|Working|^The computer/.test(text) || /over|has won/.test(text);
});

/** How much wider the page is than the window. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
