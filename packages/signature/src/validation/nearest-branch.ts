// Chooses the branch of a union for a value: by a field whose constants tell the branches apart, or
// else by the smallest distance. Comparing builds no messages. Large collections are compared once
// per type, so nested unions take polynomial time, and the check's budget bounds it.

import { nearestNames } from "@ptc/core/internal/errors";
import type { MapType, Type, UnionType } from "../model.ts";
import { bodyOf, constantsOf, discriminatorOf, type Discriminator } from "./discriminator.ts";
import { findKey, isMapLike, isNil, keysOf, readKey, spellingsOf } from "./host-data.ts";
import type { SimpleValues } from "./simple-value.ts";

/** The number of mistakes in a value. `minor` counts conversions and undeclared keys. */
interface Distance {
  readonly errors: number;
  readonly minor: number;
}

/** The relative weights of mistakes. A mistake one level deeper counts half. */
const wrongConstant = 1_000_000;
const wrongValue = 1;
const missingField = 1.5;
const misspelledField = 1.25;

/** Longer names, and maps with more keys, aren't searched for misspelled names. */
const longestCompared = 40;
const mostCompared = 20;

const none: Distance = { errors: 0, minor: 0 };
const converted: Distance = { errors: 0, minor: 1 };
const wrong: Distance = { errors: wrongValue, minor: 0 };

/** Up to this much work, comparing again is cheaper than remembering the result. */
const rememberedWork = 32;

export interface BranchOptions {
  readonly isClosed: boolean;
  readonly simple: SimpleValues;
  readonly spend: (work: number) => void;
}

/** The branch that fits best, and how many mistakes the value has under it. */
export interface Nearest {
  readonly branch: Type;
  readonly errors: number;
}

export class NearestBranch {
  private readonly options: BranchOptions;
  private readonly known = new Map<Type, Map<object, Distance>>();
  private readonly discriminators = new Map<UnionType, Discriminator | undefined>();
  private work = 0;

  constructor(options: BranchOptions) {
    this.options = options;
  }

  /** Returns the nearest branch, or `undefined` if no branch has this kind of value. */
  of(union: UnionType, value: unknown): Nearest | undefined {
    let nearest: Type | undefined;
    let least: Distance | undefined;
    for (const branch of union.branches) {
      if (!this.mayHave(branch, value)) continue;
      const distance = this.distance(branch, value, false);
      if (least === undefined || isLess(distance, least)) [nearest, least] = [branch, distance];
      if (distance.errors === 0 && distance.minor === 0) break;
    }
    return nearest === undefined || least === undefined
      ? undefined
      : { branch: nearest, errors: least.errors };
  }

  discriminatorOf(union: UnionType): Discriminator | undefined {
    if (!this.discriminators.has(union))
      this.discriminators.set(
        union,
        discriminatorOf(union, (work) => {
          this.spend(work);
        }),
      );
    return this.discriminators.get(union);
  }

  /** True if the type has values of this kind: lists, maps, or fitting values without parts. */
  private mayHave(type: Type, value: unknown): boolean {
    this.spend(1);
    const body = bodyOf(type);
    switch (body.kind) {
      case "nilable":
        return isNil(value) || this.mayHave(body.type, value);
      case "union":
        return body.branches.some((branch) => this.mayHave(branch, value));
      case "list":
        return Array.isArray(value);
      case "map":
        return isMapLike(value);
      default:
        return this.distance(body, value, false).errors === 0;
    }
  }

  private distance(type: Type, value: unknown, optional: boolean): Distance {
    this.spend(1);
    if (optional && isNil(value)) return none;
    switch (type.kind) {
      case "nilable":
        return this.distance(type.type, value, true);
      case "reference":
        return this.distance(type.type, value, optional);
      case "union": {
        const nearest = this.of(type, value);
        return nearest === undefined ? wrong : this.distance(nearest.branch, value, false);
      }
      case "list":
        return Array.isArray(value)
          ? this.once(type, value, () => this.distanceOfList(type.element, value))
          : wrong;
      case "map":
        return isMapLike(value)
          ? this.once(type, value, () => this.distanceOfMap(type, value))
          : wrong;
      default:
        if (this.options.simple.accepts(type, value) === true) return none;
        return this.options.simple.coerced(type, value) === undefined ? wrong : converted;
    }
  }

  private distanceOfList(element: Type, list: readonly unknown[]): Distance {
    const sum = new Sum();
    for (const value of list) sum.add(this.distance(element, value, false));
    return sum.halved();
  }

  private distanceOfMap({ fields }: MapType, map: object): Distance {
    const sum = new Sum();
    const keys = keysOf(map);
    this.spend(keys.length);
    let spellings: ReadonlyMap<string, string> | undefined;
    const declared = new Set<unknown>();
    const missing: string[] = [];
    for (const { name, type, optional } of fields) {
      const key = findKey(map, name, () => (spellings ??= spellingsOf(keys)));
      if (key !== undefined) declared.add(key);
      const value = key === undefined ? undefined : readKey(map, key);
      if (key === undefined && !optional && !isConstant(type)) missing.push(name);
      else if (key === undefined && !optional) sum.add({ errors: wrongConstant, minor: 0 });
      else {
        const { errors, minor } = this.distance(type, value, optional);
        sum.add({ errors: errors > 0 && isConstant(type) ? wrongConstant : errors, minor });
      }
    }
    const undeclared = Math.max(0, keys.length - declared.size);
    for (const name of missing) {
      const isMisspelled = undeclared > 0 && this.isMisspelled(name, keys, declared);
      sum.add({ errors: isMisspelled ? misspelledField : missingField, minor: 0 });
    }
    sum.add(
      this.options.isClosed ? { errors: undeclared, minor: 0 } : { errors: 0, minor: undeclared },
    );
    return sum.halved();
  }

  /** True if a key that isn't declared is similar to the name of a missing field. */
  private isMisspelled(
    name: string,
    keys: readonly string[],
    declared: ReadonlySet<unknown>,
  ): boolean {
    if (keys.length > mostCompared || name.length > longestCompared) return false;
    this.spend(keys.length * name.length);
    const others = keys.filter((key) => key.length <= longestCompared && !declared.has(key));
    return nearestNames(name, others, 1).length > 0;
  }

  private once(type: Type, value: object, compare: () => Distance): Distance {
    const known = this.known.get(type)?.get(value);
    if (known !== undefined) return known;
    const workBefore = this.work;
    const distance = compare();
    if (this.work - workBefore > rememberedWork) {
      const ofType = this.known.get(type) ?? new Map<object, Distance>();
      this.known.set(type, ofType.set(value, distance));
    }
    return distance;
  }

  private spend(work: number): void {
    this.work += work;
    this.options.spend(work);
  }
}

class Sum {
  private errors = 0;
  private minor = 0;

  add({ errors, minor }: Distance): void {
    this.errors += errors;
    this.minor += minor;
  }

  halved(): Distance {
    return { errors: this.errors / 2, minor: this.minor };
  }
}

function isLess(left: Distance, right: Distance): boolean {
  return left.errors === right.errors ? left.minor < right.minor : left.errors < right.errors;
}

function isConstant(type: Type): boolean {
  return constantsOf(type) !== undefined;
}
