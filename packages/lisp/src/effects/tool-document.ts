// What a program can be told of a tool. The texts come from whoever made the tool, who may be far
// away: they are bounded here, and made visible where they are shown.

import type { Tool } from "@ptc/core/contracts";

export interface ToolDocument {
  readonly description?: string;
  readonly callForm?: string;
}

/** How much of each text is kept, in UTF-16 units: as much as a model is shown of all prints. */
const longestToolText = 4_000;

const parts = ["description", "callForm"] as const satisfies readonly (keyof Tool)[];

/** A text that is none, which a caller in JavaScript may give, is left out. */
export function toolDocument(tool: Tool): ToolDocument {
  const document: { -readonly [Part in keyof ToolDocument]: ToolDocument[Part] } = {};
  for (const part of parts) {
    const text: unknown = tool[part];
    if (typeof text !== "string" || text === "") continue;
    document[part] = text.length > longestToolText ? `${text.slice(0, longestToolText)}…` : text;
  }
  return document;
}
