// Reads a response that a person wrote into a file.

import { fromJson } from "@ptc/core/json";
import type { ModelAnswer } from "../contract/model-function.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { ModelError } from "../errors/model-error.ts";
import {
  expectArray,
  expectObject,
  expectString,
  ownField,
  ShapeError,
} from "../kit/shape-checks.ts";

/** @throws ModelError naming the file and the location in it */
export function manualAnswer(file: string, written: string): ModelAnswer {
  const text = written.replace(/^\uFEFF/, "").replace(/\r?\n$/, "");
  if (!file.endsWith(".json")) return { text };
  try {
    return answerOf(expectObject(fromJson(text), ""));
  } catch (error) {
    if (!(
      error instanceof ShapeError ||
      error instanceof SyntaxError ||
      error instanceof RangeError
    ))
      throw error;
    const problem = error instanceof ShapeError ? error.message : "not JSON";
    throw new ModelError({
      kind: "invalid_response",
      message: `${file}: ${problem}; expected { "text": "…", "calls": [{ "tool": "…", "arguments": { … } }] }`,
      provider: "manual",
      retryable: false,
    });
  }
}

function answerOf(given: Readonly<Record<string, unknown>>): ModelAnswer {
  const text = ownField(given, "text");
  const calls = expectArray(ownField(given, "calls") ?? [], "calls").map((call, index) => {
    const path = `calls[${String(index)}]`;
    const fields = expectObject(call, path);
    return {
      type: "tool-call" as const,
      toolCallId: `call_${String(index + 1)}`,
      toolName: expectString(ownField(fields, "tool"), `${path}.tool`),
      input: ownField(fields, "arguments") ?? {},
    };
  });
  const content: readonly ResponsePart[] = [
    ...(text === undefined ? [] : [{ type: "text" as const, text: expectString(text, "text") }]),
    ...calls,
  ];
  if (content.length === 0) throw new ShapeError("", "it has neither text nor calls");
  return { content };
}
