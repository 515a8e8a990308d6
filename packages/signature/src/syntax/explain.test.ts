import { describe, expect, test } from "vitest";
import { parseSignature } from "../parse-signature.ts";

const marksHint = "T? may be missing or nil, T|nil may be nil: write one of them";
const unionHint = "write it as in :int|:string or :int|nil";
const anyHint = ":any, or a narrower type";
const restHint = "remove the rest, or put several values into a map {name :type}";

describe("syntax errors", () => {
  test.each([
    // nothing
    [
      "",
      "the signature is empty at line 1, column 1: write the type of the result, such as {count :int} or :any",
    ],
    [
      " ; later\n",
      "the signature is empty at line 2, column 1: write the type of the result, such as {count :int} or :any",
    ],
    // brackets
    [
      "[]",
      "the list has no element type at line 1, column 2: write [:any], or name it as in [:string]",
    ],
    ["{", "the { of line 1, column 1 is still open at line 1, column 2: write }"],
    ["{a [:int", "the [ of line 1, column 4 is still open at line 1, column 9: write ]"],
    [
      "(id :int -> :string",
      "the ( of line 1, column 1 is still open at line 1, column 10: write )",
    ],
    ["[{id :int]", "the { of line 1, column 2 is closed by a ] at line 1, column 10: write }"],
    ["{a :int}}", "nothing is open for the } at line 1, column 9: remove it"],
    // fields
    ["{id}", `id has no type at line 1, column 4: write id ${anyHint}`],
    [
      "(query, limit :int) -> :any",
      `query has no type at line 1, column 7: write query ${anyHint}`,
    ],
    ["{id", `id has no type at line 1, column 4: write id ${anyHint}`],
    ["{id int}", "a type starts with a colon at line 1, column 5: write id :int"],
    [
      "{id number}",
      "a type starts with a colon at line 1, column 5: write id :int for whole numbers or :float",
    ],
    [
      "{name: string}",
      "the colon belongs to the type of name at line 1, column 8: write name :string",
    ],
    [
      "(limit? :int) -> :any",
      "the ? belongs after the type of limit at line 1, column 7: write limit :any?, or a narrower type",
    ],
    ["{:id :int}", "a name can't have a colon at line 1, column 2: write id and then its type"],
    ['{"id" :int}', "unexpected quotes around a name at line 1, column 2: remove them"],
    [
      "{1st :int}",
      "unexpected 1 in a name at line 1, column 2: a name is letters a to z, digits, _ and -, and starts with a letter or _",
    ],
    [
      "{größe :int}",
      "unexpected ö in a name at line 1, column 4: a name is letters a to z, digits, _ and -, and starts with a letter or _",
    ],
    ["{a :int b :int}", "the comma before b is missing at line 1, column 9: write , b"],
    ["{a :int,, b :int}", "one comma too many at line 1, column 9: remove it"],
    ["{,}", "one comma too many at line 1, column 2: remove it"],
    // types
    ["{a :}", `the colon has no type name after it at line 1, column 5: write ${anyHint}`],
    ["{a : }", `the colon has no type name after it at line 1, column 6: write ${anyHint}`],
    [": int", "a type name must directly follow its colon at line 1, column 3: write :int"],
    ["{a :int??}", `the type is marked twice at line 1, column 9: ${marksHint}`],
    ["{a :int?|nil}", `the type is marked twice at line 1, column 9: ${marksHint}`],
    ["{a :int|nil?}", `the type is marked twice at line 1, column 12: ${marksHint}`],
    ["{a :int|}", `a type is missing after the | at line 1, column 9: ${unionHint}`],
    ["[|:int]", `a type is missing before the | at line 1, column 2: ${unionHint}`],
    [":int|(:string)", `a type is missing after the | at line 1, column 6: ${unionHint}`],
    ["{a :int | string}", "a type starts with a colon at line 1, column 11: write :string"],
    [
      ":int?|:string",
      "only the last type of a union has a mark at line 1, column 6: write it as in :int|:string? or :int|:string|nil",
    ],
    [
      ":int|nil|:string",
      "only the last type of a union has a mark at line 1, column 9: write it as in :int|:string? or :int|:string|nil",
    ],
    [
      "{a (or :int :string)}",
      "parentheses contain the parameters, once, before the arrow at line 1, column 4: write a map with named fields as {name :type}, a union as :int|:string",
    ],
    [
      "(or :int :string)",
      "a field has one type at line 1, column 10: write a comma and a name before the next field, or a union as :int|:string",
    ],
    [
      '{query "what to find"}',
      'query has no type at line 1, column 8: write it before the text, as in query :string "…"',
    ],
    ["{a true b :int}", "the comma before b is missing at line 1, column 9: write , b"],
    ["#{open", "the #{ of line 1, column 1 is still open at line 1, column 7: write }"],
    [
      "#{open [}",
      'unexpected [ in an enum at line 1, column 8: its values are words or texts, as in #{open "in progress"}',
    ],
    // texts
    [
      '{a :int "one" "two"}',
      "a field can have only one description at line 1, column 15: put both into one text",
    ],
    [
      ':int "a number"',
      'a description follows the type of a field at line 1, column 6: write it inside the braces, as in {count :int "how many"}',
    ],
    [
      '{a :int "one}',
      'the text of line 1, column 9 has no closing quote at line 1, column 14: write " at its end',
    ],
    [
      "#{it's}",
      "the text of line 1, column 5 has no closing quote at line 1, column 5: write ' at its end",
    ],
    [
      String.raw`{a :int "\x"}`,
      String.raw`the text has an unknown escape at line 1, column 9: known are \" \' \\ \n \t \r \f \b \u0041`,
    ],
    ['{a :int "one" b :int}', "the comma before b is missing at line 1, column 15: write , b"],
    // definitions
    [
      "type {id :int}",
      "a definition starts with the name of its type at line 1, column 6: write it as in type Order {id :int}",
    ],
    [
      "type Order",
      "the type Order has no definition at line 1, column 11: write type Order {id :int}, or any other type after the name",
    ],
    [
      "type Order {id :int}",
      "the signature after the definitions is missing at line 1, column 21: write it there, such as () -> :any",
    ],
    [
      "{a :int ?}",
      "the ? of an optional type must directly follow it at line 1, column 9: remove the space before it",
    ],
    [
      "[:int, :string]",
      "a list has one element type at line 1, column 6: close it with ]; a list of mixed elements is [:int|:string]",
    ],
    [
      "[:int :string]",
      "a list has one element type at line 1, column 7: close it with ]; a list of mixed elements is [:int|:string]",
    ],
    // the outline
    ["string", "a type starts with a colon at line 1, column 1: write :string"],
    [
      "list<int>",
      "a type starts with a colon at line 1, column 1: write [:any], or name the type of the elements as in [:string]",
    ],
    [
      "(q :string)",
      "the output type is missing at line 1, column 12: write -> and the type, such as -> :any",
    ],
    [
      "(q :string) ->",
      "the output type is missing at line 1, column 15: write it after the arrow, such as -> :any",
    ],
    [
      "(q :string) :int",
      "the arrow before the output type is missing at line 1, column 13: write ->",
    ],
    ["(q :string) => :int", "the arrow is not written => at line 1, column 13: write ->"],
    ["(q :string) → :int", "the arrow is not written → at line 1, column 13: write ->"],
    [
      ":int -> :string",
      "parameters before an arrow need parentheses at line 1, column 6: write them as in (query :string) ->",
    ],
    [
      "(a :int) -> (b :int)",
      "parentheses contain the parameters, once, before the arrow at line 1, column 13: write a map with named fields as {name :type}, a union as :int|:string",
    ],
    [":int :int", `the signature is complete before :int at line 1, column 6: ${restHint}`],
    [
      "(id :int) -> :string, :int",
      `the signature is complete before , at line 1, column 21: ${restHint}`,
    ],
    // anything else
    ["\u0000", "unexpected \\u0000 at line 1, column 1"],
    ["`:int`", "unexpected ` at line 1, column 1"],
    ["😀", "unexpected 😀 at line 1, column 1"],
  ])("explains the syntax error in %j", (text, message) => {
    const result = parseSignature(text);
    expect(result.ok ? "accepted" : result.error.message).toBe(message);
  });
});
