// Programs are charged before they store values. Every builtin, over large collections, texts and
// host data, leaves at most a few times the charged bytes in memory. So a program never uses more
// than a few times its limit.

import { expect, test } from "vitest";
import { OpaqueValue } from "@ptc/core/values";
import { run, type LispStep, type LispRunOptions } from "../../src/index.ts";
import { builtinLibrary } from "../../src/builtins/library/builtin-library.ts";
import { lazyCode } from "../../src/loading/lazy-code.ts";
import { isFull, sampled } from "../sampled.ts";
import { liveHeap } from "./live-heap.ts";

const count = 4_000;
/**
 * The allowed ratio of kept memory to charged memory. The charge is an estimate: an empty host
 * Map, for example, takes more than it is charged.
 */
const factor = 4;
/**
 * Bytes that a run takes without keeping a value: for its step, its code, and growing tables of
 * the host.
 */
const noise = 12_000;
/** The number of steps of one program to measure together. */
const weighed = 10;
/**
 * The number of programs to measure together, as long as they keep less together than any one of
 * them may.
 */
const together = 8;

const shapes = ["(F X)", "(F X X)", "(F inc X)", "(F 3000 X)"];

/** Returns one name of each builtin: all of them in `.ci/run`, every twentieth one here. */
async function names(): Promise<string[]> {
  await lazyCode.loadLanguage();
  return [...builtinLibrary.all()]
    .filter((_, index) => isFull || index % 20 === 0)
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
  /** Bytes that a run of it may keep alive. */
  readonly allowed: number;
}

/** Returns the bytes that one step of each program keeps alive, as the mean of several runs. */
async function bytesHeld(programs: readonly Program[]): Promise<number> {
  const steps: LispStep[] = [];
  const before = liveHeap();
  for (const { source, options } of programs)
    for (let round = 0; round < weighed; round++) steps.push(await run(source, options));
  const held = liveHeap() - before;
  // Using `steps` here keeps them from being collected before they are measured.
  return (held * programs.length) / steps.length;
}

/** True if the programs together keep more than the one with the smallest allowance may. */
async function mayHoldTooMuch(programs: readonly Program[]): Promise<boolean> {
  return (await bytesHeld(programs)) > Math.min(...programs.map(({ allowed }) => allowed));
}

/** Returns the programs that keep more than they may. */
async function holdingTooMuch(programs: readonly Program[]): Promise<readonly Program[]> {
  if (!(await mayHoldTooMuch(programs))) return [];
  const [only] = programs;
  if (programs.length === 1 && only !== undefined)
    // Measured twice, because code that the host compiles meanwhile appears in only one
    // measurement.
    return (await mayHoldTooMuch([only])) && (await mayHoldTooMuch([only])) ? [only] : [];
  const half = Math.ceil(programs.length / 2);
  return [
    ...(await holdingTooMuch(programs.slice(0, half))),
    ...(await holdingTooMuch(programs.slice(half))),
  ];
}

/**
 * True if the step may keep something large that was hardly charged; other steps need no
 * measurement.
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
  // doesn't hide others.
  programs.sort((left, right) => left.allowed - right.allowed);
  const tooMuch: Program[] = [];
  for (let from = 0; from < programs.length; from += together)
    tooMuch.push(...(await holdingTooMuch(programs.slice(from, from + together))));
  expect(
    tooMuch.map(({ source, allowed }) => `${source}: may hold ${String(allowed)} bytes`),
  ).toEqual([]);
});

/**
 * Returns the bytes in use when the program reads the time, and the bytes charged until its end.
 */
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

/** The number of sequences, or versions of a collection, that a program keeps at once. */
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
)("many of %s retain no more memory than they were charged for", async (form) => {
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
  "all versions of a collection retain no more memory than they were charged for: %s",
  async (form) => {
    const { held, charged } = await heldWhileRunning(
      `(let [all (vec ${form.replaceAll("N", String(stored))})] (System/currentTimeMillis) (count all))`,
    );
    expect(held).toBeLessThan(factor * charged + noise);
  },
);
