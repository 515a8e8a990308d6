// Finds all matches of one engine in a text, as [start, end, match, group…], from left to right.

import type { PatternMatcher } from "../src/regex/matcher.ts";

export function allMatches(matcher: PatternMatcher, text: string): (number | string | null)[][] {
  const matches: (number | string | null)[][] = [];
  for (let from = 0; from <= text.length;) {
    const match = matcher.exec(text, from, () => undefined);
    if (match === undefined) break;
    matches.push([match.start, match.end, ...match.groups]);
    from =
      match.end > match.start
        ? match.end
        : match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1);
  }
  return matches;
}
