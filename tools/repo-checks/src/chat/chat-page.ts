// Steps of a person on the page of the chat.

import type { Browser, Page } from "playwright-core";
import { openPage, type OpenOptions } from "../viewer/viewer-page.ts";

/** Opens the page for `use`, and returns its problems with those of scripts and requests. */
export async function problemsWith(
  browser: Browser,
  url: string,
  name: string,
  use: (page: Page, expectThat: (isTrue: boolean, what: string) => void) => Promise<void>,
  { allowed = /^$/, ...options }: OpenOptions & { readonly allowed?: RegExp } = {},
): Promise<readonly string[]> {
  const opened = await openPage(browser, url, options);
  const problems: string[] = [];
  try {
    opened.page.setDefaultTimeout(20_000);
    await use(opened.page, (isTrue, what) => {
      if (!isTrue) problems.push(what);
    });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  problems.push(...opened.problems.filter((problem) => !allowed.test(problem)));
  await opened.close();
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Drops a file as a mouse does. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const [file, content] = [JSON.stringify(name), JSON.stringify(text)];
  await page.locator(".file").waitFor();
  await page.evaluate(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File([${content}], ${file}, { type: "text/csv" }));
    const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
    const target = document.querySelector(".file");
    target.dispatchEvent(new DragEvent("dragover", init));
    target.dispatchEvent(new DragEvent("drop", init));
  }`);
  await page.locator(".file b", { hasText: name }).waitFor();
}

export async function useSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Use the sample" }).click();
  await page.locator(".file b", { hasText: "orders.csv" }).waitFor();
}

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.getByRole("textbox", { name: "Question" }).press("Enter");
}
