// The bundled programs on an empty page of a headless Chromium of the system.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

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
  // The page runs nothing but our own script; the browser's sandbox does not start for root.
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    return { version: browser.version(), answer: await page.evaluate("hosts.steps()") };
  } finally {
    await browser.close();
  }
}
