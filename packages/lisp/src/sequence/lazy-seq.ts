// Sequences whose elements are computed on first read, each once, under the budget of the branch
// that reads it. All sequences that start somewhere in a source share it. If an element waits for a
// tool, all branches that read it wait for that one computation. If it fails, each of them gets the
// error once. A branch that reads it again has the element computed anew.
//
//   LazySeq { source, offset } -> LazySource { realized: [v0 v1 …], produce() for the next }

import { LazySequence, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { ElementPending } from "./element-pending.ts";
import { LazySource, type Opener, type Produce } from "./lazy-source.ts";

/**
 * The types that elements are read from: a vector has all its elements, a lazy sequence computes
 * them on first read.
 */
export type Sequence = Vector<Value> | LazySeq;

export class LazySeq extends LazySequence {
  private readonly source: LazySource;
  private readonly offset: number;

  private constructor(source: LazySource, offset: number) {
    super();
    this.source = source;
    this.offset = offset;
  }

  /**
   * Returns a sequence of the results of `produce`. `isUnbounded` is true if it is known never to
   * end.
   */
  static of(maker: Branch, produce: Produce, isUnbounded: boolean): LazySeq {
    return new LazySeq(new LazySource(maker, produce, isUnbounded), 0);
  }

  get isUnbounded(): boolean {
    return this.source.isUnbounded;
  }

  /**
   * Returns the element at `index`, or `undefined` beyond the end.
   * @throws ElementPending if the element isn't available yet
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
   * Sets where the elements from `after` on come from. Only the creator of the sequence calls
   * this, before it has yielded an element from there.
   */
  continueWith(after: number, sequence: Sequence): void {
    this.source.tail = { after, sequence };
  }

  /** Computes where the elements come from; `undefined` once that is known. */
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

  /** True if it was made from a map of fields, as for `Vector`. */
  get isOfFields(): boolean {
    return this.source.isOfFields;
  }

  /** Marks the sequence as made from a map of fields, and returns it. */
  ofFields(): this {
    this.source.isOfFields = true;
    return this;
  }

  /** Notes that the sequence reads all of `sources`, and returns the sequence. */
  reading(sources: readonly Sequence[]): this {
    this.source.isOpenEnded = sources.some(
      (source) => source instanceof LazySeq && source.isOpenEnded,
    );
    return this;
  }

  /**
   * Returns the sequence that provides the element at `index` and the index in it, once that is
   * known.
   */
  tailAt(index: number): { readonly sequence: Sequence; readonly index: number } | undefined {
    const { after = Infinity, sequence } = this.source.tail ?? {};
    const within = this.offset + index - after;
    if (within < 0) return undefined;
    return sequence instanceof Vector || sequence instanceof LazySeq
      ? { sequence, index: within }
      : undefined;
  }

  /** True if the element at `index` is available and `branch` has met it. Computes nothing. */
  hasComputed(index: number, branch: Branch): boolean {
    return this.source.hasComputed(this.offset + index, branch);
  }

  drop(count: number): LazySeq {
    return new LazySeq(this.source, this.offset + count);
  }

  /**
   * Returns all elements.
   * @throws EvaluationError `unbounded_sequence` for an infinite sequence; ElementPending if an
   * element isn't available yet
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
    const elements = Vector.of(this.source.realized.slice(this.offset), "sequence");
    return this.isOfFields ? elements.ofFields() : elements;
  }
}
