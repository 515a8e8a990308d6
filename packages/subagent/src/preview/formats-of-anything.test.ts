// Checks that excerpts of any value stay within their bounds and can be read.

import { describe, expect, test } from "vitest";
import { Vector } from "@ptc/core/values";
import { TrieSet } from "@ptc/core/internal/values";
import { mapOf, unfolding } from "../../test/arbitrary-value.ts";
import { formatFeedback } from "./format-feedback.ts";
import { formatResult } from "./format-result.ts";
import { truncateForHistory } from "./truncate-for-history.ts";

describe("formatting any value", () => {
  test.each([
    ["lists", unfolding((below) => Vector.of([below, below]))],
    [
      "maps",
      unfolding((below) =>
        mapOf([
          ["a", below],
          ["b", below],
        ]),
      ),
    ],
    ["sets", unfolding((below) => TrieSet.of([below, Vector.of([below])]))],
  ])("stops at the bound for %s that unfold 2^60 times", (_title, value) => {
    expect(formatFeedback(value)).toMatchObject({ truncated: true });
    expect(formatResult(value)).toMatchObject({ truncated: true });
    expect(truncateForHistory(value)).toMatchObject({ truncated: true });
  });

  test("formats cyclic host data", () => {
    const list: unknown[] = [];
    list.push(list);
    const map = new Map<string, unknown>();
    map.set("self", map);
    expect(formatFeedback(list)).toMatchObject({ truncated: true });
    expect(formatFeedback(map)).toEqual({ text: "...", truncated: true });
    expect(formatResult({ map })).toEqual({ text: '"..."', truncated: true });
    expect(truncateForHistory(map)).toEqual({
      value: "...",
      truncated: true,
      omitted: ["all of it"],
    });
  });

  test("reports an invalid bound by name", () => {
    expect(() => formatFeedback(1, { feedbackMaxChars: 39 })).toThrow(
      "option `feedbackMaxChars`: expected a whole number from 40, got 39",
    );
    expect(() => formatFeedback(1, { feedbackLimit: 0 })).toThrow(
      "option `feedbackLimit`: expected a whole number from 1, got 0",
    );
    expect(() => formatResult(1, { resultMaxChars: NaN })).toThrow(
      "option `resultMaxChars`: expected a whole number from 40, got NaN",
    );
    expect(() => formatResult(1, { resultLimit: 1.5 })).toThrow(
      "option `resultLimit`: expected a whole number from 1, got 1.5",
    );
    expect(() => truncateForHistory(1, { maxBytes: 1 })).toThrow(
      "option `maxBytes`: expected a whole number from 40, got 1",
    );
  });
});
