// Builtins that reduce many values to one: sums, averages, the least and the greatest. They skip
// nil and missing fields. Any other value that isn't a number is an error that names the field and
// the item.

import { FunctionValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { MapBuilder, OrderError, relativeOrder } from "@ptc/core/internal/values";
import { elementsOf } from "../../sequence/elements.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { orderMistake } from "../../evaluation/arguments/operand-error.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { wrongHiddenType, wrongType } from "../../evaluation/arguments/expectations.ts";
import { readsFirewalled } from "../../evaluation/firewalled-parts.ts";
import { assertKey, judgedElements, keysOf, readKey } from "../../sequence/key-reader.ts";
import { compareWith } from "../numbers/comparison.ts";
import { add, divide, type Numeric } from "../numbers/numbers.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

interface Total {
  readonly sum: Numeric;
  readonly count: number;
}

const nothing: Total = { sum: 0, count: 0 };

/**
 * Returns the sum of the numbers in `values`. For errors, `location` describes where the value at
 * an index came from.
 */
function total(
  branch: Branch,
  values: Vector<Value>,
  operation: string,
  location: (index: number) => string,
  wrong = wrongType,
  before: Total = nothing,
  start = 0,
): Total | Promise<Total> {
  let { sum, count } = before;
  for (let index = start; index < values.count; index++) {
    if (stepEndsTurn(branch)) {
      branch.ticks++;
      const sofar = { sum, count };
      return branch.inNextTurn(total, branch, values, operation, location, wrong, sofar, index);
    }
    const value = values.at(index);
    if (value === null) continue;
    if (typeof value !== "number" && typeof value !== "bigint")
      throw wrong(
        operation,
        `a number ${location(index)}`,
        value,
        typeof value === "string"
          ? "read numbers from text with parse-long or parse-double"
          : undefined,
      );
    sum = add(sum, value, branch);
    count++;
  }
  return { sum, count };
}

function totalOf(branch: Branch, collection: Value, operation: string): Total | Promise<Total> {
  if (
    !(collection instanceof Vector) &&
    !(collection instanceof SetValue) &&
    !(collection instanceof LazySeq) &&
    collection !== null
  ) {
    throw wrongType(
      operation,
      "a collection of numbers",
      collection,
      "for the values of a map: (sum (vals m))",
    );
  }
  return total(
    branch,
    elementsOf(branch, collection, operation),
    operation,
    (index) => `as item ${index + 1}`,
  );
}

function totalBy(
  branch: Branch,
  key: Value,
  collection: Value,
  operation: string,
  finish: (total: Total) => Value,
): Result {
  const { site } = branch;
  if (typeof collection === "string") throw wrongType(operation, "a collection", collection);
  const elements = judgedElements(branch, key, collection, operation);
  const wrong = readsFirewalled(branch, key) ? wrongHiddenType : wrongType;
  const location =
    key instanceof FunctionValue ? "from the function for" : `at ${printShort(key)} of`;
  return after(keysOf(branch, key, elements, operation), (values) => {
    branch.site = site;
    const found = total(
      branch,
      values as Vector<Value>,
      operation,
      (index) => `${location} item ${index + 1}`,
      wrong,
    );
    return after(found, finish);
  });
}

/** Returns the average, or nil if there are no numbers. */
function average(branch: Branch, { sum, count }: Total): Value {
  return count === 0 ? null : divide(sum, count, branch);
}

/**
 * Returns the first element whose key comes before (sign -1) or after (sign 1) all others. Skips
 * elements without a key.
 */
function extremeBy(
  branch: Branch,
  key: Value,
  elements: Vector<Value>,
  name: "min-by" | "max-by",
  sign: 1 | -1,
): Result {
  const order = (left: Value, right: Value): number => {
    const found = relativeOrder(left, right, branch);
    if (Number.isNaN(found)) throw orderMistake(new OrderError(left, right), name);
    return found;
  };
  let best: Value = null;
  let bestKey: Value = null;
  return eachElement(branch, elements, {
    compute: (element) => readKey(branch, key, element),
    take: (computed, element) => {
      if (computed !== null && (bestKey === null || order(computed, bestKey) * sign > 0))
        [best, bestKey] = [element, computed];
      return true;
    },
    finish: () => best,
  });
}

function leastOrGreatestBy(name: "min-by" | "max-by", sign: 1 | -1): Arities {
  return {
    2: (branch, key, collection) =>
      extremeBy(branch, key, judgedElements(branch, key, collection, name), name, sign),
    rest: {
      from: 3,
      apply: (branch, [key = null, ...items]) => {
        assertKey(key, name);
        return extremeBy(branch, key, Vector.of(items), name, sign);
      },
    },
  };
}

/**
 * True if the key of an item replaces the best one. Compares keys with `>` and `<`: the first of
 * the first two must win, and each later one must not lose. The two rules differ only for NaN.
 */
function isExtreme(
  branch: Branch,
  computed: Value,
  best: Value,
  sign: 1 | -1,
  isSecond: boolean,
): boolean {
  return isSecond
    ? !compareWith(sign > 0 ? ">" : "<", best, computed, branch)
    : compareWith(sign > 0 ? ">=" : "<=", computed, best, branch);
}

/**
 * Returns the argument whose key is last in the order; of equal ones the later. Source:
 * `clojure.core/max-key`.
 */
function extremeKey(branch: Branch, key: Value, items: Vector<Value>, sign: 1 | -1): Result {
  let best: Value | undefined;
  let bestKey: Value = null;
  let seen = 0;
  return eachElement(branch, items, {
    compute: (item) => readKey(branch, key, item),
    take: (computed, item) => {
      if (best === undefined || isExtreme(branch, computed, bestKey, sign, seen === 1))
        [best, bestKey] = [item, computed];
      seen++;
      return true;
    },
    finish: () => best ?? null,
  });
}

function leastOrGreatest(sign: 1 | -1): Arities {
  return {
    2: (_, __, item) => item,
    rest: {
      from: 3,
      apply: (branch, [key = null, ...items]) => extremeKey(branch, key, Vector.of(items), sign),
    },
  };
}

function distinctBy(branch: Branch, key: Value, collection: Value): Result {
  const elements = judgedElements(branch, key, collection, "distinct-by");
  return after(keysOf(branch, key, elements, "distinct-by"), (keys) => {
    branch.charge(bytesOfVector + elements.count * 56);
    return uniqueBy(branch, keys as Vector<Value>, elements, new MapBuilder(branch), [], 0);
  });
}

function uniqueBy(
  branch: Branch,
  keys: Vector<Value>,
  elements: Vector<Value>,
  seen: MapBuilder,
  unique: Value[],
  start: number,
): Result {
  for (let index = start; index < elements.count; index++) {
    const found = keys.at(index);
    if (!seen.has(found)) {
      seen.set(found, true);
      unique.push(elements.at(index));
    }
    if (stepEndsTurn(branch))
      return branch.inNextTurn(uniqueBy, branch, keys, elements, seen, unique, index + 1);
  }
  return Vector.of(unique);
}

export const aggregateRows: readonly BuiltinRow[] = [
  row("sum", "(sum coll)", {
    doc: "Adds the numbers; skips nils.",
    example: ["(sum [1 2 3.5])", "6.5"],
    clojure: false,
    arities: {
      1: (branch, collection) => after(totalOf(branch, collection, "sum"), ({ sum }) => sum),
    },
  }),
  row("avg", "(avg coll)", {
    doc: "Averages the numbers; nil for none.",
    example: ["(avg [2 4])", "3"],
    clojure: false,
    arities: {
      1: (branch, collection) =>
        after(totalOf(branch, collection, "avg"), (found) => average(branch, found)),
    },
  }),
  row("sum-by", "(sum-by key coll)", {
    doc: "Adds the values that key (keyword, field name, path or function) reads.",
    example: ["(sum-by :n [{:n 1} {:n 2} {}])", "3"],
    clojure: false,
    callsFunctions: true,
    arities: {
      2: (branch, key, collection) => totalBy(branch, key, collection, "sum-by", ({ sum }) => sum),
    },
  }),
  row("avg-by", "(avg-by key coll)", {
    doc: "Averages the values that key reads; nil for none.",
    example: ["(avg-by :n [{:n 1} {:n 2} {}])", "1.5"],
    clojure: false,
    callsFunctions: true,
    arities: {
      2: (branch, key, collection) =>
        totalBy(branch, key, collection, "avg-by", (found) => average(branch, found)),
    },
  }),
  row("min-by", ["(min-by key coll)", "(min-by key x y ...)"], {
    doc: "Returns the element with the least key; skips missing keys.",
    example: ["(min-by :n [{:n 2} {:n 1} {}])", "{:n 1}"],
    clojure: false,
    callsFunctions: true,
    arities: leastOrGreatestBy("min-by", -1),
  }),
  row("max-by", ["(max-by key coll)", "(max-by key x y ...)"], {
    doc: "Returns the element with the greatest key; skips missing keys.",
    example: ["(max-by :n [{:n 1} {:n 2} {}])", "{:n 2}"],
    clojure: false,
    callsFunctions: true,
    arities: leastOrGreatestBy("max-by", 1),
  }),
  row("min-key", "(min-key f x y ...)", {
    doc: "The argument for which f is least.",
    example: ['(min-key count "abc" "a" "ab")', '"a"'],
    callsFunctions: true,
    arities: leastOrGreatest(-1),
  }),
  row("max-key", "(max-key f x y ...)", {
    doc: "The argument for which f is greatest.",
    example: ['(max-key count "a" "abc" "ab")', '"abc"'],
    callsFunctions: true,
    arities: leastOrGreatest(1),
  }),
  row("distinct-by", "(distinct-by key coll)", {
    doc: "Keeps the first element for each key.",
    example: ["(distinct-by :k [{:k 1, :n 1} {:k 1, :n 2}])", "[{:k 1, :n 1}]"],
    clojure: false,
    callsFunctions: true,
    arities: { 2: distinctBy },
  }),
];
