// Checks a host value against a type. Recurses along the type, so it ends for every value. It
// visits shared data once, so the time is linear in the size of the data, and a work budget bounds
// it. Messages are built only for the listed findings. The value is never changed: if a key is
// renamed or a string converted, the result is a copy that shares all other parts.

import { oneLine } from "@ptc/core/internal/errors";
import { MisspelledNames } from "@ptc/core/internal/arguments";
import { hostFieldName, isFirewalledName } from "@ptc/core/internal/values";
import { WorkLimitError, workBudget } from "@ptc/core/values";
import type { Field, ListType, MapType, Type, UnionType } from "../model.ts";
import { renderType } from "../rendering/render-signature.ts";
import { adviceFor, nearestField } from "./advice.ts";
import type { Crossing } from "./crossing.ts";
import {
  constantType,
  constantsType,
  readField,
  type Constant,
  type Discriminator,
} from "./discriminator.ts";
import { FiniteData, type DataProblem } from "./finite-data.ts";
import {
  findKey,
  isMapLike,
  isNil,
  keysOf,
  readKey,
  spellingsOf,
  withReplacements,
  type Replacement,
} from "./host-data.ts";
import { NearestBranch } from "./nearest-branch.ts";
import { SimpleValues } from "./simple-value.ts";
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
/** The undeclared keys of one map that are compared with its fields, and the work for one field. */
const mostMisspelled = 50;
const comparedName = 20;
/** The maximum length of the text that names the choice of a union. */
const shownChoice = 200;

export function checkValue(type: Type, value: unknown, options: CheckOptions): Checked {
  return new ValueCheck(options).run(type, value);
}

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
  private readonly simple: SimpleValues;
  private readonly branches: NearestBranch;
  private readonly outcomes = new Map<Type, Map<object, Outcome>>();
  private readonly misspelled = new Map<MapType, MisspelledNames>();
  private readonly options: CheckOptions;
  /** The number of firewalled fields on the path to the current location. */
  private firewalls = 0;
  /** The reason for the branch of the innermost union around the current location. */
  private choice: (() => string) | undefined = undefined;
  /** The number of values checked and keys searched so far. */
  private work = 0;

  constructor(options: CheckOptions) {
    this.options = options;
    const simple = new SimpleValues({
      ...options,
      acceptsFileFields: options.direction === "output",
    });
    this.simple = simple;
    this.branches = new NearestBranch({
      isClosed: options.isClosed,
      simple,
      spend: (work) => {
        this.spend(work);
      },
    });
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
      case "union":
        return this.checkUnion(type, value, optional);
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

  private checkSimple(type: Type, value: unknown, optional: boolean): unknown {
    if (this.simple.accepts(type, value) === true)
      return type.kind === "any" || type.kind === "any-map"
        ? this.checkData(type, value, optional)
        : this.simple.taken(type, value);
    const coerced = this.simple.coerced(type, value);
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

  /** Checks the value against the branch that it is most likely meant for. */
  private checkUnion(type: UnionType, value: unknown, optional: boolean): unknown {
    const discriminator = isMapLike(value) ? this.branches.discriminatorOf(type) : undefined;
    if (discriminator !== undefined && isMapLike(value)) {
      const given = readField(value, discriminator.field) as Constant;
      const branch = discriminator.branches.get(given);
      if (branch !== undefined)
        return this.asBranch(
          branch,
          value,
          () => `its ${discriminator.field} is ${renderType(constantType(given))}`,
        );
    }
    const nearest = this.branches.of(type, value);
    if (nearest === undefined) return this.mismatch(type, value, optional);
    if (nearest.errors > 0 && discriminator !== undefined && isMapLike(value))
      return this.wrongDiscriminator(value, discriminator);
    return this.asBranch(
      nearest.branch,
      value,
      () => `this is the nearest of ${renderType(type, { descriptions: false })}`,
    );
  }

  /** Checks against a branch; findings inside it name the choice. */
  private asBranch(branch: Type, value: unknown, choice: () => string): unknown {
    const { choice: outer } = this;
    this.choice = choice;
    const checked = this.check(branch, value, false);
    this.choice = outer;
    return checked;
  }

  private wrongDiscriminator(value: object, discriminator: Discriminator): unknown {
    const { field } = discriminator;
    this.path.push(field);
    this.mismatch(constantsType(discriminator), readField(value, field), false);
    this.path.pop();
    return value;
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
    const { isClosed, refusesMisspelled = false } = this.options;
    const used = isClosed || refusesMisspelled ? new Set<string>() : undefined;
    const missing: string[] = [];
    for (const field of type.fields) {
      const key = findKey(map, field.name, allSpellings);
      if (key === undefined) missing.push(field.name);
      else used?.add(key);
      if (
        this.options.direction === "input" &&
        /[-_]/u.test(field.name) &&
        allSpellings().size < allKeys().length
      )
        this.refuseOtherSpellings(type, field, map, allKeys());
      const value = key === undefined ? undefined : readKey(map, key);
      const checked = this.checkField(field, value, key === undefined);
      if (key !== undefined && (key !== field.name || !Object.is(checked, value))) {
        (replacements ??= new Map()).set(key, { name: field.name, value: checked });
      }
    }
    if (used !== undefined && used.size < allKeys().length) {
      const unknown = allKeys().filter((key) => !used.has(key));
      if (isClosed)
        for (const key of unknown) this.refuseKey(map, key, () => nearestField(type, key));
      else this.refuseMisspelled(type, map, unknown, missing);
    }
    return replacements === undefined ? map : withReplacements(map, replacements);
  }

  /** Refuses a map with two keys for one field, because one of them would be ignored. */
  private refuseOtherSpellings(
    type: MapType,
    { name, firewalled }: Field,
    map: object,
    allKeys: readonly string[],
  ): void {
    const spelling = hostFieldName(name);
    this.spend(allKeys.length);
    const keys = allKeys.filter((key) => hostFieldName(key) === spelling);
    if (keys.length < 2) return;
    this.path.push(name);
    this.findings.add(() => ({
      segments: this.path,
      type,
      optional: false,
      value: map,
      firewalled: firewalled || this.firewalls > 0,
      expected: "one key for this field",
      got: keys
        .slice(0, 3)
        .map((key) => oneLine(key, 64))
        .join(" and "),
      advice: "pass one of them",
    }));
    this.path.pop();
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

  /** Refuses keys that probably mean a missing field, which would be ignored silently. */
  private refuseMisspelled(
    type: MapType,
    map: object,
    unknown: readonly string[],
    missing: readonly string[],
  ): void {
    // The caller reports the names of the arguments themselves.
    if (missing.length === 0 || this.path.length === 0) return;
    const { fields } = type;
    const names = this.misspelled.get(type) ?? new MisspelledNames(fields.map(({ name }) => name));
    this.misspelled.set(type, names);
    for (const key of unknown.slice(0, mostMisspelled)) {
      this.spend(names.isKnown(key) ? 1 : fields.length * comparedName);
      const near = names.meant(key);
      if (near !== undefined && missing.includes(near))
        this.refuseKey(map, key, () => `did you mean ${near}?`);
    }
  }

  private refuseKey(map: object, key: string, advice: () => string): void {
    this.path.push(key);
    this.findings.add(() => ({
      segments: this.path,
      type: { kind: "any" },
      optional: false,
      value: readKey(map, key),
      expected: "no such field",
      firewalled: this.firewalls > 0 || isFirewalledName(key),
      advice: advice(),
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
    const advice = adviceFor(type, value, this.path, this.options);
    if (this.choice === undefined || this.firewalls > 0) return advice;
    const choice = oneLine(this.choice(), shownChoice);
    return advice === undefined ? choice : `${advice}; ${choice}`;
  }
}
