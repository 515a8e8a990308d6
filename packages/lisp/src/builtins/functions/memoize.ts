// `memoize`: a function that remembers its results. The memory belongs to the branch that made it.
// Parallel branches read the results from before they began and add none, so the cost of a run
// doesn't depend on their timing.

import { Vector, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import { callMany } from "../../functions/callable.ts";
import { after } from "../../evaluation/result.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { DerivedFunction } from "../../functions/derived-function.ts";
import { bytesOfRemembered, bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** The results that one run has remembered, and the branch that may add to them. */
interface Remembered {
  readonly owner: Branch;
  readonly results: MapBuilder;
}

export function memoize(maker: Branch, f: Value): Value {
  // A function in memory serves many runs, and starts each with no results, as after JSON.
  const byRun = new WeakMap<object, Remembered>();
  byRun.set(maker.evaluation, { owner: maker, results: new MapBuilder() });
  return new DerivedFunction("memoize", [f], (branch, args) => {
    branch.charge(bytesOfVector + args.length * 8);
    const key = Vector.of(args.slice());
    const { owner, results } = rememberedIn(branch, byRun);
    const found = results.get(key, branch);
    if (found !== undefined) return found;
    return after(callMany(branch, f, args), (value) => {
      if (!branch.actsFor(owner)) return value;
      branch.charge(bytesOfRemembered);
      results.set(key, value, branch);
      return value;
    });
  });
}

function rememberedIn(branch: Branch, byRun: WeakMap<object, Remembered>): Remembered {
  const known = byRun.get(branch.evaluation);
  if (known !== undefined) return known;
  let owner = branch;
  while (owner.outer !== undefined) owner = owner.outer;
  const remembered = { owner, results: new MapBuilder() };
  byRun.set(branch.evaluation, remembered);
  return remembered;
}
