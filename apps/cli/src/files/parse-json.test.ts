import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

describe("JSON", () => {
  test("is read", () => {
    expect(parseJson(' {"a": [1, null]} ')).toEqual({ ok: true, value: { a: [1, null] } });
  });

  test.each([
    ["", "expected a value, the text ends at line 1, column 1"],
    ["{", "expected a key in double quotes or }, the text ends at line 1, column 2"],
    ["{a: 1}", 'expected a key in double quotes or }, got "a" at line 1, column 2'],
    ['{"a": 1,}', 'expected a key in double quotes, got "}" at line 1, column 9'],
    ['{"a" 1}', 'expected :, got "1" at line 1, column 6'],
    ["[1,\n 2 3]", 'expected , or the closing bracket, got "3" at line 2, column 4'],
    ["[1}", 'expected , or the closing bracket, got "}" at line 1, column 3'],
    ["[,]", 'expected a value or ], got "," at line 1, column 2'],
    ["1 2", 'expected the end, got "2" at line 1, column 3'],
    ["[01]", 'expected a value or ], got "0" at line 1, column 2'],
    ['["a\nb"]', "expected a value or ], got a broken string at line 1, column 2"],
    ['["\\x"]', "expected a value or ], got a broken string at line 1, column 2"],
    ["nul", 'expected a value, got "n" at line 1, column 1'],
    ["NaN", 'expected a value, got "N" at line 1, column 1'],
  ])("%j is refused with the place", (text, problem) => {
    expect(parseJson(text)).toEqual({ ok: false, message: `not JSON: ${problem}` });
  });

  test("is refused wherever the host refuses it, and the place is inside the text", () => {
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
        if (!result.ok)
          expect(Number(/column (\d+)$/.exec(result.message)?.[1])).toBeLessThanOrEqual(
            text.length + 1,
          );
      }),
      { numRuns: 500 },
    );
  });
});
