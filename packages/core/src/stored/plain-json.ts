// Copies common data, whose tagged encoding is the same JSON, in one pass. All other data needs the
// crossing into the language and the encoder:
//
//   {"id": 7, "tags": ["a"]}                          copied
//   {"7": "a"}  {":a": 1}  {}  [undefined]  new Date  a number like -0, large or deep data  encoded

import type { Json } from "../encoding/index.ts";
import type { WorkMeter } from "../values/index.ts";
import { knownNames } from "./known-names.ts";

/** Larger data is encoded, so that the meter can stop the work in between. */
const mostWork = 10_000;
const mostLevels = 20;

/** Names that stay the same in the encoding, in this order. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A name of `Object.prototype` may be one that sets something. */
export const isPlainName = /* @__PURE__ */ knownNames(
  (name) => plainName.test(name) && !(name in Object.prototype),
);

/** Returns the encoding of `value`, or undefined if it may be another than its JSON. */
export function plainJson(value: unknown, meter: WorkMeter): Json | undefined {
  const copy = new PlainCopy();
  let json: Json | undefined;
  try {
    json = copy.of(value, 0);
  } catch {
    // Reading a proxy or an accessor may throw. The crossing decides what a program sees then.
    return undefined;
  }
  if (json !== undefined) meter.spend(copy.work);
  return json;
}

class PlainCopy {
  /** The work that the encoder would spend. */
  work = 0;

  of(value: unknown, level: number): Json | undefined {
    if (typeof value === "string") return this.spend(value.length >>> 4) ? value : undefined;
    if (typeof value === "number")
      return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined;
    if (typeof value === "boolean" || value === null) return value;
    if (typeof value !== "object" || level > mostLevels) return undefined;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype && !("toJSON" in value))
      return this.fields(value as Readonly<Record<string, unknown>>, level);
    return prototype === Array.prototype && Array.isArray(value)
      ? this.items(value, level)
      : undefined;
  }

  private fields(fields: Readonly<Record<string, unknown>>, level: number): Json | undefined {
    const names = Object.keys(fields);
    if (names.length === 0 || !this.spend(names.length)) return undefined;
    const copied: Record<string, Json> = {};
    for (const name of names) {
      if (!isPlainName(name)) return undefined;
      const item = this.of(fields[name], level + 1);
      if (item === undefined) return undefined;
      copied[name] = item;
    }
    return copied;
  }

  private items(items: readonly unknown[], level: number): Json | undefined {
    const { length } = items;
    if (!this.spend(length)) return undefined;
    const copied: Json[] = [];
    for (let index = 0; index < length; index++) {
      const item = this.of(items[index], level + 1);
      if (item === undefined) return undefined;
      copied.push(item);
    }
    return copied;
  }

  private spend(work: number): boolean {
    this.work += work;
    return this.work <= mostWork;
  }
}
