// What the answer of a tool stands for. A tool may answer with an outcome in place of throwing:
//
//   { ok: true, value }    the value
//   { ok: false, error }   a failure of the call, as if `error` had been thrown
//   an Error               the same
//   a step of a mission    what the mission returned, or its failure
//
// Only objects with exactly these fields are outcomes: answers of real services have an `ok` beside
// other fields, and those are data.

import type { Fail, FailReason, KnownFailReason } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import { formatResult } from "../preview/format-result.ts";
import { Memory } from "@ptc/lisp";
import { endsRun } from "./ends-run.ts";

/**
 * The value that an answer stands for.
 * @throws the error that it stands for
 */
export function valueOfAnswer(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  if (isError(answer)) throw answer;
  if (isMissionStep(answer)) {
    if (answer.ok) return answer.return;
    const { reason, message, details } = answer.fail;
    if (endsRun(details?.kind)) throw new EndOfRun(reason, message, details?.data);
    throw missionFailure(answer.fail);
  }
  const ok = isPlain(answer) ? own(answer, "ok") : undefined;
  if (typeof ok !== "boolean") return answer;
  const name = ok ? "value" : "error";
  if (!isPair(answer, name)) return answer;
  if (ok) return own(answer, name);
  throw errorOf(own(answer, name));
}

/** Errors of other realms are errors too. */
function isError(value: object): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

/** What tells the step of a mission from other objects, and its outcome. */
export type StepOfMission<Return = unknown> = {
  readonly memory: Memory;
  readonly turns: readonly unknown[];
  readonly traceId: string;
} & (
  | { readonly ok: true; readonly return: Return; readonly partial?: Fail }
  | { readonly ok: false; readonly fail: Fail }
);

export function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

/** The value of a field of the object's own, without running an accessor. */
function own(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** Whether the object has two fields, `ok` and this one, and no accessor for it. */
function isPair(object: object, name: string): boolean {
  const property = Object.getOwnPropertyDescriptor(object, name);
  return property?.enumerable === true && "value" in property && Object.keys(object).length === 2;
}

/** Whether a tool answered with the step of a mission, which it ran. */
export function isMissionStep(answer: unknown): answer is StepOfMission {
  return (
    typeof answer === "object" &&
    answer !== null &&
    isPlain(answer) &&
    own(answer, "memory") instanceof Memory &&
    Array.isArray(own(answer, "turns")) &&
    typeof own(answer, "traceId") === "string" &&
    Object.hasOwn(answer, own(answer, "ok") === true ? "return" : "fail")
  );
}

/**
 * Reasons of missions that would fail again: what they need is used up, or was never there, or they
 * were ended.
 */
const lastingReasons: ReadonlySet<FailReason> = new Set<KnownFailReason>([
  "turn_budget_exhausted",
  "budget_exceeded",
  "tool_calls_exceeded",
  "max_depth_exceeded",
  "llm_required",
  "llm_not_found",
  "llm_registry_required",
  "invalid_llm",
  "template_error",
  "cancelled",
]);

/** The failure of a call whose mission would fail again. */
export class LastingFailure extends ToolFailure {}

/**
 * The failure of a call whose mission failed. Programs read the reason, the message and what the
 * mission told as `(:data (ex-data e))`.
 */
function missionFailure({ reason, message, details }: Fail): ToolFailure {
  const { kind, data } = details ?? {};
  const Failure = lastingReasons.has(reason) ? LastingFailure : ToolFailure;
  return new Failure(`the mission failed: ${reason}: ${message}`, {
    reason,
    message,
    ...(kind === undefined || kind === reason ? {} : { kind }),
    ...(data === undefined ? {} : { details: data }),
  });
}

/**
 * An error with the text of what stands in `error`, which may be anything. A program takes parts of
 * the text as it likes, so firewalled fields are not written into it.
 */
function errorOf(error: unknown): Error {
  if (typeof error === "object" && error !== null && isError(error)) return error;
  return new Error(
    typeof error === "string" ? error : formatResult(error, { hideFirewalled: true }).text,
  );
}
