// What stops an evaluation. Only `EvaluationError` may be caught by a program; limits, `return`, `fail` and
// cancellation pass through everything.

import type { Value } from "@ptc/core/values";
import { limitTable, type LimitName } from "./limits.ts";

/** The finer kind of an `eval_error`. */
export type EvaluationErrorKind =
  | "type_error" | "arity_error" | "arithmetic_error" | "unbound_var" | "not_callable" | "index_error" | "argument_error"
  | "unbounded_sequence" | "unsupported";

export interface EvaluationErrorOptions {
  /** The operation that failed; default: the one running. */
  readonly op?: string;
  readonly hint?: string;
}

/** A mistake in the program's logic or data; its place is added where it is caught. */
export class EvaluationError extends Error {
  readonly kind: EvaluationErrorKind;
  readonly op: string | undefined;
  readonly hint: string | undefined;

  constructor(kind: EvaluationErrorKind, message: string, options: EvaluationErrorOptions = {}) {
    super(message);
    this.name = "EvaluationError";
    this.kind = kind;
    this.op = options.op;
    this.hint = options.hint;
  }
}

/** A tool failed, or answered with something that cannot cross. */
export class ToolError extends Error {
  readonly tool: string;

  constructor(tool: string, message: string) {
    super(message);
    this.name = "ToolError";
    this.tool = tool;
  }
}

/** A limit was reached. */
export class LimitError extends Error {
  readonly limit: LimitName;
  readonly value: number;

  constructor(limit: LimitName, value: number) {
    const entry = limitTable[limit];
    super(`the program went beyond its limit of ${String(value)} ${entry.unit} (${entry.description}): ${entry.advice} (option limits.${limit})`);
    this.name = "LimitError";
    this.limit = limit;
    this.value = value;
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
export class ReturnSignal extends Error {
  readonly value: Value;

  constructor(value: Value) {
    super("return");
    this.value = value;
  }
}

/** `(fail value)`: ends the program as a failed step. */
export class FailSignal extends Error {
  readonly value: Value;

  constructor(value: Value) {
    super("fail");
    this.value = value;
  }
}
