// What the answer of a tool stands for. A tool may answer with an outcome in place of throwing:
//
//   { ok: true, value }    the value
//   { ok: false, error }   a failure of the call, as if `error` had been thrown
//   an Error               the same
//   a step of a mission    what the mission returned, or its failure
//
// Only objects with exactly these fields are outcomes: answers of real services have an `ok` beside
// other fields, and those are data.

import type { Fail } from "@ptc/core/contracts";
import { formatResult } from "../preview/format-result.ts";
import { Memory } from "@ptc/lisp";

/**
 * The value that an answer stands for.
 * @throws the error that it stands for
 */
export function valueOfAnswer(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  if (isError(answer)) throw answer;
  const fields = ownValues(answer);
  if (fields === undefined) return answer;
  if (isMissionStep(fields)) {
    if (fields["ok"]) return fields["return"];
    throw missionError(fields["fail"]);
  }
  if (fields["ok"] === true && hasExactly(fields, "value")) return fields["value"];
  if (fields["ok"] === false && hasExactly(fields, "error")) throw errorOf(fields["error"]);
  return answer;
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
} & ({ readonly ok: true; readonly return: Return } | { readonly ok: false; readonly fail: Fail });

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a plain object with few of them, without running an accessor; undefined for
 * anything else.
 */
function ownValues(object: object): Fields | undefined {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const ok = Object.getOwnPropertyDescriptor(object, "ok");
  if (typeof ok?.value !== "boolean") return undefined;
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    if (!("value" in property)) return undefined;
    if (property.enumerable === true) fields[name] = property.value;
  }
  return fields;
}

function hasExactly(fields: Fields, other: string): boolean {
  return other in fields && Object.keys(fields).length === 2;
}

function isMissionStep(fields: Fields): fields is Fields & StepOfMission {
  return (
    fields["memory"] instanceof Memory &&
    Array.isArray(fields["turns"]) &&
    typeof fields["traceId"] === "string" &&
    (fields["ok"] === true ? "return" in fields : "fail" in fields)
  );
}

function missionError({ reason, message }: Fail): Error {
  return new Error(`the mission failed: ${reason}: ${message}`);
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
