// Reads plain JSON in slices, because `JSON.parse` blocks the event loop for the whole text.

import { maximumDataDepth, type WorkMeter } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import type { Json } from "@ptc/core/encoding";
import { JsonBytes, malformed } from "./json-bytes.ts";
import type { Slice, SlicedWork } from "./turns.ts";

export const openList = 0x5b;
export const closeList = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;
export const quote = 0x22;

/** Encoded values use up to three levels of JSON per level of their own. */
const deepestJson = 3 * maximumDataDepth;

/** Counts each element and field on the meter, and a text as one element per 16 bytes. */
export class JsonReader {
  readonly bytes: JsonBytes;
  readonly meter: WorkMeter;

  constructor(bytes: Buffer, meter: WorkMeter, slice: Slice) {
    this.bytes = new JsonBytes(bytes, slice);
    this.meter = meter;
  }

  /** @throws MessageError; errors of the meter */
  *json(depth = 0): SlicedWork<Json> {
    const { bytes } = this;
    switch (bytes.peek()) {
      case quote:
        return yield* this.text();
      case openList:
        return yield* this.list(depth + 1);
      case openObject:
        return yield* this.object(depth + 1);
      default:
        return bytes.literal();
    }
  }

  *text(): SlicedWork<string> {
    const text = this.bytes.shortText() ?? (yield* this.bytes.longText());
    if (text.length >= 16) this.meter.spend(text.length >>> 4);
    return text;
  }

  private *list(depth: number): SlicedWork<Json> {
    const { bytes } = this;
    if (depth > deepestJson) throw malformed();
    const items: Json[] = [];
    bytes.expect(openList);
    if (bytes.skip(closeList)) return items;
    do {
      items.push(yield* this.json(depth));
      this.meter.spend(1);
      if (bytes.slice.isOver()) yield;
    } while (bytes.hasMore(closeList));
    return items;
  }

  private *object(depth: number): SlicedWork<Json> {
    const { bytes } = this;
    if (depth > deepestJson) throw malformed();
    const object: Record<string, Json> = {};
    bytes.expect(openObject);
    if (bytes.skip(closeObject)) return object;
    do {
      const name = yield* bytes.key();
      defineField(object, name, yield* this.json(depth));
      this.meter.spend(1);
      if (bytes.slice.isOver()) yield;
    } while (bytes.hasMore(closeObject));
    return object;
  }
}

/** Reads `bytes` as JSON. @throws MessageError; errors of the meter */
export function* readJson(bytes: Buffer, meter: WorkMeter, slice: Slice): SlicedWork<Json> {
  const reader = new JsonReader(bytes, meter, slice);
  const json = yield* reader.json();
  reader.bytes.expectEnd();
  return json;
}
