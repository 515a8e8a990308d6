// Creates lazy sequences, among them those that read other lazy sequences. Each layer counts as a
// call, so deeply layered sequences reach the depth limit before the host's stack overflows. Loads
// with the first builtin that makes a lazy sequence.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { LazySeq, type SequenceMakers } from "./lazy-seq.ts";
import { LazySource } from "./lazy-source.ts";
import { askAgain, endOfSequence, type Describe, type Produce } from "./produced.ts";
import { elementAt, restOf, sequenceOf, type Sequence } from "./sequence-source.ts";
import { Walker, bytesOfWalker } from "./walker.ts";

export class ComputedSeq extends LazySeq {
  /**
   * Returns a sequence of the results of `produce`. `isUnbounded` is true if it is known never to
   * end. Without `describe`, the sequence ends with its program.
   */
  static of(
    maker: Branch,
    produce: Produce,
    isUnbounded: boolean,
    describe: Describe | undefined,
  ): LazySeq {
    return new ComputedSeq(new LazySource(maker, produce, isUnbounded, describe), 0);
  }

  get makers(): SequenceMakers {
    return makers;
  }

  drop(count: number): LazySeq {
    return new ComputedSeq(this.elements, this.offset + count);
  }
}

const makers: SequenceMakers = { layered: layeredSequence, concatenation: lazyConcatenation };

/** Returns a sequence whose producer may read other lazy sequences. */
export function layeredSequence(
  maker: Branch,
  produce: Produce,
  isUnbounded: boolean,
  describe: Describe | undefined,
): LazySeq {
  return ComputedSeq.of(
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
