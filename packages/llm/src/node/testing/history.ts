// Builds the history after a response that was only partly read.

import type { ModelMessage } from "../../contract/message.ts";
import type { ResponsePart } from "../../contract/response-part.ts";

/** Returns messages with the partial response, and results for its calls. */
export function historyOf(content: readonly ResponsePart[]): readonly ModelMessage[] {
  const called = content.filter((part) => part.type === "tool-call");
  const results = called.map(({ toolCallId, toolName }) => ({
    type: "tool-result" as const,
    toolCallId,
    toolName,
    output: "The call was not made: the answer was stopped.",
    isError: true,
  }));
  return [
    ...(content.length === 0 ? [] : [{ role: "assistant" as const, content }]),
    ...(results.length === 0 ? [] : [{ role: "tool" as const, content: results }]),
  ];
}
