// Decodes the tagged JSON encoding. The input is untrusted (a journal, a file), so every shape is
// checked, and errors name the location.

import { shortened } from "../printing/internal.ts";
import { assertKnownOptions } from "../errors/internal.ts";
import {
  FunctionValue,
  Keyword,
  Vector,
  workBudget,
  type VectorKind,
  type OpaqueValue,
  type Value,
  type WorkMeter,
} from "../values/index.ts";
import {
  MapBuilder,
  OrderError,
  SortedMap,
  SortedSet,
  TrieSet,
  orderNamed,
  type KeyOrder,
} from "../values/internal.ts";
import { tags } from "../encoding/index.ts";
import { scalarReaders } from "./read-scalar.ts";
import {
  DecodingError,
  assertDepth,
  fieldsOf,
  isList,
  readable,
  fieldPath,
} from "./untrusted-json.ts";

/** Creates a function from the JSON that `FunctionEncoder` wrote. */
export interface FunctionDecoder {
  /**
   * Returns the function, or `undefined` if the JSON doesn't describe one. `decode` reads captured
   * values. Spends the work of creating the function on `meter`.
   */
  decodeFunction(
    json: unknown,
    decode: (json: unknown) => Value,
    meter: WorkMeter,
  ): FunctionValue | undefined;
  /** Reverses `FunctionEncoder.encodeOpaque`. Returns `undefined` for other JSON. */
  decodeOpaque?(json: unknown, decode: (json: unknown) => Value): OpaqueValue | undefined;
  /**
   * Returns the order that `comparator` defines. Required for collections ordered by a function.
   */
  orderBy?(comparator: FunctionValue): KeyOrder;
}

/** The options of `decodeValue`. */
export interface DecodeOptions {
  readonly functions?: FunctionDecoder;
  /** The location of the JSON in its source. Locations in errors start with it. */
  readonly path?: string;
  /**
   * Receives the work done, in units of about 30 nanoseconds. Default: a budget that throws before
   * decoding takes seconds.
   */
  readonly meter?: WorkMeter;
}

/** The default work limit for decoding one value: about a second. */
const maximumWork = 40_000_000;

// The cost of decoding each kind of JSON, in units of work.
const workOfObject = 16;
const workOfField = 6;
const workOfList = 6;
const workOfElement = 2;
/** The cost of a set or map, and of each key looked up in it. */
const workOfTable = 12;
const workOfKey = 8;

/**
 * Decodes `json` to a value.
 * @throws DecodingError naming the location of JSON that isn't an encoded value; anything that
 * `meter` throws, or WorkLimitError without a meter; OptionError for an unknown option
 */
export function decodeValue(json: unknown, options: DecodeOptions = {}): Value {
  assertKnownOptions(options, ["functions", "path", "meter"] satisfies (keyof DecodeOptions)[]);
  const { functions, path = "", meter = workBudget("reading a value", maximumWork) } = options;
  return new Decoder(functions, meter).value(json, path, 0);
}

type TagReader = (
  decoder: Decoder,
  content: unknown,
  path: string,
  depth: number,
) => Value | undefined;

/** The tags of vectors made from a map of fields, by kind. */
const fieldTags: readonly (readonly [tag: string, kind: VectorKind])[] = [
  [tags.fieldVector, "vector"],
  [tags.fieldList, "list"],
  [tags.fieldSequence, "sequence"],
  [tags.fieldQueue, "queue"],
  [tags.fieldEntry, "entry"],
];

/** One reader per tag. A reader returns `undefined` if the content doesn't fit the tag. */
const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  ...scalarReaders.map(
    ([tag, read]) =>
      [tag, ({ meter }, content, path) => read(content, path, meter)] as [string, TagReader],
  ),
  [tags.list, (decoder, content, path, depth) => decoder.items(content, path, depth, "list")],
  [tags.entry, (decoder, content, path, depth) => decoder.items(content, path, depth, "entry")],
  [tags.queue, (decoder, content, path, depth) => decoder.items(content, path, depth, "queue")],
  [
    tags.sequence,
    (decoder, content, path, depth) => decoder.items(content, path, depth, "sequence"),
  ],
  ...fieldTags.map(([tag, kind]): [string, TagReader] => [
    tag,
    (decoder, content, path, depth) => decoder.items(content, path, depth, kind)?.ofFields(),
  ]),
  [tags.set, (decoder, content, path, depth) => decoder.set(content, path, depth)],
  [
    tags.sortedSet,
    (decoder, content, path, depth) => decoder.sortedSet(content, path, depth, false),
  ],
  [tags.fieldSet, (decoder, content, path, depth) => decoder.set(content, path, depth)?.ofFields()],
  [
    tags.sortedFieldSet,
    (decoder, content, path, depth) => decoder.sortedSet(content, path, depth, true),
  ],
  [tags.map, (decoder, content, path, depth) => decoder.pairs(content, path, depth, false)],
  [tags.fields, (decoder, content, path, depth) => decoder.pairs(content, path, depth, true)],
  [
    tags.sortedMap,
    (decoder, content, path, depth) => decoder.sortedMap(content, path, depth, false),
  ],
  [
    tags.sortedFields,
    (decoder, content, path, depth) => decoder.sortedMap(content, path, depth, true),
  ],
  [tags.opaque, (decoder, content, path, depth) => decoder.opaqueValue(content, path, depth)],
  [tags.function, (decoder, content, path, depth) => decoder.functionValue(content, path, depth)],
]);

class Decoder {
  private readonly functions: FunctionDecoder | undefined;
  readonly meter: WorkMeter;

  constructor(functions: FunctionDecoder | undefined, meter: WorkMeter) {
    this.functions = functions;
    this.meter = meter;
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
    if (isList(json, path)) return Vector.of(this.each(json, path, depth));
    return this.object(json, path, depth);
  }

  items(
    content: unknown,
    path: string,
    depth: number,
    kind: VectorKind,
  ): Vector<Value> | undefined {
    return Array.isArray(content) && (kind !== "entry" || content.length === 2)
      ? Vector.of(this.each(content, path, depth), kind)
      : undefined;
  }

  private each(items: readonly unknown[], path: string, depth: number): Value[] {
    assertDepth(path, depth);
    this.meter.spend(workOfList + items.length * workOfElement);
    const values: Value[] = [];
    // Don't use `map`, which skips holes in the array. Here a hole reads as undefined and is
    // rejected.
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
    const builder = this.table(content.length);
    for (const [key, value] of this.entries(content, path, depth)) builder.set(key, value);
    return builder.build(hasFieldNames);
  }

  /**
   * Sorts the entries again if the order is a named one such as `<`. A function that defines the
   * order can only be called by a run, so in that case the entries keep their written order.
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
    return typeof order.comparator === "string"
      ? inOrder(path, () => SortedMap.of(entries, order, this.meter, hasFieldNames))
      : SortedMap.ofSorted(entries, order).withFieldNames(hasFieldNames);
  }

  set(content: unknown, path: string, depth: number): TrieSet | undefined {
    if (!Array.isArray(content)) return undefined;
    this.meter.spend(workOfTable + content.length * workOfKey);
    return TrieSet.of(this.each(content, path, depth), this.meter);
  }

  sortedSet(
    content: unknown,
    path: string,
    depth: number,
    isOfFields: boolean,
  ): SortedSet | undefined {
    if (!Array.isArray(content) || content.length !== 2 || !Array.isArray(content[1]))
      return undefined;
    const order = this.order(content[0], path, depth);
    const members = this.each(content[1], `${path}[1]`, depth);
    if (order === undefined) return undefined;
    if (typeof order.comparator === "string")
      return inOrder(path, () => SortedSet.of(members, order, this.meter, isOfFields));
    const read = SortedSet.ofSorted(members, order);
    return isOfFields ? read.ofFields() : read;
  }

  private order(json: unknown, path: string, depth: number): KeyOrder | undefined {
    const named = orderNamed(json);
    if (named !== undefined) return named;
    assertDepth(path, depth);
    const comparator = this.value(json, `${path}[0]`, depth + 1);
    return comparator instanceof FunctionValue ? this.functions?.orderBy?.(comparator) : undefined;
  }

  private entries(pairs: readonly unknown[], path: string, depth: number): [Value, Value][] {
    assertDepth(path, depth);
    this.meter.spend(workOfList + pairs.length * (workOfList + 2 * workOfElement));
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
    const decode = (json: unknown): Value => this.value(json, path, depth + 1);
    const fn = this.functions?.decodeFunction(content, decode, this.meter);
    if (fn === undefined) throw new DecodingError(path, "a function cannot be read here");
    return fn;
  }

  opaqueValue(content: unknown, path: string, depth: number): Value | undefined {
    assertDepth(path, depth);
    const decode = (json: unknown): Value => this.value(json, path, depth + 1);
    return this.functions === undefined
      ? this.exceptionData(content, path, decode)
      : this.functions.decodeOpaque?.(content, decode);
  }

  /** Returns the data of an exception, for readers without the language: its message and data. */
  private exceptionData(
    content: unknown,
    path: string,
    decode: (json: unknown) => Value,
  ): Value | undefined {
    if (typeof content !== "object" || content === null) return undefined;
    const exception = new Map(fieldsOf(content, path)).get("exception");
    if (typeof exception !== "object" || exception === null) return undefined;
    const parts = new Map(fieldsOf(exception, path));
    const data = this.table(2);
    data.set(new Keyword("message"), decode(parts.get("message") ?? null));
    if ((parts.get("data") ?? null) !== null)
      data.set(new Keyword("data"), decode(parts.get("data")));
    return data.build();
  }

  private table(size: number): MapBuilder {
    this.meter.spend(workOfTable + size * workOfKey);
    return new MapBuilder(this.meter);
  }

  private object(json: object, path: string, depth: number): Value {
    this.meter.spend(workOfObject);
    const entries = fieldsOf(json, path);
    const tagged = entries.find(([name]) => name.startsWith("$"));
    if (tagged !== undefined) return this.tagged(tagged, entries.length, path, depth);
    assertDepth(path, depth);
    this.meter.spend(entries.length * workOfField);
    const builder = this.table(entries.length);
    let hasFieldNames = false;
    for (const [name, item] of entries) {
      hasFieldNames ||= !name.startsWith(":");
      builder.set(
        name.startsWith(":") ? new Keyword(name.slice(1)) : name,
        this.value(item, fieldPath(path, name), depth + 1),
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
      throw new DecodingError(path, `unknown tag ${JSON.stringify(shortened(tag, 40))}`);
    const value = size === 1 ? read(this, content, fieldPath(path, tag), depth) : undefined;
    if (value === undefined) throw new DecodingError(path, `malformed ${tag}`);
    return value;
  }
}

/** Calls `sorted`. Reports keys without an order as a DecodingError. */
function inOrder<T>(path: string, sorted: () => T): T {
  try {
    return sorted();
  } catch (error) {
    if (error instanceof OrderError) throw new DecodingError(path, "its keys have no order");
    throw error;
  }
}
