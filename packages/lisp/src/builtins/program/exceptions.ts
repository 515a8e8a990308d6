// Makes and inspects exceptions. Exceptions that a program throws and exceptions that it catches
// have the same type.

import { MapValue, typeName, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { ExceptionValue } from "../../evaluation/errors/exception-value.ts";
import { textOf } from "../text/printed-text.ts";
import { row, type BuiltinRow } from "../row.ts";

function makeInfo(branch: Branch, message: Value, data: Value, cause: Value): Value {
  if (message !== null && typeof message !== "string")
    throw new EvaluationError(
      "type_error",
      `ex-info: expected a message, got ${typeName(message)}`,
      { op: "ex-info", hint: 'write (ex-info "message" {:key value})' },
    );
  if (data !== null && !(data instanceof MapValue))
    throw new EvaluationError(
      "type_error",
      `ex-info: expected a map of data, got ${typeName(data)}`,
      { op: "ex-info", hint: 'write (ex-info "message" {:key value})' },
    );
  return exception(branch, { kind: "ex_info", message, data, cause: causeOf(cause, "ex-info") });
}

function exception(branch: Branch, parts: ExceptionValue["parts"]): ExceptionValue {
  branch.charge(128);
  return new ExceptionValue(parts);
}

function causeOf(cause: Value, operation: string): Value {
  if (cause === null || cause instanceof ExceptionValue) return cause;
  throw new EvaluationError(
    "type_error",
    `${operation}: expected an exception as the cause, got ${typeName(cause)}`,
    { op: operation },
  );
}

/** Reads a part of an exception. Like Clojure, returns nil for any other value. */
function part(
  read: (parts: ExceptionValue["parts"]) => Value,
): (branch: Branch, value: Value) => Value {
  return (_, value) => (value instanceof ExceptionValue ? read(value.parts) : null);
}

/**
 * Classes of which a program can make an exception. `catch` knows their hierarchy. `js/Error.`,
 * which isn't a Java class, makes an `Exception`.
 */
const classes = [
  "Exception",
  "RuntimeException",
  "IllegalArgumentException",
  "IllegalStateException",
  "UnsupportedOperationException",
  "ArithmeticException",
  "IndexOutOfBoundsException",
  "NullPointerException",
  "NumberFormatException",
  "ClassCastException",
  "Error",
  "AssertionError",
  "Throwable",
] as const;

function constructorRow(className: (typeof classes)[number]): BuiltinRow {
  const make = (branch: Branch, message: Value, cause: Value): Value =>
    exception(branch, {
      kind: "exception",
      className,
      message: message === null ? null : textOf(branch, message, `${className}.`),
      data: null,
      cause: causeOf(cause, `${className}.`),
    });
  return row(
    [
      `${className}.`,
      `java.lang.${className}.`,
      ...(className === "Exception" ? ["js/Error."] : []),
    ],
    [`(${className}.)`, `(${className}. message)`, `(${className}. message cause)`],
    {
      doc: `Makes an exception of class ${className} to throw.`,
      example: [`(ex-message (${className}. "no"))`, '"no"'],
      clojure: false,
      arities: {
        0: (branch) => make(branch, null, null),
        1: (branch, message) =>
          message instanceof ExceptionValue
            ? make(branch, message.parts.message, message)
            : make(branch, message, null),
        2: make,
      },
    },
  );
}

export const exceptionRows: readonly BuiltinRow[] = [
  row("ex-info", ["(ex-info message data)", "(ex-info message data cause)"], {
    doc: "Makes an exception with a message and data map, to throw.",
    example: ['(ex-data (ex-info "no stock" {:sku 7}))', "{:sku 7}"],
    readsElements: false,
    arities: { 2: (branch, message, data) => makeInfo(branch, message, data, null), 3: makeInfo },
  }),
  row(["ex-message", ".getMessage", ".getLocalizedMessage"], "(ex-message e)", {
    doc: "Returns the message of an exception, or nil.",
    example: [
      "(try (inc nil) (catch Exception e (ex-message e)))",
      '"inc: expected a number, got nil"',
    ],
    readsElements: false,
    arities: { 1: part(({ message }) => message) },
  }),
  row(["ex-data", ".getData"], "(ex-data e)", {
    doc: "Returns the data of an exception, or nil; evaluator errors have :kind, and :op or :tool.",
    example: ["(try (inc nil) (catch Exception e (:kind (ex-data e))))", ":type_error"],
    readsElements: false,
    arities: { 1: part(({ data }) => data) },
  }),
  row(["ex-cause", ".getCause"], "(ex-cause e)", {
    doc: "Returns the cause of an exception, or nil.",
    example: ['(ex-message (ex-cause (ex-info "b" {} (ex-info "a" {}))))', '"a"'],
    readsElements: false,
    arities: { 1: part(({ cause }) => cause) },
  }),
  ...classes.map(constructorRow),
];
