// Unwraps results of tools. A tool may return an outcome instead of throwing:
//
//   { ok: true, value }    the value
//   { ok: false, error }   a failure of the call, as if `error` had been thrown
//   an Error               the same
//   a step of a mission    the mission's answer, or its failure
//
// Only objects with exactly these fields are outcomes. Results of real services have an `ok`
// besides other fields, and are data.

import type { HiddenParts } from "@ptc/core/firewall";
import type { Fail, FailReason, KnownFailReason } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import { formatResult } from "../preview/format-result.ts";
import { Memory } from "@ptc/lisp";
import { endsRun } from "./ends-run.ts";

/**
 * Returns the value of a result.
 * @throws the error of a failed outcome
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

/** True for errors of this realm and of other realms. */
function isError(value: object): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

/** The fields that distinguish the step of a mission from other objects, and its outcome. */
export type StepOfMission<Return = unknown> = {
  readonly memory: Memory;
  readonly turns: readonly unknown[];
  readonly traceId: string;
} & (
  | {
      readonly ok: true;
      readonly return: Return;
      readonly partial?: Fail;
      readonly firewalled?: HiddenParts;
    }
  | { readonly ok: false; readonly fail: Fail }
);

export function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the value of an own field without running accessors. */
function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? Object.getOwnPropertyDescriptor(object, name)?.value
    : undefined;
}

/** True if the object has exactly two fields, `ok` and `name`, and `name` isn't an accessor. */
function isPair(object: object, name: string): boolean {
  const property = Object.getOwnPropertyDescriptor(object, name);
  return property?.enumerable === true && "value" in property && Object.keys(object).length === 2;
}

/** True if a tool returned the step of a mission that it ran. */
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
 * Reasons for which the same mission would fail again: it was canceled, or something that it needs
 * is missing or used up.
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
 * Returns the failure of a call whose mission failed. Programs read the reason, the message and
 * the details as `(:data (ex-data e))`.
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
 * Returns an error with the text of `error`, which may be any value. Omits firewalled fields,
 * because programs can read any part of the text.
 */
function errorOf(error: unknown): Error {
  if (typeof error === "object" && error !== null && isError(error)) return error;
  return new Error(
    typeof error === "string" ? error : formatResult(error, { hideFirewalled: true }).text,
  );
}
