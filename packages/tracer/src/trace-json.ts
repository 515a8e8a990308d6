// Writes the tagged JSON of trace files: host values, under the tags of `@ptc/core/encoding`.
// Common data reads as ordinary JSON. Functions, symbols, bytes, cycles and what is too deep or too
// large become a text in angle brackets. The way back is read-trace-value.ts.

import { specialNumberText, tags } from "@ptc/core/encoding";
import { hideFirewalledJson } from "@ptc/core/printing";
import {
  Temporal,
  firewallByName,
  firewalledMarker,
  fromHost,
  temporalText,
  type FieldFirewall,
} from "@ptc/core/values";
import { defineField, inspectHostObject, type HostObject } from "./host-object.ts";
import { asHost } from "./language-values.ts";
import { markers, maximumTraceDepth } from "./markers.ts";
import { isFirewalledEntry, isFirewalledKey } from "./mask-firewalled.ts";

export type TraceJson =
  null | boolean | number | string | TraceJson[] | { [name: string]: TraceJson };

/** About how many characters an event may have. What comes after is left out. */
const maximumEventSize = 16_000_000;

/**
 * `value` as tagged JSON, with firewalled fields masked unless `reveal`. Never throws, whatever
 * `value` is. `firewall` decides which fields are, and is told what stands in them.
 */
export function encodeTraceValue(
  value: unknown,
  reveal: boolean,
  firewall: FieldFirewall = firewallByName,
): TraceJson {
  return new TraceEncoder(reveal, firewall).encode(value);
}

class TraceEncoder {
  private readonly reveal: boolean;
  private readonly firewall: FieldFirewall;
  /** The objects that contain the current one: meeting one of them again is a cycle. */
  private readonly around = new Set<object>();
  private sizeLeft = maximumEventSize;

  constructor(reveal: boolean, firewall: FieldFirewall) {
    this.reveal = reveal;
    this.firewall = firewall;
  }

  encode(value: unknown): TraceJson {
    this.sizeLeft -= typeof value === "string" ? value.length + 4 : 16;
    if (this.sizeLeft < 0) return markers.tooLarge;
    switch (typeof value) {
      case "string":
        return this.reveal ? value : hideFirewalledJson(value, this.firewall);
      case "boolean":
        return value;
      case "number":
        return encodeNumber(value);
      case "bigint":
        return { [tags.integer]: value.toString() };
      case "undefined":
        return { [tags.undefined]: true };
      case "function":
        return markers.function;
      case "symbol":
        return markers.symbol;
      case "object":
        return value === null ? null : this.encodeObject(value);
    }
  }

  private encodeObject(object: object): TraceJson {
    if (this.around.has(object)) return markers.cycle;
    if (this.around.size >= maximumTraceDepth) return markers.tooDeep;
    this.around.add(object);
    try {
      const host = asHost(object);
      return host === object ? this.encodeHost(inspectHostObject(object)) : this.encode(host);
    } catch {
      return markers.unreadable;
    } finally {
      this.around.delete(object);
    }
  }

  private encodeHost(host: HostObject): TraceJson {
    switch (host.kind) {
      case "array":
        return !this.reveal && isFirewalledEntry(host.array, this.firewall)
          ? this.encodeItems([host.array[0], this.hidden(host.array[1])])
          : this.encodeItems(host.array);
      case "set":
        return { [tags.set]: this.encodeItems(Set.prototype.values.call(host.set)) };
      case "map":
        return { [tags.map]: this.encodeEntries(Map.prototype.entries.call(host.map)) };
      case "date":
        return { [tags.instant]: instantText(host.date) };
      case "bytes":
        return `<${String(host.byteLength)} bytes>`;
      case "fields":
        return this.encodeFields(host.fields);
    }
  }

  private encodeItems(items: Iterable<unknown>): TraceJson[] {
    const list: TraceJson[] = [];
    for (const item of items) {
      list.push(this.encode(item));
      if (this.sizeLeft < 0) break;
    }
    return list;
  }

  private encodeEntries(entries: Iterable<[unknown, unknown]>): TraceJson[] {
    const list: TraceJson[] = [];
    for (const [key, value] of entries) {
      list.push([this.encodeKey(key), this.encodeField(key, value)]);
      if (this.sizeLeft < 0) break;
    }
    return list;
  }

  private encodeFields(fields: readonly (readonly [string, unknown])[]): TraceJson {
    const object: { [name: string]: TraceJson } = {};
    for (const [name, value] of fields) {
      if (value === undefined) continue;
      this.sizeLeft -= name.length;
      defineField(object, name, this.encodeField(name, value));
      if (this.sizeLeft < 0) break;
    }
    return tagOf(object) === undefined ? object : { [tags.fields]: Object.entries(object) };
  }

  /** The name of a firewalled field stays as it is, even one that looks like a field in a text. */
  private encodeKey(key: unknown): TraceJson {
    return typeof key === "string" && isFirewalledKey(key, this.firewall) ? key : this.encode(key);
  }

  private encodeField(key: unknown, value: unknown): TraceJson {
    return !this.reveal && isFirewalledKey(key, this.firewall)
      ? this.hidden(value)
      : this.encode(value);
  }

  private hidden(value: unknown): string {
    if (this.firewall !== firewallByName) this.firewall.note(fromHost(value), value);
    return firewalledMarker;
  }
}

function encodeNumber(value: number): TraceJson {
  const special = specialNumberText(value);
  return special === undefined ? value : { [tags.number]: special };
}

/** As the language writes an instant; null for a Date that holds no time. */
function instantText(date: Date): string | null {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? null : temporalText(new Temporal("instant", time));
}

/**
 * The only field of an object, when its name looks like a tag: of this release, or of another one,
 * which may have more tags or fewer.
 */
export function tagOf(object: object): string | undefined {
  const [name, second] = Object.keys(object);
  return name?.startsWith("$") === true && second === undefined ? name : undefined;
}
