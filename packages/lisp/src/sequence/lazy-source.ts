// The elements of a lazy sequence: computed when first asked for, each once, and shared by all
// sequences that start somewhere among them. Where an evaluation can have several branches, or has
// to wait, an element is shared work; elsewhere the branch that asks computes it.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import type { EffectScope } from "../evaluation/effect-scope.ts";
import { EvaluationError } from "../evaluation/errors.ts";
import { SharedWork, type Piece } from "../evaluation/shared-work.ts";
import { whenRealised } from "./element-pending.ts";

/** What a producer answers when there are no more elements. */
export const endOfSequence: unique symbol = Symbol("end of sequence");

/**
 * What a producer answers when it has made progress but has no element yet, and has to be asked
 * again.
 */
export const askAgain: unique symbol = Symbol("ask again");

export type Made = Value | typeof endOfSequence | typeof askAgain;

/**
 * Computes the next element. A producer is asked again from its start when a sequence that it reads
 * has to wait, and when a function that it calls fails. So it reads other sequences before it calls
 * a function, and calls the function before it changes its own state.
 */
export type Produce = (branch: Branch) => Made | Promise<Made>;

const bytesOfElement = 16;
/** What an outcome of shared work takes: its cost, what it read, its records. */
const bytesOfOutcome = 240;

export class LazySource extends SharedWork {
  readonly realised: Value[] = [];
  readonly isUnbounded: boolean;
  private produce: Produce | undefined;
  /**
   * The number of elements without an outcome: those computed in evaluations with one branch only.
   */
  private uncounted = 0;
  private readonly place: EffectScope;
  private readonly number: number;
  private ownScope: EffectScope | undefined = undefined;

  constructor(maker: Branch, produce: Produce, isUnbounded: boolean) {
    super(maker);
    if (maker.mayAwait) maker.evaluation.hasSequences = true;
    this.place = maker.scope;
    this.number = maker.scope.nextSequence++;
    this.produce = produce;
    this.isUnbounded = isUnbounded;
  }

  /** Computes the elements up to `index`, and answers whether there is one at `index`. */
  reach(index: number, branch: Branch): boolean | Promise<boolean> {
    return branch.mayAwait ? this.reachShared(index, branch) : this.reachAlone(index, branch);
  }

  private reachAlone(index: number, branch: Branch): boolean {
    while (this.realised.length <= index) {
      if (this.produce === undefined) return false;
      if (--branch.ticks < 0) branch.refill();
      let made = this.produce(branch);
      while (made === askAgain) made = this.produce(branch);
      if (made instanceof Promise) throw new Error("an evaluation that cannot wait has to");
      const { length } = this.realised;
      this.keep(made, length, branch);
      this.uncounted += this.realised.length - length;
    }
    return true;
  }

  private reachShared(index: number, branch: Branch): boolean | Promise<boolean> {
    if (this.hasMet(branch, index)) return this.realised.length > index;
    const piece: Piece = (worker) => this.element(worker);
    while (!this.hasMet(branch, index)) {
      const more = this.next(branch, piece);
      if (more instanceof Promise) return this.reachLater(index, branch, piece, more);
    }
    return this.realised.length > index;
  }

  private async reachLater(
    index: number,
    branch: Branch,
    piece: Piece,
    first: Promise<void>,
  ): Promise<boolean> {
    await first;
    while (!this.hasMet(branch, index)) await this.next(branch, piece);
    return this.realised.length > index;
  }

  /**
   * Whether `branch` has met the outcome that made the element at `index`, or that showed there is
   * none.
   */
  private hasMet(branch: Branch, index: number): boolean {
    const isThere = this.realised.length > index;
    if (!isThere && this.produce !== undefined) return false;
    const elements = isThere ? index + 1 : this.realised.length;
    const count = isThere ? this.countFor(elements - this.uncounted) : this.outcomeCount;
    if (this.metBy(branch) < count) return false;
    this.noteReading(branch, count);
    return true;
  }

  /** Computes the next element in `worker`; whether it is news. */
  private element(worker: Branch): boolean | Promise<boolean> {
    const { produce } = this;
    if (produce === undefined) return false;
    if (--worker.ticks < 0) worker.refill();
    // A sequence that is made inside of an element has a longer way to it, which is copied.
    const { length } = worker.scope.path;
    worker.charge(bytesOfOutcome + 16 * length);
    worker.spend(length >>> 4);
    const index = this.realised.length;
    for (;;) {
      const made = ask(produce, worker);
      if (made instanceof Promise) return this.keepLater(produce, made, index, worker);
      if (made !== askAgain) return this.keep(made, index, worker);
    }
  }

  private async keepLater(
    produce: Produce,
    first: Promise<Made>,
    index: number,
    worker: Branch,
  ): Promise<boolean> {
    let made = await first;
    while (made === askAgain) made = await ask(produce, worker);
    return this.keep(made, index, worker);
  }

  /** Keeps what a producer has made for `index`. Answers whether that is a new outcome. */
  private keep(made: Made, index: number, branch: Branch): boolean {
    if (made === endOfSequence) {
      this.produce = undefined;
      return true;
    }
    // A producer may have read this very element on the way; then the element has been stored
    // already.
    if (made === askAgain || this.realised.length > index) return false;
    branch.charge(bytesOfElement);
    this.realised.push(made);
    return true;
  }

  protected override scope(): EffectScope {
    return (this.ownScope ??= this.place.within({ sequence: this.number }));
  }

  protected override needsItself(): EvaluationError {
    return new EvaluationError(
      "unsupported",
      "an element of a lazy sequence cannot be computed from itself",
      { hint: "compute it from elements before it" },
    );
  }
}

/**
 * What the producer answers; it is asked again from its start after every element that it has to
 * wait for.
 */
function ask(produce: Produce, worker: Branch): Made | Promise<Made> {
  return whenRealised<Made>(worker, () => produce(worker));
}
