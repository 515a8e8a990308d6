// Sets of characters as sorted, disjoint intervals of code points. They reduce a rule like
// `~delimiter any` to one table lookup.
import { type Expression, type RuleTable, ruleNamed } from "./expression.ts";

export type Interval = readonly [from: number, to: number];
export type CharacterSet = readonly Interval[];

export const maximumCodePoint = 0x10ffff;
export const noCharacter: CharacterSet = [];
export const everyCharacter: CharacterSet = [[0, maximumCodePoint]];

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [from, to] of sets.flat().sort((left, right) => left[0] - right[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: Interval[] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= maximumCodePoint) gaps.push([next, maximumCodePoint]);
  return gaps;
}

export function difference(set: CharacterSet, removed: CharacterSet): CharacterSet {
  return complement(union([complement(set), removed]));
}

/** Returns the members between two code points. */
export function within(set: CharacterSet, from: number, to: number): CharacterSet {
  return set
    .filter((interval) => interval[1] >= from && interval[0] <= to)
    .map(([low, high]) => [Math.max(low, from), Math.min(high, to)]);
}

export function has(set: CharacterSet, code: number): boolean {
  return set.some(([from, to]) => from <= code && code <= to);
}

/**
 * Decides whether one UTF-16 code unit determines membership: the set has all surrogates and all
 * characters beyond U+FFFF, or none of them.
 */
export function surrogateMembership(set: CharacterSet): "all" | "none" | "some" {
  const size = [...within(set, 0xd800, 0xdfff), ...within(set, 0x10000, maximumCodePoint)].reduce(
    (sum, [from, to]) => sum + to - from + 1,
    0,
  );
  if (size === 0) return "none";
  return size === 0x800 + (maximumCodePoint - 0xffff) ? "all" : "some";
}

/**
 * Returns the set of an expression that matches exactly one character, or undefined. `~a b`
 * qualifies if both are sets.
 */
export function characterSetOf(
  expression: Expression,
  rules: RuleTable,
  active: readonly string[] = [],
): CharacterSet | undefined {
  const recurse = (part: Expression): CharacterSet | undefined =>
    characterSetOf(part, rules, active);
  switch (expression.type) {
    case "any":
      return everyCharacter;
    case "range":
      return [[expression.from, expression.to]];
    case "text": {
      const code = expression.text.codePointAt(0);
      return code !== undefined && String.fromCodePoint(code) === expression.text
        ? [[code, code]]
        : undefined;
    }
    case "choice": {
      const sets = expression.alternatives.map(recurse);
      return sets.every((set) => set !== undefined) ? union(sets) : undefined;
    }
    case "sequence": {
      const last = expression.parts.at(-1);
      const excluded = expression.parts
        .slice(0, -1)
        .map((part) => (part.type === "not" ? recurse(part.body) : undefined));
      const base = last === undefined ? undefined : recurse(last);
      return base !== undefined && excluded.every((set) => set !== undefined)
        ? difference(base, union(excluded))
        : undefined;
    }
    case "apply":
      if (active.includes(expression.rule)) return undefined;
      return characterSetOf(ruleNamed(rules, expression.rule).body, rules, [
        ...active,
        expression.rule,
      ]);
    default:
      return undefined;
  }
}
