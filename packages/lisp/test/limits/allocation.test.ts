// What a program holds in the end was charged before: every builtin, over collections, texts and
// host data of many elements, leaves no more in memory than a few times what the run was charged.
// So what it holds never goes beyond a few times its limit.

import { expect, test } from "vitest";
import { OpaqueValue } from "@ptc/core/values";
import { run, type LispStep, type RunOptions } from "../../src/index.ts";
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
/** So many steps of a program are weighed together. */
const weighed = 10;
/** And so many programs, while they hold less together than each of them may. */
const together = 8;

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

interface Program {
  readonly source: string;
  readonly options: RunOptions;
  /** What a run of it may keep alive, in bytes. */
  readonly allowed: number;
}

/** What the programs keep alive, each by one of some steps. */
async function bytesHeld(programs: readonly Program[]): Promise<number> {
  const steps: LispStep[] = [];
  const before = liveHeap();
  for (const { source, options } of programs)
    for (let round = 0; round < weighed; round++) steps.push(await run(source, options));
  const held = liveHeap() - before;
  // The steps are asked for once more, so they were there when they were weighed.
  return (held * programs.length) / steps.length;
}

/** Whether all together hold more than the one that may hold least. */
async function mayHoldTooMuch(programs: readonly Program[]): Promise<boolean> {
  return (await bytesHeld(programs)) > Math.min(...programs.map(({ allowed }) => allowed));
}

/** The programs that hold more than they may. */
async function holdingTooMuch(programs: readonly Program[]): Promise<readonly Program[]> {
  if (!(await mayHoldTooMuch(programs))) return [];
  const [only] = programs;
  if (programs.length === 1 && only !== undefined)
    // What the host compiles meanwhile is in one weighing, and not in the next.
    return (await mayHoldTooMuch([only])) && (await mayHoldTooMuch([only])) ? [only] : [];
  const half = Math.ceil(programs.length / 2);
  return [
    ...(await holdingTooMuch(programs.slice(0, half))),
    ...(await holdingTooMuch(programs.slice(half))),
  ];
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
  const programs: Program[] = [];
  for (const name of await names()) {
    for (const argument of Object.keys(context)) {
      const source = `(def kept ${shape.replaceAll("X", `data/${argument}`).replace("F", name)}) nil`;
      const options = { context, limits: { memoryBytes: 1e8, steps: 100_000 } };
      if (!isWorthWeighing(await run(source, options))) continue;
      const charged = (await run(source, options)).usage.memoryBytes;
      programs.push({ source, options, allowed: factor * charged + noise });
    }
  }
  // Those that may hold much hide nothing of those that may hold little.
  programs.sort((left, right) => left.allowed - right.allowed);
  const tooMuch: Program[] = [];
  for (let from = 0; from < programs.length; from += together)
    tooMuch.push(...(await holdingTooMuch(programs.slice(from, from + together))));
  expect(
    tooMuch.map(({ source, allowed }) => `${source}: may hold ${String(allowed)} bytes`),
  ).toEqual([]);
});
