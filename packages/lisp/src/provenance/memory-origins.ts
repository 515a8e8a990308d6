// Where the definitions in a memory come from. A memory that was read from JSON, or that no run
// with rules about origins made, is unknown: its values may come from anywhere.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";
import { Callable } from "../functions/callable.ts";
import type { Memory } from "../persistence/memory.ts";
import type { ArgumentOrigins, NamedOrigin } from "../policy/origin-facts.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { FollowedClosure } from "./followed-call.ts";
import type { Following } from "./following.ts";
import { Label, type Origins, stepsOf, type Trail, trailOf, unlabeled } from "./label.ts";
import { type Inside, plain } from "./labeled.ts";
import type { OriginTable } from "./origin-table.ts";

/** The origins of a definition. */
export interface DefinitionOrigins extends ArgumentOrigins {
  /** Those of the fields of a map, if they differ. */
  readonly fields?: ReadonlyMap<string | number, ArgumentOrigins>;
}

/** The origins of all definitions in a memory, by name. */
export type MemoryOrigins = ReadonlyMap<string, DefinitionOrigins>;

/** Beside each memory, because only runs with rules about origins read it. */
const known = new WeakMap<Memory, MemoryOrigins>();

export function originsOfMemory(memory: Memory): MemoryOrigins | undefined {
  return known.get(memory);
}

export function noteMemory(memory: Memory, origins: MemoryOrigins): void {
  known.set(memory, origins);
}

/** Returns the origins without those that occur twice. */
export function distinctOrigins(origins: readonly NamedOrigin[]): readonly NamedOrigin[] {
  const byName = new Map<string, NamedOrigin>();
  for (const origin of origins) byName.set([origin.name, ...origin.words].join("\n"), origin);
  return [...byName.values()];
}

/** The label of a definition, and those inside of its value. */
export interface LabeledDefinition {
  readonly label: Label;
  readonly inside: Inside | undefined;
}

/** Returns the label of a definition of an earlier program. */
export function labelOfEarlier(
  table: OriginTable,
  name: string,
  { fields, ...whole }: DefinitionOrigins,
): LabeledDefinition {
  const labelOf = ({ origins, path }: ArgumentOrigins): Label => {
    let bits: Origins = 0;
    for (const origin of origins) bits |= table.bitOfEarlier(origin);
    return bits === 0 ? unlabeled : new Label(bits, bits, trailOf([...path, name]));
  };
  return {
    label: labelOf(whole),
    inside:
      fields === undefined
        ? undefined
        : {
            fields: new Map(Array.from(fields, ([field, origins]) => [field, labelOf(origins)])),
            others: unlabeled,
          },
  };
}

/** Returns the labels of the definitions after a followed run. */
export function labeledDefinitions(
  following: Following,
  values: Iterable<readonly [string, Value]>,
): ReadonlyMap<string, LabeledDefinition> {
  const made = new Map<string, LabeledDefinition>();
  for (const [name, value] of values) {
    const { own, deep, trail } = following.definitions.get(name) ?? unlabeled;
    const lost = following.hasEscaped | (following.isStrict ? following.unmade : 0);
    const inside = following.inside.of(value);
    const all = deep | following.inside.deep(value);
    // The whole value of a map of fields has only the origins that chose its fields.
    const isOfFields = inside?.fields !== undefined && (own | following.inside.deep(value)) === all;
    const whole = (isOfFields ? own : all) | lost | heldBy(following, value);
    made.set(name, {
      label: new Label(whole, whole, trail ?? following.inside.trail(value)),
      inside,
    });
  }
  return made;
}

/** Returns the origins of a definition, for the runs after this one. */
export function storedOrigins(
  { label, inside }: LabeledDefinition,
  named: (origins: Origins) => readonly NamedOrigin[],
): DefinitionOrigins {
  const stored = (origins: Origins, trail: Trail | undefined): ArgumentOrigins => ({
    origins: named(origins),
    path: stepsOf(trail),
  });
  const { fields, others } = inside ?? {};
  const rest = others?.deep ?? 0;
  if (fields === undefined || rest !== 0) {
    let all = label.deep | rest;
    for (const each of fields?.values() ?? []) all |= each.deep;
    return stored(all, label.trail);
  }
  return {
    ...stored(label.deep, label.trail),
    fields: new Map(Array.from(fields, ([name, each]) => [name, stored(each.deep, each.trail)])),
  };
}

/** Parts of a value that are searched. One with more may contain anything that the run has met. */
const mostParts = 20_000;

/** Returns the origins of what functions and uncomputed elements in a value may yield later. */
function heldBy(following: Following, value: Value): Origins {
  const open: Value[] = [value];
  const seen = new Set<object>();
  let origins: Origins = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null || next instanceof HostMap || seen.has(next))
      continue;
    if (seen.size >= mostParts) return following.seen;
    seen.add(next);
    if (next instanceof FollowedClosure) {
      origins |= following.literals.deep;
      for (const captured of next.captured) {
        origins |= following.deepOf(captured);
        open.push(plain(captured));
      }
    } else if (next instanceof Callable || next instanceof LazySeq) return following.seen;
    else if (next instanceof Vector) {
      if (!next.isHost) open.push(...(next.toArray() as readonly Value[]));
    } else if (next instanceof MapValue)
      next.forEach((key: Value, item: Value) => {
        open.push(key, item);
      });
    else if (next instanceof SetValue) open.push(...(next.toArray() as readonly Value[]));
  }
  return origins;
}
