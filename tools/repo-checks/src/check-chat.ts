// Opens the page of `examples/chat-app` in Chromium and uses it as a person does: files, questions,
// approvals, cancelling, reloading, hostile cells, and accessibility in both color schemes. With
// CHAT_SCREENSHOT set to a path, it also writes the screenshot of the README there.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { buildPage } from "../../../examples/chat-app/src/build-page.ts";
import { startChatServer } from "../../../examples/chat-app/src/chat-server.ts";
import { offlineModel } from "../../../examples/chat-app/src/models.ts";
import { problemsOfApprovals } from "./chat/approval-problems.ts";
import { problemsOfAnswers } from "./chat/answer-problems.ts";
import { problemsOfCells } from "./chat/cell-problems.ts";
import { problemsOfStart } from "./chat/start-problems.ts";
import { problemsOfStops } from "./chat/stop-problems.ts";
import type { CheckOutcome } from "./check.ts";
import { findChromium } from "./hosts/run-in-chromium.ts";
import { pageTypeErrors } from "./viewer/viewer-page.ts";

/** Slow enough to see a program while it is written. */
const paceMs = 4;

export async function checkChat(): Promise<CheckOutcome> {
  const typeErrors = pageTypeErrors("examples/chat-app/page");
  if (typeErrors.length > 0) return { status: "failed", problems: typeErrors };
  const executablePath = findChromium();
  if (executablePath === undefined)
    return { status: "skipped", reason: "the system has no Chromium (apt-get install chromium)" };
  const folder = mkdtempSync(join(tmpdir(), "chat-check-"));
  await buildPage(folder);
  const server = await startChatServer({ folder, choose: offlineModel(paceMs) });
  // The model of this server takes longer than the check.
  const slow = await startChatServer({ folder, choose: offlineModel(10_000) });
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
  });
  try {
    const problems = [
      ...(await problemsOfAnswers(browser, server.url)),
      ...(await problemsOfApprovals(browser, server.url)),
      ...(await problemsOfStops(browser, server.url, slow.url)),
      ...(await problemsOfCells(browser, server.url)),
      ...(await problemsOfStart()),
    ];
    if (problems.length > 0) return { status: "failed", problems };
    return {
      status: "passed",
      note: "files, programs, answers, approvals, stops, reloads, hostile cells, axe in both schemes",
    };
  } finally {
    await browser.close();
    await Promise.all([server.stop(), slow.stop()]);
    rmSync(folder, { recursive: true });
  }
}
