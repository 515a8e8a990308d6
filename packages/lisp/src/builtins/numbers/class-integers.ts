// Integers with the range of a Java class.

import type { Value } from "@ptc/core/values";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";

export type IntegerClass = "Integer" | "Long";

export const bits: Readonly<Record<IntegerClass, number>> = { Integer: 32, Long: 64 };

/**
 * Returns an integer in the range of the class.
 * @throws EvaluationError for a fraction or an integer out of range
 */
export function integerOf(value: Value, className: IntegerClass, operation: string): bigint {
  const isWhole =
    typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  if (!isWhole) throw wrongType(operation, "an integer", value, "drop the fraction with (long x)");
  const integer = BigInt(value);
  if (BigInt.asIntN(bits[className], integer) === integer) return integer;
  throw wrongArgument(
    operation,
    `the integer has more than ${String(bits[className])} bits`,
    className === "Integer" ? `use ${operation.replace("Integer", "Long")}` : undefined,
  );
}
