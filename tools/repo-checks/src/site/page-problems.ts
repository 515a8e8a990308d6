// Opens the main pages of the site in Chromium: accessibility in both color schemes, width on
// phones, transferred bytes, and what the content security policy refuses.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { openPage } from "../viewer/viewer-page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A page of each kind, for all checks. */
const mainPages: readonly string[] = [
  "",
  "docs/",
  "guides/tools/",
  "guides/debug-a-failed-run/",
  "comparison/",
  "reference/functions/",
  "reference/functions/arithmetic/",
  "reference/api/otel/",
];

/** The largest pages, which differ from the others only in size. */
const largePages: readonly string[] = [
  "guides/approval/",
  "reference/language/",
  "reference/functions/dates-and-durations/",
  "reference/parity/",
  "reference/api/subagent/",
];

/** The bytes that a page may transfer, compressed. */
const mostBytes = 150_000;

export async function pageProblems(
  browser: Browser,
  url: string,
  details: string[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  let largest = { path: "", bytes: 0 };
  for (const path of [...mainPages, ...largePages]) {
    const opened = await openPage(browser, new URL(path, url).href);
    await opened.page.waitForLoadState("networkidle");
    const bytes = await transferredBytes(opened.page);
    if (bytes > largest.bytes) largest = { path, bytes };
    if (bytes > mostBytes)
      problems.push(`/${path}: transfers ${String(bytes)} bytes, more than ${String(mostBytes)}`);
    if (mainPages.includes(path)) problems.push(...(await schemeProblems(opened.page, path)));
    problems.push(...(await widthProblems(opened.page, path)));
    problems.push(...opened.problems.map((problem) => `/${path}: ${problem}`));
    await opened.close();
  }
  details.push(`largest page: /${largest.path}, ${String(largest.bytes)} bytes transferred`);
  return problems;
}

/** Runs axe in both color schemes. */
export async function schemeProblems(page: Page, path: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    problems.push(...(await axeProblems(page, `/${path}, ${colorScheme}`)));
  }
  return problems;
}

/** Returns the violations that axe finds in the page. */
async function axeProblems(page: Page, name: string): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found: { id: string; help: string; nodes: readonly { target: unknown }[] }[] =
    await page.evaluate("axe.run().then(({ violations }) => violations)");
  return found.map(
    ({ id, help, nodes }) =>
      `${name}: axe ${id}: ${help} (${String(nodes.length)}): ${JSON.stringify(nodes[0]?.target)}`,
  );
}

/** Returns a problem if the page is wider than a small phone. */
export async function widthProblems(page: Page, path: string): Promise<readonly string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
  return width > 360 ? [`/${path}: is ${String(width)} px wide on a screen of 360 px`] : [];
}

async function transferredBytes(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    ),
  );
}
