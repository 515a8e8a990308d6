// Tracks how deep the calls of a branch are nested. The limit `depth` bounds calls, but the host's
// stack ends much earlier; see `host-stack.ts`.

import type { Counts } from "./counts.ts";
import { LimitError } from "../errors/errors.ts";
import type { Evaluation } from "../evaluation.ts";
import { bytesOfStack, levelsBeforeFresh, levelsOfStack, stackLimitError } from "./host-stack.ts";
import { LendingBudget } from "./lending-budget.ts";
import type { Result } from "../result.ts";

export abstract class CallDepth extends LendingBudget {
  depth: number;
  /** Set during the clean-up of an ended program, which can't call tools or fork. */
  isCleaningUp = false;
  /**
   * Set in a branch that runs a comparator of a sorted collection. Its caller can't wait, so the
   * branch may not wait for a tool or another branch.
   */
  cannotWait = false;
  /**
   * True while a builtin runs that can be repeated from its start after a wait, because it calls no
   * functions.
   */
  isRepeatable = false;
  /** True if a call may yield a promise in this evaluation. */
  readonly mayAwait: boolean;
  private readonly maximumDepth: number;
  /** The depth at which the current host stack began. */
  private stackStart: number;
  /** The depth at which that stack, or the allowed nesting, ends, or `deepest` if that is less. */
  private edge: number;
  /** The deepest call so far, in a branch that works for others. Elsewhere it isn't tracked. */
  private deepest = Infinity;
  private trackedFrom = 0;

  constructor(evaluation: Evaluation, given: Counts, depth: number, outer: CallDepth | undefined) {
    super(evaluation, given);
    this.mayAwait = evaluation.mayAwait;
    this.maximumDepth = evaluation.limits.depth;
    this.depth = depth;
    this.stackStart = outer === undefined ? 0 : outer.stackStart;
    if (outer !== undefined && outer.deepest < Infinity) this.deepest = depth;
    this.edge = this.nextEdge();
  }

  /**
   * Begins a call.
   * @throws LimitError `depth`; StackEnd in code that can't wait for a new stack
   */
  enter(): void {
    if (++this.depth > this.edge) this.passEdge();
  }

  /**
   * Ends the call that `enter` began: now, or when the promise is fulfilled. After an error there
   * is nothing to do, because the code that catches it resets the depth.
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

  /** Sets the depth after an error or a wait. */
  returnTo(depth: number): void {
    this.depth = depth;
    if (this.stackStart > depth) this.beginStack();
  }

  /** True if a call that may await begins so deep that it needs a new stack. */
  get needsStack(): boolean {
    return this.levels >= levelsBeforeFresh;
  }

  /** The number of nested calls that may be on the host's stack now. */
  get levels(): number {
    return this.depth - this.stackStart;
  }

  /** Runs the body of a call on a new stack, unless this branch can't wait for it. */
  onNewStack(body: () => Result): Result {
    if (this.cannotWait || this.isCleaningUp) return body();
    // Up to this depth, code that can't wait needs no new stack, so code that can isn't charged for
    // one.
    if (this.depth > levelsOfStack) this.charge(bytesOfStack);
    return Promise.resolve().then(() => {
      if (this.evaluation.isStopped) return new Promise<never>(() => undefined);
      this.beginStack();
      return body();
    });
  }

  /** True if code that can wait should yield to the host here. */
  get turnIsOver(): boolean {
    return this.evaluation.isTurnOver && !this.cannotWait && !this.isCleaningUp;
  }

  /**
   * Continues with `next` after the host had a turn, at no cost for the program. A long loop of a
   * builtin passes its own function, with the position and the state that it has reached.
   */
  inNextTurn<T, Args extends readonly unknown[]>(
    next: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    const { isRepeatable } = this;
    return this.evaluation.nextTurn().then(() => {
      this.isRepeatable = isRepeatable;
      try {
        return next(...args);
      } finally {
        // Nothing else of the branch is under way in this task.
        this.isRepeatable = false;
      }
    });
  }

  /** Continues at the depth of `other`. */
  protected goOnFrom(other: CallDepth): void {
    this.depth = other.depth;
    this.stackStart = other.stackStart;
    this.edge = other.edge;
  }

  /** Notes from now on how deep the calls of this branch go. */
  protected trackDepth(): void {
    this.trackedFrom = this.deepest = this.depth;
    this.edge = this.nextEdge();
  }

  /** The levels of calls that a branch has reached since it tracks its depth. */
  get levelsReached(): number {
    return this.deepest - this.trackedFrom;
  }

  /**
   * Notes calls down to `depth`, made by another branch in place of this one.
   * @throws LimitError
   */
  noteDepth(depth: number): void {
    if (depth > this.maximumDepth) throw new LimitError("depth", this.maximumDepth);
    if (depth <= this.deepest || this.deepest === Infinity) return;
    this.deepest = depth;
    this.edge = this.nextEdge();
  }

  /** Notes the calls of a branch that has worked for this one. */
  joinDepth({ deepest }: CallDepth): void {
    if (deepest < Infinity) this.noteDepth(deepest);
  }

  private beginStack(): void {
    this.stackStart = this.depth;
    this.edge = this.nextEdge();
  }

  private nextEdge(): number {
    return Math.min(this.maximumDepth, this.stackStart + levelsOfStack, this.deepest);
  }

  /** Begins a call beyond `edge`, if that is only the deepest call so far. */
  private passEdge(): void {
    const { depth } = this;
    if (depth > this.maximumDepth) throw new LimitError("depth", this.maximumDepth);
    if (depth <= this.stackStart + levelsOfStack) this.noteDepth(depth);
    else if (this.mayAwait) throw stackLimitError();
    else this.evaluation.startAgain();
  }
}
