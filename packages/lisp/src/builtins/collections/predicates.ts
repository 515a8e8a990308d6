// Predicates about values: nil, truth and type. They never fail and return false for values they
// don't apply to. See number-predicates.ts for numbers, collection-predicates.ts for collections,
// and names.ts for `type`, `name` and `keyword`.

import {
  FunctionValue,
  Keyword,
  RegexValue,
  SymbolValue,
  Temporal,
  equals,
  type Value,
} from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { isCallable } from "../../functions/callable.ts";
import { nameRows } from "../text/names.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { collectionPredicateRows } from "./collection-predicates.ts";
import { numberPredicateRows, numberTypeRows } from "./number-predicates.ts";
import { predicate } from "./predicate.ts";
import { row, type BuiltinRow } from "../row.ts";

/**
 * True if both are the same object, or equal values of nil, booleans, numbers, strings or
 * keywords.
 */
function isIdentical(branch: Branch, left: Value, right: Value): boolean {
  if (typeof left === "string" || (left instanceof Keyword && right instanceof Keyword))
    return equals(left, right, branch);
  return left === right;
}

const truthRows: readonly BuiltinRow[] = [
  row("nil?", "(nil? x)", {
    doc: "True if x is nil.",
    example: ["(nil? nil)", "true"],
    readsElements: false,
    arities: predicate((value) => value === null),
  }),
  row("some?", "(some? x)", {
    doc: "True if x is not nil.",
    example: ["(some? false)", "true"],
    readsElements: false,
    arities: predicate((value) => value !== null),
  }),
  row("any?", "(any? x)", {
    doc: "True for any x.",
    example: ["(any? nil)", "true"],
    readsElements: false,
    arities: predicate(() => true),
  }),
  row("not", "(not x)", {
    doc: "True for nil and false, otherwise false.",
    example: ["(not nil)", "true"],
    readsElements: false,
    arities: predicate((value) => !isTruthy(value)),
  }),
  row("boolean", "(boolean x)", {
    doc: "False for nil and false, otherwise true.",
    example: ["(boolean nil)", "false"],
    readsElements: false,
    arities: predicate(isTruthy),
  }),
  row("true?", "(true? x)", {
    doc: "True if x is exactly true.",
    example: ["(true? 1)", "false"],
    readsElements: false,
    arities: predicate((value) => value === true),
  }),
  row("false?", "(false? x)", {
    doc: "True if x is exactly false.",
    example: ["(false? nil)", "false"],
    readsElements: false,
    arities: predicate((value) => value === false),
  }),
  row("boolean?", "(boolean? x)", {
    doc: "True if x is true or false.",
    example: ["(boolean? nil)", "false"],
    readsElements: false,
    arities: predicate((value) => typeof value === "boolean"),
  }),
  row("identical?", "(identical? x y)", {
    doc: "True if x and y are the same collection, or equal numbers, strings or keywords. For data use =.",
    example: ["(identical? :a :a)", "true"],
    readsElements: false,
    arities: { 2: isIdentical },
  }),
];

const typeRows: readonly BuiltinRow[] = [
  ...numberTypeRows,
  row("string?", "(string? x)", {
    doc: "True if x is a string.",
    example: ['(string? "a")', "true"],
    readsElements: false,
    arities: predicate((value) => typeof value === "string"),
  }),
  row("char?", "(char? x)", {
    doc: "True if x is a string of one character.",
    example: ["(char? \\a)", "true"],
    arities: predicate((value) => typeof value === "string" && isCharacter(value)),
  }),
  row("keyword?", "(keyword? x)", {
    doc: "True if x is a keyword.",
    example: ["(keyword? :a)", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof Keyword),
  }),
  row("simple-keyword?", "(simple-keyword? x)", {
    doc: "True if x is a keyword without a namespace.",
    example: ["(simple-keyword? :a)", "true"],
    arities: predicate((value) => value instanceof Keyword && value.namespace === undefined),
  }),
  row("qualified-keyword?", "(qualified-keyword? x)", {
    doc: "True if x is a keyword with a namespace.",
    example: ["(qualified-keyword? :a/b)", "true"],
    arities: predicate((value) => value instanceof Keyword && value.namespace !== undefined),
  }),
  row("ident?", "(ident? x)", {
    doc: "True if x is a keyword or a symbol.",
    example: ["(ident? :a)", "true"],
    arities: predicate(isIdent),
  }),
  row("simple-ident?", "(simple-ident? x)", {
    doc: "True if x is a keyword or a symbol without a namespace.",
    example: ["(simple-ident? :a)", "true"],
    arities: predicate((value) => isIdent(value) && !isQualifiedIdent(value)),
  }),
  row("qualified-ident?", "(qualified-ident? x)", {
    doc: "True if x is a keyword or a symbol with a namespace.",
    example: ["(qualified-ident? :a/b)", "true"],
    arities: predicate((value) => isIdent(value) && isQualifiedIdent(value)),
  }),
  row("symbol?", "(symbol? x)", {
    doc: "True if x is a symbol: a quoted name.",
    example: ["(symbol? (quote a))", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof SymbolValue),
  }),
  row("simple-symbol?", "(simple-symbol? x)", {
    doc: "True if x is a symbol without a namespace.",
    example: ["(simple-symbol? 'a)", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof SymbolValue && !isQualified(value)),
  }),
  row("qualified-symbol?", "(qualified-symbol? x)", {
    doc: "True if x is a symbol with a namespace.",
    example: ["(qualified-symbol? 'a/b)", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof SymbolValue && isQualified(value)),
  }),
  row("regex?", "(regex? x)", {
    doc: "True if x is a regular expression.",
    example: ['(regex? #"a+")', "true"],
    arities: predicate((value) => value instanceof RegexValue),
  }),
  row("inst?", "(inst? x)", {
    doc: "True if x is a point in time.",
    example: ['(inst? (Instant/parse "2026-01-01T00:00:00Z"))', "true"],
    arities: predicate((value) => value instanceof Temporal && value.kind === "instant"),
  }),
  row("fn?", "(fn? x)", {
    doc: "True if x is a function.",
    example: ["(fn? inc)", "true"],
    readsElements: false,
    arities: predicate((value) => value instanceof FunctionValue),
  }),
  row("ifn?", "(ifn? x)", {
    doc: "True if x can be called: a function, keyword, map, set or vector.",
    example: ["(ifn? :a)", "true"],
    readsElements: false,
    arities: predicate(isCallable),
  }),
];

function isIdent(value: Value): value is Keyword | SymbolValue {
  return value instanceof Keyword || value instanceof SymbolValue;
}

function isQualifiedIdent(value: Keyword | SymbolValue): boolean {
  return value instanceof Keyword ? value.namespace !== undefined : isQualified(value);
}

function isQualified({ text }: SymbolValue): boolean {
  return text.indexOf("/") > 0;
}

export const predicateRows: readonly BuiltinRow[] = [
  ...truthRows,
  ...typeRows,
  ...collectionPredicateRows,
  ...numberPredicateRows,
  ...nameRows,
];
