// The order that a comparator gives a sorted collection. A function is called by the branch that
// searches or changes the collection, under its budget, and can reach no effect: a comparison
// happens wherever a key is looked for, and what looks does not wait.

import {
  Keyword,
  isTruthy,
  naturalOrder,
  orderNamed,
  type FunctionValue,
  type KeyOrder,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Callable, call2 } from "../../functions/callable.ts";
import { waitRefused } from "../../evaluation/errors/errors.ts";
import { Builtin } from "../builtin.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { signOf } from "./sorting.ts";

/** What a comparator argument means; nil is the order of `compare`, as in Clojure. */
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
 * The order in which `comparator` says what comes first: a boolean, or a number as `compare`
 * answers.
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
 * Told by its evaluation, which nothing else has that counts work: the class of branches is part of
 * what runs programs, and that is not part of a chunk of builtins.
 */
function isBranch(meter: WorkMeter | undefined): meter is Branch {
  return meter !== undefined && "evaluation" in meter;
}

/**
 * A search of a collection takes as much of the host's stack as this many calls, and counts as that
 * many: the limit of depth must be reached before the stack ends, whose size differs between hosts.
 */
const levelsOfSearch = 2;

/**
 * Calls the comparator in a branch of its own, which has the whole budget but waits for nothing. If
 * the comparator starts something that has to be waited for, that finds nothing left to spend and
 * ends.
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
