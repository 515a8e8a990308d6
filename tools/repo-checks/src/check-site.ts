// Builds the site, and checks what a reader gets: links and anchors, HTML, accessibility,
// transferred bytes, the search without a network, and the playground.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { CheckOutcome } from "./check.ts";
import { findChromium } from "./hosts/run-in-chromium.ts";
import { beTheModelProblems } from "./site/be-the-model-problems.ts";
import { firefoxProblems } from "./site/firefox-problems.ts";
import { findFirefox } from "./site/firefox-session.ts";
import { hostileLinkProblems } from "./site/hostile-link-problems.ts";
import { htmlProblems } from "./site/html-problems.ts";
import { linkProblems } from "./site/link-problems.ts";
import { pageProblems } from "./site/page-problems.ts";
import { playgroundProblems } from "./site/playground-problems.ts";
import { searchProblems } from "./site/search-problems.ts";
import { serveSite } from "./site/serve-site.ts";
import { pageTypeErrors } from "./viewer/viewer-page.ts";
import { repositoryRoot } from "./workspaces.ts";

const siteFolder = join(repositoryRoot, "apps/site/dist");

export async function checkSite(): Promise<CheckOutcome> {
  const typeErrors = pageTypeErrors("apps/site/src");
  if (typeErrors.length > 0) return { status: "failed", problems: typeErrors };
  const build = spawnSync(
    process.execPath,
    ["--conditions=@ptc/source", join(repositoryRoot, "apps/site/content/build.ts")],
    { cwd: repositoryRoot, encoding: "utf8" },
  );
  if (build.status !== 0) return { status: "failed", problems: [build.stderr.slice(-6_000)] };
  const { problems: broken, count } = linkProblems(siteFolder);
  const details = [`${String(count)} links`];
  const problems = [...broken, ...htmlProblems(siteFolder), ...missingFiles()];
  const executablePath = findChromium();
  if (executablePath === undefined)
    details.push("Chromium: skipped: the system has none (apt-get install chromium)");
  else problems.push(...(await problemsInChromium(executablePath, details)));
  const firefox = findFirefox();
  if (firefox === undefined)
    details.push("Firefox: skipped: the system has none (apt-get install firefox-esr)");
  else problems.push(...(await whileServed((url) => firefoxProblems(firefox, url))));
  if (problems.length > 0) return { status: "failed", problems: [...problems, ...details] };
  return {
    status: "passed",
    note: "links, HTML, axe, sizes, search, playground, hostile links",
    details,
  };
}

async function problemsInChromium(
  executablePath: string,
  details: string[],
): Promise<readonly string[]> {
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
  });
  try {
    return await whileServed(async (url) => [
      ...(await pageProblems(browser, url, details)),
      ...(await searchProblems(browser, url)),
      ...(await playgroundProblems(browser, url)),
      ...(await hostileLinkProblems(browser, url)),
      ...(await beTheModelProblems(browser, url)),
    ]);
  } finally {
    await browser.close();
  }
}

async function whileServed<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const served = await serveSite(siteFolder);
  try {
    return await use(served.url);
  } finally {
    await served.stop();
  }
}

/** The files for language models. */
function missingFiles(): readonly string[] {
  return ["llms.txt", "llms-full.txt", "guides/tools.md", "reference/functions.md"]
    .filter((file) => !existsSync(join(siteFolder, file)))
    .map((file) => `the site has no /${file}`);
}
