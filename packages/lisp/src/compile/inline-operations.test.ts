// Operations that are inlined for speed mean what the builtin means, however their operands are
// written.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { run } from "../index.ts";

const operations = ["+", "-", "*", "=", "<", ">", "<=", ">="] as const;
const operands = [
  "0",
  "1",
  "-1",
  "2.5",
  "-0.0",
  "9007199254740991",
  "-9007199254740991",
  "9007199254740993",
  "1e300",
  "##Inf",
  "##NaN",
  "nil",
  "true",
  '"a"',
  ":k",
  "[1]",
  "[1 2]",
  "{:a 1}",
];

/** The value as it prints, or the kind and the message of the failure. */
async function outcome(source: string): Promise<string> {
  const step = await run(source);
  return step.ok ? printValue(step.value) : `${step.fail.details?.kind ?? ""} ${step.fail.message}`;
}

test("operations give the same however their operands are written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.constantFrom(...operands),
      fc.constantFrom(...operands),
      async (operation, left, right) => {
        const expected = await outcome(`(apply ${operation} [${left} ${right}])`);
        const written = [
          `(${operation} ${left} ${right})`,
          `(let [a ${left}] (${operation} a ${right}))`,
          `(let [b ${right}] (${operation} ${left} b))`,
          `(let [a ${left} b ${right}] (${operation} a b))`,
          `((fn [a b] (${operation} (identity a) (identity b))) ${left} ${right})`,
        ];
        for (const source of written) expect(await outcome(source), source).toBe(expected);
        const test = await outcome(`(let [a ${left}] (if (${operation} a ${right}) :yes :no))`);
        expect(test).toBe(
          expected.startsWith("type_error") ? expected : expected === "false" ? ":no" : ":yes",
        );
      },
    ),
    { numRuns: 600 },
  );
});

test.each(["inc", "dec"])("%s of a local is the builtin's", async (operation) => {
  for (const value of operands) {
    expect(await outcome(`(let [a ${value}] (${operation} a))`), value).toBe(
      await outcome(`(apply ${operation} [${value}])`),
    );
  }
});

test("a failure, and a limit that is met, are told at the operation", async () => {
  const failed = await run("(let [total nil]\n  (+ total 1))");
  expect(failed).toMatchObject({
    ok: false,
    fail: {
      message: "+: expected a number, got nil",
      details: { position: { line: 2, column: 3 } },
    },
  });
  const endless = await run("(loop [n 0]\n  (recur\n    (+ n 1)))", { limits: { steps: 10_000 } });
  expect(endless).toMatchObject({ ok: false, fail: { reason: "step_limit_exceeded" } });
  expect(endless.ok || endless.fail.details?.position?.line).toBe(3);
});
