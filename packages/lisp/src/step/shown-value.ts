// The last value of a turn, which the host or a model only looks at. It needs no host form, so it
// never costs the turn its definitions. Lazily loaded, by loading/lazy-language.ts.

import type { Fail } from "@ptc/core/contracts";
import { printBounded } from "@ptc/core/printing";
import {
  DataDepthError,
  HostKeyError,
  MapValue,
  SetValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";
import { handOver } from "../effects/hand-over.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { levelsOfData } from "../evaluation/budget/stack-room.ts";
import {
  EvaluationError,
  LimitError,
  ThrownError,
  ToolError,
} from "../evaluation/errors/errors.ts";
import type { ShownElements } from "../evaluation/evaluation-options.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { Result } from "../evaluation/result.ts";
import { VarReference } from "../functions/var-reference.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { holdsLazy, realized } from "../sequence/realize.ts";
import { runFail } from "./fail.ts";

/** The longest text that replaces a value without a host form, in characters. */
const longestText = 4_000;

/**
 * Returns `value` with the elements of its lazy sequences. If a sequence has more elements than
 * `shows` permits, or may have more, computes only those, returns `value` unchanged, so that `*1`
 * has all of its elements, and sets `lastValueError`.
 * @throws LimitError, CancelledError, the error of an element
 */
export function shownValue(branch: Branch, value: Value, shows: ShownElements): Result {
  const tooDeep = (error: unknown): Value => {
    if (!(error instanceof DataDepthError)) throw error;
    branch.evaluation.lastValueError = error;
    return value;
  };
  const show = (): Value => {
    if (!holdsLazy(branch, value, 0)) return value;
    const part = new ShownPart(branch, shows);
    part.visit(value, 0, true);
    if (!part.isCut) return realized(branch, value);
    branch.evaluation.lastValueError = new EvaluationError(
      "unbounded_sequence",
      part.isEndless
        ? "the result: the sequence has no end"
        : `the value has a lazy sequence of which only ${String(shows.count)} elements were computed`,
      { hint: "return it, or take a part of it first: (take 10 …)" },
    );
    return value;
  };
  try {
    const result = whenRealized<Value>(branch, show);
    return result instanceof Promise ? result.catch(tooDeep) : result;
  } catch (error) {
    return tooDeep(error);
  }
}

/** Computes the shown elements of the lazy sequences in a value. */
class ShownPart {
  /** True if a sequence has elements that were not computed. */
  isCut = false;
  /** True if one of these sequences is known to have no end. */
  isEndless = false;
  private readonly branch: Branch;
  private readonly shows: ShownElements;

  constructor(branch: Branch, shows: ShownElements) {
    this.branch = branch;
    this.shows = shows;
  }

  /**
   * Computes elements in `value`, or only looks for uncomputed ones if it isn't shown.
   * @throws ElementPending for an element that isn't available yet
   */
  visit(value: Value, depth: number, isShown: boolean): void {
    const { branch } = this;
    if (typeof value !== "object" || value === null || value instanceof HostMap) return;
    if (depth === levelsOfData) branch.evaluation.nestsDeep = true;
    if (depth > maximumDataDepth) throw new DataDepthError();
    let index = 0;
    const isNextShown = (): boolean => isShown && index++ < this.most(value);
    if (value instanceof LazySeq) this.visitSequence(value, depth, isShown);
    else if (value instanceof Vector) {
      if (value.isHost) return;
      branch.spend(4 + (value.count >>> 2));
      for (let at = 0; at < value.count; at++) this.visit(value.at(at), depth + 1, isNextShown());
    } else if (value instanceof MapValue) {
      branch.spend(4 + (value.count >>> 2));
      value.forEach((key, item) => {
        const isEntryShown = isNextShown();
        this.visit(key, depth + 1, isEntryShown);
        this.visit(item, depth + 1, isEntryShown);
      });
    } else if (value instanceof SetValue) {
      branch.spend(4 + (value.count >>> 2));
      value.every((member) => {
        this.visit(member, depth + 1, isNextShown());
        return true;
      });
    }
  }

  private visitSequence(sequence: LazySeq, depth: number, isShown: boolean): void {
    const { branch } = this;
    const most = isShown ? this.most(sequence) : 0;
    let count = 0;
    for (let item; count < most; count++) {
      item = sequence.at(count, branch);
      if (item === undefined) return;
      this.visit(item, depth + 1, true);
    }
    if (!sequence.hasEnded) {
      this.isCut = true;
      this.isEndless ||= sequence.isUnbounded;
      return;
    }
    for (let item; (item = sequence.at(count, branch)) !== undefined; count++)
      this.visit(item, depth + 1, false);
  }

  /** The number of elements to compute of `collection`. */
  private most(collection: Value): number {
    const { count, isWhole = false } = this.shows;
    return isWhole && !(collection instanceof LazySeq && collection.isUnbounded) ? Infinity : count;
  }
}

/** A value that can't be returned, in the form that the host receives. */
export interface ShownAnswer {
  readonly answer: unknown;
  /** The fail with which the program would end if it returned the value. */
  readonly fail: Fail;
}

/**
 * Returns the host's form of a value whose conversion failed with `error`: Maps and Sets if they
 * can represent it, otherwise its text. For a definition, returns the name: `#'total`.
 * @throws `error` if the run was cancelled or is out of time
 */
export function shownAnswer(
  error: unknown,
  value: Value,
  branch: Branch,
  limits: Limits,
): ShownAnswer {
  const isTooMuch = error instanceof LimitError && error.limit !== "timeoutMs";
  if (!isTooMuch && !isMistake(error) && !(error instanceof HostKeyError)) throw error;
  return { answer: hostForm(error, value, branch), fail: runFail(error, branch, limits) };
}

function isMistake(error: unknown): boolean {
  return (
    error instanceof EvaluationError ||
    error instanceof ThrownError ||
    error instanceof ToolError ||
    error instanceof DataDepthError
  );
}

function hostForm(error: unknown, value: Value, branch: Branch): unknown {
  if (value instanceof VarReference) return value.printed;
  // A copy would compute the other elements of a sequence, which aren't shown.
  if (error instanceof HostKeyError) {
    for (const collections of ["plain", "native"] as const) {
      try {
        return handOver(branch, value, { collections, isOutput: true });
      } catch {
        // Plain objects can't hold the keys `[1]`, and Maps can't hold `:a` beside `"a"`.
      }
    }
  }
  const { text, truncated } = printBounded(value, { maxCharacters: longestText });
  return truncated ? `${text}…` : text;
}
