import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundledSize, bytesByFolder } from "./bundled-size.ts";
import { problemsOfFiles, problemsOfSize } from "./check-size.ts";

// Text that doesn't compress: its digits come from a fixed generator.
const heavyText = Array.from({ length: 4000 }, (_, index) =>
  (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(36),
).join("");

describe("the size of a bundled entry", () => {
  let root = "";
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "bundled-size-")));
    writeFileSync(join(root, "heavy.ts"), `export const text = "${heavyText}";\n`);
    writeFileSync(
      join(root, "atOnce.ts"),
      'import { text } from "./heavy.ts";\nexport const length = () => text.length;\n',
    );
    writeFileSync(
      join(root, "onNeed.ts"),
      'export const length = async () => (await import("./heavy.ts")).text.length;\n',
    );
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  test("counts static imports", async () => {
    const size = await bundledSize("atOnce.ts", { root });
    expect(size.gzippedBytes).toBeGreaterThan(10_000);
    expect(size.gzippedBytesOnNeed).toBe(0);
    expect([...size.modules.keys()].sort()).toEqual(["atOnce.ts", "heavy.ts"]);
  });

  test("counts lazy imports separately", async () => {
    const size = await bundledSize("onNeed.ts", { root });
    expect(size.gzippedBytes).toBeLessThan(500);
    expect(size.gzippedBytesOnNeed).toBeGreaterThan(10_000);
    expect([...size.modules.keys()]).toEqual(["onNeed.ts"]);
  });

  test("counts requested lazy imports as loaded", async () => {
    const size = await bundledSize("onNeed.ts", { root, loaded: ["heavy.ts"] });
    expect(size.gzippedBytes).toBeGreaterThan(10_000);
    await expect(bundledSize("onNeed.ts", { root, loaded: ["light.ts"] })).rejects.toThrow(
      "light.ts",
    );
  });
});

test("adds up bytes by folder, largest first, without empty folders", () => {
  expect(
    bytesByFolder(
      new Map([
        ["a/b/one.ts", 1],
        ["a/c/two.ts", 5],
        ["a/b/three.ts", 2],
        ["a/d/types.ts", 0],
      ]),
    ),
  ).toEqual([
    ["a/c", 5],
    ["a/b", 3],
  ]);
});

test("accepts sizes up to and including the limit", () => {
  const limit = { source: "", limit: 100 };
  expect(problemsOfSize("@ptc/x", 100, limit)).toEqual([]);
  expect(problemsOfSize("@ptc/x", 101, limit)).toHaveLength(1);
});

test("rejects a built file of code that entries of the core share, but not its source map", () => {
  expect(problemsOfFiles(["core.js", "decoding.js", "chunk-OD4BNNIW.js.map"])).toEqual([]);
  expect(problemsOfFiles(["core.js", "chunk-OD4BNNIW.js"])).toEqual([
    expect.stringContaining("chunk-OD4BNNIW.js is shared by entries"),
  ]);
});
