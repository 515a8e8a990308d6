// Makes a collection of the language, which the host hands back to a run, free of the functions and
// atoms of the run that it came from. A collection without any is returned as it is; otherwise a
// copy has markers in their places. A sort order that is decided by a function of that run is
// dropped as well.

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

/** `value`, with every member as `reader` lets it pass. */
export function collectionOfData(value: Collection, reader: HostReader<Value>): Value {
  // A collection that is read from the host in place holds no function.
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

/** Of a map its keys and values in turn. */
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
