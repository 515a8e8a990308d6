// `read-string` and its EDN variant.

import { Keyword, MapValue, typeName, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { readData } from "./read-data.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";

const edn = "clojure.edn/read-string";

function read(branch: Branch, text: Value): Value {
  const value = readData(branch, text, "read-string");
  if (value === undefined)
    throw wrongArgument(
      "read-string",
      "the text contains no value",
      "check for blank text first, or use edn/read-string, which returns nil",
    );
  return value;
}

/** Supports only the option `:eof`, the result for a text without a value. */
function readWithOptions(operation: string) {
  return (branch: Branch, options: Value, text: Value): Value => {
    if (!(options instanceof MapValue)) throw wrongType(operation, "a map of options", options);
    const end = options.find(new Keyword("eof"), branch);
    if (options.count > (end === undefined ? 0 : 1))
      throw wrongArgument(
        operation,
        `the only option is :eof, got others in the ${typeName(options)}`,
      );
    const isNothing = text === null && operation === edn;
    const value = isNothing ? undefined : readData(branch, text, operation);
    if (value !== undefined) return value;
    if (end !== undefined) return end;
    throw wrongArgument(operation, "the text contains no value", "pass {:eof nil} for such a text");
  };
}

export const readingRows: readonly BuiltinRow[] = [
  row("read-string", ["(read-string s)", "(read-string {:eof value} s)"], {
    doc: "Reads the first value in s as data, without evaluation; returns the :eof value if s has none.",
    example: ['(read-string "{:a [1 2]}")', "{:a [1 2]}"],
    arities: { 1: read, 2: readWithOptions("read-string") },
  }),
  row(edn, ["(clojure.edn/read-string s)", "(clojure.edn/read-string {:eof value} s)"], {
    doc: "Reads the first value in s as data; returns nil or the :eof value if s has none.",
    example: ['(clojure.edn/read-string "#{1 :b}")', "#{1 :b}"],
    arities: {
      1: (branch, text) => (text === null ? null : (readData(branch, text, edn) ?? null)),
      2: readWithOptions(edn),
    },
  }),
];
