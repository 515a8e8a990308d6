// Reads a sequence from its start on, an element at a time, and goes over to what its elements come
// from in the end: behind what `cons` puts in front stands another sequence, and what `lazy-seq`
// computes is one. So the hundredth element of a sequence that is made of a hundred others is not
// asked for through ninety-nine of them.

import type { Branch } from "../evaluation/branches/branch.ts";
import { LazySeq } from "./lazy-seq.ts";
import { askAgain, endOfSequence, type Made } from "./lazy-source.ts";
import { elementAt, type Sequence } from "./sequence-source.ts";

/** What a walker takes in memory. */
export const bytesOfWalker = 64;

export class Walker {
  private sequence: Sequence;
  private index = 0;

  constructor(sequence: Sequence) {
    this.sequence = sequence;
  }

  /** It changes nothing before it has read, so that it can be asked again where it had to wait. */
  next(branch: Branch): Made {
    if (--branch.ticks < 0) branch.refill();
    const tail = this.sequence instanceof LazySeq ? this.sequence.tailAt(this.index) : undefined;
    if (tail !== undefined) {
      this.sequence = tail.sequence;
      this.index = tail.index;
      return askAgain;
    }
    const element = elementAt(branch, this.sequence, this.index);
    if (element === undefined) return endOfSequence;
    this.index++;
    return element;
  }
}
