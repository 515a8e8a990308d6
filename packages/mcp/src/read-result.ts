// Converts a server's result to the result of a tool: a value, or a failure with the server's
// message. Clients differ in how much they check, so this module checks everything.

import { shortened } from "@ptc/core/internal/printing";
import { ToolFailure } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { withExactIntegers } from "./exact-integers.ts";
import { jsonSize } from "./json-size.ts";
import { valueOfContent } from "./read-content.ts";

export interface ResultOptions {
  readonly maxResultSize: number;
  readonly parsesJson: boolean;
  /** True if the tool has an `outputSchema`, which promises structured content. */
  readonly isStructured: boolean;
}

/** The maximum nesting of language values. */
const mostLevels = 500;

const longestWords = 1_500;

/** @throws ToolFailure */
export function valueOfResult(
  result: unknown,
  { maxResultSize, parsesJson, isStructured }: ResultOptions,
): unknown {
  assertSize(result, maxResultSize);
  if (!isObject(result)) throw badResult("its answer is not a tool result");
  // Servers of the first protocol version respond with `toolResult`.
  const { structuredContent, isError, toolResult } = result;
  const content = Array.isArray(result["content"]) ? (result["content"] as readonly unknown[]) : [];
  if (isError === true) throw failureOf(content, structuredContent);
  if (structuredContent !== undefined) return asData(withExactIntegers(structuredContent, content));
  if (isStructured)
    throw badResult("its answer has no structured content, which its outputSchema requires");
  if (content.length === 0 && toolResult !== undefined) return asData(toolResult);
  return asData(valueOfContent(content, parsesJson));
}

/** @throws ToolFailure for a result beyond a limit */
export function assertSize(result: unknown, maxResultSize: number): void {
  const size = jsonSize(result, { characters: maxResultSize, levels: mostLevels });
  if (size === "characters")
    throw badResult(
      `its answer has more than ${String(maxResultSize)} characters (option maxResultSize)`,
    );
  if (size === "levels")
    throw badResult(`its answer is nested more than ${String(mostLevels)} levels deep`);
}

/** The result violates the protocol or a limit, but the call took effect. */
export function badResult(message: string): ToolFailure {
  return new ToolFailure(message, { kind: "mcp_result", ran: true });
}

/** Returns the failure a server reports: its text and its structured content. */
function failureOf(content: readonly unknown[], structured: unknown): ToolFailure {
  const words = content
    .flatMap((part) => (isObject(part) && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n");
  return new ToolFailure(
    words === ""
      ? "the tool failed, and its server gives no reason"
      : shortened(words, longestWords),
    { kind: "mcp_tool_error", ...(structured === undefined ? {} : { details: structured }) },
  );
}

/**
 * An object with the fields `ok` and `value` or `error` would be treated as an outcome of a host
 * tool. A server's object is data, so return a Map, which programs read the same way.
 */
function asData(value: unknown): unknown {
  if (!isObject(value) || typeof value["ok"] !== "boolean") return value;
  const names = Object.keys(value);
  return names.length === 2 && (names.includes("value") || names.includes("error"))
    ? new Map(Object.entries(value))
    : value;
}
