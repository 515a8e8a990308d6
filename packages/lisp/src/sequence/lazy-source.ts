// The elements of a lazy sequence: computed on first read, each once, and shared by all sequences
// that start somewhere among them. There are three ways to compute an element:
//
//   at once   by the branch that reads it, in an evaluation that has one branch and never waits
//   alone     by a worker, outside of forks, where no other branch pays for it
//   shared    by a worker, inside of forks: the element has an outcome, which every branch pays

import { LazySequence, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { EffectScope } from "../evaluation/branches/effect-scope.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { SharedWork, type Piece } from "../evaluation/branches/shared-work.ts";
import { afterElement } from "./element-pending.ts";
import {
  askAgain,
  endOfSequence,
  type Continuation,
  type Describe,
  type Made,
  type Produce,
} from "./produced.ts";

/** A sequence of memory. */
interface Stored {
  openIn(branch: Branch): LazySource;
}

/** The types that a source itself may read from. */
type Source = Vector<Value> | LazySequence;

/** The elements from the index `after` on are those of `sequence`, from its first one. */
export interface Tail {
  readonly after: number;
  readonly sequence: Source;
}

/** Runs the body of a `lazy-seq` in an evaluation that never waits. */
export type Opener = (branch: Branch) => Source;

/** The bytes of a source with its producer and its scope, before its first element. */
const bytesOfSource = 608;
const bytesOfElement = 16;
/**
 * The bytes of the list of elements and of what computes them: a worker and its path, if the
 * program can wait. The host allocates room for several elements at first.
 */
const bytesOfList = 384;
/** The bytes of an outcome of shared work: its cost, its reads and its records. */
const bytesOfOutcome = 240;
const bytesOfPathPart = 16;
const includedPathParts = 8;

export class LazySource extends SharedWork {
  readonly realized: Value[] = [];
  readonly isUnbounded: boolean;
  /** Where the elements from some index on come from, once that is known: see `Walker`. */
  tail: Tail | undefined = undefined;
  /** Computes where the elements come from, before any of them is read: see `lazyBody`. */
  opener: Opener | undefined = undefined;
  /** The key of the sequence in memory, if a memory contains it. */
  key: object | undefined = undefined;
  readonly evaluation: Evaluation;
  /**
   * True if it reads a sequence that a program computes with `lazy-seq`, so that its length is
   * unknown.
   */
  isOpenEnded = false;
  /** True if it was made from a map of fields. */
  isOfFields = false;
  private produce: Produce | undefined;
  private readonly describe: Describe | undefined;
  /**
   * The number of elements without an outcome, which were computed while there was only one
   * branch.
   */
  private uncounted = 0;
  /** An element that was made, but that no branch has been able to pay for. */
  private unpaid: Value | undefined = undefined;
  private readonly outer: EffectScope;
  private readonly number: number;
  private ownScope: EffectScope | undefined = undefined;

  constructor(
    maker: Branch,
    produce: Produce,
    isUnbounded: boolean,
    describe: Describe | undefined,
  ) {
    super(maker);
    this.evaluation = maker.evaluation;
    maker.charge(bytesOfSource);
    this.outer = maker.scope;
    this.number = this.outer.nextSequence++;
    if (maker.mayAwait) {
      this.evaluation.hasSequences = true;
      // A sequence created inside an element has a longer path, which is copied. The first parts
      // are included in the charge of every source, so that programs that never wait pay the same.
      const { length } = this.outer.path;
      if (length > includedPathParts) this.evaluation.keepTask();
      maker.charge(bytesOfPathPart * Math.max(0, length - includedPathParts));
      maker.spend(length >>> 4);
    }
    this.produce = produce;
    this.describe = describe;
    this.isUnbounded = isUnbounded;
  }

  /**
   * Returns the rest of the sequence as data, or `undefined` if it has no such form. A sequence
   * that has ended has an empty rest.
   */
  get continuation(): Continuation | undefined {
    return this.produce === undefined ? ["concat"] : this.describe?.();
  }

  /** True if it has no elements besides those in `realized`. */
  get isComplete(): boolean {
    return this.produce === undefined;
  }

  /** Puts elements that memory stored before those that the sequence computes. */
  resume(elements: readonly Value[], [maker, sequence]: Continuation): void {
    for (const element of elements) this.realized.push(element);
    this.uncounted = elements.length;
    const isTail = sequence instanceof Vector || sequence instanceof LazySequence;
    this.tail = maker === "rest" && isTail ? { after: elements.length, sequence } : undefined;
  }

  /**
   * Returns the source of the same sequence in the run of `branch`, which another run has opened
   * for itself. A sequence that no memory contains continues here in any run.
   */
  openIn(branch: Branch): LazySource {
    const { key } = this;
    if (key === undefined) return this;
    const { openedSequences, storedSequences } = branch.evaluation;
    // Only `persistence/stored-sequence.ts` adds to the map, whose type is in a lower layer.
    const stored = storedSequences?.get(key) as Stored | undefined;
    const own = openedSequences?.get(key) ?? stored?.openIn(branch);
    return own instanceof LazySource ? own : this;
  }

  /** Computes the elements up to `index`, and returns true if there is one at `index`. */
  reach(index: number, branch: Branch): boolean | Promise<boolean> {
    if (!branch.mayAwait) return this.reachAtOnce(index, branch);
    const isAlone = this.isOnlyFor(branch);
    if (!this.hasReached(index, branch, isAlone)) {
      const piece: Piece = isAlone
        ? (worker) => this.elementsUpTo(index, worker)
        : (worker) => this.element(worker, true);
      do {
        const more = this.next(branch, piece, isAlone);
        if (more instanceof Promise) return this.reachLater(index, branch, isAlone, piece, more);
      } while (!this.hasReached(index, branch, isAlone));
    }
    return this.realized.length > index;
  }

  /**
   * True if `branch` has met an element at `index`, or knows that the sequence ends before it.
   */
  hasComputed(index: number, branch: Branch): boolean {
    return this.hasReached(index, branch, !branch.mayAwait || this.isOnlyFor(branch));
  }

  private async reachLater(
    index: number,
    branch: Branch,
    isAlone: boolean,
    piece: Piece,
    first: Promise<void>,
  ): Promise<boolean> {
    // A caller that repeats its attempt has reset the depth of the branch.
    const { depth } = branch;
    await first;
    while (!this.hasReached(index, branch, isAlone)) {
      branch.depth = depth;
      await this.next(branch, piece, isAlone);
    }
    return this.realized.length > index;
  }

  private reachAtOnce(index: number, branch: Branch): boolean {
    const { site } = branch;
    while (this.realized.length <= index) {
      if (this.produce === undefined) return false;
      if (--branch.ticks < 0) branch.refill();
      let made = this.produce(branch);
      while (made === askAgain) made = this.produce(branch);
      if (made instanceof Promise) throw new Error("a synchronous evaluation has to wait");
      this.keep(made, this.realized.length, branch, false);
      branch.site = site;
    }
    return true;
  }

  /** True if `branch` knows the element at `index`, or knows that the sequence ends before it. */
  private hasReached(index: number, branch: Branch, isAlone: boolean): boolean {
    return isAlone
      ? this.realized.length > index || this.produce === undefined
      : this.hasMet(branch, index);
  }

  /**
   * True if `branch` has met the outcome that created the element at `index`, or the one that
   * showed the end of the sequence.
   */
  private hasMet(branch: Branch, index: number): boolean {
    branch.evaluation.keepTask();
    const isThere = this.realized.length > index;
    if (!isThere && this.produce !== undefined) return false;
    const elements = isThere ? index + 1 : this.realized.length;
    const counted = elements - this.uncounted;
    if (isThere && counted <= 0) return true;
    const count = isThere ? this.countFor(counted) : this.outcomeCount;
    if (this.metBy(branch) < count) return false;
    this.noteReading(branch, count);
    return true;
  }

  /**
   * Computes elements in a lone worker, up to `index`, the end, or one that isn't available yet.
   * They have no outcomes, so one worker may compute many at a time. Each begins at the site of the
   * request, as it does after a wait.
   */
  private elementsUpTo(index: number, worker: Branch): boolean | Promise<boolean> {
    const { site } = worker;
    for (;;) {
      const made = this.element(worker, false);
      if (made !== true || this.realized.length > index || this.produce === undefined) return made;
      worker.site = site;
      if (worker.turnIsOver) return worker.inNextTurn(() => this.elementsUpTo(index, worker));
    }
  }

  /** Computes the next element in `worker`. Returns true if this changed the source. */
  private element(worker: Branch, isCounted: boolean): boolean | Promise<boolean> {
    const { produce } = this;
    if (produce === undefined) return false;
    if (!this.isContinued) {
      if (--worker.ticks < 0) worker.refill();
      if (isCounted) worker.charge(bytesOfOutcome);
    }
    const index = this.realized.length;
    const { unpaid } = this;
    if (unpaid !== undefined) return this.keep(unpaid, index, worker, isCounted);
    for (;;) {
      const made = ask(produce, worker);
      if (made instanceof Promise) return this.keepLater(produce, made, index, worker, isCounted);
      if (made !== askAgain) return this.keep(made, index, worker, isCounted);
      if (isCounted) this.noteProgress(worker);
      else if (worker.turnIsOver) {
        const turn = worker.inNextTurn((): Made => askAgain);
        return this.keepLater(produce, turn, index, worker, isCounted);
      }
    }
  }

  private async keepLater(
    produce: Produce,
    first: Promise<Made>,
    index: number,
    worker: Branch,
    isCounted: boolean,
  ): Promise<boolean> {
    let made = await first;
    while (made === askAgain) {
      if (isCounted) this.noteProgress(worker);
      else if (worker.turnIsOver) await worker.evaluation.nextTurn();
      made = await ask(produce, worker);
    }
    return this.keep(made, index, worker, isCounted);
  }

  /**
   * Stores the result of a producer for `index`. Returns true if this changed the source. An
   * element is counted if it has an outcome.
   */
  private keep(made: Made, index: number, branch: Branch, isCounted: boolean): boolean {
    if (made === endOfSequence) {
      this.produce = undefined;
      return true;
    }
    // The producer may have read this very element along the way. Then the element is stored
    // already.
    if (made === askAgain || this.realized.length > index) return false;
    const bytes = index === 0 ? bytesOfList + bytesOfElement : bytesOfElement;
    if (isCounted && bytes > branch.bytesLeft) {
      // Another branch may pay for it. The producer has already passed it.
      this.unpaid = made;
      this.noteProgress(branch);
    }
    branch.charge(bytes);
    this.unpaid = undefined;
    this.realized.push(made);
    if (!isCounted) this.uncounted++;
    return true;
  }

  protected override scope(): EffectScope {
    return (this.ownScope ??= this.outer.within({ sequence: this.number }));
  }

  protected override forgetUnused(): void {
    if (this.ownScope?.isUnused === true) this.ownScope = undefined;
  }

  protected override needsItself(): EvaluationError {
    return new EvaluationError(
      "unsupported",
      "an element of a lazy sequence cannot be computed from itself",
      { hint: "compute it from earlier elements" },
    );
  }
}

/**
 * Returns the producer's result. Calls it again from its start after every element it has to wait
 * for.
 */
function ask(produce: Produce, worker: Branch): Made | Promise<Made> {
  // The fields of `startOf` without the object, because few elements have to wait.
  const { depth, site, ownSteps: steps, ownBytes: bytes, sequences } = worker;
  try {
    return produce(worker);
  } catch (error) {
    const start = { depth, site, steps, bytes, sequences };
    return afterElement(error, worker, start, () => ask(produce, worker));
  }
}
