// Hand-written checks of data from outside: recordings, and the answers of plain functions. An
// error names the place: `answers[2].text: expected a string, got number`.

import type { FinishReason } from "../contract/finish-reason.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { presentFields } from "./present-fields.ts";

/** Thrown by the checks, and caught by the functions that call them first. */
export class ShapeError extends Error {
  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.name = "ShapeError";
  }
}

export type UncheckedObject = Readonly<Record<string, unknown>>;

export function expectObject(value: unknown, path: string): UncheckedObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as UncheckedObject;
  throw new ShapeError(path, `expected an object, got ${nameOf(value)}`);
}

export function expectArray(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new ShapeError(path, `expected an array, got ${nameOf(value)}`);
}

export function expectString(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw new ShapeError(path, `expected a string, got ${nameOf(value)}`);
}

/** Reads an own field; inherited fields are ignored. */
export function ownField(object: UncheckedObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const requiredCounts = ["inputTokens", "outputTokens"] as const;
const optionalCounts = ["cachedInputTokens", "cacheWriteInputTokens", "reasoningTokens"] as const;

export function expectUsage(value: unknown, path: string): ModelUsage {
  const object = expectObject(value, path);
  for (const name of requiredCounts) expectCount(ownField(object, name), `${path}.${name}`);
  for (const name of optionalCounts) {
    const count = ownField(object, name);
    if (count !== undefined) expectCount(count, `${path}.${name}`);
  }
  const estimated = ownField(object, "estimated");
  if (estimated !== undefined && typeof estimated !== "boolean")
    throw new ShapeError(`${path}.estimated`, `expected true or false, got ${nameOf(estimated)}`);
  // The fields were checked one by one above.
  return pickUsage(object as unknown as ModelUsage);
}

/**
 * Only the fields that the contract has, without others that an adapter or a file may have added.
 */
export function pickUsage(usage: ModelUsage): ModelUsage {
  const {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteInputTokens,
    reasoningTokens,
    estimated,
  } = usage;
  return presentFields({
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteInputTokens,
    reasoningTokens,
    estimated,
  });
}

const finishReasons: readonly FinishReason[] = [
  "stop",
  "length",
  "tool_calls",
  "content_filtered",
  "stopped",
  "other",
];

export function expectFinishReason(value: unknown, path: string): FinishReason {
  const reason = finishReasons.find((known) => known === value);
  if (reason !== undefined) return reason;
  throw new ShapeError(path, `expected one of ${finishReasons.join(", ")}; got ${nameOf(value)}`);
}

/** The fields that a part of each type must have, all of them strings. */
const partFields: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["text", ["text"]],
  ["thinking", ["text"]],
  ["tool-call", ["toolCallId", "toolName"]],
]);

export function expectResponsePart(value: unknown, path: string): ResponsePart {
  const object = expectObject(value, path);
  const fields = partFields.get(ownField(object, "type"));
  if (fields === undefined)
    throw new ShapeError(
      `${path}.type`,
      `expected one of ${[...partFields.keys()].join(", ")}; got ${nameOf(ownField(object, "type"))}`,
    );
  for (const name of fields) expectString(ownField(object, name), `${path}.${name}`);
  // The required fields are checked by the table; the other fields of a part are optional or
  // unknown.
  return object as unknown as ResponsePart;
}

function expectCount(value: unknown, path: string): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return;
  throw new ShapeError(
    path,
    `expected a count, got ${typeof value === "number" ? String(value) : nameOf(value)}`,
  );
}

/**
 * The kind of a value in one word, for messages. A short string is shown itself, so that a misspelt
 * word is seen.
 */
export function nameOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : typeof value;
}
