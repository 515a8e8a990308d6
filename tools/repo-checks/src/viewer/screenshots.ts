// Writes the pictures of the guide and the README: `npm run exec -- node --conditions=@ptc/source
// tools/repo-checks/src/viewer/screenshots.ts`. Needs Chromium.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { startViewer } from "@ptc/viewer";
import { findChromium } from "../hosts/run-in-chromium.ts";
import { repositoryRoot } from "../workspaces.ts";
import { recordSampleRuns } from "./sample-runs.ts";
import { builtViewerPage, openPage, runIdOf, showView } from "./viewer-page.ts";

const images = join(repositoryRoot, "docs/images");

async function write(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(images, `viewer-${name}.png`) });
  console.log(`docs/images/viewer-${name}.png`);
}

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("install Chromium: apt-get install chromium");
mkdirSync(images, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "viewer-pictures-"));
const samples = await recordSampleRuns(folder);
const viewer = await startViewer({ path: samples.folder, page: builtViewerPage() });
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const { page } = await openPage(browser, viewer.url, { width: 1_240, height: 780 });
  await page.locator(".run-title").nth(3).waitFor();
  const id = async (title: string, before = 0) =>
    encodeURIComponent(await runIdOf(page, title, before));
  const repaired = await id("Which three customers");
  const failed = await id("Which three customers", 1);
  const research = await id("Which of the suppliers");
  await write(page, "runs");
  await showView(page, `#/run/${failed}/turn`, ".call");
  await write(page, "failed");
  await showView(page, `#/run/${research}/timeline`, ".bar");
  await write(page, "timeline");
  await showView(page, `#/run/${failed}/messages`, ".message");
  await page.locator(".message.role-system > summary").click();
  const system = page.locator(".message.role-system pre");
  await system.evaluate(`(element) => {
    const at = element.textContent.indexOf("invoices") / element.textContent.length;
    element.scrollTop = at * element.scrollHeight - element.clientHeight / 2;
  }`);
  await write(page, "messages");
  await showView(page, `#/compare/${failed}/${repaired}`, ".compare-turn");
  await write(page, "compare");
} finally {
  await browser.close();
  await viewer.close();
  rmSync(folder, { recursive: true });
}
