// Pages in a headless Chromium of the system, and the bundled programs on one of them.

import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";

/** Where it is on Linux. Ubuntu's chromium-browser only says how to install one. */
const usualPlaces: readonly string[] = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** The program to start; undefined where there is none. */
export function findChromium(places = usualPlaces): string | undefined {
  return places.find((place) => existsSync(place));
}

/** What the script of `bundlePrograms` answers there, and the version of the browser. */
export async function runInChromium(
  executablePath: string,
  script: string,
): Promise<{ readonly version: string; readonly answer: unknown }> {
  return await inChromium(executablePath, async (page, version) => {
    await page.addScriptTag({ content: script });
    return { version, answer: await page.evaluate("hosts.steps()") };
  });
}

/** Opens an empty page, and closes the browser when what it is used for is done. */
export async function inChromium<Answer>(
  executablePath: string,
  use: (page: Page, version: string) => Promise<Answer>,
): Promise<Answer> {
  // The page runs nothing but our own script; the browser's sandbox does not start for root.
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    return await use(await browser.newPage(), browser.version());
  } finally {
    await browser.close();
  }
}
