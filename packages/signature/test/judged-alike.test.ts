// Tests that validation by a signature, a JSON Schema validator and zod gives the same result.

import { inspect } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parseInstant } from "@ptc/core/internal/instant";
import { hostFieldName } from "@ptc/core/internal/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateOutput, type Type } from "../src/index.ts";
import { typeToJsonSchema } from "../src/json-schema/internal.ts";
import { toZod } from "../src/zod/index.ts";
import { typeArbitrary, valueArbitrary } from "./arbitraries.ts";

describe("agreement of validators", () => {
  const samplesOf = (types: fc.Arbitrary<Type>) =>
    types.chain((type) =>
      fc.tuple(
        fc.constant(type),
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: valueArbitrary(type).map((value) => jsonOf(type, value)) },
            fc.jsonValue({ maxDepth: 3 }),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        fc.infiniteStream(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.oneof(
              fc.jsonValue({ maxDepth: 1 }),
              fc.constantFrom<unknown>(
                null,
                1.5,
                2 ** 53,
                1e300,
                "",
                "2026-01-31T09:30:00Z",
                "2026-02-30T09:30:00Z",
                "2026-01-31T09:30:00",
                {},
                [],
              ),
            ),
          ),
        ),
      ),
    );

  type Judge = (value: unknown) => boolean;

  /**
   * Judges fitting, mutated and random values in two ways; `judges` makes both judges for a type.
   */
  function compareJudges(
    types: fc.Arbitrary<Type>,
    judges: (type: Type) => readonly [Judge, Judge],
    numRuns: number,
  ): void {
    const verdicts = { fits: 0, fails: 0 };
    fc.assert(
      fc.property(samplesOf(types), ([type, values, spoiling]) => {
        const [ours, theirs] = judges(type);
        for (const fitting of values) {
          for (const value of [fitting, spoilt(fitting, spoiling), spoilt(fitting, spoiling)]) {
            const fits = ours(value);
            verdicts[fits ? "fits" : "fails"] += 1;
            expect(theirs(value), JSON.stringify(value)).toBe(fits);
          }
        }
      }),
      { numRuns },
    );
    // Both verdicts must be frequent.
    expect(Math.min(verdicts.fits, verdicts.fails)).toBeGreaterThan(numRuns / 2);
  }

  test(
    "a JSON Schema validator and the mode strict accept the same values",
    { timeout: 120_000 },
    () => {
      // Every object inherits names such as `toString` from its prototype.
      const ajv = addFormats.default(new Ajv2020({ ownProperties: true, strict: false }));
      // The validator ignores a property of this name.
      compareJudges(
        typeArbitrary(3).filter(
          (type) => hasPlainUnions(type) && !holdsName(type, (name) => name === "__proto__"),
        ),
        (type) => [
          (value) =>
            validateOutput({ output: type }, withDates(type, value), { mode: "strict" }).ok,
          ajv.compile(typeToJsonSchema(type, { closed: true })),
        ],
        200,
      );
    },
  );

  test("zod and the mode enabled accept the same values", { timeout: 120_000 }, () => {
    // zod reads inherited properties as fields of an object.
    compareJudges(
      typeArbitrary(3).filter(
        (type) => hasPlainUnions(type) && !holdsName(type, (name) => name in Object.prototype),
      ),
      (type) => {
        const schema = toZod(type);
        return [
          (value) => validateOutput({ output: type }, withDates(type, value)).ok,
          (value) => schema.safeParse(withDates(type, value)).success,
        ];
      },
      200,
    );
  });
});

/** True if JSON represents the values of each union in the same way for all of its branches. */
function hasPlainUnions(type: Type, isInside = false): boolean {
  switch (type.kind) {
    case "datetime":
    case "any":
    case "file":
      return !isInside;
    case "union":
      return type.branches.every((branch) => hasPlainUnions(branch, true));
    case "list":
      return hasPlainUnions(type.element, isInside);
    case "nilable":
      return hasPlainUnions(type.type, isInside);
    case "map":
      return type.fields.every(
        (field) => (!isInside || !/[-_]/.test(field.name)) && hasPlainUnions(field.type, isInside),
      );
    default:
      return true;
  }
}

function holdsName(type: Type, isMeant: (name: string) => boolean): boolean {
  if (type.kind === "union") return type.branches.some((branch) => holdsName(branch, isMeant));
  if (type.kind === "list") return holdsName(type.element, isMeant);
  if (type.kind === "nilable") return holdsName(type.type, isMeant);
  return (
    type.kind === "map" &&
    type.fields.some((field) => isMeant(field.name) || holdsName(field.type, isMeant))
  );
}

/**
 * Returns a fitting value as in JSON: its keys in the type's spelling, its dates as strings, and
 * without undefined.
 */
function jsonOf(type: Type, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  switch (type.kind) {
    case "nilable":
      return value === null ? null : jsonOf(type.type, value);
    case "list":
      return (value as readonly unknown[]).map((item) => jsonOf(type.element, item));
    case "map":
      return Object.fromEntries(
        Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => {
          const field = type.fields.find(({ name }) => hostFieldName(name) === hostFieldName(key));
          return field === undefined
            ? [key, item]
            : [field.name, item === null ? null : jsonOf(field.type, item)];
        }),
      );
    case "any":
      return JSON.parse(JSON.stringify(plain(value)) || "null") as unknown;
    default:
      return value;
  }
}

/** Returns a value that JSON can represent. */
function plain(value: unknown): unknown {
  // An object in an array may lack a prototype, and so can't be converted to a string.
  if (Array.isArray(value)) return inspect(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

/**
 * Returns a copy with one location replaced, or one key added. The numbers of the stream choose
 * the location.
 */
function spoilt(value: unknown, spoiling: fc.Stream<[number, unknown]>): unknown {
  const [choice, replacement] = spoiling.next().value as [number, unknown];
  if (Array.isArray(value) && value.length > 0 && choice > 0.2) {
    const at = Math.floor(choice * value.length) % value.length;
    return value.map((item: unknown, index) => (index === at ? spoilt(item, spoiling) : item));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || choice < 0.2)
    return replacement;
  const entries: [string, unknown][] = Object.entries(value);
  if (choice > 0.9) return Object.fromEntries([...entries, ["further", replacement]]);
  const at = Math.floor(choice * entries.length) % Math.max(entries.length, 1);
  if (choice > 0.75) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([key, item], index) => [key, index === at ? spoilt(item, spoiling) : item]),
  );
}

/**
 * Returns the JSON value with dates where the type has them. Converts only texts in RFC 3339 form,
 * because that is what the format means, leap seconds aside.
 */
function withDates(type: Type, value: unknown): unknown {
  if (type.kind === "nilable") return withDates(type.type, value);
  if (type.kind === "datetime") return dateOf(value) ?? value;
  if (type.kind === "list" && Array.isArray(value))
    return value.map((item) => withDates(type.element, item));
  if (type.kind !== "map" || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).map(([key, item]) => {
      const field = type.fields.find(({ name }) => name === key);
      return [key, field === undefined ? item : withDates(field.type, item)];
    }),
  );
}

function dateOf(value: unknown): Date | undefined {
  if (
    typeof value !== "string" ||
    !/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)
  )
    return undefined;
  const instant = parseInstant(value);
  return instant === undefined ? undefined : new Date(instant.amount);
}
