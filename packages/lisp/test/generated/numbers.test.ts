// Builtins of numbers return the same for special numbers in closures, generated code, and code
// that may wait: with -0 and 0 apart, which a printed value doesn't show.

import type { Value } from "@ptc/core/values";
import { expect, test } from "vitest";
import { run, type GenerateAfter } from "../../src/index.ts";
import { builtins } from "../../src/builtins/library/table.ts";
import { sampled } from "../sampled.ts";

const specials = [
  ...["0", "-0.0", "1", "-1", "3", "-3", "2.5", "-0.5", "0.1", "1e300", "-1e-300", "5e-324"],
  ...["9007199254740991", "-9007199254740991", "9007199254740992", "9007199254740993"],
  ...["9007199254740992.0", "(double 9007199254740993)", "-9007199254740994"],
  ...["9223372036854775807", "-9223372036854775808", "100000000000000000000000"],
  ...["(/ 7 2)", "(/ 1 3)", "##Inf", "##-Inf", "##NaN"],
];

/** Builtins whose results depend on more than their arguments. */
const random = /rand|random|sleep|time|now/i;

const settings: readonly (readonly [string, "never" | GenerateAfter])[] = [
  ["closures", "never"],
  ["generated code", { calls: 0, turns: 0 }],
  ["a switch in the middle", { calls: 20, turns: 20 }],
];

/** Returns the results of a call in a function, a condition and a loop of numbers. */
function programFor(name: string, count: number): string {
  const names = ["a", "b"].slice(0, count).join(" ");
  const call = `(${name} ${names})`;
  const entry = (f: string): string =>
    `(try (${f} ${names}) (catch Exception e (ex-message e)))`;
  const values = count === 1 ? "(for [a xs] " : "(for [a xs b xs] ";
  return `(defn plain [${names}] ${call})
    (defn chosen [${names}] (if ${call} 1 2))
    (defn looped [${names}] (loop [i 0 r 0] (if (< i 2) (recur (inc i) ${call}) r)))
    (let [xs [${specials.join(" ")}]]
      (vec ${values} [${entry("plain")} ${entry("chosen")} ${entry("looped")}])))`;
}

/** Returns a text that shows every difference between two results. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "bigint") return `${String(part)}n`;
    if (Object.is(part, -0)) return "-0";
    return typeof part === "number" && !Number.isFinite(part) ? String(part) : part;
  });
}

const limits = { steps: 50_000_000, memoryBytes: 1_000_000_000, timeoutMs: 600_000 };

/** Code next to a function with a tool call may have to wait, and is compiled for that. */
async function functionWithTool(): Promise<Value> {
  const step = await run("#(tool/idle {:n %})", { tools: { idle: () => null } });
  if (!step.ok) throw new Error(step.fail.message);
  return step.value;
}

async function resultOf(
  source: string,
  generate: "never" | GenerateAfter,
  history: readonly Value[],
): Promise<string> {
  const step = await run(source, { generate, history, limits, yieldMs: Infinity });
  return step.ok ? shown(step.return) : `${step.fail.reason}: ${step.fail.message}`;
}

async function isNumeric(name: string, count: number): Promise<boolean> {
  const step = await run(`(${name} ${["7", "2"].slice(0, count).join(" ")})`, {
    limits: { steps: 1_000 },
  });
  return step.ok && ["number", "bigint", "boolean"].includes(typeof step.return);
}

const rows = [...new Set([...builtins.values()].map(({ row }) => row))];
const cases: [string, number][] = [];
for (const { names } of rows) {
  const [name] = names;
  for (const count of [1, 2])
    if (!random.test(name) && builtins.get(name)?.accepts(count) === true)
      if (await isNumeric(name, count)) cases.push([name, count]);
}

test("the cases include every operation that generated code computes inline", () => {
  const found = cases.map(([name, count]) => `${name} ${String(count)}`);
  for (const inline of ["+ 2", "- 2", "* 2", "/ 2", "inc 1", "dec 1", "rem 2", "mod 2", "quot 2"])
    expect(found).toContain(inline);
  expect(cases.length).toBeGreaterThan(100);
});

test.each(sampled(cases, 3))(
  "%s with %i arguments returns the same for special numbers in all tiers",
  { timeout: 60_000 },
  async (name, count) => {
    const source = programFor(name, count);
    const expected = await resultOf(source, "never", []);
    expect(expected).toMatch(/^\[\[/);
    const waiting = [await functionWithTool()];
    for (const [tier, generate] of settings)
      for (const history of [[], waiting])
        expect([tier, history.length, await resultOf(source, generate, history)]).toEqual([
          tier,
          history.length,
          expected,
        ]);
  },
);
