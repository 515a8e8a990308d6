// Runs a program with a tool in JavaScript in the playground in Firefox, and a request that the
// policy has to refuse. Firefox differs from Chromium in modules and policies of workers.

import { fragmentOf } from "./playground-page.ts";
import { inFirefox } from "./firefox-session.ts";

const program = `{:doubled (mapv #(:n (tool/double {:n %})) data/rows)
 :leak (try (tool/leak {}) (catch Exception e "refused"))}`;

/** Clicks and reads like a person; the page may need a while to load. */
const useThePage = `(async () => {
  const found = async (selector) => {
    for (let tries = 0; tries < 600; tries += 1) {
      const element = [...document.querySelectorAll(selector)].at(0);
      if (element) return element;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { click() {}, innerText: "nothing at " + selector };
  };
  (await found(".consent button")).click();
  (await found(".playground-bar .primary:enabled")).click();
  return (await found(".playground-result .result .value, .playground-result .result pre")).innerText;
})()`;

export async function firefoxProblems(
  executablePath: string,
  url: string,
): Promise<readonly string[]> {
  const fragment = await fragmentOf({
    program,
    data: "[1, 2, 3]",
    tools: [
      {
        name: "double",
        signature: "(n :int) -> {n :int}",
        kind: "javascript",
        body: "({ n }) => ({ n: 2 * n })",
      },
      {
        name: "leak",
        signature: "",
        kind: "javascript",
        body: 'async () => (await fetch("https://leak.test/")).status',
      },
    ],
  });
  const text = await inFirefox(executablePath, async (page) => {
    await page.open(`${url}playground/${fragment}`);
    return await page.evaluate(useThePage);
  });
  return /:doubled \[2 4 6\][\s\S]*:leak "refused"/.test(text)
    ? []
    : [`Firefox: the playground shows ${text}`];
}
