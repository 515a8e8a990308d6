import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { expectPrinted } from "../../test/evaluate.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { characterCount, characters } from "./characters.ts";

beforeAll(() => lazyCode.characterTables.load());

test("a character is what a reader perceives as one", () => {
  expect(characters("a👍🏽e\u0301🇩🇪👩‍💻각")).toEqual(["a", "👍🏽", "e\u0301", "🇩🇪", "👩‍💻", "각"]);
  expect(characters("क्षि")).toEqual(["क्षि"]);
  expect(characterCount("👩‍👩‍👧‍👦 ok")).toBe(4);
});

test("ASCII text has as many characters as code units, including line ends, as in Clojure", async () => {
  expect(characters("a\r\nb")).toEqual(["a", "\r", "\n", "b"]);
  await expectPrinted([
    [
      '[(count "a\\r\\nb") (nth "a\\r\\nb" 2) (subs "a\\r\\nb" 2) (count "é\\r\\nb\\r\\n")]',
      '[4 "\\n" "\\nb" 6]',
    ],
  ]);
});

test("listed characters join to the text, and their number equals the count", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "a",
          "\r",
          "\n",
          "\r\n",
          "e\u0301",
          "👍🏽",
          "🇩",
          "\u200d",
          "क्",
          "ष",
          "\ud83d",
          "각",
        ),
        { maxLength: 12 },
      ),
      (parts) => {
        const text = parts.join("");
        expect(characters(text).join("")).toBe(text);
        expect(characters(text)).toHaveLength(characterCount(text));
      },
    ),
    { numRuns: 300 },
  );
});

test("counts a long text correctly wherever its one wide character is", () => {
  for (const length of [63, 64, 65, 4095, 4096, 4097, 8192, 10_000]) {
    const text = "a".repeat(length);
    expect(characterCount(text)).toBe(length);
    for (const place of [0, 1, 62, 63, 64, 4094, 4095, 4096, 8191, length - 1]) {
      if (place >= length) continue;
      const [before, after] = [text.slice(0, place), text.slice(place + 1)];
      // A whole character, and an unpaired surrogate, which counts as a character too.
      expect(characterCount(`${before}😀${after}`)).toBe(length);
      expect(characterCount(`${before}\ud83d${after}`)).toBe(length);
      // A character of two code units, the second of which is a combining mark.
      expect(characterCount(`${before}e\u0301${after}`)).toBe(length);
      expect(characterCount(`${before}\u0080${after}`)).toBe(length);
    }
  }
});

test("the tables agree with a host of the same Unicode version, except for line ends", () => {
  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
  const samples = [
    "Müller – naïve café",
    "👨‍👩‍👧 🏳️‍🌈 🇫🇷🇯🇵",
    "ก็ दिल நி 각가",
    "a\u0308\u0323b",
    "日本語テキスト",
  ];
  for (const text of samples)
    expect(characters(text)).toEqual(Array.from(segmenter.segment(text), (part) => part.segment));
});
