// `memoize`: a function that remembers its results. The memory belongs to the branch that made it.
// Parallel branches read the results from before they began and add none, so the cost of a run
// doesn't depend on their timing.

import { Vector, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import { callMany } from "../../functions/callable.ts";
import { after } from "../../evaluation/result.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { DerivedFunction } from "../../functions/derived-function.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

export function memoize(owner: Branch, f: Value): Value {
  const known = new MapBuilder();
  return new DerivedFunction("memoize", [f], (branch, args) => {
    branch.charge(bytesOfVector + args.length * 8);
    const key = Vector.of(args.slice());
    const found = known.get(key, branch);
    if (found !== undefined) return found;
    return after(callMany(branch, f, args), (value) => {
      if (!branch.actsFor(owner)) return value;
      branch.charge(64);
      known.set(key, value, branch);
      return value;
    });
  });
}
