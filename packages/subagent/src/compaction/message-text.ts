// The text of a message, all of it: what is said, the calls with their arguments and their results.

import type { FilePart, ModelMessage } from "@ptc/llm";

type Part = Exclude<ModelMessage["content"], string>[number];

/** The texts of a message, a line each. Files are left out. */
export function wholeText({ content }: ModelMessage): string {
  return typeof content === "string" ? content : content.map(partText).filter(Boolean).join("\n");
}

/** The files of a message, those in results too. */
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

/** What an adapter made of an answer may be anything. */
function jsonText(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
