// Compiles the page of `@ptc/viewer`, and opens its pages in Chromium: accessibility of every view
// in both color schemes, hostile content, keys and links, filters, comparisons, replays, live
// traces, decisions, and the speed of long runs.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { CheckOutcome } from "./check.ts";
import { findChromium } from "./hosts/run-in-chromium.ts";
import { problemsOfContent } from "./viewer/content-problems.ts";
import { problemsOfList } from "./viewer/list-problems.ts";
import { problemsOfSpeed } from "./viewer/speed-problems.ts";
import { recordSampleRuns } from "./viewer/sample-runs.ts";
import { problemsOfUse } from "./viewer/use-problems.ts";
import { builtViewerPage, pageTypeErrors } from "./viewer/viewer-page.ts";
import { problemsOfViews } from "./viewer/view-problems.ts";

export async function checkViewer(): Promise<CheckOutcome> {
  const typeErrors = pageTypeErrors("packages/viewer/src/page");
  if (typeErrors.length > 0) return { status: "failed", problems: typeErrors };
  const executablePath = findChromium();
  if (executablePath === undefined)
    return { status: "skipped", reason: "the system has no Chromium (apt-get install chromium)" };
  const page = builtViewerPage();
  const folder = mkdtempSync(join(tmpdir(), "viewer-check-"));
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
  });
  try {
    const samples = await recordSampleRuns(folder);
    const details: string[] = [];
    const problems = [
      ...(await problemsOfViews(browser, page, samples)),
      ...(await problemsOfUse(browser, page, samples)),
      ...(await problemsOfList(browser, page, samples)),
      ...(await problemsOfContent(browser, folder)),
      ...(await problemsOfSpeed(browser, folder, details)),
    ];
    if (problems.length > 0) return { status: "failed", problems: [...problems, ...details] };
    return {
      status: "passed",
      note: "axe on every view in both schemes, hostile content, keys, filters, comparisons, replays, live runs, 10,000 events",
      details,
    };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}
