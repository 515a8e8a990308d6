// All ways to choose some of the elements, in the order of the elements.

import { Vector, type Value } from "@ptc/core/values";
import { elementsOf } from "../../sequence/elements.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { elementCount } from "../../evaluation/arguments/expectations.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** `(combinations coll n)`. There is one choice of zero elements, the empty one. */
export function combinations(branch: Branch, collection: Value, size: Value): Value {
  const elements = elementsOf(branch, collection, "combinations");
  const wanted = elementCount(size, "combinations");
  const chosen: Value[] = [];
  if (wanted > elements.count) return Vector.ofGrown(chosen);
  const picks = Array.from({ length: wanted }, (_, index) => index);
  do {
    branch.charge(bytesOfVector + wanted * 8);
    branch.spend(1 + wanted);
    chosen.push(Vector.of(picks.map((index) => elements.at(index))));
  } while (advance(picks, elements.count));
  return Vector.ofGrown(chosen);
}

/** Advances to the next choice in order. Returns false after the last. */
function advance(picks: number[], count: number): boolean {
  for (let place = picks.length - 1; place >= 0; place--) {
    const pick = picks[place] ?? 0;
    if (pick >= count - picks.length + place) continue;
    for (let following = place; following < picks.length; following++)
      picks[following] = pick + 1 + following - place;
    return true;
  }
  return false;
}
