// The documentation of a tool for programs. The texts come from the author of the tool, who may not
// be trusted. So they are shortened here, and escaped where they are shown.

import { shortened } from "@ptc/core/internal/printing";
import type { Tool } from "@ptc/core/contracts";

export interface ToolDocument {
  readonly description?: string;
  readonly callForm?: string;
}

/**
 * The maximum length of each text in UTF-16 units, which is as much as a model sees of all prints.
 */
const longestToolText = 4_000;

const parts = ["description", "callForm"] as const satisfies readonly (keyof Tool)[];

/**
 * Returns the document of a tool. Omits values that aren't strings, which a JavaScript caller may
 * pass.
 */
export function toolDocument(tool: Tool): ToolDocument {
  const document: { -readonly [Part in keyof ToolDocument]: ToolDocument[Part] } = {};
  for (const part of parts) {
    const text: unknown = tool[part];
    if (typeof text !== "string" || text === "") continue;
    document[part] = shortened(text, longestToolText);
  }
  return document;
}
