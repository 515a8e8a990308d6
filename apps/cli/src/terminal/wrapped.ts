// Breaks prose at words for a terminal, which would break it anywhere.

import { wordLines } from "@ptc/subagent/internal/node";
import type { OutputStream } from "./host.ts";

/** Returns the lines of one line of prose. It stays one line if `stream` isn't a terminal. */
export function wrapped(text: string, { columns }: Pick<OutputStream, "columns">): string {
  return columns === undefined ? text : wordLines(text, Math.max(20, columns)).join("\n");
}
