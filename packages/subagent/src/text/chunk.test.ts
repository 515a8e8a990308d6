import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { OptionError } from "@ptc/core/errors";
import { estimateTokens } from "@ptc/llm/adapter";
import type { Chunk } from "./chunk.ts";
import { chunkCharacters, chunkLines } from "./chunk-units.ts";
import { chunkTokens } from "./chunk-tokens.ts";

const chunkers = { chunkLines, chunkCharacters, chunkTokens };
const everyChunker = Object.entries(chunkers);

const textsOf = (chunks: readonly Chunk[]): readonly string[] => chunks.map(({ text }) => text);

/** Texts with characters that are easy to cut wrongly. */
const texts = fc
  .array(fc.constantFrom("a", "bc", " ", "\n", "\r\n", "\r", "😀", "\ud83d", "\ude00", "é"), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(""));
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 7 }))
  .map(([size, overlap]) => ({ size, overlap: overlap % size }));

/** Counts the units of a chunk. */
const measures = {
  chunkLines: (text: string) => (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).length,
  chunkCharacters: (text: string) => Array.from(text).length,
  chunkTokens: estimateTokens,
};

describe.each(everyChunker)("%s", (name, chunk) => {
  const measure = measures[name as keyof typeof measures];

  test("the chunks joined are the text", () => {
    fc.assert(
      fc.property(texts, sizes, (text, { size }) => {
        expect(textsOf(chunk(text, size)).join("")).toBe(text);
      }),
    );
  });

  test("chunks fit the size, report their positions, and each adds text", () => {
    fc.assert(
      fc.property(texts, sizes, (text, { size, overlap }) => {
        let end = 0;
        chunk(text, size, { overlap }).forEach((each, index) => {
          expect(each.index).toBe(index);
          expect(each.text).toBe(text.slice(each.start, each.end));
          expect(each.start).toBeLessThanOrEqual(end);
          expect(each.end).toBeGreaterThan(end);
          expect(measure(each.text)).toBeLessThanOrEqual(size);
          end = each.end;
        });
        expect(end).toBe(text.length);
      }),
    );
  });

  test("repeats only the overlap, and never splits a surrogate pair", () => {
    fc.assert(
      fc.property(texts, sizes, (text, { size, overlap }) => {
        const chunks = chunk(text, size, { overlap });
        chunks.slice(1).forEach(({ start }, index) => {
          const repeated = text.slice(start, chunks[index]?.end);
          expect(measure(repeated)).toBe(overlap);
          const around = text.slice(start - 1, start + 1);
          expect(around).not.toBe("😀");
          if (chunk === chunkTokens) expect(around).not.toBe("\r\n");
        });
      }),
    );
  });

  test("returns no chunks for an empty text, and one chunk for a text that fits", () => {
    expect(chunk("", 5)).toEqual([]);
    expect(chunk("a b", 5, { overlap: 4 })).toEqual([{ text: "a b", index: 0, start: 0, end: 3 }]);
  });

  test.each<readonly [string, () => unknown, string]>([
    ["a size of 0", () => chunk("a", 0), "size"],
    ["a fractional size", () => chunk("a", 1.5), "size"],
    ["an infinite size", () => chunk("a", Infinity), "size"],
    ["a size that is a text", () => chunk("a", "5" as never), "size"],
    ["an overlap as large as the size", () => chunk("a", 5, { overlap: 5 }), "overlap"],
    ["an overlap below 0", () => chunk("a", 5, { overlap: -1 }), "overlap"],
    ["an overlap that isn't a number", () => chunk("a", 5, { overlap: NaN }), "overlap"],
    ["an unknown option", () => chunk("a", 5, { step: 1 } as never), "step"],
    ["invalid options", () => chunk("a", 5, null as never), "options"],
    ["an input that isn't a text", () => chunk(["a"] as never, 5), "text"],
  ])("refuses %s", (_, call, option) => {
    expect(call).toThrow(OptionError);
    expect(call).toThrow(`option \`${option}\``);
  });

  test("refuses an overlap that would multiply the text", () => {
    const text = "ab \n".repeat(250_000);
    expect(() => chunk(text, 1000, { overlap: 999 })).toThrow(
      "option `overlap`: is too large: the chunks together would be more than 16 times as long as the text; use a smaller overlap or a larger size",
    );
    expect(chunk(text, 1000, { overlap: 900 }).length).toBeGreaterThan(100);
  });

  test.each(["a", "\n", "😀"])("chunks a long text of %j in one pass", (piece) => {
    const text = piece.repeat(300_000);
    expect(chunk(text, 1).at(-1)?.end).toBe(text.length);
    expect(chunk(text, 16, { overlap: 15 }).at(-1)?.end).toBe(text.length);
    expect(chunk(text, Number.MAX_SAFE_INTEGER).length).toBe(1);
  });
});

describe("chunkLines", () => {
  test("chunkLines keeps line ends, and doesn't count an empty line after the last one", () => {
    expect(textsOf(chunkLines("a\r\nb\n\nc\rd\n", 2))).toEqual(["a\r\nb\n", "\nc\rd\n"]);
    expect(textsOf(chunkLines("a\nb\nc", 1))).toEqual(["a\n", "b\n", "c"]);
  });

  test("chunkLines omits a last chunk that only repeats earlier lines", () => {
    expect(textsOf(chunkLines("1\n2\n3\n4\n", 2, { overlap: 1 }))).toEqual([
      "1\n2\n",
      "2\n3\n",
      "3\n4\n",
    ]);
  });
});

describe("chunkCharacters", () => {
  test("chunkCharacters counts code points", () => {
    expect(textsOf(chunkCharacters("a😀😀b", 2))).toEqual(["a😀", "😀b"]);
    expect(textsOf(chunkCharacters("abcde", 3, { overlap: 1 }))).toEqual(["abc", "cde"]);
  });
});

describe("chunkTokens", () => {
  test.each([
    ["after a line end", "one two\nthree four", ["one two\n", "three four"]],
    ["after white space", "one two three four", ["one two ", "three four"]],
    ["between characters", "one.two.three.four", ["one.two.thre", "e.four"]],
    ["not where much room would be left", "1\nonetwothreefour", ["1\nonetwothre", "efour"]],
    ["not within \\r\\n", "elevenchars\r\nmore", ["elevenchars", "\r\nmore"]],
    ["not within a character", "elevenchars😀more", ["elevenchars", "😀more"]],
  ])("chunkTokens cuts %s", (_, text, chunks) => {
    expect(textsOf(chunkTokens(text, 3))).toEqual(chunks);
  });
});
