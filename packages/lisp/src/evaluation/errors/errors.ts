// The errors that stop an evaluation. Programs can catch their own mistakes, errors of tools and
// exceptions they throw. They can't catch limits, `return`, `fail` and cancellation. Errors that
// the host may receive, as the reason of a signal or rejection, extend its `Error`.

import type { Value } from "@ptc/core/values";
import type { ExceptionValue } from "./exception-value.ts";
import { limitTable, type LimitEntry, type LimitName } from "../limits.ts";
import { Raised } from "./raised.ts";
import type { Site } from "../site.ts";

/** The kind of an `eval_error`. */
export type EvaluationErrorKind =
  | "type_error"
  | "arity_error"
  | "arithmetic_error"
  | "unbound_var"
  | "not_callable"
  | "index_error"
  | "argument_error"
  | "unbounded_sequence"
  | "unkept_task"
  | "unsupported";

export interface EvaluationErrorOptions {
  /** The operation that failed; default: the current one. */
  readonly op?: string;
  readonly hint?: string;
}

/** A mistake in the program's logic or data. The code that catches it adds its position. */
export class EvaluationError extends Raised {
  readonly name = "EvaluationError";
  readonly kind: EvaluationErrorKind;
  readonly op: string | undefined;
  /**
   * The position of the failure, if the failed call set it; otherwise the branch's site applies.
   */
  site: Site | undefined = undefined;
  private readonly advice: string | undefined;

  constructor(kind: EvaluationErrorKind, message: string, options: EvaluationErrorOptions = {}) {
    super(message);
    this.kind = kind;
    this.op = options.op;
    this.advice = options.hint;
  }

  get hint(): string | undefined {
    return this.advice;
  }

  /** Returns the same error for another branch, so that each adds its own position. */
  copy(): EvaluationError {
    const prototype = Object.getPrototypeOf(this) as object;
    return Object.assign(Object.create(prototype) as EvaluationError, this);
  }
}

/** A tool failed, or returned a value that can't be converted to a language value. */
export class ToolError extends Raised {
  readonly name = "ToolError";
  readonly tool: string;
  /** Data of the error besides its message; nil if the tool provided none. */
  readonly data: Value;

  constructor(tool: string, message: string, data: Value = null) {
    super(message);
    this.tool = tool;
    this.data = data;
  }
}

/** An exception thrown by the program: `(throw exception)`. */
export class ThrownError extends Raised {
  readonly name = "ThrownError";
  readonly value: ExceptionValue;

  constructor(value: ExceptionValue) {
    super("throw");
    this.value = value;
  }
}

/** A limit was reached. */
export class LimitError extends Error {
  readonly limit: LimitName;
  readonly value: number;

  constructor(
    limit: LimitName,
    value: number,
    overrides: Partial<LimitEntry> = {},
    isFixed = false,
  ) {
    const entry: LimitEntry = { ...limitTable[limit], ...overrides };
    const option = isFixed ? "fixed" : `option limits.${limit}`;
    super(
      `the program exceeded its limit of ${String(value)} ${entry.unit} (${entry.description}): ${entry.advice} (${option})`,
    );
    this.name = "LimitError";
    this.limit = limit;
    this.value = value;
  }
}

/**
 * Returns the error for a program that ran out of time. If tool time counts, the message says so,
 * because the program may have only waited.
 */
export function timeLimitError(timeoutMs: number, chargeToolTime: boolean): LimitError {
  return new LimitError(
    "timeoutMs",
    timeoutMs,
    chargeToolTime
      ? {
          description: "the program's running time, including its tools",
          advice: "call fewer tools, or call them in parallel with pmap",
        }
      : {},
  );
}

/** The caller aborted the run. */
export class CancelledError extends Error {
  constructor() {
    super("the run was cancelled");
    this.name = "CancelledError";
  }
}

/** `(return value)`: ends the program with `value`. */
export class ReturnSignal extends Raised {
  readonly name = "ReturnSignal";
  readonly value: Value;

  constructor(value: Value) {
    super("return");
    this.value = value;
  }
}

/** `(fail value)`: ends the program as a failed step. */
export class FailSignal extends Raised {
  readonly name = "FailSignal";
  readonly value: Value;

  constructor(value: Value) {
    super("fail");
    this.value = value;
  }
}

/** Returns the error for a name that is read before the program defines it. */
export function unboundError(name: string): EvaluationError {
  return new EvaluationError("unbound_var", `${name} has no value yet`, {
    op: name,
    hint: `define it before it is used: (def ${name} …)`,
  });
}

/** Returns the error for an effect inside `finally` after the program has ended. */
export function endedError(operation: string): EvaluationError {
  return new EvaluationError(
    "unsupported",
    `${operation}: effects aren't allowed in finally after the program has ended`,
    { op: operation },
  );
}

/**
 * Returns the error for code that calls a tool or needs to wait where its result is needed
 * immediately: elements of a sequence that is a key, and comparators of sorted collections.
 */
export function waitRefused(): EvaluationError {
  return new EvaluationError(
    "unsupported",
    "a lazy sequence as a key, a comparison, or the comparator of a sorted collection cannot call a tool or wait",
    {
      hint: "fetch the data first, as in (vec xs), or use sort-by, whose functions may call tools",
    },
  );
}
