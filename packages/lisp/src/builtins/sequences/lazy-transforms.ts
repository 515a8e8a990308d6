// Lazy sequences made from lazy sequences, as map, filter, partition… return for an infinite
// source. Elements are computed on request.

import { Vector, type Value } from "@ptc/core/values";
import { callMany } from "../../functions/callable.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { askAgain, endOfSequence } from "../../sequence/produced.ts";
import { elementCount } from "../../evaluation/arguments/expectations.ts";
import { atElement } from "../../evaluation/arguments/operand-error.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { isUnbounded, layeredSequence } from "../../sequence/layered-sequence.ts";
import {
  collectingSink,
  takeAll,
  takeStage,
  type Flow,
  type Sink,
  type Stage,
} from "../../sequence/stages.ts";
import { take } from "../../sequence/positions.ts";
import { elementAt, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";

/**
 * Sends the elements of `source` through `stage`: all at once for a vector, on request for a lazy
 * sequence.
 */
export function through(
  branch: Branch,
  source: Sequence,
  stage: Stage,
  name: string,
  ...args: readonly Value[]
): Result {
  return source instanceof LazySeq
    ? lazyThrough(branch, source, stage, source.isUnbounded, [name, ...args])
    : vectorThrough(branch, source, stage);
}

export function vectorThrough(branch: Branch, source: Vector<Value>, stage: Stage): Result {
  branch.charge(48);
  const items: Value[] = [];
  const sink = stage(collectingSink(items));
  const taken: Flow = takeAll(branch, source, sink);
  if (taken instanceof Promise)
    return taken.then(() => sink.finish(branch)).then(() => Vector.ofGrown(items));
  const finished = sink.finish(branch);
  return finished instanceof Promise
    ? finished.then(() => Vector.ofGrown(items))
    : Vector.ofGrown(items);
}

/** The state in which a stage continues: its position, and the elements it has not passed on. */
export interface StageState {
  readonly index: number;
  readonly phase: "taking" | "finishing" | "over";
  readonly made: readonly Value[];
  readonly saved: Value | undefined;
}

/** The call that makes a stage: the name of a function and its arguments. */
export type StageForm = readonly [name: string, ...args: Value[]];

/**
 * Sends the elements of `source` through `stage` one by one, as they are requested. `form` is the
 * call that makes the stage, as a name and arguments. Without it, the sequence ends with its
 * program.
 */
export function lazyThrough(
  maker: Branch,
  source: LazySeq,
  stage: Stage,
  isUnbounded: boolean,
  form: StageForm | undefined,
  state?: StageState,
): LazySeq {
  const made = state?.made.slice() ?? [];
  let read = 0;
  let index = state?.index ?? 0;
  let phase = state?.phase ?? "taking";
  let sink: Sink | undefined;
  const goOn = (wanted: boolean): void => {
    index++;
    if (phase === "finishing") phase = "over";
    else if (!wanted) phase = "finishing";
  };
  const result = layeredSequence(
    maker,
    (branch) => {
      sink ??= stage(collectingSink(made), state?.saved);
      if (read < made.length) return made[read++] ?? null;
      if (phase === "over") return endOfSequence;
      const element = phase === "taking" ? source.at(index, branch) : undefined;
      if (element === undefined) phase = "finishing";
      made.length = 0;
      read = 0;
      const wanted: Flow =
        element === undefined ? sink.finish(branch) : takeElement(branch, sink, element, index);
      const goOnWith = (settled: boolean): typeof askAgain => {
        goOn(settled);
        return askAgain;
      };
      return wanted instanceof Promise
        ? wanted.then(goOnWith, (error: unknown) => {
            throw element === undefined ? error : atElement(error, branch, index, element);
          })
        : goOnWith(wanted);
    },
    isUnbounded,
    form &&
      (() => {
        if (phase !== "over" && sink?.isUnsaved?.() === true) return undefined;
        const saved = sink === undefined ? state?.saved : sink.save?.();
        const rest = Vector.of(made.slice(read));
        return ["stage", Vector.of(form.slice()), source, index, phase, rest, isUnbounded, saved];
      }),
  );
  // The length of a part of a sequence is known.
  return form?.[0] === "take" ? result : result.reading([source]);
}

/** Returns the first `count` elements. Computes none of them if that may cost calls. */
export function takeFirst(
  branch: Branch,
  count: Value,
  collection: Value,
  operation = "take",
): Sequence {
  const wanted = elementCount(count, operation);
  const source = sequenceOf(branch, collection, operation);
  if (!(source instanceof LazySeq) || isPlain(source) || wanted === 0)
    return take(branch, wanted, source, operation);
  return wanted === Infinity
    ? source
    : lazyThrough(branch, source, takeStage(wanted), false, ["take", wanted]);
}

/** True if the elements are computed without calling a function, as in `(range)`. */
function isPlain({ elements }: LazySeq): boolean {
  const { isComplete, continuation: [maker, of] = [] } = elements;
  const isRepeated = maker === "cycle" && of instanceof Vector;
  return isComplete || maker === "range" || maker === "repeat" || isRepeated;
}

/** Passes an element to the sink. Errors about an operand report the index of the element. */
function takeElement(branch: Branch, sink: Sink, element: Value, index: number): Flow {
  try {
    return sink.take(branch, element);
  } catch (error) {
    throw atElement(error, branch, index, element);
  }
}

/**
 * True if a function of several collections is lazy: if all of them are lazy, or one whose elements
 * may cost a call. Beside a vector, `(range)` is read at once.
 */
export function isReadLazily(sources: readonly Value[]): boolean {
  const lazy = sources.filter((source) => source instanceof LazySeq);
  return (
    lazy.length > 0 && (lazy.length === sources.length || lazy.some((source) => !isPlain(source)))
  );
}

/** Lazily applies `f` to the elements at the same index of several lazy sequences. */
export function lazySideBySide(
  maker: Branch,
  f: Value,
  sources: readonly Sequence[],
  start = 0,
): LazySeq {
  let index = start;
  return layeredSequence(
    maker,
    (branch) => {
      const args = elementsAt(branch, sources, index);
      if (args === undefined) return endOfSequence;
      return after(callMany(branch, f, args), (value) => {
        index++;
        return value;
      });
    },
    sources.every(isUnbounded),
    () => ["map", f, index, ...sources],
  );
}

/**
 * Returns the elements at `index` of all sequences, or `undefined` if one has ended. Reads vectors
 * first, because reading a lazy sequence computes its element.
 */
export function elementsAt(
  branch: Branch,
  sources: readonly Sequence[],
  index: number,
): Value[] | undefined {
  for (const source of sources)
    if (source instanceof Vector && index >= source.count) return undefined;
  const elements: Value[] = [];
  for (const source of sources) {
    const element = elementAt(branch, source, index);
    if (element === undefined) return undefined;
    elements.push(element);
  }
  return elements;
}

/**
 * If exactly one of the `sources` is lazy, computes as many of its elements as the vectors beside
 * it have. When computing them one by one, each element that waits would restart the reading.
 */
export function computeAhead(branch: Branch, sources: readonly Sequence[]): void {
  let count = Infinity;
  let only: LazySeq | undefined;
  for (const source of sources) {
    if (source instanceof Vector) count = Math.min(count, source.count);
    else if (only === undefined) only = source;
    else return;
  }
  if (count > 0 && count < Infinity) only?.at(count - 1, branch);
}
