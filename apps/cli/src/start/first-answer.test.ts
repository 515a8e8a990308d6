import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryHost, ptc, type MemoryHostOptions } from "../../test/memory-host.ts";
import { firstAnswer, warmUp } from "./first-answer.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-first-"));
  writeFileSync(join(folder, "sum.clj"), "(+ 1 2)");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function first(words: readonly string[], options: MemoryHostOptions): Promise<unknown> {
  const host = memoryHost(options);
  const code = await firstAnswer(words, host);
  return { code, output: host.outputText(), errors: host.errorText() };
}

test.each<[readonly string[], string?]>([
  [["(+ 1 2)"]],
  [['(do (println "a") "b")']],
  [["sum.clj"]],
  [["--file", "sum.clj"]],
  [["-"], "(* 2 3)"],
  [["(+ 1"]],
  [["(fail :no)"]],
  [["--steps", "10", "(reduce + (range 100))"]],
  [["--steps", "none", "1"]],
  [["--file", "missing.clj"]],
  [["1", "--file", "sum.clj"]],
])(
  "firstAnswer gives the same result for %j as the full command line",
  async (words, input = "") => {
    const options = { folder, input };
    expect(await first(words, options)).toEqual(await ptc(["eval", ...words], options));
  },
);

test.each([
  [["--help"]],
  [["--unknown"]],
  [["--batch"]],
  [["1", "--context", "rows.json"]],
  [["1", "--tools", "tools.ts"]],
  [["1", "--signature", "() -> :int"]],
  [["1", "2"]],
])("firstAnswer leaves %j to the full command line, without output", async (words) => {
  expect(await first(words, { folder })).toEqual({ code: undefined, output: "", errors: "" });
});

test("warmUp prints nothing and changes nothing", async () => {
  await expect(warmUp()).resolves.toBeUndefined();
});
