// Checks data from outside: responses of servers, recordings, and the answers of plain functions.
// Errors name the path: `answers[2].text: expected a string, got number`.

import { fromJson } from "@ptc/core/json";
import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { FinishReason } from "../contract/finish-reason.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { presentFields } from "@ptc/core/internal/host";

/**
 * Data from outside doesn't have the documented shape. Adapters report it as `invalid_response`.
 */
export class ShapeError extends Error {
  override readonly name = "ShapeError";

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
  }
}

/** Returns the error for a response without events, such as the page of a proxy. */
export function withoutEvents(contentType: string): ShapeError {
  const got = shortened(contentType, 100);
  return new ShapeError("body", `expected a stream of events, got ${got} (check \`baseUrl\`)`);
}

/** An object whose fields have not been checked. */
export type UncheckedObject = Readonly<Record<string, unknown>>;

/** Returns `value` if it is an object. @throws ShapeError naming the path */
export function expectObject(value: unknown, path: string): UncheckedObject {
  if (isObject(value)) return value;
  throw new ShapeError(path, `expected an object, got ${nameOf(value)}`);
}

/** Returns `value` if it is an array. @throws ShapeError naming the path */
export function expectArray(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new ShapeError(path, `expected an array, got ${nameOf(value)}`);
}

/** Returns `value` if it is a string. @throws ShapeError naming the path */
export function expectString(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw new ShapeError(path, `expected a string, got ${nameOf(value)}`);
}

/** Returns `value` if it is a string with characters, like names and ids. @throws ShapeError */
export function expectName(value: unknown, path: string): string {
  const name = expectString(value, path);
  if (name !== "") return name;
  throw new ShapeError(path, "expected a name, got an empty string");
}

/** Parses JSON with exact integers. @throws ShapeError naming the path */
export function expectJson(text: string, path: string): unknown {
  try {
    return fromJson(text);
  } catch {
    throw new ShapeError(path, "expected JSON");
  }
}

/** Returns `value` if it is an object, and an empty object otherwise. */
export function objectOrEmpty(value: unknown): UncheckedObject {
  return isObject(value) ? value : {};
}

/** Returns an optional string: "" if it is absent or null. @throws ShapeError naming the path */
export function optionalString(value: unknown, path: string): string {
  return value === undefined || value === null ? "" : expectString(value, path);
}

/** Returns `value` if it is a string with characters, for optional details such as an id. */
export function textOrAbsent(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns `value` if it is a count, such as a number of tokens. */
export function countOrAbsent(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
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

/** Returns only the fields of the contract, without fields that an adapter or a file added. */
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

/** The required fields of each type of part; all of them are strings. */
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
  // The table checks the required fields. The other fields of a part are optional or unknown.
  return object as unknown as ResponsePart;
}

function expectCount(value: unknown, path: string): void {
  if (countOrAbsent(value) !== undefined) return;
  throw new ShapeError(
    path,
    `expected a count, got ${typeof value === "number" ? String(value) : nameOf(value)}`,
  );
}

/** Names the kind of a value in messages. */
export function nameOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : typeof value;
}
