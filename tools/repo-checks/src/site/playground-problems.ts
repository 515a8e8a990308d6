// Uses the playground in Chromium: every example, completion, mistakes, formatting, links, and
// accessibility with a result.

import type { Browser, Page } from "playwright-core";
import { schemeProblems, widthProblems } from "./page-problems.ts";
import { openPlayground, programText, runAndRead, writeProgram } from "./playground-page.ts";

/** The examples that show a failure, with a part of its text. */
const failing: ReadonlyMap<string, string> = new Map([
  ["An error with a hint", "count"],
  ["A limit", "limit"],
]);

export async function playgroundProblems(
  browser: Browser,
  url: string,
): Promise<readonly string[]> {
  const opened = await openPlayground(browser, url);
  const { page, problems } = opened;
  problems.push(...(await exampleProblems(page)));
  problems.push(...(await editorProblems(page)));
  problems.push(...(await linkProblems(browser, url, page)));
  problems.push(...(await schemeProblems(page, "playground/")));
  problems.push(...(await widthProblems(page, "playground/")));
  await opened.close();
  return problems.map((problem) => `playground: ${problem}`);
}

async function exampleProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  const choice = page.locator(".playground-bar select");
  const titles = (await choice.locator("option").allTextContents()).slice(1);
  if (titles.length !== 12) problems.push(`has ${String(titles.length)} examples, not 12`);
  for (const title of titles) {
    await choice.selectOption(title);
    const { text, isFailed } = await runAndRead(page);
    const part = failing.get(title);
    if (isFailed !== (part !== undefined) || !text.includes(part ?? "steps"))
      problems.push(`the example "${title}" ends with: ${text.slice(0, 300)}`);
  }
  return problems;
}

async function editorProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  await writeProgram(page, "");
  await page.keyboard.type("(group-b");
  const option = page.locator(".cm-tooltip-autocomplete li", { hasText: "group-by" }).first();
  await option.waitFor({ timeout: 10_000 }).catch(() => problems.push("completes no name"));
  await page.keyboard.press("Escape");

  await writeProgram(page, "(let [a 1]\n  (lenn a))");
  await page
    .locator(".cm-lintRange-error", { hasText: "lenn" })
    .waitFor({ timeout: 10_000 })
    .catch(() => problems.push("doesn't mark a wrong name"));
  const { text } = await runAndRead(page);
  if (!/\^/.test(text)) problems.push(`shows no caret below the mistake: ${text}`);

  await writeProgram(page, '"<img src=x onerror=alert(1)>"');
  const markup = await runAndRead(page);
  if (!markup.text.includes("<img src=x")) problems.push(`changes a text: ${markup.text}`);
  if ((await page.locator("#playground img").count()) > 0) problems.push("shows values as markup");

  await writeProgram(page, "(map inc\n\n[1   2])");
  await page.getByRole("button", { name: "Format" }).click();
  // The formatter writes it on one line.
  await page
    .locator(".cm-line", { hasText: "(map inc [1 2])" })
    .waitFor({ timeout: 10_000 })
    .catch(() => problems.push("doesn't format"));
  return problems;
}

/** A link made by one page shows the same state on another one, and runs nothing by itself. */
async function linkProblems(browser: Browser, url: string, page: Page): Promise<readonly string[]> {
  await writeProgram(page, '(str "é " data/n)');
  await page.getByLabel("Data as JSON or CSV").fill('{"n": 7}');
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForURL(/#state=/);
  const hash = String(await page.evaluate("location.hash"));
  const opened = await openPlayground(browser, url, hash);
  const { problems } = opened;
  const program = await programText(opened.page);
  if (program !== '(str "é " data/n)') problems.push(`a link shows another program: ${program}`);
  if ((await opened.page.locator(".playground-result .result").count()) > 0)
    problems.push("a link runs its program by itself");
  const { text } = await runAndRead(opened.page);
  if (!text.includes('"é 7"')) problems.push(`a link gives another result: ${text}`);
  await opened.close();
  return problems;
}
