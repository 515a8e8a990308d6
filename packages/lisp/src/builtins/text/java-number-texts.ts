// Texts of Java's numbers and booleans: `(Double/toString x)` and similar functions.

import type { Value } from "@ptc/core/values";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { numeric } from "../numbers/numbers.ts";
import { row, type BuiltinRow } from "../row.ts";
import { textOf } from "./printed-text.ts";

/** Writes a number as the language does, so whole numbers have no fraction. */
function textRow(className: "Double" | "Float"): BuiltinRow {
  const operation = `${className}/toString`;
  return row(operation, `(${operation} x)`, {
    doc: "Writes a number as str does; a whole number has no fraction.",
    example: [`(${operation} 1.5)`, '"1.5"'],
    arities: { 1: (branch, value) => textOf(branch, numeric(value, operation), operation) },
  });
}

function booleanOf(value: Value, operation: string): boolean {
  if (typeof value === "boolean") return value;
  throw wrongType(operation, "true or false", value);
}

export const numberTextRows: readonly BuiltinRow[] = [
  textRow("Double"),
  textRow("Float"),
  row("Boolean/toString", "(Boolean/toString x)", {
    doc: "Returns a boolean as text.",
    example: ["(Boolean/toString true)", '"true"'],
    arities: { 1: (_, value) => String(booleanOf(value, "Boolean/toString")) },
  }),
  row("Boolean/valueOf", "(Boolean/valueOf x)", {
    doc: "Returns a boolean, or the boolean of the text true in any case.",
    example: ['(Boolean/valueOf "TRUE")', "true"],
    arities: {
      1: (branch, value) => {
        if (typeof value !== "string") return booleanOf(value, "Boolean/valueOf");
        branch.spend(value.length >>> 4);
        return value.length === 4 && value.toLowerCase() === "true";
      },
    },
  }),
];
