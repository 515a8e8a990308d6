// Uses the page as a person does: keys, links, a trace that grows, decisions, and a replay.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { formatEvent } from "@ptc/tracer";
import { startViewer, type DecideRequest } from "@ptc/viewer";
import type { SampleRuns } from "./sample-runs.ts";
import { openPage, runIdOf, showView } from "./viewer-page.ts";

export async function problemsOfUse(
  browser: Browser,
  page: string,
  { folder, checkpoint }: SampleRuns,
): Promise<readonly string[]> {
  const decided: DecideRequest[] = [];
  const { pending } = await import(checkpoint, { with: { type: "json" } }).then(
    (module: { readonly default: unknown }) =>
      module.default as { readonly pending: readonly PendingCall[] },
  );
  const viewer = await startViewer({
    path: folder,
    page,
    intervalMs: 50,
    actions: {
      waiting: () => Promise.resolve([{ id: "refunds", title: "Refunds", calls: pending }]),
      decide: (request) => {
        decided.push(request);
        return Promise.resolve("The mission continued.");
      },
    },
  });
  const opened = await openPage(browser, viewer.url);
  const problems = opened.problems;
  const expectThat = (isTrue: boolean, what: string): void => {
    if (!isTrue) problems.push(`use: ${what}`);
  };
  try {
    const shown = opened.page;
    await shown.locator(".run-title").nth(3).waitFor();
    const [owed, refunds] = [
      encodeURIComponent(await runIdOf(shown, "Which three customers", 1)),
      encodeURIComponent(await runIdOf(shown, "Refund the damaged")),
    ];
    await problemsOfKeys(shown, owed, expectThat);
    await showView(shown, `#/run/${refunds}/turn`, ".wait");
    await shown.getByRole("button", { name: "Edit arguments" }).first().click();
    await shown.locator(".wait textarea").fill('{"id": 72, "cents": 100}');
    await shown.getByRole("button", { name: "Approve with these arguments" }).click();
    await shown.locator(".toast.is-shown", { hasText: "The mission continued." }).waitFor();
    const [request] = decided;
    expectThat(
      JSON.stringify([...(request?.decisions ?? [])]) ===
        JSON.stringify([[pending[0]?.id, { type: "approve", arguments: { id: 72, cents: 100 } }]]),
      `an edited call was decided as ${JSON.stringify([...(request?.decisions ?? [])])}`,
    );
    await shown.evaluate("location.hash = '#/'");
    appendFileSync(
      join(folder, "5-new.jsonl"),
      `{"format":"ptc-trace","version":1}\n${newMission()}\n`,
    );
    await shown.locator(".run-title", { hasText: "A run that began meanwhile" }).waitFor();
  } catch (error) {
    problems.push(`use: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await opened.close();
    await viewer.close();
  }
  return problems;
}

interface PendingCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly reason: string;
}

/** An expression of the page. */
const selectedName = 'document.querySelector(".node.is-selected .node-name")?.textContent';

async function problemsOfKeys(
  page: Page,
  run: string,
  expectThat: (isTrue: boolean, what: string) => void,
): Promise<void> {
  await showView(page, `#/run/${run}/turn`, ".node.is-selected");
  const selected = () => page.locator(".node.is-selected .node-name").textContent();
  const before = await selected();
  await page.keyboard.press("j");
  await page.waitForFunction(`${selectedName} !== ${JSON.stringify(before)}`);
  await page.keyboard.press("k");
  await page.waitForFunction(`${selectedName} === ${JSON.stringify(before)}`);
  await page.keyboard.press("e");
  await page.locator(".node.is-selected.is-failed").waitFor();
  const [link, name] = [page.url(), await selected()];
  await page.reload();
  await page.locator(".node.is-selected").waitFor();
  expectThat(
    page.url() === link && (await selected()) === name,
    "a link doesn't open the same span",
  );
  await page.keyboard.press("/");
  await page.keyboard.type("reviews-of-nothing");
  await page.locator(".side .nothing").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.locator(".gantt").waitFor();
}

function newMission(): string {
  const data = { prompt: "A run that began meanwhile", tools: [] };
  return formatEvent({
    type: "mission-start",
    traceId: "e".repeat(32),
    spanId: "f".repeat(16),
    time: 1_900_000_000_000,
    data,
  });
}
