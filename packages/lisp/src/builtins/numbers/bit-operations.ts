// Bit operations on 64-bit integers in two's complement. Like the JVM, takes counts and indexes
// modulo 64.

import type { Value } from "@ptc/core/values";
import { exactInteger } from "@ptc/core/internal/values";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

/** @throws EvaluationError `type_error` unless `value` is a 64-bit integer */
function bits(value: Value, operation: string): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return value;
  throw wrongType(operation, "an integer of at most 64 bits", value);
}

function number(result: bigint): number | bigint {
  return exactInteger(BigInt.asIntN(64, result));
}

/** Returns a bit count or bit index. */
function position(value: Value, operation: string): bigint {
  return bits(value, operation) & 63n;
}

function combining(name: string, combine: (left: bigint, right: bigint) => bigint): Arities {
  return {
    2: (_, left, right) => number(combine(bits(left, name), bits(right, name))),
    rest: {
      from: 3,
      apply: (_, args) => number(args.map((value) => bits(value, name)).reduce(combine)),
    },
  };
}

function atPosition(name: string, compute: (value: bigint, position: bigint) => bigint): Arities {
  return { 2: (_, value, index) => number(compute(bits(value, name), position(index, name))) };
}

export const bitRows: readonly BuiltinRow[] = [
  row("bit-and", "(bit-and x y & more)", {
    doc: "The bits set in all arguments.",
    example: ["(bit-and 12 10)", "8"],
    readsElements: false,
    arities: combining("bit-and", (left, right) => left & right),
  }),
  row("bit-or", "(bit-or x y & more)", {
    doc: "The bits set in any argument.",
    example: ["(bit-or 12 10)", "14"],
    readsElements: false,
    arities: combining("bit-or", (left, right) => left | right),
  }),
  row("bit-xor", "(bit-xor x y & more)", {
    doc: "The bits set in an odd number of arguments.",
    example: ["(bit-xor 12 10)", "6"],
    readsElements: false,
    arities: combining("bit-xor", (left, right) => left ^ right),
  }),
  row("bit-and-not", "(bit-and-not x y & more)", {
    doc: "The bits of x that are set in no other argument.",
    example: ["(bit-and-not 15 9)", "6"],
    arities: combining("bit-and-not", (left, right) => left & ~right),
  }),
  row("bit-not", "(bit-not x)", {
    doc: "Inverts all bits of x.",
    example: ["(bit-not 0)", "-1"],
    readsElements: false,
    arities: { 1: (_, value) => number(~bits(value, "bit-not")) },
  }),
  row("bit-shift-left", "(bit-shift-left x n)", {
    doc: "Shifts x left by n bits.",
    example: ["(bit-shift-left 1 4)", "16"],
    readsElements: false,
    arities: atPosition("bit-shift-left", (value, count) => value << count),
  }),
  row("bit-shift-right", "(bit-shift-right x n)", {
    doc: "Shifts x right by n bits, keeping its sign.",
    example: ["(bit-shift-right 256 4)", "16"],
    readsElements: false,
    arities: atPosition("bit-shift-right", (value, count) => value >> count),
  }),
  row("unsigned-bit-shift-right", "(unsigned-bit-shift-right x n)", {
    doc: "Shifts x, as unsigned 64 bits, right by n bits.",
    example: ["(unsigned-bit-shift-right 256 4)", "16"],
    arities: atPosition(
      "unsigned-bit-shift-right",
      (value, count) => BigInt.asUintN(64, value) >> count,
    ),
  }),
  row("bit-set", "(bit-set x n)", {
    doc: "Sets bit n of x.",
    example: ["(bit-set 0 3)", "8"],
    arities: atPosition("bit-set", (value, index) => value | (1n << index)),
  }),
  row("bit-clear", "(bit-clear x n)", {
    doc: "Clears bit n.",
    example: ["(bit-clear 15 1)", "13"],
    arities: atPosition("bit-clear", (value, index) => value & ~(1n << index)),
  }),
  row("bit-flip", "(bit-flip x n)", {
    doc: "Inverts bit n of x.",
    example: ["(bit-flip 0 2)", "4"],
    arities: atPosition("bit-flip", (value, index) => value ^ (1n << index)),
  }),
  row("bit-test", "(bit-test x n)", {
    doc: "True if bit n of x is set.",
    example: ["(bit-test 5 2)", "true"],
    readsElements: false,
    arities: {
      2: (_, value, index) =>
        (bits(value, "bit-test") & (1n << position(index, "bit-test"))) !== 0n,
    },
  }),
];
