// Converts JSON text to values and back. Invalid JSON reads as nil (DIV-23).

import { Keyword, MapValue, Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { call1, isCallable } from "../../functions/callable.ts";
import { atMost, wrongType } from "../../evaluation/arguments/expectations.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { realized } from "../../sequence/realize.ts";
import { readJson } from "./json-reader.ts";
import { writeJson } from "./json-writer.ts";
import { spendText } from "../text/text-cost.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";

function parse(branch: Branch, operation: string, text: Value, keys: Value): Result {
  if (typeof text !== "string") return null;
  spendText(branch, text.length);
  const options =
    keys === null || keys === false ? {} : { keyOf: keyMaker(branch, operation, keys) };
  return after(readJson(branch, operation, text, options), (value) => value ?? null);
}

/**
 * Parses one JSON value per line. Skips blank lines. Reads an invalid line as nil, like `parse`.
 */
function parseLines(branch: Branch, text: Value, keys: Value): Result {
  if (typeof text !== "string") return null;
  spendText(branch, text.length);
  branch.charge(2 * text.length);
  const values: Value[] = [];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  branch.charge(48 * lines.length);
  return eachElement(branch, Vector.ofGrown<Value>(lines), {
    compute: (line) => parse(branch, "json/parse-lines", line, keys),
    take: (value) => values.push(value) > 0,
    finish: () => Vector.ofGrown(values),
  });
}

/**
 * Converts field names to keys with the function `keys`, or to keywords. Converts each name once.
 */
function keyMaker(branch: Branch, operation: string, keys: Value): (name: string) => Value {
  const known = new Map<string, Value>();
  const make = (name: string): Value => {
    if (keys === true || !isCallable(keys)) return new Keyword(name);
    const key = call1(branch, keys, name);
    if (!(key instanceof Promise)) return key;
    // We don't await this call, so its failure must not count as unhandled.
    key.catch(() => undefined);
    throw new EvaluationError(
      "unsupported",
      `${operation}: the function for keys cannot call tools`,
      { op: operation, hint: "read the keys as strings, and change them with update-keys" },
    );
  };
  return (name) => {
    const key = known.get(name) ?? make(name);
    known.set(name, key);
    return key;
  };
}

/** `(json/read-str s :key-fn keyword)`. */
function readWithOptions(branch: Branch, [text = null, ...options]: readonly Value[]): Result {
  let keys: Value = null;
  for (let index = 0; index < options.length; index += 2) {
    const [option, value] = [options[index], options[index + 1]];
    if (!(option instanceof Keyword) || option.text !== "key-fn" || value === undefined)
      throw wrongArgument(
        "json/read-str",
        "the only option is :key-fn with a function",
        "write (json/read-str s :key-fn keyword)",
      );
    keys = value;
  }
  return parse(branch, "json/read-str", text, keys);
}

const writingForm = "(json/generate-string x {:pretty true})";

/** Accepts the options `{:pretty true}` and, like clojure.data.json, `:indent true`. */
function generate(branch: Branch, [value = null, ...given]: readonly Value[]): Result {
  const operation = "json/generate-string";
  const [options = null] = given;
  const pairs: [Value, Value][] = [];
  if (options instanceof MapValue)
    options.forEach((key: Value, option: Value) => pairs.push([key, option]));
  else if (given.length === 2) pairs.push([options, given[1] ?? null]);
  else if (options !== null)
    throw wrongType(operation, "a map of options", options, `write ${writingForm}`);
  let isPretty = false;
  for (const [key, option] of pairs) {
    if (!(key instanceof Keyword) || (key.text !== "pretty" && key.text !== "indent"))
      throw wrongArgument(operation, "the only option is :pretty", `write ${writingForm}`);
    isPretty = isTruthy(option);
  }
  atMost(given, 2, operation, writingForm);
  return writeJson(branch, realized(branch, value), operation, isPretty);
}

export const jsonRows: readonly BuiltinRow[] = [
  row(
    ["json/parse-string", "cheshire.core/parse-string", "json/decode", "json/parse"],
    ["(json/parse-string s)", "(json/parse-string s true)"],
    {
      doc: "Parses JSON text, or returns nil if it is invalid; objects have string keys, or keyword keys with true.",
      example: ['(json/parse-string "{\\"a\\": [1, null]}")', '{"a" [1 nil]}'],
      clojure: "cheshire.core/parse-string",
      callsFunctions: true,
      arities: {
        1: (branch, text) => parse(branch, "json/parse-string", text, null),
        2: (branch, text, keys) => parse(branch, "json/parse-string", text, keys),
      },
    },
  ),
  row("json/parse-lines", ["(json/parse-lines s)", "(json/parse-lines s true)"], {
    doc: "Parses text with one JSON value on each line; an invalid line is nil, and blank lines are skipped.",
    example: ['(json/parse-lines "{\\"a\\": 1}\\n[2]\\n")', '[{"a" 1} [2]]'],
    clojure: false,
    callsFunctions: true,
    arities: {
      1: (branch, text) => parseLines(branch, text, null),
      2: (branch, text, keys) => parseLines(branch, text, keys),
    },
  }),
  row(
    ["json/read-str", "clojure.data.json/read-str"],
    ["(json/read-str s)", "(json/read-str s :key-fn keyword)"],
    {
      doc: "Parses JSON text, or returns nil if it is invalid; :key-fn makes the keys.",
      example: ['(json/read-str "{\\"a\\": 1}" :key-fn keyword)', "{:a 1}"],
      callsFunctions: true,
      arities: { rest: { from: 1, apply: readWithOptions } },
    },
  ),
  row(
    [
      "json/generate-string",
      "cheshire.core/generate-string",
      "json/write-str",
      "clojure.data.json/write-str",
      "json/encode",
    ],
    ["(json/generate-string x)", writingForm],
    {
      doc: "Writes x as JSON text: keywords as strings, sets as arrays; :pretty indents it.",
      example: ["(json/generate-string {:a [1 nil true]})", '"{\\"a\\":[1,null,true]}"'],
      clojure: "cheshire.core/generate-string",
      arities: { rest: { from: 1, apply: generate } },
    },
  ),
];
