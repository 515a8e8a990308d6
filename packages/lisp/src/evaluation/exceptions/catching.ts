// Handles catchable errors for `try`: which class names catch them, which exception a handler
// receives, and how the branch continues. `ends-program.ts` defines which errors are catchable.

import { HostKeyError, Keyword, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import type { Branch } from "../branches/branch.ts";
import { isCatchable, type CatchableError } from "../errors/ends-program.ts";
import {
  EvaluationError,
  ThrownError,
  ToolError,
  type EvaluationErrorKind,
} from "../errors/errors.ts";
import { catches } from "./exception-classes.ts";
import { ExceptionValue } from "../errors/exception-value.ts";
import { inWords } from "../arguments/operand-text.ts";
import type { Site } from "../site.ts";

/**
 * Returns the exception for a handler of `className`, or `undefined` if the handler doesn't catch
 * `error`. Limits, `return`, `fail` and cancellation are never caught.
 */
export function caught(
  error: unknown,
  className: string,
  branch: Branch,
): ExceptionValue | undefined {
  if (!isCatchable(error)) return undefined;
  const exception = exceptionOf(error, branch);
  if (!catches(className, exception.parts)) return undefined;
  if (exception.parts.origin !== undefined)
    branch.charge(bytesOfException + 2 * (exception.parts.message?.length ?? 0));
  return exception;
}

const bytesOfException = 800;

/**
 * Steps for catching an error, which costs the host more than one step because the stack is
 * unwound.
 */
const stepsOfCatching = 50;

function exceptionOf(thrown: CatchableError, branch: Branch): ExceptionValue {
  const error = inWords(thrown, branch.site);
  if (error instanceof ThrownError) return error.value;
  if (error instanceof EvaluationError) {
    const { kind, message, op, hint, site = branch.site } = error;
    return new ExceptionValue({
      kind,
      message,
      data: described({ kind, op: op ?? site?.operation, hint }),
      cause: null,
      origin: { again: mistake(kind, message, op, hint, site), site },
    });
  }
  if (error instanceof ToolError) {
    const { tool, message, data } = error;
    return new ExceptionValue({
      kind: "tool_error",
      message,
      data: described({ kind: "tool_error", tool }, data),
      cause: null,
      origin: { again: () => new ToolError(tool, message, data), site: branch.site },
    });
  }
  const { message } = error;
  return new ExceptionValue({
    kind: "validation_error",
    message,
    data: described({ kind: "validation_error" }),
    cause: null,
    origin: { again: () => new HostKeyError(message), site: branch.site },
  });
}

function mistake(
  kind: EvaluationErrorKind,
  message: string,
  op: string | undefined,
  hint: string | undefined,
  site: Site | undefined,
): () => Error {
  return () => {
    const error = new EvaluationError(kind, message, {
      ...(op === undefined ? {} : { op }),
      ...(hint === undefined ? {} : { hint }),
    });
    error.site = site;
    return error;
  };
}

/** Returns the `ex-data` of an evaluator error: `{:kind :type_error, :op "inc"}`. */
function described(
  { kind, ...texts }: { readonly kind: string } & Readonly<Record<string, string | undefined>>,
  data: Value = null,
): Value {
  const builder = new MapBuilder();
  builder.set(new Keyword("kind"), new Keyword(kind));
  for (const [name, text] of Object.entries(texts))
    if (text !== undefined) builder.set(new Keyword(name), text);
  if (data !== null) builder.set(new Keyword("data"), data);
  return builder.build();
}

/** Prepares `branch` to continue after an error, caught at the call depth `depth`. */
export function recover(branch: Branch, depth: number): void {
  branch.returnTo(depth);
  branch.spend(stepsOfCatching);
}
