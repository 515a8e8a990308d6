// Drops a file, asks a question, and reads the program, the table and the chart. Runs axe at each
// stage in both color schemes, and looks for content that is wider than a small screen.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { offlineAnswer } from "../../../../examples/chat-app/src/offline-answers.ts";
import { axeProblems } from "../viewer/axe-problems.ts";
import type { Scheme } from "../viewer/viewer-page.ts";
import { repositoryRoot } from "../workspaces.ts";
import { ask, dropFile, problemsWith } from "./chat-page.ts";

const sample = readFileSync(join(repositoryRoot, "examples/chat-app/data/orders.csv"), "utf8");
const question = "Which region sold the most?";
const [columns = ""] = sample.split("\n");
const program = /```clojure\n([^`]*)\n```/.exec(offlineAnswer(question, columns.split(",")))?.[1];

/** Records each state of the program in the page. */
const watchProgram = `
  globalThis.seen = [];
  new MutationObserver(() => {
    const programs = [...document.querySelectorAll(".program")];
    globalThis.seen.push([programs.length, programs.map((each) => each.querySelector("code").textContent).join("|")]);
  }).observe(document.querySelector(".messages"), { subtree: true, childList: true, characterData: true });`;

export async function problemsOfAnswers(browser: Browser, url: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const scheme of ["light", "dark"] as const)
    problems.push(...(await problemsOfScheme(browser, url, scheme)));
  problems.push(...(await problemsOfSmallScreen(browser, url)));
  return problems;
}

async function problemsOfScheme(
  browser: Browser,
  url: string,
  scheme: Scheme,
): Promise<readonly string[]> {
  const axe: string[] = [];
  const others = await problemsWith(
    browser,
    url,
    `answer, ${scheme}`,
    async (page, expectThat) => {
      axe.push(...(await axeProblems(page, `empty chat, ${scheme}`)));
      await dropFile(page, "orders.csv", sample);
      axe.push(...(await axeProblems(page, `loaded file, ${scheme}`)));
      await page.evaluate(watchProgram);
      await page.getByRole("button", { name: question }).click();
      await page.locator(".program .state", { hasText: "done" }).waitFor();
      await page.locator(".usage").waitFor();
      expectStreamed(await page.evaluate("globalThis.seen"), expectThat);
      await expectAnswer(page, expectThat);
      await page.locator(".program summary").click();
      axe.push(...(await axeProblems(page, `answer, ${scheme}`)));
      await writeScreenshot(page, scheme);
    },
    { scheme, width: 900, height: 1_100 },
  );
  return [...axe, ...others];
}

function expectStreamed(seen: unknown, expectThat: (isTrue: boolean, what: string) => void): void {
  const states = seen as readonly (readonly [count: number, source: string])[];
  const sources = states.map(([, source]) => source).filter((source) => source !== "");
  expectThat(
    states.every(([count]) => count <= 1),
    "the program was shown more than once",
  );
  expectThat(
    sources.every((source) => program?.startsWith(source) === true),
    "a state of the program isn't its beginning",
  );
  expectThat(new Set(sources).size > 3, `the program had ${String(new Set(sources).size)} states`);
  expectThat(sources.at(-1) === program, "the last state isn't the program");
}

async function expectAnswer(
  page: Page,
  expectThat: (isTrue: boolean, what: string) => void,
): Promise<void> {
  const text = await page.locator(".result").textContent();
  expectThat(/^North|^South|^East|^West/.test(text ?? ""), `the answer is ${String(text)}`);
  const rows = page.getByRole("group", { name: "Table of the answer" }).locator("tbody tr");
  expectThat((await rows.count()) === 4, `the table has ${String(await rows.count())} rows`);
  const bars = page.locator(".chart .bar");
  expectThat((await bars.count()) === 4, `the chart has ${String(await bars.count())} bars`);
  const best = await rows.first().locator("td").allTextContents();
  const bar = await bars.first().locator("dt, .value").allTextContents();
  expectThat(
    text?.startsWith(`${String(best[0])} sold`) === true &&
      bar.join() === `${String(best[0])},${String(best[2])}`,
    `table ${best.join()}, chart ${bar.join()} and text differ`,
  );
  expectThat((await page.locator(".t-special").count()) > 3, "the program isn't highlighted");
}

async function problemsOfSmallScreen(browser: Browser, url: string): Promise<readonly string[]> {
  return await problemsWith(
    browser,
    url,
    "360 pixels",
    async (page, expectThat) => {
      await dropFile(page, "orders.csv", sample);
      await ask(page, question);
      await page.locator(".usage").waitFor();
      const wider = Number(
        await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
      );
      expectThat(wider <= 0, `the page is ${String(wider)} pixels wider than the window`);
    },
    { width: 360, height: 640 },
  );
}

async function writeScreenshot(page: Page, scheme: Scheme): Promise<void> {
  const { CHAT_SCREENSHOT: path } = process.env;
  if (path === undefined || scheme !== "light") return;
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path });
}
