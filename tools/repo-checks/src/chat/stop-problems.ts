// Stops an answer, reloads the page, and shows errors of the server.

import type { Browser } from "playwright-core";
import { axeProblems } from "../viewer/axe-problems.ts";
import { ask, dropFile, problemsWith, useSample } from "./chat-page.ts";

export async function problemsOfStops(
  browser: Browser,
  url: string,
  slowUrl: string,
): Promise<readonly string[]> {
  const stopped = await problemsWith(browser, slowUrl, "stop", async (page, expectThat) => {
    await useSample(page);
    await ask(page, "Which region sold the most?");
    await page.getByText("Thinking", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped before the end.").waitFor();
    await page.getByRole("button", { name: "Ask" }).waitFor();
    // The run has ended on the server, which refuses a question while another one is answered.
    await ask(page, "How much was ordered each month?");
    await page.getByText("Thinking", { exact: true }).nth(1).waitFor();
    expectThat((await page.getByRole("alert").count()) === 0, "the stopped run continued");
  });
  const axe: string[] = [];
  const reloaded = await problemsWith(
    browser,
    url,
    "reload and errors",
    async (page, expectThat) => {
      await dropFile(page, "small.csv", "name,points\nAda,3\nBob,5\n");
      await ask(page, "What is in this file?");
      await page.locator(".usage").waitFor();
      const before = await page.locator(".messages").innerText();
      await page.reload();
      await page.locator(".usage").waitFor();
      expectThat((await page.locator(".messages").innerText()) === before, "a reload changed it");
      await page.route("**/api/chat", (route) => route.fulfill({ status: 500, body: "No luck." }));
      await ask(page, "And now?");
      await page.getByRole("alert").getByText("No luck.").waitFor();
      axe.push(...(await axeProblems(page, "error, light")));
      await page.emulateMedia({ colorScheme: "dark" });
      axe.push(...(await axeProblems(page, "error, dark")));
      await page.unroute("**/api/chat");
      await ask(page, "And again?");
      await page.locator(".usage").nth(1).waitFor();
      expectThat((await page.getByRole("alert").count()) === 0, "the error stays");
      await page.getByRole("button", { name: "Start over" }).click();
      await page.locator(".file.is-empty").waitFor();
      await dropFailing(page);
    },
    { allowed: /the server responded with a status of (?:500|422)/ },
  );
  return [...stopped, ...axe, ...reloaded];
}

async function dropFailing(page: Parameters<typeof dropFile>[0]): Promise<void> {
  await dropFile(page, "", "only,names\n").catch(() => undefined);
  await page.getByRole("alert").getByText("no rows below its line of column names").waitFor();
}
