// The errors that stop an evaluation. A program can catch its mistakes, errors of tools and what it
// throws itself. It cannot catch limits, `return`, `fail` and cancellation. Those that the host may
// come to see, as the reason of a signal or of a rejection, are errors of the host too.

import type { Value } from "@ptc/core/values";
import type { ExceptionValue } from "./exception-value.ts";
import { limitTable, type LimitEntry, type LimitName } from "../limits.ts";
import { Raised } from "./raised.ts";
import type { Site } from "../site.ts";

/** The finer kind of an `eval_error`. */
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
  /** The operation that failed; default: the one that runs. */
  readonly op?: string;
  readonly hint?: string;
}

/** A mistake in the program's logic or data. Its position is added where the error is caught. */
export class EvaluationError extends Raised {
  readonly name = "EvaluationError";
  readonly kind: EvaluationErrorKind;
  readonly op: string | undefined;
  /** Where it happened, if a call that failed has noted that; otherwise it is the branch's site. */
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
}

/** A tool failed, or answered with something that cannot become a value of the language. */
export class ToolError extends Raised {
  readonly name = "ToolError";
  readonly tool: string;
  /** The data of the error besides its message; nil if the tool gave none. */
  readonly data: Value;

  constructor(tool: string, message: string, data: Value = null) {
    super(message);
    this.tool = tool;
    this.data = data;
  }
}

/** `(throw exception)`. */
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
      `the program went beyond its limit of ${String(value)} ${entry.unit} (${entry.description}): ${entry.advice} (${option})`,
    );
    this.name = "LimitError";
    this.limit = limit;
    this.value = value;
  }
}

/**
 * The error of a program whose time is over. Where the time that tools take counts, the message
 * says so: the program may have done nothing but wait.
 */
export function timeLimitError(timeoutMs: number, chargeToolTime: boolean): LimitError {
  return new LimitError(
    "timeoutMs",
    timeoutMs,
    chargeToolTime
      ? {
          description: "the program's running time, with the time in its tools",
          advice: "call fewer tools, or call them at the same time with pmap",
        }
      : {},
  );
}

/** A change of the journal could not be kept by the application. It ends the program. */
export class JournalError extends Error {
  readonly task: string;
  /** The tools that the task has called: what they did is done, and no journal tells of it. */
  readonly calls: readonly string[];

  constructor(task: string, message: string, calls: readonly string[]) {
    super(message);
    this.name = "JournalError";
    this.task = task;
    this.calls = calls;
  }
}

/** The caller aborted. */
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

/** The error for a name of the program that is read before it is defined. */
export function unboundError(name: string): EvaluationError {
  return new EvaluationError("unbound_var", `${name} has no value yet`, {
    op: name,
    hint: `define it before it is used: (def ${name} …)`,
  });
}

/** The error for an effect inside `finally` when the program has already ended. */
export function endedError(operation: string): EvaluationError {
  return new EvaluationError(
    "unsupported",
    `${operation}: the program has ended; what finally does then has no effects`,
    { op: operation },
  );
}

/**
 * The error for a comparator of a sorted collection that calls a tool or would have to wait. Sorted
 * collections need its answer at once.
 */
export function waitRefused(): EvaluationError {
  return new EvaluationError(
    "unsupported",
    "the comparator of a sorted collection cannot call a tool or wait",
    {
      hint: "get what it needs first, or use sort-by, whose functions may call tools",
    },
  );
}
