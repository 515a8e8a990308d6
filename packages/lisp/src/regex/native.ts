// Writes a pattern in the syntax of the host's own engine (flag v). Every construct is spelled out,
// so that it means the same as in Java, even if the host's abbreviations differ. That engine
// backtracks, and a running search can't be stopped. So it only gets patterns that leave it no
// choice.

import { setSource } from "./character-set.ts";
import type { PatternMatch, PatternMatcher } from "./matcher.ts";
import type { RegexAssertion, RegexNode } from "./tree.ts";

const terminator = "[\\r\\u0085\\u2028\\u2029]";

/** The characters of words, the same as in assertions.ts. */
const word = "[\\p{L}\\p{Nd}\\p{Mn}_]";

const assertions: Readonly<Record<RegexAssertion, string>> = {
  "text-start": "^",
  "text-end": "$",
  "last-line-end": `(?=(?:\\r\\n|(?<!\\r)\\n|${terminator})?$)`,
  "line-start": "(?:(?:^|(?<=\\n|\\r(?!\\n)|[\\u0085\\u2028\\u2029]))(?!$))",
  "line-end": `(?=${terminator}|(?<!\\r)\\n|$)`,
  "word-boundary": `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  "inside-word": `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
};

export class NativeMatcher implements PatternMatcher {
  private readonly pattern: RegExp;

  /** @throws SyntaxError for a pattern that is too large for the host */
  constructor(root: RegexNode) {
    this.pattern = new RegExp(nativeSource(root), "gv");
  }

  exec(text: string, from: number): PatternMatch | undefined {
    const match = this.matchFrom(text, from);
    if (match === null) return undefined;
    // Avoids an iterator, which takes longer than most searches.
    const groups: (string | null)[] = [];
    for (let index = 0; index < match.length; index++) groups.push(match[index] ?? null);
    return { start: match.index, end: match.index + match[0].length, groups };
  }

  /**
   * Returns the next match. V8 also tries assertions inside a character of two units, where a
   * match can't begin.
   */
  private matchFrom(text: string, from: number): RegExpExecArray | null {
    for (let start = from; ;) {
      this.pattern.lastIndex = start;
      const match = this.pattern.exec(text);
      if (match === null || !isInsideCharacter(text, match.index)) return match;
      start = match.index + 1;
    }
  }
}

function isInsideCharacter(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}

/** Returns the source of a host pattern for `node`. */
function nativeSource(node: RegexNode): string {
  switch (node.type) {
    case "set":
      return setSource(node.set);
    case "assertion":
      return assertions[node.assertion];
    case "look":
      return `(?${node.behind ? "<" : ""}${node.negative ? "!" : "="}${nativeSource(node.item)})`;
    case "sequence":
      return `(?:${node.items.map(nativeSource).join("")})`;
    case "choice":
      return `(?:${node.options.map(nativeSource).join("|")})`;
    case "group":
      return `(${nativeSource(node.item)})`;
    case "repeat":
      return `(?:${nativeSource(node.item)})${quantifier(node.min, node.max)}${node.lazy ? "?" : ""}`;
  }
}

function quantifier(min: number, max: number): string {
  if (min === 0 && max === 1) return "?";
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${String(min)},}`;
  return min === max ? `{${String(min)}}` : `{${String(min)},${String(max)}}`;
}
