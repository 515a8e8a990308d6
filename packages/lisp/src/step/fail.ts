// Builds the `fail` of a step from the error that stopped the program. Handles every kind of error,
// and hides host details such as stacks and paths. Lazily loaded, by loading/lazy-language.ts.

import { shortened } from "@ptc/core/internal/printing";
import {
  DataDepthError,
  HostKeyError,
  Keyword,
  MapValue,
  getField,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { asFields } from "@ptc/core/internal/values";
import { printBounded } from "@ptc/core/printing";
import type { Fail, FailDetails } from "@ptc/core/contracts";
import { EndOfRun } from "@ptc/core/internal/errors";
import { excerptAt, positionAt } from "@ptc/core/internal/source";
import type { ParseError } from "@ptc/parser";
import type { AnalysisError } from "../analysis/analysis-error.ts";
import {
  CancelledError,
  EvaluationError,
  FailSignal,
  LimitError,
  ThrownError,
  ToolError,
} from "../evaluation/errors/errors.ts";
import { runHint } from "../analysis/habits/run-hint.ts";
import { inWords } from "../evaluation/arguments/operand-text.ts";
import type { ExceptionValue } from "../evaluation/errors/exception-value.ts";
import { limitTable, type LimitName, type Limits } from "../evaluation/limits.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { handOver } from "../effects/hand-over.ts";
import { Memory } from "../persistence/memory.ts";
import { explainedNames } from "../persistence/unkept-names.ts";
import { limitFail } from "./limit-fail.ts";

/** Returns the fail for a source that can't be parsed. */
export function parseFail(error: ParseError, file?: string): Fail {
  const position = file === undefined ? error.position : { ...error.position, file };
  return {
    reason: error.reason,
    message: file === undefined ? error.message : `${file}, ${error.message}`,
    details: { kind: error.reason, position, excerpt: error.excerpt },
  };
}

/**
 * Returns the fails for mistakes found before the run. The first one includes the number of
 * omitted mistakes.
 */
export function analysisFails(
  errors: readonly AnalysisError[],
  source: string,
  omitted: number,
  file?: string,
): readonly Fail[] {
  return errors.map((error, index) => ({
    reason: error.reason,
    message: error.message,
    ...(error.op === undefined ? {} : { op: error.op }),
    details: {
      kind: error.kind,
      ...locationOf(source, error.span.start, file),
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(index === 0 && omitted > 0 ? { omitted } : {}),
    },
  }));
}

/**
 * Returns the error with its message. Messages show values; if the data is nested too deep to
 * show, returns that error instead.
 */
function withMessage(thrown: unknown, branch: Branch): unknown {
  try {
    return inWords(thrown, branch.site);
  } catch (error) {
    return error;
  }
}

/**
 * Returns the fail for an error that stopped a run in `branch`. `memory` is the one that the run
 * was given.
 */
export function runFail(
  thrown: unknown,
  branch: Branch,
  limits: Limits,
  memory = Memory.empty,
): Fail {
  return explainedNames(failOf(thrown, branch, limits), memory);
}

function failOf(thrown: unknown, branch: Branch, limits: Limits): Fail {
  const error = withMessage(thrown, branch);
  const site = error instanceof EvaluationError ? (error.site ?? branch.site) : branch.site;
  const location = site === undefined ? {} : locationOf(site.source, site.span.start, site.file);
  if (error instanceof FailSignal) return programFail(error.value, branch, location);
  if (error instanceof EvaluationError) {
    const op = error.op ?? site?.operation;
    const hint = runHint(error, site);
    return {
      reason: "eval_error",
      message: error.message,
      ...(op === undefined ? {} : { op }),
      details: { kind: error.kind, ...location, ...(hint === undefined ? {} : { hint }) },
    };
  }
  if (error instanceof ThrownError) return thrownFail(error.value, branch, location);
  if (error instanceof ToolError)
    return {
      reason: "tool_error",
      message: `tool/${error.tool} failed: ${error.message}`,
      op: `tool/${error.tool}`,
      details: {
        kind: "tool_error",
        ...location,
        ...(error.data === null ? {} : { data: failData(error.data, branch) }),
        hint: `pass what it expects; if it may fail for one item, catch it: (try (tool/${error.tool} {…}) (catch Exception e (ex-message e))); if the mission can't be done without it, (fail "why")`,
      },
    };
  if (error instanceof EndOfRun) return endFail(error, location);
  if (error instanceof LimitError) return limitFail(error, location);
  if (error instanceof CancelledError) return { reason: "cancelled", message: error.message };
  if (error instanceof HostKeyError)
    return {
      reason: "validation_error",
      message: error.message,
      details: { kind: "validation_error" },
    };
  if (error instanceof DataDepthError)
    return {
      reason: "depth_exceeded",
      message: error.message,
      details: {
        kind: "depth_exceeded",
        ...location,
        limit: { option: "(fixed)", value: maximumDataDepth, unit: "levels" },
      },
    };
  if (error instanceof RangeError) return hostRangeFail(error, limits, location);
  return {
    reason: "eval_error",
    message: "internal error: the evaluator failed",
    details: { kind: "internal_error", ...location },
  };
}

/** Returns the fail for a run that can't continue after its last effect. */
function endFail({ reason, message, data }: EndOfRun, location: FailDetails): Fail {
  return {
    reason,
    message,
    ...(reason === "journal_failed" ? { op: "task" } : {}),
    details: { kind: reason, ...location, ...(data === undefined ? {} : { data }) },
  };
}

/** Returns the fail for an exception that the program threw and didn't catch. */
function thrownFail({ parts }: ExceptionValue, branch: Branch, location: FailDetails): Fail {
  const message = textOf(parts.message ?? "the program threw an exception without a message");
  return {
    reason: "eval_error",
    message,
    op: "throw",
    details: {
      kind: parts.kind,
      ...location,
      ...(parts.data === null ? {} : { data: failData(parts.data, branch) }),
    },
  };
}

/** Returns the fail for a limit that was reached before the program ran. */
export function sourceLimitFail(limit: LimitName, limits: Limits): Fail {
  return limitFail(new LimitError(limit, limits[limit]));
}

/**
 * Returns the fail for a bound of the host that was reached before ours: its stack, or the length
 * of its strings.
 */
function hostRangeFail(error: RangeError, limits: Limits, location: FailDetails): Fail {
  const limit: LimitName = error.message.includes("call stack") ? "depth" : "memoryBytes";
  return limitFail(new LimitError(limit, limits[limit]), location);
}

/**
 * Maximum lengths of the message and reason of a program's `fail`, in characters. Models and
 * people read these texts.
 */
const longestMessage = 2000;
const longestReason = 100;

/** Returns the fail for `(fail {:reason :not_found :message "…"})` or `(fail "…")`. */
function programFail(value: Value, branch: Branch, location: FailDetails): Fail {
  const details: FailDetails = { kind: "fail", ...location, data: failData(value, branch) };
  if (!(value instanceof MapValue)) return { reason: "failed", message: textOf(value), details };
  const fields = asFields(value);
  const reason = getField(fields, new Keyword("reason")) ?? null;
  const message = getField(fields, new Keyword("message")) ?? null;
  return {
    reason: chosenReason(reason),
    message: message === null ? textOf(value) : textOf(message),
    details,
  };
}

/**
 * Reasons reserved for the evaluator. A program that chooses one of them fails with the reason
 * `failed`; its data shows the chosen reason.
 */
const reservedReasons: ReadonlySet<string> = new Set([
  "cancelled",
  ...Object.values(limitTable).map(({ reason }) => reason),
]);

function chosenReason(reason: Value): string {
  const text = reason instanceof Keyword ? reason.text : reason;
  if (typeof text !== "string" || text === "" || reservedReasons.has(text)) return "failed";
  return shortened(text, longestReason);
}

function failData(value: Value, branch: Branch): unknown {
  for (const collections of ["plain", "native"] as const) {
    try {
      return handOver(branch, value, { collections, isOutput: true });
    } catch {
      // The keys can't be field names, or the budget doesn't allow the copy. Try the other form,
      // then text.
    }
  }
  return textOf(value);
}

function textOf(value: Value): string {
  const printed = printBounded(value, {
    maxCharacters: longestMessage,
    readably: typeof value !== "string",
    hideFirewalled: true,
  });
  return printed.truncated
    ? `${printed.text}…`
    : printed.text || "the program failed without a message";
}

function locationOf(
  source: string,
  offset: number,
  file: string | undefined,
): Pick<FailDetails, "position" | "excerpt"> {
  const position = positionAt(source, offset);
  const excerpt = excerptAt(source, position);
  return { position: file === undefined ? position : { ...position, file }, excerpt };
}
