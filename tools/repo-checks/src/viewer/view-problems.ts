// Runs axe on every view in both color schemes, and looks for content that is wider than the window
// at 200 % zoom, or moves although the person prefers reduced motion.

import type { Browser, Page } from "playwright-core";
import { startViewer } from "@ptc/viewer";
import { axeProblems } from "./axe-problems.ts";
import type { SampleRuns } from "./sample-runs.ts";
import { openPage, runIdOf, showView, type Scheme } from "./viewer-page.ts";

/** True for a page that animates something although the person prefers reduced motion. */
const isMoving = `[...document.querySelectorAll("*")].some((element) => {
  const { transitionDuration, animationName } = getComputedStyle(element);
  return transitionDuration !== "0s" || animationName !== "none";
})`;

interface View {
  readonly name: string;
  readonly hash: string;
  readonly selector: string;
}

export async function problemsOfViews(
  browser: Browser,
  page: string,
  { folder }: SampleRuns,
): Promise<readonly string[]> {
  const viewer = await startViewer({ path: folder, page });
  const problems: string[] = [];
  try {
    for (const scheme of ["light", "dark"] as const)
      problems.push(...(await problemsOfScheme(browser, viewer.url, scheme)));
    problems.push(...(await problemsOfZoom(browser, viewer.url)));
  } finally {
    await viewer.close();
  }
  return problems;
}

async function problemsOfScheme(
  browser: Browser,
  url: string,
  scheme: Scheme,
): Promise<readonly string[]> {
  const { page, problems, close } = await openPage(browser, url, { scheme });
  await page.locator(".run-title").nth(3).waitFor();
  for (const { name, hash, selector } of await viewsOf(page)) {
    await showView(page, hash, selector);
    problems.push(...(await axeProblems(page, `${name}, ${scheme}`)));
    if (await page.evaluate<boolean>(isMoving))
      problems.push(`${name}: moves in spite of the setting`);
  }
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  problems.push(...(await axeProblems(page, `help, ${scheme}`)));
  await close();
  return problems;
}

/** Returns the main views of the sample runs. */
async function viewsOf(page: Page): Promise<readonly View[]> {
  const id = async (title: string, before = 0) =>
    encodeURIComponent(await runIdOf(page, title, before));
  const [owed, research, refunds] = [
    await id("Which three customers", 1),
    await id("Which of the suppliers"),
    await id("Refund the damaged"),
  ];
  return [
    { name: "list", hash: "#/", selector: ".run-title" },
    { name: "turn", hash: `#/run/${research}/turn`, selector: ".call" },
    { name: "failed turn", hash: `#/run/${owed}/turn`, selector: ".call" },
    { name: "waiting call", hash: `#/run/${refunds}/turn`, selector: ".wait" },
    { name: "timeline", hash: `#/run/${research}/timeline`, selector: ".bar" },
    { name: "messages", hash: `#/run/${research}/messages`, selector: ".message" },
    { name: "compare", hash: `#/compare/${owed}/${research}`, selector: ".compare-turn" },
  ];
}

async function problemsOfZoom(browser: Browser, url: string): Promise<readonly string[]> {
  const { page, problems, close } = await openPage(browser, url, {
    width: 720,
    height: 450,
    scale: 2,
  });
  await page.locator(".run-title").first().waitFor();
  for (const { name, hash, selector } of await viewsOf(page)) {
    await showView(page, hash, selector);
    const wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    if (Number(wider) > 0)
      problems.push(`${name} at 200 %: ${String(wider)} pixels wider than the window`);
  }
  await close();
  return problems;
}
