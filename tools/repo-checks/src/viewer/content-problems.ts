// Opens a page with hostile content that `ptc view --html` wrote, and looks for anything that ran
// or got out.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { hostileMark, hostileTrace } from "./hostile-trace.ts";
import { openPage, ptcFromSources, showView } from "./viewer-page.ts";

export async function problemsOfContent(
  browser: Browser,
  folder: string,
): Promise<readonly string[]> {
  const traces = join(folder, "hostile");
  mkdirSync(traces);
  writeFileSync(join(traces, "hostile.jsonl"), hostileTrace());
  const file = join(folder, "hostile.html");
  ptcFromSources("view", traces, "--html", file);
  const { page, problems, close } = await openPage(browser, pathToFileURL(file).href);
  try {
    await page.locator(".node").first().waitFor();
    const run = new URL(page.url()).hash.split("/")[2] ?? "";
    for (const [tab, selector] of [
      ["turn", ".program"],
      ["timeline", ".bar"],
      ["messages", ".message"],
    ] as const) {
      await showView(page, `#/run/${run}/${tab}`, selector);
      const closed = page.locator(
        "main details:not([open]) > summary, .call-head[aria-expanded=false]",
      );
      while ((await closed.count()) > 0) await closed.first().click();
      const text = (await page.locator("body").textContent()) ?? "";
      if (!text.includes(hostileMark)) problems.push(`hostile content isn't shown in ${tab}`);
      if (/[^\P{Cc}\n\t]|\u202e/u.test(await page.locator("main").innerText()))
        problems.push(`${tab} shows control characters as they are`);
    }
    const nodes = page.locator(".node");
    for (let index = (await nodes.count()) - 1; index >= 0; index -= 1)
      await nodes.nth(index).click();
    if ((await page.evaluate("globalThis.hacked")) !== undefined)
      problems.push("hostile content ran a script");
    if ((await page.locator("main img, main script, main iframe").count()) > 0)
      problems.push("hostile content became elements");
  } catch (error) {
    problems.push(`hostile content: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await close();
  }
  return problems;
}
