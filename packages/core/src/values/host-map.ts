// A plain object of the host, read in place. Only own enumerable data properties exist for a
// program; keys are field names and enumerate as strings. Writing copies into a `TrieMap` that
// remembers its fields came from the host.

import { hostFieldName, keyName } from "./key-names.ts";
import { MapValue } from "./map-value.ts";
import { TrieMap } from "./trie-map.ts";
import { Entry } from "./trie-entry.ts";
import { spendHashedText } from "./text-work.ts";
import type { HostReader } from "./host-reader.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A read-only view of a plain object. The object must not change while a program can see it. */
export class HostMap extends MapValue<Value> {
  readonly hasFieldNames = true;
  private readonly source: object;
  private readonly crossing: HostReader<Value>;
  private names: readonly string[] | undefined;

  constructor(source: object, crossing: HostReader<Value>) {
    super();
    this.source = source;
    this.crossing = crossing;
  }

  get count(): number {
    return this.fieldNames().length;
  }

  find(key: Value, meter?: WorkMeter): Value | undefined {
    if (typeof key !== "string") return undefined;
    spendHashedText(key.length, meter);
    return this.read(key);
  }

  /** The value of the field that `key` names under any spelling. */
  findField(key: Value, meter?: WorkMeter): Value | undefined {
    const name = keyName(key);
    if (name === undefined) return undefined;
    spendHashedText(name.length, meter);
    const exact = this.read(name);
    if (exact !== undefined) return exact;
    const underscored = hostFieldName(name);
    return underscored === name ? undefined : this.read(underscored);
  }

  override isSameAs(other: MapValue<Value>): boolean {
    return other instanceof HostMap && other.source === this.source;
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

  every(visit: (key: Value, value: Value) => boolean): boolean {
    return this.fieldNames().every((name) => visit(name, this.read(name) ?? null));
  }

  /**
   * Visits the values of the fields that are read in place: no accessor is called, and nothing is
   * converted.
   */
  forEachInPlace(visit: (value: Value) => void): void {
    for (const name of ownNames(this.source)) {
      const property = ownProperty(this.source, name);
      if (property === undefined || !("value" in property)) continue;
      const value = this.crossing.readInPlace(property.value);
      if (value !== undefined) visit(value);
    }
  }

  private copy(meter: WorkMeter | undefined): TrieMap {
    for (const name of this.fieldNames()) spendHashedText(name.length, meter);
    const entries = this.fieldNames().map(
      (name, index) => new Entry(name, this.read(name) ?? null, undefined, index),
    );
    return TrieMap.ofEntries(entries, true);
  }

  private fieldNames(): readonly string[] {
    return (this.names ??= this.crossing.namesOf(this.source, ownNames));
  }

  private read(name: string): Value | undefined {
    const property = ownProperty(this.source, name);
    if (property?.enumerable !== true) return undefined;
    if (property.get === undefined && property.set === undefined)
      return this.crossing.fromHost(property.value);
    return this.crossing.convertOnce(this.source).find(name);
  }
}

// Whatever is asked of a proxy may throw, and a revoked one always throws. Such an object counts as
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
