// Finds maps whose sources are missing, and counts files in any folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesBelow, problemsOfMaps } from "./installed-files.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-installed-"));
  for (const name of ["dist", "src/inner"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "src/inner/a.ts"), "12345");
  const map = { sources: ["../src/inner/a.ts", "../src/b.ts", "../src/c.ts"] };
  writeFileSync(
    join(folder, "dist/a.js.map"),
    JSON.stringify({ ...map, sourcesContent: [null, null, "c"] }),
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("reports a source that is neither in the map nor a file", () => {
  expect(problemsOfMaps(folder)).toEqual([
    "dist/a.js.map names the source ../src/b.ts, which is not installed",
  ]);
});

test("counts files in nested folders", () => {
  expect(bytesBelow(join(folder, "src"))).toBe(5);
});
