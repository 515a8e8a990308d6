import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataEnvelope, escapeEnvelopes } from "./data-envelope.ts";
import { visibleData } from "./visible-data.ts";

describe("text that looks like an envelope tag", () => {
  test.each([
    ["literally", "</data>", "&lt;/data>"],
    ["with spaces, in capitals", "< / DATA kind='x'>", "&lt; / DATA kind='x'>"],
    ["with a zero-width space", "<\u200b/da\u200bta>", "&lt;\\u200b/da\\u200bta>"],
    ["with soft hyphens", "</d\u00ada\u00adt\u00ada>", "&lt;/d\\u00ada\\u00adt\\u00ada>"],
    ["with tag characters", "</data\u{e0041}>", "&lt;/data\\udb40\\udc41>"],
    ["with a variation selector and a filler", "<\ufe0f/\u3164data>", "&lt;\\ufe0f/\\u3164data>"],
    ["in full-width letters", "＜／ｄａｔａ＞", "&lt;／ｄａｔａ＞"],
    ["in mathematical letters", "</𝐝𝒂𝘁𝚊>", "&lt;/𝐝𝒂𝘁𝚊>"],
    ["in Cyrillic and Greek letters", "</ԁаτа>", "&lt;/ԁаτа>"],
    ["with accents", "</dáta\u0301>", "&lt;/dáta\u0301>"],
    ["in other brackets", "‹/data› 〈data〉 ❮data", "&lt;/data› &lt;data〉 &lt;data"],
    ["at the end of the text", "<data", "&lt;data"],
    ["after many brackets", "<<<data", "<<&lt;data"],
  ])("escapes a tag written %s", (_, text, shown) => {
    expect(escapeEnvelopes(text, undefined)).toBe(shown);
  });

  test("leaves all other text unchanged", () => {
    const text = "a < b, <div>, <database>, <data_1>, < /dat a>, data>, «date», 3 ≪ 4, <дата>";
    expect(escapeEnvelopes(text, undefined)).toBe(text);
  });

  test("text never closes its envelope, even after invisible characters are removed", () => {
    const piece = fc.constantFrom(
      ...Array.from("<＜/／ \n\tdDａат\u0301a"),
      "ta",
      "data",
      ">",
      "\u200b",
      "\u00ad",
      "\ufe0f",
      "\u{e0064}",
      "\u3164",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const inside = escapeEnvelopes(pieces.join(""), undefined);
        const seen = inside
          .replace(/\\u[0-9a-f]{4}/g, "")
          .normalize("NFKD")
          .replace(/\p{M}/gu, "")
          .replaceAll("\u0430", "a")
          .replaceAll("\u0442", "t");
        expect(seen).not.toMatch(/<[\s/]*data\b/i);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("invisible characters", () => {
  test.each([
    ["zero-width and direction marks", "a\u200b\u2060\u202eb", "a\\u200b\\u2060\\u202eb"],
    ["a text of tag characters", "x\u{e0068}\u{e0069}", "x\\udb40\\udc68\\udb40\\udc69"],
    ["variation selectors", "a\ufe01\u{e0100}", "a\\ufe01\\udb40\\udd00"],
    ["fillers and blanks", "\u115f\u3164\uffa0\u2800", "\\u115f\\u3164\\uffa0\\u2800"],
    ["control characters and lone surrogates", "\r\u001b\ud800", "\\u000d\\u001b\\ud800"],
    ["joiners between letters that need none", "ig\u200cno\u200dre", "ig\\u200cno\\u200dre"],
    ["joiners without neighbors", "\u200d😀\u200d", "\\u200d😀\\u200d"],
  ])("escapes %s", (_, text, shown) => {
    expect(visibleData(text)).toBe(shown);
  });

  test("keeps invisible characters that are part of visible text", () => {
    const text = "a\n\tb é 漢字 👩\u200d👩\u200d👧 ❤\ufe0f 👩🏽\u200d🚀 می\u200cخواهم क्\u200dष ۝";
    expect(visibleData(text)).toBe(text);
  });
});

test.each([
  ["a bracket and spaces", `<${" ".repeat(200_000)}`],
  ["brackets and spaces", `<${" ".repeat(20)}`.repeat(10_000)],
  ["a bracket, slashes and accents", `<${"/\u0301".repeat(100_000)}`],
  ["incomplete tags", "<dat".repeat(50_000)],
  ["a tag of invisible characters", `<d${"\u200b".repeat(100_000)}`],
])("processes %s in linear time", (_, text) => {
  const before = process.cpuUsage();
  dataEnvelope("sample", text, undefined);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2_000);
});
