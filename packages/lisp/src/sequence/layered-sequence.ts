// Lazy sequences that read other lazy sequences. Each layer counts as a call, so deeply layered
// sequences reach the depth limit before the host's stack overflows.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { LazySeq } from "./lazy-seq.ts";
import { askAgain, endOfSequence, type Describe, type Produce } from "./lazy-source.ts";
import { elementAt, restOf, sequenceOf, type Sequence } from "./sequence-source.ts";
import { Walker, bytesOfWalker } from "./walker.ts";

/** Returns a sequence whose producer may read other lazy sequences. */
export function layeredSequence(
  maker: Branch,
  produce: Produce,
  isUnbounded: boolean,
  describe: Describe | undefined,
): LazySeq {
  return LazySeq.of(
    maker,
    (branch) => {
      branch.enter();
      const made = produce(branch);
      if (made instanceof Promise) {
        return made.then((settled) => {
          branch.depth--;
          return settled;
        });
      }
      branch.depth--;
      return made;
    },
    isUnbounded,
    describe,
  );
}

/** Returns the concatenation of `sources`. */
export function lazyConcatenation(maker: Branch, sources: readonly Sequence[]): LazySeq {
  let current = 0;
  let index = 0;
  return layeredSequence(
    maker,
    (branch) => {
      for (; current < sources.length; current++, index = 0) {
        const source = sources[current];
        const element = source === undefined ? undefined : elementAt(branch, source, index);
        if (element !== undefined) {
          index++;
          return element;
        }
      }
      return endOfSequence;
    },
    sources.some(isUnbounded),
    () => {
      const [first, ...others] = sources.slice(current);
      return first === undefined ? ["concat"] : ["concat", restOf(first, index), ...others];
    },
  ).reading(sources);
}

/**
 * Returns the elements of `current`, if given, and then those of all elements of `sources`, which
 * is read only as far as needed.
 */
export function lazyJoin(
  maker: Branch,
  sources: LazySeq,
  operation: string,
  current?: Sequence,
): LazySeq {
  let joined = 0;
  let index = 0;
  return layeredSequence(
    maker,
    (branch) => {
      if (--branch.ticks < 0) branch.refill();
      if (current === undefined) {
        const source = sources.at(joined, branch);
        if (source === undefined) return endOfSequence;
        current = sequenceOf(branch, source, operation);
        joined++;
        index = 0;
        return askAgain;
      }
      const element = elementAt(branch, current, index);
      if (element !== undefined) {
        index++;
        return element;
      }
      current = undefined;
      return askAgain;
    },
    sources.isUnbounded,
    () => ["join", operation, sources.drop(joined), current && restOf(current, index)],
  ).reading([sources]);
}

/** Returns `value` followed by a lazy sequence. */
export function lazyCons(maker: Branch, value: Value, sequence: LazySeq): LazySeq {
  maker.charge(bytesOfWalker);
  const walker = new Walker(sequence);
  let isStarted = false;
  const made = layeredSequence(
    maker,
    (branch) => {
      if (isStarted) return walker.next(branch);
      isStarted = true;
      return value;
    },
    sequence.isUnbounded,
    () => (isStarted ? ["rest", walker.rest] : ["cons", value, sequence]),
  );
  made.continueWith(1, sequence);
  return made.reading([sequence]);
}

/** True for a sequence that is known to be infinite. */
export function isUnbounded(source: Sequence): boolean {
  return source instanceof LazySeq && source.isUnbounded;
}
