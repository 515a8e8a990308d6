// Predicates about what a value is: nil, truth, type, number kinds. They answer false for what they
// do not apply to and never fail. What a value is called (`type`, `name`, `keyword`) stands in
// names.ts.

import {
  FunctionValue,
  Keyword,
  LazySequence,
  MapValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  equals,
  isTruthy,
  type Value,
} from "@ptc/core/values";
import type { Branch } from "../../evaluation/branch.ts";
import { isCallable } from "../../functions/callable.ts";
import { nameRows } from "../text/names.ts";
import { isSorted } from "../../sequence/sorted-source.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import type { BuiltinRow } from "../builtin.ts";

/** A predicate of one argument under a Clojure name. */
function predicate(
  name: string,
  test: (value: Value) => boolean,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} x)`],
    doc,
    example,
    clojure: name,
    arities: { 1: (_, value) => test(value) },
  };
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/**
 * Integers are exact: safe numbers and bigints. A double beyond the safe range counts as a decimal.
 */
function isInteger(value: Value): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** A number with a fraction, an infinity, NaN, or too large to be exact. */
function isDecimal(value: Value): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value);
}

/** The remainder by two, for whole numbers of any size; `undefined` for everything else. */
function parity(value: Value): 0 | 1 | undefined {
  if (typeof value === "bigint") return value % 2n === 0n ? 0 : 1;
  if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
  return value % 2 === 0 ? 0 : 1;
}

function isCollection(value: Value): boolean {
  return (
    value instanceof Vector ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof LazySequence
  );
}

function isVector(value: Value): boolean {
  return value instanceof Vector && !value.isSequence;
}

function isSequential(value: Value): boolean {
  return value instanceof Vector || value instanceof LazySequence;
}

function never(): boolean {
  return false;
}

/**
 * Whether two values are one: the same object, or equal as nil, booleans, numbers, strings and
 * keywords are.
 */
function isIdentical(branch: Branch, left: Value, right: Value): boolean {
  if (typeof left === "string" || (left instanceof Keyword && right instanceof Keyword))
    return equals(left, right, branch);
  return left === right;
}

const truthRows: readonly BuiltinRow[] = [
  predicate("nil?", (value) => value === null, "Whether x is nil.", ["(nil? nil)", "true"]),
  predicate("some?", (value) => value !== null, "Whether x is anything but nil.", [
    "(some? false)",
    "true",
  ]),
  predicate("any?", () => true, "True for any x.", ["(any? nil)", "true"]),
  predicate(
    "not",
    (value) => !isTruthy(value),
    "True for nil and false, false for everything else.",
    ["(not nil)", "true"],
  ),
  predicate("boolean", isTruthy, "False for nil and false, true for everything else.", [
    "(boolean nil)",
    "false",
  ]),
  predicate("true?", (value) => value === true, "Whether x is exactly true.", [
    "(true? 1)",
    "false",
  ]),
  predicate("false?", (value) => value === false, "Whether x is exactly false.", [
    "(false? nil)",
    "false",
  ]),
  predicate("boolean?", (value) => typeof value === "boolean", "Whether x is true or false.", [
    "(boolean? nil)",
    "false",
  ]),
  {
    names: ["identical?"],
    forms: ["(identical? x y)"],
    doc: "Whether x and y are one value: the same collection, or equal numbers, strings, keywords. For data use =.",
    example: ["(identical? :a :a)", "true"],
    clojure: "identical?",
    arities: { 2: isIdentical },
  },
];

const typeRows: readonly BuiltinRow[] = [
  predicate("number?", isNumber, "Whether x is a number.", ["(number? 1.5)", "true"]),
  predicate("integer?", isInteger, "Whether x is a whole number held exactly.", [
    "(integer? 2)",
    "true",
  ]),
  predicate("int?", isInteger, "Whether x is a whole number held exactly.", [
    "(int? 2.5)",
    "false",
  ]),
  predicate(
    "float?",
    isDecimal,
    "Whether x is a number with a fraction, infinite or NaN; 2.0 is the integer 2.",
    ["(float? 2.5)", "true"],
  ),
  predicate(
    "double?",
    isDecimal,
    "Whether x is a number with a fraction, infinite or NaN; 2.0 is the integer 2.",
    ["(double? 2.5)", "true"],
  ),
  predicate("rational?", isInteger, "Whether x is an integer: there are no ratios.", [
    "(rational? 2)",
    "true",
  ]),
  predicate("ratio?", never, "Always false: there are no ratios.", ["(ratio? 0.5)", "false"]),
  predicate("decimal?", never, "Always false: there are no big decimals.", [
    "(decimal? 0.5)",
    "false",
  ]),
  predicate("string?", (value) => typeof value === "string", "Whether x is a string.", [
    '(string? "a")',
    "true",
  ]),
  predicate(
    "char?",
    (value) => typeof value === "string" && isCharacter(value),
    "Whether x is a string of one character.",
    ["(char? \\a)", "true"],
  ),
  predicate("keyword?", (value) => value instanceof Keyword, "Whether x is a keyword.", [
    "(keyword? :a)",
    "true",
  ]),
  predicate(
    "simple-keyword?",
    (value) => value instanceof Keyword && value.namespace === undefined,
    "Whether x is a keyword without a namespace.",
    ["(simple-keyword? :a)", "true"],
  ),
  predicate(
    "qualified-keyword?",
    (value) => value instanceof Keyword && value.namespace !== undefined,
    "Whether x is a keyword with a namespace.",
    ["(qualified-keyword? :a/b)", "true"],
  ),
  predicate(
    "ident?",
    (value) => value instanceof Keyword || value instanceof SymbolValue,
    "Whether x is a keyword or a symbol.",
    ["(ident? :a)", "true"],
  ),
  predicate(
    "symbol?",
    (value) => value instanceof SymbolValue,
    "Whether x is a symbol: a quoted name.",
    ["(symbol? (quote a))", "true"],
  ),
  predicate(
    "regex?",
    (value) => value instanceof RegexValue,
    "Whether x is a regular expression.",
    ['(regex? #"a+")', "true"],
  ),
  predicate(
    "inst?",
    (value) => value instanceof Temporal && value.kind === "instant",
    "Whether x is a point in time.",
    ['(inst? (Instant/parse "2026-01-01T00:00:00Z"))', "true"],
  ),
  predicate("fn?", (value) => value instanceof FunctionValue, "Whether x is a function.", [
    "(fn? inc)",
    "true",
  ]),
  predicate(
    "ifn?",
    isCallable,
    "Whether x can be called: a function, keyword, map, set or vector.",
    ["(ifn? :a)", "true"],
  ),
];

const collectionRows: readonly BuiltinRow[] = [
  predicate("coll?", isCollection, "Whether x is a vector, map or set.", ["(coll? {})", "true"]),
  predicate(
    "vector?",
    isVector,
    "Whether x is a vector; what a sequence function answers is none.",
    ["[(vector? [1]) (vector? (map inc [1]))]", "[true false]"],
  ),
  predicate("map?", (value) => value instanceof MapValue, "Whether x is a map.", [
    "(map? {})",
    "true",
  ]),
  predicate("set?", (value) => value instanceof SetValue, "Whether x is a set.", [
    "(set? #{})",
    "true",
  ]),
  predicate("list?", never, "Always false: lists are vectors here.", ["(list? [1])", "false"]),
  predicate(
    "seq?",
    (value) => value instanceof LazySequence || (value instanceof Vector && value.isSequence),
    "Whether x is a sequence, as sequence functions answer; a vector is none.",
    ["[(seq? [1]) (seq? (map inc [1]))]", "[false true]"],
  ),
  predicate("sequential?", isSequential, "Whether x is a vector or a sequence.", [
    "(sequential? [1])",
    "true",
  ]),
  predicate(
    "seqable?",
    (value) => value === null || typeof value === "string" || isCollection(value),
    "Whether x has elements: a collection, a string or nil.",
    ['(seqable? "abc")', "true"],
  ),
  predicate(
    "associative?",
    (value) => isVector(value) || value instanceof MapValue,
    "Whether x can be given to assoc: a map or vector.",
    ["(associative? {})", "true"],
  ),
  predicate(
    "counted?",
    (value) => isCollection(value) && !(value instanceof LazySequence),
    "Whether x is a collection that knows its count.",
    ["(counted? [1])", "true"],
  ),
  predicate("indexed?", isVector, "Whether x is a vector.", ["(indexed? [1])", "true"]),
  predicate(
    "reversible?",
    (value) => value instanceof Vector || isSorted(value),
    "Whether x is a vector or a sorted map or set, which rseq takes.",
    ["(reversible? [1])", "true"],
  ),
  predicate("sorted?", isSorted, "Whether x is a sorted map or set.", [
    "(sorted? (sorted-map))",
    "true",
  ]),
  predicate("map-entry?", never, "Always false: the entries of a map are vectors here.", [
    "(map-entry? [:a 1])",
    "false",
  ]),
];

const numberRows: readonly BuiltinRow[] = [
  predicate("zero?", (value) => value === 0, "Whether x is the number 0.", ["(zero? 0)", "true"]),
  predicate("pos?", (value) => isNumber(value) && value > 0, "Whether x is a number above 0.", [
    "(pos? 1)",
    "true",
  ]),
  predicate("neg?", (value) => isNumber(value) && value < 0, "Whether x is a number below 0.", [
    "(neg? -1)",
    "true",
  ]),
  predicate("even?", (value) => parity(value) === 0, "Whether x is an even whole number.", [
    "(even? 2)",
    "true",
  ]),
  predicate("odd?", (value) => parity(value) === 1, "Whether x is an odd whole number.", [
    "(odd? 3)",
    "true",
  ]),
  predicate(
    "pos-int?",
    (value) => isInteger(value) && value > 0,
    "Whether x is an integer above 0.",
    ["(pos-int? 1)", "true"],
  ),
  predicate(
    "neg-int?",
    (value) => isInteger(value) && value < 0,
    "Whether x is an integer below 0.",
    ["(neg-int? -1)", "true"],
  ),
  predicate(
    "nat-int?",
    (value) => isInteger(value) && value >= 0,
    "Whether x is an integer of 0 or above.",
    ["(nat-int? 0)", "true"],
  ),
  predicate("NaN?", (value) => Number.isNaN(value), "Whether x is not a number, ##NaN.", [
    "(NaN? ##NaN)",
    "true",
  ]),
  predicate(
    "infinite?",
    (value) => value === Infinity || value === -Infinity,
    "Whether x is ##Inf or ##-Inf.",
    ["(infinite? ##Inf)", "true"],
  ),
];

export const predicateRows: readonly BuiltinRow[] = [
  ...truthRows,
  ...typeRows,
  ...collectionRows,
  ...numberRows,
  ...nameRows,
];
