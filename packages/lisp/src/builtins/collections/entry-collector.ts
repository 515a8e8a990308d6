// Collects the entries of a new map. If some of them derive from a map of fields, so does the
// result. Then a keyword and the string of its name are one entry, with the first spelling and the
// last value.

import { Keyword, type MapValue, type Value } from "@ptc/core/values";
import { MapBuilder, asFields, collectedKey, mergedKey } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";

/** The bytes of a version of a map of fields, which each later entry replaces. */
const bytesOfVersion = 368;

export class EntryCollector {
  private readonly branch: Branch;
  private readonly builder: MapBuilder;
  private isOfFields = false;
  /** Replaces the builder for keys that may be spelled in two ways. */
  private fields: MapValue<Value> | undefined;

  constructor(branch: Branch) {
    this.branch = branch;
    this.builder = new MapBuilder(branch);
  }

  /** Notes that the map derives from a map of fields. */
  ofFields(): void {
    this.isOfFields = true;
    if (this.builder.mayHaveKeywords) this.fields ??= this.builder.build(true);
  }

  set(key: Value, value: Value): void {
    const fields = this.fieldsFor(key);
    if (fields === undefined) this.builder.set(key, value);
    else this.fields = fields.assoc(collectedKey(fields, key, this.branch), value, this.branch);
  }

  /** Sets all entries of a map, as `merge` does. */
  setAll(map: MapValue<Value>): void {
    if (map.hasFieldNames) this.ofFields();
    const source = this.isOfFields ? asFields(map) : map;
    source.forEach((key, value) => {
      const fields = this.fieldsFor(key);
      if (fields === undefined) this.builder.set(key, value);
      else
        this.fields = fields.assoc(
          // Maps that the program made of the parts of a row are exact, like `[key value]`.
          map.hasFieldNames
            ? mergedKey(fields, key, source, this.branch)
            : collectedKey(fields, key, this.branch),
          value,
          this.branch,
        );
    });
  }

  /** Returns the map to write `key` to, and charges for it, unless the builder can take the key. */
  private fieldsFor(key: Value): MapValue<Value> | undefined {
    if (this.isOfFields && key instanceof Keyword) this.fields ??= this.builder.build(true);
    if (this.fields !== undefined) this.branch.charge(bytesOfVersion);
    return this.fields;
  }

  build(): MapValue<Value> {
    return this.fields ?? this.builder.build(this.isOfFields);
  }
}
