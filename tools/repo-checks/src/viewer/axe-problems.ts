// Runs axe on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations on the page, as lines that begin with `view`. */
export async function axeProblems(page: Page, view: string): Promise<readonly string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate<readonly string[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.slice(0, 3).map(({ target, any }) => target.join(' ') + ' ' + (any[0]?.message ?? '')).join(', ')))",
  );
  return violations.map((violation) => `${view}: axe ${violation}`);
}
