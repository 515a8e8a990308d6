// Replaces the files in a value that is shown whole with their marks. Leaves firewalled parts
// unchanged, because the printer hides them.

import {
  MapValue,
  SetValue,
  SymbolValue,
  Vector,
  maximumDataDepth,
  type FieldFirewall,
  type HostFile,
  type Value,
} from "@ptc/core/values";
import { MapBuilder, TrieSet, hidesKey, hostFileOf } from "@ptc/core/internal/values";

export interface Marking {
  /** Returns the mark of a file, or `undefined` if the file is shown by its fields. */
  readonly mark: (file: HostFile) => string | undefined;
  readonly firewall: FieldFirewall;
  /** Called for each element. Returns false to stop: the value is too large to be shown. */
  readonly visit: () => boolean;
}

/** Returns `value` with marks instead of files. Returns the same value if it has no files. */
export function withMarks(value: Value, marking: Marking, depth = 0): Value {
  if (typeof value !== "object" || value === null || depth > maximumDataDepth) return value;
  const file = hostFileOf(value);
  if (file !== undefined) {
    const mark = marking.mark(file);
    return mark === undefined ? value : new SymbolValue(mark);
  }
  const within = (item: Value): Value => withMarks(item, marking, depth + 1);
  if (value instanceof MapValue) return markedMap(value, marking, within);
  if (value instanceof Vector) return markedVector(value, marking, within);
  return value instanceof SetValue ? markedSet(value, marking, within) : value;
}

type Within = (item: Value) => Value;

function markedVector(
  vector: Vector<Value>,
  { firewall, visit }: Marking,
  within: Within,
): Vector<Value> {
  // Entries of maps become vectors such as `[:_photo file]`.
  const isEntry = vector.count === 2 && hidesKey(firewall, vector.at(0));
  if (isEntry || firewall.hiddenElements(vector) !== undefined) return vector;
  let copy: Value[] | undefined;
  for (let index = 0; index < vector.count && visit(); index++) {
    const item = vector.at(index);
    const marked = within(item);
    if (!Object.is(marked, item)) (copy ??= vector.toArray())[index] = marked;
  }
  return copy === undefined ? vector : vector.withItems(copy);
}

function markedMap(
  map: MapValue<Value>,
  { firewall, visit }: Marking,
  within: Within,
): MapValue<Value> {
  if (firewall.hidesKeys(map)) return map;
  const entries: [Value, Value][] = [];
  let marked = 0;
  const isWhole = map.every((key, item) => {
    const shown = hidesKey(firewall, key) ? item : within(item);
    if (!Object.is(shown, item)) marked += 1;
    entries.push([key, shown]);
    return visit();
  });
  if (marked === 0 || !isWhole) return map;
  const builder = new MapBuilder();
  for (const [key, item] of entries) builder.set(key, item);
  return builder.build(map.hasFieldNames);
}

function markedSet(set: SetValue<Value>, { visit }: Marking, within: Within): SetValue<Value> {
  const members: Value[] = [];
  let marked = 0;
  const isWhole = set.every((member) => {
    const shown = within(member);
    if (!Object.is(shown, member)) marked += 1;
    members.push(shown);
    return visit();
  });
  return marked > 0 && isWhole ? TrieSet.of(members) : set;
}
