// Reads the tagged JSON encoding. Its input is untrusted (a journal, a file): every shape is
// checked, and a mistake names its place.

import {
  FunctionValue,
  Keyword,
  MapBuilder,
  RegexValue,
  SymbolValue,
  SortedMap,
  SortedSet,
  Temporal,
  TrieSet,
  Vector,
  ascendingOrder,
  descendingOrder,
  exactInteger,
  isForeignPlain,
  maximumDataDepth,
  parseInstant,
  parseLocalDate,
  type KeyOrder,
  type OpaqueValue,
  type Value,
} from "../values/index.ts";
import { hasTooManyDigits, maximumIntegerBits } from "../values/integer-size.ts";

/** How the language makes a function from what `FunctionEncoder` wrote. */
export interface FunctionDecoder {
  /**
   * The function, or `undefined` when the JSON does not describe one; `decode` reads captured
   * values.
   */
  decodeFunction(json: unknown, decode: (json: unknown) => Value): FunctionValue | undefined;
  /**
   * What `FunctionEncoder.encodeOpaque` wrote, or `undefined` when the JSON does not describe it.
   */
  decodeOpaque?(json: unknown, decode: (json: unknown) => Value): OpaqueValue | undefined;
  /**
   * The order of keys that `comparator` decides; without it a collection ordered by a function
   * cannot be read.
   */
  orderBy?(comparator: FunctionValue): KeyOrder;
}

/**
 * Thrown for JSON that is no encoded value; `path` names the place, `items[2].$set[0]`, and is
 * empty at the top.
 */
export class DecodingError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.name = "DecodingError";
    this.path = path;
  }
}

/**
 * The value that `json` encodes.
 * @param path where `json` stands in what it was taken from: places in errors begin with it
 * @throws DecodingError naming the place of what is not an encoded value.
 */
export function decodeValue(json: unknown, functions?: FunctionDecoder, path = ""): Value {
  return new Decoder(functions).value(json, path, 0);
}

type TagReader = (
  decoder: Decoder,
  content: unknown,
  path: string,
  depth: number,
) => Value | undefined;

/** One line for each tag; `undefined` means the content does not fit. */
const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  ["$keyword", (_, content) => (typeof content === "string" ? new Keyword(content) : undefined)],
  ["$symbol", (_, content) => (typeof content === "string" ? new SymbolValue(content) : undefined)],
  ["$integer", (_, content, path) => readInteger(content, path)],
  ["$number", (_, content) => specialNumbers.get(content)],
  ["$instant", (_, content) => (typeof content === "string" ? parseInstant(content) : undefined)],
  [
    "$localDate",
    (_, content) => (typeof content === "string" ? parseLocalDate(content) : undefined),
  ],
  [
    "$duration",
    (_, content) =>
      typeof content === "number" && Temporal.isAmount("duration", content)
        ? new Temporal("duration", content)
        : undefined,
  ],
  ["$regex", (_, content) => (typeof content === "string" ? new RegexValue(content) : undefined)],
  [
    "$set",
    (decoder, content, path, depth) =>
      Array.isArray(content) ? TrieSet.of(decoder.items(content, path, depth)) : undefined,
  ],
  ["$sortedSet", (decoder, content, path, depth) => decoder.sortedSet(content, path, depth)],
  ["$sortedMap", (decoder, content, path, depth) => decoder.sortedMap(content, path, depth, false)],
  [
    "$sortedFields",
    (decoder, content, path, depth) => decoder.sortedMap(content, path, depth, true),
  ],
  ["$map", (decoder, content, path, depth) => decoder.pairs(content, path, depth, false)],
  ["$fields", (decoder, content, path, depth) => decoder.pairs(content, path, depth, true)],
  ["$opaque", (decoder, content, path, depth) => decoder.opaqueValue(content, path, depth)],
  ["$function", (decoder, content, path, depth) => decoder.functionValue(content, path, depth)],
]);

const specialNumbers: ReadonlyMap<unknown, number> = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);

function readInteger(content: unknown, path: string): Value | undefined {
  if (typeof content !== "string" || !/^-?\d+$/.test(content)) return undefined;
  if (hasTooManyDigits(content))
    throw new DecodingError(
      path,
      `an integer of more than ${String(maximumIntegerBits)} bits is not read`,
    );
  return exactInteger(BigInt(content));
}

class Decoder {
  private readonly functions: FunctionDecoder | undefined;

  constructor(functions: FunctionDecoder | undefined) {
    this.functions = functions;
  }

  value(json: unknown, path: string, depth: number): Value {
    if (
      json === null ||
      typeof json === "boolean" ||
      typeof json === "string" ||
      typeof json === "number"
    )
      return json;
    if (typeof json !== "object")
      throw new DecodingError(path, `expected JSON, got ${typeof json}`);
    if (isList(json, path)) return Vector.of(this.items(json, path, depth));
    return this.object(json, path, depth);
  }

  items(items: readonly unknown[], path: string, depth: number): Value[] {
    assertDepth(path, depth);
    const values: Value[] = [];
    // A hole is read, as undefined, and refused: no value stands for it.
    for (let index = 0; index < items.length; index++) {
      const place = `${path}[${String(index)}]`;
      values.push(
        this.value(
          readable(place, () => items[index]),
          place,
          depth + 1,
        ),
      );
    }
    return values;
  }

  pairs(content: unknown, path: string, depth: number, hasFieldNames: boolean): Value | undefined {
    if (!Array.isArray(content)) return undefined;
    const builder = new MapBuilder();
    for (const [key, value] of this.entries(content, path, depth)) builder.set(key, value);
    return builder.build(hasFieldNames);
  }

  /**
   * Sorted anew, unless a function says how: that can only be called by a run, so its order is
   * taken as it was written.
   */
  sortedMap(
    content: unknown,
    path: string,
    depth: number,
    hasFieldNames: boolean,
  ): Value | undefined {
    if (!Array.isArray(content) || content.length !== 2 || !Array.isArray(content[1]))
      return undefined;
    const order = this.order(content[0], path, depth);
    const entries = this.entries(content[1], `${path}[1]`, depth);
    if (order === undefined) return undefined;
    const map =
      typeof order.comparator === "string"
        ? SortedMap.of(entries, order)
        : SortedMap.ofSorted(entries, order);
    return map.withFieldNames(hasFieldNames);
  }

  sortedSet(content: unknown, path: string, depth: number): Value | undefined {
    if (!Array.isArray(content) || content.length !== 2 || !Array.isArray(content[1]))
      return undefined;
    const order = this.order(content[0], path, depth);
    const members = this.items(content[1], `${path}[1]`, depth);
    if (order === undefined) return undefined;
    return typeof order.comparator === "string"
      ? SortedSet.of(members, order)
      : SortedSet.ofSorted(members, order);
  }

  private order(json: unknown, path: string, depth: number): KeyOrder | undefined {
    if (json === ascendingOrder.comparator) return ascendingOrder;
    if (json === descendingOrder.comparator) return descendingOrder;
    assertDepth(path, depth);
    const comparator = this.value(json, `${path}[0]`, depth + 1);
    return comparator instanceof FunctionValue ? this.functions?.orderBy?.(comparator) : undefined;
  }

  private entries(pairs: readonly unknown[], path: string, depth: number): [Value, Value][] {
    assertDepth(path, depth);
    const entries: [Value, Value][] = [];
    for (const [index, pair] of pairs.entries()) {
      const place = `${path}[${String(index)}]`;
      if (!Array.isArray(pair) || pair.length !== 2)
        throw new DecodingError(place, "expected a pair [key, value]");
      entries.push([
        this.value(pair[0], `${place}[0]`, depth + 1),
        this.value(pair[1], `${place}[1]`, depth + 1),
      ]);
    }
    return entries;
  }

  functionValue(content: unknown, path: string, depth: number): Value {
    assertDepth(path, depth);
    const fn = this.functions?.decodeFunction(content, (json) => this.value(json, path, depth + 1));
    if (fn === undefined) throw new DecodingError(path, "a function cannot be read here");
    return fn;
  }

  opaqueValue(content: unknown, path: string, depth: number): Value | undefined {
    assertDepth(path, depth);
    return this.functions?.decodeOpaque?.(content, (json) => this.value(json, path, depth + 1));
  }

  private object(json: object, path: string, depth: number): Value {
    const entries = readable(path, () => entriesOf(json));
    if (entries === undefined)
      throw new DecodingError(path, "expected JSON, got an object of a class");
    const tagged = entries.find(([name]) => name.startsWith("$"));
    if (tagged !== undefined) return this.tagged(tagged, entries.length, path, depth);
    assertDepth(path, depth);
    const builder = new MapBuilder();
    let hasFieldNames = false;
    for (const [name, item] of entries) {
      hasFieldNames ||= !name.startsWith(":");
      builder.set(
        name.startsWith(":") ? new Keyword(name.slice(1)) : name,
        this.value(item, stepInto(path, name), depth + 1),
      );
    }
    return builder.build(hasFieldNames);
  }

  private tagged(
    [tag, content]: [string, unknown],
    size: number,
    path: string,
    depth: number,
  ): Value {
    const read = tagReaders.get(tag);
    if (read === undefined)
      throw new DecodingError(path, `unknown tag ${JSON.stringify(tag.slice(0, 40))}`);
    const value = size === 1 ? read(this, content, stepInto(path, tag), depth) : undefined;
    if (value === undefined) throw new DecodingError(path, `malformed ${tag}`);
    return value;
  }
}

/**
 * The fields of a plain object, of any realm; `undefined` for an object that JSON could not have
 * made.
 */
function entriesOf(json: object): [string, unknown][] | undefined {
  const prototype: unknown = Object.getPrototypeOf(json);
  return prototype === null || prototype === Object.prototype || isForeignPlain(prototype)
    ? Object.entries(json)
    : undefined;
}

function isList(json: object, path: string): json is readonly unknown[] {
  return readable(path, () => Array.isArray(json));
}

/**
 * What `read` answers; text that was parsed never throws, but an accessor or a proxy in place of it
 * may.
 */
function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new DecodingError(path, "it cannot be read");
  }
}

function assertDepth(path: string, depth: number): void {
  if (depth > maximumDataDepth) throw new DecodingError(`${path.slice(0, 80)}…`, "nested too deep");
}

function stepInto(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
