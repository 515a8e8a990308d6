// Tests the error messages for texts that aren't signatures.

import { describe, expect, test } from "vitest";
import { parseSignature } from "./parse-signature.ts";
import type { SignatureError } from "./signature-error.ts";

function errorOf(text: string): SignatureError {
  const result = parseSignature(text);
  if (result.ok) expect.fail(`${text} was accepted`);
  return result.error;
}

describe("errors for unknown types", () => {
  test.each([
    [":list", "[:any], or name the type of the elements as in [:string]"],
    [":array", "[:any], or name the type of the elements as in [:string]"],
    [":str", ":string"],
    [":text", ":string"],
    [":integer", ":int"],
    [":number", ":int for whole numbers or :float"],
    [":double", ":float"],
    [":boolean", ":bool"],
    [":object", ":map, or name the fields as in {id :int}"],
    [":dict", ":map, or name the fields as in {id :int}"],
    [":tuple", "{first :any, second :any}: a map with named fields"],
    [":date", ":datetime"],
    [":atom", ":keyword"],
    [":String", ":string"],
    [":ints", "[:int]"],
    [":strng", ":string"],
    [":flaot", ":float"],
    [":any-map", "one of :string :int :float :bool :keyword :datetime :file :any :map"],
    [":constructor", "one of :string :int :float :bool :keyword :datetime :file :any :map"],
  ])("suggests a type for %s: write %s", (type, instead) => {
    expect(errorOf(`{a [${type}]}`)).toMatchObject({
      message: `unknown type ${type} at line 1, column 5: write ${instead}`,
      position: { offset: 4, line: 1, column: 5 },
      hint: `write ${instead}`,
    });
  });

  test("shows the line of an unknown type with a caret", () => {
    expect(errorOf("(ids [:int])\n  -> {rows :list,\n      total :int}")).toEqual({
      message:
        "unknown type :list at line 2, column 12: write [:any], or name the type of the elements as in [:string]",
      position: { offset: 24, line: 2, column: 12 },
      excerpt: "  -> {rows :list,\n           ^",
      hint: "write [:any], or name the type of the elements as in [:string]",
    });
  });

  test("reports the first of several mistakes in text order", () => {
    expect(errorOf("(a :str, a :int) -> :list").message).toBe(
      "unknown type :str at line 1, column 4: write :string",
    );
  });
});

describe("errors for duplicate names", () => {
  test.each([
    [
      "{a :int, a :string}",
      "the field a appears twice at line 1, column 10: rename or remove one of them",
    ],
    [
      "(q :int, q :int) -> :any",
      "the parameter q appears twice at line 1, column 10: rename or remove one of them",
    ],
    [
      "{due-at :int, due_at :int}",
      "the fields due-at and due_at are the same name in a program at line 1, column 15: rename or remove one of them",
    ],
  ])("%s", (text, message) => {
    expect(errorOf(text).message).toBe(message);
  });

  test("accepts the same name in different maps", () => {
    expect(parseSignature("(a {a :int}) -> {a {a :int}}").ok).toBe(true);
  });
});

describe("the excerpt of an error", () => {
  test("shows part of a long line, with the caret under the mistake", () => {
    const fields = Array.from({ length: 40 }, (_, index) => `field_${String(index)} :int`).join(
      ", ",
    );
    const { excerpt, position } = errorOf(`{${fields}, last :lizt}`);
    const [line = "", caret = ""] = excerpt.split("\n");
    expect(line.length).toBeLessThanOrEqual(82);
    expect(line.startsWith("…")).toBe(true);
    expect(line.slice(caret.length - 1)).toBe(":lizt}");
    expect(position.column).toBe(`{${fields}, last `.length + 1);
  });

  test("escapes control characters and keeps the caret in place", () => {
    const { excerpt, message } = errorOf("{a\t:int, \u001b[31m}\r\n; next");
    expect(excerpt).toBe(`{a\\t:int, \\u001b[31m}\n${" ".repeat(10)}^`);
    expect(message).toBe(
      "unexpected \\u001b in a name at line 1, column 10: a name is letters a to z, digits, _ and -, and starts with a letter or _",
    );
  });
});
