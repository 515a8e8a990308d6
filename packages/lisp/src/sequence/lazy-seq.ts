// Sequences whose elements are computed on first read, each once, under the budget of the branch
// that reads it. All sequences that start somewhere in a source share it. If an element waits for a
// tool, all branches that read it wait for that one computation. If it fails, each of them gets the
// error once. A branch that reads it again has the element computed anew.
//
//   LazySeq { elements, offset } -> LazySource { realized: [v0 v1 …], produce() for the next }
//                                -> StoredElements in memory: each run opens a source of its own

import { LazySequence, SymbolValue, Vector, type Value, type WorkMeter } from "@ptc/core/values";
import { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError, waitRefused } from "../evaluation/errors/errors.ts";
import { ElementPending } from "./element-pending.ts";
import type { LazySource, Opener } from "./lazy-source.ts";
import type { Continuation, Describe, Produce } from "./produced.ts";
import { bytesOfVector } from "../evaluation/budget/byte-costs.ts";

/**
 * The types that elements are read from: a vector has all its elements, a lazy sequence computes
 * them on first read.
 */
export type Sequence = Vector<Value> | LazySeq;

/**
 * Makes further sequences, for code that loads before any lazy sequence exists; see
 * `layered-sequence.ts`.
 */
export interface SequenceMakers {
  /** Returns a sequence whose producer may read other lazy sequences. */
  layered(
    maker: Branch,
    produce: Produce,
    isUnbounded: boolean,
    describe: Describe | undefined,
  ): LazySeq;
  concatenation(maker: Branch, sources: readonly Sequence[]): LazySeq;
}

/** The elements of a sequence between two runs; see `persistence/stored-sequence.ts`. */
export interface StoredElements {
  readonly evaluation: undefined;
  /** Identifies the sequence in all memories that contain it. */
  readonly key: object | undefined;
  readonly realized: readonly Value[];
  readonly continuation: Continuation;
  /** True if it has no elements besides those in `realized`. */
  readonly isComplete: boolean;
  readonly isUnbounded: boolean;
  readonly isOpenEnded: boolean;
  readonly isOfFields: boolean;
  /** Returns the source of the run that `branch` belongs to, always the same one. */
  openIn(branch: Branch): LazySource;
}

export abstract class LazySeq extends LazySequence {
  /** The elements. They are stored ones after a run until the first read of the next run. */
  override elements: LazySource | StoredElements;
  readonly offset: number;

  constructor(elements: LazySource | StoredElements, offset: number) {
    super();
    this.elements = elements;
    this.offset = offset;
  }

  /** Makes further sequences. */
  abstract get makers(): SequenceMakers;

  /** Returns the sequence without its first `count` elements. */
  abstract drop(count: number): LazySeq;

  get isUnbounded(): boolean {
    return this.elements.isUnbounded;
  }

  override get isComputed(): boolean {
    return this.elements.isComplete;
  }

  /**
   * True if it has no elements besides the computed ones, also if its end hasn't been requested
   * yet, as after `(take 3 xs)` has three.
   */
  get hasEnded(): boolean {
    const { isComplete, continuation: [maker, form, , , phase, rest] = [] } = this.elements;
    if (isComplete || !(form instanceof Vector)) return isComplete;
    if (maker === "rest") return form.count === 0;
    const isTaken = maker === "stage" && form.get(0, null) === "take" && phase !== "taking";
    return isTaken && rest instanceof Vector && rest.count === 0;
  }

  protected override computedBy(meter: WorkMeter): Vector<Value> | undefined {
    return meter instanceof Branch
      ? unlessPending(meter, () => this.realize(meter, "="))
      : undefined;
  }

  protected override exceeds(count: number, meter: WorkMeter): boolean {
    return (
      meter instanceof Branch &&
      (this.isUnbounded || unlessPending(meter, () => this.at(count, meter)) !== undefined)
    );
  }

  /** The elements so far, and `...` if there may be more. */
  override get asData(): Value {
    return shownPart(this.elements, this.offset, Infinity);
  }

  /**
   * Computes up to `count` elements and returns them, with `...` if there may be more.
   * @throws ElementPending if an element isn't available yet
   */
  beginning(branch: Branch, count: number): Vector<Value> {
    this.at(count - 1, branch);
    branch.charge(64 + count * 8);
    return shownPart(this.in(branch), this.offset, count);
  }

  /** Returns the source in the run that `branch` belongs to. */
  private in(branch: Branch): LazySource {
    const { elements } = this;
    return elements.evaluation !== undefined && elements.evaluation === branch.evaluation
      ? elements
      : (this.elements = elements.openIn(branch));
  }

  /**
   * Returns the element at `index`, or `undefined` beyond the end.
   * @throws ElementPending if the element isn't available yet
   */
  at(index: number, branch: Branch): Value | undefined {
    const source = this.in(branch);
    const reached = source.reach(this.offset + index, branch);
    if (reached instanceof Promise) throw new ElementPending(reached);
    return reached ? source.realized[this.offset + index] : undefined;
  }

  /** Like `at`, for callers that can wait. */
  ask(index: number, branch: Branch): Value | undefined | Promise<Value | undefined> {
    const source = this.in(branch);
    const reached = source.reach(this.offset + index, branch);
    if (reached instanceof Promise) return reached.then(() => source.realized[this.offset + index]);
    return reached ? source.realized[this.offset + index] : undefined;
  }

  /**
   * Sets where the elements from `after` on come from. Only the creator of the sequence calls
   * this, before it has yielded an element from there.
   */
  continueWith(after: number, sequence: Sequence): void {
    if (this.elements.evaluation !== undefined) this.elements.tail = { after, sequence };
  }

  /** Computes where the elements come from; `undefined` once that is known. */
  opener(branch: Branch): Opener | undefined {
    return this.offset === 0 ? this.in(branch).opener : undefined;
  }

  openWith(opener: Opener | undefined): void {
    if (this.elements.evaluation !== undefined) this.elements.opener = opener;
  }

  get isOpenEnded(): boolean {
    return this.elements.isOpenEnded;
  }

  markOpenEnded(): void {
    if (this.elements.evaluation !== undefined) this.elements.isOpenEnded = true;
  }

  /** True if it was made from a map of fields, as for `Vector`. */
  get isOfFields(): boolean {
    return this.elements.isOfFields;
  }

  /** Marks the sequence as made from a map of fields, and returns it. */
  ofFields(): this {
    if (this.elements.evaluation !== undefined) this.elements.isOfFields = true;
    return this;
  }

  /** Notes that the sequence reads all of `sources`, and returns the sequence. */
  reading(sources: readonly Sequence[]): this {
    if (sources.some((source) => source instanceof LazySeq && source.isOpenEnded))
      this.markOpenEnded();
    return this;
  }

  /**
   * Returns the sequence that provides the element at `index` and the index in it, once that is
   * known.
   */
  tailAt(
    index: number,
    branch: Branch,
  ): { readonly sequence: Sequence; readonly index: number } | undefined {
    this.in(branch);
    return this.openTailAt(index);
  }

  /** Like `tailAt`, for a sequence that this run has read. */
  openTailAt(index: number): { readonly sequence: Sequence; readonly index: number } | undefined {
    const { elements } = this;
    const { after = Infinity, sequence } =
      elements.evaluation === undefined ? {} : (elements.tail ?? {});
    const within = this.offset + index - after;
    if (within < 0) return undefined;
    return sequence instanceof Vector || sequence instanceof LazySeq
      ? { sequence, index: within }
      : undefined;
  }

  /**
   * True if `branch` has met the element at `index`, or knows that the sequence ends before it.
   * Computes nothing.
   */
  hasComputed(index: number, branch: Branch): boolean {
    return this.in(branch).hasComputed(this.offset + index, branch);
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
    const source = this.in(branch);
    const reached = source.reach(Infinity, branch);
    if (reached instanceof Promise) throw new ElementPending(reached);
    const count = Math.max(0, source.realized.length - this.offset);
    branch.charge(bytesOfVector + count * 8);
    branch.spend(count >>> 3);
    const elements = Vector.of(source.realized.slice(this.offset), "sequence");
    return this.isOfFields ? elements.ofFields() : elements;
  }
}

/**
 * Returns the result of `read`, for a key or a comparison. Only a builtin that calls no functions
 * can be repeated after a wait. Elsewhere, elements can't wait or call tools, so the result doesn't
 * depend on the time that a tool takes.
 * @throws EvaluationError `unsupported`
 */
function unlessPending<T>(branch: Branch, read: () => T): T {
  if (branch.isRepeatable) return read();
  const { cannotWait } = branch;
  branch.cannotWait = true;
  try {
    return read();
  } catch (error) {
    throw error instanceof ElementPending ? waitRefused() : error;
  } finally {
    branch.cannotWait = cannotWait;
  }
}

function shownPart(
  { realized, isComplete }: LazySource | StoredElements,
  offset: number,
  count: number,
): Vector<Value> {
  const shown = realized.slice(offset, offset + count);
  if (!isComplete || realized.length > offset + count) shown.push(new SymbolValue("..."));
  return Vector.of(shown, "sequence");
}
