// Checks a host value against a type. Recurses along the type, so it ends for every value. It
// visits shared data once, so the time is linear in the size of the data, and a work budget bounds
// it. Messages are built only for the listed findings. The value is never changed: if a key is
// renamed or a string converted, the result is a copy that shares all other parts.

import type { EnumType, Field, ListType, MapType, SimpleKind, SimpleType, Type } from "../model.ts";
import { coerceText } from "./coerce-value.ts";
import type { Crossing } from "./crossing.ts";
import type { FileInfo } from "../types/file-info.ts";
import { nearestField, nearestValue } from "./near-advice.ts";
import { HostFile, WorkLimitError, workBudget } from "@ptc/core/values";
import { isFirewalledName } from "@ptc/core/internal/values";
import { FiniteData, type DataProblem } from "./finite-data.ts";
import {
  findKey,
  isMapLike,
  keysOf,
  readKey,
  spellingsOf,
  withReplacements,
  type Replacement,
} from "./host-data.ts";
import { Findings, type Checked, type FindingCounts, type PathSegment } from "./violation.ts";

/**
 * For `output`, a program made the value and can repair it. For `input`, the caller of the tool or
 * agent made it.
 */
export type Direction = "input" | "output";

export interface CheckOptions extends Crossing {
  readonly direction: Direction;
  /** If true, strings that contain a number, a bool or a time are converted. */
  readonly coerces: boolean;
  /** If true, fields that the type doesn't name are refused. */
  readonly isClosed: boolean;
}

/**
 * The maximum work of one check, about a second. Only data that barely fits into a host's memory
 * reaches it.
 */
const maximumWork = 20_000_000;

export function checkValue(type: Type, value: unknown, options: CheckOptions): Checked {
  return new ValueCheck(options).run(type, value);
}

const accepts: Readonly<Record<SimpleKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  int: (value) => Number.isSafeInteger(value),
  float: (value) => Number.isFinite(value),
  bool: (value) => typeof value === "boolean",
  keyword: (value) => typeof value === "string",
  datetime: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  file: (value) => HostFile.is(value),
  any: () => true,
  "any-map": isMapLike,
};

const dataProblems: Readonly<Record<DataProblem, string>> = {
  cyclic: "a value that contains itself",
  deep: "data that is nested too deep",
};

/**
 * Up to this many values, a second visit is cheaper than remembering the result. Above it, shared
 * data must not be visited twice.
 */
const rememberedWork = 32;

/** The result for one collection under one type. */
interface Outcome extends FindingCounts {
  readonly value: unknown;
}

class ValueCheck {
  private readonly findings = new Findings();
  private readonly path: PathSegment[] = [];
  private readonly meter = workBudget("checking the value", maximumWork);
  private readonly finiteData = new FiniteData(this.meter);
  private readonly enumValues = new Map<EnumType, ReadonlySet<string>>();
  private readonly outcomes = new Map<Type, Map<object, Outcome>>();
  private readonly options: CheckOptions;
  /** The number of firewalled fields on the path to the current location. */
  private firewalls = 0;
  /** The number of values checked and keys searched so far. */
  private work = 0;

  constructor(options: CheckOptions) {
    this.options = options;
  }

  run(type: Type, value: unknown): Checked {
    try {
      return this.findings.result(this.check(type, value, false));
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      this.tooMuch(type, value, error);
      return this.findings.result(value);
    }
  }

  /** Adds the finding for a value that was not checked completely. */
  private tooMuch(type: Type, value: unknown, { message }: WorkLimitError): void {
    const isReturned = this.options.direction === "output";
    this.findings.addFirst(() => ({
      segments: [],
      type,
      optional: false,
      value,
      firewalled: false,
      expected: "a value that can be checked",
      got: `one that is too large: ${message}`,
      advice: isReturned ? "return less, or a summary" : "pass less",
    }));
  }

  private spend(work: number): void {
    this.work += work;
    this.meter.spend(work);
  }

  private check(type: Type, value: unknown, optional: boolean): unknown {
    this.spend(1);
    if (optional && isNil(value)) return value;
    switch (type.kind) {
      case "nilable":
        return this.check(type.type, value, true);
      case "reference":
        return this.check(type.type, value, optional);
      case "enum":
        return typeof value === "string" && this.valuesOf(type).has(value)
          ? value
          : this.mismatch(type, value, optional);
      case "list":
        if (!Array.isArray(value)) return this.mismatch(type, value, optional);
        return this.once(type, value, () => this.checkList(type, value));
      case "map":
        if (!isMapLike(value)) return this.mismatch(type, value, optional);
        return this.once(type, value, () => this.checkMap(type, value));
      default:
        return this.checkSimple(type, value, optional);
    }
  }

  private valuesOf(type: EnumType): ReadonlySet<string> {
    const known = this.enumValues.get(type);
    if (known !== undefined) return known;
    const values = new Set(type.values);
    this.enumValues.set(type, values);
    return values;
  }

  private checkSimple(type: SimpleType, value: unknown, optional: boolean): unknown {
    if (accepts[type.kind](value) || this.takesBigint(type, value) || this.tellsOfFile(type, value))
      return type.kind === "any" || type.kind === "any-map"
        ? this.checkData(type, value, optional)
        : value;
    const { timeTexts } = this.options;
    if (timeTexts !== undefined && type.kind === "datetime" && typeof value === "string") {
      const time = coerceText(type.kind, value);
      if (time !== undefined) return timeTexts === "kept" ? value : time;
    }
    const coerced =
      this.options.coerces && typeof value === "string" ? coerceText(type.kind, value) : undefined;
    if (coerced === undefined) return this.mismatch(type, value, optional);
    this.findings.warn(() => ({
      segments: this.path,
      type,
      value,
      taken: coerced,
      firewalled: this.firewalls > 0,
    }));
    return coerced;
  }

  private takesBigint({ kind }: SimpleType, value: unknown): boolean {
    return (
      typeof value === "bigint" &&
      this.options.takesBigints === true &&
      (kind === "int" || kind === "float")
    );
  }

  /**
   * True if the value has the fields of a file. A program never returns a file itself, only the
   * fields that it sees of one.
   */
  private tellsOfFile({ kind }: SimpleType, value: unknown): boolean {
    if (kind !== "file" || this.options.direction !== "output" || !isMapLike(value)) return false;
    const field = (name: keyof FileInfo): unknown =>
      Object.prototype.propertyIsEnumerable.call(value, name) ? readKey(value, name) : undefined;
    const isText = (name: keyof FileInfo): boolean => typeof field(name) === "string";
    const size = field("size_bytes");
    return (
      isText("media_type") &&
      isText("digest") &&
      (field("name") === undefined || isText("name")) &&
      (size === undefined || (Number.isSafeInteger(size) && Number(size) >= 0))
    );
  }

  private checkList(type: ListType, list: readonly unknown[]): unknown {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      this.path.push(index);
      const checked = this.check(type.element, list[index], false);
      this.path.pop();
      if (!Object.is(checked, list[index])) (copy ??= [...list])[index] = checked;
    }
    return copy ?? list;
  }

  private checkMap(type: MapType, map: object): unknown {
    let replacements: Map<string, Replacement> | undefined;
    let keys: readonly string[] | undefined;
    const allKeys = (): readonly string[] => {
      if (keys === undefined) this.spend((keys = keysOf(map)).length);
      return keys;
    };
    let spellings: ReadonlyMap<string, string> | undefined;
    const allSpellings = (): ReadonlyMap<string, string> => (spellings ??= spellingsOf(allKeys()));
    const used = this.options.isClosed ? new Set<string>() : undefined;
    for (const field of type.fields) {
      const key = findKey(map, field.name, allSpellings);
      if (key !== undefined) used?.add(key);
      const value = key === undefined ? undefined : readKey(map, key);
      const checked = this.checkField(field, value, key === undefined);
      if (key !== undefined && (key !== field.name || !Object.is(checked, value))) {
        (replacements ??= new Map()).set(key, { name: field.name, value: checked });
      }
    }
    if (used !== undefined)
      for (const key of allKeys()) if (!used.has(key)) this.refuseKey(type, key, readKey(map, key));
    return replacements === undefined ? map : withReplacements(map, replacements);
  }

  private checkField(
    { name, type, optional, firewalled }: Field,
    value: unknown,
    isMissing: boolean,
  ): unknown {
    this.path.push(name);
    if (firewalled) this.firewalls += 1;
    const checked =
      isMissing && !optional
        ? this.mismatch(type, value, false)
        : this.check(type, value, optional);
    if (firewalled) this.firewalls -= 1;
    this.path.pop();
    return checked;
  }

  private refuseKey(type: MapType, key: string, value: unknown): void {
    this.path.push(key);
    this.findings.add(() => ({
      segments: this.path,
      type,
      optional: false,
      value,
      expected: "no such field",
      firewalled: this.firewalls > 0 || isFirewalledName(key),
      advice: nearestField(type, key),
    }));
    this.path.pop();
  }

  private checkData(type: Type, value: unknown, optional: boolean): unknown {
    if (typeof value !== "object" || value === null) return value;
    const problem = this.finiteData.problemOf(value, this.path.length);
    return problem === undefined
      ? value
      : this.mismatch(type, value, optional, dataProblems[problem]);
  }

  /**
   * Visits a large collection only once per type. While findings are still listed, a collection
   * with findings is visited again, because each location has its own line.
   */
  private once(type: Type, value: object, walk: () => unknown): unknown {
    const known = this.outcomes.get(type)?.get(value);
    if (known !== undefined && !this.findings.wouldList(known)) {
      this.findings.addOmitted(known);
      return known.value;
    }
    const workBefore = this.work;
    const { violations, warnings } = this.findings;
    const checked = walk();
    if (this.work - workBefore > rememberedWork) {
      const outcomes = this.outcomes.get(type) ?? new Map<object, Outcome>();
      this.outcomes.set(
        type,
        outcomes.set(value, {
          value: checked,
          violations: this.findings.violations - violations,
          warnings: this.findings.warnings - warnings,
        }),
      );
    }
    return checked;
  }

  private mismatch(type: Type, value: unknown, optional: boolean, got?: string): unknown {
    this.findings.add(() => {
      const advice = this.adviceFor(type, value);
      return {
        segments: this.path,
        type,
        optional,
        value,
        firewalled: this.firewalls > 0,
        ...(got === undefined ? {} : { got }),
        ...(advice === undefined ? {} : { advice }),
      };
    });
    return value;
  }

  private adviceFor(type: Type, value: unknown): string | undefined {
    const name = this.path.at(-1);
    if (value === undefined && typeof name === "string") {
      if (this.options.direction === "input")
        return this.path.length === 1 ? `pass ${name}` : `add ${name} to this map`;
      return `add :${name} to ${this.path.length === 1 ? "the returned map" : "this map"}`;
    }
    if (type.kind === "file") return "a file value from data, not just its fields";
    if (typeof value !== "string") return undefined;
    if (type.kind === "enum") return nearestValue(type, value);
    if (type.kind !== "datetime") return undefined;
    if (this.options.coerces || this.options.timeTexts !== undefined)
      return "write it with its offset, as in 2026-01-31T09:30:00Z";
    return this.options.direction === "input"
      ? "pass a Date"
      : '(java.time.Instant/parse "2026-01-31T09:30:00Z") makes a datetime';
  }
}

function isNil(value: unknown): boolean {
  return value === null || value === undefined;
}
