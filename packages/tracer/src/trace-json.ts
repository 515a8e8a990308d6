// Writes the tagged JSON of trace files: host values under the tags of `@ptc/core/encoding`. Common
// data is ordinary JSON. Functions, symbols, bytes, cycles and values that are too deep or too
// large become texts in angle brackets. Time and characters per event are bounded for any content.
// read-trace-value.ts reads the JSON back.

import { tags } from "@ptc/core/encoding";
import { specialNumberText } from "@ptc/core/internal/encoding";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { Temporal, fromHost, type FieldFirewall } from "@ptc/core/values";
import { firewallByName, firewalledMarker, temporalText } from "@ptc/core/internal/values";
import { defineField, inspectHostObject, type HostObject } from "./host-object.ts";
import { asHost } from "./language-values.ts";
import { markers, maximumTraceDepth } from "./markers.ts";
import { isFirewalledEntry, isFirewalledKey } from "./mask-firewalled.ts";

/** JSON as a trace file has it. */
export type TraceJson =
  null | boolean | number | string | TraceJson[] | { [name: string]: TraceJson };

/**
 * The maximum cost of an event: 16 million characters of text, or 250,000 small values, or a
 * million digits of large integers. Values after that are omitted.
 */
export const maximumEventCost = 4_000_000;

/** The costs of the parts of an event, proportional to the time that writing them takes. */
const costs = { value: 16, field: 8, instant: 48, digit: 4, charactersOfText: 4 };

/** Computing the digits of an integer takes time that grows faster than their number. */
const mostDigits = 10_000;
const mostBits = Math.floor(mostDigits * Math.log2(10));

/**
 * Returns `value` as tagged JSON, with firewalled fields masked unless `reveal`. Omits values that
 * cost more than `room`. Never throws. `firewall` decides which fields are firewalled and receives
 * their values.
 */
export function encodeTraceValue(
  value: unknown,
  reveal: boolean,
  room: number = maximumEventCost,
  firewall: FieldFirewall = firewallByName,
): TraceJson {
  return new TraceEncoder(reveal, room, firewall).encode(value);
}

class TraceEncoder {
  private readonly reveal: boolean;
  private readonly firewall: FieldFirewall;
  /** The objects that contain the current one, to detect cycles. */
  private readonly around = new Set<object>();
  private room: number;

  constructor(reveal: boolean, room: number, firewall: FieldFirewall) {
    this.reveal = reveal;
    this.room = room;
    this.firewall = firewall;
  }

  /** Counts the work on language values. `encodeObject` catches its error. */
  spend(elements: number): void {
    if ((this.room -= elements) < 0) throw new RangeError("no room is left");
  }

  encode(value: unknown): TraceJson {
    if (typeof value !== "string") this.room -= costs.value;
    if (this.room < 0) return markers.tooLarge;
    switch (typeof value) {
      case "string":
        return this.encodeText(value);
      case "boolean":
        return value;
      case "number":
        return encodeNumber(value);
      case "bigint":
        return this.encodeInteger(value);
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

  /** Encodes a text. One that doesn't fit takes hardly any room from the values after it. */
  private encodeText(text: string): TraceJson {
    const cost = 1 + Math.ceil(text.length / costs.charactersOfText);
    const fits = cost <= this.room;
    this.room -= fits ? cost : costs.value;
    if (!fits) return markers.tooLarge;
    return this.reveal ? text : hideFirewalledJson(text, this.firewall);
  }

  private encodeInteger(value: bigint): TraceJson {
    if (BigInt.asIntN(mostBits, value) !== value) return markers.longInteger;
    const digits = value.toString();
    this.room -= digits.length * costs.digit;
    return { [tags.integer]: digits };
  }

  private encodeObject(object: object): TraceJson {
    if (this.around.has(object)) return markers.cycle;
    if (this.around.size >= maximumTraceDepth) return markers.tooDeep;
    this.around.add(object);
    try {
      const host = asHost(object, this);
      return host === object ? this.encodeHost(inspectHostObject(object)) : this.encode(host);
    } catch {
      return this.room < 0 ? markers.tooLarge : markers.unreadable;
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
        this.room -= costs.instant;
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
      if (this.room < 0) {
        list.push(markers.tooLarge);
        break;
      }
      list.push(this.encode(item));
    }
    return list;
  }

  private encodeEntries(entries: Iterable<[unknown, unknown]>): TraceJson[] {
    const list: TraceJson[] = [];
    for (const [key, value] of entries) {
      if (this.room < 0) {
        list.push([markers.tooLarge, markers.tooLarge]);
        break;
      }
      list.push([this.encodeKey(key), this.encodeField(key, value)]);
    }
    return list;
  }

  private encodeFields(fields: readonly (readonly [string, unknown])[]): TraceJson {
    const object: { [name: string]: TraceJson } = {};
    // Fields that are undefined cost time, too.
    this.room -= fields.length * costs.field;
    for (const [name, value] of fields) {
      if (value === undefined) continue;
      if (this.room < 0) {
        defineField(object, name, markers.tooLarge);
        break;
      }
      this.room -= Math.ceil(name.length / costs.charactersOfText);
      defineField(object, name, this.encodeField(name, value));
    }
    return tagOf(object) === undefined ? object : { [tags.fields]: Object.entries(object) };
  }

  /**
   * Encodes a key. The name of a firewalled field stays unchanged, even if it looks like a field
   * in a text.
   */
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

/** Returns an instant as the language writes it, or null for an invalid Date. */
function instantText(date: Date): string | null {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? null : temporalText(new Temporal("instant", time));
}

/** Returns the only field of an object if its name looks like a tag, of this or another release. */
export function tagOf(object: object): string | undefined {
  const [name, second] = Object.keys(object);
  return name?.startsWith("$") === true && second === undefined ? name : undefined;
}
