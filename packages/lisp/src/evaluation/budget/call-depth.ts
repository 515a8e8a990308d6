// How deep the calls of a branch are nested: in calls, which the limit `depth` bounds, and on the
// stack of the host, which ends much sooner; see `host-stack.ts`.

import type { Value } from "@ptc/core/values";
import type { Counts } from "./counts.ts";
import { LimitError } from "../errors/errors.ts";
import type { Evaluation } from "../evaluation.ts";
import {
  StackEnd,
  bytesOfStack,
  levelsBeforeFresh,
  levelsOfStack,
  stackLimitError,
} from "./host-stack.ts";
import { LendingBudget } from "./lending-budget.ts";
import type { Result } from "../result.ts";

export abstract class CallDepth extends LendingBudget {
  depth: number;
  /** Set while the clean-up of an ended program runs: it can neither call a tool nor fork. */
  isCleaningUp = false;
  /**
   * Set in the branch that runs a comparator of a sorted collection. Whoever called the comparator
   * cannot wait, so this branch may not wait for a tool or for another branch.
   */
  cannotWait = false;
  /** Whether a call may yield a promise in this evaluation. */
  readonly mayAwait: boolean;
  private readonly maximumDepth: number;
  /** The depth at which the stack began that the code runs on. */
  private stackStart: number;
  /** The depth at which that stack, or what the program may nest, ends. */
  private edge: number;

  constructor(evaluation: Evaluation, given: Counts, depth: number, outer: CallDepth | undefined) {
    super(evaluation, given);
    this.mayAwait = evaluation.mayAwait;
    this.maximumDepth = evaluation.limits.depth;
    this.depth = depth;
    this.stackStart = outer === undefined ? 0 : outer.stackStart;
    this.edge = Math.min(this.maximumDepth, this.stackStart + levelsOfStack);
  }

  /**
   * A call begins.
   * @throws LimitError `depth`; StackEnd in code that cannot wait for a new stack
   */
  enter(): void {
    if (++this.depth > this.edge) throw this.atEdge();
  }

  /**
   * Ends the call that `enter` began: now, or when the promise is fulfilled. After an error there
   * is nothing to do, because whoever catches it sets the depth again.
   */
  leave(result: Result): Result {
    if (result instanceof Promise) {
      return result.then((value) => {
        this.returnTo(this.depth - 1);
        return value;
      });
    }
    this.depth--;
    return result;
  }

  /** Goes on `depth` calls deep, after an error or a wait. */
  returnTo(depth: number): void {
    this.depth = depth;
    if (this.stackStart > depth) this.beginStack();
  }

  /** Whether a call that may await begins so deep that it should have a new stack. */
  get needsStack(): boolean {
    return this.levels >= levelsBeforeFresh;
  }

  /** How many calls inside calls may be on the host's stack now. */
  get levels(): number {
    return this.depth - this.stackStart;
  }

  /** Runs the body of a call on a new stack, unless this branch cannot wait for it. */
  onNewStack(body: () => Result): Result {
    if (this.cannotWait || this.isCleaningUp) return body();
    // A call that needs no new stack in code that cannot wait costs as much in code that can.
    if (this.depth > levelsOfStack) this.charge(bytesOfStack);
    return Promise.resolve().then(() => {
      if (this.evaluation.isStopped) return new Promise<never>(() => undefined);
      this.beginStack();
      return body();
    });
  }

  /** Whether code that can wait should let the host go on here. */
  get turnIsOver(): boolean {
    return this.evaluation.isTurnOver && !this.cannotWait && !this.isCleaningUp;
  }

  /** Goes on with `next` when the host had a turn. It costs the program nothing. */
  inNextTurn(next: () => Result): Promise<Value> {
    return this.evaluation.nextTurn().then(next);
  }

  /** Goes on where `other` is. */
  protected goOnFrom(other: CallDepth): void {
    this.depth = other.depth;
    this.stackStart = other.stackStart;
    this.edge = other.edge;
  }

  private beginStack(): void {
    this.stackStart = this.depth;
    this.edge = Math.min(this.maximumDepth, this.depth + levelsOfStack);
  }

  private atEdge(): Error {
    if (this.depth > this.maximumDepth) return new LimitError("depth", this.maximumDepth);
    return this.mayAwait ? stackLimitError() : new StackEnd();
  }
}
