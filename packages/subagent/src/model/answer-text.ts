// Writes a model's answer as text: its own text, and one line for each native call with its
// arguments.

import { shortened } from "@ptc/core/internal/printing";
import { exactJsonText } from "@ptc/llm/adapter";
import type { ModelResponse } from "@ptc/llm";

/** The maximum UTF-16 units of one call's arguments. */
const longestInput = 1_000_000;

export function answerText({ text, content }: Pick<ModelResponse, "text" | "content">): string {
  const lines = content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          `${part.toolName} ${shortened(part.malformedInput ?? inputText(part.input), longestInput)}`,
        ]
      : [],
  );
  return lines.length === 0 ? text : [...(text === "" ? [] : [text]), ...lines].join("\n");
}

/**
 * Returns the arguments of a call as JSON. A model may return values that can't be written as
 * JSON.
 */
export function inputText(input: unknown): string {
  try {
    return exactJsonText(input ?? null);
  } catch {
    return "(arguments can't be shown)";
  }
}
