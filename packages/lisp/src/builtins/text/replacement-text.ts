// The replacement of a pattern, as Java reads it: `$1` and `${name}` are groups, a backslash takes
// the next character as it is.

import type { Branch } from "../../evaluation/branches/branch.ts";
import type { CompiledPattern } from "../../regex/engine.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

/** Text as it is, and groups by number. */
type ReplacementPart = string | number;

const piece = /\\([^])|\$\{([A-Za-z][A-Za-z0-9]*)\}|\$(\d+)|([\\$])|([^\\$]+)/g;

/** A shorter replacement costs less than the call it belongs to. */
const shortReplacement = 64;

/**
 * The parts of a replacement, groups and the texts between them.
 * @throws EvaluationError `argument_error` for a `$` that names no group
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
    // Texts beside each other are one, so that as little as possible is done for each match.
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
