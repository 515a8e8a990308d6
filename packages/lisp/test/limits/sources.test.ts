// Sources that keep the analysis busy: very long, very deep, or with very many names.

import { describe, expect, test, vi } from "vitest";
import { run } from "../../src/index.ts";
import { builtinLibrary } from "../../src/builtins/library/builtin-library.ts";
import { failOf } from "../evaluate.ts";
import { expectLimit } from "./expect-limit.ts";

const times = (count: number, form: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => form(index)).join(" ");

test("doesn't read a source that is too long", async () => {
  expect(await failOf("(+ 1 1)", { limits: { sourceLength: 3 } })).toMatchObject({
    reason: "source_too_large",
    message:
      "the program exceeded its limit of 3 characters (length of the program's source): send data through the context instead of the source (option limits.sourceLength)",
    details: { limit: { option: "limits.sourceLength", value: 3, unit: "characters" } },
  });
  await expectLimit("sourceLength", "(".repeat(2_000_000));
});

describe("names in a source", () => {
  test("bounds the number of names in a source, whatever they name", async () => {
    for (const form of [
      (index: number) => `:k${String(index)}`,
      (index: number) => `'s${String(index)}`,
      (index: number) => `(def d${String(index)} 1)`,
      (index: number) => `#(inc n${String(index)})`,
      (index: number) => `{:a [#{n/k${String(index)}}]}`,
    ]) {
      await expectLimit("symbols", `[${times(120, form)}]`, { limits: { symbols: 100 } });
    }
    expect(
      (
        await run(
          times(5000, () => ":same"),
          { limits: { symbols: 100 } },
        )
      ).ok,
    ).toBe(true);
  });

  test(
    "bounds the number of local names in scope, so that lookup is bounded",
    { tags: "full" },
    async () => {
      const message = "the program: has more than 1000 local names in scope";
      for (const source of [
        `(let [${times(1500, (index) => `a${String(index)} 1`)}] a0)`,
        `(as-> 1 x ${times(20_000, () => "(inc x)")})`,
        `(cond-> 1 ${times(20_000, () => "true inc")})`,
        `(some-> 1 ${times(20_000, () => "inc")})`,
        `(fn [${times(1500, (index) => `a${String(index)}`)}] a0)`,
        `(loop [${times(1500, (index) => `a${String(index)} 1`)}] a0)`,
        `(let [{:keys [${times(1500, (index) => `a${String(index)}`)}]} {}] a0)`,
      ])
        expect(await failOf(source)).toMatchObject({ reason: "analysis_error", message });
      expect(
        await failOf(`(letfn [${times(1500, (index) => `(f${String(index)} [] 1)`)}] (f0))`),
      ).toMatchObject({ reason: "analysis_error", message: "letfn: has more than 1000 functions" });
      expect(
        (await run(`(let [${times(900, (index) => `a${String(index)} ${String(index)}`)}] a899)`))
          .ok,
      ).toBe(true);
    },
  );
});

describe("unknown names", () => {
  /** Returns the total number of names compared. */
  async function namesSeen(source: string): Promise<number> {
    const names = [...builtinLibrary.names()];
    let seen = 0;
    const spy = vi.spyOn(builtinLibrary, "names").mockImplementation(function* () {
      for (const name of names) {
        seen++;
        yield name;
      }
    });
    expect(await failOf(source)).toMatchObject({
      reason: expect.stringMatching(/^(analysis_error|tool_not_found)$/) as string,
    });
    spy.mockRestore();
    return seen;
  }

  test.each<readonly [what: string, form: (index: number) => string]>([
    ["different ones", (index) => `unknown${String(index)}`],
    ["called", (index) => `(unknown${String(index)} 1)`],
    ["the same one", () => "unknown"],
    ["of no namespace", (index) => `n${String(index)}/x`],
    ["of a namespace", (index) => `clojure.string/x${String(index)}`],
    ["the same of a namespace", () => "clojure.string/x"],
    ["tools", (index) => `(tool/t${String(index)})`],
  ])("compares unknown names with known ones only for reported errors: %s", async (_, form) => {
    const few = await namesSeen(times(6, form));
    expect(await namesSeen(times(1_000, form))).toBeLessThanOrEqual(few);
  });
});

describe("forms in a source", () => {
  test("rejects forms that nest too deep after expansion", async () => {
    for (const source of [
      `(-> 1 ${"inc ".repeat(60_000)})`,
      `(->> 1 ${"inc ".repeat(60_000)})`,
      `(cond ${"false 1 ".repeat(30_000)})`,
    ]) {
      expect(await failOf(source)).toMatchObject({
        reason: "analysis_error",
        message: "the program: nests more than 600 forms",
      });
    }
    expect((await failOf("(".repeat(400_000))).reason).toBe("parse_error");
  });

  test("allows as many forms in a row as fit into the source", async () => {
    for (const source of [
      `(do ${"1 ".repeat(60_000)})`,
      `(and ${"true ".repeat(60_000)})`,
      `[${times(60_000, String)}]`,
      `(case 1 ${times(30_000, (index) => `${String(index)} 1`)})`,
      times(30_000, () => "(let [a 1] a)"),
    ]) {
      expect((await run(source)).ok).toBe(true);
    }
  });

  test("a long analysis ends at the time limit", async () => {
    let now = 0;
    const clock = { now: () => now, monotonic: () => (now += 10) };
    await expectLimit("timeoutMs", "(inc 1) ".repeat(100_000), {
      clock,
      limits: { timeoutMs: 200, memoryBytes: 1e9 },
    });
  });
});
