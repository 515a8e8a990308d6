// The one door to regular expressions. A pattern is read as Java reads it, its possible work on a text is counted, and the
// host's engine matches it if the work is bounded; otherwise it is refused, because nothing can stop that engine.
// A linear engine can take the place of the host's behind the same interface.

import { automatonOf } from "./regex-automaton.ts";
import { nativeSource } from "./regex-native.ts";
import { parsePattern } from "./regex-parser.ts";
import { RunCounter } from "./regex-run-count.ts";
import { PatternError, type RegexNode } from "./regex-tree.ts";

/** One match; offsets are UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match and the groups by number; null for a group that took no part. */
  readonly groups: readonly (string | null)[];
}

export interface CompiledPattern {
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** Prepares a search through `text`. @throws PatternError when the work is not bounded */
  search(text: string): PatternSearch;
  /** The match of the whole of `text`. @throws PatternError when the work is not bounded */
  matchWhole(text: string): PatternMatch | undefined;
}

interface PatternSearch {
  /** The first match at or after the unit at `from`. */
  next(from: number): PatternMatch | undefined;
}

/** The most that the host's engine may try on one text: well under a second. Groups make every attempt dearer. */
const mostAttempts = 20_000_000;
const groupsPerShare = 16;
const longestPattern = 4000;

/** @throws PatternError */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > longestPattern) throw new PatternError("unsupported", `a pattern of more than ${String(longestPattern)} characters is not offered`);
  const { root, groupCount, groupNames } = parsePattern(source);
  const limit = mostAttempts / (1 + groupCount / groupsPerShare);
  const anywhere = new NativeMatcher(root, limit);
  let whole: NativeMatcher | undefined;
  return {
    groupCount,
    groupNames,
    search(text) {
      anywhere.assertBounded(text);
      return { next: (from) => anywhere.exec(text, from) };
    },
    matchWhole(text) {
      whole ??= new NativeMatcher({ type: "sequence", items: [{ type: "assertion", assertion: "text-start" }, root, { type: "assertion", assertion: "text-end" }] }, limit);
      whole.assertBounded(text);
      return whole.exec(text, 0);
    },
  };
}

class NativeMatcher {
  private readonly pattern: RegExp;
  private readonly counter: RunCounter;
  private readonly limit: number;

  constructor(root: RegexNode, limit: number) {
    this.limit = limit;
    this.counter = new RunCounter(automatonOf(root));
    this.pattern = new RegExp(nativeSource(root), "gv");
  }

  assertBounded(text: string): void {
    if (!this.counter.isWithin(text, this.limit)) throw tooMuchWork();
  }

  exec(text: string, from: number): PatternMatch | undefined {
    this.pattern.lastIndex = from;
    const match = this.run(text);
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length, groups: Array.from(match, (group: string | undefined) => group ?? null) };
  }

  private run(text: string): RegExpExecArray | null {
    try {
      return this.pattern.exec(text);
    } catch (error) {
      // The host compiles late, and may then find the pattern or its own stack too large.
      if (error instanceof SyntaxError || error instanceof RangeError) throw tooMuchWork();
      throw error;
    }
  }
}

function tooMuchWork(): PatternError {
  return new PatternError(
    "unsupported", "this pattern could take too long on this text, and nothing could stop it",
    "avoid repeating what can match the same text in several ways, such as (a+)+; write a+, or split the text first",
  );
}
