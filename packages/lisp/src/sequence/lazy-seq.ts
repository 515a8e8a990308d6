// Sequences whose elements are computed when asked for, under the budget of whoever asks, each
// once. A source is shared by all sequences that start somewhere in it. Where an element waits for
// a tool, everybody who asks for it waits for that one computation; when it fails, everybody is
// told so once, and whoever asks again has it computed anew.
//
//   LazySeq { source, offset } -> LazySource { realised: [v0 v1 …], produce() for the next }

import { LazySequence, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import { EvaluationError } from "../evaluation/errors.ts";
import { ElementPending } from "./element-pending.ts";
import { LazySource, type Produce } from "./lazy-source.ts";

export class LazySeq extends LazySequence {
  private readonly source: LazySource;
  private readonly offset: number;

  private constructor(source: LazySource, offset: number) {
    super();
    this.source = source;
    this.offset = offset;
  }

  /** A sequence of what `produce` answers; `isUnbounded` when it is known never to end. */
  static of(maker: Branch, produce: Produce, isUnbounded: boolean): LazySeq {
    return new LazySeq(new LazySource(maker, produce, isUnbounded), 0);
  }

  get isUnbounded(): boolean {
    return this.source.isUnbounded;
  }

  /**
   * The element at `index`, `undefined` beyond the end.
   * @throws ElementPending when it does not come at once
   */
  at(index: number, branch: Branch): Value | undefined {
    const reached = this.source.reach(this.offset + index, branch);
    if (reached instanceof Promise) throw new ElementPending(reached);
    return reached ? this.source.realised[this.offset + index] : undefined;
  }

  /** Like `at`, for callers that can wait. */
  ask(index: number, branch: Branch): Value | undefined | Promise<Value | undefined> {
    const reached = this.source.reach(this.offset + index, branch);
    if (reached instanceof Promise)
      return reached.then(() => this.source.realised[this.offset + index]);
    return reached ? this.source.realised[this.offset + index] : undefined;
  }

  drop(count: number): LazySeq {
    return new LazySeq(this.source, this.offset + count);
  }

  /**
   * All elements.
   * @throws EvaluationError `unbounded_sequence` when there is no end; ElementPending when one does
   * not come at once
   */
  realise(branch: Branch, operation: string): Vector<Value> {
    if (this.isUnbounded) {
      throw new EvaluationError("unbounded_sequence", `${operation}: the sequence has no end`, {
        op: operation,
        hint: "take a part of it first: (take 10 …)",
      });
    }
    const reached = this.source.reach(Infinity, branch);
    if (reached instanceof Promise) throw new ElementPending(reached);
    const count = Math.max(0, this.source.realised.length - this.offset);
    branch.charge(48 + count * 8);
    branch.spend(count >>> 3);
    return Vector.of(this.source.realised.slice(this.offset));
  }
}
