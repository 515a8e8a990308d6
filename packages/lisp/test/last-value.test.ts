// Tests the option `lastValue`: a last value that is only shown needs no form for the host.

import { afterAll, describe, expect, test } from "vitest";
import { createSession, run, type LispStep } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

const runners = {
  "in process": (source: string) => run(source, { lastValue: "show" }),
  "in a pool": (source: string) => pool.run(source, { lastValue: "show" }),
};

function definesN(step: LispStep): unknown {
  return step.ok ? step.memory.get("n") : step.fail.message;
}

/** A last value without a host form, its form in the step, and the reason. */
const shown: readonly (readonly [last: string, answer: unknown, reason: string])[] = [
  ["(frequencies [[1 2] [1 2]])", new Map([[[1, 2], 2]]), "a vector is used as a map key"],
  ['{:a 1 "a" 2}', '{:a 1, "a" 2}', 'two keys or members have the same text "a"'],
  ["(atom 1)", "#<atom>", "a value of type atom cannot leave the program"],
  ["(delay 1)", "#<delay>", "a value of type delay cannot leave the program"],
  ["(transient [])", "#<transient>", "a value of type transient cannot leave the program"],
];

describe.each(Object.entries(runners))("a last value that is only shown, %s", (_where, runIt) => {
  test.each(shown)("keeps the definitions beside %s", async (last, answer, reason) => {
    const step = await runIt(`(def n 5) ${last}`);
    expect(definesN(step)).toBe(5);
    expect(step.ok && step.return).toEqual(answer);
    expect(step.ok && step.unreturnable?.message).toContain(reason);
  });

  test("shows the beginning of a sequence that has no end", async () => {
    const step = await runIt("(def n 5) (map inc (range))");
    expect(definesN(step)).toBe(5);
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1).join(" ");
    expect(step.ok && step.return).toBe(`(${numbers} ...)`);
    expect(step.ok && step.unreturnable?.message).toContain("no end");
  });

  test("converts a value that can be returned as before", async () => {
    const step = await runIt("(def n 5) {:total #{n}}");
    expect(step.ok && step.return).toEqual({ total: [5] });
    expect(step.ok && step.unreturnable).toBeUndefined();
  });

  test("fails a program that returns such a value", async () => {
    const step = await runIt("(def n 5) (return {[1] 2})");
    expect(step.ok ? undefined : step.fail.reason).toBe("validation_error");
  });
});

test("a value that is nested too deep doesn't fail the program that shows it", async () => {
  const step = await run("(def n 5) (reduce (fn [a _] [a]) 1 (range 5000))", { lastValue: "show" });
  expect(definesN(step)).toBe(5);
  expect(step.ok && step.unreturnable?.reason).toBe("depth_exceeded");
});

test("a value whose copy exceeds a limit doesn't fail the program that shows it", async () => {
  const step = await run("(def n 5) (vec (range 10000))", {
    lastValue: "show",
    limits: { outputBytes: 1_000 },
  });
  expect(definesN(step)).toBe(5);
  expect(step.ok && step.return).toMatch(/^\[0 1 2 .*…$/);
  expect(step.ok && step.unreturnable?.reason).toBe("output_exceeded");
});

test("ends a program that defines a value without a host form with the name", async () => {
  for (const source of ["(def grid {[0 0] 1})", "(def grid (atom 1))", '(def grid {:a 1 "a" 2})']) {
    const step = await run(source);
    expect(step.ok && step.return).toBe("#'grid");
  }
  const answer = await run("(frequencies [[1 2]])");
  expect(answer.ok ? undefined : answer.fail.reason).toBe("validation_error");
});

test("a session keeps definitions beside a value without a host form, and passes it on as *1", async () => {
  const session = createSession();
  await session.run("(def n 5) (frequencies [[1 2] [1 2]])");
  const step = await session.run("(return [n (get *1 [1 2])])");
  expect(step.ok && step.return).toEqual([5, 2]);
});

test("rejects another value of the option", async () => {
  await expect(run("1", { lastValue: "no" as "show" })).rejects.toThrow(
    'expected "return", "show" or { count: 20 }',
  );
});
