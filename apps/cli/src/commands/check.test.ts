import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-check-"));
  const files = {
    "good.clj": "(map :id (tool/rows {:of data/name}))",
    "bad.clj": "(let [a 1]\n  (foo a)\n  (inc a 2))",
    "open.clj": "(map inc [1 2]",
    "rows.json": '{"rows": []}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const check = (...commandArguments: string[]) => ptc(["check", ...commandArguments], { folder });

describe("ptc check", () => {
  test("prints nothing for valid programs", async () => {
    expect(await check("good.clj")).toEqual({ code: 0, output: "", errors: "" });
    expect(await check("good.clj", "--tools", "rows, other")).toMatchObject({ code: 0 });
  });

  test("prints each mistake of each file on a line with its location", async () => {
    const { code, output, errors } = await check("bad.clj", "good.clj", "open.clj");
    expect([code, errors]).toEqual([1, ""]);
    expect(output.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^bad\.clj:2:4: unknown symbol foo/),
      "bad.clj:3:3: inc takes 1 argument, got 2 (write (inc x))",
      expect.stringMatching(/^open\.clj:1:\d+: Unclosed \(/),
    ]);
  });

  test("accepts the tools and data named by options", async () => {
    const { code, output } = await check("good.clj", "--tools", "row", "--context", "rows.json");
    expect(code).toBe(1);
    expect(output).toMatch(/^good\.clj:1:11: there is no tool rows/m);
    expect(output).toMatch(/^good\.clj:1:26: .*data\/name/m);
  });

  test("prints the effects of valid programs", async () => {
    const { code, output } = await check("good.clj", "bad.clj", "--effects");
    expect(code).toBe(1);
    expect(output.split("\n").slice(0, 5)).toEqual([
      "good.clj:",
      "  tool  calls  when    where  arguments",
      "  rows  1      always  1:10   of: ?",
      "  reads data/name",
      expect.stringMatching(/^bad\.clj:2:4: /),
    ]);
  });

  test("reads standard input, and reports a missing file", async () => {
    const { code, output } = await ptc(["check", "-"], { input: "(foo)" });
    expect([code, output.startsWith("-:1:2: unknown symbol foo")]).toEqual([1, true]);
    expect(await ptc(["check"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("missing program") as string,
    });
    expect((await check("none.clj")).errors).toContain("program none.clj: no such file");
  });
});
