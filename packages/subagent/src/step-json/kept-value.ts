// Writes host values in the tagged encoding and reads them back. Plain objects and arrays, Maps,
// Sets, dates, large integers and values of the language come back unchanged; any other value comes
// back as what a program would see of it.

import { decodeValue } from "@ptc/core/decoding";
import { encodeValue, type Json } from "@ptc/core/encoding";
import {
  DataDepthError,
  HostFile,
  MapValue,
  SetValue,
  Temporal,
  Vector,
  maximumDataDepth,
  type Value,
  type WorkMeter,
} from "@ptc/core/values";
import { HostCrossing, MapBuilder, recordOf } from "@ptc/core/internal/values";

/** How many elements one value may have. Shared structure counts at each place where it stands. */
const mostElements = 2_000_000;

const markers = {
  tooDeep: "#<nested too deep to be kept>",
  tooLarge: "#<too large to be kept>",
  unkept: "#<cannot be kept>",
};

/**
 * Never throws. A value that is nested too deep (or contains itself) or is too large is replaced by
 * a text that says so.
 */
export function keepValue(value: unknown): Json {
  let elements = 0;
  const meter = {
    spend: (amount: number): void => {
      elements += amount;
      if (elements > mostElements) throw new TooLargeError();
    },
  };
  try {
    return encodedValue(value, meter);
  } catch (error) {
    if (error instanceof TooLargeError) return markers.tooLarge;
    return error instanceof DataDepthError || error instanceof RangeError
      ? markers.tooDeep
      : markers.unkept;
  }
}

/**
 * The same for a value that has to be kept whole. `onFile` is told of the files in it, of which the
 * fields are kept.
 * @throws DataDepthError, EncodingError; what `meter` throws
 */
export function encodedValue(
  value: unknown,
  meter: WorkMeter,
  onFile?: (file: HostFile) => void,
): Json {
  return encodeValue(new KeepingCrossing(onFile).fromHost(value), undefined, meter);
}

/**
 * The host value that `json` stands for. @throws DecodingError that names the place; the place
 * begins with `path`
 */
export function keptValue(json: unknown, path: string): unknown {
  return hostValue(decodeValue(json, { path }));
}

/**
 * Whether parsing JSON could have given `value`. Data that contains itself counts as nested too
 * deep.
 */
export function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > maximumDataDepth) return false;
  // Holes of the array count as undefined.
  if (Array.isArray(value))
    return Array.from<unknown>(value).every((item) => isJson(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.values(value).every((item) => isJson(item, depth + 1))
  );
}

/** Whether a value that was read is an object of fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

class TooLargeError extends Error {}

/**
 * Converts Maps of the host into maps that are told apart from those of objects, whatever their
 * keys are.
 */
class KeepingCrossing extends HostCrossing {
  private level = 0;
  private readonly onFile: ((file: HostFile) => void) | undefined;

  constructor(onFile?: (file: HostFile) => void) {
    super();
    this.onFile = onFile;
  }

  override fromHost(value: unknown): Value {
    if (this.onFile !== undefined && HostFile.is(value)) this.onFile(value);
    return value instanceof Map ? this.fromMap(value) : super.fromHost(value);
  }

  private fromMap(map: ReadonlyMap<unknown, unknown>): Value {
    if (this.level > maximumDataDepth) throw new DataDepthError();
    this.level += 1;
    const builder = new MapBuilder();
    for (const [key, item] of map) builder.set(this.fromHost(key), this.fromHost(item));
    this.level -= 1;
    return builder.build(false);
  }
}

function hostValue(value: Value): unknown {
  if (value instanceof Vector) return value.toArray().map(hostValue);
  if (value instanceof SetValue) return new Set(value.toArray().map(hostValue));
  if (value instanceof Temporal && value.kind === "instant") return new Date(value.amount);
  return value instanceof MapValue ? hostFields(value) : value;
}

function hostFields(map: MapValue<Value>): unknown {
  const entries: [unknown, unknown][] = [];
  map.forEach((key, item) => {
    entries.push([hostValue(key), hostValue(item)]);
  });
  if (
    !map.hasFieldNames ||
    !entries.every((entry): entry is [string, unknown] => typeof entry[0] === "string")
  )
    return new Map(entries);
  return recordOf(entries);
}
