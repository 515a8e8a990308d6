// Opens pages in the system's headless Chromium, and runs the bundled programs on one of them.

import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";

/** The usual paths on Linux. Ubuntu's chromium-browser only explains how to install one. */
const usualPlaces: readonly string[] = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** Returns the program to start, or undefined if none is installed. */
export function findChromium(places = usualPlaces): string | undefined {
  return places.find((place) => existsSync(place));
}

/** Returns the result of the `bundlePrograms` script there, and the version of the browser. */
export async function runInChromium(
  executablePath: string,
  script: string,
): Promise<{ readonly version: string; readonly answer: unknown }> {
  return await inChromium(executablePath, async (page, version) => {
    // Checkpoints need Web Crypto, which pages have only on https.
    const place = "https://hosts.test/";
    await page.route(place, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>hosts</title>" }),
    );
    await page.goto(place);
    await page.addScriptTag({ content: script });
    return { version, answer: await page.evaluate("hosts.steps()") };
  });
}

/** Opens an empty page for `use`, and closes the browser afterwards. `args` are for the browser. */
export async function inChromium<Answer>(
  executablePath: string,
  use: (page: Page, version: string) => Promise<Answer>,
  args: readonly string[] = [],
): Promise<Answer> {
  // The page runs only our own script; the browser's sandbox doesn't start for root.
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    return await use(await browser.newPage(), browser.version());
  } finally {
    await browser.close();
  }
}
