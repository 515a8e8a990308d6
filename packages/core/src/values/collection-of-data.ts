// Removes functions and atoms from a language collection that the host passes back to a run,
// because they belong to the run that created them. Returns a collection without any unchanged;
// otherwise returns a copy with markers in their place. Also drops a sort order that a function of
// that run defines.

import { HostMap } from "./host-map.ts";
import { MapBuilder } from "./map-builder.ts";
import { MapValue } from "./map-value.ts";
import { SortedMap } from "./sorted-map.ts";
import { SortedSet } from "./sorted-set.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { HostReader } from "./host-reader.ts";
import type { SetValue } from "./set-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

export type Collection = Vector<Value> | MapValue<Value> | SetValue<Value>;

/** Returns `value` with every member converted by `reader`. */
export function collectionOfData(value: Collection, reader: HostReader<Value>): Value {
  // A collection that is read from host data in place contains no functions.
  if (value instanceof HostMap || (value instanceof Vector && value.isHost)) return value;
  reader.copies(value.count);
  const members = membersOf(value);
  const passed = members.map((member) => reader.fromHost(member));
  const isOrdered =
    (value instanceof SortedMap || value instanceof SortedSet) && value.isOrderedByFunction;
  return !isOrdered && members.every((member, index) => Object.is(member, passed[index]))
    ? value
    : rebuilt(value, passed, reader.work);
}

/** Returns the members; for a map, its keys and values alternately. */
function membersOf(value: Collection): Value[] {
  if (!(value instanceof MapValue)) return value.toArray();
  const members: Value[] = [];
  value.forEach((key, item) => members.push(key, item));
  return members;
}

function rebuilt(value: Collection, members: Value[], work: WorkMeter): Value {
  if (value instanceof Vector) return Vector.of(members);
  if (!(value instanceof MapValue)) return TrieSet.of(members, work);
  const builder = new MapBuilder(work);
  for (let index = 0; index < members.length; index += 2)
    builder.set(members[index] ?? null, members[index + 1] ?? null);
  return builder.build(value.hasFieldNames);
}
