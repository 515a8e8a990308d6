import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CharacterSet,
  characterSetOf,
  complement,
  difference,
  everyCharacter,
  has,
  surrogateMembership,
  union,
  within,
} from "./character-set.ts";
import { createCharacterTests } from "./character-test.ts";
import { loadGrammar } from "./load-grammar.ts";

const interval = fc
  .tuple(fc.nat(300), fc.nat(40))
  .map(([from, length]) => [from, from + length] as const);
const set = fc
  .array(interval, { maxLength: 8 })
  .map((intervals): CharacterSet => union([intervals]));
const codes = Array.from({ length: 360 }, (_unused, code) => code);

describe("character sets", { timeout: 60_000 }, () => {
  test("operations return sets with the expected members", () => {
    fc.assert(
      fc.property(set, set, (left, right) => {
        for (const code of codes) {
          expect(has(union([left, right]), code)).toBe(has(left, code) || has(right, code));
          expect(has(complement(left), code)).toBe(!has(left, code));
          expect(has(difference(left, right), code)).toBe(has(left, code) && !has(right, code));
          expect(has(within(left, 50, 200), code)).toBe(
            has(left, code) && code >= 50 && code <= 200,
          );
        }
      }),
    );
  });

  test("decides whether a single UTF-16 code unit is enough", () => {
    expect(surrogateMembership(everyCharacter)).toBe("all");
    expect(surrogateMembership([[0, 0xd7ff]])).toBe("none");
    expect(surrogateMembership([[0x1f600, 0x1f64f]])).toBe("some");
    expect(surrogateMembership([[0xd800, 0xdfff]])).toBe("some");
  });

  test("resolves character sets through rules and negations", () => {
    const rules = loadGrammar(
      'G { start = ~delimiter letterOrDigit\n delimiter = "b" | "5"\n letterOrDigit = "a".."c" | digit }',
      "start",
    );
    expect(characterSetOf({ type: "apply", rule: "start" }, rules)).toEqual([
      [0x30, 0x34],
      [0x36, 0x39],
      [0x61, 0x61],
      [0x63, 0x63],
    ]);
  });
});

describe("emitted tests of a set", { timeout: 60_000 }, () => {
  test("emitted tests accept exactly the members of their set", () => {
    const wide = fc
      .tuple(set, fc.boolean())
      .map(([members, inverted]) => (inverted ? complement(members) : members));
    fc.assert(
      fc.property(wide, (members) => {
        const tests = createCharacterTests();
        const test = tests.test(members, "code", "Member");
        const isMember = runnable(tests.declarations(), test);
        for (const code of codes) expect(isMember(code)).toBe(has(members, code));
      }),
      { numRuns: 50 },
    );
  });
});

/** Returns a function of `code` over the declarations without their types. */
function runnable(declarations: readonly string[], test: string): (code: number) => boolean {
  const script = declarations.join("\n").replace(/: (number|boolean|string|Uint8Array)\b/g, "");
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, no-new-func -- what is emitted is text, and this test has to run it
  return new Function("code", `${script}\nreturn ${test};`) as (code: number) => boolean;
}
