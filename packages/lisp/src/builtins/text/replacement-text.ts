// Parses the replacement of a pattern like Java: `$1` and `${name}` are groups, and a backslash
// escapes the next character.

import { shortened } from "@ptc/core/internal/printing";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { CompiledPattern } from "../../regex/engine.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

/** Literal text, or the number of a group. */
type ReplacementPart = string | number;

const piece = /\\([^])|\$\{([A-Za-z][A-Za-z0-9]*)\}|\$(\d+)|([\\$])|([^\\$]+)/g;

/** A shorter replacement costs less than the call it belongs to, so it isn't charged. */
const shortReplacement = 64;

/**
 * Returns the parts of a replacement, groups and the texts between them.
 * @throws EvaluationError `argument_error` for a `$` without a valid group
 */
export function parseReplacement(
  branch: Branch,
  text: string,
  pattern: CompiledPattern,
  operation: string,
): ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  const add = (part: ReplacementPart): void => {
    if (text.length > shortReplacement) {
      branch.spend(2);
      branch.charge(32);
    }
    const last = parts.at(-1);
    // Join adjacent texts, to do as little as possible for each match.
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
  };
  for (const [, escaped, name, digits, lone, plain] of text.matchAll(piece)) {
    if (plain !== undefined || escaped !== undefined) add(plain ?? escaped ?? "");
    else if (digits !== undefined) numberedGroup(digits, pattern, operation).forEach(add);
    else if (name !== undefined) add(namedGroup(name, pattern, operation));
    else
      throw wrongArgument(
        operation,
        `${lone ?? ""} in the replacement has no meaning`,
        "write \\\\$ for a dollar sign and \\\\\\\\ for a backslash",
      );
  }
  return parts;
}

/** Reads as many digits as still refer to an existing group; the rest is text. */
function numberedGroup(
  digits: string,
  pattern: CompiledPattern,
  operation: string,
): ReplacementPart[] {
  let length = 1;
  let group = Number(digits[0]);
  if (group > pattern.groupCount) throw noGroup(digits.slice(0, 1), pattern, operation);
  for (; length < digits.length; length++) {
    const longer = 10 * group + Number(digits[length]);
    if (longer > pattern.groupCount) break;
    group = longer;
  }
  return length === digits.length ? [group] : [group, digits.slice(length)];
}

function namedGroup(name: string, pattern: CompiledPattern, operation: string): number {
  const group = pattern.groupNames.get(name);
  if (group === undefined) throw noGroup(shortened(name, 7), pattern, operation);
  return group;
}

function noGroup(name: string, pattern: CompiledPattern, operation: string): Error {
  return wrongArgument(
    operation,
    `the replacement uses group ${name}, but the pattern has ${String(pattern.groupCount)}`,
    "put the part of the pattern in parentheses, or write \\\\$ for a dollar sign",
  );
}

/** Returns the replacement for one match. An unmatched group is empty. */
export function expandReplacement(parts: readonly ReplacementPart[], match: PatternMatch): string {
  return parts.map((part) => partText(part, match)).join("");
}

/** Returns the length of the result of `expandReplacement`. */
export function expandedLength(parts: readonly ReplacementPart[], match: PatternMatch): number {
  return parts.reduce<number>((length, part) => length + partText(part, match).length, 0);
}

function partText(part: ReplacementPart, match: PatternMatch): string {
  return typeof part === "string" ? part : (match.groups[part] ?? "");
}
