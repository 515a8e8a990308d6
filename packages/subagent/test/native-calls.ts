// Responses of a model that calls tools natively, and the results it receives.

import type { ModelRequest, ToolCallPart } from "@ptc/llm";

/** Makes a native tool call of a model. */
export const call = (toolCallId: string, toolName: string, input: unknown): ToolCallPart => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input,
});

/** Makes a response with calls. */
export const calls = (...content: readonly ToolCallPart[]) => ({
  content,
  finishReason: "tool_calls" as const,
});

/** Makes a call of `lisp_eval`. */
export const program = (toolCallId: string, source: string): ToolCallPart =>
  call(toolCallId, "lisp_eval", { program: source });

/** Returns the texts of the results of the last calls before a request. */
export const resultsIn = (request: ModelRequest | undefined): readonly string[] => {
  const message = request?.messages.findLast(({ role }) => role === "tool");
  return message?.role === "tool" ? message.content.map(({ output }) => String(output)) : [];
};

/** Returns the JSON in the envelope of a result. */
export const dataIn = (result: string | undefined): unknown =>
  JSON.parse(/<data kind="result">\n([\s\S]*)\n<\/data>/.exec(result ?? "")?.[1] ?? "null");

/** Returns the system message of a request. */
export const systemOf = (request: ModelRequest | undefined): string => {
  const message = request?.messages[0];
  return message?.role === "system" && typeof message.content === "string" ? message.content : "";
};
