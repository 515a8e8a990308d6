// Reads JSON with comments and trailing commas, as editors write it. Fields appear once, and their
// names can't change the prototype of the result.

import { recordOf } from "@ptc/core/internal/values";
import {
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
  type ParseErrorCode,
} from "jsonc-parser";
import type { Problems } from "./problems.ts";

const longestFile = 1_000_000;
const mostLevels = 50;

/** Returns the value of the text, or undefined after adding the mistakes. */
export function readJson(text: string, problems: Problems): unknown {
  if (text.length > longestFile) {
    problems.error([], `the file has more than ${String(longestFile)} characters`);
    return undefined;
  }
  if (levelsOf(text) > mostLevels) {
    problems.error([], `the file has more than ${String(mostLevels)} levels`);
    return undefined;
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  for (const { error, offset } of errors.slice(0, 5))
    problems.error([], `invalid JSON in ${lineAt(text, offset)}: ${wordsOf(error)}`);
  if (errors.length > 0) return undefined;
  // A text without errors has a tree.
  return tree && valueOf(tree, [], text, problems);
}

/** Also counts brackets in texts, so the number may be too large. */
function levelsOf(text: string): number {
  let level = 0;
  let most = 0;
  for (const character of text) {
    if (character === "{" || character === "[") most = Math.max(most, ++level);
    else if (character === "}" || character === "]") level = Math.max(0, level - 1);
  }
  return most;
}

function valueOf(
  node: Node,
  path: readonly PropertyKey[],
  text: string,
  problems: Problems,
): unknown {
  const { type, children = [] } = node;
  if (type === "array")
    return children.map((child, at) => valueOf(child, [...path, at], text, problems));
  if (type !== "object") return node.value;
  const entries = new Map<string, unknown>();
  for (const { children: [key, value] = [] } of children) {
    if (key === undefined || value === undefined) continue;
    const name = String(key.value);
    if (entries.has(name))
      problems.error([...path, name], `appears twice, also in ${lineAt(text, key.offset)}`);
    entries.set(name, valueOf(value, [...path, name], text, problems));
  }
  return recordOf([...entries]);
}

function lineAt(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${String(before.length)}, column ${String((before.at(-1)?.length ?? 0) + 1)}`;
}

/** `CommaExpected` becomes `comma expected`. */
function wordsOf(error: ParseErrorCode): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}
