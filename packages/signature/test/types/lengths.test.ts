// Tests the longest texts that the type checker reads, in the forms with the longest chains of
// types. It doesn't read longer ones.

import { beforeAll, describe, expect, test } from "vitest";
import { parseSignature } from "../../src/parse-signature.ts";
import { compile, literalOf, type Compiled } from "./compile.ts";

const longest = 600;
const letters = "a b c d e f g h i j k l m n o p q r s t u v w x y z".split(" ");
/** `Aa` to `Zz`, which are also valid names of types. */
const shortNames = letters.flatMap((first) =>
  letters.map((second) => first.toUpperCase() + second),
);

/**
 * Returns `front`, one piece per short name while there is room, `back`, and white space up to the
 * maximum length.
 */
function filled(front: string, piece: (name: string) => string, back: string): string {
  const room = longest - front.length - back.length;
  const pieces = shortNames.slice(0, Math.floor(room / piece("Aa").length)).map(piece);
  return (front + pieces.join("") + back).padEnd(longest);
}

/** Returns as many levels as fit, at most the number that `parseSignature` accepts. */
function nested(open: string, core: string, close: string, most = 100): string {
  const levels = Math.min(most, Math.floor((longest - core.length) / (open.length + close.length)));
  return (open.repeat(levels) + core + close.repeat(levels)).padEnd(longest);
}

const cases = new Map([
  ["short fields", filled("{", (name) => `${name}:int,`, "}")],
  ["short parameters with space", filled("( ", (name) => `${name} :any? , `, ") -> :int")],
  ["fields of empty maps", filled("{", (name) => `${name}{},`, "}")],
  ["one long name", `{${"a".repeat(longest - 7)} :any}`],
  ["one long name without space", `{${"a".repeat(longest - 4)}{}}`],
  ["one name of hyphens", `{a${"-".repeat(longest - 8)} :any}`],
  ["one comment", `:int;${"x".repeat(longest - 5)}`],
  ["many comments", filled("", () => ";\n", ":int")],
  ["white space", `${" ".repeat(longest - 4)}:int`],
  ["unusual white space", `${"\uFEFF\t".repeat(longest / 2 - 2)}:int`],
  ["lists", nested("[", ":int", "]")],
  ["lists that may be nil", nested("[", ":int", "]?")],
  ["lists that may be nil, in words", nested("[", ":int", "]|nil")],
  ["maps", nested("{a", ":int", "}")],
  ["lists and maps with space", nested("[ {a ", ":int?", "}]", 50)],
  ["more lists than may be inside each other", nested("[", ":int", "]", longest)],
  ["values of an enum", filled("#{", (name) => `${name} `, "}")],
  ["texts of an enum", filled("#{", (name) => `'${name}',`, "}")],
  ["escapes", filled('#{"', () => String.raw`\n`, '"}')],
  ["a long description", filled('{a :int "', () => "xx", '"}')],
  ["definitions", filled("", (name) => `type ${name}:int,`, ":int")],
  ["uses of a definition", filled("type A:int{", (name) => `${name}:A,`, "}")],
]);

describe("texts of 600 characters", () => {
  let compiled: Compiled;
  beforeAll(() => {
    compiled = compile(
      [...cases.values()].map(
        (text, index) => `const is${String(index)} = signature(${literalOf(text)}).output;`,
      ),
    );
  });

  test.each([...cases].map(([what, text], index) => ({ what, text, index })))(
    "reads 600 characters of $what",
    ({ what, text, index }) => {
      expect(text).toHaveLength(longest);
      expect(parseSignature(text).ok).toBe(!what.startsWith("more lists"));
      expect(compiled.messages.get(index)).toBe(undefined);
      expect(compiled.typeOf(`is${String(index)}`)).not.toMatch(/^(unknown|any|never)$/u);
    },
  );
});

test("accepts any text of 601 characters and infers unknown", { tags: "full" }, () => {
  const malformed = "[".repeat(601);
  const compiled = compile([
    `const read = signature(${literalOf(":int".padEnd(600))}).output;`,
    `const unread = signature(${literalOf(":int".padEnd(601))});`,
    `const malformed = signature(${literalOf(malformed)});`,
    `signature(${literalOf(malformed.slice(1))});`,
  ]);
  expect(compiled.typeOf("read")).toBe("number");
  expect(compiled.typeOf("unread")).toBe("{ input: unknown; output: unknown; }");
  expect(compiled.typeOf("malformed")).toBe("{ input: unknown; output: unknown; }");
  expect([...compiled.messages.keys()]).toEqual([3]);
  expect(compiled.messages.get(3)).toContain("the [ is still open: write ]");
});
