// The table "Style Examples" of the specification: `color` as an empty text, a text, a list and an
// object, and the result for each style.

import { describe, expect, test } from "vitest";
import type { Style, Writing } from "../plan/parameters.ts";
import { styledPairs, styledText } from "./parameter-style.ts";
import { encodeAll, encodeUnreserved } from "./percent.ts";

const list = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

function writing(style: Style, explode: boolean): Writing {
  return { style, explode, allowReserved: false };
}

describe("styledText (path and header)", () => {
  test.each<[Style, boolean, string, string, string, string]>([
    [
      "matrix",
      false,
      ";color",
      ";color=blue",
      ";color=blue,black,brown",
      ";color=R,100,G,200,B,150",
    ],
    [
      "matrix",
      true,
      ";color",
      ";color=blue",
      ";color=blue;color=black;color=brown",
      ";R=100;G=200;B=150",
    ],
    ["label", false, "", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
    ["label", true, "", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
    ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
    ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ])(
    "writes the style %s with explode %s as in the specification",
    (style, explode, ...expected) => {
      const written = ["", "blue", list, object].map((value) =>
        styledText(writing(style, explode), "color", value, encodeAll),
      );
      expect(written).toEqual(expected);
    },
  );
});

function query(style: Style, explode: boolean, value: unknown, encode = encodeAll): string {
  return styledPairs(writing(style, explode), "color", value, encode)
    .map((pair) => pair.join("="))
    .join("&");
}

describe("styledPairs (query, form and cookie)", () => {
  test.each<[Style, boolean, string, string, string, string]>([
    ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
    [
      "form",
      true,
      "color=",
      "color=blue",
      "color=blue&color=black&color=brown",
      "R=100&G=200&B=150",
    ],
    [
      "spaceDelimited",
      false,
      "color=",
      "color=blue",
      "color=blue%20black%20brown",
      "color=R%20100%20G%20200%20B%20150",
    ],
    [
      "pipeDelimited",
      false,
      "color=",
      "color=blue",
      "color=blue%7Cblack%7Cbrown",
      "color=R%7C100%7CG%7C200%7CB%7C150",
    ],
    [
      "deepObject",
      true,
      "color=",
      "color=blue",
      "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown",
      "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ],
  ])(
    "writes the style %s with explode %s as in the specification",
    (style, explode, ...expected) => {
      expect(["", "blue", list, object].map((value) => query(style, explode, value))).toEqual(
        expected,
      );
    },
  );

  test("omits empty lists and objects, and null inside them", () => {
    for (const style of ["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const)
      for (const explode of [true, false]) {
        expect(query(style, explode, [])).toBe("");
        expect(query(style, explode, { a: null })).toBe("");
        expect(query(style, explode, [null, "x"])).toMatch(/^color(%5B%5D)?=x$/);
      }
  });

  test("writes nested values as JSON, or with brackets in a deepObject", () => {
    expect(query("form", true, { R: { a: [1] } })).toBe("R=%7B%22a%22%3A%5B1%5D%7D");
    expect(
      decodeURIComponent(query("deepObject", true, { a: { b: 1, c: [2, 3], d: [{ e: 4 }] } })),
    ).toBe("color[a][b]=1&color[a][c][]=2&color[a][c][]=3&color[a][d][0][e]=4");
  });

  test("allowReserved preserves reserved characters and percent-encodings, except separators", () => {
    expect(query("form", true, "a/b?c:d@e,f;g=h!i$j'k(l)*", encodeUnreserved)).toBe(
      "color=a/b?c:d@e,f;g=h!i$j'k(l)*",
    );
    expect(query("form", true, '%2F % & # + [x] ü "', encodeUnreserved)).toBe(
      "color=%2F%20%25%20%26%20%23%20%2B%20%5Bx%5D%20%C3%BC%20%22",
    );
  });
});

test("encodeAll encodes everything but unreserved characters, including lone surrogates", () => {
  const all = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code)).join("");
  expect(encodeAll(all).replace(/%[0-9A-F]{2}/g, "")).toBe(
    "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
  );
  expect(encodeAll("a\ud800b")).toBe("a%EF%BF%BDb");
});
