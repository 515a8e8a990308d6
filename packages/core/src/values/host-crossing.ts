// Converts host values to language values. Wraps plain objects and arrays and reads them in place.
// Converts everything else (dates, Maps, Sets, typed arrays, class instances, objects with
// accessors) once and caches the result for the lifetime of the crossing, so a program always sees
// the same value.

import type { FieldFirewall } from "./firewall.ts";
import { HostFile } from "./host-file.ts";
import { HostMap } from "./host-map.ts";
import { Keyword } from "./keyword.ts";
import { MapValue } from "./map-value.ts";
import { OpaqueValue } from "./opaque.ts";
import { RegexValue } from "./regex.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { DataDepthError, assertDepth } from "./depth.ts";
import { collectionOfData, type Collection } from "./collection-of-data.ts";
import { convertBuiltIn, isForeignPlain, ownFields } from "./host-conversions.ts";
import { exactInteger, type Value } from "./value.ts";
import type { HostReader } from "./host-reader.ts";
import {
  LossyValue,
  oversizedInteger,
  saysItself,
  standInFor,
  unreadable,
} from "./host-stand-in.ts";
import { hasTooManyBits } from "./integer-size.ts";
import { workBudget } from "./work-budget.ts";
import type { WorkMeter } from "./work-meter.ts";

/** The text that a program sees in place of a host function. */
export const hostFunctionMarker = "#<function>";
const hostSymbolMarker = "#<symbol>";

/** The number of fields from which listing them takes many times as long as wrapping the object. */
const largeObject = 64;

/** The number of units of work that take as long as copying an entry. */
const unitsOfEntry = 16;

/**
 * Receives a report when a value that isn't data is read: `source`, or its field or element
 * `name`. An error thrown here ends the reading.
 */
export type LossListener = (
  problem: string,
  source: object | bigint,
  name?: string | number,
) => void;

/** One crossing of host data into the language: the context of a run, or one tool result. */
export class HostCrossing implements HostReader<Value> {
  /**
   * The converted objects. Created when the first object is converted: most host data is plain,
   * and creating the map would be the largest cost of a small run.
   */
  private converted: WeakMap<object, Value> | undefined = undefined;
  /**
   * The field names of large objects, created when there is one. An object is wrapped each time it
   * is read. Without this cache, listing its names again would be unmetered work.
   */
  private namesOfLarge: WeakMap<object, readonly string[]> | undefined = undefined;
  private depth = 0;
  private readonly meter: WorkMeter | undefined;
  readonly firewall: FieldFirewall | undefined;
  /**
   * The error that the meter or the loss listener threw. It is rethrown, while other errors count
   * as faults of the data. Initially the crossing itself, which is never thrown.
   */
  private refusal: unknown = this;

  private readonly losses: LossListener | undefined;
  /** The classes whose omitted getters were already reported. */
  private reportedClasses: WeakSet<object> | undefined = undefined;

  /**
   * `meter` receives the number of entries of each Map, Set, object with accessors and language
   * collection before they are copied, and the cost of key searches. `firewall` receives the
   * values read from firewalled fields. `losses` receives reports of values that aren't data.
   */
  constructor(meter?: WorkMeter, firewall?: FieldFirewall, losses?: LossListener) {
    this.meter = meter;
    this.firewall = firewall;
    this.losses = losses;
  }

  /**
   * Converts `value` to a language value. A value that isn't data becomes a text such as
   * `#<Promise>`. A value that can't be read (an accessor that throws, a revoked proxy) becomes
   * nil. Both are reported to `losses`. Data may contain itself, because fields and elements are
   * converted when they are read.
   * @throws DataDepthError for Maps and Sets that are nested too deep or contain themselves,
   * because those are converted as a whole
   */
  fromHost(value: unknown): Value {
    switch (typeof value) {
      case "string":
      case "number":
      case "boolean":
        return value;
      case "undefined":
        return null;
      case "bigint":
        return this.fromInteger(value);
      case "function":
        return hostFunctionMarker;
      case "symbol":
        return hostSymbolMarker;
      case "object":
        return value === null ? null : this.fromObject(value);
    }
  }

  /** No operation of a program produces an oversized integer, and nothing can store one. */
  private fromInteger(value: bigint): Value {
    const integer = exactInteger(value);
    if (typeof integer === "number" || !hasTooManyBits(integer)) return integer;
    const { value: text, problem } = oversizedInteger;
    this.lose(problem, value);
    return text;
  }

  /** Returns the map for an object with accessors. Reads each accessor once. */
  convertOnce(source: object): MapValue<Value> {
    const known = this.converted?.get(source);
    if (known instanceof MapValue) return known;
    const map = new HostMap(ownFields(source, this), this);
    this.remember(source, map);
    return map;
  }

  copies(entries: number): void {
    try {
      this.meter?.spend(entries);
    } catch (error) {
      this.refusal = error;
      throw error;
    }
  }

  lose(problem: string, source: object | bigint, name?: string | number): void {
    try {
      this.losses?.(problem, source, name);
    } catch (error) {
      this.refusal = error;
      throw error;
    }
  }

  /** A meter for key searches. An entry costs as much as several comparisons of keys. */
  get work(): WorkMeter {
    let units = 0;
    return {
      spend: (more) => {
        units += more;
        if (units < unitsOfEntry) return;
        this.copies(Math.floor(units / unitsOfEntry));
        units %= unitsOfEntry;
      },
    };
  }

  namesOf(source: object, list: (source: object) => readonly string[]): readonly string[] {
    const known = this.namesOfLarge?.get(source);
    if (known !== undefined) return known;
    const names = list(source);
    if (names.length > largeObject) {
      // Eight names take about as much memory as one entry.
      this.copies(names.length >>> 3);
      (this.namesOfLarge ??= new WeakMap()).set(source, names);
    }
    return names;
  }

  private fromObject(value: object): Value {
    try {
      if (Array.isArray(value)) return Vector.ofHost(value, this);
      const prototype: unknown = Object.getPrototypeOf(value);
      if ((prototype === Object.prototype || prototype === null) && !saysItself(value))
        return new HostMap(value, this);
      return this.fromInstance(value, prototype);
    } catch (error) {
      // These errors mean that the data or the host's stack is too deep, or come from the meter or
      // the loss listener. All other errors come from a proxy, or from an accessor of the object's
      // tag.
      if (error instanceof DataDepthError || error instanceof RangeError || error === this.refusal)
        throw error;
      this.lose(unreadable, value);
      return null;
    }
  }

  private fromInstance(value: object, prototype: unknown): Value {
    const known = this.converted?.get(value);
    if (known !== undefined) return known;
    if (isCollection(value)) return this.withoutFunctions(value);
    if (isSingleValue(value)) return value;
    // A function or atom of another run isn't data; only memory can carry it to another run.
    if (value instanceof OpaqueValue) return hostFunctionMarker;
    // Read files in place like plain objects, so the file can be identified by its fields' source.
    if (HostFile.is(value)) return new HostMap(value, this);
    if (isForeignPlain(prototype) && !saysItself(value)) return new HostMap(value, this);
    if (value instanceof LossyValue) {
      this.lose(value.problem, value);
      return this.fromHost(value.value);
    }
    return this.convert(value);
  }

  /** Returns a language collection without its functions and atoms; see `collectionOfData`. */
  private withoutFunctions(value: Collection): Value {
    assertDepth(this.depth);
    this.depth++;
    try {
      if (this.depth === 1) this.firewall?.noteWithin(value);
      const passed = collectionOfData(value, this);
      this.remember(value, passed);
      return passed;
    } finally {
      this.depth--;
    }
  }

  private convert(value: object): Value {
    assertDepth(this.depth);
    this.depth++;
    try {
      const builtIn = convertBuiltIn(value, this);
      const converted = builtIn === undefined ? this.fromStandIn(value) : builtIn;
      this.remember(value, converted);
      return converted;
    } finally {
      this.depth--;
    }
  }

  private fromStandIn(source: object): Value {
    const standIn = standInFor(source);
    if (standIn === undefined) return this.convertOnce(source);
    const { value, isFields, problem } = standIn;
    if (problem !== undefined && !(isFields === true && this.hasReportedClassOf(source)))
      this.lose(problem, source);
    return isFields === true ? this.convertOnce(value as object) : this.fromHost(value);
  }

  /** Reports the omitted getters of a class only once, not for every instance. */
  private hasReportedClassOf(source: object): boolean {
    const prototype = Object.getPrototypeOf(source) as object;
    const reported = (this.reportedClasses ??= new WeakSet());
    if (reported.has(prototype)) return true;
    reported.add(prototype);
    return false;
  }

  private remember(source: object, value: Value): void {
    (this.converted ??= new WeakMap()).set(source, value);
  }
}

/** True if the object is a language value, not host data. */
export function isLanguageValue(value: object): boolean {
  return isCollection(value) || isSingleValue(value);
}

function isCollection(value: object): value is Collection {
  return value instanceof Vector || value instanceof MapValue || value instanceof SetValue;
}

function isSingleValue(value: object): value is Keyword | Temporal | RegexValue | SymbolValue {
  return (
    value instanceof Keyword ||
    value instanceof Temporal ||
    value instanceof RegexValue ||
    value instanceof SymbolValue
  );
}

/**
 * The limit on entries of Maps and Sets for a single value. Converting them takes about two
 * seconds.
 */
const mostEntries = 4_000_000;

/**
 * Converts a single host value. `firewall` receives the values read from firewalled fields.
 * @throws DataDepthError; WorkLimitError for Maps and Sets that are too large or have colliding
 * keys, possibly only when the value is read
 */
export function fromHost(value: unknown, firewall?: FieldFirewall): Value {
  const meter = workBudget("reading a value of the host", mostEntries);
  return new HostCrossing(meter, firewall).fromHost(value);
}
