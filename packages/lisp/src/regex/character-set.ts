// The set of characters that one position of a pattern matches. Ranges are known exactly. A Unicode
// property is known exactly in ASCII and left to the host beyond it. So a set has a lower bound
// (characters that are surely in it) and an upper bound.

import {
  complementRanges,
  intersectRanges,
  normalizedRanges,
  unionRanges,
  type Range,
  type Ranges,
} from "./code-point-ranges.ts";

export interface CharacterSet {
  /** All characters of the set, and perhaps more. */
  readonly within: Ranges;
  /** Characters surely in the set. */
  readonly holds: Ranges;
  /**
   * The set as a class in the host's syntax (flag v); absent if the ranges describe it completely.
   */
  readonly source: string | undefined;
}

const ascii: Ranges = [[0, 0x7f]];
const beyondAscii: Ranges = [[0x80, 0x10ffff]];

export function exactSet(ranges: Ranges): CharacterSet {
  return { within: ranges, holds: ranges, source: undefined };
}

/**
 * Returns the set of a Unicode property of the host (`L`, `Script=Greek`), or `undefined` if the
 * host doesn't know the property.
 */
export function propertySet(property: string): CharacterSet | undefined {
  const source = `\\p{${property}}`;
  try {
    const pattern = new RegExp(`^${source}$`, "v");
    const inAscii: Range[] = [];
    for (let code = 0; code < 0x80; code++)
      if (pattern.test(String.fromCharCode(code))) inAscii.push([code, code]);
    const known = intersectRanges(inAscii, ascii);
    return { within: unionRanges(known, beyondAscii), holds: known, source: `[${source}]` };
  } catch {
    return undefined;
  }
}

/** Returns all characters of the sets, or the empty set without any. */
export function unionSets(sets: readonly CharacterSet[]): CharacterSet {
  const [only] = sets;
  if (sets.length === 1 && only !== undefined) return only;
  return {
    within: normalizedRanges(sets.flatMap((set) => set.within)),
    holds: normalizedRanges(sets.flatMap((set) => set.holds)),
    source: sets.every(isExact) ? undefined : `[${sets.map(setSource).join("")}]`,
  };
}

export function intersectSets(left: CharacterSet, right: CharacterSet): CharacterSet {
  return {
    within: intersectRanges(left.within, right.within),
    holds: intersectRanges(left.holds, right.holds),
    source:
      isExact(left) && isExact(right) ? undefined : `[${setSource(left)}&&${setSource(right)}]`,
  };
}

export function complementSet(set: CharacterSet): CharacterSet {
  return {
    within: complementRanges(set.holds),
    holds: complementRanges(set.within),
    source: set.source === undefined ? undefined : `[^${set.source}]`,
  };
}

function isExact(set: CharacterSet): boolean {
  return set.source === undefined;
}

/** Returns the set in the syntax of the host with flag v. */
export function setSource(set: CharacterSet): string {
  return set.source ?? `[${set.within.map(rangeSource).join("")}]`;
}

function rangeSource([first, last]: Range): string {
  return first === last
    ? codePointSource(first)
    : `${codePointSource(first)}-${codePointSource(last)}`;
}

function codePointSource(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** The maximum number of characters whose other case is looked up one by one. */
const foldingLimit = 3000;

/** Returns the ranges with the other case of their letters added, for ASCII or for all scripts. */
export function withBothCases(ranges: Ranges, everyScript: boolean): Ranges {
  const others: Range[] = [
    ...intersectRanges(ranges, [[0x41, 0x5a]]).map(([first, last]): Range => [
      first + 0x20,
      last + 0x20,
    ]),
    ...intersectRanges(ranges, [[0x61, 0x7a]]).map(([first, last]): Range => [
      first - 0x20,
      last - 0x20,
    ]),
  ];
  return unionRanges(
    ranges,
    everyScript ? [...others, ...otherCases(intersectRanges(ranges, beyondAscii))] : others,
  );
}

function otherCases(ranges: Ranges): Range[] {
  const others: Range[] = [];
  let count = 0;
  for (const [first, last] of ranges) {
    for (let code = first; code <= last && count < foldingLimit; code++, count++) {
      const character = String.fromCodePoint(code);
      for (const other of [character.toLowerCase(), character.toUpperCase()]) {
        const otherCode = other.codePointAt(0) ?? code;
        if (otherCode !== code && String.fromCodePoint(otherCode) === other)
          others.push([otherCode, otherCode]);
      }
    }
  }
  return others;
}
