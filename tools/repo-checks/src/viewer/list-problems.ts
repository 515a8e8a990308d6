// Uses the list of runs as a person does: filters, a comparison of two runs, and a replay with an
// edited program.

import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { readTraceFiles } from "@ptc/tracer/node";
import { startViewer, type ReplayRequest } from "@ptc/viewer";
import type { SampleRuns } from "./sample-runs.ts";
import { openPage, runIdOf, showView } from "./viewer-page.ts";

const owed = "Which three customers";

export async function problemsOfList(
  browser: Browser,
  page: string,
  { folder }: SampleRuns,
): Promise<readonly string[]> {
  const requests: ReplayRequest[] = [];
  const { events } = await readTraceFiles(join(folder, "2-owed-repaired.jsonl"));
  const viewer = await startViewer({
    ...{ path: folder, page },
    actions: {
      replay: (request) => {
        requests.push(request);
        return Promise.resolve({ events, message: "The edited run ended." });
      },
    },
  });
  const opened = await openPage(browser, viewer.url);
  const { page: shown, problems } = opened;
  const expectThat = (isTrue: boolean, what: string): void => {
    if (!isTrue) problems.push(`list: ${what}`);
  };
  try {
    await shown.locator(".run-title").nth(3).waitFor();
    await problemsOfFilters(shown, expectThat);
    await problemsOfComparison(shown, expectThat);
    const failed = encodeURIComponent(await runIdOf(shown, owed, 1));
    await showView(shown, `#/run/${failed}/turn`, ".program");
    await shown.getByRole("button", { name: "Edit and replay" }).click();
    await shown.locator("#replay-program").fill("(return [])");
    await shown.getByRole("button", { name: "Replay with this program" }).click();
    await shown.locator(".toast.is-shown", { hasText: "The edited run ended." }).waitFor();
    await shown.locator(".compare-turn").first().waitFor();
    const [request] = requests;
    expectThat(
      request?.turn === 2 && request.program === "(return [])",
      `an edited program was replayed as ${JSON.stringify(request)}`,
    );
  } catch (error) {
    problems.push(`list: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await opened.close();
    await viewer.close();
  }
  return problems;
}

type Expect = (isTrue: boolean, what: string) => void;

/** Each filter leaves the runs that match it, and clearing it brings the others back. */
async function problemsOfFilters(page: Page, expectThat: Expect): Promise<void> {
  const all = await page.locator(".run-title").count();
  for (const [label, value, expected] of [
    ["Agent", "supply-desk", 1],
    ["Outcome", "waiting", 1],
    ["Model", "anthropic/claude-haiku-5", 1],
  ] as const) {
    const choice = page.getByLabel(label, { exact: true });
    await choice.selectOption(value);
    const count = await page.locator(".run-title").count();
    expectThat(count === expected, `${label} ${value} leaves ${String(count)} runs`);
    await choice.selectOption("");
  }
  const search = page.getByLabel("Search runs");
  await page.keyboard.press("/");
  await page.keyboard.type("three customers");
  await page.waitForFunction("document.querySelectorAll('.run-title').length === 2");
  await search.fill("");
  await page.keyboard.press("Escape");
  expectThat((await page.locator(".run-title").count()) === all, "a filter can't be cleared");
  const row = await page.locator(".rows [role=row]", { hasText: "supply-desk" }).innerText();
  expectThat(/\d+ ?[ms]|\d s/.test(row), `a row doesn't show its time: ${JSON.stringify(row)}`);
}

async function problemsOfComparison(page: Page, expectThat: Expect): Promise<void> {
  const boxes = page.locator(".rows [role=row]", { hasText: owed }).getByRole("checkbox");
  for (const index of [0, 1]) await boxes.nth(index).check();
  await page.getByRole("button", { name: "Compare 2 runs" }).click();
  await page.locator(".compare-turn").first().waitFor();
  const text = await page.locator("main").innerText();
  expectThat(text.includes("The runs first differ in turn 1"), "the first difference isn't named");
  const first = page.locator(".compare-turn", { hasText: "first difference" });
  expectThat((await first.count()) === 1, "the first difference isn't highlighted");
  await page.keyboard.press("g");
  await page.locator(".run-title").nth(3).waitFor();
}
