// A file whose names and cells try to be markup, script, a style, a prototype or a formula.

import type { Browser } from "playwright-core";
import { ask, dropFile, problemsWith } from "./chat-page.ts";

export async function problemsOfCells(browser: Browser, url: string): Promise<readonly string[]> {
  return await problemsWith(browser, url, "hostile cells", async (page, expectThat) => {
    const cells = [
      "<script>alert(1)</script>",
      "<a href='javascript:alert(1)'>x</a>",
      "\u202ereversed",
      "toString",
      "<img src=x onerror=alert(1)>",
      "</script><script>document.title = 'changed'</script>",
      "javascript:alert(1)",
      "{{constructor}}",
      '=HYPERLINK("https://evil.test")',
    ];
    const field = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const lines = cells.map((cell, index) => `${String(index)},${field(cell)},${field(cell)}`);
    const name = "<b onmouseover=alert(1)>.csv";
    const text = `id,__proto__,${field('<svg onload="alert(1)">')}\n${lines.join("\n")}\n`;
    await dropFile(page, name, text);
    await ask(page, "<img src=x onerror=alert(2)> What is in this file?");
    await page.locator(".usage").waitFor();
    const names = await page.locator(".table tbody tr td:first-child").allTextContents();
    expectThat(
      names.join() === 'id,__proto__,<svg onload="alert(1)">',
      `the columns are ${names.join()}`,
    );
    expectThat((await page.title()) === "Ask your table", "a cell changed the title");
    const elements = await page
      .locator("main img, main svg, main script, main b[onmouseover]")
      .count();
    expectThat(elements === 0, `${String(elements)} elements came from the file`);
  });
}
