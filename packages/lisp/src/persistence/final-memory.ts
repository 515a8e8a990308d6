// Builds the memory that a successful program leaves. Computes no elements of lazy sequences.

import type { Value } from "@ptc/core/values";
import type { LazyParts } from "../compile/compilation.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import type { FunctionMaker } from "./function-decoder.ts";
import { Memory } from "./memory.ts";
import { Measure, type FoundSequence } from "./storable-value.ts";

/** The lazy sequences in the definition `name`, and the measure of its size so far. */
export interface FoundSequences {
  readonly name: string;
  readonly measure: Measure;
  readonly sequences: readonly FoundSequence[];
}

/** The values that a program leaves. */
export interface LeftValues {
  readonly values: Map<string, Value>;
  /** The lazy sequences in them. */
  readonly found: readonly FoundSequences[];
  /** The last value if it has uncomputed elements. */
  readonly shown: Value | undefined;
  /** Returns a measure for the value of another name. */
  readonly newMeasure: () => Measure;
}

/** Lazily loaded code; `loading/lazy-code.ts` provides it. */
interface StoringParts extends LazyParts {
  readonly storedSequences: LazyParts["storedSequences"] & {
    use<Made>(use: (code: SequenceStoring) => Made | Promise<Made>): Made | Promise<Made>;
  };
}

/** Stores sequences; see `store-sequences.ts`. */
interface SequenceStoring {
  readonly functionMaker: (lazyParts: LazyParts) => FunctionMaker;
  readonly storeSequences: (
    make: FunctionMaker,
    branch: Branch,
    left: LeftValues,
    before: Memory["sequences"],
    mayAwait: boolean,
  ) => Memory;
}

/**
 * Returns the memory after a successful program that was given the memory `before`. Omits names of
 * atoms, transients and delays, because these don't outlive their program, and notes them in
 * `skippedNames` with those of values that contain one. `shown` is the last
 * value if it has uncomputed elements.
 */
export function finalMemory(
  branch: Branch,
  mayAwait: boolean,
  before: Memory,
  shown: Value | undefined,
  lazyParts: StoringParts,
): Memory | Promise<Memory> {
  const { globals } = branch.evaluation;
  const last = before.sequences?.shown ?? [];
  if (globals === undefined && shown === undefined && last.length === 0) return Memory.empty;
  const values = new Map<string, Value>();
  const found: FoundSequences[] = [];
  const newMeasure = (): Measure => new Measure(branch);
  for (const [name, { value }] of globals ?? []) {
    if (value === undefined) continue;
    if (!(value instanceof ProgramBound)) values.set(name, value);
    if (typeof value !== "object" && typeof value !== "bigint") continue;
    const measure = newMeasure();
    const sequences = measure.whole(value);
    if (measure.bound !== undefined)
      (branch.evaluation.skippedNames ??= new Map()).set(name, measure.bound);
    if (sequences !== undefined) found.push({ name, measure, sequences });
  }
  return found.length === 0 && shown === undefined && last.length === 0
    ? Memory.ofValues(values, mayAwait)
    : lazyParts.storedSequences.use(({ functionMaker, storeSequences }) => {
        const make = functionMaker(lazyParts);
        const left = { values, found, shown, newMeasure };
        return storeSequences(make, branch, left, before.sequences, mayAwait);
      });
}
