// Constructors of Java's number classes, `(Integer. "42")`, as older programs write `parseInt`.
// They parse a string, and return a number of the class unchanged.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { described } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";
import { parseDecimal, parseInteger } from "./string-parsing.ts";
import { spendText } from "./text-cost.ts";
import { bits, integerOf, type IntegerClass } from "../numbers/class-integers.ts";
import { numeric } from "../numbers/numbers.ts";

function constructorRow(
  className: IntegerClass | "Double" | "Float",
  read: (text: string) => Value | undefined,
  numberOf: (value: Value, operation: string) => unknown,
): BuiltinRow {
  const operation = `${className}.`;
  const construct = (branch: Branch, value: Value): Value => {
    if (typeof value !== "string") {
      // Rejects values that aren't numbers of the class.
      numberOf(value, operation);
      return value;
    }
    spendText(branch, value.length);
    const found = read(value);
    if (found !== undefined) return found;
    throw wrongArgument(
      operation,
      `cannot read a number from ${described(value)}`,
      "parse-long and parse-double return nil for other text",
    );
  };
  return row([operation, `java.lang.${operation}`], `(${operation} s)`, {
    doc: `Reads a number in s like Java's ${className}; fails on other text.`,
    example: [`(${operation} "42")`, "42"],
    arities: { 1: construct },
  });
}

const integers = (className: IntegerClass): BuiltinRow =>
  constructorRow(
    className,
    (text) => parseInteger(text, bits[className]),
    (value, operation) => integerOf(value, className, operation),
  );

export const javaConstructorRows: readonly BuiltinRow[] = [
  integers("Integer"),
  integers("Long"),
  constructorRow("Double", parseDecimal, numeric),
  constructorRow("Float", parseDecimal, numeric),
];
