// The full text of a message: its text, and the calls with their arguments and results.

import type { FilePart, ModelMessage } from "@ptc/llm";

type Part = Exclude<ModelMessage["content"], string>[number];

/** Returns the texts of a message, one per line. Files are omitted. */
export function wholeText({ content }: ModelMessage): string {
  return typeof content === "string" ? content : content.map(partText).filter(Boolean).join("\n");
}

/** Returns the files of a message, including those in results. */
export function filesOf({ content }: ModelMessage): readonly FilePart[] {
  if (typeof content === "string") return [];
  return content.flatMap((part: Part) =>
    part.type === "file" ? [part] : part.type === "tool-result" ? (part.files ?? []) : [],
  );
}

function partText(part: Part): string {
  switch (part.type) {
    case "text":
    case "thinking":
      return part.text;
    case "tool-call":
      return `${part.toolName} ${part.malformedInput ?? jsonText(part.input)}`;
    case "tool-result":
      return typeof part.output === "string" ? part.output : jsonText(part.output);
    case "file":
      return "";
  }
}

/** The value comes from an adapter, so it may be anything, even if it can't be serialized. */
function jsonText(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
