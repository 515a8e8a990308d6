// Output and history of values of every kind: readable, within bounds, and without firewalled
// parts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printBounded } from "@ptc/core/printing";
import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { read } from "@ptc/parser";
import { shortenedValue } from "../src/preview/shortened-value.ts";
import { formatFeedback, formatResult } from "../src/text.ts";
import { arbitraryValue } from "./arbitrary-value.ts";

const bound = fc.oneof(
  fc.constant(512),
  fc.integer({ min: 40, max: 200 }),
  fc.integer({ min: 40, max: 3000 }),
);
const runs = { numRuns: process.env["PTC_TESTS"] === undefined ? 100 : 300 };
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

describe("formatting of any value", () => {
  test("a model sees any value as one form within the bound", () => {
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

  test("is marked truncated exactly if more room could show more", () => {
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

  test("a caller sees any value as JSON within the bound", () => {
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

  test("the history keeps data of the same kind within the bound, and reports omissions", () => {
    fc.assert(
      fc.property(arbitraryValue, bound, ({ value }, maxBytes) => {
        const shortened = shortenedValue(value, { maxBytes });
        const { text, truncated } = printBounded(shortened.value, { maxCharacters: 100_000 });
        expect(truncated).toBe(false);
        expect(bytesOf(text)).toBeLessThanOrEqual(maxBytes);
        expect(shortened.omitted.length > 0).toBe(shortened.truncated);
        if (value instanceof Vector) expectBeginning(shortened.value, value);
        // The stored value fits, so storing it again changes nothing.
        const again = shortenedValue(shortened.value, { maxBytes });
        expect([printBounded(again.value).text, again.truncated, again.omitted]).toEqual([
          text,
          false,
          [],
        ]);
      }),
      runs,
    );
  });

  test("a model sees no firewalled part of any value", () => {
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
 * Expects the first elements of a list, all but the last of them whole. Omits functions, which are
 * stored as their names.
 */
function expectBeginning(shortened: Value, whole: Vector<Value>): void {
  if (!(shortened instanceof Vector)) throw new Error("a list is kept as a list");
  expect(shortened.count).toBeLessThanOrEqual(whole.count);
  const textOf = (item: Value): string => printBounded(item, { maxCharacters: 5_000 }).text;
  const [keptTexts, wholeTexts] = [shortened, whole].map((list) =>
    list
      .slice(0, Math.max(0, shortened.count - 1))
      .toArray()
      .map(textOf),
  );
  if (!JSON.stringify([keptTexts, wholeTexts]).includes("<")) expect(keptTexts).toEqual(wholeTexts);
}
