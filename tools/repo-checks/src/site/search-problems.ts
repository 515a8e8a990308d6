// Searches the site as a reader would. `openPage` reports each request to another host, so the
// search has to work offline.

import type { Browser } from "playwright-core";
import { openPage } from "../viewer/viewer-page.ts";

/** A word, and the page that explains it. */
const searched: readonly (readonly [word: string, page: string])[] = [
  ["firewalled", "/guides/firewalled-fields/"],
  ["group-by", "/reference/functions/grouping/"],
];

export async function searchProblems(browser: Browser, url: string): Promise<readonly string[]> {
  const opened = await openPage(browser, url);
  const { page, problems } = opened;
  await page.waitForLoadState("networkidle");
  await page.locator("site-search button[data-open-modal]").click();
  const input = page.locator(".pagefind-ui__search-input");
  await input.waitFor();
  for (const [word, path] of searched) {
    await input.fill(word);
    const link = page.locator(`.pagefind-ui__result-link[href^="${path}"]`).first();
    await link
      .waitFor({ timeout: 15_000 })
      .catch(() => problems.push(`the search for "${word}" doesn't find ${path}`));
  }
  await opened.close();
  return problems;
}
