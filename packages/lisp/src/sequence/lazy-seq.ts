// Sequences whose elements are computed when asked for, under the budget of whoever asks, each
// once. A source is shared by all sequences that start somewhere in it. Where an element waits for
// a tool, everybody who asks for it waits for that one computation; one that fails is not kept: who
// asked fails, and the next one to ask computes it anew.
//
//   LazySeq { source, offset } -> LazySource { realised: [v0 v1 …], produce() for the next, pending while it waits }

import { LazySequence, Vector, type Value } from "@ptc/core/values";
import { EvaluationError, waitRefused } from "../evaluation/errors.ts";
import { untilAborted } from "../evaluation/until-aborted.ts";
import { waitForBranch } from "../evaluation/wait-for-branch.ts";
import type { Branch } from "../evaluation/branch.ts";
import { ElementPending } from "./element-pending.ts";

/** What a producer answers when there are no more elements. */
export const endOfSequence: unique symbol = Symbol("end of sequence");

/** What a producer answers that has waited and gone on, but has no element yet. */
export const askAgain: unique symbol = Symbol("ask again");

export type Made = Value | typeof endOfSequence | typeof askAgain;

/**
 * Computes the next element. Reads other sequences before it calls a function and before it changes
 * its own state, since it is asked again from its start when one of them must wait, and when a
 * function fails.
 */
export type Produce = (branch: Branch) => Made | Promise<Made>;

interface Pending {
  readonly owner: Branch;
  /** Whether to go on asking. */
  readonly come: Promise<boolean>;
}

/** Elements computed so far, and how the next one is made. */
class LazySource {
  readonly realised: Value[] = [];
  readonly isUnbounded: boolean;
  private produce: Produce | undefined;
  private pending: Pending | undefined = undefined;

  constructor(produce: Produce, isUnbounded: boolean) {
    this.produce = produce;
    this.isUnbounded = isUnbounded;
  }

  /** Whether there is an element at `index`; computes up to it. */
  reach(index: number, branch: Branch): boolean | Promise<boolean> {
    while (this.realised.length <= index) {
      const goesOn = this.advance(branch);
      if (goesOn instanceof Promise) return this.reachAwaiting(index, branch, goesOn);
      if (!goesOn) return false;
    }
    return true;
  }

  private async reachAwaiting(
    index: number,
    branch: Branch,
    first: Promise<boolean>,
  ): Promise<boolean> {
    let goesOn = await first;
    while (goesOn && this.realised.length <= index) {
      const next = this.advance(branch);
      goesOn = next instanceof Promise ? await next : next;
    }
    return this.realised.length > index;
  }

  /** Asks the producer once; whether there may be more. */
  private advance(branch: Branch): boolean | Promise<boolean> {
    const { produce, pending } = this;
    if (produce === undefined) return false;
    if (pending !== undefined) {
      if (branch.cannotWait) throw waitRefused();
      return waitForElement(pending, branch);
    }
    if (--branch.ticks < 0) branch.refill();
    const index = this.realised.length;
    const { depth } = branch;
    try {
      const made = produce(branch);
      return made instanceof Promise
        ? this.begin(made, index, branch, depth)
        : this.keep(made, index, branch);
    } catch (error) {
      if (!(error instanceof ElementPending)) throw error;
      branch.depth = depth;
      return this.begin(
        error.come.then(() => askAgain),
        index,
        branch,
        depth,
      );
    }
  }

  private keep(made: Made, index: number, branch: Branch): boolean {
    if (made === askAgain) return true;
    if (made === endOfSequence) {
      this.produce = undefined;
      return false;
    }
    // A producer that has read this very element has stored it on the way.
    if (this.realised.length > index) return true;
    branch.charge(16);
    this.realised.push(made);
    return true;
  }

  /** `branch` computes an element that does not come at once. */
  private begin(
    made: Promise<Made>,
    index: number,
    branch: Branch,
    depth: number,
  ): Promise<boolean> {
    const come = made.then(
      (value) => {
        this.pending = undefined;
        return this.keep(value, index, branch);
      },
      (error: unknown) => {
        this.pending = undefined;
        branch.depth = depth;
        throw error;
      },
    );
    this.pending = { owner: branch, come };
    return come;
  }
}

/**
 * Another branch computes the element already. That it fails there says nothing about what it does
 * here.
 */
function waitForElement({ owner, come }: Pending, branch: Branch): Promise<boolean> {
  const { evaluation } = branch;
  // A function kept in memory may hold a sequence that two runs ask at the same time.
  const computing = owner.evaluation === evaluation ? owner.path : undefined;
  const ended = async (): Promise<boolean> => {
    const { kind } = await untilAborted(
      come.then(
        () => true,
        () => true,
      ),
      evaluation.givenSignal,
    );
    if (kind === "cancelled") throw evaluation.cancellation;
    return true;
  };
  return waitForBranch(branch, computing, ended, computedFromItself);
}

function computedFromItself(): EvaluationError {
  return new EvaluationError(
    "unsupported",
    "an element of a lazy sequence cannot be computed from itself",
    { hint: "compute it from elements before it" },
  );
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
