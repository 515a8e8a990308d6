// Sequences whose elements are computed when asked for, under the budget of whoever asks, each once. A source is shared
// by all sequences that start somewhere in it.
//
//   LazySeq { source, offset } -> LazySource { realised: [v0 v1 …], produce() for the next }

import { LazySequence, Vector, type Value } from "@ptc/core/values";
import { EvaluationError } from "../evaluation/errors.ts";
import type { Branch } from "../evaluation/branch.ts";

/** What a producer answers when there are no more elements. */
export const endOfSequence: unique symbol = Symbol("end of sequence");

/** Computes the next element. */
export type Produce = (branch: Branch) => Value | typeof endOfSequence;

/** Elements computed so far, and how the next one is made. */
class LazySource {
  readonly realised: Value[] = [];
  readonly isUnbounded: boolean;
  private produce: Produce | undefined;

  constructor(produce: Produce, isUnbounded: boolean) {
    this.produce = produce;
    this.isUnbounded = isUnbounded;
  }

  /** Whether there is an element at `index`; computes up to it. */
  has(index: number, branch: Branch): boolean {
    while (this.realised.length <= index) {
      if (this.produce === undefined) return false;
      if (--branch.ticks < 0) branch.refill();
      const value = this.produce(branch);
      if (value === endOfSequence) {
        this.produce = undefined;
        return false;
      }
      branch.charge(16);
      this.realised.push(value);
    }
    return true;
  }
}

export class LazySeq extends LazySequence {
  private readonly source: LazySource;
  private readonly offset: number;

  private constructor(source: LazySource, offset: number) {
    super();
    this.source = source;
    this.offset = offset;
  }

  /** A sequence of what `produce` answers; `isUnbounded` when it is known never to end. */
  static of(produce: Produce, isUnbounded: boolean): LazySeq {
    return new LazySeq(new LazySource(produce, isUnbounded), 0);
  }

  get isUnbounded(): boolean {
    return this.source.isUnbounded;
  }

  /** The element at `index`, `undefined` beyond the end. */
  at(index: number, branch: Branch): Value | undefined {
    return this.source.has(this.offset + index, branch) ? this.source.realised[this.offset + index] : undefined;
  }

  drop(count: number): LazySeq {
    return new LazySeq(this.source, this.offset + count);
  }

  /**
   * All elements.
   * @throws EvaluationError `unbounded_sequence` when there is no end
   */
  realise(branch: Branch, operation: string): Vector<Value> {
    if (this.isUnbounded) {
      throw new EvaluationError("unbounded_sequence", `${operation}: the sequence has no end`, { op: operation, hint: "take a part of it first: (take 10 …)" });
    }
    const elements: Value[] = [];
    for (let index = 0; ; index++) {
      const value = this.at(index, branch);
      if (value === undefined) return Vector.of(elements);
      elements.push(value);
    }
  }
}
