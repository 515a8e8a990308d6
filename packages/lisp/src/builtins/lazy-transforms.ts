// Lazy sequences made of lazy sequences: what map, filter, concat… answer for a source without end. Their elements are
// computed when asked for, at once. Each layer counts as a call, so a tower of them ends at the depth limit.

import { Vector, type Value } from "@ptc/core/values";
import { callMany } from "../evaluation/callable.ts";
import { LazySeq, endOfSequence, type Produce } from "../lazy/lazy-seq.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { atOnce, collectingSink, takeAll, type Flow, type Sink, type Stage } from "./stages.ts";
import { elementAt, type Sequence } from "./sequence-source.ts";

/** A sequence whose producer may ask other lazy sequences. */
export function layeredSequence(produce: Produce, isUnbounded: boolean): LazySeq {
  return LazySeq.of((branch) => {
    branch.enter();
    const value = produce(branch);
    branch.depth--;
    return value;
  }, isUnbounded);
}

/** The elements of `source` sent through `stage`: all at once from a vector, when asked for from a lazy sequence. */
export function through(branch: Branch, source: Sequence, stage: Stage, operation: string): Result {
  return source instanceof LazySeq ? lazyThrough(source, stage, operation, source.isUnbounded) : vectorThrough(branch, source, stage);
}

export function vectorThrough(branch: Branch, source: Vector<Value>, stage: Stage): Result {
  branch.charge(48);
  const items: Value[] = [];
  const sink = stage(collectingSink(items));
  const taken: Flow = takeAll(branch, source, sink);
  if (taken instanceof Promise) return taken.then(() => sink.finish(branch)).then(() => Vector.of(items));
  const finished = sink.finish(branch);
  return finished instanceof Promise ? finished.then(() => Vector.of(items)) : Vector.of(items);
}

export function lazyThrough(source: LazySeq, stage: Stage, operation: string, isUnbounded: boolean): LazySeq {
  const made: Value[] = [];
  let read = 0;
  let index = 0;
  let isOver = false;
  let sink: Sink | undefined;
  return layeredSequence((branch) => {
    sink ??= stage(collectingSink(made));
    while (read === made.length) {
      made.length = 0;
      read = 0;
      if (isOver) return endOfSequence;
      const element = source.at(index, branch);
      isOver = element === undefined || !atOnce(sink.take(branch, element), operation);
      index++;
      if (isOver) atOnce(sink.finish(branch), operation);
    }
    return made[read++] ?? null;
  }, isUnbounded);
}

/** `f` over several sequences side by side, all of them lazy. */
export function lazySideBySide(f: Value, sources: readonly Sequence[], operation: string): LazySeq {
  let index = 0;
  return layeredSequence((branch) => {
    const args = elementsAt(branch, sources, index);
    if (args === undefined) return endOfSequence;
    const value = atOnce(callMany(branch, f, args), operation);
    index++;
    return value;
  }, sources.every(isUnbounded));
}

/** One sequence after the other. */
export function lazyConcatenation(sources: readonly Sequence[]): LazySeq {
  let current = 0;
  let index = 0;
  return layeredSequence((branch) => {
    for (; current < sources.length; current++, index = 0) {
      const source = sources[current];
      const element = source === undefined ? undefined : elementAt(branch, source, index);
      if (element !== undefined) {
        index++;
        return element;
      }
    }
    return endOfSequence;
  }, sources.some(isUnbounded));
}

/** The elements at `index` of all sequences; `undefined` when one has ended. */
export function elementsAt(branch: Branch, sources: readonly Sequence[], index: number): Value[] | undefined {
  const elements: Value[] = [];
  for (const source of sources) {
    const element = elementAt(branch, source, index);
    if (element === undefined) return undefined;
    elements.push(element);
  }
  return elements;
}

function isUnbounded(source: Sequence): boolean {
  return source instanceof LazySeq && source.isUnbounded;
}
