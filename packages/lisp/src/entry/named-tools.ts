// Finds the tools that a source names. A program can call no other tools, because it can't make the
// name of a tool from data.

import { outsideOfTexts } from "./source-outline.ts";

const namedTool = /(?<![^\s,()[\]{}'#@^~`])tool\/([^\s,()[\]{}"';@^~`\\]+)/gu;

/** Returns the names after `tool/` outside of strings and comments, in order, each once. */
export function namedTools(source: string): readonly string[] {
  const isCode = outsideOfTexts(source, 0);
  const names = new Set<string>();
  for (const { index, 1: name } of source.matchAll(namedTool))
    if (name !== undefined && isCode(index)) names.add(name);
  return [...names];
}
