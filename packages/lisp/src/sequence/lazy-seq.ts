// Sequences whose elements are computed when asked for, each once, under the budget of the branch
// that asks. A source is shared by all sequences that start somewhere in it. Where an element waits
// for a tool, all branches that ask for it wait for that one computation. When it fails, each of
// them gets the error once; a branch that asks again has the element computed anew.
//
//   LazySeq { source, offset } -> LazySource { realized: [v0 v1 …], produce() for the next }

import { LazySequence, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { ElementPending } from "./element-pending.ts";
import { LazySource, type Opener, type Produce } from "./lazy-source.ts";

/** What elements are read from: all of them are there, or they come when asked for. */
export type Sequence = Vector<Value> | LazySeq;

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
   * @throws ElementPending when it has to be waited for
   */
  at(index: number, branch: Branch): Value | undefined {
    const reached = this.source.reach(this.offset + index, branch);
    if (reached instanceof Promise) throw new ElementPending(reached);
    return reached ? this.source.realized[this.offset + index] : undefined;
  }

  /** Like `at`, for callers that can wait. */
  ask(index: number, branch: Branch): Value | undefined | Promise<Value | undefined> {
    const reached = this.source.reach(this.offset + index, branch);
    if (reached instanceof Promise)
      return reached.then(() => this.source.realized[this.offset + index]);
    return reached ? this.source.realized[this.offset + index] : undefined;
  }

  /**
   * Says where the elements from `after` on come from. Only whoever made the sequence calls this,
   * before it has handed on an element from there.
   */
  continueWith(after: number, sequence: Sequence): void {
    this.source.tail = { after, sequence };
  }

  /** What computes where the elements come from, until that is known. */
  get opener(): Opener | undefined {
    return this.offset === 0 ? this.source.opener : undefined;
  }

  openWith(opener: Opener | undefined): void {
    this.source.opener = opener;
  }

  get isOpenEnded(): boolean {
    return this.source.isOpenEnded;
  }

  markOpenEnded(): void {
    this.source.isOpenEnded = true;
  }

  /** Notes that it reads all of `sources`, and answers it. */
  reading(sources: readonly Sequence[]): this {
    this.source.isOpenEnded = sources.some(
      (source) => source instanceof LazySeq && source.isOpenEnded,
    );
    return this;
  }

  /** The sequence and the place in it where the element at `index` stands, once that is known. */
  tailAt(index: number): { readonly sequence: Sequence; readonly index: number } | undefined {
    const { after = Infinity, sequence } = this.source.tail ?? {};
    const within = this.offset + index - after;
    if (within < 0) return undefined;
    return sequence instanceof Vector || sequence instanceof LazySeq
      ? { sequence, index: within }
      : undefined;
  }

  /** Whether the element at `index` is there, as far as `branch` knows. Computes nothing. */
  hasComputed(index: number, branch: Branch): boolean {
    return this.source.hasComputed(this.offset + index, branch);
  }

  drop(count: number): LazySeq {
    return new LazySeq(this.source, this.offset + count);
  }

  /**
   * All elements.
   * @throws EvaluationError `unbounded_sequence` when there is no end; ElementPending when one of
   * them has to be waited for
   */
  realize(branch: Branch, operation: string): Vector<Value> {
    if (this.isUnbounded) {
      throw new EvaluationError("unbounded_sequence", `${operation}: the sequence has no end`, {
        op: operation,
        hint: "take a part of it first: (take 10 …)",
      });
    }
    const reached = this.source.reach(Infinity, branch);
    if (reached instanceof Promise) throw new ElementPending(reached);
    const count = Math.max(0, this.source.realized.length - this.offset);
    branch.charge(48 + count * 8);
    branch.spend(count >>> 3);
    return Vector.of(this.source.realized.slice(this.offset), "sequence");
  }
}
