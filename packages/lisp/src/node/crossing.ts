// Prepares host data for structured clone to a process, where it means the same to a program as
// when read in place. First copies all of it as data: own fields and elements, each read once. As a
// result, no host code, such as iterators and accessors, runs while the copy is sent. Functions,
// class instances and language values are replaced, because structured clone rejects or misreads
// them.

import { types } from "node:util";
import {
  Keyword,
  MapValue,
  OpaqueValue,
  RegexValue,
  SetValue,
  Temporal,
  Vector,
  fromHost,
  type Value,
} from "@ptc/core/values";
import {
  hostFunctionMarker,
  isForeignPlain,
  saysItself,
  standInFor,
  unreadable,
} from "@ptc/core/internal/values";
import { encodeValue } from "@ptc/core/encoding";
import {
  Elements,
  Entries,
  Fields,
  Members,
  type Filling,
  type PartCopier,
} from "./crossing-contents.ts";

/** Data for structured clone. */
export interface Crossing {
  readonly data: unknown;
  /**
   * True if `data` contains language values, or values that have lost something. Each language
   * value is a boxed string with its encoding. A value that has lost something is in a Map, under
   * a boxed string with the reason. There are no other boxed strings.
   */
  readonly holdsValues: boolean;
}

/** Thrown for data that can't be sent to another process. The message contains the reason. */
export class CrossingError extends Error {
  constructor(problem: string) {
    super(`${problem} cannot be sent to another process`);
    this.name = "CrossingError";
  }
}

/**
 * Returns `value`, prepared for structured clone.
 * @throws CrossingError for a Proxy, for data that is too deep, and for arrays that are too long
 */
export function toCrossing(value: unknown): Crossing {
  const copier = new Copier(value, Infinity);
  return { data: copier.data, holdsValues: copier.holdsValues };
}

/** The text that programs see for a symbol, as in process. */
const hostSymbolMarker = "#<symbol>";

/** Maximum nesting of data. Structured clone is recursive in both processes. */
const maximumDepth = 1000;
/** Maximum length of an array, because arrays may claim any length. */
const longestArray = 20_000_000;
const mostObjects = 5_000_000;

/** The work of copying a text or an array of bytes of this size is that of one part. */
const bytesOfPart = 1024;

/**
 * Copies data in pieces of a bounded number of parts, in the order of its elements. The first piece
 * is `data`. In each later one, containers that were not complete continue:
 *
 *     data         {rows: [{id: 1}, {id: 2}]}
 *     addition     [rows, [{id: 3}, {id: 4}], data, {total: 4}]
 */
export class Copier implements PartCopier {
  holdsValues = false;
  /** The copy, which is complete if `isComplete` is true after the first piece. */
  readonly data: unknown;
  /** Classes for which the loss of getters has been reported. */
  private readonly classes = new WeakSet();
  private readonly copies = new Map<object, unknown>();
  /** The containers being copied, each within the one before it. */
  private readonly open: Filling[] = [];
  /** Fields and elements left for the current piece; negative after a long text. */
  partsLeft: number;

  /**
   * Copies the first piece of `value`.
   * @throws CrossingError
   */
  constructor(value: unknown, parts: number) {
    this.partsLeft = parts;
    this.data = this.copy(value, 0);
    this.fill();
  }

  get isComplete(): boolean {
    return this.open.length === 0;
  }

  /**
   * Copies the next piece, of about `parts` fields and elements. Returns containers, each followed
   * by what to add to it. Their copies are identical to those of the earlier pieces.
   * @throws CrossingError
   */
  addition(parts: number): readonly unknown[] {
    const additions: unknown[] = [];
    for (const filling of this.open) filling.continueIn(additions);
    this.partsLeft = parts;
    this.fill();
    return additions;
  }

  private fill(): void {
    const { open } = this;
    for (let filling = open.at(-1); filling !== undefined; filling = open.at(-1)) {
      while (open.at(-1) === filling)
        if (filling.isAtEnd) open.pop();
        else if (this.partsLeft <= 0) return;
        else {
          this.partsLeft--;
          filling.copyNext();
        }
    }
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === "function") return hostFunctionMarker;
    if (typeof value === "symbol") return hostSymbolMarker;
    if (typeof value === "string") this.partsLeft -= Math.floor(value.length / bytesOfPart);
    if (typeof value !== "object" || value === null) return value;
    if (depth > maximumDepth) throw tooDeep();
    const known = this.copies.get(value);
    if (known !== undefined) return known;
    assertNoProxy(value);
    if (Array.isArray(value)) return this.array(value, depth + 1);
    const prototype: unknown = Object.getPrototypeOf(value);
    if ((prototype === Object.prototype || prototype === null) && !says(value))
      return this.fields(value, depth + 1);
    if (isLanguageValue(value)) return this.languageValue(value);
    if (value instanceof OpaqueValue) return hostFunctionMarker;
    return this.instance(value, depth + 1);
  }

  private instance(value: object, depth: number): unknown {
    if (types.isDate(value)) return new Date(Date.prototype.getTime.call(value));
    if (types.isTypedArray(value)) return this.bytes(value, ownArray(value));
    if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value)) return this.primitive(value);
    if (types.isMap(value)) {
      const copy = this.remember(value, new Map<unknown, unknown>());
      this.open.push(new Entries(this, copy, depth, value));
      return copy;
    }
    if (types.isSet(value)) {
      const copy = this.remember(value, new Set<unknown>());
      this.open.push(new Members(this, copy, depth, value));
      return copy;
    }
    if (types.isAnyArrayBuffer(value)) return this.bytes(value, new Uint8Array(value).slice());
    return this.standIn(value, depth);
  }

  private standIn(source: object, depth: number): unknown {
    const standIn = isForeignData(source) ? undefined : standInFor(source);
    if (standIn === undefined) return this.fields(source, depth);
    const { value, isFields, problem } = standIn;
    if (isFields !== true) return this.noted(this.copy(value, depth), problem);
    const prototype = Object.getPrototypeOf(source) as object;
    if (value === source && this.classes.has(prototype)) return this.fields(source, depth);
    this.classes.add(prototype);
    return this.noted(this.fields(value as object, depth), problem);
  }

  /** Wraps a value that has lost something. The process reports that when a program reads it. */
  private noted(copy: unknown, problem: string | undefined): unknown {
    if (problem === undefined) return copy;
    this.holdsValues = true;
    return new Map([[Object(problem), copy]]);
  }

  private fields(source: object, depth: number): object {
    const copy = this.remember(source, {});
    this.open.push(new Fields(this, copy, depth, source));
    return copy;
  }

  /** Copies a field or element. One that throws becomes nil. */
  part(read: () => unknown, depth: number): unknown {
    let value: unknown;
    try {
      value = read();
    } catch {
      return this.noted(undefined, unreadable);
    }
    return this.copy(value, depth);
  }

  private array(source: readonly unknown[], depth: number): unknown[] {
    const { length } = source;
    if (length > longestArray)
      throw new CrossingError(`an array of more than ${String(longestArray)} elements`);
    const copy = this.remember(source, [] as unknown[]);
    this.open.push(new Elements(this, copy, depth, source));
    return copy;
  }

  /**
   * Returns the primitive of a boxed string, number, boolean or bigint, even if the object
   * overrides `valueOf`.
   */
  private primitive(value: object): unknown {
    if (types.isStringObject(value)) return String.prototype.valueOf.call(value);
    if (types.isNumberObject(value)) return Number.prototype.valueOf.call(value);
    return types.isBooleanObject(value)
      ? Boolean.prototype.valueOf.call(value)
      : BigInt.prototype.valueOf.call(value);
  }

  private languageValue(value: Value): unknown {
    this.holdsValues = true;
    try {
      // Functions and atoms of another run aren't data, as in process.
      return Object(JSON.stringify(encodeValue(fromHost(value))));
    } catch {
      throw new CrossingError("a language value that cannot be stored as JSON");
    }
  }

  private bytes(source: object, copy: NodeJS.TypedArray): unknown {
    this.partsLeft -= Math.floor(copy.byteLength / bytesOfPart);
    return this.remember(source, copy);
  }

  private remember<T extends object>(source: object, copy: T): T {
    // Objects may create new objects each time their data is read.
    if (this.copies.size >= mostObjects)
      throw new CrossingError(`data of more than ${String(mostObjects)} objects`);
    this.copies.set(source, copy);
    return copy;
  }
}

/**
 * Returns a typed array that has only its bytes and shares them with no other thread. Returns the
 * given array if it is like that already.
 */
function ownArray(value: NodeJS.TypedArray): NodeJS.TypedArray {
  const prototype: unknown = Object.getPrototypeOf(value);
  const kind = Reflect.get(typedArrayPrototype, Symbol.toStringTag, value) as string;
  // Half-precision floats become floats.
  const Kind = typedArrays.get(kind) ?? Float32Array;
  if (
    prototype === Kind.prototype &&
    !types.isSharedArrayBuffer(Reflect.get(typedArrayPrototype, "buffer", value)) &&
    !trustedFields.some((name) => Object.hasOwn(value, name))
  )
    return value;
  // The constructor reads the internal slots of its argument and runs no iterators.
  return new Kind(value as never);
}

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
/** Properties of a typed array that structured clone reads. */
const trustedFields = ["constructor", "buffer", "byteOffset", "byteLength"] as const;
const typedArrays: ReadonlyMap<string, new (source: never) => NodeJS.TypedArray> = new Map(
  [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ].map((Kind) => [Kind.name, Kind as new (source: never) => NodeJS.TypedArray]),
);

function isLanguageValue(value: object): value is Extract<Value, object> {
  return (
    value instanceof Keyword ||
    value instanceof Vector ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof Temporal ||
    value instanceof RegexValue
  );
}

function assertNoProxy(value: object): void {
  if (types.isProxy(value)) throw new CrossingError("a Proxy");
}

function tooDeep(): CrossingError {
  return new CrossingError(`data nested more than ${String(maximumDepth)} levels deep`);
}

/**
 * True if the object has its own `toJSON`. Objects that throw count too, because this runs before
 * they are known to be harmless.
 */
function says(source: object): boolean {
  try {
    return saysItself(source);
  } catch {
    return true;
  }
}

/** True for plain data of another realm. */
function isForeignData(source: object): boolean {
  return isForeignPlain(Object.getPrototypeOf(source)) && !says(source);
}
