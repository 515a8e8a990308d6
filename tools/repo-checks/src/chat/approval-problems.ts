// Approves and denies the call of a program, also after a reload of the page.

import type { Browser } from "playwright-core";
import { axeProblems } from "../viewer/axe-problems.ts";
import { ask, problemsWith, useSample } from "./chat-page.ts";

const question = "Save the ten largest orders as a file.";

export async function problemsOfApprovals(
  browser: Browser,
  url: string,
): Promise<readonly string[]> {
  const axe: string[] = [];
  const approved = await problemsWith(browser, url, "approve", async (page, expectThat) => {
    await useSample(page);
    await ask(page, question);
    await page.locator(".approval.is-open").waitFor();
    const rows = await page.locator(".approval tbody tr").count();
    expectThat(rows === 10, `the approval shows ${String(rows)} rows`);
    axe.push(...(await axeProblems(page, "approval, light")));
    await page.emulateMedia({ colorScheme: "dark" });
    axe.push(...(await axeProblems(page, "approval, dark")));
    await page.reload();
    await page.getByRole("button", { name: "Approve" }).click();
    const link = page.getByRole("link", { name: "Download the saved file" });
    await link.waitFor();
    expectThat((await page.locator(".approval.is-open").count()) === 0, "it still waits");
    expectThat((await page.locator(".question").count()) === 1, "the question was asked again");
    const path = (await link.getAttribute("href")) ?? "";
    const text = await (await fetch(new URL(path, url))).text();
    expectThat(text.split("\n").length === 12, `the saved file has the text ${text}`);
    expectThat(text.startsWith("order,date,region"), `the saved file begins ${text.slice(0, 40)}`);
  });
  const denied = await problemsWith(browser, url, "deny", async (page, expectThat) => {
    await useSample(page);
    await ask(page, question);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.locator(".result", { hasText: "I didn't save anything." }).waitFor();
    await page.locator(".approval", { hasText: "You denied it." }).waitFor();
    expectThat((await page.getByRole("link").count()) === 0, "a file was saved");
  });
  return [...axe, ...approved, ...denied];
}
