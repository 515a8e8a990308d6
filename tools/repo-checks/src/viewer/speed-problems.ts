// Measures a run with 10,000 events, and reads a trace of 100 MB. Times are those of the page's
// thread, so that other work on the machine doesn't count.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { startViewer, viewerHtml } from "@ptc/viewer";
import { largeTrace, longTrace } from "./hostile-trace.ts";
import { openPage } from "./viewer-page.ts";

/** Milliseconds until the tree is there, and the frames a second that scrolling leaves time for. */
const slowestPaint = 1_000;
const fewestFrames = 50;
/** The first measurement includes the start of the browser's processes. */
const attempts = 3;
/** A frame of a screen with 60 frames a second. */
const frameMs = 1_000 / 60;

interface Speed {
  readonly paintMs: number;
  readonly frames: number;
}

export async function problemsOfSpeed(
  browser: Browser,
  folder: string,
  details: string[],
): Promise<readonly string[]> {
  const traces = join(folder, "long");
  mkdirSync(traces);
  writeFileSync(join(traces, "long.jsonl"), longTrace(10_000));
  const file = join(folder, "long.html");
  writeFileSync(file, await viewerHtml({ path: traces, folder }));
  const problems: string[] = [];
  let best: Speed = { paintMs: Infinity, frames: 0 };
  for (let attempt = 0; attempt < attempts && !isFast(best); attempt += 1) {
    const speed = await speedOf(browser, pathToFileURL(file).href, problems);
    best = {
      paintMs: Math.min(best.paintMs, speed.paintMs),
      frames: Math.max(best.frames, speed.frames),
    };
  }
  const text = `10,000 events: the tree is there after ${String(Math.round(best.paintMs))} ms, and scrolls at ${best.frames.toFixed(0)} frames a second`;
  details.push(text);
  if (!isFast(best))
    problems.push(`${text} (wanted: ${String(slowestPaint)} ms, ${String(fewestFrames)} frames)`);
  return [...problems, ...(await problemsOfSize(browser, folder, details))];
}

function isFast({ paintMs, frames }: Speed): boolean {
  return paintMs < slowestPaint && frames >= fewestFrames;
}

async function speedOf(browser: Browser, url: string, problems: string[]): Promise<Speed> {
  const opened = await openPage(browser, "about:blank");
  const { page } = opened;
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busyMs = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Infinity);
  };
  const before = await busyMs();
  await page.goto(url);
  await page.locator(".node").first().waitFor();
  const painted = await busyMs();
  await page.evaluate(`(${scrollTree})(${String(scrolledFrames)})`);
  const ofFrame = ((await busyMs()) - painted) / scrolledFrames;
  problems.push(...opened.problems);
  await opened.close();
  return { paintMs: painted - before, frames: 1_000 / Math.max(frameMs, ofFrame) };
}

const scrolledFrames = 120;

const scrollTree = `async (count) => {
  const tree = document.querySelector(".tree");
  for (let frame = 0; frame < count; frame += 1) {
    tree.scrollTop += 120;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}`;

async function problemsOfSize(
  browser: Browser,
  folder: string,
  details: string[],
): Promise<readonly string[]> {
  const path = join(folder, "large.jsonl");
  writeFileSync(path, largeTrace(100_000_000));
  const viewer = await startViewer({ path });
  const { page, problems, close } = await openPage(browser, viewer.url);
  try {
    await page.locator(".call").first().waitFor({ timeout: 60_000 });
    await page.locator(".call-head").nth(2).click();
    await page.getByRole("button", { name: "Show more" }).first().click();
    await page.locator(".more", { hasText: "23,000 of" }).waitFor();
    details.push("a trace of 100 MB opens, and its results load in parts");
  } catch (error) {
    problems.push(`100 MB: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await close();
    await viewer.close();
  }
  return problems;
}
