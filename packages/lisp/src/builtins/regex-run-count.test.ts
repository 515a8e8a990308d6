// The count is what keeps a pattern from running away, so it is held against a backtracking matcher that counts its own
// attempts: it may never count less.

import fc from "fast-check";
import { expect, test } from "vitest";
import { automatonOf } from "./regex-automaton.ts";
import { rangesHold } from "./code-point-ranges.ts";
import { compilePattern } from "./regex-engine.ts";
import { parsePattern } from "./regex-parser.ts";
import { RunCounter } from "./regex-run-count.ts";
import { PatternError, type RegexNode } from "./regex-tree.ts";

/** Backtracking as hosts do it: an iteration that may be left out and matches nothing is given up. */
class Backtracker {
  attempts = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether some match starts at or after the beginning. */
  search(root: RegexNode): boolean {
    for (let start = 0; start <= this.text.length; start++) if (this.match(root, start, () => true)) return true;
    return false;
  }

  private match(node: RegexNode, index: number, next: (index: number) => boolean): boolean {
    switch (node.type) {
      case "set": {
        this.attempts++;
        const code = this.text.charCodeAt(index);
        return index < this.text.length && rangesHold(node.set.within, code) && next(index + 1);
      }
      case "group": return this.match(node.item, index, next);
      case "choice": return node.options.some((option) => this.match(option, index, next));
      case "sequence": return this.matchAll(node.items, index, next);
      case "repeat": return this.repeat(node.item, node.min, node.max, index, next);
      case "assertion": return node.assertion === "text-start" ? index === 0 && next(index) : index === this.text.length && next(index);
    }
  }

  private matchAll(items: readonly RegexNode[], index: number, next: (index: number) => boolean): boolean {
    const [first, ...rest] = items;
    return first === undefined ? next(index) : this.match(first, index, (after) => this.matchAll(rest, after, next));
  }

  private repeat(item: RegexNode, min: number, max: number, index: number, next: (index: number) => boolean): boolean {
    const again = (after: number): boolean => (min > 0 || after > index) && this.repeat(item, Math.max(0, min - 1), max - 1, after, next);
    return (max > 0 && this.match(item, index, again)) || (min === 0 && next(index));
  }
}

const { pattern: patterns } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "b", "[ab]", ".", "c"),
    tie("pattern").map((pattern) => `(${pattern})`),
    tie("pattern").map((pattern) => `(?:${pattern})`),
  ),
  pattern: fc.array(fc.array(fc.tuple(tie("part"), fc.constantFrom("", "", "*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}", "*?", "+?")).map(([part, times]) => part + times), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((options) => options.map((items) => items.join("")).join("|")),
}));
const texts = fc.string({ unit: fc.constantFrom("a", "a", "a", "b"), maxLength: 14 });
const anchors = fc.constantFrom({ start: "", end: "" }, { start: "^", end: "" }, { start: "", end: "$" }, { start: "^", end: "$" });

test("no backtracking search tries more often than is counted", () => {
  fc.assert(
    fc.property(patterns, anchors, texts, (pattern, { start, end }, text) => {
      const { root } = parsePattern(`${start}(?:${pattern})${end}`);
      let counter: RunCounter;
      try {
        counter = new RunCounter(automatonOf(root));
      } catch (error) {
        if (error instanceof PatternError) return;
        throw error;
      }
      const count = counter.count(text, 100_000);
      if (count === Infinity) return;
      const matcher = new Backtracker(text);
      const found = matcher.search(root);
      // A match is taken to its end without being counted: as many attempts as it has characters, at every one of its parts.
      const allowance = found ? (text.length + 1) * 200 : 0;
      expect(matcher.attempts).toBeLessThanOrEqual(count + allowance);
    }),
    { numRuns: 1500 },
  );
});

test("what matches is what the host's engine matches", () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      let search;
      try {
        search = compilePattern(pattern).search(text);
      } catch (error) {
        if (error instanceof PatternError) return;
        throw error;
      }
      const expected = new RegExp(pattern, "u").exec(text);
      expect(search.next(0)?.groups).toEqual(expected === null ? undefined : Array.from(expected, (group: string | undefined) => group ?? null));
    }),
    { numRuns: 1000 },
  );
});
