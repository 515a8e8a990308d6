// Lazy sequences made of lazy sequences: what map, filter, partition… answer for a source without
// end. Their elements are computed when asked for.

import { Vector, type Value } from "@ptc/core/values";
import { callMany } from "../../functions/callable.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { askAgain, endOfSequence } from "../../sequence/lazy-source.ts";
import { atElement } from "../../evaluation/arguments/operand-error.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { isUnbounded, layeredSequence } from "../../sequence/layered-sequence.ts";
import {
  collectingSink,
  takeAll,
  type Flow,
  type Sink,
  type Stage,
} from "../../sequence/stages.ts";
import { elementAt, type Sequence } from "../../sequence/sequence-source.ts";

/**
 * The elements of `source` sent through `stage`: all at once from a vector, when asked for from a
 * lazy sequence.
 */
export function through(branch: Branch, source: Sequence, stage: Stage): Result {
  return source instanceof LazySeq
    ? lazyThrough(branch, source, stage, source.isUnbounded)
    : vectorThrough(branch, source, stage);
}

export function vectorThrough(branch: Branch, source: Vector<Value>, stage: Stage): Result {
  branch.charge(48);
  const items: Value[] = [];
  const sink = stage(collectingSink(items));
  const taken: Flow = takeAll(branch, source, sink);
  if (taken instanceof Promise)
    return taken.then(() => sink.finish(branch)).then(() => Vector.of(items));
  const finished = sink.finish(branch);
  return finished instanceof Promise ? finished.then(() => Vector.of(items)) : Vector.of(items);
}

/** The elements of `source` sent through `stage` one by one, as far as somebody asks. */
export function lazyThrough(
  maker: Branch,
  source: LazySeq,
  stage: Stage,
  isUnbounded: boolean,
): LazySeq {
  const made: Value[] = [];
  let read = 0;
  let index = 0;
  let phase: "taking" | "finishing" | "over" = "taking";
  let sink: Sink | undefined;
  const goOn = (wanted: boolean): void => {
    index++;
    if (phase === "finishing") phase = "over";
    else if (!wanted) phase = "finishing";
  };
  return layeredSequence(
    maker,
    (branch) => {
      sink ??= stage(collectingSink(made));
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
      return wanted instanceof Promise ? wanted.then(goOnWith) : goOnWith(wanted);
    },
    isUnbounded,
  ).reading([source]);
}

/** A mistake about an operand says at which element it was made. */
function takeElement(branch: Branch, sink: Sink, element: Value, index: number): Flow {
  try {
    return sink.take(branch, element);
  } catch (error) {
    throw atElement(error, branch, index, element);
  }
}

/** `f` over several sequences side by side, all of them lazy. */
export function lazySideBySide(maker: Branch, f: Value, sources: readonly Sequence[]): LazySeq {
  let index = 0;
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
  );
}

/**
 * The elements at `index` of all sequences; `undefined` when one of them has ended. Vectors are
 * asked first, because asking a lazy sequence computes its element.
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
 * When exactly one of the `sources` is lazy, computes as many of its elements as the vectors beside
 * it are long. If they were computed one by one, each that has to be waited for would start the
 * reading again.
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
