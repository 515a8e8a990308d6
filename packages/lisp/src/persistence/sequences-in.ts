// Finds the lazy sequences in the last value of a program.

import {
  LazySequence,
  MapValue,
  SetValue,
  Vector,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";

/** Returns the lazy sequences in `value`, but not those inside their elements. */
export function sequencesIn(value: Value, meter?: WorkMeter): readonly LazySequence[] {
  const found = new Set<LazySequence>();
  // The set grows while the parts of its members are added.
  const seen = new Set([value]);
  for (const each of seen) {
    meter?.spend(1);
    if (each instanceof LazySequence) found.add(each);
    else if (each instanceof Vector) {
      if (!each.isHost) for (const item of each.toArray()) seen.add(item);
    } else if (each instanceof SetValue) for (const member of each.toArray()) seen.add(member);
    else if (each instanceof MapValue && !(each instanceof HostMap))
      each.forEach((key, item) => {
        seen.add(key).add(item);
      });
  }
  return [...found];
}
