// The order that a comparator gives a sorted collection. The branch that searches or changes the
// collection calls the comparator, under its budget. The comparator can't reach effects, because
// every lookup compares keys and lookups don't wait.

import { Keyword, type FunctionValue, type Value, type WorkMeter } from "@ptc/core/values";
import { isTruthy, naturalOrder, orderNamed, type KeyOrder } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Callable, call2 } from "../../functions/callable.ts";
import { waitRefused } from "../../evaluation/errors/errors.ts";
import { Builtin } from "../builtin.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { signOf } from "./sorting.ts";

/** Returns the order of a comparator argument. Like Clojure, nil means the order of `compare`. */
export function orderOf(comparator: Value, operation: string): KeyOrder {
  if (comparator === null) return naturalOrder;
  if (comparator instanceof Callable) return orderBy(comparator);
  throw wrongType(
    operation,
    "a comparator",
    comparator,
    comparator instanceof Keyword
      ? `sort by a field with (sort-by :${comparator.text} coll)`
      : `write (${operation} > …)`,
  );
}

/**
 * Returns the order that `comparator` defines, which returns a boolean or a number like `compare`.
 */
export function orderBy(comparator: FunctionValue): KeyOrder {
  const named = comparator instanceof Builtin ? orderNamed(comparator.name) : undefined;
  return (
    named ?? {
      comparator,
      compare: (left, right, meter) => compareBy(comparator, left, right, meter),
    }
  );
}

function compareBy(
  comparator: FunctionValue,
  left: Value,
  right: Value,
  meter: WorkMeter | undefined,
): number {
  if (!isBranch(meter))
    throw new Error("a sorted collection ordered by a function was searched without a branch");
  const order = withoutEffects(meter, comparator, left, right);
  if (typeof order !== "boolean") return signOf(order, "a sorted collection");
  if (order) return -1;
  return isTruthy(withoutEffects(meter, comparator, right, left)) ? 1 : 0;
}

/**
 * True for a branch, the only work meter with an evaluation. We can't test its class, because a
 * chunk of builtins doesn't include the code that runs programs.
 */
function isBranch(meter: WorkMeter | undefined): meter is Branch {
  return meter !== undefined && "evaluation" in meter;
}

/**
 * A search of a collection takes as much host stack as this many calls, and counts as that many.
 * The depth limit must be reached before the stack ends, and its size differs between hosts.
 */
const levelsOfSearch = 2;

/**
 * Calls the comparator in its own branch, which has the whole budget but doesn't wait. If the
 * comparator starts work that needs waiting, that work finds no budget left and ends.
 */
function withoutEffects(
  branch: Branch,
  comparator: FunctionValue,
  left: Value,
  right: Value,
): Value {
  const inner = branch.inner(
    branch.surrender(),
    branch.scope,
    branch.depth + levelsOfSearch,
    branch.isParallel,
  );
  inner.site = branch.site;
  inner.cannotWait = true;
  try {
    const order = call2(inner, comparator, left, right);
    if (!(order instanceof Promise)) return order;
    order.catch(() => undefined);
    throw waitRefused();
  } catch (error) {
    branch.site = inner.site;
    throw error;
  } finally {
    branch.join(inner);
  }
}
