// Compiles `try` and `throw`. `try` has a body, runs the handler of the first matching class, and
// runs `finally` on every exit.

import { typeName, type Value } from "@ptc/core/values";
import type { CatchClause, ThrowNode, TryNode } from "../analysis/core-tree.ts";
import { caught, recover } from "../evaluation/exceptions/catching.ts";
import { runCleanUp } from "../evaluation/exceptions/clean-up.ts";
import { endsProgram } from "../evaluation/errors/ends-program.ts";
import { EvaluationError, ThrownError } from "../evaluation/errors/errors.ts";
import { ExceptionValue } from "../evaluation/errors/exception-value.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import { after, type Result } from "../evaluation/result.ts";
import { printShort } from "../evaluation/errors/print-short.ts";
import type { Compilation, NodeCompiler, SynchronousThunk } from "./compilation.ts";

export const synchronousTry: NodeCompiler<"try"> = (node, compilation) => {
  const handle = handlers(node.catches, (body) => compilation.synchronous(body));
  const body = compilation.synchronous(node.body);
  const attempt: Thunk = (frame, branch) => {
    const { depth } = branch;
    try {
      return body(frame, branch);
    } catch (error) {
      return handle(error, depth, frame, branch);
    }
  };
  if (node.last === undefined) return attempt;
  const last = compilation.synchronous(node.last);
  return (frame, branch) => {
    const { depth } = branch;
    let value: Result;
    try {
      value = attempt(frame, branch);
    } catch (error) {
      return leaveWith(error, depth, last, frame, branch);
    }
    last(frame, branch);
    return value;
  };
};

export const awaitingTry: NodeCompiler<"try"> = (node, compilation) => {
  const handle = handlers(node.catches, (body) => compilation.any(body));
  const attempt = attempting(compilation.any(node.body), handle);
  return node.last === undefined ? attempt : withLast(attempt, node, compilation);
};

function attempting(body: Thunk, handle: Handle): Thunk {
  return (frame, branch) => {
    const { depth } = branch;
    try {
      const result = body(frame, branch);
      return result instanceof Promise
        ? result.catch((error: unknown) => handle(error, depth, frame, branch))
        : result;
    } catch (error) {
      return handle(error, depth, frame, branch);
    }
  };
}

function withLast(attempt: Thunk, node: TryNode, compilation: Compilation): Thunk {
  const last: Thunk = node.last === undefined ? () => null : compilation.any(node.last);
  return (frame, branch) => {
    const { depth } = branch;
    const end = (value: Value): Result => after(last(frame, branch), () => value);
    let result: Result;
    try {
      result = attempt(frame, branch);
    } catch (error) {
      return leaveWith(error, depth, last, frame, branch);
    }
    return result instanceof Promise
      ? result.then(end, (error: unknown) => leaveWith(error, depth, last, frame, branch))
      : end(result);
  };
}

/**
 * Runs `finally` before leaving with `error`, and then rethrows `error`. If the program can't
 * catch the error, `finally` runs within the reserve of `runCleanUp`.
 */
function leaveWith(
  error: unknown,
  depth: number,
  last: Thunk,
  frame: Frame,
  branch: Branch,
): Result {
  const { site } = branch;
  const rethrow = (): never => {
    branch.site = site;
    throw error;
  };
  const ending = endsProgram(error);
  if (!ending) recover(branch, depth);
  const result = ending
    ? runCleanUp(branch, depth, () => last(frame, branch))
    : last(frame, branch);
  return after(result, rethrow);
}

type Handle = (error: unknown, depth: number, frame: Frame, branch: Branch) => Result;

function handlers(
  clauses: readonly CatchClause[],
  compile: (body: CatchClause["body"]) => Thunk | SynchronousThunk,
): Handle {
  const compiled = clauses.map(({ className, slot, body }) => ({
    className,
    slot,
    body: compile(body),
  }));
  return (error, depth, frame, branch) => {
    for (const { className, slot, body } of compiled) {
      const exception = caught(error, className, branch);
      if (exception === undefined) continue;
      recover(branch, depth);
      frame[slot] = exception;
      return body(frame, branch);
    }
    throw error;
  };
}

export const synchronousThrow: NodeCompiler<"throw"> = (node, compilation) => {
  const value = compilation.synchronous(node.value);
  return (frame, branch) => {
    throw thrown(node, value(frame, branch), branch);
  };
};

export const awaitingThrow: NodeCompiler<"throw"> = (node, compilation) => {
  const value = compilation.any(node.value);
  return (frame, branch) =>
    after(value(frame, branch), (settled) => {
      throw thrown(node, settled, branch);
    });
};

/**
 * Returns the error that `throw` throws. An exception made from an evaluator error becomes that
 * error again, at its original position.
 */
function thrown(node: ThrowNode, value: Value, branch: Branch): Error {
  branch.site = node.site;
  if (!(value instanceof ExceptionValue)) {
    return new EvaluationError(
      "type_error",
      `throw: expected an exception, got ${typeName(value)} ${printShort(value, 60)}`,
      { op: "throw", hint: 'write (throw (ex-info "message" {:key value}))' },
    );
  }
  const { origin } = value.parts;
  if (origin === undefined) return new ThrownError(value);
  branch.site = origin.site;
  return origin.again();
}
