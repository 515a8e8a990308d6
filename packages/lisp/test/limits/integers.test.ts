// Large integers: none above the bound enters a program. Their charge is in proportion to the work,
// although the time to compute digits grows faster than their number.

import { describe, expect, test } from "vitest";
import { maximumIntegerBits } from "@ptc/core/internal/values";
import { run } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";
import { expectLimit } from "./expect-limit.ts";

const largest = 2n ** BigInt(maximumIntegerBits) - 1n;
const largestDigits = largest.toString();
const tooLargeDigits = (largest + 1n).toString();
const limits = { steps: 2_000_000_000, timeoutMs: 60_000 };

describe("integers above the bound", () => {
  test.each([
    ["a literal", tooLargeDigits],
    ["a much longer literal", "9".repeat(900_000)],
    ["a literal to base 16", `0x1${"0".repeat(maximumIntegerBits / 4)}`],
    ["a literal to base 36", `36r${"z".repeat(200_000)}`],
    ["a part of a ratio", `1/${tooLargeDigits}`],
    ["a quoted one", `'(1 ${tooLargeDigits})`],
  ])("rejects a program with an integer above the bound: %s", async (_, source) => {
    const fail = await failOf(source);
    expect(fail.reason).toBe("parse_error");
    expect(fail.message).toContain("an integer has at most 524288 bits");
    expect(fail.message.length).toBeLessThan(500);
  });

  test.each(["json/parse-string", "json/read-str"])(
    "%s rejects an integer above the bound",
    async (operation) => {
      for (const digits of [tooLargeDigits, `-${tooLargeDigits}0`, "9".repeat(2_000_000)])
        expect(
          await failOf(`(${operation} data/json)`, { context: { json: `{"a": [${digits}]}` } }),
        ).toMatchObject({
          reason: "eval_error",
          message: `${operation}: an integer of more than 524288 bits`,
          details: { kind: "arithmetic_error" },
        });
    },
  );

  test.each(["parse-long", "parse-double", "Long/parseLong", "bigint"])(
    "%s never returns an integer above the bound",
    async (operation) => {
      const step = await run(`(${operation} data/digits)`, {
        context: { digits: tooLargeDigits },
        limits,
      });
      const value = step.ok ? step.value : null;
      expect(value === null || value === Infinity).toBe(true);
    },
  );

  test("a host integer above the bound becomes a text when a program reads it from its data", async () => {
    for (const source of ["data/n", "(:n data/row)", "[data/n]", "{:a (ffirst data/rows)}"]) {
      const step = await run(`(def kept (let [n ${source}] n)) (str kept)`, {
        context: { n: largest + 1n, row: { n: largest + 1n }, rows: [[-largest - 2n]] },
        limits,
      });
      expect(step.ok && step.return, source).toContain("#<bigint>");
    }
  });

  test("the largest integer can be read, stored and written", async () => {
    const step = await run(`(def a ${largestDigits}) (def b (json/parse-string data/json))`, {
      context: { json: largestDigits },
      limits,
    });
    expect(step.ok && step.memory.get("a") === largest && step.memory.get("b") === largest).toBe(
      true,
    );
    expect(JSON.stringify(step.memory.toJSON()).length).toBeGreaterThan(2 * largestDigits.length);
  });
});

describe("cost of integers", () => {
  const half = 2n ** BigInt(maximumIntegerBits / 2 - 64) + 1n;
  const context = { n: largest, negative: -largest, half, other: half + 1n };

  test.each([
    "(str data/n)",
    "(pr-str [data/n])",
    '(format "%d" data/n)',
    '(format "%,d" data/n)',
    '(format "%.3e" data/n)',
    '(format "%x" data/n)',
    "(json/generate-string data/n)",
    "(json/generate-string {data/n 1})",
    "(println data/n)",
  ])("charges for written digits: %s", async (source) => {
    await expectLimit("steps", source, { context, limits: { steps: 1_000_000 } });
  });

  test.each(["(* data/half data/other)", "(quot data/n data/half)", "(mod data/n data/half)"])(
    "charges for products and quotients: %s",
    async (source) => {
      const { usage } = await run(
        `(do ${source.replace("data/n", "(* data/half data/half)")} nil)`,
        {
          context,
          limits,
        },
      );
      expect(usage.steps).toBeGreaterThan(10_000);
    },
  );

  test("charges for taking the sign from negative integers", async () => {
    await expectLimit("memoryBytes", "(mapv abs (repeat 1000 data/negative))", {
      context: { negative: -half },
      limits: { steps: 10_000_000 },
    });
  });

  test("short integers cost what they did before", async () => {
    for (const [source, steps, bytes] of [
      ["(* 9007199254740993 9007199254740993)", 3, 16],
      ["(quot 170141183460469231731687303715884105727 3)", 4, 24],
      ["(str 170141183460469231731687303715884105727)", 38, 102],
    ] as const)
      expect((await run(source)).usage, source).toMatchObject({ steps, memoryBytes: bytes });
  });
});

describe("formats of integers", () => {
  test("formats group and round any number of digits", async () => {
    const digits = (10n ** 3000n - 1n).toString();
    expect(await printed(`(count (format "%,d" ${digits}))`)).toBe("3999");
    expect(await printed(`(format "%.2e" ${digits})`)).toBe('"1.00e+3000"');
    expect(await printed('(format "%,d %,d %,d %,d" 1 12 123 1234)')).toBe('"1 12 123 1,234"');
    expect(await printed('(format "%.1f %.0f %.2f %.1e" 9.96 99.5 0.005 1999.0)')).toBe(
      '"10.0 100 0.01 2.0e+03"',
    );
  });

  test("formatting takes time proportional to the digits", async () => {
    const before = process.cpuUsage();
    await run('(count (format "%,d %.150000e" data/n data/n))', {
      context: { n: largest },
      limits,
    });
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(3);
  });
});
