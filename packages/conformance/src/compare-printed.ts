// Compares printed values by meaning. Hosts print the same value differently, and have types that
// our language doesn't distinguish. Therefore 5 equals 5.0, a character equals its text, maps and
// sets are unordered, and floats are compared to nine digits. Integers are compared exactly, and a
// list doesn't equal a vector.

import { readPrintedValue, type PrintedValue } from "./printed-value.ts";

export interface ComparisonOptions {
  /**
   * If true, a keyword equals the string of its name, for oracles that print keywords as strings.
   */
  readonly keywordsAreTexts?: boolean;
  /** Replaces keywords and strings before they are compared. */
  readonly nameOf?: (name: string) => string;
  /** If true, a list equals the vector of its elements, for oracles without lists. */
  readonly listsAreVectors?: boolean;
}

/** True if both texts show the same value. Texts that can't be read are compared as they are. */
export function printedAgree(
  left: string,
  right: string,
  options: ComparisonOptions = {},
): boolean {
  if (left === right) return true;
  const [leftValue, rightValue] = [readPrintedValue(left), readPrintedValue(right)];
  return (
    leftValue !== undefined && rightValue !== undefined && sameValue(leftValue, rightValue, options)
  );
}

/** True if two parsed values mean the same. The options apply at every level. */
function sameValue(
  left: PrintedValue,
  right: PrintedValue,
  options: ComparisonOptions = {},
): boolean {
  const same = (one: PrintedValue, other: PrintedValue): boolean => sameValue(one, other, options);
  if (isNumber(left) && isNumber(right)) return sameNumber(left, right);
  if (options.keywordsAreTexts === true && isName(left) && isName(right)) {
    const { nameOf = (name: string): string => name } = options;
    return nameOf(left.value) === nameOf(right.value);
  }
  if (isSequence(left) && isSequence(right)) {
    if (left.kind !== right.kind && options.listsAreVectors !== true) return false;
    return (
      left.items.length === right.items.length &&
      left.items.every((item, index) => isSome(right.items[index], (other) => same(item, other)))
    );
  }
  if (left.kind === "set" && right.kind === "set")
    return sameWithoutOrder(left.items, right.items, same);
  if (left.kind === "map" && right.kind === "map") {
    return sameWithoutOrder(
      left.items,
      right.items,
      (one, other) => same(one[0], other[0]) && same(one[1], other[1]),
    );
  }
  return left.kind === right.kind && valueOf(left) === valueOf(right);
}

type NumberValue = Extract<PrintedValue, { kind: "integer" | "float" }>;

function sameNumber(left: NumberValue, right: NumberValue): boolean {
  if (left.kind === "integer" && right.kind === "integer") return left.value === right.value;
  const [one, other] = [Number(left.value), Number(right.value)];
  return (
    one === other ||
    (Number.isNaN(one) && Number.isNaN(other)) ||
    // An infinity is not close to any other number.
    (Number.isFinite(one - other) &&
      Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)))
  );
}

/** True if each item of one side has its own equal item on the other. */
function sameWithoutOrder<Item>(
  left: readonly Item[],
  right: readonly Item[],
  same: (one: Item, other: Item) => boolean,
): boolean {
  if (left.length !== right.length) return false;
  const rest = [...right];
  return left.every((item) => {
    const partner = rest.findIndex((other) => same(item, other));
    if (partner >= 0) rest.splice(partner, 1);
    return partner >= 0;
  });
}

function isSome<Item>(item: Item | undefined, test: (item: Item) => boolean): boolean {
  return item !== undefined && test(item);
}

function isNumber(value: PrintedValue): value is NumberValue {
  return value.kind === "integer" || value.kind === "float";
}

type SequenceValue = Extract<PrintedValue, { kind: "list" | "vector" }>;

function isSequence(value: PrintedValue): value is SequenceValue {
  return value.kind === "list" || value.kind === "vector";
}

function isName(value: PrintedValue): value is Extract<PrintedValue, { kind: "text" | "keyword" }> {
  return value.kind === "text" || value.kind === "keyword";
}

function valueOf(value: PrintedValue): unknown {
  return "value" in value ? value.value : undefined;
}
