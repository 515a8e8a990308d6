// Tests the texts of all parse errors. Models repair their programs from them, so every change must
// be visible here.
import { describe, expect, test } from "vitest";
import type { ParseError } from "./parse-error.ts";
import { read } from "./read.ts";

function errorOf(source: string): ParseError {
  const result = read(source);
  if (result.ok) throw new Error(`${source} is accepted`);
  return result.error;
}

describe("errors for delimiters", () => {
  test.each([
    ["(foo", "Unclosed ( opened at line 1, column 1: add )"],
    ["\n  #{a", "Unclosed #{ opened at line 2, column 3: add }"],
    ["(a ; )", "Unclosed ( opened at line 1, column 1: add )"],
    [
      "(a (b [c {:d",
      "Unclosed { opened at line 1, column 10: add }; 4 delimiters are open at the end of the program, closing them all takes }]))",
    ],
    [
      "(".repeat(30),
      "Unclosed ( opened at line 1, column 30: add ); 30 delimiters are open at the end of the program, each needs its closing delimiter",
    ],
    ["(+ 1 2))", "Unmatched ) at line 1, column 8: nothing is open there, remove it"],
    ["a ]", "Unmatched ] at line 1, column 3: nothing is open there, remove it"],
    [
      "(let [x 1) x)",
      "Mismatched delimiters: [ opened at line 1, column 6 is closed by ) at line 1, column 10; write ] before it or instead of it",
    ],
    [
      "#(a}",
      "Mismatched delimiters: #( opened at line 1, column 1 is closed by } at line 1, column 4; write ) before it or instead of it",
    ],
    [
      "{:a}",
      "A map needs an even number of forms: key :a has no value in the map opened at line 1, column 1",
    ],
    [
      "{:a 1 (b\n c)}",
      "A map needs an even number of forms: key (b\\u000a c) has no value in the map opened at line 1, column 1",
    ],
    [
      "(f {:a 1 :b #_ 2})",
      "A map needs an even number of forms: key :b has no value in the map opened at line 1, column 4",
    ],
  ])("%j", (source, message) => {
    expect(errorOf(source).message).toBe(message);
  });

  test("reports an unclosed delimiter at the end of the program and shows where it was opened", () => {
    expect(errorOf("(a\n  (b\n")).toEqual({
      reason: "parse_error",
      message:
        "Unclosed ( opened at line 2, column 3: add ); 2 delimiters are open at the end of the program, closing them all takes ))",
      position: { offset: 8, line: 3, column: 1 },
      opened: { offset: 5, line: 2, column: 3 },
      excerpt: "  (b\n  ^",
      expected: [")"],
    });
  });

  test("shows a mismatched delimiter itself", () => {
    expect(errorOf("(a\n  [b)")).toMatchObject({
      position: { line: 2, column: 5 },
      opened: { line: 2, column: 3 },
      excerpt: "  [b)\n    ^",
      expected: ["]"],
    });
  });
});

describe("errors for words", () => {
  const digitFirst =
    "words starting with a digit must be numbers; put letters in a string or a keyword";
  test.each([
    ["1a", `Invalid number 1a at line 1, column 1: ${digitFirst}`],
    ["(+ 1.2.3)", `Invalid number 1.2.3 at line 1, column 4: ${digitFirst}`],
    ["0x1G", `Invalid number 0x1G at line 1, column 1: ${digitFirst}`],
    [
      "08",
      "Invalid number 08 at line 1, column 1: a leading zero means octal, where digits go up to 7; write it without the zero",
    ],
    ["1/0", "Invalid number 1/0 at line 1, column 1: it divides by zero"],
    [
      "2024-01-31",
      'Invalid number 2024-01-31 at line 1, column 1: a date is written as a string, like "2024-01-31"',
    ],
    ["1_000", "Invalid number 1_000 at line 1, column 1: digits are written without _"],
    ["1e", "Invalid number 1e at line 1, column 1: digits must follow the e"],
    ["37r1", "Cannot read 37r1 at line 1, column 1: a radix is a number from 2 to 36"],
    [
      `(+ 1 ${"9".repeat(200_000)})`,
      `Cannot read ${"9".repeat(40)}… at line 1, column 6: an integer has at most 524288 bits; write a decimal, like 1e100`,
    ],
    ["[2r102]", "Cannot read 2r102 at line 1, column 2: 2 is not a digit in radix 2"],
    ["##inf", "Unknown number ##inf at line 1, column 1: write ##Inf, ##-Inf or ##NaN"],
    ["foo/", "Invalid symbol foo/ at line 1, column 1: a name must follow the slash"],
    ["/foo", "Invalid symbol /foo at line 1, column 1: a name must precede the slash"],
    ["a//b", "Invalid symbol a//b at line 1, column 1: one slash separates namespace and name"],
    ["// c", "Invalid symbol // at line 1, column 1: a comment starts with ;"],
    [
      "{name: 1}",
      "Invalid symbol name: at line 1, column 2: the keys of a map have no colon after them: write :name 1",
    ],
    ["a::b", "Invalid symbol a::b at line 1, column 1: a name can't have two colons in a row"],
    [
      "a/1",
      "Invalid symbol a/1 at line 1, column 1: after a slash, a name can't start with a digit",
    ],
    [": a", "Invalid keyword : at line 1, column 1: a name must follow the colon directly"],
    [
      "::a/b",
      "Invalid keyword ::a/b at line 1, column 1: there are no namespace aliases; write it with one colon",
    ],
    [
      ":a:",
      "Invalid keyword :a: at line 1, column 1: a keyword does not end with a colon: write :a",
    ],
    [
      '{"a": {"b": 1}}',
      'Invalid keyword : at line 1, column 5: the keys of a map have no colon after them: write {"a" …}',
    ],
    [
      '{"total" : 5}',
      'Invalid keyword : at line 1, column 10: the keys of a map have no colon after them: write {"total" 5}',
    ],
    [
      "{'id': x}",
      "Invalid symbol id': at line 1, column 3: the keys of a map have no colon after them: write :id x",
    ],
    [
      "{1: 2}",
      "Invalid number 1: at line 1, column 2: the keys of a map have no colon after them: write {1 2}",
    ],
    [
      "(f 1)\nif x:\n  y",
      "Invalid symbol x: at line 2, column 4: blocks are in parentheses: write (if test then else), (for [x coll] body), (fn [x] body) or (defn name [x] body)",
    ],
    [
      "(= d '2026-01-31')",
      'Invalid number 2026-01-31\' at line 1, column 7: strings have double quotes: write "2026-01-31"',
    ],
    ["/* note */", "Invalid symbol /* at line 1, column 1: a comment starts with ;"],
    [":a/", "Invalid keyword :a/ at line 1, column 1: a name must follow the slash"],
    [":a::b", "Invalid keyword :a::b at line 1, column 1: a name can't have two colons in a row"],
    [":/a", "Invalid keyword :/a at line 1, column 1: a name must precede the slash"],
    [
      "\\foo",
      "Unknown character \\foo at line 1, column 1: write one character after the backslash, or \\newline, \\space, \\tab, \\return, \\backspace, \\formfeed, \\u and four hexadecimal digits",
    ],
    ["\\u12", "Unknown character \\u12 at line 1, column 1: \\u takes four hexadecimal digits"],
    ["\\o400", "Unknown character \\o400 at line 1, column 1: \\o takes octal digits up to 377"],
    [
      "\\ud83d",
      "Unknown character \\ud83d at line 1, column 1: it is half of a character; write the character itself, or a string",
    ],
  ])("%j", (source, message) => {
    expect(errorOf(source).message).toBe(message);
  });
});

describe("errors for strings", () => {
  test.each([
    [
      '(str "abc)',
      'Unclosed string opened at line 1, column 6: add " where it ends (inside, write \\" for a quotation mark)',
    ],
    [
      '#"a',
      'Unclosed regular expression opened at line 1, column 1: add " where it ends (inside, write \\" for a quotation mark)',
    ],
    ['"a\\qb"', "Unknown escape \\q in a string at line 1, column 3: for a backslash write \\\\"],
    [
      '"\\d"',
      'Unknown escape \\d in a string at line 1, column 2: write \\\\d, or a regular expression #"\\d"',
    ],
    [
      '"it\\\'s"',
      "Unknown escape \\' in a string at line 1, column 4: write ' without the backslash",
    ],
    [
      '"\\u00"',
      "Unknown escape \\u00 in a string at line 1, column 2: \\u takes four hexadecimal digits, as in \\u00e9",
    ],
    [
      '"\\400"',
      "Unknown escape \\40 in a string at line 1, column 2: an octal escape is \\0 to \\377; for a backslash write \\\\",
    ],
    ['"\\😀"', "Unknown escape \\😀 in a string at line 1, column 2: for a backslash write \\\\"],
  ])("%j", (source, message) => {
    expect(errorOf(source).message).toBe(message);
  });
});

describe("errors for prefixes and unsupported notation", () => {
  test.each([
    ["'", "Nothing follows ' at line 1, column 1: write the form it applies to, or remove it"],
    ["(@ )", "Nothing follows @ at line 1, column 2: write the form it applies to, or remove it"],
    ["[#_]", "Nothing follows #_ at line 1, column 2: write the form it applies to, or remove it"],
    ["#'", "Nothing follows #' at line 1, column 1: write the form it applies to, or remove it"],
    [
      "^1 x",
      "Incomplete metadata ^ at line 1, column 1: write ^, then a keyword, symbol, string or map, then the symbol or collection it belongs to",
    ],
    [
      "(^:a nil)",
      "Incomplete metadata ^ at line 1, column 2: write ^, then a keyword, symbol, string or map, then the symbol or collection it belongs to",
    ],
    [
      "`(a ~b)",
      "Unquote (~) is not supported, found at line 1, column 5: there are no macros; write the form itself",
    ],
    [
      "(~a)",
      "Unquote (~) is not supported, found at line 1, column 2: there are no macros; write the form itself",
    ],
    [
      "(~@a)",
      "Unquote-splicing (~@) is not supported, found at line 1, column 2: there are no macros; use concat",
    ],
    [
      "```clojure\n1\n```",
      "A code fence (```) is not part of a program, found at line 1, column 1: remove it",
    ],
    ["#?(:clj 1)", "Unsupported reader conditional #? at line 1, column 1: write the form itself"],
    ["#=(f)", "Unsupported evaluation at read time #= at line 1, column 1: write the form itself"],
    [
      " a  {#:a/a }",
      "Incomplete namespaced map at line 1, column 6: write #:name{:key value}; there are no namespaces that #:: could resolve",
    ],
    [
      "#:a #_{:b 1} (c)",
      "Incomplete namespaced map at line 1, column 1: write #:name{:key value}; there are no namespaces that #:: could resolve",
    ],
    ["#:a #_{:b", "Unclosed { opened at line 1, column 7: add }"],
    [
      "#::a{:b 1}",
      "Incomplete namespaced map at line 1, column 1: write #:name{:key value}; there are no namespaces that #:: could resolve",
    ],
    [
      "#<Object>",
      "Unreadable value #<Object> at line 1, column 1: values printed as #<…> can't be read",
    ],
    [
      "#foo [1]",
      "Unknown reader tag #foo at line 1, column 1: only #inst and #uuid are supported; a comment starts with ;",
    ],
    ["#inst 5", "Incomplete #inst at line 1, column 1: a string must follow it"],
    [
      "# (a)",
      "Lone # at line 1, column 1: it must be followed directly by ( { \" ' _ # or a tag; a comment starts with ;",
    ],
    ["(str “a”)", 'Typographic quotation mark “ (U+201C) at line 1, column 6: write " instead'],
    ["‘a", "Typographic quotation mark ‘ (U+2018) at line 1, column 1: write ' instead"],
    ["(a\u200b)", "Invisible character (U+200B) at line 1, column 3: remove it"],
    ["a\u2065", "Invisible character (U+2065) at line 1, column 2: remove it"],
    ["\u0000", "Control character (U+0000) at line 1, column 1: remove it"],
  ])("%j", (source, message) => {
    expect(errorOf(source).message).toBe(message);
  });
});

test("shortens quoted source and escapes invisible characters", () => {
  expect(errorOf(`1${"a".repeat(1000)}`).message).toBe(
    `Invalid number 1${"a".repeat(39)}… at line 1, column 1: words starting with a digit must be numbers; put letters in a string or a keyword`,
  );
  expect(errorOf('"\\\u001b"').message).toBe(
    "Unknown escape \\\\u001b in a string at line 1, column 2: for a backslash write \\\\",
  );
});

test("finds the mistake after any number of valid words", () => {
  expect(errorOf("(a :b 1 \\c nil ##Inf 1/2 :d/e f/g ]").message).toMatch(/^Mismatched delimiters/);
});
