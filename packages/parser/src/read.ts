// The reader: text to forms, or one error that says where and why. In two steps: the emitted reader reads; only when it does
// not accept the text does its second pass look for the place, and explain.ts puts it into words.
import { OptionError } from "@ptc/core/errors";
import { explain, explainRefusal } from "./explain.ts";
import type { Form } from "./form.ts";
import { read as readProgram, trace } from "./generated/reader.ts";
import { parseError, type ParseError, placeOf, sourceTooLarge } from "./parse-error.ts";

export interface ReadOptions {
  /** How deep constructs (lists, vectors, quotes, …) may stand in each other: 1 to 1000, default 500. */
  readonly maxDepth?: number;
  /** How long the source may be, in UTF-16 units: default 1,000,000. */
  readonly maxSourceLength?: number;
}

export type ReadResult = { readonly ok: true; readonly forms: readonly Form[] } | { readonly ok: false; readonly error: ParseError };

const limits = {
  // A call stack of one megabyte holds about 1,600 levels; below the highest limit it never overflows.
  maxDepth: { default: 500, highest: 1000 },
  maxSourceLength: { default: 1_000_000, highest: Number.MAX_SAFE_INTEGER },
} as const;

/** Reads all forms of a source. Throws an OptionError for an option out of range, and nothing else. */
export function read(source: string, options: ReadOptions = {}): ReadResult {
  const maxDepth = limitOf("maxDepth", options);
  const maxSourceLength = limitOf("maxSourceLength", options);
  if (source.length > maxSourceLength) return { ok: false, error: sourceTooLarge(source.length, maxSourceLength) };

  const outcome = readProgram(source, maxDepth);
  if (outcome.ok) {
    if (outcome.refusal === undefined) return { ok: true, forms: outcome.value };
    return { ok: false, error: parseError(source, explainRefusal(source, outcome.refusal)) };
  }
  if (outcome.tooDeepAt !== undefined) {
    const message = `Nested more than ${maxDepth} deep at ${placeOf(source, outcome.tooDeepAt)}: split the program with let or def (option maxDepth)`;
    return { ok: false, error: parseError(source, { message, offset: outcome.tooDeepAt }) };
  }
  return { ok: false, error: parseError(source, explain(source, trace(source))) };
}

function limitOf(name: keyof typeof limits, options: ReadOptions): number {
  const value = options[name] ?? limits[name].default;
  if (!Number.isInteger(value) || value < 1 || value > limits[name].highest) {
    throw new OptionError(name, `expected a whole number from 1 to ${limits[name].highest}, got ${String(value)}`);
  }
  return value;
}
