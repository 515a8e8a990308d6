// Holds a host value against a type. Walks along the type, so it ends for every value; data shared between many places
// is walked once, so the time is linear in the data. The value is never changed: where a key is spelled another way
// than the field, the result is a copy from there up to the root, and the same value everywhere else.

import type { Field, ListType, MapType, SimpleKind, Type } from "../model.ts";
import { FiniteData, type DataProblem } from "./finite-data.ts";
import { findKey, isMapLike, keysOf, readKey, withReplacements, type Replacement } from "./host-data.ts";
import { ViolationList, type PathSegment, type ValidationResult } from "./violation.ts";

/** `output`: a program made the value and can repair it. `input`: the caller of the contract did. */
export type Direction = "input" | "output";

export function checkValue(type: Type, value: unknown, direction: Direction): ValidationResult {
  return new ValueCheck(direction).run(type, value);
}

const accepts: Readonly<Record<SimpleKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  int: (value) => Number.isSafeInteger(value),
  float: (value) => typeof value === "number",
  bool: (value) => typeof value === "boolean",
  keyword: (value) => typeof value === "string",
  datetime: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  any: () => true,
  "any-map": isMapLike,
};

const dataProblems: Readonly<Record<DataProblem, string>> = {
  cyclic: "a value that contains itself",
  deep: "data that is nested too deep",
};

/** Walking again is cheaper than remembering, up to this many values; beyond, shared data must not be walked twice. */
const rememberedWork = 32;

/** What one collection came to under one type. */
interface Outcome {
  readonly value: unknown;
  readonly violations: number;
}

class ValueCheck {
  private readonly violations = new ViolationList();
  private readonly path: PathSegment[] = [];
  private readonly finiteData = new FiniteData();
  private readonly outcomes = new Map<Type, Map<object, Outcome>>();
  private readonly direction: Direction;
  /** How many of the fields that the path leads through are firewalled. */
  private firewalls = 0;
  /** Values checked and keys looked through so far. */
  private work = 0;

  constructor(direction: Direction) {
    this.direction = direction;
  }

  run(type: Type, value: unknown): ValidationResult {
    return this.violations.result(this.check(type, value, false));
  }

  private check(type: Type, value: unknown, optional: boolean): unknown {
    this.work += 1;
    if (optional && isNil(value)) return value;
    switch (type.kind) {
      case "nilable":
        return this.check(type.type, value, true);
      case "list":
        if (!Array.isArray(value)) return this.mismatch(type, value, optional);
        return this.once(type, value, () => this.checkList(type, value));
      case "map":
        if (!isMapLike(value)) return this.mismatch(type, value, optional);
        return this.once(type, value, () => this.checkMap(type, value));
      default:
        if (!accepts[type.kind](value)) return this.mismatch(type, value, optional);
        return type.kind === "any" || type.kind === "any-map" ? this.checkData(type, value, optional) : value;
    }
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
      if (keys === undefined) this.work += (keys = keysOf(map)).length;
      return keys;
    };
    for (const field of type.fields) {
      const key = findKey(map, field.name, allKeys);
      const value = key === undefined ? undefined : readKey(map, key);
      const checked = this.checkField(field, value);
      if (key !== undefined && (key !== field.name || !Object.is(checked, value))) {
        (replacements ??= new Map()).set(key, { name: field.name, value: checked });
      }
    }
    return replacements === undefined ? map : withReplacements(map, replacements);
  }

  private checkField({ name, type, optional, firewalled }: Field, value: unknown): unknown {
    this.path.push(name);
    if (firewalled) this.firewalls += 1;
    const checked = this.check(type, value, optional);
    if (firewalled) this.firewalls -= 1;
    this.path.pop();
    return checked;
  }

  private checkData(type: Type, value: unknown, optional: boolean): unknown {
    if (typeof value !== "object" || value === null) return value;
    const problem = this.finiteData.problemOf(value, this.path.length);
    return problem === undefined ? value : this.mismatch(type, value, optional, dataProblems[problem]);
  }

  /**
   * Walks a large collection once for a type, wherever it stands. While violations are still listed, one that has
   * some is walked again, since each place gets its own line.
   */
  private once(type: Type, value: object, walk: () => unknown): unknown {
    const known = this.outcomes.get(type)?.get(value);
    if (known !== undefined && (known.violations === 0 || this.violations.isFull)) {
      this.violations.addOmitted(known.violations);
      return known.value;
    }
    const workBefore = this.work;
    const violationsBefore = this.violations.total;
    const checked = walk();
    if (this.work - workBefore > rememberedWork) {
      const outcomes = this.outcomes.get(type) ?? new Map<object, Outcome>();
      this.outcomes.set(type, outcomes.set(value, { value: checked, violations: this.violations.total - violationsBefore }));
    }
    return checked;
  }

  private mismatch(type: Type, value: unknown, optional: boolean, got?: string): unknown {
    const advice = this.adviceFor(type, value);
    this.violations.add({
      segments: this.path, type, optional, value, firewalled: this.firewalls > 0,
      ...(got === undefined ? {} : { got }), ...(advice === undefined ? {} : { advice }),
    });
    return value;
  }

  private adviceFor(type: Type, value: unknown): string | undefined {
    const name = this.path.at(-1);
    if (value === undefined && typeof name === "string") {
      if (this.direction === "input") return this.path.length === 1 ? `pass ${name}` : `add ${name} to this map`;
      return `add :${name} to ${this.path.length === 1 ? "the returned map" : "this map"}`;
    }
    if (type.kind !== "datetime" || typeof value !== "string") return undefined;
    return this.direction === "input" ? "pass a Date" : '(java.time.Instant/parse "2026-01-31T09:30:00Z") makes a datetime';
  }
}

function isNil(value: unknown): boolean {
  return value === null || value === undefined;
}
