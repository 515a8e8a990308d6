// What a conversation keeps of an answer that was not read to its end.

import type { ModelMessage } from "../../contract/message.ts";
import type { ResponsePart } from "../../contract/response-part.ts";

/** The answer as far as it came, with results for its calls. */
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
