// Builds the page of the viewer, and opens it in Chromium.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { repositoryRoot } from "../workspaces.ts";

export type Scheme = "light" | "dark";

/** Returns the HTML of the page, newly built. */
export function builtViewerPage(): string {
  const script = join(repositoryRoot, "packages/viewer/write-page.ts");
  execFileSync(process.execPath, [script], { stdio: "pipe", cwd: repositoryRoot });
  return readFileSync(join(repositoryRoot, "packages/viewer/dist/page.html"), "utf8");
}

/** Runs `ptc` from its sources. */
export function ptcFromSources(...words: readonly string[]): void {
  const command = join(repositoryRoot, "apps/cli/bin/ptc.js");
  execFileSync(process.execPath, ["--conditions=@ptc/source", command, ...words], {
    stdio: "pipe",
  });
}

/**
 * Returns the errors of types in the scripts of a page, which are a project of their own because
 * they have the types of the browser. `folder` is relative to the repository.
 */
export function pageTypeErrors(folder: string): readonly string[] {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const project = join(repositoryRoot, folder);
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}

export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts, refused content, dialogs, and requests to other places. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  readonly scheme?: Scheme;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
}

export async function openPage(
  browser: Browser,
  url: string,
  { scheme = "light", width = 1_440, height = 900, scale = 1 }: OpenOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(`script error: ${message}`));
  page.on("console", (entry) => {
    if (entry.type() === "error" || entry.type() === "warning")
      problems.push(`console: ${entry.text()}`);
  });
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const origin = new URL(url).origin;
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (target.protocol !== "data:" && target.protocol !== "file:" && target.origin !== origin)
      problems.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  return {
    page,
    problems,
    close: async () => {
      await context.close();
    },
  };
}

/** Shows a view, and waits until something of it is there. */
export async function showView(page: Page, hash: string, selector: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(selector).first().waitFor({ timeout: 15_000 });
}

/** Returns the id of the listed run with this title: the newest, or one of those before it. */
export async function runIdOf(page: Page, title: string, before = 0): Promise<string> {
  const link = page.locator(".run-title a", { hasText: title }).nth(before);
  const href = await link.getAttribute("href");
  return decodeURIComponent((href ?? "").split("/")[2] ?? "");
}
