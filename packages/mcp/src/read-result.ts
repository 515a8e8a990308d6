// What a server answered to a call, as the answer of a tool: a value, or a failure in the server's
// words. Clients check answers more or less, so everything is looked at here.

import { ToolFailure } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { jsonSize } from "./json-size.ts";
import { valueOfContent } from "./read-content.ts";

export interface ResultOptions {
  readonly maxResultSize: number;
  readonly parsesJson: boolean;
  /** Whether the tool has an `outputSchema`, which promises structured content. */
  readonly isStructured: boolean;
}

/** As deep as values of the language may be. */
const mostLevels = 500;

const longestWords = 1_500;

/** @throws ToolFailure */
export function valueOfResult(
  result: unknown,
  { maxResultSize, parsesJson, isStructured }: ResultOptions,
): unknown {
  const size = jsonSize(result, { characters: maxResultSize, levels: mostLevels });
  if (size === "characters")
    throw badResult(
      `its answer has more than ${String(maxResultSize)} characters (option maxResultSize)`,
    );
  if (size === "levels")
    throw badResult(`its answer is nested more than ${String(mostLevels)} levels deep`);
  if (!isObject(result)) throw badResult("its answer is no result of a tool");
  // Servers of the first version of the protocol answered with `toolResult`.
  const { structuredContent, isError, toolResult } = result;
  const content = Array.isArray(result["content"]) ? (result["content"] as readonly unknown[]) : [];
  if (isError === true) throw failureOf(content, structuredContent);
  if (structuredContent !== undefined) return asData(structuredContent);
  if (isStructured)
    throw badResult("its answer has no structured content, which its outputSchema promises");
  if (content.length === 0 && toolResult !== undefined) return asData(toolResult);
  return asData(valueOfContent(content, parsesJson));
}

/** The answer breaks the protocol, or a bound; the call took effect all the same. */
function badResult(message: string): ToolFailure {
  return new ToolFailure(message, { kind: "mcp_result", ran: true });
}

/** The server says that the tool failed: its words, and what it tells in structure. */
function failureOf(content: readonly unknown[], structured: unknown): ToolFailure {
  const words = content
    .flatMap((part) => (isObject(part) && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n");
  return new ToolFailure(
    words === ""
      ? "the tool failed, and its server does not say why"
      : words.length > longestWords
        ? `${words.slice(0, longestWords)}…`
        : words,
    { kind: "mcp_tool_error", ...(structured === undefined ? {} : { details: structured }) },
  );
}

/**
 * An object with the fields `ok` and `value`, or `error`, would be read as an outcome of a tool of
 * the host. A server's is data: a Map is that, and programs read both alike.
 */
function asData(value: unknown): unknown {
  if (!isObject(value) || typeof value["ok"] !== "boolean") return value;
  const names = Object.keys(value);
  return names.length === 2 && (names.includes("value") || names.includes("error"))
    ? new Map(Object.entries(value))
    : value;
}
