// The portability check finds every kind of violation; each is planted in a built file.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { problemsOfEntry } from "./check-portable.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ptc-portable-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function problemsOf(code: string): Promise<readonly string[]> {
  const file = join(folder, "index.js");
  writeFileSync(file, code);
  return await problemsOfEntry("@ptc/planted", file);
}

test("accepts tables, classes and functions that would use the host when called", async () => {
  const code =
    "export const table = new Map([[1, 2]]);\nexport class A {}\nexport const now = () => Date.now() + fetch.length;\n";
  expect(await problemsOf(code)).toEqual([]);
});

test.each([
  [
    "a Node built-in",
    'import { readFileSync } from "node:fs";\nexport { readFileSync };\n',
    /Could not resolve "node:fs"/,
  ],
  [
    "a Node built-in by its old name, imported late",
    'export const load = () => import("fs");\n',
    /Could not resolve "fs"/,
  ],
  ["a timer started at import", "setTimeout(() => {}, 0);\n", /setTimeout is not defined/],
  [
    "the environment read at import",
    "export const debug = process.env.DEBUG;\n",
    /process is not defined/,
  ],
  ["the clock read at import", "export const started = Date.now();\n", /Date\.now was called/],
  ["randomness at import", "export const seed = Math.random();\n", /Math\.random was called/],
  [
    "code from a string at import",
    'export const f = new Function("return 1");\n',
    /Code generation from strings disallowed/,
  ],
])("%s is a problem", async (_what, code, expected) => {
  const problems = await problemsOf(code);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

test("a file that wasn't built is a problem", async () => {
  expect(await problemsOfEntry("@ptc/planted", join(folder, "missing.js"))).toEqual([
    "@ptc/planted: not built",
  ]);
});
