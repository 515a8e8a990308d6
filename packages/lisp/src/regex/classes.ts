// Parses `[…]` in regular expressions as Java does: ranges, escapes, nested classes, and
// intersections with `&&`.

import { normalizedRanges, type Ranges } from "./code-point-ranges.ts";
import {
  complementSet,
  exactSet,
  intersectSets,
  unionSets,
  withBothCases,
  type CharacterSet,
} from "./character-set.ts";
import type { PatternCursor } from "./cursor.ts";
import { characterEscape, classEscape } from "./escapes.ts";

const emptySet = exactSet([]);
const deepestClass = 20;

/** Returns the set of characters under the current flags. With `i`, it contains both cases. */
export function characterSet(cursor: PatternCursor, ranges: Ranges): CharacterSet {
  const { ignoreCase, everyScript } = cursor.flags;
  return exactSet(ignoreCase ? withBothCases(ranges, everyScript) : normalizedRanges(ranges));
}

/** Parses the class whose opening bracket has just been taken. */
export function bracketClass(cursor: PatternCursor, depth = 0): CharacterSet {
  const start = cursor.position - 1;
  if (depth > deepestClass) throw cursor.wrong("classes are nested too deep", start);
  const isNegated = cursor.take("^");
  const parts: CharacterSet[][] = [[]];
  for (let isFirst = true; ; isFirst = false) {
    cursor.skipComments();
    if (cursor.isAtEnd) throw cursor.wrong("the class opened with [ is not closed", start);
    if (!cursor.isQuoting && !isFirst && cursor.take("]")) break;
    if (!cursor.isQuoting && cursor.take("&&")) parts.push([]);
    else parts.at(-1)?.push(classItem(cursor, depth));
  }
  // As in Java, an empty side of && leaves the other side unchanged.
  const [whole = emptySet, ...others] = parts.filter((part) => part.length > 0).map(unionSets);
  const set = others.reduce(intersectSets, whole);
  return isNegated ? complementSet(set) : set;
}

function classItem(cursor: PatternCursor, depth: number): CharacterSet {
  if (cursor.isQuoting) {
    if (!cursor.take("\\E")) return oneCharacter(cursor, cursor.next().codePointAt(0) ?? 0);
    cursor.isQuoting = false;
    return emptySet;
  }
  if (cursor.take("[")) return bracketClass(cursor, depth + 1);
  if (cursor.take("\\Q")) {
    cursor.isQuoting = true;
    return emptySet;
  }
  if (cursor.sees("\\")) {
    cursor.position++;
    const set = classEscape(cursor);
    if (set !== undefined) return set;
    return rangeFrom(cursor, characterEscape(cursor));
  }
  return rangeFrom(cursor, cursor.next().codePointAt(0) ?? 0);
}

function oneCharacter(cursor: PatternCursor, code: number): CharacterSet {
  return characterSet(cursor, [[code, code]]);
}

/**
 * Returns the character, or the range it starts. A hyphen before the end of the class or another
 * class is a character.
 */
function rangeFrom(cursor: PatternCursor, first: number): CharacterSet {
  if (cursor.takeMatch(/-(?!\]|\[|&&|\\[dDwWsShHvVpPQ])(?=[^])/y) === undefined)
    return oneCharacter(cursor, first);
  const start = cursor.position;
  const last = cursor.take("\\") ? characterEscape(cursor) : (cursor.next().codePointAt(0) ?? 0);
  if (last < first) throw cursor.wrong("the range of the class is reversed", start);
  return characterSet(cursor, [[first, last]]);
}
