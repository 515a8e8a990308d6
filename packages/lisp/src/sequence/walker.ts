// Reads a sequence from its start, one element at a time, and switches to the sequence that its
// elements finally come from. For example, another sequence follows the elements that `cons` adds,
// and `lazy-seq` computes one. So reading the hundredth element of a sequence made of a hundred
// others doesn't pass through ninety-nine of them.

import type { Branch } from "../evaluation/branches/branch.ts";
import { LazySeq } from "./lazy-seq.ts";
import { askAgain, endOfSequence, type Made } from "./produced.ts";
import { elementAt, restOf, type Sequence } from "./sequence-source.ts";

/** The bytes of a walker. */
export const bytesOfWalker = 64;

/** Sequences to skip at most, so that many walkers of one long chain take no quadratic time. */
const mostSkipped = 64;

export class Walker {
  private sequence: Sequence;
  private index = 0;
  /**
   * True if the next element was requested from `sequence` and has not come. Another request takes
   * the same way, even if the sequence that follows is known by then, so a wait costs nothing.
   */
  private isAsked = false;

  constructor(sequence: Sequence) {
    this.sequence = sequence;
  }

  /** The elements that it hasn't read. */
  get rest(): Sequence {
    // Skip sequences that only pass on elements of others, so that memory doesn't store them.
    for (let skipped = 0; skipped < mostSkipped; skipped++) {
      const { sequence, index } = this;
      const tail = sequence instanceof LazySeq ? sequence.openTailAt(index) : undefined;
      if (tail === undefined) break;
      this.sequence = tail.sequence;
      this.index = tail.index;
    }
    return restOf(this.sequence, this.index);
  }

  /**
   * Returns the next element. Changes nothing before it has read, so that it can be called again
   * after a wait.
   */
  next(branch: Branch): Made {
    if (--branch.ticks < 0) branch.refill();
    const tail =
      this.sequence instanceof LazySeq && !this.isAsked
        ? this.sequence.tailAt(this.index, branch)
        : undefined;
    if (tail !== undefined) {
      this.sequence = tail.sequence;
      this.index = tail.index;
      return askAgain;
    }
    this.isAsked = true;
    const element = elementAt(branch, this.sequence, this.index);
    this.isAsked = false;
    if (element === undefined) return endOfSequence;
    this.index++;
    return element;
  }
}
