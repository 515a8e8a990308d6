// Opens the playground in Chromium, and uses it as a visitor would.

import type { Browser, Page } from "playwright-core";
import { openPage, type OpenedPage } from "../viewer/viewer-page.ts";

const patience = { timeout: 30_000 };

/** Opens the playground with a fragment, and waits for its editor. */
export async function openPlayground(
  browser: Browser,
  url: string,
  fragment = "",
): Promise<OpenedPage> {
  const opened = await openPage(browser, `${url}playground/${fragment}`);
  await opened.page.locator(".cm-content").waitFor(patience);
  return opened;
}

/** Replaces the program in the editor. */
export async function writeProgram(page: Page, program: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(program);
}

/** Returns the text of the editor. */
export async function programText(page: Page): Promise<string> {
  return (await page.locator(".cm-line").allTextContents()).join("\n");
}

/** Runs the program, and returns the shown result. */
export async function runAndRead(
  page: Page,
): Promise<{ readonly text: string; readonly isFailed: boolean }> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const result = page.locator(".playground-result .result");
  await result.waitFor(patience);
  return {
    text: await result.innerText(),
    isFailed: (await result.getAttribute("class"))?.includes("failed") === true,
  };
}

/** The fragment of a link with this state, made like an attacker would, without the page. */
export async function fragmentOf(state: unknown): Promise<string> {
  const packed = new Blob([JSON.stringify(state)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = await new Response(packed).arrayBuffer();
  return `#state=${Buffer.from(bytes).toString("base64url")}`;
}
