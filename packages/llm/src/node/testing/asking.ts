// A conversation with calls, and helpers that check what an adapter sends for it.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import type { ModelMessage } from "../../contract/message.ts";
import type { ModelRequest } from "../../contract/model-request.ts";
import { isModelError } from "../../errors/model-error.ts";
import type { AdapterUnderTest } from "./adapter-under-test.ts";
import { answered, says, wireAnswer } from "./bench.ts";
import type { SentRequest } from "./wire-format.ts";

export const look = {
  name: "look",
  description: "Looks somewhere.",
  inputSchema: {
    type: "object",
    properties: { at: { type: "string" } },
    required: ["at"],
    additionalProperties: false,
  },
} as const;

export const conversation: readonly ModelMessage[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "What is there?" },
  {
    role: "assistant",
    content: [
      { type: "text", text: "I look." },
      { type: "tool-call", toolCallId: "call_1", toolName: "look", input: { at: "a" } },
      { type: "tool-call", toolCallId: "call_2", toolName: "look", input: { at: "b" } },
    ],
  },
  {
    role: "tool",
    content: [
      { type: "tool-result", toolCallId: "call_1", toolName: "look", output: "a lamp" },
      {
        type: "tool-result",
        toolCallId: "call_2",
        toolName: "look",
        output: { problem: "nothing there" },
        isError: true,
      },
    ],
  },
  { role: "assistant", content: "A lamp." },
  {
    role: "user",
    content: [
      { type: "text", text: "And " },
      { type: "text", text: "else?" },
    ],
  },
];

export async function sentFor(
  adapter: AdapterUnderTest,
  request: ModelRequest,
): Promise<SentRequest> {
  const { sent } = await answered(adapter, "generate", wireAnswer([says("So.")]), request);
  return sent;
}

/** Asserts that the error mentions `expected` and never `secret`. */
export async function isRefused(
  asked: Promise<unknown>,
  expected: string,
  secret?: string,
): Promise<void> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw new Error("no ModelError came", { cause: error });
  equal([error.kind, error.retryable], ["invalid_request", false]);
  ok(error.message.includes(expected), error.message);
  ok(secret === undefined || !error.message.includes(secret), error.message);
}
