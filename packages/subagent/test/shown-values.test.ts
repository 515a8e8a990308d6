// What is shown and kept of a value, for values of every kind: it can be read back, stays within
// its bound, and shows nothing that is firewalled.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printBounded } from "@ptc/core/printing";
import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { read } from "@ptc/parser";
import { formatFeedback, formatResult, truncateForHistory } from "../src/text.ts";
import { arbitraryValue } from "./arbitrary-value.ts";

const bound = fc.oneof(
  fc.constant(512),
  fc.integer({ min: 40, max: 200 }),
  fc.integer({ min: 40, max: 3000 }),
);
const runs = { numRuns: process.env["PTC_TESTS"] === undefined ? 100 : 300 };
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

describe("any value", () => {
  test("is shown to a model as one form within the bound", () => {
    fc.assert(
      fc.property(
        arbitraryValue,
        bound,
        fc.integer({ min: 1, max: 12 }),
        ({ value }, feedbackMaxChars, feedbackLimit) => {
          const { text, truncated } = formatFeedback(value, { feedbackMaxChars, feedbackLimit });
          expect(text.length).toBeLessThanOrEqual(feedbackMaxChars);
          const forms = read(text);
          if (!forms.ok) throw new Error(`${forms.error.message}: ${text}`);
          expect(forms.forms).toHaveLength(1);
          if (truncated) expect(text).toMatch(/\.\.\.|#_\(\d+ more/);
        },
      ),
      runs,
    );
  });

  test("is called truncated when more room could show more, and only then", () => {
    fc.assert(
      fc.property(
        arbitraryValue,
        bound,
        fc.integer({ min: 1, max: 12 }),
        ({ value }, feedbackMaxChars, feedbackLimit) => {
          const shown = formatFeedback(value, { feedbackMaxChars, feedbackLimit });
          const more = formatFeedback(value, { feedbackMaxChars: 5_000, feedbackLimit: 1_000 });
          if (!shown.truncated) expect(more).toEqual(shown);
          else if (!more.truncated) expect(more.text).not.toBe(shown.text);
        },
      ),
      runs,
    );
  });

  test("is shown to a caller as JSON within the bound", () => {
    fc.assert(
      fc.property(
        arbitraryValue,
        bound,
        fc.integer({ min: 1, max: 60 }),
        ({ value }, resultMaxChars, resultLimit) => {
          const { text, truncated } = formatResult(value, { resultMaxChars, resultLimit });
          expect(text.length).toBeLessThanOrEqual(resultMaxChars);
          const parsed: unknown = JSON.parse(text);
          if (value instanceof Vector || value instanceof SetValue)
            expect(Array.isArray(parsed)).toBe(true);
          if (value instanceof MapValue && !truncated)
            expect(Object.keys(parsed as object)).toHaveLength(value.count);
        },
      ),
      runs,
    );
  });

  test("is kept as data of its kind within the bound, and what is left out is said", () => {
    fc.assert(
      fc.property(arbitraryValue, bound, ({ value }, maxBytes) => {
        const kept = truncateForHistory(value, { maxBytes });
        const { text, truncated } = printBounded(kept.value, { maxCharacters: 100_000 });
        expect(truncated).toBe(false);
        expect(bytesOf(text)).toBeLessThanOrEqual(maxBytes);
        expect(kept.omitted.length > 0).toBe(kept.truncated);
        if (value instanceof Vector) expectBeginning(kept.value, value);
        // What was kept fits, so that keeping it again changes nothing.
        const again = truncateForHistory(kept.value, { maxBytes });
        expect([printBounded(again.value).text, again.truncated, again.omitted]).toEqual([
          text,
          false,
          [],
        ]);
      }),
      runs,
    );
  });

  test("shows a model nothing that is firewalled", () => {
    fc.assert(
      fc.property(
        arbitraryValue,
        fc.constantFrom("_token", "user/_token"),
        bound,
        ({ value }, name, feedbackMaxChars) => {
          const { text } = formatFeedback(
            { [name]: "canary", list: [{ [name]: "canary" }, new Map([[name, "canary"]])], value },
            { feedbackMaxChars },
          );
          expect(text).not.toContain("canary");
          expect(
            formatResult([{ [name]: ["canary"] }, value], { hideFirewalled: true }).text,
          ).not.toContain("canary");
        },
      ),
      runs,
    );
  });
});

/**
 * A list keeps its first elements, all but the last of them whole. Functions, which are kept as
 * their names, are left out here.
 */
function expectBeginning(kept: Value, whole: Vector<Value>): void {
  if (!(kept instanceof Vector)) throw new Error("a list is kept as a list");
  expect(kept.count).toBeLessThanOrEqual(whole.count);
  const textOf = (item: Value): string => printBounded(item, { maxCharacters: 5_000 }).text;
  const [keptTexts, wholeTexts] = [kept, whole].map((list) =>
    list
      .slice(0, Math.max(0, kept.count - 1))
      .toArray()
      .map(textOf),
  );
  if (!JSON.stringify([keptTexts, wholeTexts]).includes("<")) expect(keptTexts).toEqual(wholeTexts);
}
