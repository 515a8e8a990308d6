// The last value of a turn, which the host or a model only looks at. It needs no host form, so it
// never costs the turn its definitions. Lazily loaded, by loading/lazy-language.ts.

import type { Fail } from "@ptc/core/contracts";
import { printBounded } from "@ptc/core/printing";
import { DataDepthError, HostKeyError, MapValue, Vector, type Value } from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";
import { handOver } from "../effects/hand-over.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import {
  EvaluationError,
  LimitError,
  ThrownError,
  ToolError,
} from "../evaluation/errors/errors.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { Result } from "../evaluation/result.ts";
import { VarReference } from "../functions/var-reference.ts";
import { ElementPending, startOf } from "../sequence/element-pending.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { whollyRealized } from "../sequence/realize.ts";
import { runFail } from "./fail.ts";

/** The elements of a sequence that are computed if it has no end, or if computing it fails. */
const shownElements = 20;
/** Deeper collections are shown unchanged. */
const deepestShown = 8;
/** The longest text that replaces a value without a host form, in characters. */
const longestText = 4_000;

/**
 * Returns `value` with the elements of its lazy sequences. If a sequence has no end or fails,
 * computes only its first elements, returns `value` unchanged, and sets `lastValueError`.
 * @throws LimitError, CancelledError
 */
export function shownValue(branch: Branch, value: Value): Result {
  const { depth } = startOf(branch);
  const part = (error: unknown): Result => {
    if (!isMistake(error)) throw error;
    branch.returnTo(depth);
    branch.evaluation.lastValueError = error;
    // Computes what is shown. The value stays, so `*1` has all of its elements.
    try {
      computeFirst(branch, value, 0);
      return value;
    } catch (pending) {
      if (!(pending instanceof ElementPending)) throw pending;
      branch.returnTo(depth);
      // The element has been requested, so a later program must not request it again.
      const shown = (): Value => value;
      return pending.come.then(shown, shown);
    }
  };
  try {
    const result = whollyRealized(branch, value);
    return result instanceof Promise ? result.catch(part) : result;
  } catch (error) {
    return part(error);
  }
}

function isMistake(error: unknown): boolean {
  return (
    error instanceof EvaluationError ||
    error instanceof ThrownError ||
    error instanceof ToolError ||
    error instanceof DataDepthError
  );
}

/**
 * Computes the first elements of the lazy sequences in `value`, up to a failing one.
 * @throws ElementPending for the first one that isn't available yet
 */
function computeFirst(branch: Branch, value: Value, depth: number): void {
  if (depth > deepestShown) return;
  if (value instanceof LazySeq) {
    try {
      for (let index = 0; index < shownElements; index++) {
        const item = value.at(index, branch);
        if (item === undefined) return;
        computeFirst(branch, item, depth + 1);
      }
    } catch (error) {
      if (!isMistake(error)) throw error;
    }
  } else if (value instanceof Vector && !value.isHost) {
    branch.spend(1 + value.count);
    for (let index = 0; index < value.count; index++)
      computeFirst(branch, value.at(index), depth + 1);
  } else if (value instanceof MapValue && !(value instanceof HostMap)) {
    branch.spend(1 + value.count);
    value.forEach((_, item) => {
      computeFirst(branch, item, depth + 1);
    });
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

function hostForm(error: unknown, value: Value, branch: Branch): unknown {
  if (value instanceof VarReference) return value.printed;
  if (!(error instanceof LimitError)) {
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
