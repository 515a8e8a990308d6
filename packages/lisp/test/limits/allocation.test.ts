// What a program holds in the end was charged before: every builtin, over collections, texts and
// host data of many elements, leaves no more in memory than a few times what the run was charged.
// So what it holds never goes beyond a few times its limit.

import { expect, test } from "vitest";
import { OpaqueValue } from "@ptc/core/values";
import { run, type LispStep, type LispRunOptions } from "../../src/index.ts";
import { builtinLibrary } from "../../src/builtins/library/builtin-library.ts";
import { lazyCode } from "../../src/loading/lazy-code.ts";
import { isFull, sampled } from "../sampled.ts";
import { liveHeap } from "./live-heap.ts";

const count = 4_000;
/**
 * How many times more memory a program may keep than it was charged. The charge is an estimate: an
 * empty map of the host, for example, takes more than it is charged.
 */
const factor = 4;
/**
 * Bytes that a run takes without keeping a value: for its step, its code, and the growth of tables
 * of the host.
 */
const noise = 12_000;
/** How many steps of one program are measured together. */
const weighed = 10;
/**
 * How many programs are measured together, as long as they keep less together than any one of them
 * may.
 */
const together = 8;

const shapes = ["(F X)", "(F X X)", "(F inc X)", "(F 3000 X)"];

/** One name of each builtin: of all of them in `.ci/run`, here of every tenth one. */
async function names(): Promise<string[]> {
  await lazyCode.loadLanguage();
  return [...builtinLibrary.all()]
    .filter((_, index) => isFull || index % 10 === 0)
    .map(({ name }) => name);
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
  readonly options: LispRunOptions;
  /** What a run of it may keep alive, in bytes. */
  readonly allowed: number;
}

/** The bytes that one step of each program keeps alive, as a mean over several runs. */
async function bytesHeld(programs: readonly Program[]): Promise<number> {
  const steps: LispStep[] = [];
  const before = liveHeap();
  for (const { source, options } of programs)
    for (let round = 0; round < weighed; round++) steps.push(await run(source, options));
  const held = liveHeap() - before;
  // Using `steps` here keeps them from being collected before they are measured.
  return (held * programs.length) / steps.length;
}

/** Whether the programs together keep more than the one with the smallest allowance may. */
async function mayHoldTooMuch(programs: readonly Program[]): Promise<boolean> {
  return (await bytesHeld(programs)) > Math.min(...programs.map(({ allowed }) => allowed));
}

/** The programs that hold more than they may. */
async function holdingTooMuch(programs: readonly Program[]): Promise<readonly Program[]> {
  if (!(await mayHoldTooMuch(programs))) return [];
  const [only] = programs;
  if (programs.length === 1 && only !== undefined)
    // Measured twice, because code that the host compiles meanwhile appears in one measurement
    // only.
    return (await mayHoldTooMuch([only])) && (await mayHoldTooMuch([only])) ? [only] : [];
  const half = Math.ceil(programs.length / 2);
  return [
    ...(await holdingTooMuch(programs.slice(0, half))),
    ...(await holdingTooMuch(programs.slice(half))),
  ];
}

/**
 * Whether the step may keep something large that was hardly charged; other steps need not be
 * measured.
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
  // Sorted, so that programs with similar allowances are measured together and a large allowance
  // hides nothing.
  programs.sort((left, right) => left.allowed - right.allowed);
  const tooMuch: Program[] = [];
  for (let from = 0; from < programs.length; from += together)
    tooMuch.push(...(await holdingTooMuch(programs.slice(from, from + together))));
  expect(
    tooMuch.map(({ source, allowed }) => `${source}: may hold ${String(allowed)} bytes`),
  ).toEqual([]);
});

/** Bytes that a program holds when it reads the time, and what it was charged until its end. */
async function heldWhileRunning(source: string): Promise<{ held: number; charged: number }> {
  const options: LispRunOptions = { limits: { memoryBytes: 1e9 } };
  await run(source, options);
  const before = liveHeap();
  let held = 0;
  const clock = {
    monotonic: () => 0,
    now: () => {
      held = liveHeap() - before;
      return 0;
    },
  };
  const step = await run(source, { ...options, clock });
  if (!step.ok) throw new Error(step.fail.message);
  return { held, charged: step.usage.memoryBytes };
}

/** How many sequences, or versions of a collection, a program keeps at once. */
const stored = 5_000;

test.each(
  sampled(
    [
      "(iterate inc i)",
      "(range)",
      "(repeat i)",
      "(cycle [i])",
      "(repeatedly (fn [] i))",
      "(let [s (iterate inc i)] (second s) s)",
      "(map inc (range))",
      "(let [s (map inc (range))] (second s) s)",
      "(take-while pos? (map inc (range)))",
      "(filter odd? (map inc (range)))",
      "(partition 2 (range))",
      "(partition-by odd? (range))",
      "(interleave (range) (range))",
      "(concat [i] (range))",
      "(distinct (range))",
      "(reductions + (range))",
      "(mapcat vector (range))",
      "(drop 1 (range))",
      "#{i}",
      "(conj #{} i)",
      "(disj #{1 2 3} 1)",
      "{:a i}",
      "{:a i :b i :c i}",
      "[i]",
      "[i i i]",
      "(list i)",
      "(conj [] i)",
      "(conj [i] i)",
      "(hash-map :a i)",
      "(vector i i)",
    ],
    3,
  ),
)("many of %s are held by no more than they were charged for", async (form) => {
  const { held, charged } = await heldWhileRunning(
    `(let [all (mapv (fn [i] ${form}) (range ${String(stored)}))] (System/currentTimeMillis) (count all))`,
  );
  expect(held).toBeLessThan(factor * charged + noise);
});

test.each(
  sampled(
    [
      "(reductions conj #{} (range N))",
      "(reductions disj (set (range N)) (range N))",
      "(reductions conj (sorted-set) (range N))",
      "(reductions (fn [m i] (assoc m i i)) {} (range N))",
      "(reductions (fn [m i] (dissoc m i)) (zipmap (range N) (range N)) (range N))",
      "(reductions conj [] (range N))",
    ],
    2,
  ),
)(
  "all versions of a collection are held by no more than they were charged for: %s",
  async (form) => {
    const { held, charged } = await heldWhileRunning(
      `(let [all (vec ${form.replaceAll("N", String(stored))})] (System/currentTimeMillis) (count all))`,
    );
    expect(held).toBeLessThan(factor * charged + noise);
  },
);
