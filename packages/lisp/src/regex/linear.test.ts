// Compares the linear engine with a plain implementation of Java's backtracking.

import fc from "fast-check";
import { expect, test } from "vitest";
import { allMatches } from "../../test/all-matches.ts";
import {
  generatedLookPatterns,
  generatedPatterns,
  generatedTexts,
} from "../../test/generated-patterns.ts";
import { rangesHold } from "./code-point-ranges.ts";
import { assertionHolds } from "./assertions.ts";
import { noChoiceIn } from "./determinism.ts";
import { LinearMatcher } from "./linear.ts";
import type { PatternMatch, PatternMatcher } from "./matcher.ts";
import { parsePattern } from "./parser.ts";
import { compileProgram } from "./program.ts";
import type { RegexNode } from "./tree.ts";

type Groups = readonly (string | null)[];
type LookNode = Extract<RegexNode, { type: "look" }>;
type Next = (index: number, groups: Groups) => PatternMatch | undefined;

class TooLong extends Error {}

/**
 * An iteration that consumes nothing ends its repetition. Groups keep their values from earlier
 * iterations.
 */
class Backtracker implements PatternMatcher {
  attempts = 0;
  private readonly root: RegexNode;
  private readonly numbers = new Map<RegexNode, number>();

  constructor(root: RegexNode) {
    this.root = root;
    this.number(root);
  }

  exec(text: string, from: number): PatternMatch | undefined {
    const none = Array.from(this.numbers, () => null);
    for (let start = from; start <= text.length; start++) {
      const match = this.match(this.root, text, start, none, (end, groups) => ({
        start,
        end,
        groups: [text.slice(start, end), ...groups],
      }));
      if (match !== undefined) return match;
    }
    return undefined;
  }

  private match(
    node: RegexNode,
    text: string,
    index: number,
    groups: Groups,
    next: Next,
  ): PatternMatch | undefined {
    switch (node.type) {
      case "set": {
        if (++this.attempts > 20_000) throw new TooLong();
        return index < text.length && rangesHold(node.set.within, text.charCodeAt(index))
          ? next(index + 1, groups)
          : undefined;
      }
      case "assertion":
        return assertionHolds(node.assertion, text, index) ? next(index, groups) : undefined;
      case "look":
        return this.looks(node, text, index) === node.negative ? undefined : next(index, groups);
      case "sequence":
        return this.matchAll(node.items, text, index, groups, next);
      case "choice": {
        for (const option of node.options) {
          const match = this.match(option, text, index, groups, next);
          if (match !== undefined) return match;
        }
        return undefined;
      }
      case "group":
        return this.match(node.item, text, index, groups, (end, inner) =>
          next(end, inner.with((this.numbers.get(node) ?? 1) - 1, text.slice(index, end))),
        );
      case "repeat":
        return node.max === 0 ? next(index, groups) : this.turn(node, 0, text, index, groups, next);
    }
  }

  private looks(node: LookNode, text: string, index: number): boolean {
    const matchesBetween = (start: number, isEnd: (end: number) => boolean): boolean =>
      this.match(node.item, text, start, [], (end) =>
        isEnd(end) ? { start, end, groups: [] } : undefined,
      ) !== undefined;
    if (!node.behind) return matchesBetween(index, () => true);
    for (let start = index; start >= 0; start--)
      if (matchesBetween(start, (end) => end === index)) return true;
    return false;
  }

  private matchAll(
    items: readonly RegexNode[],
    text: string,
    index: number,
    groups: Groups,
    next: Next,
  ): PatternMatch | undefined {
    const [first, ...rest] = items;
    return first === undefined
      ? next(index, groups)
      : this.match(first, text, index, groups, (end, inner) =>
          this.matchAll(rest, text, end, inner, next),
        );
  }

  private turn(
    node: Extract<RegexNode, { type: "repeat" }>,
    turns: number,
    text: string,
    index: number,
    groups: Groups,
    next: Next,
  ): PatternMatch | undefined {
    const another = (): PatternMatch | undefined =>
      this.match(node.item, text, index, groups, (end, inner) =>
        end === index || turns + 1 === node.max
          ? next(end, inner)
          : this.turn(node, turns + 1, text, end, inner, next),
      );
    if (turns < node.min) return another();
    return node.lazy ? (next(index, groups) ?? another()) : (another() ?? next(index, groups));
  }

  private number(node: RegexNode): void {
    if (node.type === "group") this.numbers.set(node, this.numbers.size + 1);
    if (node.type === "group" || node.type === "repeat") this.number(node.item);
    else if (node.type === "sequence")
      node.items.forEach((item) => {
        this.number(item);
      });
    else if (node.type === "choice")
      node.options.forEach((option) => {
        this.number(option);
      });
  }
}

function unlessTooLong<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

const numRuns = process.env["PTC_TESTS"] === undefined ? 400 : 2_500;

test.each([
  ["", generatedPatterns],
  [" where it looks around", generatedLookPatterns],
])("finds the same first match and groups as backtracking%s", (_, patterns) => {
  let compared = 0;
  fc.assert(
    fc.property(patterns, generatedTexts, (source, text) => {
      const { root, groupCount } = parsePattern(source);
      const expected = unlessTooLong(() => allMatches(new Backtracker(root), text));
      if (expected === undefined) return;
      compared++;
      expect(allMatches(new LinearMatcher(compileProgram(root, groupCount)), text)).toEqual(
        expected,
      );
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(0.8 * numRuns);
});

test("evaluates an assertion again where the next attempt begins", () => {
  const { root, groupCount } = parsePattern(".?\\ba");
  const matcher = new LinearMatcher(compileProgram(root, groupCount));
  expect(allMatches(matcher, " \na")).toEqual([[2, 3, "a"]]);
});

test("never tries a pattern without choices more often than its bound", () => {
  let compared = 0;
  fc.assert(
    fc.property(generatedPatterns, generatedTexts, (source, text) => {
      const { root } = parsePattern(source);
      const choices = noChoiceIn(root)?.most;
      if (choices === undefined) return;
      compared++;
      const matcher = new Backtracker(root);
      allMatches(matcher, text);
      expect(matcher.attempts).toBeLessThanOrEqual((text.length + 1) ** 2 * choices);
    }),
    { numRuns: 2500 },
  );
  expect(compared).toBeGreaterThan(300);
});

test("stops long work at a checkpoint", () => {
  const { root, groupCount } = parsePattern("(?:a{1,30}){1,30}$");
  let checkpoints = 0;
  const checkpoint = (): void => {
    if (++checkpoints === 3) throw new Error("enough");
  };
  const matcher = new LinearMatcher(compileProgram(root, groupCount));
  expect(() => matcher.exec(`${"a".repeat(100_000)}b`, 0, checkpoint)).toThrow("enough");
  expect(matcher.exec("aaa", 0, checkpoint)?.groups).toEqual(["aaa"]);
});
