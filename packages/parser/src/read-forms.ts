// Reads text to forms without explanations, so that callers load nothing else. `read` adds the
// explanations.
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import type { Form } from "./form.ts";
import { read as readProgram, type Refusal } from "./generated/reader.ts";

/** The limits of the reader. */
export interface ReadOptions {
  /** The maximum nesting of constructs (lists, vectors, quotes, …): 1 to 1000, default 500. */
  readonly maxDepth?: number;
  /** The maximum length of the source in UTF-16 units. Default 1,000,000. */
  readonly maxSourceLength?: number;
}

const limits = {
  // A call stack of one megabyte has room for about 1,600 levels, so it never overflows below the
  // highest limit.
  maxDepth: { default: 500, highest: 1000 },
  maxSourceLength: { default: 1_000_000, highest: Number.MAX_SAFE_INTEGER },
} as const;

const optionNames = ["maxDepth", "maxSourceLength"] satisfies (keyof ReadOptions)[];

/** Why a source can't be read, as far as known without the explanations. */
export type Obstacle =
  | { readonly kind: "too-long"; readonly maximum: number }
  | { readonly kind: "too-deep"; readonly at: number; readonly maximum: number }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "not-accepted" };

export type ReadAttempt =
  | { readonly ok: true; readonly forms: readonly Form[] }
  | { readonly ok: false; readonly obstacle: Obstacle };

/**
 * Reads all forms of a source. Returns `undefined` if it can't be read; `read` of `@ptc/parser`
 * gives the reason. Throws only an OptionError, for an option that is unknown or out of range.
 */
export function readForms(source: string, options: ReadOptions = {}): readonly Form[] | undefined {
  const attempt = attemptRead(source, options);
  return attempt.ok ? attempt.forms : undefined;
}

export function attemptRead(source: string, options: ReadOptions): ReadAttempt {
  assertKnownOptions(options, optionNames);
  const maxDepth = limitOf("maxDepth", options);
  const maxSourceLength = limitOf("maxSourceLength", options);
  if (source.length > maxSourceLength)
    return { ok: false, obstacle: { kind: "too-long", maximum: maxSourceLength } };
  const outcome = readProgram(source, maxDepth);
  if (outcome.ok)
    return outcome.refusal === undefined
      ? { ok: true, forms: outcome.value }
      : { ok: false, obstacle: { kind: "refused", refusal: outcome.refusal } };
  return {
    ok: false,
    obstacle:
      outcome.tooDeepAt === undefined
        ? { kind: "not-accepted" }
        : { kind: "too-deep", at: outcome.tooDeepAt, maximum: maxDepth },
  };
}

function limitOf(name: keyof typeof limits, options: ReadOptions): number {
  const { default: usual, highest } = limits[name];
  return wholeNumber(name, options[name] ?? usual, 1, highest);
}
