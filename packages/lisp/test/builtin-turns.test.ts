// Calls each builtin with large data. A call that costs much lets the host have turns in the middle
// of its work, and returns the same at the same cost as without them. The exceptions are listed in
// `turn-exceptions.ts`. The tests count turns and steps, not times.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { turnQueue } from "@ptc/core/internal/task";
import { run, type LispStep } from "../src/index.ts";
import { builtins } from "../src/builtins/library/table.ts";
import { sampled } from "./sampled.ts";
import { callsOf, dataOf, largeCount } from "./turn-calls.ts";
import { causes, exceptions } from "./turn-exceptions.ts";

const small = dataOf(3);
const large = dataOf(largeCount);
// A pause takes real time, so there is no call of it over data.
const all = [...new Set(builtins.values())].filter(({ name }) => !name.includes("sleep"));

/** Returns the calls that succeed with small data. */
async function meaningful(calls: readonly string[]): Promise<readonly string[]> {
  const attempts = calls.map((call) => `(try (do ${call} true) (catch Exception e false))`);
  const step = await run(`(do (tool/one) [${attempts.join("\n")}])`, {
    context: small,
    tools: { one: () => 1 },
  });
  const outcomes = step.ok ? (step.return as readonly boolean[]) : [];
  return calls.filter((_, index) => outcomes[index]);
}

function called(call: string, yieldMs: number, result = "nil"): Promise<LispStep> {
  const names = [...call.matchAll(/data\/(\w+)/g)].map(([, name = ""]) => name);
  return run(`(do (tool/one) (let [result ${call}] ${result}))`, {
    context: Object.fromEntries(names.map((name) => [name, large[name]])),
    tools: { one: () => 1 },
    runId: "r",
    random: () => 0.5,
    yieldMs,
  });
}

/** True if a call took a step for at least sixteen elements, or four bytes for each. */
function isLong({ ok, usage }: LispStep): boolean {
  return ok && (usage.steps > largeCount / 16 || usage.memoryBytes > 4 * largeCount);
}

const report = (step: LispStep): unknown => ({
  outcome: step.ok ? step.return : step.fail,
  usage: { ...step.usage, durationMs: 0 },
});

describe("a builtin over a lot of data lets the host have turns, or is a listed exception", () => {
  const enter = vi.spyOn(turnQueue, "enter");
  beforeAll(() => void enter.mockClear());
  afterAll(() => {
    enter.mockRestore();
  });

  test.each(sampled(all, 32, 0, 3))("$name", async (builtin) => {
    const stalling: string[] = [];
    // Other work of a busy host may use up the task after a call that stalls, for one turn more.
    const turnsAround = exceptions.has(builtin.name) ? 2 : 1;
    let compared = 0;
    for (const call of await meaningful(callsOf(builtin))) {
      enter.mockClear();
      // So short a slice is over at every reading of the clock.
      const step = await called(call, 1e-9);
      if (!isLong(step)) continue;
      if (enter.mock.calls.length <= turnsAround) stalling.push(call);
      else if (compared++ < 1)
        expect(report(await called(call, 1e-9, "(hash-set result)"))).toEqual(
          report(await called(call, Infinity, "(hash-set result)")),
        );
    }
    expect({ stalls: stalling.length > 0, calls: stalling.slice(0, 3) }).toMatchObject({
      stalls: exceptions.has(builtin.name),
    });
  });
});

test("the guide lists each cause of an exception, and the scale benchmark measures it", () => {
  const guide = readFileSync("docs/guides/untrusted-programs.md", "utf8").replace(/ +/g, " ");
  const benchmark = readFileSync("benchmarks/src/scale/long-calls.ts", "utf8");
  for (const { work, worst, slices } of Object.values(causes)) {
    expect(guide).toContain(`| ${work} | \`${worst}\` | ${String(slices)} |`);
    expect(benchmark).toContain(worst);
  }
});

test("the list of exceptions names only builtins", () => {
  const names = new Set(all.map(({ name }) => name));
  expect([...exceptions.keys()].filter((name) => !names.has(name))).toEqual([]);
});
