// The classes that `instance?` knows: Java's and Clojure's names for the language's values. A class
// is supported if the value alone shows whether it is an instance; other classes are rejected.

import { shortened } from "@ptc/core/internal/printing";
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
  type TemporalKind,
  type Value,
} from "@ptc/core/values";
import { Atom } from "../../evaluation/state/atom.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { ExceptionValue } from "../../evaluation/errors/exception-value.ts";
import { isCallable } from "../../functions/callable.ts";
import { Delay } from "../../sequence/delay.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { isSorted } from "../../sequence/sorted-source.ts";
import { chargeText } from "../text/text-cost.ts";
import { row, type BuiltinRow } from "../row.ts";
import { isDecimal, isInteger, isNumber } from "./number-predicates.ts";

type Test = (value: Value) => boolean;

const isString: Test = (value) => typeof value === "string";
const isMap: Test = (value) => value instanceof MapValue;
const isSet: Test = (value) => value instanceof SetValue;
const isVector: Test = (value) => value instanceof Vector && !value.isSequence;
const isSequential: Test = (value) => value instanceof Vector || value instanceof LazySequence;
const isQueue: Test = (value) => value instanceof Vector && value.kind === "queue";
const isSequence: Test = (value) => isSequential(value) && !isVector(value) && !isQueue(value);
const isCollection: Test = (value) => isSequential(value) || isMap(value) || isSet(value);
const isException: Test = (value) => value instanceof ExceptionValue;
const isLong: Test = (value) =>
  typeof value === "bigint" ? BigInt.asIntN(64, value) === value : isInteger(value);

const time =
  (kind: TemporalKind): Test =>
  (value) =>
    value instanceof Temporal && value.kind === kind;

const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["Object", (value) => value !== null],
  ["String", isString],
  ["CharSequence", isString],
  ["Character", (value) => typeof value === "string" && isCharacter(value)],
  ["Number", isNumber],
  ["Long", isLong],
  ["Double", isDecimal],
  ["Boolean", (value) => typeof value === "boolean"],
  ["Keyword", (value) => value instanceof Keyword],
  ["Symbol", (value) => value instanceof SymbolValue],
  ["Named", (value) => value instanceof Keyword || value instanceof SymbolValue],
  ["Pattern", (value) => value instanceof RegexValue],
  ["Map", isMap],
  ["IPersistentMap", isMap],
  ["Set", isSet],
  ["IPersistentSet", isSet],
  ["IPersistentVector", isVector],
  ["IPersistentCollection", isCollection],
  ["Collection", (value) => isSequential(value) || isSet(value)],
  ["Iterable", isCollection],
  ["List", isSequential],
  ["Sequential", isSequential],
  ["ISeq", isSequence],
  ["PersistentQueue", isQueue],
  ["Associative", (value) => isMap(value) || isVector(value)],
  ["Sorted", isSorted],
  ["Fn", (value) => value instanceof FunctionValue],
  ["IFn", isCallable],
  ["Atom", (value) => value instanceof Atom],
  ["Delay", (value) => value instanceof Delay],
  ["IDeref", (value) => value instanceof Atom || value instanceof Delay],
  ["Throwable", isException],
  ["Exception", isException],
  ["ExceptionInfo", (value) => value instanceof ExceptionValue && value.parts.kind === "ex_info"],
  ["Instant", time("instant")],
  ["Date", time("instant")],
  ["LocalDate", time("local-date")],
  ["LocalDateTime", time("local-date-time")],
  ["LocalTime", time("local-time")],
  ["OffsetDateTime", time("offset-date-time")],
  ["ZonedDateTime", time("zoned-date-time")],
  ["YearMonth", time("year-month")],
  ["Duration", time("duration")],
  ["Period", time("period")],
]);

const wholeNumbers = "whole numbers are Long here: (instance? Long x), or (int? x)";

/** Hints for classes whose instances the language doesn't distinguish. */
const classHints: ReadonlyMap<string, string> = new Map([
  ["Integer", wholeNumbers],
  ["Short", wholeNumbers],
  ["Byte", wholeNumbers],
  ["BigInt", wholeNumbers],
  ["BigInteger", wholeNumbers],
  ["Float", "decimals are Double here: (instance? Double x)"],
  ["BigDecimal", "decimals are Double here: (instance? Double x)"],
  ["Ratio", "there are no ratios: (/ 1 3) is a decimal"],
  ["UUID", "identifiers are strings: use (uuid? x)"],
]);

const longestName = 60;

/** `(instance? Class x)`. The class is passed as the text of its name. */
function isInstance(branch: Branch, className: Value, value: Value): boolean {
  if (typeof className !== "string")
    throw wrongType(
      "instance?",
      "the name of a class",
      className,
      "write (instance? String x), or string? number? map? vector?",
    );
  chargeText(branch, className.length);
  const name = className.slice(className.lastIndexOf(".") + 1);
  const test = tests.get(name);
  if (test !== undefined) return test(value);
  throw new EvaluationError(
    "argument_error",
    `instance?: unknown class ${shortened(className, longestName)}`,
    {
      op: "instance?",
      hint: classHints.get(name) ?? `classes: ${[...tests.keys()].join(", ")}`,
    },
  );
}

export const classRows: readonly BuiltinRow[] = [
  row("bytes?", "(bytes? x)", {
    doc: "False: there are no byte arrays; binary data of the host is a vector of numbers.",
    example: ["(bytes? [1])", "false"],
    readsElements: false,
    arities: { 1: () => false },
  }),
  row("instance?", "(instance? Class x)", {
    doc: "True if x is an instance of a class such as String, Number, Map, Keyword or java.time.LocalDate.",
    example: ['[(instance? String "a") (instance? clojure.lang.Keyword 1)]', "[true false]"],
    quotesNames: "first",
    readsElements: false,
    arities: { 2: isInstance },
  }),
];
