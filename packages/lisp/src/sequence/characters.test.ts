import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { expectPrinted } from "../../test/evaluate.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { characterCount, characters } from "./characters.ts";

beforeAll(() => lazyCode.characterTables.load());

test("a character is what a reader sees as one", () => {
  expect(characters("a👍🏽e\u0301🇩🇪👩‍💻각")).toEqual(["a", "👍🏽", "e\u0301", "🇩🇪", "👩‍💻", "각"]);
  expect(characters("क्षि")).toEqual(["क्षि"]);
  expect(characterCount("👩‍👩‍👧‍👦 ok")).toBe(4);
});

test("ASCII text has as many characters as units, line ends included, as in Clojure", async () => {
  expect(characters("a\r\nb")).toEqual(["a", "\r", "\n", "b"]);
  await expectPrinted([
    [
      '[(count "a\\r\\nb") (nth "a\\r\\nb" 2) (subs "a\\r\\nb" 2) (count "é\\r\\nb\\r\\n")]',
      '[4 "\\n" "\\nb" 6]',
    ],
  ]);
});

test("characters make up the text, and are counted as they are listed", () => {
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

test("a long text is looked at wherever its one character of two units or bytes stands", () => {
  for (const length of [63, 64, 65, 4095, 4096, 4097, 8192, 10_000]) {
    const text = "a".repeat(length);
    expect(characterCount(text)).toBe(length);
    for (const place of [0, 1, 62, 63, 64, 4094, 4095, 4096, 8191, length - 1]) {
      if (place >= length) continue;
      const [before, after] = [text.slice(0, place), text.slice(place + 1)];
      // A character, and half of one, which is a character too.
      expect(characterCount(`${before}😀${after}`)).toBe(length);
      expect(characterCount(`${before}\ud83d${after}`)).toBe(length);
      // Of two units, the second of which belongs to the first.
      expect(characterCount(`${before}e\u0301${after}`)).toBe(length);
      expect(characterCount(`${before}\u0080${after}`)).toBe(length);
    }
  }
});

test("the tables agree with a host's of the same Unicode version, line ends apart", () => {
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
