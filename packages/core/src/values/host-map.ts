// A plain host object, read in place. Programs see only own enumerable data properties. Keys are
// field names and enumerate as strings. Writing copies into a `TrieMap` that remembers its fields
// came from the host.

import { longestNativeText } from "./native-keys.ts";
import { hostFieldName } from "./key-names.ts";
import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import { Keyword } from "./keyword.ts";
import { MapValue } from "./map-value.ts";
import { TrieMap } from "./trie-map.ts";
import { Entry } from "./trie-entry.ts";
import { spendComparedText, spendHashedText } from "./text-work.ts";
import type { HostReader } from "./host-reader.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A read-only view of a plain object. The object must not change while a program can see it. */
export class HostMap extends MapValue<Value> {
  readonly hasFieldNames = true;
  declare readonly keepsApart: undefined;
  readonly mayHaveKeywords = false;
  /** The host object. Two views of one object have the same source. */
  readonly source: object;
  private readonly crossing: HostReader<Value>;
  private names: readonly string[] | undefined;
  declare private longNames: readonly string[] | undefined;

  constructor(source: object, crossing: HostReader<Value>) {
    super();
    this.source = source;
    this.crossing = crossing;
  }

  get count(): number {
    return this.fieldNames().length;
  }

  /** Returns the names of the fields in order, without reading any field. */
  fieldNames(): readonly string[] {
    return (this.names ??= this.crossing.namesOf(this.source, ownNames));
  }

  find(key: Value, meter?: WorkMeter): Value | undefined {
    if (typeof key !== "string") return undefined;
    spendHashedText(key.length, meter);
    return this.readNamed(key, meter);
  }

  /**
   * Returns the value of the field that `key` names. A keyword names the field with `_` for `-` if
   * no field has the `-`.
   */
  findField(key: Value, meter?: WorkMeter): Value | undefined {
    if (!(key instanceof Keyword)) return this.find(key, meter);
    const { text } = key;
    spendHashedText(text.length, meter);
    const exact = this.readNamed(text, meter);
    if (exact !== undefined) return exact;
    const underscored = hostFieldName(text);
    return underscored === text ? undefined : this.readNamed(underscored, meter);
  }

  override isSameAs(other: MapValue<Value>): boolean {
    return other instanceof HostMap && other.source === this.source;
  }

  override get identityHash(): number {
    return identityHashOf(this.source);
  }

  assoc(key: Value, value: Value, meter?: WorkMeter): TrieMap {
    return this.copy(meter).assoc(key, value, meter);
  }

  dissoc(key: Value, meter?: WorkMeter): TrieMap {
    return this.copy(meter).dissoc(key, meter);
  }

  byEquality(): MapValue<Value> {
    return this;
  }

  /** @internal Returns the form for consoles. Nothing counts as read by a program. */
  override [inspected](): unknown {
    return this.source;
  }

  every(visit: (key: Value, value: Value) => boolean): boolean {
    const names = this.fieldNames();
    const hidden = this.crossing.firewall?.hiddenAmong(names);
    return names.every((name, index) =>
      visit(name, this.read(name, hidden?.[index] === true) ?? null),
    );
  }

  private copy(meter: WorkMeter | undefined): TrieMap {
    const names = this.fieldNames();
    for (const name of names) spendHashedText(name.length, meter);
    const hidden = this.crossing.firewall?.hiddenAmong(names);
    const entries = names.map(
      (name, index) =>
        new Entry(name, this.read(name, hidden?.[index] === true) ?? null, undefined, index),
    );
    return TrieMap.ofEntries(entries, "texts");
  }

  /**
   * Reads a field whose name may come from a program. Hosts intern all property names, and looking
   * up a long one there compares its full length. So compare a long name only with the long names
   * of this object.
   */
  private readNamed(name: string, meter: WorkMeter | undefined): Value | undefined {
    if (name.length <= longestNativeText) return this.read(name);
    this.longNames ??= this.fieldNames().filter(({ length }) => length > longestNativeText);
    meter?.spend(this.longNames.length);
    const own = this.longNames.find((known) => isText(known, name, meter));
    return own === undefined ? undefined : this.read(own);
  }

  /** Reads the field `name`. `isFirewalled` is set if it was looked up already. */
  private read(name: string, isFirewalled?: boolean): Value | undefined {
    const property = ownProperty(this.source, name);
    if (property?.enumerable !== true) return undefined;
    if (property.get === undefined && property.set === undefined) {
      const value = this.crossing.fromHost(property.value);
      const { firewall } = this.crossing;
      if (firewall !== undefined && (isFirewalled ?? firewall.hides(name)))
        firewall.note(value, property.value);
      return value;
    }
    return this.crossing.convertOnce(this.source).find(name);
  }
}

function isText(known: string, name: string, meter: WorkMeter | undefined): boolean {
  if (known.length !== name.length) return false;
  spendComparedText(name.length, meter);
  return known === name;
}

// Any operation on a proxy may throw, and a revoked one always throws. Such an object counts as
// having no fields.

function ownNames(source: object): string[] {
  try {
    return Object.keys(source);
  } catch {
    return [];
  }
}

function ownProperty(source: object, name: string): PropertyDescriptor | undefined {
  try {
    return Object.getOwnPropertyDescriptor(source, name);
  } catch {
    return undefined;
  }
}
