// The replacement of a pattern, as Java reads it: `$1` and `${name}` are groups, a backslash takes
// the next character as it is.

import type { CompiledPattern } from "../../regex/engine.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import { wrongArgument } from "./string-arguments.ts";

/** Text as it is, and groups by number. */
type ReplacementPart = string | number;

const piece = /\\([^])|\$\{([A-Za-z][A-Za-z0-9]*)\}|\$(\d+)|([\\$])|([^\\$]+)/g;

/** @throws EvaluationError `argument_error` for a `$` that names no group */
export function parseReplacement(
  text: string,
  pattern: CompiledPattern,
  operation: string,
): ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  for (const [, escaped, name, digits, lone, plain] of text.matchAll(piece)) {
    if (plain !== undefined || escaped !== undefined) parts.push(plain ?? escaped ?? "");
    else if (digits !== undefined) parts.push(...numberedGroup(digits, pattern, operation));
    else if (name !== undefined) parts.push(namedGroup(name, pattern, operation));
    else
      throw wrongArgument(
        operation,
        `${lone ?? ""} in the replacement stands for nothing`,
        "write \\\\$ for a dollar sign and \\\\\\\\ for a backslash",
      );
  }
  return parts;
}

/** As many digits as still name a group; the rest is text. */
function numberedGroup(
  digits: string,
  pattern: CompiledPattern,
  operation: string,
): ReplacementPart[] {
  let length = 1;
  if (Number(digits[0]) > pattern.groupCount) throw noGroup(digits.slice(0, 1), pattern, operation);
  while (length < digits.length && Number(digits.slice(0, length + 1)) <= pattern.groupCount)
    length++;
  const group = Number(digits.slice(0, length));
  return length === digits.length ? [group] : [group, digits.slice(length)];
}

function namedGroup(name: string, pattern: CompiledPattern, operation: string): number {
  const group = pattern.groupNames.get(name);
  if (group === undefined) throw noGroup(name, pattern, operation);
  return group;
}

function noGroup(name: string, pattern: CompiledPattern, operation: string): Error {
  return wrongArgument(
    operation,
    `the replacement names group ${name}, and the pattern has ${String(pattern.groupCount)}`,
    "put the part of the pattern in parentheses, or write \\\\$ for a dollar sign",
  );
}

/** The replacement for one match; a group that took no part is empty. */
export function expandReplacement(parts: readonly ReplacementPart[], match: PatternMatch): string {
  return parts.map((part) => partText(part, match)).join("");
}

/** How long `expandReplacement` will be. */
export function expandedLength(parts: readonly ReplacementPart[], match: PatternMatch): number {
  return parts.reduce<number>((length, part) => length + partText(part, match).length, 0);
}

function partText(part: ReplacementPart, match: PatternMatch): string {
  return typeof part === "string" ? part : (match.groups[part] ?? "");
}
