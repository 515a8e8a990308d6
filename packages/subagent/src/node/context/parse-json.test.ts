import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const unquoted = "expected a value, or a string in double quotes";

describe("JSON of a context", () => {
  test("parses JSON", () => {
    expect(parseJson(' {"a": [1, null]} ')).toEqual({ ok: true, value: { a: [1, null] } });
  });

  test.each([
    ["", "expected a value, the text ends at line 1, column 1"],
    ["{", "expected , or }, the text ends at line 1, column 2"],
    ["{a: 1}", `${unquoted}, got "a" at line 1, column 2`],
    ['{"a": 1,}', 'expected a key in double quotes, got "}" at line 1, column 9'],
    ['{"a" 1}', 'expected : after the key, got "1" at line 1, column 6'],
    ["[1,\n 2 3]", 'expected , or the closing bracket, got "3" at line 2, column 4'],
    ["[1}", 'expected , or the closing bracket, got "}" at line 1, column 3'],
    ["[,]", 'expected a value, got "," at line 1, column 2'],
    ["1 2", 'expected the end, got "2" at line 1, column 3'],
    ["[01]", 'expected , or the closing bracket, got "1" at line 1, column 3'],
    ['["a\nb"]', `a string isn't closed on its line, got "\\"" at line 1, column 2`],
    ['["\\x"]', 'a string has an invalid escape, got "\\"" at line 1, column 2'],
    [
      '["\u0001"]',
      'a string contains a control character (write it as an escape), got "\\"" at line 1, column 2',
    ],
    ["nul", `${unquoted}, got "n" at line 1, column 1`],
    ["NaN", `${unquoted}, got "N" at line 1, column 1`],
    ["[1] // one", 'JSON doesn\'t allow comments, got "/" at line 1, column 5'],
  ])("refuses %j and reports the position", (text, problem) => {
    expect(parseJson(text)).toEqual({ ok: false, message: `not JSON: ${problem}` });
  });

  test("refuses endlessly nested JSON", () => {
    expect(parseJson(`${"[".repeat(200_000)}}`)).toEqual({
      ok: false,
      message: "not JSON: the position is unknown, because the JSON is nested too deeply",
    });
  });

  test("refuses JSON exactly if the host does, with a position inside the text", () => {
    const mutated = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", "}", "]", ",", ":", '"', "1", "x", "\\", "\u0001"),
      )
      .map(([text, at, inserted]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + inserted + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(mutated, (text) => {
        const result = parseJson(text);
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        expect(result.ok).toBe(accepted);
        if (!result.ok) expect(result.message).toMatch(/^not JSON: [^A-Z]|^not JSON: JSON has/);
        if (!result.ok)
          expect(Number(/column (\d+)$/.exec(result.message)?.[1])).toBeLessThanOrEqual(
            text.length + 1,
          );
      }),
      { numRuns: 500 },
    );
  });
});
