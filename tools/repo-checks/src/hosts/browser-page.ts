// Opens, uses and stops the page of `examples/browser-page` in Chromium, like its readers.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { buildPage } from "../../../../examples/browser-page/src/build-page.ts";
import { serveFolder, type Served } from "../../../../examples/browser-page/src/serve-folder.ts";
import { inChromium } from "./run-in-chromium.ts";

/** Returns the problems of the page, or nothing if there is no browser. */
export async function problemsOfBrowserPage(
  executable: string | undefined,
): Promise<readonly string[]> {
  if (executable === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), "ptc-browser-page-"));
  await buildPage(folder);
  const served = await serveFolder(folder);
  try {
    await inChromium(executable, (page) => useThePage(page, served));
    return [];
  } catch (error) {
    return [`examples/browser-page: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function useThePage(page: Page, served: Served): Promise<void> {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  const answered = () => page.waitForSelector("#run:enabled");
  const output = () => page.textContent("#output");

  await page.goto(served.url);
  const filesOfThePage = served.asked.length;
  await page.click("#run");
  await answered();
  assert.equal(await output(), "3 orders are open\n145");
  assert.deepEqual(
    await page.locator("tr.marked > td:first-child").allTextContents(),
    ["2", "4"],
    "the rows that the program marked",
  );
  assert.ok(served.asked.length > filesOfThePage, "the evaluator comes with the first run");

  await page.fill("#program", '(str "<img src=x onerror=alert(1)>" (tool/mark {:id 9}))');
  await page.click("#run");
  await answered();
  assert.match((await output()) ?? "", /no order has the id 9/);
  assert.equal(await page.locator("#output.failed img").count(), 0);

  await page.fill("#program", "(loop [] (recur))");
  await page.click("#run");
  await page.click("#stop");
  await answered();
  assert.match((await output()) ?? "", /the run was cancelled/);
  // Scripts blocked by the page's policy and missing files would appear here.
  assert.deepEqual(said, []);
}
