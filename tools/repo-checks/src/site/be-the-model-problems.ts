// Answers a mission of "Be the model" in Chromium: first with a mistake, then with the answer.

import type { Browser } from "playwright-core";
import { openPage } from "../viewer/viewer-page.ts";
import { schemeProblems, widthProblems } from "./page-problems.ts";
import { writeProgram } from "./playground-page.ts";

const answer = `(->> (filter #(= "open" (:status %)) data/orders)
  (group-by :customer)
  (map (fn [[customer rows]] {:customer customer :due (sum-by :amount rows)}))
  (max-by :due) return)`;

export async function beTheModelProblems(
  browser: Browser,
  url: string,
): Promise<readonly string[]> {
  const opened = await openPage(browser, `${url}be-the-model/`);
  const { page, problems } = opened;
  const send = page.getByRole("button", { name: "Send to the agent" });
  await page.getByRole("button", { name: "Start the mission" }).click();
  await send.waitFor({ timeout: 30_000 });
  const prompt = await page.locator(".message-system pre").innerText();
  if (!prompt.includes("data/orders"))
    problems.push(`the prompt has no data: ${prompt.slice(0, 200)}`);
  await writeProgram(page, "(lenn data/orders)");
  await send.click();
  await page.locator(".message-user").nth(1).waitFor({ timeout: 30_000 });
  const feedback = await page.locator(".message-user pre").nth(1).innerText();
  if (!feedback.includes("lenn")) problems.push(`the agent answers a mistake with: ${feedback}`);
  problems.push(...(await schemeProblems(page, "be-the-model/")));
  await writeProgram(page, answer);
  await send.click();
  const result = page.locator(".result");
  await result.waitFor({ timeout: 30_000 });
  const text = await result.innerText();
  if (!/answered[\s\S]*"bob"[\s\S]*125/.test(text)) problems.push(`the mission ends with ${text}`);
  problems.push(...(await widthProblems(page, "be-the-model/")));
  await opened.close();
  return problems.map((problem) => `be the model: ${problem}`);
}
