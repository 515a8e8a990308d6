// Writes host values in the tagged encoding and reads them back. Plain objects and arrays, Maps,
// Sets, dates, large integers and language values are read back unchanged. Any other value is read
// back as a program would see it. If it lost something, such as the getters of its class, a program
// that reads it gets the same warning:
//
//   new Price()     [[symbol "lost …", {"net": 1}]]     a map with one entry

import { decodeValue } from "../decoding/index.ts";
import { encodeValue, type Json } from "../encoding/index.ts";
import {
  DataDepthError,
  HostFile,
  MapValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  maximumDataDepth,
  type Value,
  type WorkMeter,
} from "../values/index.ts";
import { plainJson } from "./plain-json.ts";
import { HostCrossing, LossyValue, MapBuilder, recordOf } from "../values/internal.ts";

/** The maximum number of elements in one value. Shared structure counts each time it occurs. */
const mostElements = 2_000_000;

const markers = {
  tooDeep: "#<nested too deep to store>",
  tooLarge: "#<too large to store>",
  unkept: "#<cannot be stored>",
};

/**
 * Writes a value. Never throws: a marker text replaces a value that is too large, nested too deep
 * or contains itself.
 */
export function storableValue(value: unknown, onFile?: (file: HostFile) => void): Json {
  let elements = 0;
  const meter = {
    spend: (amount: number): void => {
      elements += amount;
      if (elements > mostElements) throw new TooLargeError();
    },
  };
  try {
    return encodedValue(value, meter, onFile);
  } catch (error) {
    if (error instanceof TooLargeError) return markers.tooLarge;
    return error instanceof DataDepthError || error instanceof RangeError
      ? markers.tooDeep
      : markers.unkept;
  }
}

/**
 * Writes a value completely, without markers. Calls `onFile` for each file in it; the JSON has
 * only the fields of files.
 * @throws DataDepthError, EncodingError; errors of `meter`
 */
export function encodedValue(
  value: unknown,
  meter: WorkMeter,
  onFile?: (file: HostFile) => void,
): Json {
  const plain = plainJson(value, meter);
  return plain === undefined
    ? encodeValue(new EncodingCrossing(onFile).fromHost(value), undefined, meter)
    : plain;
}

/**
 * Reads a value back.
 * @throws DecodingError that names the path of the mistake, which starts with `path`
 */
export function decodedValue(json: unknown, path: string): unknown {
  return hostValue(decodeValue(json, { path }));
}

/**
 * True if parsing JSON could have produced `value`. Data that contains itself counts as nested too
 * deep.
 */
export function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > maximumDataDepth) return false;
  // Count holes of the array as undefined.
  if (Array.isArray(value))
    return Array.from<unknown>(value).every((item) => isJson(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.values(value).every((item) => isJson(item, depth + 1))
  );
}

/** True if a value that was read is an object of fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

class TooLargeError extends Error {}

/**
 * Converts Maps of the host into maps that stay distinguishable from converted objects, whatever
 * their keys are.
 */
class EncodingCrossing extends HostCrossing {
  private level = 0;
  private readonly onFile: ((file: HostFile) => void) | undefined;
  private readonly lost: Lost[];
  /** Values that are read again, for example to measure them. */
  private readonly lossy = new Map<unknown, Value>();

  /** Writes what values lost if `onFile` is given. */
  constructor(onFile?: (file: HostFile) => void) {
    const lost: Lost[] = [];
    super(undefined, undefined, (problem, source, name) => {
      // A field that throws is read as nil, and nothing can be written in its place.
      if (name === undefined) lost.push({ problem, source });
    });
    this.lost = lost;
    this.onFile = onFile;
  }

  override fromHost(value: unknown): Value {
    if (this.onFile === undefined)
      return value instanceof Map ? this.fromMap(value) : super.fromHost(value);
    const known = this.lossy.get(value);
    if (known !== undefined) return known;
    if (HostFile.is(value)) this.onFile(value);
    const converted = value instanceof Map ? this.fromMap(value) : super.fromHost(value);
    return this.lost.length === 0 ? converted : this.withLoss(value, converted);
  }

  private withLoss(value: unknown, converted: Value): Value {
    const index = this.lost.findIndex(({ source }) => source === value);
    const [lost] = index < 0 ? [] : this.lost.splice(index, 1);
    if (lost === undefined) return converted;
    const builder = new MapBuilder();
    builder.set(new SymbolValue(lossPrefix + lost.problem), converted);
    const written = builder.build(false);
    this.lossy.set(value, written);
    return written;
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

/** A loss that the crossing reported. */
interface Lost {
  readonly problem: string;
  readonly source: object | bigint;
}

/** No host data is a map with a symbol as its key. */
const lossPrefix = "lost ";

const beforeGetters = "the getters of its class (";

/** Returns a value that loses the same when a program reads it. */
function withLoss(value: unknown, problem: string): unknown {
  const start = problem.indexOf(beforeGetters);
  const end = problem.lastIndexOf(")");
  if (start < 0 || end < start || !isFields(value)) return new LossyValue(value, problem);
  const names = problem.slice(start + beforeGetters.length, end);
  // A contract reads the fields, so they must be its own.
  const prototype = {};
  for (const name of names.split(/, | and /))
    Object.defineProperty(prototype, name, { get: () => undefined, configurable: true });
  return Object.assign(Object.create(prototype) as object, value);
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
  const [[only, lost] = []] = entries;
  if (entries.length === 1 && only instanceof SymbolValue && only.text.startsWith(lossPrefix))
    return withLoss(lost, only.text.slice(lossPrefix.length));
  if (
    !map.hasFieldNames ||
    !entries.every((entry): entry is [string, unknown] => typeof entry[0] === "string")
  )
    return new Map(entries);
  return recordOf(entries);
}
