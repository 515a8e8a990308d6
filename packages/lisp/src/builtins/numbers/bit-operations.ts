// Bit operations on 64-bit integers in two's complement, as on the JVM: counts and indexes are
// taken modulo 64.

import { exactInteger, type Value } from "@ptc/core/values";
import { wrongType } from "../../evaluation/expectations.ts";
import type { BuiltinRow } from "../builtin.ts";

/** @throws EvaluationError `type_error` for what is no integer of 64 bits */
function bits(value: Value, operation: string): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return value;
  throw wrongType(operation, "an integer of at most 64 bits", value);
}

function number(result: bigint): number | bigint {
  return exactInteger(BigInt.asIntN(64, result));
}

/** A count of bits or the index of one. */
function position(value: Value, operation: string): bigint {
  return bits(value, operation) & 63n;
}

function combining(
  name: string,
  combine: (left: bigint, right: bigint) => bigint,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} x y & more)`],
    doc,
    example,
    clojure: name,
    arities: {
      2: (_, left, right) => number(combine(bits(left, name), bits(right, name))),
      rest: {
        from: 3,
        apply: (_, args) => number(args.map((value) => bits(value, name)).reduce(combine)),
      },
    },
  };
}

function atPosition(
  name: string,
  form: string,
  compute: (value: bigint, position: bigint) => bigint,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [form],
    doc,
    example,
    clojure: name,
    arities: { 2: (_, value, index) => number(compute(bits(value, name), position(index, name))) },
  };
}

export const bitRows: readonly BuiltinRow[] = [
  combining("bit-and", (left, right) => left & right, "The bits set in all arguments.", [
    "(bit-and 12 10)",
    "8",
  ]),
  combining("bit-or", (left, right) => left | right, "The bits set in any argument.", [
    "(bit-or 12 10)",
    "14",
  ]),
  combining(
    "bit-xor",
    (left, right) => left ^ right,
    "The bits set in an odd number of arguments.",
    ["(bit-xor 12 10)", "6"],
  ),
  combining(
    "bit-and-not",
    (left, right) => left & ~right,
    "The bits of x that are set in no other argument.",
    ["(bit-and-not 15 9)", "6"],
  ),
  {
    names: ["bit-not"],
    forms: ["(bit-not x)"],
    doc: "All bits of x turned over.",
    example: ["(bit-not 0)", "-1"],
    clojure: "bit-not",
    arities: { 1: (_, value) => number(~bits(value, "bit-not")) },
  },
  atPosition(
    "bit-shift-left",
    "(bit-shift-left x n)",
    (value, count) => value << count,
    "x moved n bits to the left.",
    ["(bit-shift-left 1 4)", "16"],
  ),
  atPosition(
    "bit-shift-right",
    "(bit-shift-right x n)",
    (value, count) => value >> count,
    "x moved n bits to the right, keeping its sign.",
    ["(bit-shift-right 256 4)", "16"],
  ),
  atPosition(
    "unsigned-bit-shift-right",
    "(unsigned-bit-shift-right x n)",
    (value, count) => BigInt.asUintN(64, value) >> count,
    "x as 64 bits without sign, moved n bits to the right.",
    ["(unsigned-bit-shift-right 256 4)", "16"],
  ),
  atPosition(
    "bit-set",
    "(bit-set x n)",
    (value, index) => value | (1n << index),
    "x with bit n set.",
    ["(bit-set 0 3)", "8"],
  ),
  atPosition(
    "bit-clear",
    "(bit-clear x n)",
    (value, index) => value & ~(1n << index),
    "x with bit n cleared.",
    ["(bit-clear 15 1)", "13"],
  ),
  atPosition(
    "bit-flip",
    "(bit-flip x n)",
    (value, index) => value ^ (1n << index),
    "x with bit n turned over.",
    ["(bit-flip 0 2)", "4"],
  ),
  {
    names: ["bit-test"],
    forms: ["(bit-test x n)"],
    doc: "Whether bit n of x is set.",
    example: ["(bit-test 5 2)", "true"],
    clojure: "bit-test",
    arities: {
      2: (_, value, index) =>
        (bits(value, "bit-test") & (1n << position(index, "bit-test"))) !== 0n,
    },
  },
];
