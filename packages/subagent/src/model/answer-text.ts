// An answer of a model as text: what it said, and each native call with its arguments on a line.

import type { ModelResponse } from "@ptc/llm";

/** UTF-16 units of the arguments of one call. */
const longestInput = 1_000_000;

export function answerText({ text, content }: Pick<ModelResponse, "text" | "content">): string {
  const lines = content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          `${part.toolName} ${(part.malformedInput ?? inputText(part.input)).slice(0, longestInput)}`,
        ]
      : [],
  );
  return lines.length === 0 ? text : [...(text === "" ? [] : [text]), ...lines].join("\n");
}

/** The arguments of a call as JSON; a model may give what JSON cannot write. */
export function inputText(input: unknown): string {
  try {
    return JSON.stringify(input ?? null);
  } catch {
    return "(arguments that cannot be written)";
  }
}
