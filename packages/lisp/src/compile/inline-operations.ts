// Computes arithmetic and comparisons of two numbers without a call. Operands that are locals or
// numbers in the source need no call either. The general builtin handles everything else, so the
// meaning is the builtin's; both count one step. The closures below repeat each other on purpose,
// because sharing their code would cost the call that is saved here.

import type { Value } from "@ptc/core/values";
import { compareWith, equalValues, type ComparisonName } from "../builtins/numbers/comparison.ts";
import { add, multiply, numeric, subtract } from "../builtins/numbers/numbers.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Site } from "../evaluation/site.ts";
import type { SynchronousThunk } from "./compilation.ts";
import type { Operand } from "./operand.ts";

type Binary = (left: Value, right: Value, branch: Branch) => Value;
type BinaryCode = (left: Operand, right: Operand, site: Site) => SynchronousThunk;

/** Texts shorter than this are compared here. Comparing longer ones is charged, see `equals`. */
const shortText = 256;

const largest = Number.MAX_SAFE_INTEGER;

const binaryOperations: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ["+", add],
  ["-", subtract],
  ["*", multiply],
]);

const comparisons: ReadonlyMap<string, (left: number, right: number) => boolean> = new Map([
  ["<", (left: number, right: number) => left < right],
  [">", (left: number, right: number) => left > right],
  ["<=", (left: number, right: number) => left <= right],
  [">=", (left: number, right: number) => left >= right],
]);

const binaryCodes: ReadonlyMap<string, BinaryCode> = new Map<string, BinaryCode>([
  [
    "+",
    (left, right, site) =>
      right.number === undefined
        ? addition(left, right, site)
        : additionOf(left, right.number, add, site),
  ],
  [
    "-",
    (left, right, site) =>
      right.number === undefined
        ? subtraction(left, right, site)
        : additionOf(
            left,
            -right.number,
            (value, negated, branch) => subtract(value, -(negated as number), branch),
            site,
          ),
  ],
  ["*", multiplication],
  [
    "=",
    (left, right, site) =>
      right.number === undefined
        ? (equalityWithText(left, right.text, site) ??
          equalityWithText(right, left.text, site) ??
          equality(left, right, site))
        : equalityWith(left, right.number, site),
  ],
  [
    "<",
    (left, right, site) =>
      right.number === undefined ? less(left, right, site) : lessThan(left, right.number, site),
  ],
  [
    ">",
    (left, right, site) =>
      right.number === undefined
        ? greater(left, right, site)
        : greaterThan(left, right.number, site),
  ],
  ["<=", lessOrEqual],
  [">=", greaterOrEqual],
]);

/** Returns code for `name` applied to `args`, or `undefined` if such a call isn't inlined. */
export function inlineOperation(
  name: string,
  args: readonly Operand[],
  site: Site,
): SynchronousThunk | undefined {
  const [first, second] = args;
  if (first !== undefined && args.length === 1) {
    if (name === "inc")
      return additionOf(
        first,
        1,
        (value, one, branch) => add(numeric(value, name), one, branch),
        site,
      );
    return name === "dec"
      ? additionOf(
          first,
          -1,
          (value, minusOne, branch) => add(numeric(value, name), minusOne, branch),
          site,
        )
      : undefined;
  }
  return first === undefined || second === undefined || args.length !== 2
    ? undefined
    : binaryCodes.get(name)?.(first, second, site);
}

/**
 * Returns the same operation on values, for arguments that may have to wait. Returns `undefined`
 * for `=`, which may itself have to wait for elements of its arguments.
 */
export function binaryOperation(name: string): Binary | undefined {
  const compare = comparisons.get(name);
  if (compare === undefined) return binaryOperations.get(name);
  return (left, right, branch) =>
    typeof left === "number" && typeof right === "number"
      ? compare(left, right)
      : compareWith(name as ComparisonName, left, right, branch);
}

function addition(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") {
      const sum = left + right;
      if (sum <= largest && sum >= -largest) return sum;
    }
    branch.site = site;
    return add(left, right, branch);
  };
}

/**
 * Adds `amount` to the operand. Calls `otherwise` if the operand isn't a number, or if the sum is
 * outside the range of safe integers.
 */
function additionOf(
  { slot, compute }: Operand,
  amount: number,
  otherwise: Binary,
  site: Site,
): SynchronousThunk {
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number") {
      const sum = left + amount;
      if (sum <= largest && sum >= -largest) return sum;
    }
    branch.site = site;
    return otherwise(left, amount, branch);
  };
}

function subtraction(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") {
      const difference = left - right;
      if (difference <= largest && difference >= -largest) return difference;
    }
    branch.site = site;
    return subtract(left, right, branch);
  };
}

function multiplication(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") {
      const product = left * right;
      if (product <= largest && product >= -largest) return product;
    }
    branch.site = site;
    return multiply(left, right, branch);
  };
}

function equality(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") return left === right;
    if (typeof left === "string" && typeof right === "string" && left.length < shortText)
      return left === right;
    branch.site = site;
    return equalValues(left, right, branch);
  };
}

function equalityWith({ slot, compute }: Operand, number: number, site: Site): SynchronousThunk {
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number") return left === number;
    branch.site = site;
    return equalValues(left, number, branch);
  };
}

/**
 * Compares with a short text in the source, on either side. It equals only texts, and comparing it
 * is free.
 */
function equalityWithText(
  { slot, compute }: Operand,
  text: string | undefined,
  site: Site,
): SynchronousThunk | undefined {
  if (text === undefined || text.length >= shortText) return undefined;
  return (frame, branch) => {
    const value = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof value !== "string") branch.site = site;
    return value === text;
  };
}

function less(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") return left < right;
    branch.site = site;
    return compareWith("<", left, right, branch);
  };
}

function lessThan({ slot, compute }: Operand, number: number, site: Site): SynchronousThunk {
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number") return left < number;
    branch.site = site;
    return compareWith("<", left, number, branch);
  };
}

function greater(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") return left > right;
    branch.site = site;
    return compareWith(">", left, right, branch);
  };
}

function greaterThan({ slot, compute }: Operand, number: number, site: Site): SynchronousThunk {
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number") return left > number;
    branch.site = site;
    return compareWith(">", left, number, branch);
  };
}

function lessOrEqual(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") return left <= right;
    branch.site = site;
    return compareWith("<=", left, right, branch);
  };
}

function greaterOrEqual(first: Operand, second: Operand, site: Site): SynchronousThunk {
  const { slot, compute } = first;
  const { slot: secondSlot, compute: computeSecond } = second;
  return (frame, branch) => {
    const left = slot < 0 ? compute(frame, branch) : (frame[slot] as Value);
    const right = secondSlot < 0 ? computeSecond(frame, branch) : (frame[secondSlot] as Value);
    if (--branch.ticks < 0) branch.refillAt(site);
    if (typeof left === "number" && typeof right === "number") return left >= right;
    branch.site = site;
    return compareWith(">=", left, right, branch);
  };
}
