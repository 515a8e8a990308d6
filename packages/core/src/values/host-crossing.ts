// Where values of the host become language values. Plain objects and arrays are wrapped and read in
// place. Everything else (dates, Maps, Sets, typed arrays, class instances, objects with accessors)
// is converted once and remembered for as long as the crossing lives, so that a program sees the
// same value each time it looks.

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
import { LossyValue, saysItself, standInFor, unreadable } from "./host-stand-in.ts";
import { workBudget } from "./work-budget.ts";
import type { WorkMeter } from "./work-meter.ts";

/** What a program sees in place of a function or symbol of the host. */
export const hostFunctionMarker = "#<function>";
const hostSymbolMarker = "#<symbol>";

/** Listing the fields of an object this large takes many times as long as wrapping the object. */
const largeObject = 64;

/** How many units of work take as long as copying an entry. */
const unitsOfEntry = 16;

/**
 * Is told of what is no data, once it is read: of `source`, or of its field or element `name`. What
 * it throws ends the reading.
 */
export type LossListener = (problem: string, source: object, name?: string | number) => void;

/** One crossing of host data into the language: the context of a run, or one tool result. */
export class HostCrossing implements HostReader<Value> {
  /**
   * Made when the first object is converted: most host data is plain, and making this would be the
   * largest cost of a small run.
   */
  private converted: WeakMap<object, Value> | undefined = undefined;
  /**
   * The names of the fields of large objects, made when there is one. An object is wrapped each
   * time it is read; without this, listing its names anew would be work that no budget is charged
   * for.
   */
  private namesOfLarge: WeakMap<object, readonly string[]> | undefined = undefined;
  private depth = 0;
  private readonly meter: WorkMeter | undefined;
  readonly firewall: FieldFirewall | undefined;
  /**
   * What the meter threw, which passes through although other errors count as faults of the data.
   * Until then the crossing itself, which nothing can throw.
   */
  private refusal: unknown = this;

  private readonly losses: LossListener | undefined;
  /** The classes of which was said that their getters are left out. */
  private toldClasses: WeakSet<object> | undefined = undefined;

  /**
   * `meter` is told the number of entries of each Map, Set, object with accessors, and collection
   * of the language, before they are copied, and of keys that have to be searched for. `firewall`
   * is told what is read out of firewalled fields, `losses` of values that are no data.
   */
  constructor(meter?: WorkMeter, firewall?: FieldFirewall, losses?: LossListener) {
    this.meter = meter;
    this.firewall = firewall;
    this.losses = losses;
  }

  /**
   * The language value for `value`. What is no data is a text such as `#<Promise>`, and what cannot
   * be read (an accessor that throws, a revoked proxy) is nil; `losses` is told. Data may refer to
   * itself, since fields and elements are converted when they are read.
   * @throws DataDepthError for Maps and Sets nested too deep or holding themselves, which are
   * converted whole.
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
        return exactInteger(value);
      case "function":
        return hostFunctionMarker;
      case "symbol":
        return hostSymbolMarker;
      case "object":
        return value === null ? null : this.fromObject(value);
    }
  }

  /** The map that stands for an object with accessors, each of which is read once. */
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

  lose(problem: string, source: object, name?: string | number): void {
    try {
      this.losses?.(problem, source, name);
    } catch (error) {
      this.refusal = error;
      throw error;
    }
  }

  /** An entry takes as long as a few comparisons of keys. */
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
      // These errors say that the data or the host's stack is too deep, or come from the meter.
      // Anything else that is thrown here comes from a proxy or an accessor of the object's tag.
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
    // A function or atom of some run is no data; only memory can carry it to another run.
    if (value instanceof OpaqueValue) return hostFunctionMarker;
    // Read in place like a plain object, so that the file is known where its fields are.
    if (HostFile.is(value)) return new HostMap(value, this);
    if (isForeignPlain(prototype) && !saysItself(value)) return new HostMap(value, this);
    if (value instanceof LossyValue) {
      this.lose(value.problem, value);
      return this.fromHost(value.value);
    }
    return this.convert(value);
  }

  /** A collection of the language without the functions and atoms in it; see `collectionOfData`. */
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
    if (problem !== undefined && !(isFields === true && this.hasToldClassOf(source)))
      this.lose(problem, source);
    return isFields === true ? this.convertOnce(value as object) : this.fromHost(value);
  }

  /** What is lost of every instance of a class is said once. */
  private hasToldClassOf(source: object): boolean {
    const prototype = Object.getPrototypeOf(source) as object;
    const told = (this.toldClasses ??= new WeakSet());
    if (told.has(prototype)) return true;
    told.add(prototype);
    return false;
  }

  private remember(source: object, value: Value): void {
    (this.converted ??= new WeakMap()).set(source, value);
  }
}

/** Whether an object is a value of the language, and no data of the host. */
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

/** Entries of Maps and Sets that a value on its own may have; it takes about two seconds. */
const mostEntries = 4_000_000;

/**
 * Converts one host value on its own; `firewall` is told what is read out of firewalled fields.
 * @throws DataDepthError; WorkLimitError for Maps and Sets that are too large, or whose keys were
 * made to collide, also later, where they are read
 */
export function fromHost(value: unknown, firewall?: FieldFirewall): Value {
  const meter = workBudget("reading a value of the host", mostEntries);
  return new HostCrossing(meter, firewall).fromHost(value);
}
