// What a program holds in the end was charged before: every builtin, over collections, texts and
// host data of many elements, leaves no more in memory than a few times what the run was charged.
// So what it holds never goes beyond a few times its limit.

import { expect, test } from "vitest";
import { OpaqueValue } from "@ptc/core/values";
import { run, type LispStep } from "../../src/index.ts";
import { builtinLibrary } from "../../src/builtins/library/builtin-library.ts";
import { loadAllBuiltins } from "../../src/builtins/library/load-builtins.ts";
import { liveHeap } from "./live-heap.ts";

const count = 4_000;
/**
 * The account rounds up where the host does not, and the other way round: an empty map of the host
 * takes more than its entry.
 */
const factor = 4;
/** Of a run that makes nothing: its step, code, and what the host's tables grow by. */
const noise = 12_000;
/** So many steps are weighed together. */
const weighed = 10;

const shapes = ["(F X)", "(F X X)", "(F inc X)", "(F 3000 X)"];

/** One name of each. */
async function names(): Promise<string[]> {
  await loadAllBuiltins();
  return [...builtinLibrary.all()].map(({ name }) => name);
}

/** Collections of the language and of the host, as fields of the context. */
async function collections(): Promise<Record<string, unknown>> {
  const step = await run(
    `(def v (vec (range ${String(count)}))) (def s (set v)) (def m (zipmap v v)) (def t (apply str (repeat ${String(count)} "ab")))`,
  );
  if (!step.ok) throw new Error(step.fail.message);
  return {
    ...Object.fromEntries(step.memory.entries()),
    a: Array.from({ length: count }, (_, index) => index),
  };
}

/** What each of some steps keeps alive. */
async function bytesHeld(step: () => Promise<LispStep>): Promise<number> {
  const steps: LispStep[] = [];
  const before = liveHeap();
  for (let round = 0; round < weighed; round++) steps.push(await step());
  return (liveHeap() - before) / steps.length;
}

/**
 * Whether there may be something large that was hardly charged: anything else need not be weighed.
 */
function isWorthWeighing(step: LispStep): boolean {
  const value = step.memory.get("kept") ?? null;
  return (
    (typeof value === "string"
      ? value.length > 1000
      : typeof value === "object" && value !== null && !(value instanceof OpaqueValue)) &&
    factor * step.usage.memoryBytes < 8 * count
  );
}

test.each(shapes)("%s of every builtin", async (shape) => {
  const context = await collections();
  const tooMuch: string[] = [];
  for (const name of await names()) {
    for (const argument of Object.keys(context)) {
      const source = `(def kept ${shape.replaceAll("X", `data/${argument}`).replace("F", name)}) nil`;
      const options = { context, limits: { memoryBytes: 1e8, steps: 100_000 } };
      if (!isWorthWeighing(await run(source, options))) continue;
      const charged = (await run(source, options)).usage.memoryBytes;
      const isTooMuch = async (): Promise<boolean> =>
        (await bytesHeld(() => run(source, options))) > factor * charged + noise;
      // What the host compiles meanwhile is in one weighing, and not in the next.
      if ((await isTooMuch()) && (await isTooMuch()) && (await isTooMuch()))
        tooMuch.push(`${source}: charged ${String(charged)} bytes`);
    }
  }
  expect(tooMuch).toEqual([]);
});
